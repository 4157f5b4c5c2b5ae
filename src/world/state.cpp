#include "world/state.h"

namespace swept::world_detail {

std::shared_ptr<const WorldState> empty_state(const WorldOptions& options) {
    auto state = std::make_shared<WorldState>();
    state->options = options;
    return state;
}

}  // namespace swept::world_detail
