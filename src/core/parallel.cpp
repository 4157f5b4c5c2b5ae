#include "core/parallel.h"

#include <algorithm>

#if SWEPT_TBB
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace swept::parallel {

#if SWEPT_TBB
void inside(unsigned threads, const std::function<void()>& work) {
    if (threads == 1) {
        work();
        return;
    }
    // oneTBB warns on stderr when more threads are asked for than the machine has.
    const auto most = static_cast<unsigned>(oneapi::tbb::info::default_concurrency());
    oneapi::tbb::task_arena arena(static_cast<int>(threads == 0 ? most : std::min(threads, most)));
    arena.execute(work);
}

void for_each(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& body) {
    if (threads == 1 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) body(i);
        return;
    }
    inside(threads, [&] { oneapi::tbb::parallel_for(std::size_t{0}, count, body); });
}

void both(const std::function<void()>& first, const std::function<void()>& second) {
    oneapi::tbb::parallel_invoke(first, second);
}
#else
void inside(unsigned /*threads*/, const std::function<void()>& work) {
    work();
}

void for_each(std::size_t count, unsigned /*threads*/,
              const std::function<void(std::size_t)>& body) {
    for (std::size_t i = 0; i < count; ++i) body(i);
}

void both(const std::function<void()>& first, const std::function<void()>& second) {
    first();
    second();
}
#endif

}  // namespace swept::parallel
