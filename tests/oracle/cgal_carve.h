#pragma once

// A judge of carving that shares no code with it: CGAL's corefinement with exact constructions, and
// its test on which side of the result a point lies.

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

#include <optional>

#include "swept/mesh.h"

namespace swept::oracle {

class CarveJudge {
   public:
    using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
    using Surface = CGAL::Surface_mesh<Kernel::Point_3>;

    /// The solid less the tool, both closed, looking outward, in one frame. Nothing when CGAL finds
    /// the result not to be a manifold.
    [[nodiscard]] static std::optional<CarveJudge> make(const Mesh& solid, const Mesh& tool) {
        CarveJudge judge;
        Surface a = surface_of(solid), b = surface_of(tool);
        namespace pmp = CGAL::Polygon_mesh_processing;
        if (!pmp::corefine_and_compute_difference(a, b, judge.result_)) return std::nullopt;
        return judge;
    }
    [[nodiscard]] double volume() const {
        if (result_.is_empty()) return 0;
        return CGAL::to_double(CGAL::Polygon_mesh_processing::volume(result_));
    }
    /// For each point: whether it lies inside.
    [[nodiscard]] std::vector<bool> inside(std::span<const Eigen::Vector3d> points) const {
        std::vector<bool> answers(points.size(), false);
        if (result_.is_empty()) return answers;
        const CGAL::Side_of_triangle_mesh<Surface, Kernel> side(result_);
        for (std::size_t i = 0; i < points.size(); ++i) {
            answers[i] = side(point_of(points[i])) == CGAL::ON_BOUNDED_SIDE;
        }
        return answers;
    }

   private:
    Surface result_;

    static Kernel::Point_3 point_of(const Eigen::Vector3d& p) { return {p[0], p[1], p[2]}; }
    static Surface surface_of(const Mesh& mesh) {
        Surface surface;
        std::vector<Surface::Vertex_index> vertices;
        for (const Eigen::Vector3d& v : mesh.vertices) {
            vertices.push_back(surface.add_vertex(point_of(v)));
        }
        for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
            const auto loop = mesh.polygon(i);
            for (std::size_t k = 2; k < loop.size(); ++k) {
                surface.add_face(vertices[loop[0]], vertices[loop[k - 1]], vertices[loop[k]]);
            }
        }
        return surface;
    }
};

}  // namespace swept::oracle
