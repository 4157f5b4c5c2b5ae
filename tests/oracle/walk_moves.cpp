#include "tests/oracle/walk_moves.h"

namespace swept::oracle {

Vector3d outward_direction(const std::vector<NearPair>& near) {
    Vector3d direction = Vector3d::Zero();
    for (const NearPair& pair : near) direction += pair.normal;
    if (direction.norm() == 0) return direction;
    direction.normalize();
    for (int round = 0; round < 200; ++round) {
        const NearPair* worst = nullptr;
        for (const NearPair& pair : near) {
            if (worst == nullptr || pair.normal.dot(direction) < worst->normal.dot(direction)) {
                worst = &pair;
            }
        }
        if (worst->normal.dot(direction) > 0.3) break;
        direction = (direction + 0.1 * worst->normal).normalized();
    }
    return direction;
}

Vector3d contact_edge(const WalkScene& scene, const WalkState& state) {
    const SweepResult& hit = *state.last_hit;
    const ContactFeature& of_obstacle = hit.contact.obstacle;
    if (of_obstacle.vertex_count == 2 && hit.obstacle < scene.obstacles.size()) {
        const Placed& o = scene.obstacles[hit.obstacle];
        return o.world_from_shape * o.shape.position(of_obstacle.vertex_indices[0]) -
               o.world_from_shape * o.shape.position(of_obstacle.vertex_indices[1]);
    }
    const ContactFeature& of_mover = hit.contact.mover;
    if (of_mover.vertex_count == 2) {
        return state.pose * scene.mover.shape.position(of_mover.vertex_indices[0]) -
               state.pose * scene.mover.shape.position(of_mover.vertex_indices[1]);
    }
    return Vector3d::Zero();
}

Move next_move(SceneChance& chance, const WalkScene& scene, const WalkState& state) {
    const double size = radius_of(scene.mover.shape);
    const Vector3d middle = state.pose * middle_of(scene.mover.shape);
    const auto translation = [](const Vector3d& v) { return Translation::make(v).value(); };
    const auto rotation = [](const Vector3d& origin, const Vector3d& axis, double angle) {
        return Rotation::make(origin, axis, angle).value();
    };
    if ((middle - scene.centre).norm() > scene.reach) return flight(chance, scene, state);
    if (state.zeros >= 20 && !state.near.empty()) {
        return {MoveKind::outward, translation(0.3 * size * outward_direction(state.near))};
    }
    MoveKind kind = static_cast<MoveKind>(chance.integer(0, move_kinds - 2));
    const bool touching = state.last_hit.has_value();
    const bool of_contact = kind == MoveKind::push || kind == MoveKind::slide ||
                            kind == MoveKind::about_contact || kind == MoveKind::roll ||
                            kind == MoveKind::spin;
    if (of_contact && !touching) kind = MoveKind::flight;
    const Vector3d normal = touching ? state.last_hit->contact.normal : Vector3d::UnitZ().eval();
    const Vector3d point = touching ? state.last_hit->contact.point : middle;
    switch (kind) {
        case MoveKind::push: {
            const Vector3d aside = chance.one_in(2) ? 0.1 * chance.direction() : Vector3d(0, 0, 0);
            return {kind, translation(size * chance.magnitude(1e-9, 1) * (aside - normal))};
        }
        case MoveKind::slide: {
            Vector3d tangent = random_across(chance, normal);
            if (chance.one_in(3)) tangent -= chance.magnitude(1e-12, 1e-2) * normal;
            return {kind, translation(size * chance.magnitude(1e-6, 2) * tangent)};
        }
        case MoveKind::about_contact:
            return {kind, rotation(point, chance.direction(), any_turn(chance))};
        case MoveKind::roll: {
            Vector3d axis = contact_edge(scene, state);
            if (axis.norm() == 0) axis = random_across(chance, normal);
            return {kind, rotation(point, axis, any_turn(chance))};
        }
        case MoveKind::spin:
            return {kind, rotation(point, normal, any_turn(chance))};
        case MoveKind::about_body:
            return {kind, rotation(middle + size * chance.real(0, 3) * chance.direction(),
                                   chance.odd_direction(), any_turn(chance))};
        case MoveKind::far_axis: {
            const Vector3d axis = chance.direction();
            const double away = chance.magnitude(1e2, 1e6) * size;
            return {kind, rotation(middle + away * random_across(chance, axis), axis,
                                   chance.sign() * chance.magnitude(1e-6, 2) * size / away)};
        }
        case MoveKind::tiny: {
            const double little = chance.magnitude(1e-12, 1e-8);
            if (chance.one_in(2)) return {kind, translation(little * size * chance.direction())};
            return {kind, rotation(chance.one_in(2) ? point : middle, chance.direction(), little)};
        }
        case MoveKind::screw: {
            const double advance = size * chance.sign() * chance.magnitude(1e-6, 1);
            const double away = chance.one_in(4) ? chance.magnitude(10, 1e5) : chance.real(0, 2);
            const Vector3d off = size * away * chance.direction();
            const double turns = chance.one_in(4) ? chance.real(1, 3) : 1;  // several at times
            return {kind, Screw::make((chance.one_in(2) ? point : middle) + off,
                                      touching && chance.one_in(2) ? normal : chance.direction(),
                                      turns * any_turn(chance) / std::max(1.0, away), advance)
                              .value()};
        }
        case MoveKind::random:
            return {kind, translation(size * chance.magnitude(1e-4, 3) * chance.odd_direction())};
        default:
            return flight(chance, scene, state);
    }
}

}  // namespace swept::oracle
