// The reader of .stl.

#include "tests/fuzz/reader.h"

SWEPT_FUZZ_TARGET(read_stl) {
    swept::fuzz::read(bytes, "stl");
}
