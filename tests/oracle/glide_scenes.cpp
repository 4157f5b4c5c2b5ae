#include "tests/oracle/glide_scenes.h"
#include "swept/solids.h"

namespace swept::oracle {

Mesh quad_torus(int rings, int sides, double major, double minor) {
    Mesh mesh;
    for (int i = 0; i < rings; ++i) {
        const double around = 2 * std::numbers::pi * i / rings;
        for (int k = 0; k < sides; ++k) {
            const double tube = 2 * std::numbers::pi * k / sides;
            const double r = major + minor * std::cos(tube);
            mesh.add_vertex({r * std::cos(around), r * std::sin(around), minor * std::sin(tube)});
        }
    }
    const auto at = [&](int i, int k) {
        return static_cast<std::uint32_t>((i % rings) * sides + k % sides);
    };
    for (int i = 0; i < rings; ++i) {
        for (int k = 0; k < sides; ++k) {
            mesh.add_polygon({at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)});
        }
    }
    return mesh;
}

Mesh u_shape(double thickness, double height) {
    const double t = thickness;
    return prism_over({{-1, -1},
                       {1, -1},
                       {1, 1},
                       {1 - t, 1},
                       {1 - t, -1 + t},
                       {-1 + t, -1 + t},
                       {-1 + t, 1},
                       {-1, 1}},
                      height);
}

Mesh fan_of_sheets() {
    Mesh mesh;
    mesh.vertices = {{0, 0, -1},      {0, 0, 1},      {1, 0, -1},       {1, 0, 1},
                     {-0.5, 0.9, -1}, {-0.5, 0.9, 1}, {-0.6, -0.8, -1}, {-0.6, -0.8, 1}};
    mesh.add_polygon({0, 2, 3, 1});
    mesh.add_polygon({0, 4, 5, 1});
    mesh.add_polygon({0, 6, 7, 1});
    return mesh;
}

namespace scenes {

Mesh glide_mesh(SceneChance& chance, GlideFamily family) {
    switch (family) {
        case GlideFamily::box:
            return make_box({chance.real(0.3, 2), chance.real(0.3, 2), chance.real(0.3, 2)})
                .value();
        case GlideFamily::car:
            return make_car(2, 1, 0.7).value();
        case GlideFamily::torus: {
            const int rings = chance.integer(5, 9), sides = chance.integer(3, 5);
            const double minor = chance.real(0.15, 0.4);
            return chance.one_in(2) ? quad_torus(rings, sides, 0.8, minor)
                                    : make_torus(rings, sides, 0.8, minor).value();
        }
        case GlideFamily::gear: {
            GearOptions options;
            options.teeth = chance.integer(4, 7);
            options.flank_points = 2;
            options.bore = chance.one_in(2) ? 0 : 1;
            const double size = 2.0 / (options.teeth + 2);
            return scaled(make_gear(options).value(), {size, size, chance.real(0.1, 0.3)});
        }
        case GlideFamily::sphere:
            return make_sphere(1, chance.integer(2, 4), chance.integer(3, 6)).value();
        case GlideFamily::sheet:
            switch (chance.integer(0, 4)) {
                case 0:
                    return soup(chance, chance.integer(2, 8));
                case 1:
                    return fan_of_sheets();
                case 2:
                    return saddle(2, chance.real(0, 1), false);
                case 3:
                    return regular_polygon(chance.integer(3, 7));
                default:
                    return some_faces(chance, concave_mesh(chance).mesh);
            }
        case GlideFamily::points:
            return point_set(chance, chance.integer(1, 6));
        case GlideFamily::concave:
            break;
    }
    switch (chance.integer(0, 5)) {
        case 0:
            return u_shape(chance.real(0.2, 0.7), chance.real(0.2, 2));
        case 1:
            return quad_torus(4, 3, 0.7, 0.3);
        case 2:
            return folded_mesh(chance).mesh;
        default:
            return concave_mesh(chance).mesh;
    }
}

GlideFamily glide_family(SceneChance& chance) {
    constexpr GlideFamily often[] = {
        GlideFamily::box,     GlideFamily::box,     GlideFamily::box,     GlideFamily::car,
        GlideFamily::car,     GlideFamily::torus,   GlideFamily::torus,   GlideFamily::gear,
        GlideFamily::gear,    GlideFamily::concave, GlideFamily::concave, GlideFamily::concave,
        GlideFamily::concave, GlideFamily::sphere,  GlideFamily::sheet,   GlideFamily::sheet};
    return chance.one_in(40) ? GlideFamily::points : chance.any_of(often);
}

NamedShape glide_shape(SceneChance& chance, double scale) {
    for (;;) {
        const GlideFamily family = glide_family(chance);
        Mesh mesh = glide_mesh(chance, family);
        for (Vector3d& v : mesh.vertices) v *= scale;
        if (only_close_corners || chance.one_in(10)) add_close_corners(chance, mesh);
        BuildOptions options;
        // Open shapes that collide with their front only, and solids that do so with both sides.
        if (chance.one_in(12)) options.sides = Sides::front;
        if (chance.one_in(16)) options.sides = Sides::both;
        if (auto shape = Polyhedron::build(mesh, options)) {
            return {name_of(family), std::move(*shape)};
        }
    }
}

double glide_angle(SceneChance& chance) {
    switch (chance.integer(0, 5)) {
        case 0:
            return 0;
        case 1:
            return chance.sign() * chance.magnitude(1e-9, 1e-2);
        case 2:
            return chance.sign() * chance.real(2, 3.13);
        default:
            return chance.sign() * chance.real(0.01, 1.2);
    }
}

GlideCase random_glide(SceneChance& chance) {
    const double scale = chance.magnitude(1e-2, 1e2);
    const double other =
        scale * (chance.one_in(4) ? chance.magnitude(0.1, 10) : chance.magnitude(0.6, 1.6));
    GlideCase c{glide_shape(chance, scale), glide_shape(chance, other), {}, {}, {}, {}, true};
    const double ra = radius_of(c.a.shape), rb = radius_of(c.b.shape), sum = ra + rb;
    const double far = chance.one_in(6) ? scale * chance.magnitude(1e2, 1e6) : 0;
    const Vector3d place = far * chance.direction() + sum * chance.in_cube(1);
    c.b_from = Pose::make(place - middle_of(c.b.shape), chance.rotation()).value();
    const Vector3d middle_b = c.b_from * middle_of(c.b.shape);
    const Vector3d side = chance.odd_direction();
    const double away = sum * chance.real(0.3, 1.5);
    const Eigen::Quaterniond turn = chance.rotation();
    c.a_from = Pose::make(middle_b + away * side - turn * middle_of(c.a.shape), turn).value();
    const Vector3d middle_a = c.a_from * middle_of(c.a.shape);
    c.b_to = c.b_from;
    c.a_to = c.a_from;
    const int kind = chance.integer(0, 9);
    if (kind == 0) {  // about an axis through one of the bodies or near
        const Vector3d through = (chance.one_in(2) ? middle_a : middle_b) +
                                 sum * chance.real(0, 0.4) * chance.direction();
        c.a_to = screwed(
            c.a_from, through, chance.odd_direction(), glide_angle(chance),
            chance.one_in(2) ? Vector3d::Zero().eval() : Vector3d(sum * chance.in_cube(0.4)));
        return c;
    }
    if (kind == 1) {  // about a corner, or about an edge
        const Polyhedron& shape = chance.one_in(2) ? c.a.shape : c.b.shape;
        const Pose& pose = &shape == &c.a.shape ? c.a_from : c.b_from;
        const Vector3d p = pose * any_vertex(chance, shape), q = pose * any_vertex(chance, shape);
        const Vector3d axis = (q - p).norm() > 0.01 * sum / 1e3 && chance.one_in(2)
                                  ? (q - p).normalized()
                                  : chance.odd_direction();
        c.a_to = screwed(c.a_from, p, axis, glide_angle(chance), Vector3d::Zero());
        return c;
    }
    // Past the other or through it: how far aside decides whether they meet.
    const Vector3d aside = sum * chance.real(0, 1.3) * random_across(chance, side);
    const Vector3d goal = middle_b + aside - sum * chance.real(-0.5, 1) * side;
    if (kind == 2) {  // about an axis far away
        const Vector3d way = goal - middle_a;
        const double angle = chance.sign() * chance.magnitude(1e-8, 1);
        const Vector3d axis = random_across(chance, way);
        const Vector3d through = middle_a + way / 2 + axis.cross(way) / (2 * std::tan(angle / 2));
        c.a_to = screwed(c.a_from, through, axis, angle, Vector3d::Zero());
        return c;
    }
    if (kind <= 4) {  // only the other moves
        c.b_to = stepped(chance, c.b.shape, c.b_from, middle_b + (middle_a - goal));
        return c;
    }
    if (kind <= 6) {  // straight on, both or one
        c.a_to = Pose::make(c.a_from.translation() + goal - middle_a, c.a_from.rotation()).value();
        if (chance.one_in(2)) {
            const Vector3d drift = sum * chance.in_cube(0.5);
            c.a_to = Pose::make(c.a_to.translation() + drift, c.a_to.rotation()).value();
            c.b_to = Pose::make(c.b_from.translation() + drift, c.b_from.rotation()).value();
        }
        return c;
    }
    c.a_to = stepped(chance, c.a.shape, c.a_from, goal);
    if (kind == 7) {  // both of them
        c.b_to = stepped(chance, c.b.shape, c.b_from, middle_b + sum * chance.in_cube(0.5));
    }
    return c;
}

NamedShape quarters_shape(SceneChance& chance) {
    const auto length = [&] { return chance.integer(1, 6) / 2.0; };
    Mesh mesh;
    switch (chance.integer(0, 4)) {
        case 0:
            mesh = make_stairs(chance.integer(2, 3), 0.5, 0.25, length()).value();
            break;
        case 1:
            mesh = l_shape(chance.integer(1, 3) / 2.0, length());
            break;
        default:
            mesh = make_box({length(), length(), length()}).value();
    }
    BuildOptions options;
    if (chance.one_in(10)) options.sides = Sides::both;
    return {"aligned", Polyhedron::build(mesh, options).value()};
}

GlideCase aligned_glide(SceneChance& chance) {
    GlideCase c{quarters_shape(chance), quarters_shape(chance), {}, {}, {}, {}, false};
    const auto quarters = [&](int reach) {
        const int x = chance.integer(-reach, reach), y = chance.integer(-reach, reach),
                  z = chance.integer(-reach, reach);
        return Vector3d(x / 4.0, y / 4.0, z / 4.0);
    };
    const int axis = chance.integer(0, 2);
    Vector3d from = quarters(6);
    from[axis] = chance.sign() * 0.25 * chance.integer(8, 16);
    c.a_from = Pose::make(from).value();
    c.b_from = c.b_to = Pose::make(Vector3d::Zero()).value();
    Vector3d way = Vector3d::Zero();
    way[axis] = -2 * from[axis];
    switch (chance.integer(0, 3)) {
        case 0:
            c.a_to = Pose::make(from + way).value();
            break;
        case 1:
            c.a_to = Pose::make(from + way + quarters(4)).value();
            break;
        case 2:  // the other one comes, too
            c.a_to = Pose::make(from + way / 2).value();
            c.b_to = Pose::make(-way / 2).value();
            break;
        default: {
            const int about = chance.integer(0, 2);
            const double angle =
                chance.sign() * (chance.one_in(2) ? std::numbers::pi / 2 : chance.real(0.1, 3));
            c.a_to = screwed(c.a_from, quarters(4), Vector3d::Unit(about), angle,
                             chance.one_in(2)
                                 ? Vector3d::Zero().eval()
                                 : Vector3d(0.25 * chance.integer(-8, 8) * Vector3d::Unit(about)));
        }
    }
    return c;
}

}  // namespace scenes

}  // namespace swept::oracle
