// The arrays of pieces: how they come, step together, sleep, wake and go.

#include "swept/dynamics/debris.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/inside.h"
#include "core/parallel.h"
#include "dynamics/debris_piece.h"
#include "math/pose_access.h"
#include "world/changes.h"

namespace swept {

using Eigen::Vector3d;

namespace {

using debris::largest_number;

/// Pieces that one thread takes at a time.
constexpr std::size_t chunk = 64;

bool good(const Vector3d& vector) {
    return vector.allFinite() && vector.cwiseAbs().maxCoeff() <= largest_number;
}

tl::unexpected<Error> refused(const std::string& what, const std::string& where) {
    return fail(ErrorCode::bad_argument, what, where);
}

constexpr const char* bad_number = "must be finite and within 1e9";

/// Choice. What must be positive is at least this.
constexpr double tiny = 1e-12;

struct Range {
    const char* name;
    double value, least, most;
};

/// The first number that is out of its range is refused.
Result<void> check(std::initializer_list<Range> ranges) {
    for (const Range& range : ranges) {
        if (range.value >= range.least && range.value <= range.most) continue;
        char bounds[64];
        (void)std::snprintf(bounds, sizeof bounds, "from %g to %g", range.least, range.most);
        return refused(std::string("must be a number ") + bounds, range.name);
    }
    return {};
}

Result<void> check(const DebrisOptions& options) {
    if (!good(options.gravity)) return refused(bad_number, "gravity");
    const double lifetime =
        std::isinf(options.lifetime) && options.lifetime > 0 ? largest_number : options.lifetime;
    return check({{"restitution", options.restitution, 0, 1},
                  {"friction", options.friction, 0, largest_number},
                  {"bounce_speed", options.bounce_speed, 0, largest_number},
                  {"clearance", options.clearance, tiny, largest_number},
                  {"lifetime", lifetime, tiny, largest_number},
                  {"rest_speed", options.rest_speed, 0, largest_number},
                  {"rest_time", options.rest_time, 0, largest_number},
                  {"most_hits", double(options.most_hits), 1, 64}});
}

Polyhedron single_point() {
    Mesh mesh;
    mesh.add_vertex(Vector3d::Zero());
    return Polyhedron::build(mesh).value();
}

/// Numbers that look random: splitmix64.
class Scatter {
   public:
    explicit Scatter(std::uint64_t seed) : state_(seed) {}
    /// In [-1, 1).
    double next() {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        z ^= z >> 31U;
        return static_cast<double>(z >> 11U) * 0x1p-52 - 1;
    }
    Vector3d vector() {
        const double x = next(), y = next(), z = next();
        return {x, y, z};
    }

   private:
    std::uint64_t state_;
};

}  // namespace

struct Debris::State {
    DebrisOptions options;
    Polyhedron point = single_point();
    double time = 0;
    std::uint64_t next_id = 0;

    // One entry per piece, in the order of coming.
    std::vector<PieceId> ids;
    std::vector<std::optional<DebrisShape>> shapes;
    std::vector<Vector3d> centres;
    std::vector<Quaternion> rotations;
    std::vector<Vector3d> velocities;
    std::vector<Vector3d> spins;
    std::vector<Vector3d> normals;
    std::vector<double> free_times;
    std::vector<double> slow_times;
    std::vector<double> births;
    std::vector<PieceState> states;

    std::vector<std::uint32_t> awake;  // flying or touching, ascending
    std::optional<WorldSnapshot> last;
    bool changed = false;                         // between the last two steps
    std::vector<debris::PieceScratch> scratches;  // by chunk

    PieceId add(std::optional<DebrisShape> shape, const Pose& pose, const DebrisMotion& motion) {
        awake.push_back(static_cast<std::uint32_t>(ids.size()));
        ids.emplace_back(next_id++);
        shapes.push_back(std::move(shape));
        centres.push_back(pose.translation());
        rotations.push_back(pose.rotation());
        velocities.push_back(motion.velocity);
        spins.push_back(motion.angular_velocity);
        normals.emplace_back(Vector3d::Zero());
        free_times.push_back(0);
        slow_times.push_back(0);
        births.push_back(time);
        states.push_back(PieceState::flying);
        return ids.back();
    }

    [[nodiscard]] const DebrisShape* shape(std::size_t i) const {
        return shapes[i] ? &*shapes[i] : nullptr;
    }

    [[nodiscard]] debris::Piece load(std::size_t i) const {
        return {shape(i),   centres[i],    rotations[i],  velocities[i], spins[i],
                normals[i], free_times[i], slow_times[i], states[i]};
    }
    void store(std::size_t i, const debris::Piece& piece) {
        centres[i] = piece.centre;
        rotations[i] = piece.rotation;
        velocities[i] = piece.velocity;
        spins[i] = piece.spin;
        normals[i] = piece.normal;
        free_times[i] = piece.free_time;
        slow_times[i] = piece.slow_time;
        states[i] = piece.state;
    }

    [[nodiscard]] bool sleeps(std::size_t i) const { return states[i] >= PieceState::resting; }
    [[nodiscard]] double radius(std::size_t i) const {
        return shapes[i] ? shapes[i]->radius() : options.clearance;
    }

    /// Forgets what was proven where the world has changed, and wakes who rests there.
    std::size_t look_at_changes(const WorldSnapshot& world) {
        changed = last && &last->state() != &world.state();
        if (!last) last = world;
        const WorldChanges changes(last->state(), world.state());
        last = world;
        if (changes.empty()) return 0;
        std::size_t woken = 0;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (!changes.meet(debris::reach_of(load(i), options))) continue;
            // Who touches looks around first, and finds itself buried if it is.
            if (sleeps(i)) ++woken;
            free_times[i] = slow_times[i] = 0;
            states[i] = PieceState::touching;
            if (!shapes[i] && is_buried(i, world)) states[i] = PieceState::buried;
        }
        list_awake();
        return woken;
    }

    [[nodiscard]] bool is_buried(std::size_t point_piece, const WorldSnapshot& world) const {
        const Pose pose = PoseAccess::make(centres[point_piece], Quaternion::Identity());
        return overlap({point, pose}, world, {.filter = options.filter}).result.relation ==
               Relation::overlapping;
    }

    void list_awake() {
        awake.clear();
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (!sleeps(i)) awake.push_back(static_cast<std::uint32_t>(i));
        }
    }

    /// All that are awake, in parallel; the number of hits.
    std::size_t move_all(double dt, const WorldSnapshot& world) {
        const std::size_t chunks = (awake.size() + chunk - 1) / chunk;
        if (scratches.size() < chunks) scratches.resize(chunks);
        std::vector<std::size_t> hits(chunks, 0);
        const debris::PieceWorld in{world, options, changed};
        parallel::for_each(chunks, options.threads, [&](std::size_t number) {
            const std::size_t end = std::min((number + 1) * chunk, awake.size());
            for (std::size_t k = number * chunk; k < end; ++k) {
                debris::Piece piece = load(awake[k]);
                hits[number] += debris::step_piece(piece, dt, in, scratches[number]);
                store(awake[k], piece);
            }
        });
        std::size_t all = 0;
        for (const std::size_t count : hits) all += count;
        return all;
    }

    /// The oldest come first, so only the front is looked at.
    std::size_t expire() {
        std::size_t gone = 0;
        while (gone < ids.size() && time - births[gone] > options.lifetime) ++gone;
        if (gone == 0) return 0;
        const auto drop = [&](auto& array) {
            array.erase(array.begin(), array.begin() + static_cast<std::ptrdiff_t>(gone));
        };
        drop(ids), drop(shapes), drop(centres), drop(rotations), drop(velocities), drop(spins);
        drop(normals), drop(free_times), drop(slow_times), drop(births), drop(states);
        list_awake();
        return gone;
    }
};

Debris::Debris(std::unique_ptr<State> state) : state_(std::move(state)) {}
Debris::~Debris() = default;
Debris::Debris(Debris&&) noexcept = default;
Debris& Debris::operator=(Debris&&) noexcept = default;

Result<Debris> Debris::make(const DebrisOptions& options) {
    if (const auto checked = check(options); !checked) return tl::unexpected(checked.error());
    auto state = std::make_unique<State>();
    state->options = options;
    return Debris(std::move(state));
}

// ---- how pieces come ---------------------------------------------------------------------------

Result<PieceId> Debris::add(const DebrisShape& shape, const Pose& world_from_shape,
                            const DebrisMotion& motion, const WorldSnapshot& world) {
    const std::string piece = "piece " + std::to_string(state_->next_id);
    if (!good(world_from_shape.translation())) return refused(bad_number, piece + ", pose");
    if (!good(motion.velocity)) return refused(bad_number, piece + ", velocity");
    if (!good(motion.angular_velocity)) return refused(bad_number, piece + ", angular velocity");
    const auto found =
        overlap({shape.polyhedron(), world_from_shape}, world, {.filter = state_->options.filter});
    if (found.result.relation == Relation::overlapping) {
        return refused("starts overlapping the world; start it apart from all surfaces",
                       piece + ", pose");
    }
    return state_->add(shape, world_from_shape, motion);
}

Result<PieceId> Debris::add_polygon(std::span<const Vector3d> outline,
                                    const Pose& world_from_outline, const DebrisMotion& motion,
                                    const WorldSnapshot& world) {
    const auto shape = DebrisShape::make(outline);
    if (!shape) return tl::unexpected(shape.error());
    const Pose pose =
        PoseAccess::make(world_from_outline * shape->centre(), world_from_outline.rotation());
    return add(*shape, pose, motion, world);
}

Result<PieceId> Debris::add_points(std::span<const Vector3d> points,
                                   std::span<const Vector3d> velocities,
                                   const WorldSnapshot& world) {
    if (points.size() != velocities.size()) {
        return refused("there must be as many as points", "velocities");
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string point = "point " + std::to_string(i);
        if (!good(points[i])) return refused(bad_number, point);
        if (!good(velocities[i])) return refused(bad_number, point + ", velocity");
        const Pose pose = PoseAccess::make(points[i], Quaternion::Identity());
        const auto found =
            overlap({state_->point, pose}, world, {.filter = state_->options.filter});
        if (found.result.relation == Relation::overlapping) {
            return refused("starts within a solid", point);
        }
    }
    const PieceId first(state_->next_id);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Pose pose = PoseAccess::make(points[i], Quaternion::Identity());
        state_->add(std::nullopt, pose, {velocities[i], Vector3d::Zero()});
    }
    return first;
}

Result<Debris::Shattered> Debris::add_shattered(const Polyhedron& shape,
                                                const Pose& world_from_shape,
                                                const Explosion& explosion,
                                                const WorldSnapshot& world) {
    if (!good(explosion.centre)) return refused(bad_number, "explosion, centre");
    if (!good(explosion.before.velocity)) return refused(bad_number, "explosion, before");
    if (!good(explosion.before.angular_velocity)) return refused(bad_number, "explosion, before");
    const auto checked =
        check({{"explosion, speed", explosion.speed, -largest_number, largest_number},
               {"explosion, reach", explosion.reach, tiny, largest_number},
               {"explosion, spin", explosion.spin, 0, largest_number},
               {"explosion, inset", explosion.inset, 0, 0.5}});
    if (!checked) return tl::unexpected(checked.error());
    Shattered report;
    Scatter scatter(explosion.seed);
    for (std::uint32_t face = 0; face < shape.face_count(); ++face) {
        const Vector3d spin = explosion.spin / std::sqrt(3.0) * scatter.vector();
        std::vector<Vector3d> outline;
        for (const VertexIndex corner : shape.corners(FaceIndex(face))) {
            outline.push_back((1 - explosion.inset) * shape.position(corner));
        }
        const auto made = DebrisShape::make(outline);
        if (!made) {
            ++report.left_out;
            continue;
        }
        const Vector3d back =
            explosion.inset * made->radius() * shape.plane(FaceIndex(face)).normal;
        const Vector3d centre =
            world_from_shape * Vector3d(made->centre() / (1 - explosion.inset) - back);
        const Vector3d away = centre - explosion.centre;
        const double distance = away.norm(), share = distance / explosion.reach;
        DebrisMotion motion = explosion.before;
        motion.velocity += explosion.before.angular_velocity.cross(away);
        if (distance > 0)
            motion.velocity += explosion.speed / (1 + share * share) * away / distance;
        motion.angular_velocity += spin;
        const auto added =
            add(*made, PoseAccess::make(centre, world_from_shape.rotation()), motion, world);
        ++(added ? report.added : report.left_out);
    }
    return report;
}

// ---- a step ------------------------------------------------------------------------------------

Result<DebrisReport> Debris::step(double dt, const WorldSnapshot& world) {
    if (!(dt >= 1e-6 && dt <= 1)) return refused("must be from 1e-6 to 1 seconds", "dt");
    State& state = *state_;
    DebrisReport report;
    report.woken = state.look_at_changes(world);
    report.moved = state.awake.size();
    report.hits = state.move_all(dt, world);
    state.time += dt;
    std::erase_if(state.awake, [&](std::uint32_t i) { return state.sleeps(i); });
    report.expired = state.expire();
    report.at_rest = state.ids.size() - state.awake.size();
    return report;
}

void Debris::clear() {
    auto fresh = std::make_unique<State>();
    fresh->options = state_->options;
    fresh->next_id = state_->next_id;
    fresh->scratches = std::move(state_->scratches);
    state_ = std::move(fresh);
}

// ---- the arrays --------------------------------------------------------------------------------

std::span<const PieceId> Debris::ids() const {
    return state_->ids;
}
std::span<const Vector3d> Debris::centres() const {
    return state_->centres;
}
std::span<const Quaternion> Debris::rotations() const {
    return state_->rotations;
}
std::span<const Vector3d> Debris::velocities() const {
    return state_->velocities;
}
std::span<const Vector3d> Debris::angular_velocities() const {
    return state_->spins;
}
std::span<const PieceState> Debris::states() const {
    return state_->states;
}
const DebrisShape* Debris::shape(std::size_t index) const {
    return state_->shape(index);
}
Pose Debris::pose(std::size_t index) const {
    return PoseAccess::make(state_->centres[index], state_->rotations[index]);
}
double Debris::energy(std::size_t index) const {
    return debris::kinetic_energy(state_->load(index)) -
           state_->options.gravity.dot(state_->centres[index]);
}

}  // namespace swept
