#pragma once

// A judge of two placed meshes: which faces meet. Pairs of boxes that overlap come from CGAL's box
// intersection, which compares coordinates only; each pair of triangles is decided by CGAL's exact
// predicates on the placed vertices, the very doubles that the library decides on.

#include <CGAL/Bbox_3.h>
#include <CGAL/box_intersection_d.h>

#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "swept/polyhedron.h"
#include "tests/oracle/cgal_faces.h"

namespace swept::oracle {

/// The triangles of all faces of a placed shape: fans from each first corner.
class PlacedTriangles {
   public:
    /// With every vertex where it is said to be.
    PlacedTriangles(const Polyhedron& shape, std::span<const Eigen::Vector3d> placed) {
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
            const auto corners = shape.corners(FaceIndex(f));
            for (std::size_t i = 2; i < corners.size(); ++i) {
                add(f, {placed[corners[0].value], placed[corners[i - 1].value],
                        placed[corners[i].value]});
            }
        }
    }
    PlacedTriangles(const Polyhedron& shape, const Pose& pose)
        : PlacedTriangles(shape, placed_by(shape, pose)) {}

    struct Item {
        std::uint32_t face;
        cgal::Covered covered;
        CGAL::Bbox_3 box;
    };

    [[nodiscard]] const std::vector<Item>& items() const { return items_; }
    [[nodiscard]] const CGAL::Bbox_3& box() const { return box_; }

   private:
    static std::vector<Eigen::Vector3d> placed_by(const Polyhedron& shape, const Pose& pose) {
        std::vector<Eigen::Vector3d> placed;
        for (const Eigen::Vector3d& vertex : shape.vertices()) placed.push_back(pose * vertex);
        return placed;
    }

    void add(std::uint32_t face, const TriangleCorners& corners) {
        CGAL::Bbox_3 box;
        for (const Eigen::Vector3d& corner : corners) box += cgal::point(corner).bbox();
        items_.push_back({face, cgal::covered(corners), box});
        box_ += box;
    }

    std::vector<Item> items_;
    CGAL::Bbox_3 box_;
};

namespace cgal {

struct Boxed : CGAL::Box_intersection_d::Box_d<double, 3, CGAL::Box_intersection_d::ID_EXPLICIT> {
    using Base = CGAL::Box_intersection_d::Box_d<double, 3, CGAL::Box_intersection_d::ID_EXPLICIT>;
    explicit Boxed(const PlacedTriangles::Item& source) : Base(source.box), item(&source) {}
    const PlacedTriangles::Item* item;
};

inline bool meets(const Covered& a, const Covered& b) {
    if (a.dimension == 2) return meets(a.triangle, b);
    if (a.dimension == 1) return meets(a.segment, b);
    return meets(a.point, b);
}

/// The triangles that reach into a box.
inline std::vector<Boxed> boxed(const PlacedTriangles& mesh, const CGAL::Bbox_3& within) {
    std::vector<Boxed> boxes;
    for (const PlacedTriangles::Item& item : mesh.items()) {
        if (CGAL::do_overlap(item.box, within)) boxes.emplace_back(item);
    }
    return boxes;
}

/// Calls visit(face_a, face_b) for pairs of triangles that meet, as long as it returns true.
/// Returns whether it always did.
template <class Visit>
bool visit_meetings(const PlacedTriangles& a, const PlacedTriangles& b, const Visit& visit) {
    struct Stop {};
    std::vector<Boxed> boxes_a = boxed(a, b.box()), boxes_b = boxed(b, a.box());
    try {
        CGAL::box_intersection_d(boxes_a.begin(), boxes_a.end(), boxes_b.begin(), boxes_b.end(),
                                 [&](const Boxed& x, const Boxed& y) {
                                     if (!meets(x.item->covered, y.item->covered)) return;
                                     if (!visit(x.item->face, y.item->face)) throw Stop();
                                 });
        return true;
    } catch (const Stop&) {  // CGAL has no other way to end early
        return false;
    }
}

}  // namespace cgal

/// Whether any two faces meet.
inline bool meshes_meet(const PlacedTriangles& a, const PlacedTriangles& b) {
    return !cgal::visit_meetings(a, b, [](std::uint32_t, std::uint32_t) { return false; });
}

/// All pairs of faces that meet.
inline std::set<std::pair<std::uint32_t, std::uint32_t>> meeting_faces(const PlacedTriangles& a,
                                                                       const PlacedTriangles& b) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    cgal::visit_meetings(a, b, [&](std::uint32_t face_a, std::uint32_t face_b) {
        pairs.emplace(face_a, face_b);
        return true;
    });
    return pairs;
}

}  // namespace swept::oracle
