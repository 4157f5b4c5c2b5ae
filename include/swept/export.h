#pragma once

// Marks what the shared libraries show; everything else stays hidden inside them. The three
// libraries have a mark each: on Windows a library exports its own names and imports those of
// another.
//
// CMake defines what is needed: SWEPT_STATIC where the static libraries are used (only Windows
// cares), and SWEPT_BUILDS_CORE, SWEPT_BUILDS_DYNAMICS or SWEPT_BUILDS_IO while the shared library
// itself is built.

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

#ifdef SWEPT_BUILDS_DYNAMICS
#define SWEPT_DYNAMICS_API SWEPT_SHOWN
#else
#define SWEPT_DYNAMICS_API SWEPT_TAKEN
#endif

#ifdef SWEPT_BUILDS_IO
#define SWEPT_IO_API SWEPT_SHOWN
#else
#define SWEPT_IO_API SWEPT_TAKEN
#endif
