#pragma once

#include <functional>

namespace swept {

/// Called now and then during long work with the share done, 0 to 1, from the thread that works.
/// It may be empty.
using Progress = std::function<void(double share)>;

}  // namespace swept
