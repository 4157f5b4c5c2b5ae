#pragma once

// The one place where the version stands; the build reads it from here.

/// Major, minor and patch, as text.
#define SWEPT_VERSION "0.1.0"
