#include "core/scratch.h"

#include <vector>

namespace swept {

Scratch::Scratch() : memory_(std::make_unique<Memory>()) {}
Scratch::~Scratch() = default;
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;

}  // namespace swept

namespace swept::core_detail {

namespace {

struct Pool {
    std::vector<std::unique_ptr<Scratch>> all;
    std::size_t lent = 0;
};

Pool& pool() {
    thread_local Pool of_thread;
    return of_thread;
}

Scratch* lend() {
    Pool& own = pool();
    if (own.lent == own.all.size()) own.all.push_back(std::make_unique<Scratch>());
    return own.all[own.lent++].get();
}

}  // namespace

ScratchLease::ScratchLease(Scratch* given)
    : lent_(given == nullptr), scratch_(given != nullptr ? given : lend()) {}

ScratchLease::~ScratchLease() {
    if (lent_) --pool().lent;
}

}  // namespace swept::core_detail
