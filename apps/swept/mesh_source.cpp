#include "mesh_source.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "command_line.h"
#include "swept/solids.h"
#include "swept/tolerance.h"

namespace swept::tool {
namespace {

bool is_solid(const std::string& name) {
    return name.starts_with("solid:");
}

/// A length, or nothing.
std::optional<double> length_in(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

BuildOptions options_of(const ShapeFlags& flags) {
    BuildOptions options;
    if (!flags.merge.empty()) options.merge_coplanar = length_in(flags.merge);
    if (flags.sides == "front") options.sides = Sides::front;
    if (flags.sides == "both") options.sides = Sides::both;
    if (flags.weld == "none") {
        options.weld = Weld::none;
    } else if (flags.weld != "identical") {
        options.weld = Weld::within;
        options.weld_distance = length_in(flags.weld).value_or(0);
    }
    return options;
}

}  // namespace

void add_shape_flags(Command& command, ShapeFlags& flags) {
    command.option("--weld", flags.weld, "HOW",
                   "Make vertices one: none, identical (at one place), or all within a LENGTH",
                   [](const std::string& text) -> std::string {
                       if (text == "none" || text == "identical" || length_in(text)) return "";
                       return "must be none, identical or a length, not '" + text + "'";
                   });
    command.option("--merge", flags.merge, "SHARE",
                   "Merge neighbours within this share of the extent of one plane into larger "
                   "faces; 1e-9 is a good value (default: no merging)",
                   [](const std::string& text) -> std::string {
                       const auto share = length_in(text);
                       if (share && *share <= 0.01) return "";
                       return "must be a share from 0 to 0.01, not '" + text + "'";
                   });
    command.option("--sides", flags.sides, "WHICH",
                   "Which sides of the faces collide: automatic, front or both",
                   [](const std::string& text) -> std::string {
                       if (text == "automatic" || text == "front" || text == "both") return "";
                       return "must be automatic, front or both, not '" + text + "'";
                   });
}

MeshFile load_mesh(const std::string& name, const CommonFlags& flags) {
    if (is_solid(name)) {
        Result<Mesh> mesh = make_solid(name);
        if (!mesh) throw Failure{Exit::bad_usage, name + ": " + mesh.error().message()};
        MeshFile file;
        file.mesh = std::move(*mesh);
        file.format = "solid";
        return file;
    }
    Result<MeshFile> file = read_mesh(name, {.progress = progress_bar("reading", flags)});
    if (!file) throw failure_of(file.error(), name);
    return std::move(*file);
}

Polyhedron build_shape(const MeshFile& file, const std::string& name, const ShapeFlags& shape,
                       const CommonFlags& flags) {
    BuildOptions options = options_of(shape);
    options.progress = progress_bar("building", flags);
    Result<Polyhedron> result = Polyhedron::build(file.mesh, options);
    if (!result && result.error().where == "weld_distance") {
        throw Failure{Exit::bad_usage, "--weld " + shape.weld + ": " + result.error().what};
    }
    if (!result) throw failure_of(result.error(), name);
    return *result;
}

Polyhedron load_shape(const std::string& name, const ShapeFlags& shape, const CommonFlags& flags) {
    return with_tree(build_shape(load_mesh(name, flags), name, shape, flags), flags);
}

std::pair<Polyhedron, Polyhedron> load_shapes(const std::string& a, const std::string& b,
                                              const ShapeFlags& shape, const CommonFlags& flags) {
    const Polyhedron first = load_shape(a, shape, flags);
    return {first, b == a ? first : load_shape(b, shape, flags)};
}

Polyhedron with_tree(Polyhedron shape, const CommonFlags& flags) {
    shape.prepare(flags.threads);
    return shape;
}

}  // namespace swept::tool
