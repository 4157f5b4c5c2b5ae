// Racing cars on a ring of road, one of them broken down: they run into it, into each other and
// into the barriers, often at several places at once. All of a step's collisions of two bodies are
// answered together, by impact.h; and cars only go where a sweep proves their way free.

#include <swept/dynamics/impact.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace {

using Eigen::Vector3d;
using swept::ImpactBody;

constexpr double step = 1.0 / 60, road_radius = 60, road_width = 14;
constexpr int laps_of_clock = 8 * 60;  // eight seconds

/// The value, or the end of the program with the reason why there is none.
template <class Value>
Value must(swept::Result<Value> result) {
    if (result) return std::move(*result);
    (void)std::fprintf(stderr, "cars: %s\n", result.error().message().c_str());
    std::exit(1);
}

swept::Pose placed(double radius, double angle, double heading, double height) {
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(heading, Vector3d::UnitZ()));
    return must(
        swept::Pose::make({radius * std::cos(angle), radius * std::sin(angle), height}, turn));
}

struct Car {
    ImpactBody body;
    double wanted = 0;  ///< speed, metres per second
    double gone = 0;    ///< metres
};

/// What happened so far.
struct Tally {
    int with_cars = 0, with_barriers = 0, at_several_places = 0;
    double worst_momentum = 0;  ///< changes, as shares
    double worst_energy = 0;
    int overlaps = 0;
};

/// Barriers on both sides of the road, in straight pieces.
std::vector<ImpactBody> barriers() {
    std::vector<ImpactBody> made;
    constexpr int pieces = 48;
    for (const double radius : {road_radius - road_width / 2, road_radius + road_width / 2}) {
        const double length = 2 * std::numbers::pi * radius / pieces + 0.3;
        const auto shape = must(swept::Polyhedron::build(must(swept::make_box({0.5, length, 1}))));
        for (int i = 0; i < pieces; ++i) {
            const double angle = 2 * std::numbers::pi * i / pieces;
            made.push_back({.shape = shape,
                            .world_from_body = placed(radius, angle, angle, 0.5),
                            .friction = 0.2});
        }
    }
    return made;
}

std::vector<Car> cars_at_the_start() {
    const auto shape = must(swept::Polyhedron::build(must(swept::make_car(4.2, 1.8, 1.4))));
    const auto mass = must(swept::mass_properties(shape, 1)).with_mass(1200);
    std::vector<Car> made;
    for (int i = 0; i < 7; ++i) {
        // Two lanes; the last one stands across the road, a third of a circle ahead.
        const bool broken = i == 6;
        const double angle = broken ? 2 : -0.12 * i, lane = broken ? 0 : i % 2 == 0 ? -1.6 : 1.6;
        Car& car = made.emplace_back(Car{.body = {.shape = shape}});
        car.body.world_from_body =
            placed(road_radius + lane, angle, angle + (broken ? 0.4 : std::numbers::pi / 2), 0.1);
        car.body.mass = mass;
        car.body.restitution = 0.2;
        car.body.friction = 0.3;
        car.wanted = broken ? 0 : 20 + 1.5 * i;  // those behind are faster
        car.body.twist.velocity =
            car.wanted * (car.body.world_from_body.rotation() * Vector3d::UnitX());
    }
    return made;
}

Vector3d centre_of(const ImpactBody& body) {
    return body.world_from_body * body.mass->centre;
}

/// Steers along the road and towards its middle, as far as the tyres hold.
void drive(Car& car) {
    constexpr double grip = 15;  // metres per second squared
    swept::Twist& twist = car.body.twist;
    const Vector3d place = centre_of(car.body);
    const Vector3d outward = Vector3d(place.x(), place.y(), 0).normalized();
    const Vector3d along(-outward.y(), outward.x(), 0);
    const double off = std::hypot(place.x(), place.y()) - road_radius;
    const Vector3d aim = (along - std::clamp(0.06 * off, -0.5, 0.5) * outward).normalized();
    const Vector3d nose = car.body.world_from_body.rotation() * Vector3d::UnitX();
    const double error = std::atan2(nose.cross(aim).z(), nose.dot(aim));
    const Vector3d wanted = car.wanted * nose;
    const Vector3d change = wanted - twist.velocity;
    twist.velocity += std::min(1.0, grip * step / std::max(change.norm(), 1e-9)) * change;
    const double turn = car.wanted == 0 ? 0 : car.wanted / road_radius + 3 * error;
    const double more = turn - twist.angular_velocity.z();
    twist.angular_velocity.z() += std::clamp(more, -10 * step, 10 * step);
}

/// Momentum and angular momentum, in six numbers, and energy of two bodies.
struct Sums {
    Eigen::Matrix<double, 6, 1> momenta = Eigen::Matrix<double, 6, 1>::Zero();
    double energy = 0;

    void add(const ImpactBody& body, const swept::Pose& pose, const swept::Twist& twist) {
        if (!body.mass) return;
        const Eigen::Matrix3d turn = pose.rotation_matrix();
        const Vector3d spin = turn * body.mass->inertia * turn.transpose() * twist.angular_velocity;
        const Vector3d p = body.mass->mass * twist.velocity;
        momenta.head<3>() += p;
        momenta.tail<3>() += (pose * body.mass->centre).cross(p) + spin;
        energy += (p.dot(twist.velocity) + spin.dot(twist.angular_velocity)) / 2;
    }
};

void check(const ImpactBody& a, const ImpactBody& b, const swept::ImpactResult& hit, Tally& tally) {
    Sums before, after;
    before.add(a, hit.world_from_a, a.twist);
    before.add(b, hit.world_from_b, b.twist);
    after.add(a, hit.world_from_a, hit.a);
    after.add(b, hit.world_from_b, hit.b);
    const double size = 1200 * 30 * road_radius;  // what the sums are made of
    if (a.mass && b.mass) {
        tally.worst_momentum =
            std::max(tally.worst_momentum, (after.momenta - before.momenta).norm() / size);
    }
    tally.worst_energy = std::max(tally.worst_energy, after.energy / before.energy - 1);
}

/// The ground holds cars upright and down.
swept::Twist on_the_ground(swept::Twist twist) {
    twist.velocity.z() = 0;
    twist.angular_velocity.x() = twist.angular_velocity.y() = 0;
    return twist;
}

/// The first of all impacts within a time that has an impulse.
struct Event {
    std::size_t a = 0, b = 0;  ///< b counts on from the cars to the barriers
    swept::ImpactResult hit;
};
std::optional<Event> first_impact(const std::vector<Car>& cars,
                                  const std::vector<ImpactBody>& barriers, double time) {
    std::optional<Event> first;
    for (std::size_t i = 0; i < cars.size(); ++i) {
        for (std::size_t k = i + 1; k < cars.size() + barriers.size(); ++k) {
            const ImpactBody& a = cars[i].body;
            const ImpactBody& b = k < cars.size() ? cars[k].body : barriers[k - cars.size()];
            const Vector3d way = a.world_from_body.translation() - b.world_from_body.translation();
            if (way.norm() > a.shape.extent() + b.shape.extent() + 1) continue;
            auto hit = must(swept::impact(a, b, time));
            const bool pushes = std::ranges::any_of(
                hit.impacts, [](const swept::Impact& one) { return one.impulse.norm() > 1e-6; });
            if (pushes && (!first || hit.fraction < first->hit.fraction)) {
                first = Event{i, k, std::move(hit)};
            }
        }
    }
    return first;
}

/// What touches goes on along what it touches, a millimetre off it, without turning: a way that
/// bends would end in it at once.
void slide(Car& car, const swept::SweepResult& stopped, double time,
           const std::vector<swept::Placed>& others) {
    const Vector3d& normal = stopped.contact.normal;
    Vector3d rest = (1 - stopped.free_fraction) * time * car.body.twist.velocity;
    rest += (1e-3 - std::min(rest.dot(normal), 0.0)) * normal;
    rest.z() = 0;
    car.body.world_from_body = swept::sweep({car.body.shape, car.body.world_from_body},
                                            must(swept::Translation::make(rest)), others)
                                   .end;
}

/// All cars go on for a time, those that are ahead first, each as far as its way is proven free.
void move(std::vector<Car>& cars, const std::vector<ImpactBody>& barriers, double time) {
    std::vector<std::size_t> order(cars.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, [&](std::size_t i, std::size_t k) {
        return cars[i].gone - 7.2 * double(i) > cars[k].gone - 7.2 * double(k);
    });
    for (const std::size_t i : order) {
        Car& car = cars[i];
        std::vector<swept::Placed> others;
        const auto add = [&](const ImpactBody& body) {
            const Vector3d way =
                car.body.world_from_body.translation() - body.world_from_body.translation();
            if (way.norm() > car.body.shape.extent() + body.shape.extent() + 1) return;
            others.push_back({body.shape, body.world_from_body});
        };
        for (std::size_t k = 0; k < cars.size(); ++k) {
            if (k != i) add(cars[k].body);
        }
        for (const ImpactBody& barrier : barriers) add(barrier);
        const swept::Pose start = car.body.world_from_body;
        const swept::Pose end =
            must(swept::integrate_free_flight(start, car.body.mass->centre, car.body.twist, time));
        const auto way =
            swept::sweep({car.body.shape, start}, swept::screw_between(start, end), others);
        car.body.world_from_body = way.end;
        if (way.state == swept::State::hit) slide(car, way, time, others);
        car.gone += (car.body.world_from_body.translation() - start.translation()).norm();
    }
}

void take_step(std::vector<Car>& cars, const std::vector<ImpactBody>& barriers, Tally& tally) {
    for (Car& car : cars) drive(car);
    double left = step;
    for (int i = 0; i < 6; ++i) {
        const auto event = first_impact(cars, barriers, left);
        move(cars, barriers, event ? event->hit.fraction * left : left);
        if (!event) return;
        left *= 1 - event->hit.fraction;
        const bool barrier = event->b >= cars.size();
        ImpactBody& a = cars[event->a].body;
        check(a, barrier ? barriers[event->b - cars.size()] : cars[event->b].body, event->hit,
              tally);
        ++(barrier ? tally.with_barriers : tally.with_cars);
        tally.at_several_places += event->hit.impacts.size() > 1 ? 1 : 0;
        a.twist = on_the_ground(event->hit.a);
        if (!barrier) cars[event->b].body.twist = on_the_ground(event->hit.b);
        if (!(left > 0)) return;
    }
    // Whoever is still pushed from both sides goes on as far as there is room.
    move(cars, barriers, left);
}

int count_overlaps(const std::vector<Car>& cars, const std::vector<ImpactBody>& barriers) {
    int found = 0;
    for (std::size_t i = 0; i < cars.size(); ++i) {
        for (std::size_t k = i + 1; k < cars.size() + barriers.size(); ++k) {
            const ImpactBody& a = cars[i].body;
            const ImpactBody& b = k < cars.size() ? cars[k].body : barriers[k - cars.size()];
            const auto now =
                swept::overlap({a.shape, a.world_from_body}, {b.shape, b.world_from_body});
            found += now.relation == swept::Relation::overlapping ? 1 : 0;
        }
    }
    return found;
}

const char* yes_or_no(bool yes) {
    return yes ? "yes" : "no";
}

}  // namespace

int main() {
    const std::vector<ImpactBody> sides = barriers();
    std::vector<Car> cars = cars_at_the_start();
    Tally tally;
    for (int i = 0; i < laps_of_clock; ++i) {
        take_step(cars, sides, tally);
        tally.overlaps += count_overlaps(cars, sides);
    }
    std::printf("%zu cars, %d steps\n", cars.size(), laps_of_clock);
    std::printf("cars hit each other: %s, and the barriers: %s, at several places at once: %s\n",
                yes_or_no(tally.with_cars >= 5), yes_or_no(tally.with_barriers >= 1),
                yes_or_no(tally.at_several_places >= 5));
    std::printf("momentum was kept to rounding: %s, and energy never grew: %s\n",
                yes_or_no(tally.worst_momentum < 1e-12), yes_or_no(tally.worst_energy < 1e-12));
    std::printf("the one that had broken down was pushed out of the way: %s\n",
                yes_or_no(cars.back().gone > 1));
    std::printf("cars that overlapped anything after a step: %d\n", tally.overlaps);
    return tally.overlaps == 0 ? 0 : 1;
}
