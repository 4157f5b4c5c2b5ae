// The reader of .glb.

#include "tests/fuzz/reader.h"

SWEPT_FUZZ_TARGET(read_glb) {
    swept::fuzz::read(bytes, "glb");
}
