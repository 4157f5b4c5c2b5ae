#pragma once

// The steps of one sweep, in the order in which they happen: how the shapes stand, the level at
// which they stop, the search for the first stop, the end pose and what stopped it there
// (docs/derivations/zone.md). run_sweep takes them all; other methods may take some of their own.

#include "core/namespaces.h"
#include "overlap/relation_of.h"
#include "sweep/query.h"

namespace swept::sweep_detail {

class SweepRun {
   public:
    SWEPT_API SweepRun(const SweepInput& input, SweepMemory& memory);

    /// Whether there is something to search for; else the result is known.
    [[nodiscard]] bool starts();
    /// The first stop among all pairs of faces.
    void search();
    void finish();

    [[nodiscard]] const SweepResult& result() const { return result_; }

    // What these are made of.

    /// Fills in the result if so.
    [[nodiscard]] SWEPT_API bool overlaps_at_start();
    /// Distances at the start and the level that follows.
    SWEPT_API void find_start_level();
    /// Sets the relation at the start; call it after find_start_level.
    void note_touch() {
        if (level_.in_zone && !input_.keep_clear) result_.start = Relation::touching;
    }
    /// Calls search(traversal) for each mover and obstacle; `margin`: pairs of faces that come
    /// within this distance are searched, scaled.
    template <class Search>
    void search_each(double margin, const Search& search);
    /// Undecided from a moment on.
    SWEPT_API void give_up_at(double t);
    SWEPT_API void stop_at(double t, const FeaturePair& pair);
    void end_free() { result_.end = pose_at(input_.motion, input_.world_from_mover, 1); }

    [[nodiscard]] const SweepSetup& setup() const { return setup_; }
    [[nodiscard]] const BestStop& best() const { return best_; }
    /// Nothing from this moment on was looked at, for want of budget.
    [[nodiscard]] double unproven() const { return unproven_; }

   private:
    const SweepInput& input_;
    SweepMemory& memory_;
    SweepSetup setup_;
    std::uint64_t own_budget_;
    std::uint64_t& budget_;
    Relation met_ = Relation::separate;  // at the start, exactly; the margin does not count
    bool near_ = false;                  // some faces may be within reach of the margin there
    StartState level_;
    bool began_close_ = false;  // within the band: everything stops closer than the margin
    BestStop best_;
    double unproven_ = std::numeric_limits<double>::infinity();
    SweepResult result_;

    bool overlaps_at_start(std::uint32_t number, std::uint32_t obstacle_number);
    [[nodiscard]] OverlapResult relation_at_start(const PlacedShape& mover,
                                                  const PlacedShape& obstacle);
    [[nodiscard]] bool keeps_clear();
    [[nodiscard]] double band_slack() const;
    [[nodiscard]] double kept_in_band(double d0);
    [[nodiscard]] SWEPT_API FacePairContext context() const;
    [[nodiscard]] double without_creeping(double t) const;
    [[nodiscard]] PlacedShape at_end(std::uint32_t number) const;
    [[nodiscard]] bool stands_free() const;
};

template <class Search>
void SweepRun::search_each(double margin, const Search& search) {
    FacePairContext setting = context();
    for (std::uint32_t i = 0; i < input_.movers.size(); ++i) {
        for (std::uint32_t j = 0; j < input_.obstacles.size(); ++j) {
            const PlacedShape& mover = input_.movers[i].placed;
            const PlacedShape& obstacle = input_.obstacles[j];
            setting.mover_number = i;
            setting.obstacle_number = j;
            setting.mover_front = mover.shape.sides == Sides::front;
            setting.obstacle_front = obstacle.shape.sides == Sides::front;
            SweepTraversal traversal{
                .mover = mover,
                .obstacle = obstacle,
                .setting = setting,
                .scale = setup_.scale,
                .lift = level_.lift,
                .margin = margin,
                .mover_faces = memory_.mover_faces,
                .obstacle_faces = memory_.obstacle_faces,
                .candidates = memory_.candidates,
                .warm_start = i + j == 0 ? input_.options.warm_start : std::nullopt,
                .best = best_,
                .stats = result_.stats,
                .budget = budget_};
            search(traversal);
            unproven_ = std::min(unproven_, traversal.unproven);
        }
    }
}

}  // namespace swept::sweep_detail
