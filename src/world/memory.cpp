#include "world/memory.h"

#include <memory>

namespace swept::world_detail {

namespace {

struct Pool {
    std::vector<std::unique_ptr<WorldMemory>> all;
    std::size_t lent = 0;
};

Pool& pool() {
    thread_local Pool of_thread;
    return of_thread;
}

WorldMemory& lend() {
    Pool& own = pool();
    if (own.lent == own.all.size()) own.all.push_back(std::make_unique<WorldMemory>());
    return *own.all[own.lent++];
}

}  // namespace

void WorldMemory::forget() {
    rooms.clear();
    bodies.clear();
    contacts.contacts.clear();
    contacts_of_group.contacts.clear();
}

WorldMemoryLease::WorldMemoryLease() : memory_(lend()) {}

WorldMemoryLease::~WorldMemoryLease() {
    memory_.forget();
    --pool().lent;
}

}  // namespace swept::world_detail
