#pragma once

// The one place where the version stands; the build reads it from here.
#define SWEPT_VERSION "0.1.0"
