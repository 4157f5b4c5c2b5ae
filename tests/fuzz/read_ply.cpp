// The reader of .ply.

#include "tests/fuzz/reader.h"

SWEPT_FUZZ_TARGET(read_ply) {
    swept::fuzz::read(bytes, "ply");
}
