// Contacts of two models, with candidate faces from their axial BSP-trees.

#include "core/scratch.h"
#include "distance/query.h"
#include "math/boxes.h"
#include "papers/van_waveren/axial_bsp.h"
#include "swept/papers/van_waveren.h"
#include "swept/tolerance.h"

namespace swept::papers::van_waveren {

namespace {

using Eigen::Vector3d;

/// Pairs of faces whose boxes come within a distance of each other: the faces of b that the box of
/// a finds in the axial BSP-tree, then for each those of a that its own box finds.
class BspPairs {
   public:
    BspPairs(const PlacedShape& a, const AxialBsp& faces_a, const PlacedShape& b,
             const AxialBsp& faces_b, double within)
        : a_(a), b_(b), faces_a_(faces_a), faces_b_(faces_b) {
        // As for trees (overlap/traverse.cpp): placed vertices, and the way from frame to frame.
        const double sizes = a.polyhedron.box_tree().reach + a.translation.lpNorm<1>() +
                             b.polyhedron.box_tree().reach + b.translation.lpNorm<1>();
        pad_ = within + 64 * tolerance::unit_roundoff * sizes;
    }

    /// Calls see(face_a, face_b) for each; returns how many nodes and boxes were looked at.
    template <class See>
    std::uint64_t visit(const See& see) const {
        std::uint64_t tests = 0;
        faces_b_.visit(box_of_a(), tests, [&](std::uint32_t face_b) {
            faces_a_.visit(box_of_face(face_b), tests, [&](std::uint32_t face_a) {
                see(face_a, face_b);
                return false;
            });
            return false;
        });
        return tests;
    }

   private:
    const PlacedShape& a_;
    const PlacedShape& b_;
    const AxialBsp& faces_a_;
    const AxialBsp& faces_b_;
    double pad_;

    [[nodiscard]] static Vector3d brought(const Vector3d& x, const PlacedShape& from,
                                          const PlacedShape& to) {
        return to.rotation.transpose() * (from.rotation * x + (from.translation - to.translation));
    }
    [[nodiscard]] Box padded(const Box& box) const { return grown(box, pad_); }

    /// In b's coordinates.
    [[nodiscard]] Box box_of_a() const {
        const Box& own = a_.shape.box;
        const Vector3d centre = brought(own.centre(), a_, b_);
        const Vector3d half = (b_.rotation.transpose() * a_.rotation).cwiseAbs() * (own.size() / 2);
        Box box;
        box.add(centre - half);
        box.add(centre + half);
        return padded(box);
    }
    /// In a's coordinates.
    [[nodiscard]] Box box_of_face(std::uint32_t face) const {
        Box box;
        if (b_.shape.planes.empty()) {
            box.add(brought(b_.shape.positions[face], b_, a_));
        } else {
            for (const VertexIndex vertex : b_.shape.corners_of(FaceIndex(face))) {
                box.add(brought(b_.shape.positions[vertex.value], b_, a_));
            }
        }
        return padded(box);
    }
};

/// Two placed models.
struct StandingModels {
    const PlacedShape& a;
    const AxialBsp& faces_a;
    const PlacedShape& b;
    const AxialBsp& faces_b;

    static std::uint64_t visit(const void* models, double within, CandidateTest see, void* seer) {
        const auto& m = *static_cast<const StandingModels*>(models);
        return BspPairs(m.a, m.faces_a, m.b, m.faces_b, within)
            .visit([&](std::uint32_t face_a, std::uint32_t face_b) { see(seer, face_a, face_b); });
    }
};

}  // namespace

ContactSet contacts(const PlacedModel& a, const PlacedModel& b, const ContactOptions& options) {
    const PlacedShape placed_a(a.model.shape(), a.world_from_model);
    const PlacedShape placed_b(b.model.shape(), b.world_from_model);
    const StandingModels models{placed_a, a.model.tree(), placed_b, b.model.tree()};
    const NearPairs pairs{&models, StandingModels::visit};
    const ScratchLease lease(nullptr);
    ContactSet found;
    find_contacts(placed_a, placed_b, standing_measures(placed_a, placed_b), options, found,
                  lease->memory().get<ContactMemory>(), &pairs);
    return found;
}

}  // namespace swept::papers::van_waveren
