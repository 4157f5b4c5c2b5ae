// Sweeps and paths through a world: rooms and polyhedra as obstacles of one query, with the zone of
// the whole world; then, one by one, bodies made of spheres.

#include <algorithm>
#include <cmath>

#include "path/query.h"
#include "path/segment.h"
#include "world/air.h"
#include "world/body_sweep.h"
#include "world/bounds.h"
#include "world/seen.h"

namespace swept {

using Eigen::Vector3d;

namespace {

Box everywhere() {
    Box box;
    box.lower.setConstant(-HUGE_VAL);
    box.upper.setConstant(HUGE_VAL);
    return box;
}

/// What of a world may be met within a box: polyhedra, in the order of rooms and bodies, and bodies
/// made of spheres.
class Obstacles {
   public:
    Obstacles(const WorldState& state, const WorldFilter& filter, const Box& box,
              std::vector<PlacedShape>& placed)
        : state_(state), filter_(filter), box_(box), placed_(placed) {
        take_all();
    }

    void take_all() {
        rooms_ = rooms_seen(state_, filter_, box_);
        place();
    }

    /// Leaves out rooms that a mover which starts separate from all that is left cannot meet.
    /// Whether there are any.
    bool leave_out(const MovingShape& mover) {
        constexpr std::size_t few = 2, many_parts = 8;
        const auto& parts = mover.placed.polyhedron.box_tree().parts;
        if (!filter_.portals || state_.portals->empty() || rooms_.size() <= few ||
            parts.size() > many_parts || !sees_whole_rooms()) {
            return false;
        }
        std::vector<Vector3d> starts;
        for (const std::uint32_t part : parts) {
            const bool points = mover.placed.shape.planes.empty();
            const VertexIndex vertex =
                points ? VertexIndex(part) : mover.placed.shape.corners_of(FaceIndex(part))[0];
            starts.push_back(mover.placed.position(vertex));
        }
        const auto reached = rooms_reached(state_, starts, box_);
        if (!reached) return false;
        const std::size_t before = rooms_.size();
        std::erase_if(rooms_, [&](const SeenRoom& seen) {
            return !std::ranges::binary_search(*reached, seen.number);
        });
        if (rooms_.size() == before) return false;
        place();
        return true;
    }

    [[nodiscard]] std::span<const PlacedShape> placed() const { return placed_; }
    [[nodiscard]] std::span<const std::uint32_t> spheres() const { return spheres_; }

    /// Whose feature a contact names; the face becomes that of the whole room.
    [[nodiscard]] WorldThing thing(std::uint32_t obstacle, Contact& contact) const {
        if (obstacle >= rooms_.size()) return thing_of(state_, bodies_[obstacle - rooms_.size()]);
        const SeenRoom& seen = rooms_[obstacle];
        const WorldThing thing = thing_of(seen, contact.obstacle.face);
        contact.obstacle.face = seen.room->polygon_of(contact.obstacle.face);
        return thing;
    }

   private:
    const WorldState& state_;
    const WorldFilter& filter_;
    Box box_;
    std::vector<SeenRoom> rooms_;
    std::vector<std::uint32_t> bodies_;
    std::vector<std::uint32_t> spheres_;
    std::vector<PlacedShape>& placed_;

    [[nodiscard]] bool sees_whole_rooms() const {
        return std::ranges::all_of(rooms_, [&](const SeenRoom& seen) {
            return seen.room == state_.rooms[seen.number].get();
        });
    }

    void place() {
        placed_.clear();
        bodies_.clear();
        spheres_.clear();
        for (const SeenRoom& seen : rooms_) placed_.push_back(seen.room->placed());
        for (const std::uint32_t i : bodies_seen(state_, filter_, box_)) {
            const Polyhedron* shape = state_.bodies->polyhedron_at(i);
            (shape != nullptr ? bodies_ : spheres_).push_back(i);
            if (shape != nullptr) placed_.emplace_back(*shape, state_.bodies->pose(i));
        }
    }
};

/// Everything that may come within the zone of a mover on its way.
Box box_of_sweep(const MovingShape& mover, const Motion& motion, const Sizes& sizes,
                 const SweepOptions& options) {
    const Course course = make_course({&mover, 1}, motion, sizes, options, 0);
    if (!course.measurable) return everywhere();
    return grown(swept_box(mover.placed.polyhedron, mover.start, motion),
                 4 * course.zone / course.scale);
}

/// An answer about spheres joins that about the rest.
void join(const SweepResult& found, const WorldThing& thing, WorldSweepResult& all) {
    SweepResult& sweep = all.sweep;
    const Relation start = std::max(sweep.start, found.start);
    const double zone = std::max(sweep.zone, found.zone);
    SweepStats stats = sweep.stats;
    stats += found.stats;
    const bool overlaps = found.state == SweepState::overlapping;
    if (sweep.state != SweepState::overlapping &&
        (overlaps ||
         (found.state != SweepState::free && found.free_fraction < sweep.free_fraction))) {
        sweep = found;
        all.thing = found.state == SweepState::undecided ? WorldThing{} : thing;
    }
    sweep.start = start;
    sweep.zone = zone;
    sweep.stats = stats;
}

}  // namespace

WorldSweepResult sweep(const Polyhedron& mover, const Pose& world_from_mover, const Motion& motion,
                       const WorldSnapshot& world, const WorldFilter& filter,
                       const SweepOptions& options, SweepScratch* scratch) {
    std::optional<SweepScratch> own;
    if (scratch == nullptr) scratch = &own.emplace();
    const WorldState& state = world.state();
    const Sizes sizes = sizes_of(state);
    const MovingShape moving(mover, world_from_mover);
    Obstacles obstacles(state, filter, box_of_sweep(moving, motion, sizes, options),
                        scratch->memory().obstacles);
    SweepOptions fresh = options;
    fresh.last.reset();  // faces of what, it does not say
    const auto run = [&] {
        return run_sweep({.world_from_mover = world_from_mover,
                          .movers = {&moving, 1},
                          .motion = motion,
                          .obstacles = obstacles.placed(),
                          .options = fresh,
                          .resting = &sizes},
                         scratch);
    };
    WorldSweepResult result;
    const bool fewer = obstacles.leave_out(moving);
    result.sweep = run();
    // What starts in a wall may be in the next room as well.
    if (fewer && result.sweep.start != Relation::separate) {
        obstacles.take_all();
        result.sweep = run();
    }
    const SweepState ended = result.sweep.state;
    if (ended == SweepState::hit || ended == SweepState::overlapping) {
        result.thing = obstacles.thing(result.sweep.obstacle, result.sweep.contact);
    }
    for (const std::uint32_t i : obstacles.spheres()) {
        join(sweep_body(mover, world_from_mover, motion, *state.bodies, i, options, scratch),
             thing_of(state, i), result);
    }
    result.sweep.obstacle = 0;
    return result;
}

// ---- paths -------------------------------------------------------------------------------------

namespace {

/// A path past a body made of spheres, piece after piece.
class PathPastSpheres {
   public:
    PathPastSpheres(const Polyhedron& mover, std::span<const Pose> poses,
                    const PathOptions& options, const WorldState& state, SweepScratch& scratch)
        : mover_(mover), poses_(poses), options_(options), state_(state), scratch_(scratch) {}

    /// Where the path first comes too close to a body, if that is before what `all` says.
    void run(std::uint32_t body, std::span<const std::vector<SegmentPiece>> segments,
             double deviation, WorldPathResult& all) {
        if (segments.empty()) {
            take(body, {0, 0, poses_[0], Translation(), 0}, 0, deviation, all);
            return;
        }
        for (std::size_t i = 0; i < segments.size() && i <= all.path.segment; ++i) {
            for (const SegmentPiece& piece : segments[i]) {
                if (!take(body, piece, i, deviation, all)) return;
            }
        }
    }

   private:
    const Polyhedron& mover_;
    std::span<const Pose> poses_;
    const PathOptions& options_;
    const WorldState& state_;
    SweepScratch& scratch_;

    /// Whether it goes on.
    bool take(std::uint32_t body, const SegmentPiece& piece, std::size_t segment, double deviation,
              WorldPathResult& all) {
        SweepOptions options;
        const double strays = piece.deviation > 0 ? 2 * deviation : 0;
        options.zone = ZoneThickness::at_least(options_.clearance + strays).value();
        options.start_check = options_.start_check;
        options.budget = options_.budget;
        const SweepResult found =
            sweep_body(mover_, piece.start, piece.motion, *state_.bodies, body, options, &scratch_);
        const bool begins = segment == 0 && piece.begin == 0;
        if (begins) all.path.start = std::max(all.path.start, found.start);
        all.path.zone = std::max(all.path.zone, found.zone);
        all.path.stats += found.stats;
        // With a clearance, a start within it is not free.
        const bool too_close = options_.clearance > 0 && found.start != Relation::separate;
        if (found.state == SweepState::free && !too_close) return true;
        const double share = too_close ? 0 : found.free_fraction;
        const double fraction =
            std::min(piece.begin + share * (piece.end - piece.begin), std::nextafter(1.0, 0.0));
        const double proven = static_cast<double>(segment) + fraction;
        if (all.path.state == SweepState::overlapping) return false;
        if (all.path.state != SweepState::free && proven >= all.path.proven()) return false;
        all.path.state = found.state == SweepState::free ? SweepState::hit : found.state;
        if (!begins && found.state == SweepState::overlapping) all.path.state = SweepState::hit;
        all.path.segment = segment;
        all.path.fraction = fraction;
        all.path.contact = found.contact;
        all.path.part = 0;
        all.path.end = poses_.size() < 2
                           ? poses_[0]
                           : pose_between(poses_[segment], poses_[segment + 1], fraction, options_);
        all.thing = thing_of(state_, body);
        return false;
    }
};

}  // namespace

Result<WorldPathResult> check_path(const Polyhedron& mover, std::span<const Pose> poses,
                                   const WorldSnapshot& world, const WorldFilter& filter,
                                   const PathOptions& options, SweepScratch* scratch) {
    std::optional<SweepScratch> own;
    if (scratch == nullptr) scratch = &own.emplace();
    const WorldState& state = world.state();
    const Sizes sizes = sizes_of(state);
    const Part part{mover, Pose()};
    const Ball ball = ball_around({&part, 1});
    const double deviation = deviation_of(poses, ball, options);
    std::vector<std::vector<SegmentPiece>> segments(poses.empty() ? 0 : poses.size() - 1);
    Box box;
    const auto add = [&](const Pose& start, const Motion& motion) {
        SweepOptions zone;
        const auto least = ZoneThickness::at_least(options.clearance + 2 * deviation);
        if (least) zone.zone = *least;
        const Box more = box_of_sweep(MovingShape(mover, start), motion, sizes, zone);
        box.add(more.lower);
        box.add(more.upper);
    };
    bool bounded = std::isfinite(options.clearance) && options.clearance >= 0;
    for (std::size_t i = 0; i < segments.size() && bounded; ++i) {
        bounded = split_segment(poses[i], poses[i + 1], options, ball, deviation, segments[i])
                      .has_value();
        for (const SegmentPiece& piece : segments[i]) add(piece.start, piece.motion);
    }
    for (const Pose& pose : poses) add(pose, Translation());
    const Obstacles obstacles(state, filter, bounded ? box : everywhere(),
                              scratch->memory().obstacles);
    auto path = check_placed({&part, 1}, poses, obstacles.placed(), &sizes, options, *scratch);
    if (!path) return tl::unexpected(path.error());
    WorldPathResult result{std::move(*path), {}};
    const SweepState ended = result.path.state;
    if (ended == SweepState::hit || ended == SweepState::overlapping) {
        result.thing = obstacles.thing(result.path.obstacle, result.path.contact);
    }
    PathPastSpheres past(mover, poses, options, state, *scratch);
    for (const std::uint32_t i : obstacles.spheres()) past.run(i, segments, deviation, result);
    result.path.obstacle = 0;
    return result;
}

}  // namespace swept
