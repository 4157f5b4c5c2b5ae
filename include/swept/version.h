#pragma once

// The version of the library. The build reads it from here.

/// Major, minor and patch, as text.
#define SWEPT_VERSION "0.1.0"
