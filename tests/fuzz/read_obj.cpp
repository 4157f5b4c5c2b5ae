// The reader of .obj.

#include "tests/fuzz/reader.h"

SWEPT_FUZZ_TARGET(read_obj) {
    swept::fuzz::read(bytes, "obj");
}
