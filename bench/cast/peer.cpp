#include "peer.h"

#include <cmath>

namespace swept::bench {

double leaving_factor(double extent) {
    return std::exp2(std::ceil(std::log2(extent)) + 1);
}

}  // namespace swept::bench
