// A path as its sweeps: segment after segment, piece after piece, until one is not free.

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <optional>
#include <string>

#include "core/assert.h"
#include "core/parallel.h"
#include "math/checks.h"
#include "math/unit.h"
#include "path/query.h"
#include "path/segment.h"
#include "swept/path.h"
#include "swept/tolerance.h"

namespace swept::path_detail {

namespace {

/// Choice. The deviation of straight ways where the caller names none, as a share of the mover's
/// extent.
constexpr double default_deviation = 1e-6;
/// The same as a share of all coordinates.
constexpr double far_deviation = 1e-12;
/// Choice. What straight ways are tried with, in deviations. Of all but the last twice as much is
/// kept: then the true path keeps two deviations, as it does with the last.
constexpr std::array<double, 6> tried_deviations{0x1p36, 0x1p24, 4096, 64, 2, 1.0 / 16};
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
              std::span<const PlacedShape> obstacles, const SceneExtent* resting,
              const PathOptions& options, SweepMemory& memory)
        : parts_(parts),
          poses_(poses),
          obstacles_(obstacles),
          resting_(resting),
          options_(options),
          memory_(memory),
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
            if (result_.state != State::free) return result_;
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
    const SceneExtent* resting_;
    const PathOptions& options_;
    SweepMemory& memory_;
    Sphere ball_;
    double deviation_;
    std::uint64_t budget_;
    PathResult result_;
    bool first_ = true;

    /// The segment at hand.
    std::size_t segment_ = 0;
    double coarsest_ = 0;   ///< of straight ways, the largest deviation to try
    double proven_ = 0;     ///< the fraction of the segment that is proven free
    bool fresh_ = true;     ///< what came before it did not keep clear as straight ways do
    bool covered_ = false;  ///< by motions that stray from it
    ClearBand band_;        ///< what straight ways keep

    [[nodiscard]] const Pose& from() const { return poses_[segment_]; }
    [[nodiscard]] const Pose& to() const { return poses_[segment_ + 1]; }

    std::optional<Error> take_segment(std::size_t i) {
        segment_ = i;
        proven_ = 0;
        covered_ = false;
        coarsest_ = coarsest_deviation(from(), to(), ball_);
        if (auto error = cover({0, 1}, coarser_than(0))) return error;
        fresh_ = !covered_;
        if (result_.state == State::free) {
            result_.end = to();
        } else {
            result_.fraction = std::min(proven_, std::nextafter(1.0, 0.0));
            result_.end = pose_at(result_.fraction);
        }
        return std::nullopt;
    }

    /// The first deviation from this one on that is not too coarse.
    [[nodiscard]] std::size_t coarser_than(std::size_t tried) const {
        while (tried + 1 < tried_deviations.size() &&
               tried_deviations[tried] * deviation_ > coarsest_) {
            ++tried;
        }
        return tried;
    }

    /// Sweeps through a share of the segment. Straight ways are tried coarsely first: with a
    /// deviation that is n times as large there are sqrt(n) times fewer pieces, and where nothing
    /// is near they are as free. Where a piece is not, the rest of it is tried with the next
    /// deviation. So what is done never depends on the budget, which only ends it.
    std::optional<Error> cover(const ShareOfStep& share, std::size_t tried) {
        const auto deviation = split(share, tried);
        if (!deviation) return error_of_segment(deviation.error(), segment_);
        const bool last = tried + 1 == tried_deviations.size();
        for (const SegmentPiece& piece : memory_.pieces[tried]) {
            if (!pay(piece)) return std::nullopt;
            const bool strays = piece.deviation > 0;
            const SweepResult found = !strays ? sweep_exact(piece)
                                      : last  ? sweep_finely(piece, *deviation)
                                              : sweep_coarsely(piece, *deviation);
            proven_ = std::max(proven_, found.state == State::free
                                            ? piece.end
                                            : at_fraction(piece, found.free_fraction));
            if (result_.state == State::free) continue;
            const bool spent = result_.state == State::undecided && budget_ == 0;
            if (!strays || last || spent || result_.state == State::overlapping) {
                return std::nullopt;
            }
            result_.state = State::free;
            if (!(proven_ < piece.end)) continue;
            if (auto error = cover({proven_, piece.end}, tried + 1)) return error;
            if (result_.state != State::free) return std::nullopt;
        }
        return std::nullopt;
    }

    /// Fills the pieces; returns how far they stray, which is more than the last deviation only
    /// where rounding, or the number of pieces, allows no less.
    Result<double> split(const ShareOfStep& share, std::size_t tried) {
        std::vector<SegmentPiece>& pieces = memory_.pieces[tried];
        double deviation = tried_deviations[tried] * deviation_;
        for (;;) {
            const auto done =
                split_segment(from(), to(), options_, ball_, deviation, share, pieces);
            if (done) return deviation;
            if (deviation >= deviation_) return tl::unexpected(done.error());
            deviation = std::min(4 * deviation, deviation_);
        }
    }

    /// That the wholes are compared costs nothing in a sweep, and one test for each further piece
    /// of a straight way: of those there may be any number.
    [[nodiscard]] bool pay(const SegmentPiece& piece) {
        if (piece.deviation == 0 || piece.begin == 0) return true;
        if (budget_ > 0) {
            --budget_;
            return true;
        }
        result_.state = State::undecided;
        return false;
    }

    /// Twice the deviation: once for the true path, once so that rounding cannot use it up.
    [[nodiscard]] double kept(double deviation) const {
        return std::min(options_.clearance.length() + 2 * deviation, largest_clearance);
    }

    [[nodiscard]] static double at_fraction(const SegmentPiece& piece, double fraction) {
        return std::min(piece.begin + fraction * (piece.end - piece.begin),
                        std::nextafter(1.0, 0.0));
    }
    [[nodiscard]] Pose pose_at(double fraction) const {
        return pose_between(from(), to(), fraction, options_);
    }

    /// The last of the deviations: what stops there stops the path. It strays by much less than
    /// what is kept, so that a path which was stopped can leave.
    SweepResult sweep_finely(const SegmentPiece& piece, double deviation) {
        covered_ = true;
        band_.least = options_.clearance.length();
        band_.deviation = deviation;
        band_.start = piece.begin > 0 ? ClearBand::Start::piece
                      : fresh_        ? ClearBand::Start::fresh
                                      : ClearBand::Start::segment;
        struct Place {
            const PathCheck& path;
            const SegmentPiece& piece;
        } place{*this, piece};
        const TruePlace truly{&place, [](const void* data, double fraction, std::uint32_t part) {
                                  const auto& at = *static_cast<const Place*>(data);
                                  const Pose pose =
                                      at.path.pose_at(at_fraction(at.piece, fraction));
                                  return placed_part(pose, at.path.parts_[part]);
                              }};
        return sweep(piece, kept(deviation_), {&band_, &truly});
    }

    SweepResult sweep_coarsely(const SegmentPiece& piece, double deviation) {
        covered_ = true;
        const double margin = std::max(result_.margin, kept(deviation_));
        const SweepResult found = sweep(piece, kept(deviation), {});
        result_.margin = margin;  // more was kept than is promised
        return found;
    }

    SweepResult sweep_exact(const SegmentPiece& piece) { return sweep(piece, kept(0), {}); }

    /// The last pose as it is given, not as the last motion comes there: they may differ by what an
    /// exact touch does not bear.
    void arrive() {
        stand_at(poses_.back());
        if (result_.state == State::free) return;
        --result_.segment;
        result_.fraction = std::nextafter(1.0, 0.0);
        result_.end =
            pose_between(poses_[result_.segment], poses_.back(), result_.fraction, options_);
    }

    void stand_at(const Pose& pose) {
        (void)sweep_exact({.begin = 0, .end = 0, .motion = Translation(), .start = pose});
    }

    struct Straying {
        ClearBand* band = nullptr;
        const TruePlace* place = nullptr;
    };
    SweepResult sweep(const SegmentPiece& piece, double distance, const Straying& straying) {
        std::vector<MovingShape>& movers = memory_.movers;
        movers.clear();
        for (const Part& part : parts_) {
            movers.emplace_back(part.shape, placed_part(piece.start, part));
        }
        SweepOptions options;
        options.margin = Margin::at_least(distance).value();
        options.initial_overlap = options_.initial_overlap;
        const SweepResult found = run_sweep({.world_from_mover = piece.start,
                                             .movers = movers,
                                             .motion = piece.motion,
                                             .obstacles = obstacles_,
                                             .options = options,
                                             .resting = resting_,
                                             .budget = &budget_,
                                             .keep_clear = distance > 0,
                                             .band = straying.band,
                                             .place = straying.place},
                                            memory_);
        add(found);
        return found;
    }

    void add(const SweepResult& found) {
        if (first_) result_.start = found.start;
        result_.state = found.state;
        // What was free at the end of a segment may by rounding meet at the start of the next.
        if (!first_ && found.state == State::overlapping) result_.state = State::hit;
        result_.contact = found.contact;
        result_.part = found.mover;
        result_.obstacle = found.obstacle;
        result_.contained = found.contained;
        result_.margin = std::max(result_.margin, found.margin);
        result_.stats += found.stats;
        first_ = false;
    }
};

void place(std::span<const Placed> obstacles, std::vector<PlacedShape>& placed) {
    placed.clear();
    for (const Placed& o : obstacles) placed.emplace_back(o.shape, o.world_from_shape);
}

}  // namespace

Sphere ball_around(std::span<const Part> parts) {
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
double deviation_of(std::span<const Pose> poses, const Sphere& ball, const PathOptions& options) {
    if (options.deviation > 0) return options.deviation;
    double far = 0;
    for (const Pose& pose : poses) far = std::max(far, stable_length(pose.translation()));
    const double size = 2 * ball.radius, reach = far + stable_length(ball.centre);
    return std::max(
        {default_deviation * size, far_deviation * reach, std::numeric_limits<double>::min()});
}

double coarsest_deviation(const Pose& from, const Pose& to, const Sphere& ball) {
    const double way = stable_length(to.translation() - from.translation());
    return std::max(coarsest * ball.radius, coarsest_of_way * way);
}

Error error_of_segment(Error error, std::size_t segment) {
    error.where = "segment " + std::to_string(segment);
    return error;
}

Result<PathResult> check_placed(std::span<const Part> parts, std::span<const Pose> poses,
                                std::span<const PlacedShape> obstacles, const SceneExtent* resting,
                                const PathOptions& options, SweepMemory& memory) {
    if (auto error = check(poses, options)) return tl::unexpected(*error);
    return PathCheck(parts, poses, obstacles, resting, options, memory).run();
}

}  // namespace swept::path_detail

namespace swept {

using namespace path_detail;

std::string_view name_of(PathJoin join) {
    constexpr std::array<std::string_view, 3> names{"screw", "step", "straight"};
    return names[static_cast<std::size_t>(join)];
}

Result<PathResult> check_path(std::span<const Part> parts, std::span<const Pose> poses,
                              std::span<const Placed> obstacles, const PathOptions& options) {
    const ScratchLease lease(options.scratch);
    SweepMemory& memory = lease->memory().get<SweepMemory>();
    place(obstacles, memory.obstacles);
    return check_placed(parts, poses, memory.obstacles, nullptr, options, memory);
}

Result<PathResult> check_path(const Polyhedron& mover, std::span<const Pose> poses,
                              const Placed& obstacle, const PathOptions& options) {
    const Part part{mover, Pose()};
    return check_path({&part, 1}, poses, {&obstacle, 1}, options);
}

std::vector<Result<PathResult>> check_path_batch(std::span<const PathQuery> queries,
                                                 const PathOptions& options, unsigned threads) {
    // Trees are made by this thread, so that no worker waits for another.
    for (const PathQuery& query : queries) {
        for (const Placed& obstacle : query.obstacles) (void)obstacle.shape.box_tree();
        for (const Part& part : query.parts) (void)part.shape.box_tree();
    }
    PathOptions own = options;
    own.progress = nullptr;
    own.scratch = nullptr;
    std::mutex telling;
    std::size_t done = 0;
    std::vector<Result<PathResult>> results(queries.size());
    parallel::for_each(queries.size(), threads, [&](std::size_t i) {
        results[i] = check_path(queries[i].parts, queries[i].poses, queries[i].obstacles, own);
        if (!options.progress) return;
        const std::lock_guard lock(telling);
        ++done;
        options.progress(static_cast<double>(done) / static_cast<double>(queries.size()));
    });
    return results;
}

}  // namespace swept
