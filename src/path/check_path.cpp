// A path as its sweeps: segment after segment, piece after piece, until one is not free.

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <string>

#include "math/assert.h"
#include "math/checks.h"
#include "math/parallel.h"
#include "math/unit.h"
#include "path/query.h"
#include "path/segment.h"
#include "swept/path.h"
#include "swept/tolerance.h"

namespace swept {
namespace {

/// Choice. The deviation of straight ways where the caller names none, as a share of the mover's
/// extent.
constexpr double default_deviation = 1e-6;
/// The same as a share of all coordinates.
constexpr double far_deviation = 1e-12;
/// Choice. What straight ways are tried with first, in deviations.
constexpr std::array<double, 4> coarse_deviations{0x1p36, 0x1p24, 4096, 64};
/// Choice. No more than this share of the mover's radius: thick zones hold much. A speck on a long
/// way would take very many pieces, which costs more: so no less than a share of the way, with
/// which there are some 20 times the root of the angle.
constexpr double coarsest = 1.0 / 64;
constexpr double coarsest_of_way = 1.0 / 4096;

/// Nothing is further away.
constexpr double largest_clearance = tolerance::largest_coordinate;

std::optional<Error> check_length(double value, const char* name) {
    if (auto error = check_number(value, name)) return error;
    if (value >= 0) return std::nullopt;
    return Error{ErrorCode::bad_argument,
                 "the " + std::string(name) + " is negative; give it a length, or 0", name};
}

std::optional<Error> check(std::span<const Pose> poses, const PathOptions& options) {
    if (poses.empty()) {
        return Error{ErrorCode::bad_argument, "the path has no pose; give it at least one",
                     "poses"};
    }
    if (auto error = check_length(options.clearance, "clearance")) return error;
    if (auto error = check_length(options.deviation, "deviation")) return error;
    return check_lengths(options.pivot, "pivot");
}

/// Where a part stands. The mover's own frame leaves the pose as it is, to the bit: shapes that
/// touch exactly must not be moved by a rounding.
Pose placed_part(const Pose& world_from_mover, const Part& part) {
    const Pose& own = part.mover_from_shape;
    const bool same = own.translation().isZero(0) && own.rotation().vec().isZero(0);
    return same ? world_from_mover : world_from_mover * own;
}

class PathCheck {
   public:
    PathCheck(std::span<const Part> parts, std::span<const Pose> poses,
              std::span<const PlacedShape> obstacles, const Sizes* resting,
              const PathOptions& options, SweepScratch& scratch)
        : parts_(parts),
          poses_(poses),
          obstacles_(obstacles),
          resting_(resting),
          options_(options),
          scratch_(scratch),
          ball_(ball_around(parts)),
          deviation_(deviation_of(poses, ball_, options)),
          budget_(options.budget) {
        result_.end = poses.front();
    }

    Result<PathResult> run() {
        if (poses_.size() == 1) stand_at(poses_[0]);
        const std::size_t segments = poses_.size() - 1;
        for (std::size_t i = 0; i < segments; ++i) {
            if (auto error = take_segment(i)) return tl::unexpected(*error);
            if (result_.state != SweepState::free) return result_;
            result_.segment = i + 1;
            if (options_.progress) {
                options_.progress(static_cast<double>(i + 1) / static_cast<double>(segments));
            }
        }
        if (segments > 0) arrive();
        return result_;
    }

   private:
    std::span<const Part> parts_;
    std::span<const Pose> poses_;
    std::span<const PlacedShape> obstacles_;
    const Sizes* resting_;
    const PathOptions& options_;
    SweepScratch& scratch_;
    Ball ball_;
    double deviation_;
    std::uint64_t budget_;
    std::vector<SegmentPiece> pieces_;
    PathResult result_;
    bool first_ = true;

    /// Straight ways are tried coarsely first: with a deviation that is n times as large there are
    /// sqrt(n) times fewer pieces, and where nothing is near they are as free. What a coarser try
    /// has proven a finer one leaves out: who keeps twice a deviation of 64 keeps three of 1.
    std::optional<Error> take_segment(std::size_t i) {
        if (options_.join != PathJoin::straight) return take_segment(i, deviation_, 0);
        const PathResult before = result_;
        const bool was_first = first_;
        const double way = stable_length(poses_[i + 1].translation() - poses_[i].translation());
        const double largest = std::max(coarsest * ball_.radius, coarsest_of_way * way);
        double proven = 0;
        for (const double coarse : coarse_deviations) {
            if (coarse * deviation_ > largest) continue;
            if (take_segment(i, coarse * deviation_, proven)) break;
            const bool spent = result_.state == SweepState::undecided && budget_ == 0;
            if (result_.state == SweepState::free || spent) {
                // More was kept than is promised, unless the motion is exact.
                const bool strays = pieces_.front().deviation > 0;
                if (strays) result_.zone = std::max(before.zone, kept(deviation_));
                return std::nullopt;
            }
            proven = std::max(proven, result_.fraction);
            const SweepStats stats = result_.stats;
            result_ = before;
            result_.stats = stats;
            first_ = was_first;
        }
        return take_segment(i, deviation_, proven);
    }

    /// Pieces up to the fraction `proven` are free.
    std::optional<Error> take_segment(std::size_t i, double deviation, double proven) {
        SWEPT_ASSERT(i + 1 < poses_.size() && detail::is_fraction(proven),
                     "a segment of the path, and a share of it");
        const Pose& from = poses_[i];
        const Pose& to = poses_[i + 1];
        const auto split = split_segment(from, to, options_, ball_, deviation, pieces_);
        if (!split) {
            Error error = split.error();
            error.where = "segment " + std::to_string(i);
            return error;
        }
        for (const SegmentPiece& piece : pieces_) {
            if (piece.end <= proven) {
                result_.zone = std::max(result_.zone, kept(deviation));
                first_ = false;
                continue;
            }
            if (pay(piece)) take(piece, piece.deviation > 0 ? deviation : 0);
            if (result_.state == SweepState::free) continue;
            result_.end = pose_between(from, to, result_.fraction, options_);
            return std::nullopt;
        }
        result_.end = to;
        return std::nullopt;
    }

    /// That the wholes are compared costs nothing in a sweep, and one test for each further piece
    /// of a straight way: of those there may be any number.
    [[nodiscard]] bool pay(const SegmentPiece& piece) {
        if (piece.deviation == 0 || piece.begin == 0) return true;
        if (budget_ > 0) {
            --budget_;
            return true;
        }
        result_.state = SweepState::undecided;
        result_.fraction = piece.begin;
        return false;
    }

    /// Twice the deviation: once for the true path, once so that rounding cannot use it up.
    [[nodiscard]] double kept(double deviation) const {
        return std::min(options_.clearance + 2 * deviation, largest_clearance);
    }

    /// The last pose as it is given, not as the last motion comes there: they may differ by what an
    /// exact touch does not bear.
    void arrive() {
        stand_at(poses_.back());
        if (result_.state == SweepState::free) return;
        --result_.segment;
        result_.fraction = std::nextafter(1.0, 0.0);
        result_.end =
            pose_between(poses_[result_.segment], poses_.back(), result_.fraction, options_);
    }

    void stand_at(const Pose& pose) { take({0, 0, pose, Translation(), 0}, 0); }

    void take(const SegmentPiece& piece, double deviation) {
        std::vector<MovingShape>& movers = scratch_.memory().movers;
        movers.clear();
        for (const Part& part : parts_) {
            movers.emplace_back(part.shape, placed_part(piece.start, part));
        }
        const double distance = kept(deviation);
        SWEPT_ASSERT(piece.begin <= piece.end && detail::is_fraction(piece.end),
                     "a piece is a share of its segment");
        SweepOptions options;
        options.zone = ZoneThickness::at_least(distance).value();
        options.start_check = options_.start_check;
        const SweepResult found = run_sweep({.world_from_mover = piece.start,
                                             .movers = movers,
                                             .motion = piece.motion,
                                             .obstacles = obstacles_,
                                             .options = options,
                                             .resting = resting_,
                                             .budget = &budget_,
                                             .keep_clear = distance > 0},
                                            &scratch_);
        add(found);
        if (found.state == SweepState::free) return;
        result_.fraction = piece.begin + found.free_fraction * (piece.end - piece.begin);
        result_.fraction = std::min(result_.fraction, std::nextafter(1.0, 0.0));
    }

    void add(const SweepResult& found) {
        if (first_) result_.start = found.start;
        result_.state = found.state;
        // What was free at the end of a segment may by rounding meet at the start of the next.
        if (!first_ && found.state == SweepState::overlapping) result_.state = SweepState::hit;
        result_.contact = found.contact;
        result_.part = found.mover;
        result_.obstacle = found.obstacle;
        result_.contained = found.contained;
        result_.zone = std::max(result_.zone, found.zone);
        result_.stats += found.stats;
        first_ = false;
    }
};

std::vector<PlacedShape> placed(std::span<const Obstacle> obstacles) {
    std::vector<PlacedShape> made;
    made.reserve(obstacles.size());
    for (const Obstacle& o : obstacles) made.emplace_back(o.shape, o.world_from_shape);
    return made;
}

}  // namespace

Ball ball_around(std::span<const Part> parts) {
    Box box;
    double most = 0;
    const auto corners = [&](auto&& use) {
        for (const Part& part : parts) {
            const Box& own = part.shape.data().box;
            for (unsigned corner = 0; corner < 8; ++corner) {
                Eigen::Vector3d x;
                for (unsigned i = 0; i < 3; ++i) {
                    x[i] = (corner >> i & 1U) != 0 ? own.upper[i] : own.lower[i];
                }
                use(Eigen::Vector3d(part.mover_from_shape * x));
            }
        }
    };
    corners([&](const Eigen::Vector3d& x) { box.add(x); });
    const Eigen::Vector3d centre = parts.empty() ? Eigen::Vector3d::Zero() : box.centre();
    corners([&](const Eigen::Vector3d& x) { most = std::max(most, stable_length(x - centre)); });
    return {centre, most * (1 + 0x1p-40)};
}

// No less than what rounding leaves of it, far away.
double deviation_of(std::span<const Pose> poses, const Ball& ball, const PathOptions& options) {
    if (options.deviation > 0) return options.deviation;
    double far = 0;
    for (const Pose& pose : poses) far = std::max(far, stable_length(pose.translation()));
    const double size = 2 * ball.radius, reach = far + stable_length(ball.centre);
    return std::max(
        {default_deviation * size, far_deviation * reach, std::numeric_limits<double>::min()});
}

Result<PathResult> check_placed(std::span<const Part> parts, std::span<const Pose> poses,
                                std::span<const PlacedShape> obstacles, const Sizes* resting,
                                const PathOptions& options, SweepScratch& scratch) {
    if (auto error = check(poses, options)) return tl::unexpected(*error);
    return PathCheck(parts, poses, obstacles, resting, options, scratch).run();
}

std::string_view name_of(PathJoin join) {
    constexpr std::array<std::string_view, 3> names{"screw", "step", "straight"};
    return names[static_cast<std::size_t>(join)];
}

Result<PathResult> check_path(std::span<const Part> parts, std::span<const Pose> poses,
                              std::span<const Obstacle> obstacles, const PathOptions& options,
                              SweepScratch* scratch) {
    SweepScratch own;
    return check_placed(parts, poses, placed(obstacles), nullptr, options,
                        scratch != nullptr ? *scratch : own);
}

Result<PathResult> check_path(const Polyhedron& mover, std::span<const Pose> poses,
                              const Polyhedron& obstacle, const Pose& world_from_obstacle,
                              const PathOptions& options, SweepScratch* scratch) {
    const Part part{mover, Pose()};
    const Obstacle placed{obstacle, world_from_obstacle};
    return check_path({&part, 1}, poses, {&placed, 1}, options, scratch);
}

std::vector<Result<PathResult>> check_paths(std::span<const PathQuestion> questions,
                                            std::span<const Obstacle> obstacles,
                                            const PathOptions& options, unsigned threads) {
    // Trees are made by this thread, so that no worker waits for another.
    for (const Obstacle& obstacle : obstacles) (void)obstacle.shape.box_tree();
    for (const PathQuestion& question : questions) {
        for (const Part& part : question.parts) (void)part.shape.box_tree();
    }
    const std::vector<PlacedShape> shapes = placed(obstacles);
    PathOptions own = options;
    own.progress = nullptr;
    std::mutex telling;
    std::size_t done = 0;
    std::vector<Result<PathResult>> results(questions.size());
    parallel::for_each(questions.size(), threads, [&](std::size_t i) {
        thread_local SweepScratch scratch;
        results[i] =
            check_placed(questions[i].parts, questions[i].poses, shapes, nullptr, own, scratch);
        if (!options.progress) return;
        const std::lock_guard lock(telling);
        ++done;
        options.progress(static_cast<double>(done) / static_cast<double>(questions.size()));
    });
    return results;
}

}  // namespace swept
