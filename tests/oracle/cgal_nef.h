#pragma once

// A judge of solids with integer corners: CGAL's Nef polyhedra. Slow, and sure.

#include <CGAL/Exact_integer.h>
#include <CGAL/Homogeneous.h>
#include <CGAL/Nef_polyhedron_3.h>
#include <CGAL/Polyhedron_3.h>
#include <CGAL/Polyhedron_incremental_builder_3.h>

#include "tests/oracle/convex_parts.h"

namespace swept::oracle {

namespace nef {

using Kernel = CGAL::Homogeneous<CGAL::Exact_integer>;
using Surface = CGAL::Polyhedron_3<Kernel>;
using Solid = CGAL::Nef_polyhedron_3<Kernel>;

struct Builder : CGAL::Modifier_base<Surface::HalfedgeDS> {
    explicit Builder(const ConvexPart& convex_part) : part(convex_part) {}
    const ConvexPart& part;

    void operator()(Surface::HalfedgeDS& target) override {
        CGAL::Polyhedron_incremental_builder_3<Surface::HalfedgeDS> builder(target);
        builder.begin_surface(part.corners.size(), part.polygons.size());
        for (const GridPoint& p : part.corners) {
            builder.add_vertex(Kernel::Point_3(p[0], p[1], p[2]));
        }
        for (const auto& polygon : part.polygons) {
            builder.add_facet(polygon.begin(), polygon.end());
        }
        builder.end_surface();
    }
};

inline Solid solid_of(const std::vector<ConvexPart>& parts) {
    Solid solid;
    for (const ConvexPart& part : parts) {
        Surface surface;
        Builder builder(part);
        surface.delegate(builder);
        solid += Solid(surface);
    }
    return solid.regularization();
}

}  // namespace nef

/// -1 apart, 0 touching, 1 when the insides overlap.
inline int nef_overlap(const std::vector<ConvexPart>& a, const std::vector<ConvexPart>& b) {
    const nef::Solid solid_a = nef::solid_of(a), solid_b = nef::solid_of(b);
    if (!(solid_a.interior() * solid_b.interior()).is_empty()) return 1;
    return (solid_a * solid_b).is_empty() ? -1 : 0;
}

}  // namespace swept::oracle
