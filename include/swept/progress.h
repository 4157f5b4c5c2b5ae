#pragma once

#include <functional>

namespace swept {

/// Progress callback: called during long work with the share done, 0 to 1, in the thread that does
/// the work. It may be empty.
using Progress = std::function<void(double share)>;

}  // namespace swept
