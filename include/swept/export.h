#pragma once

// Symbol visibility: macros that mark the public names of the shared libraries. All other names are
// hidden. Each library has its own macro, because on Windows a library exports its
// own names and imports those of the others.
//
// CMake defines SWEPT_STATIC if the static libraries are used (needed on Windows only), and
// SWEPT_BUILDS_CORE, SWEPT_BUILDS_SOLIDS, SWEPT_BUILDS_PAPERS, SWEPT_BUILDS_DYNAMICS,
// SWEPT_BUILDS_PICTURE or SWEPT_BUILDS_IO while that shared library is built.

#if defined(_WIN32) && !defined(SWEPT_STATIC)
#define SWEPT_SHOWN __declspec(dllexport)
#define SWEPT_TAKEN __declspec(dllimport)
#elif defined(_WIN32)
#define SWEPT_SHOWN
#define SWEPT_TAKEN
#else
#define SWEPT_SHOWN __attribute__((visibility("default")))
#define SWEPT_TAKEN __attribute__((visibility("default")))
#endif

#ifdef SWEPT_BUILDS_CORE
#define SWEPT_API SWEPT_SHOWN
#else
#define SWEPT_API SWEPT_TAKEN
#endif

#ifdef SWEPT_BUILDS_SOLIDS
#define SWEPT_SOLIDS_API SWEPT_SHOWN
#else
#define SWEPT_SOLIDS_API SWEPT_TAKEN
#endif

#ifdef SWEPT_BUILDS_PAPERS
#define SWEPT_PAPERS_API SWEPT_SHOWN
#else
#define SWEPT_PAPERS_API SWEPT_TAKEN
#endif

#ifdef SWEPT_BUILDS_DYNAMICS
#define SWEPT_DYNAMICS_API SWEPT_SHOWN
#else
#define SWEPT_DYNAMICS_API SWEPT_TAKEN
#endif

#ifdef SWEPT_BUILDS_PICTURE
#define SWEPT_PICTURE_API SWEPT_SHOWN
#else
#define SWEPT_PICTURE_API SWEPT_TAKEN
#endif

#ifdef SWEPT_BUILDS_IO
#define SWEPT_IO_API SWEPT_SHOWN
#else
#define SWEPT_IO_API SWEPT_TAKEN
#endif
