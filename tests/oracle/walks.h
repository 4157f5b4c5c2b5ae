#pragma once

// Random walks before an exact judge: a mover is swept, moved to the end that the answer names, and
// on. After every move the placed doubles are judged: never inside, never closer than half the
// thinnest margin of the walk. A block is one scene with its own seed, so that any number of
// threads gives the same counts and a long campaign can be resumed.

#include <atomic>
#include <cstdio>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "swept/sweep.h"
#include "swept/tolerance.h"
#include "tests/oracle/reproducer.h"
#include "tests/oracle/separation.h"
#include "tests/oracle/sweep_twin.h"
#include "tests/oracle/threads.h"
#include "tests/oracle/walk_moves.h"

namespace swept::oracle {

/// What is judged: a sweep past several obstacles.
using WalkSweeper = std::function<SweepResult(const Polyhedron&, const Pose&, const Motion&,
                                              std::span<const Placed>, const SweepOptions&)>;

// ---- Counts ----

struct WalkTally {
    std::uint64_t blocks = 0, moves = 0, hits = 0, free = 0, zeros = 0;
    std::uint64_t crossings = 0;   ///< ends at which the surfaces meet or one is inside the other
    std::uint64_t too_close = 0;   ///< below half the thinnest margin, on the way or at its end
    std::uint64_t no_contact = 0;  ///< stopped, but not near anything
    std::uint64_t malformed = 0;   ///< answers that contradict themselves
    std::uint64_t undecided = 0;   ///< ten million tests did not do: moved as far as was proven
    std::uint64_t leaving = 0;     ///< moves within the margin that lead away from all that is near
    std::uint64_t stuck = 0;       ///< of these, stopped at fraction 0
    std::uint64_t outward = 0;     ///< ways out tried after many stops
    std::uint64_t held = 0;        ///< of these, clear ones that were stopped at fraction 0
    std::uint64_t rational = 0;    ///< pairs of triangles decided in rational numbers
    std::uint64_t whole_ways = 0;  ///< moves whose whole way the twin has judged
    std::uint64_t gave_up = 0;     ///< of these, those that took it too many steps
    std::uint64_t no_start = 0;    ///< scenes without a start
    std::array<std::uint64_t, move_kinds> by_kind{}, zeros_by_kind{};
    double closest = 1e300;       ///< smallest separation over the thinnest margin of its walk
    double largest_loss = 0;      ///< of separation in a move within the margin, over the margin
    double loss_in_rounding = 0;  ///< the same over u (L + T)
    double thinnest_zone = 1e300, thickest_zone = 0;  ///< over u (L + T)

    /// Calls see(name, value) for every count.
    template <class Tally, class See>
    static void each_count(Tally& t, const See& see) {
        see("blocks", t.blocks), see("moves", t.moves), see("hits", t.hits), see("free", t.free);
        see("zeros", t.zeros), see("crossings", t.crossings), see("too_close", t.too_close);
        see("no_contact", t.no_contact), see("malformed", t.malformed),
            see("undecided", t.undecided);
        see("leaving", t.leaving), see("stuck", t.stuck), see("outward", t.outward);
        see("held", t.held), see("rational", t.rational), see("no_start", t.no_start),
            see("whole_ways", t.whole_ways);
        see("gave_up", t.gave_up);
        for (std::size_t i = 0; i < move_kinds; ++i) {
            const std::string number = std::to_string(i);
            see(("kind" + number).c_str(), t.by_kind[i]);
            see(("zeros_of_kind" + number).c_str(), t.zeros_by_kind[i]);
        }
    }
    template <class Tally, class See>
    static void each_extreme(Tally& t, const See& see) {
        see("closest", t.closest, false), see("largest_loss", t.largest_loss, true);
        see("loss_in_rounding", t.loss_in_rounding, true);
        see("thinnest_zone", t.thinnest_zone, false), see("thickest_zone", t.thickest_zone, true);
    }

    void add(const WalkTally& other);
    [[nodiscard]] std::uint64_t violations() const {
        return crossings + too_close + no_contact + malformed + held;
    }
};

// ---- One block ----

struct WalkRun {
    std::uint64_t moves = 10'000'000;
    std::uint64_t seed = 1;
    unsigned threads = 0;
    std::uint64_t moves_per_block = 500;
    std::uint64_t most_violations = 20;
    std::string state_file;  ///< empty: none
    bool progress = false;
    bool show_odd = false;  ///< describe moves that lead away and were stopped, and large losses
    std::string reproducers{};  ///< where to leave what is wrong; empty: nowhere
};

/// What is malformed about an answer; null: nothing.
const char* malformed(const SweepResult& r);

/// The twin along all of a free way; nothing where there are many features, or where the level is
/// below what the twin's own places are known to.
std::optional<TwinAnswer> whole_way(const Polyhedron& mover, const Pose& begin,
                                    const Motion& motion, const Placed& o, double level,
                                    double until);

/// A move that was blamed, with what it takes to judge it by itself.
struct BlamedMove {
    Pose begin;
    Motion motion;
    double thinnest = 0;   ///< margin of the walk, up to and with this move
    double rounding = 0;   ///< u (L + T)
    double fraction = -1;  ///< where it was judged; negative: at its end
};

/// What is wrong with a blamed move past one obstacle; empty: nothing.
std::string verdict_of_move(const SweepCase& c, const BlamedMove& move, const WalkSweeper& sweeper);

class Walk {
   public:
    Walk(const WalkRun& run, std::uint64_t block, const RealMeshes& meshes,
         const WalkSweeper& sweeper)
        : run_(run),
          block_(block),
          sweeper_(sweeper),
          chance_(run.seed, block),
          scene_(random_walk_scene(chance_, meshes)) {
        for (const Placed& o : scene_.obstacles) {
            obstacles_.emplace_back(o.shape, o.world_from_shape);
        }
    }

    WalkTally run();
    /// What went wrong, in words; empty when nothing did.
    [[nodiscard]] const std::string& report() const { return report_; }

   private:
    const WalkRun& run_;
    std::uint64_t block_;
    const WalkSweeper& sweeper_;
    SceneChance chance_;
    WalkScene scene_;
    std::vector<JudgedShape> obstacles_;
    std::optional<JudgedShape> mover_;
    WalkState state_;
    WalkTally tally_;
    double thinnest_ = std::numeric_limits<double>::infinity();  // e_min
    std::uint64_t move_ = 0;
    int held_ = 0;
    bool good_ = true;
    std::string report_;

    bool find_start();

    /// The separation from all obstacles.
    Separation look(const Pose& pose, double reach, std::vector<NearPair>* near);

    /// Whether it is certain, in rational numbers, that something is closer than d.
    bool surely_closer(const Pose& pose, double d);

    void step();

    /// u (L + T), T from above.
    double rounding_of(const Motion& motion);

    /// Stops at fraction 0, and whether there was a reason.
    void note_zero(const Move& move, const SweepResult& result);

    /// Whether everything near is left at a tenth of the full speed or more.
    [[nodiscard]] bool leads_away(const Motion& motion, double margin) const;

    /// Whether it comes closer to something soon after: a turn may lead away from what is closest
    /// and at once into what is a hair's breadth further.
    [[nodiscard]] bool comes_closer(const Motion& motion, double margin) {
        for (double fraction = 0x1p-30; fraction < 0x1p-5; fraction *= 2) {
            const Separation s = look(pose_at(motion, state_.pose, fraction), 4 * margin, nullptr);
            if (s.interpenetrate() || s.distance < state_.distance) return true;
        }
        return false;
    }

    void judge_on_the_way(const Pose& begin, const Move& move, const SweepResult& result);

    /// The twin along all of the free way; only where there are few features.
    void judge_whole_way(const Pose& begin, const Move& move, const SweepResult& result);

    void judge_end(const Pose& begin, const Move& move, const SweepResult& result, double rounding);

    void blame(const char* why, const Pose& begin, const Move& move, const SweepResult& result,
               double distance, double on_the_way = -1);

    /// The move past one obstacle alone that shows it, the one that was named before all others.
    void leave_reproducer(const char* why, std::uint32_t named, const BlamedMove& move);

    void show_odd(const char* what, const Pose& begin, const Move& move, const SweepResult& result,
                  double distance) {
        if (!run_.show_odd) return;
        const std::string kept = std::exchange(report_, std::string());
        describe_move(what, begin, move, result, distance);
        std::fputs(report_.c_str(), stdout);
        report_ = kept;
    }

    void describe_move(const char* why, const Pose& begin, const Move& move,
                       const SweepResult& result, double distance);
};

// ---- Many blocks ----

bool write_state(const std::string& file, const WalkRun& run, const WalkTally& tally);

/// What a state file says; nothing when there is none. `fits` tells whether it is of this run.
std::optional<WalkTally> read_state(const std::string& file, const WalkRun& run, bool& fits);

/// Walks all blocks of a run, from where the state file is. Blocks are added in their order.
WalkTally judge_walks(const WalkRun& run, const RealMeshes& meshes, const WalkSweeper& sweeper,
                      WalkTally tally = {});

void print_tally(const WalkTally& t);

/// Whether nothing was violated, and next to nothing that leads away was stopped: a turn may lead
/// away from what is closest and at once into what is a hair's breadth further.
inline bool all_right(const WalkTally& t) {
    return t.violations() == 0 && t.stuck * 1'000 <= t.leaving + 2'000 &&
           t.undecided * 10'000 <= t.moves + 10'000;
}

}  // namespace swept::oracle
