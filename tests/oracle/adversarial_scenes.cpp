#include "tests/oracle/adversarial_scenes.h"
#include "swept/solids.h"

namespace swept::oracle {

namespace adversarial {

Mesh slivers(SceneChance& chance, int triangles) {
    Mesh mesh;
    for (int i = 0; i < triangles; ++i) {
        const Vector3d from = chance.in_cube(1), to = chance.in_cube(1);
        const double thin = chance.magnitude(1e-12, 1e-3);
        const Vector3d near = chance.one_in(2) ? to : Vector3d(from + chance.unit() * (to - from));
        const std::uint32_t a = mesh.add_vertex(from), b = mesh.add_vertex(to);
        mesh.add_polygon({a, b, mesh.add_vertex(near + thin * chance.direction())});
    }
    return mesh;
}

NamedShape needle(SceneChance& chance) {
    const double thin = chance.magnitude(1e-7, 1e-3);
    for (;;) {
        const auto shape =
            Polyhedron::build(scaled(random_hull(chance, chance.integer(4, 7)), {thin, thin, 1}));
        if (shape) return {"needle", *shape};
    }
}

Motion from_touch(SceneChance& chance, const Vector3d& normal, const Vector3d& point) {
    const Vector3d tangent = random_across(chance, normal);
    const double way = chance.magnitude(1e-9, 3), lean = slight(chance);
    switch (chance.integer(0, 4)) {
        case 0:
            return Translation::make(way * (tangent + lean * normal)).value();
        case 1:
            return Translation::make(way * normal * chance.sign()).value();
        case 2:
            return Rotation::make(point + chance.in_cube(1), normal, any_angle(chance)).value();
        case 3:
            return Rotation::make(point + chance.in_cube(1), tangent, any_angle(chance)).value();
        default:
            return Screw::make(point + chance.in_cube(1), normal, any_angle(chance), way * lean)
                .value();
    }
}

SweepCase stacked(SceneChance& chance) {
    const Vector3d a = dyadic_sides(chance), b = dyadic_sides(chance);
    SweepCase c{built("box", make_box(a).value()),
                built("box", make_box(b).value()),
                {},
                {},
                Translation(),
                {}};
    Vector3d at(0, 0, (a[2] + b[2]) / 2);
    for (int i = 0; i < 2; ++i) {
        const int kind = chance.integer(0, 3);
        if (kind == 0) at[i] = chance.sign() * (a[i] + b[i]) / 2;  // edge over edge
        if (kind == 1) at[i] = chance.sign() * (b[i] - a[i]) / 2;  // sides flush
        if (kind == 2) at[i] = chance.real(-1, 1) * (a[i] + b[i]) / 2;
    }
    const Vector3d top(at[0] / 2, at[1] / 2, b[2] / 2);
    at[2] += chance.one_in(2) ? std::abs(slight(chance)) : 0;
    c.world_from_mover = Pose::make(at, slight_turn(chance)).value();
    c.motion = from_touch(chance, Vector3d::UnitZ(), top);
    return c;
}

SweepCase ending_at_contact(SceneChance& chance) {
    const Vector3d a = dyadic_sides(chance), b = dyadic_sides(chance);
    SweepCase c{built("box", make_box(a).value()),
                built("box", make_box(b).value()),
                {},
                {},
                Translation(),
                {}};
    const double gap = chance.integer(1, 64) * 0x1p-5;
    const Vector3d at(chance.integer(-8, 8) / 16.0, chance.integer(-8, 8) / 16.0,
                      (a[2] + b[2]) / 2 + gap);
    c.world_from_mover = Pose::make(at).value();
    const double way = gap + chance.integer(-2, 2) * 0x1p-52;
    if (chance.one_in(3)) {
        const Vector3d axis = Vector3d::UnitZ();
        c.motion = Screw::make(at, axis, any_angle(chance), -way).value();
    } else {
        const Vector3d aside(chance.integer(-8, 8) / 8.0, chance.integer(-8, 8) / 8.0, 0);
        c.motion = Translation::make(Vector3d(0, 0, -way) + aside * chance.integer(0, 1)).value();
    }
    return c;
}

SweepCase near_parallel(SceneChance& chance) {
    SweepCase c = ridge_sweep(chance);
    if (chance.one_in(2)) return c;
    const Mesh blade = knife(chance.magnitude(1e-4, 1), 2);
    c.mover = built("knife", blade);
    c.obstacle = built("knife", knife(chance.magnitude(1e-4, 1), chance.real(1, 3)));
    const double gap = chance.magnitude(1e-6, 1);
    const Eigen::Quaterniond upright = Eigen::Quaterniond(
        Eigen::AngleAxisd(chance.sign() * chance.magnitude(1e-14, 1e-3), chance.odd_direction()));
    c.world_from_mover = Pose::make({0, 0, gap}, upright).value();
    c.world_from_obstacle = Pose::make({0, 0, 0}, Eigen::Quaterniond(0, 1, 0, 0)).value();
    c.motion =
        Translation::make(gap * chance.real(0.5, 2) * Vector3d(slight(chance), 0, -1)).value();
    return c;
}

SweepCase sharp(SceneChance& chance) {
    constexpr double hundredth = std::numbers::pi / 18000;
    const double angle = hundredth * chance.magnitude(1, 100);
    const double fit = chance.one_in(2) ? 1 : chance.real(0.3, 1.5);
    SweepCase c{built("knife", knife(angle * fit, 1)),
                built("slit", slit_block(angle)),
                {},
                {},
                Translation(),
                {}};
    // The slit opens along +y of the block; the knife's edge runs along its y and widens along +z.
    const Eigen::Quaterniond down =
        Eigen::Quaterniond(Eigen::AngleAxisd(-std::numbers::pi / 2, Vector3d::UnitX()));
    const double height = chance.real(-0.5, 2);
    c.world_from_mover =
        Pose::make({slight(chance), height, 0}, slight_turn(chance) * down).value();
    const double way = chance.real(0, 2) * (height + 0.5) + 1e-9;
    c.motion =
        chance.one_in(3)
            ? Motion(Rotation::make({0, -0.5, 0}, Vector3d::UnitZ(), slight(chance) * 1e3 + 1e-9)
                         .value())
            : Motion(Translation::make({slight(chance), -way, chance.real(-1, 1)}).value());
    return c;
}

SweepCase far_off(SceneChance& chance, SweepCase c) {
    const double factor = chance.magnitude(1e-6, 1e6);
    const Vector3d off = chance.magnitude(1e-3, 1e6) * chance.odd_direction();
    const auto scaled_shape = [&](const NamedShape& named) {
        Mesh mesh;
        for (const Vector3d& v : named.shape.vertices()) mesh.add_vertex(factor * v);
        for (std::uint32_t f = 0; f < named.shape.face_count(); ++f) {
            std::vector<std::uint32_t> corners;
            for (const VertexIndex v : named.shape.corners(FaceIndex(f)))
                corners.push_back(v.value);
            mesh.add_polygon(corners);
        }
        return Polyhedron::build(mesh);
    };
    const auto mover = scaled_shape(c.mover), obstacle = scaled_shape(c.obstacle);
    if (!mover || !obstacle) return c;
    c.mover.shape = *mover;
    c.obstacle.shape = *obstacle;
    const auto placed = [&](const Pose& pose) {
        return Pose::make(factor * pose.translation() + off, pose.rotation()).value();
    };
    c.world_from_mover = placed(c.world_from_mover);
    c.world_from_obstacle = placed(c.world_from_obstacle);
    if (const auto* t = std::get_if<Translation>(&c.motion)) {
        c.motion = Translation::make(factor * t->vector()).value();
    } else if (const auto* r = std::get_if<Rotation>(&c.motion)) {
        c.motion = Rotation::make(factor * r->origin() + off, r->axis(), r->angle()).value();
    } else {
        const Screw& s = std::get<Screw>(c.motion);
        c.motion = Screw::make(factor * s.origin() + off, s.axis(), s.angle(), factor * s.advance())
                       .value();
    }
    return c;
}

SweepCase aimed(SceneChance& chance, NamedShape mover, NamedShape obstacle) {
    SweepCase c{std::move(mover), std::move(obstacle), {}, {}, Translation(), {}};
    c.world_from_obstacle = Pose::make(chance.in_cube(1), chance.rotation()).value();
    const double away =
        (radius_of(c.mover.shape) + radius_of(c.obstacle.shape)) * chance.real(0.3, 2);
    const Eigen::Quaterniond turn = chance.rotation();
    const Vector3d goal =
        c.world_from_obstacle * middle_of(c.obstacle.shape) + away * chance.odd_direction();
    c.world_from_mover = Pose::make(goal - turn * middle_of(c.mover.shape), turn).value();
    c.motion = scenes::aimed_motion(chance, c);
    return c;
}

}  // namespace adversarial

AdversarialCase adversarial_case(std::uint64_t seed, std::uint64_t number,
                                 std::optional<Trick> only) {
    SceneChance chance(seed ^ 0xad5e, number);
    const Trick trick = only.value_or(static_cast<Trick>(number % trick_count));
    const auto make = [&]() -> SweepCase {
        switch (trick) {
            case Trick::needles:
                return adversarial::aimed(
                    chance, adversarial::needle(chance),
                    chance.one_in(2) ? adversarial::needle(chance)
                                     : random_shape(chance, scenes::any_family(chance), 1));
            case Trick::slivers:
                return adversarial::aimed(
                    chance, adversarial::sliver_soup(chance),
                    chance.one_in(2) ? adversarial::sliver_soup(chance)
                                     : random_shape(chance, scenes::any_family(chance), 1));
            case Trick::parallel_edges:
                return adversarial::near_parallel(chance);
            case Trick::coincident_faces:
                return adversarial::stacked(chance);
            case Trick::sharp_edges:
                return adversarial::sharp(chance);
            case Trick::offsets:
                return adversarial::far_off(
                    chance, chance.one_in(2) ? adversarial::stacked(chance) : random_sweep(chance));
            case Trick::tangential: {
                SweepCase c = random_sweep(chance);
                return grazing(chance, std::move(c));
            }
            case Trick::close_corners: {
                const double scale = chance.magnitude(1e-3, 1e6);
                NamedShape obstacle = random_shape(chance, ShapeFamily::close_corners, scale);
                const ShapeFamily other =
                    chance.one_in(3) ? ShapeFamily::close_corners : ShapeFamily::convex;
                return adversarial::aimed(
                    chance, random_shape(chance, other, scale * chance.magnitude(1e-2, 2)),
                    std::move(obstacle));
            }
            case Trick::exact_ends:
                break;
        }
        return adversarial::ending_at_contact(chance);
    };
    AdversarialCase made{trick, make()};
    made.sweep.options.budget = judged_budget;
    return made;
}

}  // namespace swept::oracle
