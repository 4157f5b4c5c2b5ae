// libFuzzer's way into the one target of its program.

#include "tests/fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    swept::fuzz::targets().front().run({data, size});
    return 0;
}
