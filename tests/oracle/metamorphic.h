#pragma once

// Questions that are the same but for how they are put: asked again, with all lengths times a power
// of two, with the obstacle twice, in a batch; with the roles swapped, both moved by one pose, in
// two halves, and back again. The first four have the same bits. The others are rounded
// differently: their answers go before the twin, and both must be right.

#include <string>
#include <vector>

#include "tests/oracle/sweep_check.h"

namespace swept::oracle {

inline constexpr std::array relations{"again", "scaled", "twice",  "swapped",
                                      "moved", "halves", "return", "inside"};

struct MetamorphicTally {
    std::uint64_t cases = 0, wrong = 0;
    std::array<std::uint64_t, relations.size()> asked{};
    SweepTally twin;

    void add(const MetamorphicTally& t) {
        cases += t.cases, wrong += t.wrong;
        for (std::size_t i = 0; i < asked.size(); ++i) asked[i] += t.asked[i];
        twin.add(t.twin);
    }
};

namespace metamorphic {

inline bool same(const Vector3d& a, const Vector3d& b) {
    return a == b;
}
/// The same bits, lengths times a power of two.
bool same_bits(const SweepResult& a, const SweepResult& b, double factor);

std::optional<NamedShape> times(const NamedShape& named, double factor);

/// All lengths times a factor.
std::optional<SweepCase> times(const SweepCase& c, double factor);

/// The motion as it looks after a pose.
Motion seen_after(const Motion& motion, const Pose& pose);

/// The first part of a motion. A full turn has no parts: its halves are not what it is.
std::optional<Motion> part_of(const Motion& motion, double share);

}  // namespace metamorphic

/// All relations of one question. Says what is wrong, with the name of the relation first.
class MetamorphicCheck {
   public:
    MetamorphicCheck(SceneChance& chance, const Sweeper& sweeper, MetamorphicTally& tally)
        : chance_(chance), sweeper_(sweeper), tally_(tally) {}

    [[nodiscard]] Verdict run(const SweepCase& c);

   private:
    SceneChance& chance_;
    const Sweeper& sweeper_;
    MetamorphicTally& tally_;

    SweepResult ask(std::size_t relation, const SweepCase& c) {
        ++tally_.asked[relation];
        return sweeper_(c);
    }
    Verdict judged(std::size_t relation, const SweepCase& c) {
        ++tally_.asked[relation];
        const Verdict verdict = check_sweep(c, sweeper_(c), tally_.twin);
        return verdict.empty() ? "" : std::string(relations[relation]) + ": " + verdict;
    }
    static SweepCase swapped(const SweepCase& c) {
        SweepCase other = c;
        std::swap(other.mover, other.obstacle);
        std::swap(other.world_from_mover, other.world_from_obstacle);
        other.motion = inverse(c.motion);
        return other;
    }
    Verdict twice(const SweepCase& c, const SweepResult& first);
    /// What is free as a whole is free in its first half; and both halves are answered rightly.
    Verdict halves(const SweepCase& c);
    /// From where it stopped back to where it came from; never inside, there and back.
    Verdict back(const SweepCase& c, const SweepResult& first);
};

}  // namespace swept::oracle
