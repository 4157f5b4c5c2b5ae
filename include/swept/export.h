#pragma once

// Marks what the shared library shows; everything else stays hidden inside it.

#if defined(__GNUC__) || defined(__clang__)
#define SWEPT_API __attribute__((visibility("default")))
#else
#define SWEPT_API
#endif
