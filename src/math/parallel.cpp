#include "math/parallel.h"

#if SWEPT_TBB
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
    oneapi::tbb::task_arena arena(threads == 0 ? oneapi::tbb::task_arena::automatic
                                               : static_cast<int>(threads));
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
