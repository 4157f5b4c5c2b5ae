#pragma once

// The relation of two placed shapes out of the pairs of faces that a traversal finds: which of them
// meet, whether the surfaces cross there, and whether one shape is inside the other.

#include "core/namespaces.h"
#include "overlap/containment.h"
#include "overlap/relation_of.h"
#include "overlap/separating_plane.h"
#include "overlap/surfaces_cross.h"
#include "overlap/traverse.h"
#include "shape/faces_meet.h"
#include "shape/placed_shape.h"
#include "swept/overlap.h"

namespace swept::overlap_detail {

/// How two shapes stand to each other, by any traversal of any trees: traversal(a, b, budget, test,
/// context) does what traverse() does. One query: what is asked, and what is known so far.
template <class Traversal>
class RelationQuery {
   public:
    RelationQuery(const PlacedShape& a, const PlacedShape& b, const Traversal& traversal,
                  const OverlapOptions& options, InitialOverlap check = InitialOverlap::solids)
        : a_(a),
          b_(b),
          traversal_(traversal),
          options_(options),
          check_(check),
          budget_{options.budget, options.budget == 0} {}

    OverlapResult run() {
        if (!warm_start()) {
            near_ = traversal_(
                a_, b_, budget_,
                [](void* query, std::uint32_t face_a, std::uint32_t face_b) {
                    return static_cast<RelationQuery*>(query)->decides(face_a, face_b);
                },
                this);
        }
        if (must_look_inside()) look_inside();
        result_.state = done_ || !budget_.spent ? state_of(result_.relation) : State::undecided;
        result_.stats = budget_.stats;
        return result_;
    }

    OverlapResult run_apart() {
        look_inside();
        result_.state = state_of(result_.relation);
        return result_;
    }

   private:
    const PlacedShape& a_;
    const PlacedShape& b_;
    const Traversal& traversal_;
    const OverlapOptions& options_;
    InitialOverlap check_;
    TestBudget budget_;
    OverlapResult result_;
    bool near_ = true;                // their outermost volumes meet
    bool done_ = false;               // nothing can change the answer any more
    std::uint64_t next_look_ = 4096;  // for a plane between the shapes, in tests of faces

    bool warm_start() {
        if (!options_.warm_start) return false;
        const auto [face_a, face_b] = *options_.warm_start;
        if (face_a.value >= a_.face_count() || face_b.value >= b_.face_count()) return false;
        return decides(face_a.value, face_b.value);
    }

    /// Looks at a pair of faces; whether the query can end.
    bool decides(std::uint32_t face_a, std::uint32_t face_b) {
        if (!budget_.pay_face_test()) return true;
        const PlacedFace placed_a(a_, face_a), placed_b(b_, face_b);
        const Meeting meeting = meeting_of(placed_a.corners(), placed_b.corners());
        if (meeting == Meeting::apart) return false;
        const bool crossing = meeting == Meeting::crossing ||
                              (options_.mode == OverlapMode::relation && has_faces() &&
                               surfaces_cross(a_, FaceIndex(face_a), b_, FaceIndex(face_b)));
        if (!crossing && result_.witness) return touches_at_plane({face_a, face_b});
        result_.relation = crossing ? Relation::overlapping : Relation::touching;
        result_.witness = witness(face_a, placed_a.corners(), face_b, placed_b.corners());
        done_ = crossing || options_.mode == OverlapMode::intersects;
        return done_;
    }

    /// Where very many pairs touch, it is worth while to look for a plane between the shapes: after
    /// twice as many tests again, for it may be that of other faces.
    bool touches_at_plane(const MeetingFaces& faces) {
        if (budget_.stats.face_tests < next_look_) return false;
        next_look_ *= 2;
        done_ = result_.relation == Relation::touching && touch_at_plane(a_, b_, faces);
        return done_;
    }

    [[nodiscard]] bool has_faces() const {
        return !a_.shape.planes.empty() && !b_.shape.planes.empty();
    }

    [[nodiscard]] Witness witness(std::uint32_t face_a, Corners corners_a, std::uint32_t face_b,
                                  Corners corners_b) const {
        Witness found;
        found.indices = {FaceIndex(face_a), FaceIndex(face_b)};
        found.point = point_on_both(corners_a, corners_b);
        found.faces = {source(a_, face_a, found.point), source(b_, face_b, found.point)};
        return found;
    }

    /// The caller's polygon under the point, where faces were merged.
    static std::uint32_t source(const PlacedShape& placed, std::uint32_t face,
                                const Eigen::Vector3d& point) {
        if (placed.shape.face_piece_begins.empty()) return placed.source_face(face);
        const Eigen::Vector3d local = placed.rotation.transpose() * (point - placed.translation);
        return placed.polyhedron.source_face(FaceIndex(face), local);
    }

    // Surfaces that do not cross can still have one inside the other.
    [[nodiscard]] bool must_look_inside() const {
        if (check_ == InitialOverlap::surfaces && result_.relation == Relation::separate)
            return false;
        return near_ && !done_ && !budget_.spent;
    }

    void look_inside() {
        const bool apart = result_.relation == Relation::separate;
        const Inside a_in_b = parts_inside(a_, b_, apart), b_in_a = parts_inside(b_, a_, apart);
        if (a_in_b == Inside::none && b_in_a == Inside::none) return;
        result_.relation = Relation::overlapping;
        result_.witness.reset();
        // A shell about the hollow of a solid holds part of that solid: neither is wholly inside.
        if (!apart || (a_in_b != Inside::none && b_in_a != Inside::none)) return;
        if (a_in_b == Inside::all) result_.contained = OverlapResult::Contained::a;
        if (b_in_a == Inside::all) result_.contained = OverlapResult::Contained::b;
    }
};

}  // namespace swept::overlap_detail
