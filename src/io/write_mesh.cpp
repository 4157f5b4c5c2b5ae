// Meshes to files: OBJ, STL, PLY, OFF.

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "core/namespaces.h"
#include "core/output_file.h"
#include "io/formats.h"
#include "io/read_context.h"
#include "math/unit.h"
#include "swept/mesh_io.h"
#include "swept/polyhedron.h"

namespace swept {
namespace io_detail {
namespace {

using Eigen::Vector3d;

std::string polygon_name(std::size_t polygon) {
    return "polygon " + std::to_string(polygon);
}

Result<void> check_vertices(const Mesh& mesh) {
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        if (!mesh.vertices[i].allFinite()) {
            return fail(ErrorCode::bad_mesh, "a coordinate is not finite; remove or repair it",
                        "vertex " + std::to_string(i));
        }
    }
    return {};
}

Result<void> check_polygons(const Mesh& mesh) {
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const std::uint32_t end = mesh.polygon_ends[i];
        if (end < begin || end > mesh.corners.size()) {
            return fail(ErrorCode::bad_mesh,
                        "polygon_ends does not rise within the corners; rebuild the mesh",
                        polygon_name(i));
        }
        if (end - begin < 3) {
            return fail(ErrorCode::bad_mesh, "has fewer than 3 corners; remove it",
                        polygon_name(i));
        }
        for (const std::uint32_t corner : mesh.polygon(i)) {
            if (corner < mesh.vertices.size()) continue;
            return fail(ErrorCode::bad_mesh,
                        "refers to vertex " + std::to_string(corner) + " but there are only " +
                            std::to_string(mesh.vertices.size()) + "; check the indices",
                        polygon_name(i));
        }
        begin = end;
    }
    return {};
}

std::size_t largest_polygon(const Mesh& mesh) {
    std::size_t largest = 0;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        largest = std::max(largest, mesh.polygon(i).size());
    }
    return largest;
}

using Triangles = std::vector<std::array<Vector3d, 3>>;

/// Adds the fan about the first corner from which no triangle is turned over, or flat; false, and
/// nothing is added, where there is none. Of large polygons few corners are tried: what has no fan
/// can take almost all of it to show.
bool add_fan(std::span<const Vector3d> corners, Triangles& triangles) {
    const std::size_t n = corners.size();
    // Scaled: products of long edges would overflow, those of short ones vanish.
    double size = std::numeric_limits<double>::min();
    for (const Vector3d& x : corners)
        size = std::max(size, (x / 2 - corners[0] / 2).cwiseAbs().maxCoeff());
    const auto normal = [&](std::size_t i, std::size_t j, std::size_t k) {
        const Vector3d x = corners[i] / size;
        return Vector3d((corners[j] / size - x).cross(corners[k] / size - x));
    };
    Vector3d all = Vector3d::Zero();  // Newell's
    for (std::size_t k = 2; k < n; ++k) all += normal(0, k - 1, k);
    std::size_t looks = 16 * std::max<std::size_t>(n, 256);
    for (std::size_t apex = 0; apex < n && looks > 0; ++apex) {
        const auto at = [&](std::size_t k) { return (apex + k) % n; };
        bool whole = true;
        for (std::size_t k = 2; k < n && whole; ++k) {
            if (looks > 0) --looks;
            whole = normal(apex, at(k - 1), at(k)).dot(all) > 0;
        }
        if (!whole) continue;
        for (std::size_t k = 2; k < n; ++k) {
            triangles.push_back({corners[apex], corners[at(k - 1)], corners[at(k)]});
        }
        return true;
    }
    return false;
}

/// Cuts a polygon into triangles with its corners, as many as a fan has: a fan where one covers it,
/// else fans of its convex pieces. What has no area, or crosses itself, is the fan from its first
/// corner.
void cut(const Mesh& mesh, std::span<const std::uint32_t> polygon, Triangles& triangles) {
    const auto at = [&](std::size_t i) -> const Vector3d& { return mesh.vertices[polygon[i]]; };
    if (polygon.size() == 3) return triangles.push_back({at(0), at(1), at(2)});
    std::vector<Vector3d> corners;
    for (const std::uint32_t corner : polygon) corners.push_back(mesh.vertices[corner]);
    const auto fan_from_first = [&] {
        triangles.clear();
        for (std::size_t k = 2; k < corners.size(); ++k) {
            triangles.push_back({corners[0], corners[k - 1], corners[k]});
        }
    };
    if (add_fan(corners, triangles)) return;
    Mesh single;
    single.vertices = corners;
    std::vector<std::uint32_t> loop(corners.size());
    std::iota(loop.begin(), loop.end(), 0U);
    single.add_polygon(loop);
    const auto shape = Polyhedron::build(single);
    if (!shape || shape->report().self_crossing > 0) return fan_from_first();
    for (std::uint32_t face = 0; face < shape->face_count(); ++face) {
        std::vector<Vector3d> piece;
        for (const VertexIndex v : shape->corners(FaceIndex(face))) {
            piece.push_back(shape->position(v));
        }
        if (!add_fan(piece, triangles)) return fan_from_first();
    }
    if (triangles.size() + 2 != corners.size()) fan_from_first();
}

/// Says how far the writing is, now and then.
class Steps {
   public:
    Steps(const Progress& progress, std::size_t total) : progress_(progress), total_(total) {}

    void operator++() {
        constexpr std::size_t stride = 1 << 15;
        if (++done_ % stride == 0 && progress_) {
            progress_(static_cast<double>(done_) / static_cast<double>(total_));
        }
    }

   private:
    const Progress& progress_;
    std::size_t total_;
    std::size_t done_ = 0;
};

/// One mesh on its way to one file.
class MeshWriter {
   public:
    MeshWriter(const Mesh& mesh, const std::filesystem::path& path, const WriteOptions& options)
        : mesh_(mesh),
          out_(path),
          steps_(options.progress, mesh.vertices.size() + mesh.polygon_count()) {}

    Result<void> write(const std::string& format, Encoding encoding) {
        const bool binary = encoding == Encoding::binary;
        if (format == "obj") write_obj();
        if (format == "off") write_off();
        if (format == "ply") binary ? write_ply_binary() : write_ply_text();
        if (format == "stl") binary ? write_stl_binary() : write_stl_text();
        return out_.finish();
    }

   private:
    void write_obj() {
        write_points("v ");
        write_corner_lines("f", 1, false);
    }

    void write_off() {
        out_.text("OFF\n");
        out_.number(mesh_.vertices.size());
        out_.text(" ");
        out_.number(mesh_.polygon_count());
        out_.text(" 0\n");
        write_points("");
        write_corner_lines("", 0, true);
    }

    void write_ply_text() {
        write_ply_header("ascii", "uint");
        write_points("");
        write_corner_lines("", 0, true);
    }

    void write_ply_binary() {
        const bool short_lists = largest_polygon(mesh_) <= std::numeric_limits<std::uint8_t>::max();
        write_ply_header("binary_little_endian", short_lists ? "uchar" : "uint");
        for (const Vector3d& p : mesh_.vertices) {
            for (const double coordinate : p) out_.bytes(coordinate);
            ++steps_;
        }
        for (std::size_t i = 0; i < mesh_.polygon_count(); ++i) {
            const auto corners = mesh_.polygon(i);
            if (short_lists) {
                out_.bytes(static_cast<std::uint8_t>(corners.size()));
            } else {
                out_.bytes(static_cast<std::uint32_t>(corners.size()));
            }
            for (const std::uint32_t corner : corners) out_.bytes(corner);
            ++steps_;
        }
    }

    void write_ply_header(std::string_view encoding, std::string_view count_type) {
        out_.text("ply\nformat ");
        out_.text(encoding);
        out_.text(" 1.0\nelement vertex ");
        out_.number(mesh_.vertices.size());
        out_.text("\nproperty double x\nproperty double y\nproperty double z\nelement face ");
        out_.number(mesh_.polygon_count());
        out_.text("\nproperty list ");
        out_.text(count_type);
        out_.text(" int vertex_indices\nend_header\n");
    }

    void write_stl_binary() {
        std::string header = "binary STL";
        header.resize(80, ' ');
        out_.text(header);
        out_.bytes(static_cast<std::uint32_t>(mesh_.corners.size() - 2 * mesh_.polygon_count()));
        for_each_triangle([this](const Vector3d& a, const Vector3d& b, const Vector3d& c) {
            for (const Vector3d& p : {unit_normal(a, b, c), a, b, c}) {
                for (const double coordinate : p) out_.bytes(static_cast<float>(coordinate));
            }
            out_.bytes(std::uint16_t{0});
        });
    }

    void write_stl_text() {
        out_.text("solid swept\n");
        for_each_triangle([this](const Vector3d& a, const Vector3d& b, const Vector3d& c) {
            write_point("facet normal ", unit_normal(a, b, c));
            out_.text("outer loop\n");
            for (const Vector3d& p : {a, b, c}) write_point("vertex ", p);
            out_.text("endloop\nendfacet\n");
        });
        out_.text("endsolid swept\n");
    }

    template <class Write>
    void for_each_triangle(const Write& write) {
        Triangles triangles;
        for (std::size_t i = 0; i < mesh_.polygon_count(); ++i) {
            triangles.clear();
            cut(mesh_, mesh_.polygon(i), triangles);
            for (const auto& [a, b, c] : triangles) write(a, b, c);
            ++steps_;
        }
    }

    // Edges are brought to length 1 or so first: the product of long ones would overflow. Zero, as
    // the format asks, if the triangle has no direction.
    static Vector3d unit_normal(const Vector3d& a, const Vector3d& b, const Vector3d& c) {
        const double size = std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(),
                                      c.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min()});
        const Vector3d ab = b / size - a / size;
        const Vector3d ac = c / size - a / size;
        const Vector3d normal = ab.stableNormalized().cross(ac.stableNormalized());
        const double length = stable_length(normal);
        return length > 0 ? Vector3d(normal / length) : Vector3d::Zero();
    }

    void write_points(std::string_view prefix) {
        for (const Vector3d& p : mesh_.vertices) {
            write_point(prefix, p);
            ++steps_;
        }
    }

    void write_point(std::string_view prefix, const Vector3d& p) {
        out_.text(prefix);
        out_.number(p.x());
        out_.text(" ");
        out_.number(p.y());
        out_.text(" ");
        out_.number(p.z());
        out_.text("\n");
    }

    void write_corner_lines(std::string_view prefix, std::uint32_t first_id, bool with_size) {
        for (std::size_t i = 0; i < mesh_.polygon_count(); ++i) {
            const auto corners = mesh_.polygon(i);
            out_.text(prefix);
            if (with_size) out_.number(corners.size());
            for (const std::uint32_t corner : corners) {
                out_.text(" ");
                out_.number(corner + first_id);
            }
            out_.text("\n");
            ++steps_;
        }
    }

    const Mesh& mesh_;
    OutputFile out_;
    Steps steps_;
};

// STL has triangles and nothing else, and in binary only floats.
Result<void> check_fits_stl(const Mesh& mesh, Encoding encoding) {
    if (mesh.polygon_count() == 0) {
        return fail(ErrorCode::unsupported,
                    "STL holds triangles but this mesh has points only; write obj, ply or off");
    }
    const auto largest = static_cast<double>(std::numeric_limits<float>::max());
    for (std::size_t i = 0; encoding == Encoding::binary && i < mesh.vertices.size(); ++i) {
        if (mesh.vertices[i].cwiseAbs().maxCoeff() > largest) {
            return fail(ErrorCode::unsupported,
                        "a coordinate is too large for binary STL; write it as text",
                        "vertex " + std::to_string(i));
        }
    }
    return {};
}

}  // namespace
}  // namespace io_detail

Result<void> write_mesh(const Mesh& mesh, const std::filesystem::path& path,
                        const WriteOptions& options) {
    const std::string format = io_detail::ending_of(path);
    const std::vector<std::string> writable = {"obj", "stl", "ply", "off"};
    if (std::ranges::find(writable, format) == writable.end()) {
        return fail(ErrorCode::unsupported, "cannot write the format '" +
                                                io_detail::one_line(format) + "'; writable are " +
                                                io_detail::joined(writable));
    }
    if (auto good = io_detail::check_vertices(mesh); !good) return good;
    if (auto good = io_detail::check_polygons(mesh); !good) return good;
    if (format == "stl") {
        if (auto good = io_detail::check_fits_stl(mesh, options.encoding); !good) return good;
    }
    return io_detail::MeshWriter(mesh, path, options).write(format, options.encoding);
}

}  // namespace swept
