#include "tests/oracle/cast_scenes.h"
#include "swept/solids.h"

namespace swept::oracle {

std::string describe(const SetCase& c) {
    std::string text = "    spheres at " + describe(c.world_from_spheres) + "\n";
    for (const Sphere& b : c.spheres.spheres()) {
        char radius[64];
        std::snprintf(radius, sizeof radius, " %a\n", b.radius);
        text += "      " + hex(b.centre) + radius;
    }
    return text + "    " + describe(c.motion) + "\n" + describe(c.options);
}

namespace scenes {

NamedMesh large_mesh(SceneChance& chance) {
    switch (chance.integer(0, 4)) {
        case 0:
            return {"fine sphere", make_sphere(1, chance.integer(5, 16), 20).value()};
        case 1:
            return {"torus", make_torus(chance.integer(6, 24), 8, 0.7, 0.3).value()};
        case 2:
            return {"gear", scaled(make_gear({.teeth = chance.integer(8, 20)}).value(),
                                   Vector3d::Constant(0.1))};
        case 3:
            return {"level", scaled(make_level({.rooms = 1,
                                                .seed = chance.integer(1, 50),
                                                .clutter = chance.integer(0, 4)})
                                        .value(),
                                    Vector3d::Constant(0.2))};
        default:
            return {"large soup", soup(chance, chance.integer(20, 300))};
    }
}

}  // namespace scenes

CastScene cast_scene(SceneChance& chance) {
    if (!scenes::only_close_corners && chance.one_in(4)) return scenes::eighths_scene(chance);
    const double scale = chance.magnitude(1e-3, 1e3);
    const NamedShape named = [&] {
        if (scenes::only_close_corners || !chance.one_in(4)) {
            return scenes::contact_shape(chance, {}, scale);
        }
        const NamedMesh large = scenes::large_mesh(chance);
        return NamedShape{large.name,
                          Polyhedron::build(scaled(large.mesh, Vector3d::Constant(scale))).value()};
    }();
    if (chance.one_in(4)) return {named, {}, false};
    const double far = chance.one_in(3) ? chance.magnitude(1, 1e6) : 10 * scale * chance.unit();
    const Vector3d place = far * chance.odd_direction() - chance.unit() * middle_of(named.shape);
    return {named, Pose::make(place, chance.rotation()).value(), false};
}

Vector3d CastChance::place_on() {
    const CastTriangle& t = chance_->any_of(shape_->triangles());
    const int kind = chance_->integer(0, 3);
    if (kind == 0) return t.corners[0];
    const double share = scene_->in_eighths ? chance_->integer(0, 4) / 4.0 : chance_->unit();
    const Vector3d on_edge = t.corners[1] + share * (t.corners[2] - t.corners[1]);
    if (kind == 1) return on_edge;
    const double other = scene_->in_eighths ? chance_->integer(0, 4) / 4.0 : chance_->unit();
    return t.corners[0] + other * (on_edge - t.corners[0]);
}

Ray CastChance::ray() {
    switch (chance_->integer(0, 15)) {
        case 0:
            return along_an_edge();
        case 1:
        case 2:
            return along_an_axis();
        case 3:
            return along_a_face();
        case 4:
            if (chance_->one_in(4)) {  // no way at all
                const Vector3d p = start();
                return Ray::between(p, p).value();
            }
            [[fallthrough]];
        default:
            break;
    }
    return towards(start(), target());
}

double CastChance::radius(const Ray& ray) {
    const int kind = chance_->integer(0, 19);
    if (kind == 0) return 0;
    if (kind == 1) return size_ * chance_->magnitude(0.3, chance_->one_in(2) ? 20 : 1);
    if (kind <= 7) return size_ * chance_->magnitude(1e-9, 1e-3);
    if (kind <= 12) return size_ * chance_->magnitude(1e-3, 0.3);
    const RayTwin twin(ray);
    const CentreWay way(twin.start(), twin.vector(), twin.until());
    return near_to(kind <= 15 ? distance_at(way, 0) : least_on(way), way);
}

double CastChance::near_to(Length distance, const CentreWay& way) {
    const Length rounding =
        32 * 0x1p-53L *
        (shape_->largest_coordinate() + way.track().start.norm() + way.track().speed);
    const int kind = chance_->integer(0, 4);
    Length near = distance;
    if (kind == 1) near += chance_->sign() * chance_->magnitude(0.1, 100) * rounding;
    if (kind == 2) near += chance_->integer(-20, 20) * rounding;
    if (kind == 3) near *= 1 - chance_->magnitude(1e-12, 0.5);
    if (kind == 4) near *= 1 + chance_->sign() * chance_->magnitude(1e-12, 1e-3);
    return std::clamp(static_cast<double>(near), 0.0, tolerance::largest_coordinate);
}

Length CastChance::distance_at(const CentreWay& way, Length fraction) const {
    Length least = unbounded;
    const LongVector x = way.at(fraction);
    for (const CastTriangle& t : shape_->triangles()) {
        if ((x - t.ball.centre).norm() - t.ball.radius >= least) continue;
        least = std::min(least, t.closest(x).distance);
    }
    return least;
}

CastCase CastChance::sphere() {
    const Ray way = ray();
    CastCase c{way, {}, options()};
    double radius = this->radius(way);
    if (chance_->one_in(5)) {  // some of it as a clearance
        const double clearance = radius * chance_->unit();
        c.options.clearance = Clearance::of(clearance).value();
        radius -= clearance;
    }
    c.radius = Radius::of(radius).value();
    return c;
}

SetCase CastChance::sphere_set() {
    const Vector3d from = start();
    const Eigen::Quaterniond turn = chance_->rotation();
    const double reach = size_ * chance_->magnitude(0.01, 1);
    std::vector<Sphere> balls;
    const int count = chance_->integer(1, 5);
    for (int i = 0; i < count; ++i) {
        balls.push_back({i == 0 ? Vector3d::Zero().eval() : chance_->in_cube(reach),
                         size_ * chance_->magnitude(1e-5, 0.2)});
    }
    const Pose pose = Pose::make(from, turn).value();
    SetCase c{SphereSet::make(balls).value(), pose, motion(from), options()};
    if (chance_->one_in(4)) {  // touching at the start
        const Vector3d centre = pose * balls[0].centre;
        const CentreWay way(centre, c.motion);
        balls[0].radius = near_to(distance_at(way, 0), way);
        c.spheres = SphereSet::make(balls).value();
    }
    if (chance_->one_in(5)) {
        c.options.clearance = Clearance::of(size_ * chance_->magnitude(1e-6, 0.1)).value();
    }
    return c;
}

Vector3d CastChance::start() {
    switch (chance_->integer(0, 6)) {
        case 0:
            return middle_ + size_ * chance_->unit() * chance_->odd_direction();
        case 1:
            return place_on();
        case 2:
            return place_on() + size_ * chance_->magnitude(1e-13, 0.3) * chance_->odd_direction();
        default:
            break;
    }
    return middle_ + size_ * chance_->real(0.8, 4) * chance_->odd_direction();
}

Ray CastChance::towards(const Vector3d& from, const Vector3d& goal) {
    const Vector3d way = goal - from;
    const int kind = chance_->integer(0, 5);
    if (kind == 0) return Ray::between(from, goal).value();
    if (kind <= 3) return Ray::between(from, from + chance_->real(0.3, 1.7) * way).value();
    const double stretch = kind == 4 ? 1 : chance_->magnitude(1e-3, 1e3);
    if ((stretch * way).isZero(0)) return Ray::between(from, goal).value();
    return Ray::towards(from, stretch * way).value();
}

Ray CastChance::along_a_face() {
    const CastTriangle& t = chance_->any_of(shape_->triangles());
    const Vector3d p = t.corners[1] - t.corners[0], q = t.corners[2] - t.corners[0];
    const auto in_plane = [&] {
        const int i = chance_->integer(-8, 12), k = chance_->integer(-8, 12);
        const bool near = scene_->in_eighths || chance_->one_in(3);
        const double off = near ? 0 : size_ * chance_->magnitude(1e-15, 1e-3);
        return Vector3d(t.corners[0] + i / 4.0 * p + k / 4.0 * q + off * chance_->direction());
    };
    const Vector3d from = in_plane();
    return towards(from, in_plane());
}

Motion CastChance::motion(const Vector3d& from) {
    const Vector3d goal = target();
    const double overshoot = chance_->real(0.5, 1.5);
    const int kind = chance_->integer(0, 7);
    if ((goal - from).norm() > 0 && kind <= 5) {
        if (kind == 0) return Translation::make(overshoot * (goal - from)).value();
        if (kind <= 3) {
            return turn_towards(*chance_, from, goal, any_angle(*chance_) * 0.999, overshoot,
                                kind == 3);
        }
        return screw_towards(*chance_, from, goal, overshoot);
    }
    const Vector3d pivot = from + size_ * chance_->real(0, 1.5) * chance_->direction();
    const Vector3d axis = chance_->odd_direction();
    if (kind == 6) return Rotation::make(pivot, axis, any_angle(*chance_)).value();
    return Screw::make(pivot, axis, chance_->sign() * chance_->real(0.1, 15),
                       size_ * chance_->real(-2, 2))
        .value();
}

}  // namespace swept::oracle
