#include "core/assert.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "core/namespaces.h"

namespace swept {

using namespace core_detail;
namespace {

void print_and_abort(const AssertFailure& failure) {
    std::fprintf(stderr, "%s:%d: swept: assertion failed: %s (%s)\n", failure.file, failure.line,
                 failure.expression, failure.message);
    std::fflush(stderr);
    std::abort();
}

std::atomic<AssertHandler> handler_now{&print_and_abort};

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) {
    return handler_now.exchange(handler != nullptr ? handler : &print_and_abort);
}

bool asserts_enabled() {
    return SWEPT_ASSERTS != 0;
}

namespace detail {

void assert_failed(const AssertFailure& failure) {
    handler_now.load()(failure);
}

}  // namespace detail
}  // namespace swept
