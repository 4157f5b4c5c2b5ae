// Draws the built-in solids into an SVG file, and shows on the way how a mesh becomes a shape and
// what a shape knows: its planes, the kinds of its edges, which of them no query needs to test.
// Usage: gallery [FILE], by default solids.svg.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "swept/solids.h"
#include "swept/swept.h"

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

struct Exhibit {
    std::string name;
    std::string description;
    double azimuth_deg;  ///< where the viewer stands, seen from above
    bool glass = false;  ///< the outermost faces are glass, to look inside
};

const std::vector<Exhibit> exhibits{
    {"box", "box,size=1.6x1.2x1", -55},
    {"prism", "prism,sides=6,radius=1,height=1.2", -65},
    {"cylinder", "cylinder,segments=40", -55},
    {"sphere", "sphere,rings=16,segments=32", -55},
    {"torus", "torus,rings=44,sides=20", -55},
    {"brick", "brick,size=2.1x1x0.65,bevel=0.06", -55},
    {"stairs", "stairs", -125},
    {"room", "room", -60, true},
    {"car", "car", -50},
    {"gear", "gear", -55},
    {"bolt", "bolt,pitch=3,length=18,clearance=0.4,segments=28", -40},
    {"nut", "nut,pitch=3,height=10,clearance=0.4,segments=28", -40},
};

// The sheet: three columns of cells, a legend below.
constexpr std::size_t columns = 3;
constexpr double cell_width = 300, cell_height = 270, margin = 20, legend_height = 40;
constexpr double picture_width = 210, picture_height = 170;

/// A parallel view from above and aside.
struct View {
    Vector3d toward_viewer, right, up;

    explicit View(double azimuth_deg) {
        const double azimuth = azimuth_deg * std::numbers::pi / 180;
        toward_viewer = Vector3d(std::cos(azimuth), std::sin(azimuth), 0.55).normalized();
        right = Vector3d::UnitZ().cross(toward_viewer).normalized();
        up = toward_viewer.cross(right);
    }
    [[nodiscard]] Vector2d on_paper(const Vector3d& p) const { return {right.dot(p), -up.dot(p)}; }
};

/// The vertices on the sheet: the shape fills the picture about `centre`.
std::vector<Vector2d> fit(const swept::Polyhedron& shape, const View& view,
                          const Vector2d& centre) {
    Eigen::AlignedBox2d bounds;
    for (const Vector3d& vertex : shape.vertices()) bounds.extend(view.on_paper(vertex));
    const double scale =
        std::min(picture_width / bounds.sizes().x(), picture_height / bounds.sizes().y());
    std::vector<Vector2d> points;
    for (const Vector3d& vertex : shape.vertices()) {
        points.emplace_back(centre + scale * (view.on_paper(vertex) - bounds.center()));
    }
    return points;
}

/// The faces that look at the viewer, farthest first: painted so, near ones cover far ones.
using FacesByDepth = std::vector<std::pair<double, swept::FaceIndex>>;
FacesByDepth visible_faces(const swept::Polyhedron& shape, const View& view) {
    FacesByDepth faces;
    for (std::uint32_t i = 0; i < shape.face_count(); ++i) {
        const swept::FaceIndex face(i);
        if (shape.plane(face).normal.dot(view.toward_viewer) <= 1e-9) continue;
        Vector3d sum = Vector3d::Zero();
        for (const swept::VertexIndex corner : shape.corners(face)) sum += shape.position(corner);
        sum /= static_cast<double>(shape.corners(face).size());
        faces.emplace_back(sum.dot(view.toward_viewer), face);
    }
    std::ranges::sort(faces);
    return faces;
}

/// Lambert's law with a lamp over the viewer's left shoulder, and some light from everywhere.
std::string colour(const Vector3d& normal, const View& view) {
    const Vector3d lamp = (view.toward_viewer + 0.9 * view.up - 0.6 * view.right).normalized();
    const double light = 0.5 + 0.5 * std::max(0.0, normal.dot(lamp));
    const auto part = [&](double full) { return std::to_string(std::lround(full * light)); };
    return "rgb(" + part(184) + "," + part(214) + "," + part(246) + ")";
}

/// Whether a face lies in a side of the shape's box: no part of the box is in front of it.
bool is_outermost(const swept::Polyhedron& shape, const swept::Plane& plane) {
    const Vector3d foremost =
        (plane.normal.array() > 0).select(shape.box().upper, shape.box().lower);
    return plane.normal.dot(foremost) + plane.offset <= 1e-9 * shape.extent();
}

void draw(std::ostream& svg, const swept::Polyhedron& shape, const Exhibit& exhibit,
          const Vector2d& centre) {
    const View view(exhibit.azimuth_deg);
    const std::vector<Vector2d> points = fit(shape, view, centre);
    const FacesByDepth faces = visible_faces(shape, view);
    std::vector<swept::FaceIndex> nearest_face(shape.edge_count());  // it draws the edge
    for (const auto& [depth, face] : faces) {
        for (const swept::EdgeIndex edge : shape.edges_of(face)) nearest_face[edge.value] = face;
    }
    for (const auto& [depth, face] : faces) {
        const bool glass = exhibit.glass && is_outermost(shape, shape.plane(face));
        const std::string fill = colour(shape.plane(face).normal, view);
        svg << "<polygon class='" << (glass ? "glass" : "face") << "' fill='" << fill
            << "' stroke='" << fill << "' points='";
        for (const swept::VertexIndex corner : shape.corners(face)) {
            svg << points[corner.value].x() << ',' << points[corner.value].y() << ' ';
        }
        svg << "'/>\n";
        for (const swept::EdgeIndex edge : shape.edges_of(face)) {
            if (nearest_face[edge.value] != face) continue;
            const auto [a, b] = shape.ends(edge);
            svg << "<path class='" << name_of(shape.kind(edge)) << "' d='M" << points[a.value].x()
                << ' ' << points[a.value].y() << 'L' << points[b.value].x() << ' '
                << points[b.value].y() << "'/>\n";
        }
    }
    svg << "<text class='name' x='" << centre.x() << "' y='" << centre.y() + 122 << "'>"
        << exhibit.name << "</text>\n<text class='facts' x='" << centre.x() << "' y='"
        << centre.y() + 140 << "'>" << shape.face_count() << " faces, " << shape.edge_count()
        << " edges, " << shape.internal_edge_count() << " internal</text>\n";
}

/// Solids have no border and no tangled edges, so three kinds are explained.
void draw_legend(std::ostream& svg, double x, double y) {
    for (const std::string kind : {"convex", "concave", "flat"}) {
        svg << "<path class='" << kind << "' d='M" << x << ' ' << y << "h30'/><text class='key' x='"
            << x + 38 << "' y='" << y + 4 << "'>" << kind << " edge</text>\n";
        x += 145;
    }
    svg << "<text class='key' x='" << x << "' y='" << y + 4
        << "'>internal: edges that can never be the first to touch</text>\n";
}

const char* const style = R"(<style>
.sheet{fill:#fbfcfe;stroke:#cfd8e3}
.face{stroke-width:.6;stroke-linejoin:round} .glass{fill-opacity:.16;stroke:none}
path{fill:none;stroke-linecap:round}
.convex{stroke:#22344a;stroke-width:.7} .concave{stroke:#e8590c;stroke-width:1.8}
.flat{stroke:#22344a;stroke-opacity:.45;stroke-width:.8;stroke-dasharray:.8 3}
.border{stroke:#1c7ed6;stroke-width:1.8} .tangled{stroke:#c2255c;stroke-width:1.8}
text{font-family:system-ui,'Helvetica Neue',Arial,sans-serif;fill:#22344a;text-anchor:middle}
.name{font-size:16px;font-weight:600} .facts{font-size:12px;fill:#5b6b7f}
.key{font-size:12px;text-anchor:start}
</style>
)";

}  // namespace

int main(int argc, char** argv) {
    const std::string path = argc > 1 ? argv[1] : "solids.svg";
    const std::size_t rows = (exhibits.size() + columns - 1) / columns;
    const double width = columns * cell_width + 2 * margin;
    const double height = static_cast<double>(rows) * cell_height + 2 * margin + legend_height;

    std::ofstream svg(path);
    svg.setf(std::ios::fixed);
    svg.precision(1);
    svg << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << width << ' ' << height
        << "'>\n"
        << style << "<rect class='sheet' x='1' y='1' rx='18' width='" << width - 2 << "' height='"
        << height - 2 << "'/>\n";

    // Spheres and the like are made of triangles; merged, their flat pairs are quads again.
    swept::BuildOptions options;
    options.merge_coplanar = swept::tolerance::merge;
    for (std::size_t i = 0; i < exhibits.size(); ++i) {
        const swept::Result<swept::Mesh> mesh = swept::make_solid(exhibits[i].description);
        const swept::Result<swept::Polyhedron> shape =
            mesh ? swept::Polyhedron::build(*mesh, options) : tl::unexpected(mesh.error());
        if (!shape) {
            std::cerr << "gallery: " << shape.error().message() << '\n';
            return 1;
        }
        const Vector2d cell = Eigen::Vector2<std::size_t>(i % columns, i / columns).cast<double>();
        draw(svg, *shape, exhibits[i],
             {margin + (cell.x() + 0.5) * cell_width, margin + cell.y() * cell_height + 112});
    }
    draw_legend(svg, 90, height - margin - legend_height / 2);
    svg << "</svg>\n";
    svg.close();
    if (!svg) std::cerr << "gallery: " << path << ": cannot be written\n";
    return svg ? 0 : 1;
}
