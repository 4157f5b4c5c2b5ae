// Sweeps and paths through a world: rooms and polyhedra as obstacles of one query, with the margin
// of the whole world; then, one by one, bodies made of spheres.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "path/query.h"
#include "path/segment.h"
#include "swept/tolerance.h"
#include "world/bodies/body_queries.h"
#include "world/bodies/body_sweep.h"
#include "world/bounds.h"
#include "world/memory.h"
#include "world/rooms/room_interior.h"

namespace swept::world_detail {

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
              WorldMemory& memory, std::vector<PlacedShape>& placed)
        : state_(state),
          filter_(filter),
          box_(box),
          memory_(memory),
          rooms_(memory.rooms),
          bodies_(memory.solids),
          spheres_(memory.spheres),
          placed_(placed) {
        take_all();
    }

    void take_all() {
        find_rooms(state_, filter_, box_, rooms_);
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
        memory_.starts.clear();
        for (const std::uint32_t part : parts) {
            const bool points = mover.placed.shape.planes.empty();
            const VertexIndex vertex =
                points ? VertexIndex(part) : mover.placed.shape.corners_of(FaceIndex(part))[0];
            memory_.starts.push_back(mover.placed.position(vertex));
        }
        if (!find_rooms_reached(state_, box_, memory_)) return false;
        const std::size_t before = rooms_.size();
        std::erase_if(rooms_, [&](const VisibleRoom& seen) {
            return !std::ranges::binary_search(memory_.reached, seen.number);
        });
        if (rooms_.size() == before) return false;
        place();
        return true;
    }

    [[nodiscard]] std::span<const PlacedShape> placed() const { return placed_; }
    [[nodiscard]] std::span<const std::uint32_t> spheres() const { return spheres_; }

    /// Whose feature a contact names; the face becomes that of the whole room.
    [[nodiscard]] ColliderRef collider(std::uint32_t obstacle, Contact& contact) const {
        if (obstacle >= rooms_.size())
            return collider_of(state_, bodies_[obstacle - rooms_.size()]);
        const VisibleRoom& seen = rooms_[obstacle];
        const ColliderRef collider = collider_of(seen, contact.obstacle.face);
        contact.obstacle.face = seen.room->polygon_of(contact.obstacle.face);
        return collider;
    }

   private:
    const WorldState& state_;
    const WorldFilter& filter_;
    Box box_;
    WorldMemory& memory_;
    std::vector<VisibleRoom>& rooms_;
    std::vector<std::uint32_t>& bodies_;
    std::vector<std::uint32_t>& spheres_;
    std::vector<PlacedShape>& placed_;

    [[nodiscard]] bool sees_whole_rooms() const {
        return std::ranges::all_of(rooms_, [&](const VisibleRoom& seen) {
            return seen.room == state_.rooms[seen.number].get();
        });
    }

    void place() {
        placed_.clear();
        bodies_.clear();
        spheres_.clear();
        for (const VisibleRoom& seen : rooms_) placed_.push_back(seen.room->placed());
        find_bodies(state_, filter_, box_, memory_.bodies);
        for (const std::uint32_t i : memory_.bodies) {
            const Polyhedron* shape = state_.bodies->polyhedron_at(i);
            (shape != nullptr ? bodies_ : spheres_).push_back(i);
            if (shape != nullptr) placed_.emplace_back(*shape, state_.bodies->pose(i));
        }
    }
};

/// Everything that may come within the margin of a mover on its way.
Box box_of_sweep(const MovingShape& mover, const Motion& motion, const SceneExtent& sizes,
                 const SweepOptions& options) {
    const SweepSetup setup = make_course({&mover, 1}, motion, sizes, options, 0);
    if (!setup.measurable) return everywhere();
    return grown(swept_box(mover.placed.polyhedron, mover.start, motion),
                 4 * setup.margin / setup.scale);
}

/// An answer about spheres joins that about the rest.
void join(const SweepResult& found, const ColliderRef& collider, InWorld<SweepResult>& all) {
    SweepResult& sweep = all.result;
    const Relation start = std::max(sweep.start, found.start);
    const double margin = std::max(sweep.margin, found.margin);
    SweepStats stats = sweep.stats;
    stats += found.stats;
    const bool overlaps = found.state == State::overlapping;
    if (sweep.state != State::overlapping &&
        (overlaps || (found.state != State::free && found.free_fraction < sweep.free_fraction))) {
        sweep = found;
        all.collider = found.state == State::undecided ? ColliderRef{} : collider;
    }
    sweep.start = start;
    sweep.margin = margin;
    sweep.stats = stats;
}

}  // namespace

}  // namespace swept::world_detail

namespace swept {

using namespace world_detail;

InWorld<SweepResult> sweep(const Placed& mover, const Motion& motion, const WorldSnapshot& world,
                           const SweepOptions& options) {
    const ScratchLease lease(options.scratch);
    SweepMemory& sweep_memory = lease->memory().get<SweepMemory>();
    const WorldState& state = world.state();
    const SceneExtent sizes = sizes_of(state);
    const MovingShape moving(mover.shape, mover.world_from_shape);
    const WorldMemoryLease memory;
    Obstacles obstacles(state, options.filter, box_of_sweep(moving, motion, sizes, options),
                        *memory, sweep_memory.obstacles);
    SweepOptions fresh = options;
    fresh.warm_start.reset();  // faces of what, it does not say
    const auto run = [&] {
        return run_sweep({.world_from_mover = mover.world_from_shape,
                          .movers = {&moving, 1},
                          .motion = motion,
                          .obstacles = obstacles.placed(),
                          .options = fresh,
                          .resting = &sizes},
                         sweep_memory);
    };
    InWorld<SweepResult> result;
    const bool fewer = obstacles.leave_out(moving);
    result.result = run();
    // What starts in a wall may be in the next room as well.
    if (fewer && result.result.start != Relation::separate) {
        obstacles.take_all();
        result.result = run();
    }
    const State ended = result.result.state;
    if (ended == State::hit || ended == State::overlapping) {
        result.collider = obstacles.collider(result.result.obstacle, result.result.contact);
    }
    for (const std::uint32_t i : obstacles.spheres()) {
        join(sweep_body(mover.shape, mover.world_from_shape, motion, *state.bodies, i, options),
             collider_of(state, i), result);
    }
    result.result.obstacle = 0;
    return result;
}

}  // namespace swept

namespace swept::world_detail {

// ---- paths -------------------------------------------------------------------------------------

namespace {

/// Choice. What straight ways past spheres are tried with, in deviations D. The last strays by a
/// quarter. It keeps c + 2 D, so the true path keeps c + 1.75 D; a path that begins closer than
/// c + 2.5 D, where another was stopped, keeps c + 1.25 D, so that it can go back the way that one
/// came. What begins closer than c + D / 2 is stopped there. Where rounding, or the number of
/// screws, allows no less than D, what begins closer than c + 2 D is stopped.
constexpr std::array<double, 5> tried_past_spheres{0x1p36, 0x1p24, 4096, 64, 0.25};
constexpr double spheres_keep = 2, spheres_close = 2.5, spheres_keep_close = 1.25;

/// A path past a body made of spheres, piece after piece.
class PathPastSpheres {
   public:
    PathPastSpheres(const Polyhedron& mover, std::span<const Pose> poses, const Sphere& ball,
                    const PathOptions& options, const WorldState& state, Scratch& scratch)
        : mover_(mover),
          poses_(poses),
          ball_(ball),
          deviation_(deviation_of(poses, ball, options)),
          options_(options),
          state_(state),
          scratch_(scratch) {}

    /// Where the path first comes too close to a body, if that is before what `all` says.
    std::optional<Error> run(std::uint32_t body, InWorld<PathResult>& all) {
        body_ = body;
        const Relation start = sweep_body(mover_, poses_[0], Translation(), *state_.bodies, body,
                                          {.scratch = &scratch_})
                                   .start;
        all.result.start = std::max(all.result.start, start);
        keep_ = within(poses_[0], spheres_close) ? spheres_keep_close : spheres_keep;
        if (poses_.size() < 2) {
            const SegmentPiece rest{
                .begin = 0, .end = 0, .motion = Translation(), .start = poses_[0]};
            if (const auto stop = stop_of(rest, {0, 0}, all)) tell(rest, 0, *stop, all);
            return std::nullopt;
        }
        for (std::size_t i = 0; i + 1 < poses_.size() && i <= all.result.segment; ++i) {
            const double coarsest = coarsest_deviation(poses_[i], poses_[i + 1], ball_);
            std::size_t tried = 0;
            while (tried + 1 < tried_past_spheres.size() &&
                   tried_past_spheres[tried] * deviation_ > coarsest) {
                ++tried;
            }
            const Result<bool> free = cover(i, {0, 1}, tried, all);
            if (!free) return error_of_segment(free.error(), i);
            if (!*free) return std::nullopt;
        }
        return std::nullopt;
    }

   private:
    const Polyhedron& mover_;
    std::span<const Pose> poses_;
    Sphere ball_;
    double deviation_;
    const PathOptions& options_;
    const WorldState& state_;
    Scratch& scratch_;
    std::uint32_t body_ = 0;
    double keep_ = spheres_keep;  // in deviations

    /// How far a motion strays, and what it keeps besides the clearance; in deviations.
    struct Straying {
        double strays;
        double kept;
    };

    /// A share of a segment, coarsely first: as paths past other obstacles. Whether it is free.
    Result<bool> cover(std::size_t segment, const ShareOfStep& share, std::size_t tried,
                       InWorld<PathResult>& all) {
        std::vector<SegmentPiece>& pieces = scratch_.memory().get<SweepMemory>().pieces[tried];
        const bool finest = tried + 1 == tried_past_spheres.size();
        double in_deviations = tried_past_spheres[tried];
        const auto split = [&] {
            return split_segment(poses_[segment], poses_[segment + 1], options_, ball_,
                                 in_deviations * deviation_, share, pieces);
        };
        auto done = split();
        if (!done && finest) {
            in_deviations = 1;
            done = split();
        }
        if (!done) return tl::unexpected(done.error());
        for (const SegmentPiece& piece : pieces) {
            const bool strays = piece.deviation > 0;
            const double kept = !finest || in_deviations == 1 ? 2 * in_deviations : keep_;
            const auto stop =
                strays ? stop_of(piece, {in_deviations, kept}, all) : stop_of(piece, {0, 0}, all);
            if (!stop) continue;
            if (!strays || finest) {
                tell(piece, segment, *stop, all);
                return false;
            }
            const double proven = fraction_of(piece, stop->free_fraction);
            if (!(proven < piece.end)) continue;
            const Result<bool> free = cover(segment, {proven, piece.end}, tried + 1, all);
            if (!free || !*free) return free;
        }
        return true;
    }

    [[nodiscard]] SweepResult swept_by(const Pose& start, const Motion& motion,
                                       double in_deviations) {
        SweepOptions options;
        options.margin =
            Margin::at_least(std::min(options_.clearance.length() + in_deviations * deviation_,
                                      tolerance::largest_coordinate))
                .value();
        options.initial_overlap = options_.initial_overlap;
        options.budget = options_.budget;
        options.scratch = &scratch_;
        return sweep_body(mover_, start, motion, *state_.bodies, body_, options);
    }
    /// Whether a pose is closer than the clearance and this many deviations.
    [[nodiscard]] bool within(const Pose& pose, double in_deviations) {
        return swept_by(pose, Translation(), in_deviations).start != Relation::separate;
    }
    [[nodiscard]] static double fraction_of(const SegmentPiece& piece, double share) {
        return std::min(piece.begin + share * (piece.end - piece.begin), std::nextafter(1.0, 0.0));
    }

    /// What stops a piece, if anything does.
    std::optional<SweepResult> stop_of(const SegmentPiece& piece, const Straying& straying,
                                       InWorld<PathResult>& all) {
        const double kept = straying.kept;
        SweepResult found = swept_by(piece.start, piece.motion, kept);
        const double promised = options_.clearance.length() + spheres_keep * deviation_;
        all.result.margin =
            std::max(all.result.margin, kept > spheres_keep ? promised : found.margin);
        all.result.stats += found.stats;
        // With a clearance, a start within it is not free; nor is one from where a straight way
        // might stray into it.
        const bool close = found.start != Relation::separate;
        const bool may_be_close =
            kept == 0 ? options_.clearance.length() == 0 : kept <= spheres_keep;
        const bool too_close =
            close && (!may_be_close || (kept > 0 && within(piece.start, 2 * straying.strays)));
        if (found.state == State::free && !too_close) return std::nullopt;
        if (too_close) found.free_fraction = 0;
        return found;
    }

    /// Where the path ends, unless it is known to end before.
    void tell(const SegmentPiece& piece, std::size_t segment, const SweepResult& found,
              InWorld<PathResult>& all) {
        const bool begins = segment == 0 && piece.begin == 0;
        const double fraction = fraction_of(piece, found.free_fraction);
        const double proven = static_cast<double>(segment) + fraction;
        if (all.result.state == State::overlapping) return;
        if (all.result.state != State::free && proven >= all.result.proven()) return;
        all.result.state = found.state == State::free ? State::hit : found.state;
        if (!begins && found.state == State::overlapping) all.result.state = State::hit;
        all.result.segment = segment;
        all.result.fraction = fraction;
        all.result.part = 0;
        all.result.end = poses_.size() < 2 ? poses_[0]
                                           : pose_between(poses_[segment], poses_[segment + 1],
                                                          fraction, options_);
        all.result.contact = found.contact;
        if (piece.deviation > 0 && all.result.state == State::hit) {  // where it truly is
            all.result.contact =
                distance_body(mover_, all.result.end, *state_.bodies, body_, {}).closest;
        }
        all.collider = collider_of(state_, body_);
    }
};

/// Around all that straight ways and others pass through, and a little more; nothing where that is
/// not known.
std::optional<Box> box_of_path(const Polyhedron& mover, std::span<const Pose> poses,
                               const Sphere& ball, const SceneExtent& sizes,
                               const PathOptions& options, std::vector<SegmentPiece>& pieces) {
    const double deviation = deviation_of(poses, ball, options);
    SweepOptions margin;
    const auto least = Margin::at_least(options.clearance.length() + 2 * deviation);
    if (least) margin.margin = *least;
    Box box;
    const auto add = [&](const Pose& start, const Motion& motion, double strays) {
        const Box more =
            grown(box_of_sweep(MovingShape(mover, start), motion, sizes, margin), strays);
        box.add(more.lower);
        box.add(more.upper);
    };
    for (std::size_t i = 0; i + 1 < poses.size(); ++i) {
        const double coarse = std::max(deviation, coarsest_deviation(poses[i], poses[i + 1], ball));
        if (!split_segment(poses[i], poses[i + 1], options, ball, coarse, {}, pieces)) {
            return std::nullopt;
        }
        for (const SegmentPiece& piece : pieces) add(piece.start, piece.motion, piece.deviation);
    }
    for (const Pose& pose : poses) add(pose, Translation(), 0);
    return box;
}

}  // namespace

}  // namespace swept::world_detail

namespace swept {

Result<InWorld<PathResult>> check_path(const Polyhedron& mover, std::span<const Pose> poses,
                                       const WorldSnapshot& world, const PathOptions& options) {
    const ScratchLease lease(options.scratch);
    SweepMemory& sweep_memory = lease->memory().get<SweepMemory>();
    const WorldState& state = world.state();
    const SceneExtent sizes = sizes_of(state);
    const Part part{mover, Pose()};
    const Sphere ball = ball_around({&part, 1});
    const auto box = box_of_path(mover, poses, ball, sizes, options, sweep_memory.pieces[0]);
    const WorldMemoryLease memory;
    const Obstacles obstacles(state, options.filter, box.value_or(everywhere()), *memory,
                              sweep_memory.obstacles);
    auto path = check_placed({&part, 1}, poses, obstacles.placed(), &sizes, options, sweep_memory);
    if (!path) return tl::unexpected(path.error());
    InWorld<PathResult> result{std::move(*path), {}};
    const State ended = result.result.state;
    if (ended == State::hit || ended == State::overlapping) {
        result.collider = obstacles.collider(result.result.obstacle, result.result.contact);
    }
    PathPastSpheres past(mover, poses, ball, options, state, *lease);
    for (const std::uint32_t i : obstacles.spheres()) {
        if (auto error = past.run(i, result)) return tl::unexpected(*error);
    }
    result.result.obstacle = 0;
    return result;
}

}  // namespace swept
