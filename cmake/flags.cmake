# Flags for our own code, by compiler. Users of the library inherit none of them.
add_library(swept_flags INTERFACE)
if(MSVC)  # cl, and clang-cl, which takes the same
  target_compile_options(swept_flags INTERFACE
    /fp:strict  # no fused multiply-add, no other order of sums: the same bits as elsewhere
    /utf-8 /permissive- /Zc:__cplusplus /Zc:preprocessor /EHsc /bigobj
    /W4
    /wd4324   # "structure was padded": what alignas is for
    /wd4251)  # "needs to have dll-interface": members of the standard library and of Eigen; one compiler makes both sides
  target_compile_definitions(swept_flags INTERFACE NOMINMAX _USE_MATH_DEFINES _CRT_SECURE_NO_WARNINGS)
else()
  target_compile_options(swept_flags INTERFACE
    -ffp-contract=off  # a fused multiply-add gives other bits: contracts of docs/architecture.md
    -fvisibility=hidden -fvisibility-inlines-hidden
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wold-style-cast -Wcast-align
    -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion -Wimplicit-fallthrough)
  # With SWEPT_UNITY the file-wide names of one file are seen by the next, and files are taken for headers.
  if(NOT SWEPT_UNITY)
    target_compile_options(swept_flags INTERFACE -Wshadow)
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(swept_flags INTERFACE -Wshadow=local -Wno-subobject-linkage)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(swept_flags INTERFACE -Wduplicated-cond -Wlogical-op
      -Wno-restrict)  # GCC 12 sees overlaps in std::string that are not there (GCC bug 105651)
  else()
    target_compile_options(swept_flags INTERFACE
      -Wno-deprecated-declarations)  # std::stable_sort of libstdc++ 12 calls what libstdc++ itself has marked so
  endif()
endif()
# Eigen's own vector code sums in an order that depends on the instruction set: our own kernels are what is vector code
# here. Its types keep the alignment that they have for the callers on a plain x86-64, so that a function of Eigen's that both compile
# may be either's.
target_compile_definitions(swept_flags INTERFACE EIGEN_DONT_VECTORIZE EIGEN_MAX_STATIC_ALIGN_BYTES=16)
# src/core/assert.h: without a number, whether NDEBUG is defined decides.
if(SWEPT_ASSERTS STREQUAL "OFF")
  target_compile_definitions(swept_flags INTERFACE SWEPT_ASSERTS=0)
elseif(SWEPT_ASSERTS STREQUAL "ON")
  target_compile_definitions(swept_flags INTERFACE SWEPT_ASSERTS=1)
elseif(SWEPT_ASSERTS STREQUAL "SLOW")
  target_compile_definitions(swept_flags INTERFACE SWEPT_ASSERTS=2)
elseif(NOT SWEPT_ASSERTS STREQUAL "AUTO")
  message(FATAL_ERROR "SWEPT_ASSERTS is ${SWEPT_ASSERTS}: it must be AUTO, OFF, ON or SLOW")
endif()

# swept_precompile(target headers...): what takes most of the time is parsed once. g++ then no longer knows what comes from
# system headers, and warns there of what is not so; the debug preset builds without, with all warnings, and shows that
# every file includes what it uses.
function(swept_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(${target} PRIVATE -fpch-preprocess -Wno-stringop-overflow -Wno-maybe-uninitialized
                           -Wno-mismatched-new-delete -Wno-array-bounds -Wno-stringop-overread)
  endif()
endfunction()
