#include "swept/query.h"

#include <array>

namespace swept {

std::string_view name_of(State state) {
    constexpr std::array<std::string_view, 4> names{"free", "hit", "overlapping", "undecided"};
    return names[static_cast<std::size_t>(state)];
}

}  // namespace swept
