#include "soup.h"

namespace swept::bench {

Soup soup_of(const Polyhedron& shape) {
    const Mesh mesh = shape.mesh();
    Soup soup;
    soup.points = mesh.vertices;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto corners = mesh.polygon(i);
        for (std::size_t k = 2; k < corners.size(); ++k) {
            soup.triangles.push_back({corners[0], corners[k - 1], corners[k]});
        }
    }
    return soup;
}

}  // namespace swept::bench
