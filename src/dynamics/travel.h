#pragma once

// How the bodies get through a step: all at once, in rounds. In a round each goes its own way, and
// of every two that come near it is proven how far they stay apart (apart.h), both in motion. Where
// that ends they stop, the earliest first; whoever comes later is looked at with them standing.
// Then all that were stopped exchange impulses, and go on with what is left of their time in the
// next round. Bodies that hang together by joints go for the same time and stop at the same
// fraction, so that no joint is torn.

#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "dynamics/apart.h"
#include "dynamics/bodies.h"
#include "dynamics/impulses.h"
#include "dynamics/joints.h"
#include "dynamics/plan.h"
#include "dynamics/touches.h"
#include "swept/dynamics/simulation.h"

namespace swept {

class Travel {
   public:
    /// `bodies` and `touches` are kept up to date by others; `rooms` stand for the world.
    Travel(Bodies& bodies, Joints& joints, const Bodies& rooms, TouchFinder& finder,
           ImpulseSolver& solver, const SimulationOptions& options, double skin);

    /// Moves all that move; `duration` is that of the step. Adds to the report and to the work.
    void run(double duration, StepReport& report, double& work);
    /// Pairs that may have exchanged impulses in the last run; with a room it is a body alone.
    [[nodiscard]] const std::vector<std::pair<std::uint32_t, std::uint32_t>>& exchanged() const {
        return exchanged_;
    }

   private:
    /// How far a body gets in a round.
    struct Way {
        Plan plan;
        Plan planned;  ///< before it was eased
        bool eased = false;
        bool goes = false;                ///< else it stands all along
        bool stopped = false;             ///< by something
        double fraction = 1;              ///< of its way that it goes
        double bent = 0;                  ///< by joints, no point of it by more
        Box room;                         ///< pairs were looked for in it
        std::vector<std::uint32_t> near;  ///< pairs that it is one of
    };
    /// Two bodies whose ways come near, or a body and a room.
    struct Pair {
        std::uint32_t a, b;
        bool room;                  ///< b is a room
        std::uint32_t version = 0;  ///< how often it was looked at
        bool known = false;         ///< `free` is about the ways as they are
        bool free = false;          ///< whether they are apart all along
        double free_to = 0;         ///< the fraction up to which they were found to be, roughly
        std::uint32_t piece_a = 0, piece_b = 0;                ///< that come near first
        Eigen::Vector3d direction = Eigen::Vector3d::UnitZ();  ///< that shows it, from b to a
    };
    /// A moment up to which a pair is proven to be apart.
    struct Stop {
        double fraction;
        std::uint32_t pair;
        std::uint32_t version;
        [[nodiscard]] bool operator<(const Stop& other) const;  ///< the earliest is the largest
    };
    /// Where two would have met.
    struct Meeting {
        std::uint32_t a, b;
        Eigen::Vector3d in_a = Eigen::Vector3d::Zero(), in_b = Eigen::Vector3d::Zero();
        Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< from b to a, in world
    };

    /// How two pieces meet.
    struct Encounter {
        double gap = 0;  ///< along the normal; below 0 where they overlap
        Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
        Eigen::Vector3d on_a = Eigen::Vector3d::Zero(), on_b = Eigen::Vector3d::Zero();
        bool known = false;  ///< whether the points are
    };

    /// An acceleration and a change of angular momentum per time, or what they act on.
    using Inner = std::pair<Eigen::Vector3d, Eigen::Vector3d>;

    /// Choice. Two that keep each other from moving for more pieces of steps than this stick
    /// together for one, and bodies that hang together stop. It is rare: what contacts there are is
    /// found in a few rounds.
    static constexpr int patience = 4;
    /// Choice. Ways are eased by no more, in skins: beyond it is a collision.
    static constexpr double most_eased = 50;

    Bodies& bodies_;
    Joints& joints_;
    const Bodies& rooms_;
    TouchFinder& finder_;
    ImpulseSolver& solver_;
    const SimulationOptions& options_;
    double skin_;
    ApartProver prover_;
    double duration_ = 0;
    double creep_ = 0;  ///< what rests does not move for less, a length
    StepReport* report_ = nullptr;
    double work_ = 0;
    std::vector<Way> ways_;
    std::vector<Plan> room_plans_;
    std::vector<Pair> pairs_;
    std::priority_queue<Stop> stops_;
    std::vector<std::uint32_t> blocking_;  ///< pairs that have stopped someone in this round
    std::vector<std::uint32_t> first_;     ///< those of them in which nobody was stopped yet
    std::vector<Meeting> meetings_;        ///< of those that got nowhere, in this piece of the step
    std::vector<std::uint32_t> active_;
    std::vector<Plan> plans_;    ///< of islands, by body
    std::vector<Inner> before_;  ///< joints acted
    std::vector<std::pair<std::uint32_t, std::uint32_t>> exchanged_;
    std::vector<bool> island_eased_;  ///< since its joints were closed

    bool plan_round();
    void plan_island(std::uint32_t island);
    void stand(std::uint32_t i);
    void close_islands();
    void find_pairs();
    void ease_all();
    [[nodiscard]] Encounter encounter(const PlacedPiece& a, const Frame& frame_a,
                                      const PlacedPiece& b, const Eigen::Vector3d& direction) const;
    [[nodiscard]] bool joined(const Pair& pair) const;
    [[nodiscard]] const BodyRecord& second(const Pair& pair) const {
        return pair.room ? rooms_[pair.b] : bodies_[pair.b];
    }
    [[nodiscard]] bool may_ease(const Pair& pair) const;
    void add_encounter(const Pair& pair, std::vector<Touch>& touches) const;
    void add_blocking_of_island(const Pair& pair, std::vector<Touch>& touches) const;
    bool ease(Pair& pair);
    bool ease_joined(const Pair& pair, const Eigen::Vector3d& point, const Eigen::Vector3d& n,
                     double missing);
    bool fits(std::uint32_t i, const Plan& plan) const;
    bool shift(std::uint32_t i, const Eigen::Vector3d& impulse, const Eigen::Vector3d& turn);
    [[nodiscard]] double measure(Pair& pair, double from,
                                 ApartProver::Detail detail = ApartProver::Detail::fine);
    void look_at(std::uint32_t pair, double from);
    void stop_all();
    void stop(std::uint32_t i, double fraction);
    void stop_wedged();
    void look_around(std::uint32_t i, double fraction);
    /// Calls visit(k) for a body and all that hang together with it by joints.
    template <class Visit>
    void each_joined(std::uint32_t i, const Visit& visit) const {
        const std::uint32_t island = joints_.island_of(i);
        if (island == Joints::none) return visit(i);
        for (const std::uint32_t k : joints_.islands()[island].bodies) visit(k);
        for (const std::uint32_t k : joints_.islands()[island].kinematic) visit(k);
    }
    [[nodiscard]] bool in_the_way(Pair& pair, std::uint32_t stopped, double fraction);
    void move_all();
    [[nodiscard]] bool find_meeting(const Pair& pair, Meeting& made) const;
    void add_blocking(std::vector<Touch>& touches);
    void exchange_all();
    void answer_forces(std::span<Touch> touches, ImpulseRules rules);
    [[nodiscard]] static double bent_by_joints(const BodyRecord& body, const Inner& before,
                                               double time);
    void wake(std::uint32_t i, double remaining);
    [[nodiscard]] Traveller traveller(std::uint32_t i) const;
};

}  // namespace swept
