#include "tests/oracle/contacts_scenes.h"
#include "swept/solids.h"

namespace swept::oracle {

Mesh fine_floor(SceneChance& chance, int n, double off) {
    Mesh mesh;
    const auto side = static_cast<std::uint32_t>(n + 1);
    for (std::uint32_t i = 0; i < side; ++i) {
        for (std::uint32_t k = 0; k < side; ++k) {
            mesh.add_vertex(
                {2.0 * i / n - 1, 2.0 * k / n - 1, off == 0 ? 0 : chance.real(-off, off)});
        }
    }
    for (std::uint32_t i = 0; i + 1 < side; ++i) {
        for (std::uint32_t k = 0; k + 1 < side; ++k) {
            const std::uint32_t p = i * side + k;
            mesh.add_polygon({p, p + side, p + side + 1});
            mesh.add_polygon({p, p + side + 1, p + 1});
        }
    }
    return mesh;
}

Mesh fine_slab(SceneChance& chance, int n, double off) {
    Mesh mesh = fine_floor(chance, n, off);
    const auto side = static_cast<std::uint32_t>(n + 1), last = side - 1;
    const std::uint32_t tip = mesh.add_vertex({0, 0, -1});
    const auto at = [&](std::uint32_t i, std::uint32_t k) { return i * side + k; };
    for (std::uint32_t i = 0; i < last; ++i) {
        mesh.add_polygon({tip, at(i + 1, 0), at(i, 0)});
        mesh.add_polygon({tip, at(i, last), at(i + 1, last)});
        mesh.add_polygon({tip, at(0, i), at(0, i + 1)});
        mesh.add_polygon({tip, at(last, i + 1), at(last, i)});
    }
    return mesh;
}

namespace scenes {

NamedMesh machined_mesh(SceneChance& chance) {
    switch (chance.integer(0, 5)) {
        case 0: {
            GearOptions options;
            options.teeth = chance.integer(4, 6);
            options.flank_points = 2;
            options.bore = chance.one_in(2) ? 0 : 1;
            return {"gear", scaled(make_gear(options).value(), Vector3d::Constant(0.3))};
        }
        case 1:
            return {"brick", make_brick({1, 0.6, 0.4}, chance.real(0.02, 0.15)).value()};
        case 2:
            return {"sphere", make_sphere(1, 4, 6).value()};
        case 3:
            return {"fine slab", fine_slab(chance, chance.integer(2, 4), 0)};
        case 4:
            return {"nearly flat slab",
                    fine_slab(chance, chance.integer(2, 4), chance.magnitude(1e-16, 1e-6))};
        default:
            return {"fine floor", fine_floor(chance, chance.integer(2, 4),
                                             chance.one_in(2) ? 0 : chance.magnitude(1e-16, 1e-6))};
    }
}

NamedShape contact_shape(SceneChance& chance, const RealMeshes& real, double scale) {
    if (only_close_corners) return random_shape(chance, any_family(chance), scale);
    if (!real.empty() && chance.one_in(8)) {
        const NamedMesh& named = chance.any_of(real);
        return {named.name,
                Polyhedron::build(scaled(named.mesh, Vector3d::Constant(scale))).value()};
    }
    if (!chance.one_in(3)) return random_shape(chance, any_family(chance), scale);
    NamedMesh named = machined_mesh(chance);
    for (Vector3d& v : named.mesh.vertices) v *= scale;
    return {named.name, Polyhedron::build(named.mesh).value()};
}

NamedShape eighths_shape(SceneChance& chance) {
    const auto length = [&] { return chance.integer(1, 16) / 4.0; };
    NamedMesh named;
    switch (chance.integer(0, 5)) {
        case 0:
        case 1:
            named = {"box", make_box({length(), length(), length()}).value()};
            break;
        case 2:
            named = {"stairs", make_stairs(chance.integer(2, 5), 0.5, 0.25, length()).value()};
            break;
        case 3:
            named = {"L", l_shape(chance.integer(1, 3) / 2.0, length())};
            break;
        case 4:
            named = {"floor", scaled(fine_floor(chance, 4, 0), {2, 2, 1})};
            break;
        default:
            named = {"slab", scaled(fine_slab(chance, 4, 0), {2, 2, 1})};
    }
    return {named.name, Polyhedron::build(named.mesh).value()};
}

ContactCase aligned_case(SceneChance& chance) {
    ContactCase c{eighths_shape(chance), eighths_shape(chance), {}, {}, {}, {}};
    const Box &box_a = c.a.shape.box(), &box_b = c.b.shape.box();
    const Vector3d reach = (box_a.size() + box_b.size()) / 2;
    Vector3d offset;
    for (int i = 0; i < 3; ++i) {
        const int eighths = static_cast<int>(8 * reach[i]);
        offset[i] = box_b.centre()[i] - box_a.centre()[i] + chance.integer(-eighths, eighths) / 8.0;
    }
    const int axis = chance.one_in(3) ? chance.integer(0, 2) : 2;
    const double gap = chance.one_in(3) ? chance.magnitude(1e-13, 1) : 0;
    offset[axis] = box_b.upper[axis] - box_a.lower[axis] + gap;
    if (chance.one_in(6)) offset[axis] = box_b.lower[axis] - box_a.upper[axis] - gap;
    const Vector3d place = chance.one_in(3) ? 1024.0 * Vector3d(chance.integer(-900, 900), 0, 1)
                                            : Vector3d::Zero().eval();
    c.world_from_a = Pose::make(offset + place).value();
    c.world_from_b = Pose::make(place).value();
    return c;
}

void come_to_rest(SceneChance& chance, ContactCase& c) {
    const Vector3d from = c.world_from_a * any_vertex(chance, c.a.shape);
    const Vector3d to =
        c.world_from_b * (chance.one_in(2) ? any_vertex(chance, c.b.shape) : middle_of(c.b.shape));
    const Motion down = Translation::make(1.5 * (to - from)).value();
    const SweepResult stop = sweep({c.a.shape, c.world_from_a}, down, {c.b.shape, c.world_from_b});
    if (stop.state != State::hit) return;
    c.world_from_a = stop.end;
    const int then = chance.integer(0, 5);
    if (then == 0) {  // turned down until it stops again
        const Vector3d axis = random_across(chance, stop.contact.normal);
        const Motion tip = Rotation::make(stop.contact.point, axis, chance.real(0.01, 1)).value();
        const SweepResult again =
            sweep({c.a.shape, c.world_from_a}, tip, {c.b.shape, c.world_from_b});
        c.world_from_a = again.end;
    }
    if (then == 1) {  // slid along
        const Vector3d along = random_across(chance, stop.contact.normal);
        const Motion slide =
            Translation::make(chance.real(0, 1) * radius_of(c.a.shape) * along).value();
        c.world_from_a = sweep({c.a.shape, c.world_from_a}, slide, {c.b.shape, c.world_from_b}).end;
    }
    if (then == 2) {  // backed off
        const double size = std::min(radius_of(c.a.shape), radius_of(c.b.shape));
        const Motion back =
            Translation::make(size * chance.magnitude(1e-10, 1) * stop.contact.normal).value();
        c.world_from_a = sweep({c.a.shape, c.world_from_a}, back, {c.b.shape, c.world_from_b}).end;
    }
}

}  // namespace scenes

ContactCase random_contact_case(SceneChance& chance, const scenes::RealMeshes& real) {
    ContactCase c = [&] {
        if (!scenes::only_close_corners && chance.one_in(4)) return scenes::aligned_case(chance);
        const double scale = chance.magnitude(1e-3, 1e3);
        const double ratio =
            chance.one_in(3) ? chance.magnitude(1e-2, 1e2) : chance.magnitude(0.3, 3);
        ContactCase random{
            scenes::contact_shape(chance, real, scale),
            scenes::contact_shape(chance, real, std::clamp(scale * ratio, 1e-3, 1e3)),
            {},
            {},
            {},
            {}};
        const double far = chance.one_in(3) ? chance.magnitude(1, 1e6) : 10 * scale * chance.unit();
        const Vector3d place = far * chance.odd_direction();
        random.world_from_b =
            Pose::make(place - middle_of(random.b.shape), chance.rotation()).value();
        const double sum = radius_of(random.a.shape) + radius_of(random.b.shape);
        const double away = sum * (chance.one_in(3) ? chance.real(0.2, 1.2) : chance.real(0.8, 4));
        const Eigen::Quaterniond turn = chance.rotation();
        const bool within = chance.one_in(30);  // at times one is in the middle of the other
        const Vector3d goal = random.world_from_b * middle_of(random.b.shape) +
                              (within ? 0 : away) * chance.odd_direction();
        random.world_from_a = Pose::make(goal - turn * middle_of(random.a.shape), turn).value();
        if (!within && !chance.one_in(3)) scenes::come_to_rest(chance, random);
        return random;
    }();
    const double size = std::max(radius_of(c.a.shape), radius_of(c.b.shape));
    if (chance.one_in(2)) {
        const double least = chance.one_in(3) ? 1e-2 : 1e-10;
        c.contacts.tolerance =
            ContactTolerance::within(chance.one_in(20) ? 0 : size * chance.magnitude(least, 1))
                .value();
    }
    if (chance.one_in(2)) {
        c.distance.limit =
            DistanceLimit::at_most(chance.one_in(20) ? 0 : size * chance.magnitude(1e-6, 10))
                .value();
    }
    return c;
}

}  // namespace swept::oracle
