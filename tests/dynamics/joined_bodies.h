#pragma once

// What can be seen of bodies that hang together by joints.

#include <algorithm>
#include <vector>

#include "tests/dynamics/bodies_to_throw.h"

namespace swept::test {

/// The largest gap of a joint.
inline double widest(const Simulation& s) {
    double most = 0;
    for (std::uint32_t i = 0; i < s.joint_count(); ++i)
        most = std::max(most, s.joint(i)->position_error);
    return most;
}

inline double most_askew(const Simulation& s) {
    double most = 0;
    for (std::uint32_t i = 0; i < s.joint_count(); ++i)
        most = std::max(most, s.joint(i)->angle_error);
    return most;
}

/// Pairs that are not separate, but for those that are joined: in exact arithmetic.
inline int pairs_that_meet_unjoined(const Simulation& s) {
    const std::vector<BodyId> ids = s.bodies();
    int meeting = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        for (std::size_t k = i + 1; k < ids.size(); ++k) {
            if (s.joined(ids[i], ids[k])) continue;
            const BodyDef p = *s.description(ids[i]), q = *s.description(ids[k]);
            if (p.type != BodyType::dynamic && q.type != BodyType::dynamic) continue;
            meeting += overlap({p.shape, s.state(ids[i])->world_from_body},
                               {q.shape, s.state(ids[k])->world_from_body})
                           .relation != Relation::separate;
        }
    }
    return meeting;
}

}  // namespace swept::test
