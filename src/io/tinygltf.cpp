// The code of tinygltf, where that is a header and not a library (src/CMakeLists.txt).

#ifdef SWEPT_TINYGLTF_HEADER
#define TINYGLTF_IMPLEMENTATION
#include <tiny_gltf.h>
#endif
