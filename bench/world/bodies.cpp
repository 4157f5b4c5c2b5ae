#include "bodies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "../common/hash.h"
#include "../common/medians.h"
#include "swept/solids.h"

namespace swept::bench {

namespace {

using Eigen::Vector3d;

/// In a step, radians: a swing takes about half a second at 60 steps a second.
constexpr double swing_speed = 0.2, most_turn = 0.1;

std::vector<BodyShape> kinds() {
    const auto built = [](const Result<Mesh>& mesh) { return Polyhedron::build(*mesh).value(); };
    std::vector<Sphere> balls{{Vector3d(0.12, 0, 0), 0.15}, {Vector3d(-0.12, 0, 0), 0.2}};
    return {built(make_box({0.5, 0.4, 0.3})), built(make_box({0.2, 0.2, 0.6})),
            built(make_prism(8, 0.22, 0.45)), built(make_sphere(0.25, 6, 8)),
            SphereSet::make(std::move(balls)).value()};
}

/// How far from its place a body gets, as a share of the room that it has.
constexpr double most_off = 0.15;

/// Bodies that each swing about a place of their own and turn. The places are on a grid, a quarter
/// of its spacing to either side: so that few bodies meet, as few do that cannot pass through each
/// other.
class Crowd {
   public:
    Crowd(std::size_t count, double apart) : shapes_(kinds()) {
        const auto side = static_cast<std::size_t>(std::cbrt(4.0 * static_cast<double>(count)));
        for (std::size_t i = 0; i < count; ++i) {
            const Eigen::Array<std::size_t, 3, 1> cell(i % side, i / side % side, i / side / side);
            Swing swing;
            for (int axis = 0; axis < 3; ++axis) {
                const double off = random_.uniform(-0.25, 0.25);
                swing.home[axis] = apart * (static_cast<double>(cell[axis]) + off);
            }
            swing.way = most_off * apart * random_.direction();
            swing.phase = random_.uniform(0, 2 * std::numbers::pi);
            swing.axis = random_.direction();
            swing.turn = random_.uniform(-most_turn, most_turn);
            swing.rotation = random_.rotation();
            swings_.push_back(swing);
        }
    }

    [[nodiscard]] std::size_t size() const { return swings_.size(); }
    [[nodiscard]] const BodyShape& shape(std::size_t i) const {
        return shapes_[i % shapes_.size()];
    }
    [[nodiscard]] Pose pose(std::size_t i) const {
        return Pose::make(place(i, steps_), rotation(i, steps_)).value();
    }
    /// To where it is after the next step: half of them glide, the others turn as they do.
    [[nodiscard]] Motion motion(std::size_t i) const {
        const Vector3d way = place(i, steps_ + 1) - place(i, steps_);
        if (!turns(i)) return Translation::make(way).value();
        return Screw::make(place(i, steps_), swings_[i].axis, swings_[i].turn,
                           swings_[i].axis.dot(way))
            .value();
    }
    void step() { steps_ += 1; }

   private:
    struct Swing {
        Vector3d home, way, axis;
        double phase, turn;
        Quaternion rotation;
    };
    std::vector<BodyShape> shapes_;
    Random random_{85};
    std::vector<Swing> swings_;
    double steps_ = 0;

    static bool turns(std::size_t i) { return i % 2 == 1; }
    /// Those that turn swing along their axes.
    [[nodiscard]] Vector3d place(std::size_t i, double steps) const {
        const Swing& swing = swings_[i];
        const double share = std::sin(swing.phase + steps * swing_speed);
        const Vector3d along = swing.axis * swing.axis.dot(swing.way);
        return swing.home + share * (turns(i) ? along : swing.way);
    }
    [[nodiscard]] Quaternion rotation(std::size_t i, double steps) const {
        const Swing& swing = swings_[i];
        if (!turns(i)) return swing.rotation;
        return Quaternion(Eigen::AngleAxisd(steps * swing.turn, swing.axis)) * swing.rotation;
    }
};

bool meet(const Crowd& crowd, std::size_t i, std::size_t j) {
    const auto* p = std::get_if<Polyhedron>(&crowd.shape(i));
    const auto* q = std::get_if<Polyhedron>(&crowd.shape(j));
    if (p == nullptr || q == nullptr) return false;
    return overlap({*p, crowd.pose(i)}, {*q, crowd.pose(j)}).relation != Relation::separate;
}

/// Every pair of polyhedra that is near, looked at.
void find_missing(const Crowd& crowd, const std::vector<BodyPair>& pairs, BodyRow& row) {
    for (std::size_t i = 0; i < crowd.size(); ++i) {
        const Vector3d here = crowd.pose(i).translation();
        for (std::size_t j = i + 1; j < crowd.size(); ++j) {
            if ((crowd.pose(j).translation() - here).squaredNorm() > 1 || !meet(crowd, i, j)) {
                continue;
            }
            ++row.touching;
            const BodyPair pair{BodyId(i), BodyId(j)};
            row.missing += std::ranges::binary_search(pairs, pair) ? 0U : 1U;
        }
    }
}

void insert(const Crowd& crowd, World& world) {
    const auto inserted = world.edit([&](WorldEdit& edit) -> Result<void> {
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            auto done = edit.insert_body(BodyId(i), {crowd.shape(i), crowd.pose(i)});
            if (!done) return done;
        }
        return {};
    });
    if (!inserted) std::abort();
}

void move_all(std::span<const Pose> poses, World& world) {
    const auto moved = world.edit([&](WorldEdit& edit) -> Result<void> {
        for (std::size_t i = 0; i < poses.size(); ++i) {
            if (auto done = edit.move_body(BodyId(i), poses[i]); !done) return done;
        }
        return {};
    });
    if (!moved) std::abort();
}

}  // namespace

BodyRow measure_bodies(World world, std::size_t bodies, double apart, std::size_t steps) {
    BodyRow row{
        .rooms = world.snapshot().rooms().size(), .bodies = bodies, .apart = apart, .steps = steps};
    Crowd crowd(bodies, apart);
    insert(crowd, world);
    std::vector<double> whole, editing, listing;
    Hash hash;
    for (std::size_t step = 0; step < steps; ++step) {
        crowd.step();
        std::vector<Pose> poses;
        std::vector<BodyMotion> motions;
        for (std::size_t i = 0; i < bodies; ++i) {
            poses.push_back(crowd.pose(i));
            motions.push_back({BodyId(i), crowd.motion(i)});
        }
        const double begin = cpu_now();
        move_all(poses, world);
        const double moved = cpu_now();
        const std::vector<BodyPair> pairs = pairs_that_may_touch(world.snapshot(), motions).value();
        const double listed = cpu_now();
        whole.push_back(1e3 * (listed - begin));
        editing.push_back(1e3 * (moved - begin));
        listing.push_back(1e3 * (listed - moved));
        row.pairs += static_cast<double>(pairs.size()) / static_cast<double>(steps);
        for (const BodyPair& pair : pairs) hash.add(pair.a.value << 32 | pair.b.value);
        if (step + 1 < steps) continue;
        find_missing(crowd, pairs, row);
        crowd.step();
        find_missing(crowd, pairs, row);
    }
    std::ranges::sort(whole);
    row.median_ms = whole[steps / 2];
    row.p99_ms = whole[steps * 99 / 100];
    row.edit_ms = median(editing);
    row.pairs_ms = median(listing);
    row.hash = hash.value();
    return row;
}

}  // namespace swept::bench
