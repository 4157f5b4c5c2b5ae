#include "tests/oracle/sweep_scenes.h"
#include "swept/solids.h"

namespace swept::oracle {

Eigen::Quaterniond SceneChance::rotation() {
    const int kind = integer(0, 3);
    if (kind == 0) return Eigen::Quaterniond::Identity();
    if (kind == 1) {  // nearly upright
        return Eigen::Quaterniond(Eigen::AngleAxisd(magnitude(1e-12, 1e-1), direction()));
    }
    return Eigen::Quaterniond(Eigen::AngleAxisd(real(0, 2 * std::numbers::pi), direction()));
}

Mesh hull_mesh(const std::vector<Vector3d>& points) {
    Mesh mesh;
    mesh.vertices = points;
    const auto n = static_cast<std::uint32_t>(points.size());
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = 0; j < n; ++j) {
            for (std::uint32_t k = i + 1; k < n; ++k) {
                if (i >= j || j == k) continue;
                const Vector3d normal = (points[j] - points[i]).cross(points[k] - points[i]);
                bool outside = true;
                for (std::uint32_t m = 0; m < n && outside; ++m) {
                    if (m == i || m == j || m == k) continue;
                    outside = normal.dot(points[m] - points[i]) < 0;
                }
                if (outside) mesh.add_polygon({i, j, k});
            }
        }
    }
    return mesh;
}

Mesh prism_over(const std::vector<Eigen::Vector2d>& outline, double height) {
    Mesh mesh;
    const auto n = static_cast<std::uint32_t>(outline.size());
    std::vector<std::uint32_t> bottom, top;
    for (const double z : {-height / 2, height / 2}) {
        for (const Eigen::Vector2d& p : outline) mesh.add_vertex({p[0], p[1], z});
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        bottom.push_back(n - 1 - i);
        top.push_back(n + i);
    }
    mesh.add_polygon(bottom);
    mesh.add_polygon(top);
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t k = (i + 1) % n;
        mesh.add_polygon({i, k, n + k, n + i});
    }
    return mesh;
}

Mesh star_prism(int spikes, double inner, double height) {
    std::vector<Eigen::Vector2d> outline;
    for (int i = 0; i < 2 * spikes; ++i) {
        const double angle = std::numbers::pi * i / spikes, r = i % 2 == 0 ? 1 : inner;
        outline.emplace_back(r * std::cos(angle), r * std::sin(angle));
    }
    return prism_over(outline, height);
}

Mesh knife(double angle, double length) {
    const double half = std::tan(angle / 2);
    Mesh mesh;
    for (const double y : {-length / 2, length / 2}) {
        mesh.add_vertex({0, y, 0});
        mesh.add_vertex({-half, y, 1});
        mesh.add_vertex({half, y, 1});
    }
    mesh.add_polygon({0, 2, 1});
    mesh.add_polygon({3, 4, 5});
    mesh.add_polygon({0, 1, 4, 3});
    mesh.add_polygon({0, 3, 5, 2});
    mesh.add_polygon({1, 2, 5, 4});
    return mesh;
}

Mesh saddle(int n, double bend, bool closed) {
    Mesh mesh;
    const auto side = static_cast<std::uint32_t>(n + 1);
    const auto at = [&](std::uint32_t i, std::uint32_t k) { return i * side + k; };
    for (std::uint32_t i = 0; i < side; ++i) {
        for (std::uint32_t k = 0; k < side; ++k) {
            const double x = 2.0 * i / n - 1, y = 2.0 * k / n - 1;
            mesh.add_vertex({x, y, bend * (x * x - y * y)});
        }
    }
    for (std::uint32_t i = 0; i + 1 < side; ++i) {
        for (std::uint32_t k = 0; k + 1 < side; ++k) {
            mesh.add_polygon({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
            mesh.add_polygon({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
        }
    }
    if (!closed) return mesh;
    const std::uint32_t bottom = mesh.add_vertex({0, 0, -bend - 1});
    for (std::uint32_t i = 0; i + 1 < side; ++i) {
        const std::uint32_t last = side - 1;
        mesh.add_polygon({bottom, at(i + 1, 0), at(i, 0)});
        mesh.add_polygon({bottom, at(i, last), at(i + 1, last)});
        mesh.add_polygon({bottom, at(0, i), at(0, i + 1)});
        mesh.add_polygon({bottom, at(last, i + 1), at(last, i)});
    }
    return mesh;
}

Mesh roof(double length, double slope) {
    Mesh mesh;
    for (const double x : {-length / 2, length / 2}) {
        mesh.add_vertex({x, 0, 0});
        mesh.add_vertex({x, -1, -slope});
        mesh.add_vertex({x, 1, -slope});
    }
    mesh.add_polygon({0, 2, 1});
    mesh.add_polygon({3, 4, 5});
    mesh.add_polygon({0, 1, 4, 3});
    mesh.add_polygon({0, 3, 5, 2});
    mesh.add_polygon({1, 2, 5, 4});
    return mesh;
}

Mesh soup(SceneChance& chance, int triangles) {
    Mesh mesh;
    for (int i = 0; i < triangles; ++i) {
        const Vector3d centre = chance.in_cube(0.8);
        std::array<std::uint32_t, 3> corners{};
        for (std::uint32_t& c : corners) {
            c = mesh.add_vertex(centre + chance.in_cube(chance.one_in(3) ? 0.05 : 0.6));
        }
        mesh.add_polygon(corners);
    }
    return mesh;
}

Mesh regular_polygon(int corners) {
    Mesh mesh;
    std::vector<std::uint32_t> polygon;
    for (int i = 0; i < corners; ++i) {
        const double angle = 2 * std::numbers::pi * i / corners;
        polygon.push_back(mesh.add_vertex({std::cos(angle), std::sin(angle), 0}));
    }
    mesh.add_polygon(polygon);
    return mesh;
}

Mesh some_faces(SceneChance& chance, const Mesh& mesh) {
    Mesh part;
    part.vertices = mesh.vertices;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const bool last_chance = i + 1 == mesh.polygon_count() && part.polygon_ends.empty();
        if (last_chance || chance.one_in(2)) part.add_polygon(mesh.polygon(i));
    }
    return part;
}

NamedMesh convex_mesh(SceneChance& chance) {
    switch (chance.integer(0, 4)) {
        case 0:
            return {"tetrahedron", random_hull(chance, 4)};
        case 1:
            return {"hull", random_hull(chance, chance.integer(5, 14))};
        case 2:
            return {
                "box",
                make_box({chance.real(0.2, 2), chance.real(0.2, 2), chance.real(0.2, 2)}).value()};
        case 3:
            return {"prism", make_prism(chance.integer(3, 8), 1, chance.real(0.2, 2)).value()};
        default:
            return {"car", make_car(2, 1, 0.7).value()};
    }
}

NamedMesh concave_mesh(SceneChance& chance) {
    switch (chance.integer(0, 4)) {
        case 0:
            return {"L", l_shape(chance.real(0.1, 0.9), chance.real(0.1, 2))};
        case 1:
            return {"star",
                    star_prism(chance.integer(3, 6), chance.real(0.2, 0.8), chance.real(0.1, 1))};
        case 2: {
            RoomOptions options;
            options.doors = chance.integer(0, 2);
            return {"room", scaled(make_room(options).value(), Vector3d::Constant(0.3))};
        }
        case 3:
            return {"stairs", make_stairs(chance.integer(2, 5), 0.3, 0.25, 1).value()};
        default:
            return {"saddle", saddle(2, chance.real(0.1, 1), true)};
    }
}

NamedMesh thin_mesh(SceneChance& chance) {
    const double small = chance.magnitude(1e-5, 1e-2);
    switch (chance.integer(0, 3)) {
        case 0:
            return {"needle", scaled(random_hull(chance, 4), {small, small, 1})};
        case 1:
            return {"knife", knife(std::numbers::pi / 180, 2)};
        case 2:
            return {"plate", make_box({2, 2, small}).value()};
        default:
            return {"rod", make_prism(3, small, 2).value()};
    }
}

Mesh inside_out(const Mesh& mesh) {
    Mesh turned;
    turned.vertices = mesh.vertices;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto polygon = mesh.polygon(i);
        turned.add_polygon(std::vector<std::uint32_t>(polygon.rbegin(), polygon.rend()));
    }
    return turned;
}

Mesh side_by_side(Mesh mesh, const Mesh& other, const Vector3d& shift) {
    const auto before = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vector3d& v : other.vertices) mesh.add_vertex(v + shift);
    for (std::size_t i = 0; i < other.polygon_count(); ++i) {
        std::vector<std::uint32_t> polygon;
        for (const std::uint32_t v : other.polygon(i)) polygon.push_back(before + v);
        mesh.add_polygon(polygon);
    }
    return mesh;
}

namespace {

/// A closed tube around a closed curve: `at` gives the curve's points for 0 to 1.
template <class Curve>
Mesh tube_around(const Curve& at, int rings, int corners, double radius) {
    Mesh mesh;
    const auto n = static_cast<std::uint32_t>(rings), m = static_cast<std::uint32_t>(corners);
    for (int i = 0; i < rings; ++i) {
        const Vector3d here = at(static_cast<double>(i) / rings);
        const Vector3d along =
            at((i + 0.5) / rings) - at((i - 0.5) / rings);  // level: no tube is upright
        const Vector3d across = along.cross(Vector3d::UnitZ()).normalized();
        const Vector3d up = across.cross(along).normalized();
        for (int k = 0; k < corners; ++k) {
            const double angle = 2 * std::numbers::pi * k / corners;
            mesh.add_vertex(here + radius * (std::cos(angle) * across + std::sin(angle) * up));
        }
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t k = 0; k < m; ++k) {
            const std::uint32_t a = i * m + k, b = i * m + (k + 1) % m;
            const std::uint32_t c = (i + 1) % n * m + (k + 1) % m, d = (i + 1) % n * m + k;
            mesh.add_polygon({a, b, c});
            mesh.add_polygon({a, c, d});
        }
    }
    return mesh;
}

}  // namespace

NamedMesh folded_mesh(SceneChance& chance) {
    switch (chance.integer(0, 5)) {
        case 0: {
            Mesh mesh = chance.one_in(2) ? random_hull(chance, chance.integer(5, 12))
                                         : saddle(2, chance.real(0.1, 1), true);
            const int pulled = chance.integer(1, 2);
            for (int i = 0; i < pulled; ++i) {
                Vector3d& v = mesh.vertices[static_cast<std::size_t>(
                    chance.integer(0, static_cast<int>(mesh.vertices.size()) - 1))];
                v = -chance.real(0.8, 2) * v + 0.2 * chance.direction();
            }
            return {"pulled through", mesh};
        }
        case 1: {
            const double height = chance.real(0, 0.3), thick = chance.real(0.1, 0.5);
            const auto eight = [&](double t) {
                const double angle = 2 * std::numbers::pi * (t + 0.01);
                return Vector3d(std::sin(angle), 0.7 * std::sin(2 * angle),
                                height * std::cos(angle));
            };
            const int rings = chance.integer(8, 12), corners = chance.integer(3, 4);
            return {"eight", tube_around(eight, rings, corners, thick)};
        }
        case 2: {
            const double wide = chance.real(0.1, 0.6), thick = chance.real(0.4, 1);
            const auto round = [&](double t) {
                const double angle = 2 * std::numbers::pi * t;
                return Vector3d(wide * std::cos(angle), wide * std::sin(angle), 0);
            };
            const int rings = chance.integer(5, 9), corners = chance.integer(3, 6);
            return {"thick torus", tube_around(round, rings, corners, thick)};
        }
        case 3: {
            const Mesh one = convex_mesh(chance).mesh, other = convex_mesh(chance).mesh;
            return {"crossed shells",
                    side_by_side(one, inside_out(other), chance.real(0, 1) * chance.direction())};
        }
        case 4: {
            const Mesh one = convex_mesh(chance).mesh, other = concave_mesh(chance).mesh;
            return {"solids that overlap",
                    side_by_side(one, other, chance.real(0, 1) * chance.direction())};
        }
        default:
            return {"inside out", inside_out(chance.one_in(2) ? convex_mesh(chance).mesh
                                                              : concave_mesh(chance).mesh)};
    }
}

NamedMesh mesh_of_family(SceneChance& chance, ShapeFamily family) {
    switch (family) {
        case ShapeFamily::convex:
            return convex_mesh(chance);
        case ShapeFamily::concave:
            return concave_mesh(chance);
        case ShapeFamily::thin:
            return thin_mesh(chance);
        case ShapeFamily::flat:
            return flat_mesh(chance);
        case ShapeFamily::open: {
            NamedMesh whole = chance.one_in(2) ? convex_mesh(chance) : concave_mesh(chance);
            return {"open " + whole.name, some_faces(chance, whole.mesh)};
        }
        case ShapeFamily::soup:
            return {"soup", soup(chance, chance.integer(2, 12))};
        case ShapeFamily::points:
            return {"points", point_set(chance, chance.one_in(2) ? 1 : chance.integer(2, 12))};
        case ShapeFamily::folded:
            return folded_mesh(chance);
        case ShapeFamily::close_corners: {
            constexpr std::array others{ShapeFamily::convex,  ShapeFamily::convex,
                                        ShapeFamily::concave, ShapeFamily::flat,
                                        ShapeFamily::open,    ShapeFamily::patch};
            NamedMesh named = mesh_of_family(chance, chance.any_of(others));
            // Turned for good: planes and edges that no axis shows.
            const Eigen::Quaterniond turn = chance.rotation();
            for (Vector3d& v : named.mesh.vertices) v = turn * v;
            return {"close corners of a " + named.name, named.mesh};
        }
        case ShapeFamily::patch:
            break;
    }
    return {"patch", saddle(chance.integer(2, 3), chance.real(0, 1), false)};
}

NamedShape random_shape(SceneChance& chance, ShapeFamily family, double scale) {
    for (;;) {
        NamedMesh named = mesh_of_family(chance, family);
        const Vector3d off = chance.one_in(8)
                                 ? Vector3d(scale * chance.magnitude(1, 1e3) * chance.direction())
                                 : Vector3d::Zero().eval();
        for (Vector3d& v : named.mesh.vertices) v = scale * v + off;
        if (family == ShapeFamily::close_corners) add_close_corners(chance, named.mesh);
        if (auto shape = Polyhedron::build(named.mesh)) return {named.name, *shape};
    }
}

Motion turn_towards(SceneChance& chance, const Vector3d& from, const Vector3d& to, double angle,
                    double overshoot, bool with_advance) {
    const Vector3d way = to - from;
    Vector3d axis = random_across(chance, way);
    if (with_advance) axis = (axis + chance.real(-1, 1) * way.normalized()).normalized();
    const double advance = way.dot(axis);
    const Vector3d across = way - advance * axis;
    const Vector3d origin = from + across / 2 + axis.cross(across) / (2 * std::tan(angle / 2));
    const double factor = std::abs(angle * overshoot) > 2 * std::numbers::pi ? 1 : overshoot;
    if (with_advance) return Screw::make(origin, axis, angle * factor, advance * factor).value();
    return Rotation::make(origin, axis, angle * factor).value();
}

Motion screw_towards(SceneChance& chance, const Vector3d& from, const Vector3d& to,
                     double overshoot) {
    const Vector3d way = to - from;
    Vector3d axis = chance.odd_direction();
    const int kind = chance.integer(0, 2);
    if (kind == 0) axis = random_across(chance, way);
    if (kind == 1) axis = (axis + chance.magnitude(1, 1e4) * way.normalized()).normalized();
    const double angle =
        chance.sign() * (chance.one_in(2) ? chance.magnitude(1e-9, 1) : chance.real(0.01, 20));
    const double advance = way.dot(axis);
    const Vector3d across = way - advance * axis;
    const Vector3d origin = from + across / 2 + axis.cross(across) / (2 * std::tan(angle / 2));
    return Screw::make(origin, axis, angle * overshoot, advance * overshoot).value();
}

std::string describe(const Motion& motion) {
    char text[128];
    if (const auto* t = std::get_if<Translation>(&motion)) return "translation " + hex(t->vector());
    if (const auto* r = std::get_if<Rotation>(&motion)) {
        std::snprintf(text, sizeof text, " angle %a (%g)", r->angle(), r->angle());
        return "rotation origin " + hex(r->origin()) + " axis " + hex(r->axis()) + text;
    }
    const Screw& s = std::get<Screw>(motion);
    std::snprintf(text, sizeof text, " angle %a (%g) advance %a", s.angle(), s.angle(),
                  s.advance());
    return "screw origin " + hex(s.origin()) + " axis " + hex(s.axis()) + text;
}

std::string describe(const NamedShape& named) {
    const Polyhedron& shape = named.shape;
    std::string text = named.name + ", " + std::to_string(shape.vertex_count()) + " vertices, " +
                       std::to_string(shape.face_count()) + " faces\n";
    if (shape.vertex_count() > 60) return text;
    for (const Vector3d& v : shape.vertices()) text += "      " + hex(v) + "\n";
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        text += "      face";
        for (const VertexIndex v : shape.corners(FaceIndex(f))) {
            text += " " + std::to_string(v.value);
        }
        text += "\n";
    }
    return text;
}

namespace scenes {

Motion aimed_motion(SceneChance& chance, const SweepCase& c) {
    const Polyhedron &mover = c.mover.shape, &obstacle = c.obstacle.shape;
    const double reach = radius_of(obstacle), size = radius_of(mover);
    const Vector3d from = c.world_from_mover * any_vertex(chance, mover);
    Vector3d target = c.world_from_obstacle *
                      (chance.one_in(2) ? any_vertex(chance, obstacle) : middle_of(obstacle));
    if (chance.one_in(3)) target += chance.real(0, 0.5) * reach * chance.direction();
    if (chance.one_in(4)) target += chance.real(0, 1) * (reach + size) * chance.direction();
    const double overshoot = chance.real(0.5, 1.7);
    const int kind = chance.integer(0, 12);
    if (kind > 9 && (target - from).norm() > 0) {
        if (kind > 10) return screw_towards(chance, from, target, overshoot);
        // Boring towards it, about itself.
        const Vector3d through = c.world_from_mover * middle_of(mover);
        const Vector3d way = target - through;
        if (way.norm() > 0) {
            return Screw::make(through + chance.real(0, 0.3) * size * chance.direction(), way,
                               chance.sign() * chance.real(0.01, 20), overshoot * way.norm())
                .value();
        }
    }
    if (kind <= 3) return Translation::make(overshoot * (target - from)).value();
    if (kind <= 5) {
        return turn_towards(chance, from, target, any_angle(chance) * 0.999, overshoot, false);
    }
    if (kind <= 7) {
        return turn_towards(chance, from, target, any_angle(chance) * 0.999, overshoot, true);
    }
    // An axis through the body, or near.
    const Vector3d pivot = c.world_from_mover * middle_of(mover) +
                           (chance.one_in(2) ? 0.3 : 3.0) * size * chance.direction();
    const Vector3d axis = chance.odd_direction();
    if (kind == 8) return Rotation::make(pivot, axis, any_angle(chance)).value();
    const double advance = (target - from).dot(axis) * chance.real(0, 1.5);
    return Screw::make(pivot, axis, any_angle(chance), advance).value();
}

}  // namespace scenes

SweepCase ridge_sweep(SceneChance& chance) {
    const double scale = chance.magnitude(1e-3, 1e3), slope = chance.real(0.2, 3);
    const auto built = [&](double length) {
        Mesh mesh = roof(length, slope);
        for (Vector3d& v : mesh.vertices) v *= scale;
        return NamedShape{"roof", Polyhedron::build(mesh).value()};
    };
    SweepCase c{built(2), built(chance.real(1, 3)), {}, {}, Translation(), {}};
    const double angle = chance.sign() * chance.magnitude(1e-12, 1e-3);
    const Eigen::Quaterniond turn =
        Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ())) *
        Eigen::Quaterniond(0, 1, 0, 0);  // upside down
    const double height = scale * chance.magnitude(1e-3, 1);
    const Vector3d aside(chance.real(-0.5, 0.5), chance.one_in(2) ? 0 : chance.real(-1e-3, 1e-3),
                         0);
    c.world_from_mover = Pose::make(Vector3d(0, 0, height) + scale * aside, turn).value();
    const double depth = height * chance.real(0.5, 1.5);
    const Vector3d pivot = c.world_from_mover.translation() + scale * chance.in_cube(0.2);
    switch (chance.integer(0, 2)) {
        case 0:
            c.motion = Translation::make({0, 0, -depth}).value();
            break;
        case 1:
            c.motion =
                Translation::make(Vector3d(0, 0, -depth) + depth * chance.in_cube(1)).value();
            break;
        default:
            c.motion = Screw::make(pivot, Vector3d::UnitZ(),
                                   chance.sign() * chance.magnitude(1e-12, 1), -depth)
                           .value();
    }
    c.options.budget = judged_budget;
    return c;
}

SweepCase random_sweep(SceneChance& chance) {
    if (chance.one_in(12)) return ridge_sweep(chance);
    const double scale = chance.magnitude(1e-3, 1e3);
    const double ratio = chance.one_in(3) ? chance.magnitude(1e-3, 1e3) : chance.magnitude(0.3, 3);
    const double other = std::clamp(scale * ratio, 1e-3, 1e3);
    SweepCase c{random_shape(chance, scenes::any_family(chance), scale),
                random_shape(chance, scenes::any_family(chance), other),
                {},
                {},
                Translation(),
                {}};
    const double far = chance.one_in(3) ? chance.magnitude(1, 1e6) : chance.real(0, 10) * scale;
    const Vector3d place = far * chance.odd_direction();
    c.world_from_obstacle =
        Pose::make(place - chance.real(0, 1) * middle_of(c.obstacle.shape), chance.rotation())
            .value();
    // From close by to some sizes away.
    const double sum = radius_of(c.mover.shape) + radius_of(c.obstacle.shape);
    const double away = sum * (chance.one_in(3) ? chance.real(0.2, 1.2) : chance.real(0.8, 3));
    const Eigen::Quaterniond turn = chance.rotation();
    const Vector3d goal =
        c.world_from_obstacle * middle_of(c.obstacle.shape) + away * chance.odd_direction();
    c.world_from_mover = Pose::make(goal - turn * middle_of(c.mover.shape), turn).value();
    if (chance.one_in(4)) {
        c.options.margin =
            Margin::at_least(chance.magnitude(1e-7, 1e-3) * std::min(scale, other)).value();
    }
    c.motion = scenes::aimed_motion(chance, c);
    c.options.budget = judged_budget;
    return c;
}

}  // namespace swept::oracle
