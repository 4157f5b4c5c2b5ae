// The reader of .off.

#include "tests/fuzz/reader.h"

SWEPT_FUZZ_TARGET(read_off) {
    swept::fuzz::read(bytes, "off");
}
