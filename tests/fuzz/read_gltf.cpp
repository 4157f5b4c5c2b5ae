// The reader of .gltf.

#include "tests/fuzz/reader.h"

SWEPT_FUZZ_TARGET(read_gltf) {
    swept::fuzz::read(bytes, "gltf");
}
