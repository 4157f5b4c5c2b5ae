// swept info MESH: what is this mesh?

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "command_line.h"
#include "mesh_source.h"

namespace swept::tool {
namespace {

using Json = nlohmann::ordered_json;

/// The kinds of edges with how many there are.
std::vector<std::pair<std::string, std::uint32_t>> kinds_of(const EdgeCounts& counts) {
    std::vector<std::pair<std::string, std::uint32_t>> kinds;
    kinds.reserve(counts.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        kinds.emplace_back(name_of(static_cast<EdgeKind>(i)), counts[i]);
    }
    return kinds;
}

/// The repairs with their names, in the order of BuildReport.
std::vector<std::pair<const char*, std::uint32_t>> repairs_of(const BuildReport& report) {
    return {
        {"welded_vertices", report.welded_vertices}, {"close_vertices", report.close_vertices},
        {"unused_vertices", report.unused_vertices}, {"repeated_corners", report.repeated_corners},
        {"zero_area_faces", report.zero_area_faces}, {"duplicate_faces", report.duplicate_faces},
        {"split_nonconvex", report.split_nonconvex}, {"split_nonplanar", report.split_nonplanar},
        {"self_crossing", report.self_crossing},     {"merged_faces", report.merged_faces},
        {"merged_vertices", report.merged_vertices}, {"split_large", report.split_large}};
}

double share(std::uint32_t part, std::uint32_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / whole;
}

/// How many nodes lie above the deepest leaf.
std::size_t depth_of(const TreeStatistics& tree) {
    return tree.leaves_at_depth.empty() ? 0 : tree.leaves_at_depth.size() - 1;
}

Json json_of(const Eigen::Vector3d& v) {
    return Json::array({v[0], v[1], v[2]});
}

/// The time that it took is left out: the answer is the same at every run.
Json json_of(const TreeStatistics& tree) {
    return {{"nodes", tree.nodes},
            {"leaves", tree.leaves},
            {"depth", depth_of(tree)},
            {"leaves_at_depth", tree.leaves_at_depth},
            {"total_volume", tree.total_volume},
            {"balance", tree.balance},
            {"sibling_overlap", tree.sibling_overlap},
            {"bytes", tree.bytes}};
}

/// Whether there are faces that show why it collides with both sides.
bool shows_sides(const Polyhedron& shape) {
    return shape.report().sides_reason > SidesReason::open;
}

Json json_of(const std::string& name, const MeshFile& file, const Polyhedron& shape) {
    Json edges{{"total", shape.edge_count()}};
    for (const auto& [kind, count] : kinds_of(shape.edge_counts())) edges[kind] = count;
    Json repairs = Json::object();
    for (const auto& [key, count] : repairs_of(shape.report())) repairs[key] = count;
    const auto volume = shape.volume();
    return {{"mesh", name},
            {"format", file.format},
            {"precision", file.double_precision ? "double" : "single"},
            {"source",
             {{"vertices", file.mesh.vertices.size()}, {"polygons", file.mesh.polygon_count()}}},
            {"notes", file.notes},
            {"vertices", shape.vertex_count()},
            {"faces", shape.face_count()},
            {"edges", edges},
            {"internal",
             {{"edges", shape.internal_edge_count()},
              {"edge_share", share(shape.internal_edge_count(), shape.edge_count())},
              {"vertices", shape.internal_vertex_count()},
              {"vertex_share", share(shape.internal_vertex_count(), shape.vertex_count())}}},
            {"box", {{"lower", json_of(shape.box().lower)}, {"upper", json_of(shape.box().upper)}}},
            {"extent", shape.extent()},
            {"closed", shape.is_closed()},
            {"oriented", shape.is_oriented()},
            {"sides", shape.sides() == Sides::front ? "front" : "both"},
            {"sides_reason", std::string(name_of(shape.report().sides_reason))},
            {"sides_faces", shows_sides(shape) ? Json(shape.report().sides_faces) : Json()},
            {"volume", volume ? Json(*volume) : Json()},
            {"plane_deviation", shape.plane_deviation()},
            {"error_bound", shape.error_bound()},
            {"repairs", repairs},
            {"tree", json_of(shape.tree_statistics())},
            {"memory",
             {{"bytes", shape.bytes()},
              {"bytes_per_face", shape.face_count() == 0
                                     ? 0
                                     : static_cast<double>(shape.bytes()) / shape.face_count()}}}};
}

std::string triple(const Eigen::Vector3d& v, const char* between) {
    return fmt::format("{:.9g}{}{:.9g}{}{:.9g}", v[0], between, v[1], between, v[2]);
}

/// Why a closed mesh collides with both sides.
std::string why_both(const Polyhedron& shape) {
    const auto [face, other] = shape.report().sides_faces;
    switch (shape.report().sides_reason) {
        case SidesReason::crosses_itself:
            if (face == other) return fmt::format(": face {} crosses itself", face);
            return fmt::format(": faces {} and {} meet", face, other);
        case SidesReason::inside_out:
            return fmt::format(": face {} shows its back", face);
        case SidesReason::unproven:
            return fmt::format(": not proven at face {} that no back is seen", face);
        default:
            return "";
    }
}

std::string surface_line(const Polyhedron& shape) {
    if (shape.face_count() == 0) return "none: points only";
    std::string line = shape.is_closed() ? "closed" : "open";
    line += shape.is_oriented() ? ", oriented" : ", not oriented";
    if (const auto volume = shape.volume()) {
        line += fmt::format(", volume {:.9g}", *volume);
        if (*volume < 0) line += " (the faces look inward)";
    }
    return line +
           (shape.sides() == Sides::front ? "; collides with its front"
                                          : "; collides with both sides") +
           why_both(shape);
}

/// "3 flat, 2 concave" of what there is, or the word for nothing.
template <class Counts>
std::string listed(const Counts& counts, const char* nothing) {
    std::string line;
    for (const auto& [name, count] : counts) {
        if (count == 0) continue;
        std::string words = name;
        std::ranges::replace(words, '_', ' ');
        line += fmt::format("{}{} {}", line.empty() ? "" : ", ", grouped(count), words);
    }
    return line.empty() ? nothing : line;
}

std::string tree_line(const Polyhedron& shape) {
    const TreeStatistics tree = shape.tree_statistics();
    const std::string line =
        fmt::format("8-wide boxes: {}, {}, depth {}", counted(tree.nodes, "node"),
                    counted(tree.leaves, "leaf", "leaves"), depth_of(tree));
    const std::uint32_t things =
        shape.face_count() == 0 ? shape.vertex_count() : shape.face_count();
    return line + fmt::format(", {:.1f} bytes a {}", static_cast<double>(tree.bytes) / things,
                              shape.face_count() == 0 ? "point" : "face");
}

std::string memory_line(const Polyhedron& shape) {
    std::string bytes = counted(shape.bytes(), "byte");
    if (shape.face_count() == 0) return bytes;
    return fmt::format("{}, {} a face", bytes, shape.bytes() / shape.face_count());
}

void print_text(const std::string& name, const MeshFile& file, const Polyhedron& shape) {
    const auto vertices = [](std::size_t n) { return counted(n, "vertex", "vertices"); };
    fmt::print("{}: {}, {}, {}\n", name, counted(shape.face_count(), "face"),
               counted(shape.edge_count(), "edge"), vertices(shape.vertex_count()));
    print_row("read", fmt::format("{} in {} precision: {}, {}", file.format,
                                  file.double_precision ? "double" : "single",
                                  counted(file.mesh.polygon_count(), "polygon"),
                                  vertices(file.mesh.vertices.size())));
    for (const std::string& note : file.notes) print_row("note", note);
    print_row("size", fmt::format("{} (from {} to {})", triple(shape.box().size(), " x "),
                                  triple(shape.box().lower, ","), triple(shape.box().upper, ",")));
    print_row("surface", surface_line(shape));
    print_row("edges", listed(kinds_of(shape.edge_counts()), "none"));
    print_row("internal",
              fmt::format("{} ({:.1f} %) and {} ({:.1f} %) never touch first",
                          counted(shape.internal_edge_count(), "edge"),
                          100 * share(shape.internal_edge_count(), shape.edge_count()),
                          vertices(shape.internal_vertex_count()),
                          100 * share(shape.internal_vertex_count(), shape.vertex_count())));
    print_row("planes", fmt::format("corners within {:.9g} of the planes of their faces",
                                    shape.plane_deviation()));
    print_row("repairs", listed(repairs_of(shape.report()), "none needed"));
    print_row("tree", tree_line(shape));
    print_row("memory", memory_line(shape));
}

struct InfoFlags : CommonFlags {
    std::string mesh;
    ShapeFlags shape;
};

void run(const InfoFlags& flags) {
    const MeshFile file = load_mesh(flags.mesh, flags);
    const Polyhedron shape = with_tree(build_shape(file, flags.mesh, flags.shape, flags), flags);
    if (flags.json) {
        fmt::print(
            "{}\n",
            json_of(flags.mesh, file, shape).dump(2, ' ', false, Json::error_handler_t::replace));
    } else {
        print_text(flags.mesh, file, shape);
    }
}

}  // namespace

void add_info(CommandLine& program) {
    Command command = program.add(
        "info",
        "What is this mesh: counts, size, closed, oriented, edge kinds, repairs, tree, memory");
    command.examples(
        "  swept info part.stl\n"
        "  swept info --json solid:torus,rings=112,sides=56\n"
        "  swept info --weld 1e-6 --merge 1e-9 scan.ply");
    auto flags = std::make_shared<InfoFlags>();
    command.argument("MESH", flags->mesh,
                     "A file (.obj .stl .ply .off .gltf .glb ...) or solid:NAME,key=value...",
                     true);
    add_shape_flags(command, flags->shape);
    add_common_flags(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool
