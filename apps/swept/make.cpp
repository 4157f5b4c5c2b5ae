// swept make SOLID -o FILE: write a parametric solid.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "command_line.h"
#include "swept/mesh_io.h"
#include "swept/solids.h"
#include "world_source.h"

namespace swept::tool {
namespace {

using Json = nlohmann::ordered_json;

struct MakeFlags : CommonFlags {
    std::string solid;
    std::string output;
    bool text = false;
    bool list = false;
};

void print_list(bool as_json) {
    if (!as_json) {
        for (const SolidKind& kind : solid_kinds()) {
            fmt::print("solid:{:<9} {}\n", kind.name, kind.meaning);
            for (const SolidKey& key : kind.keys) {
                fmt::print("    {:<30} {}\n", fmt::format("{}={}", key.name, key.fallback),
                           key.meaning);
            }
        }
        return;
    }
    Json list = Json::array();
    for (const SolidKind& kind : solid_kinds()) {
        Json keys = Json::array();
        for (const SolidKey& key : kind.keys) {
            keys.push_back(
                {{"name", key.name}, {"default", key.fallback}, {"meaning", key.meaning}});
        }
        list.push_back({{"name", kind.name}, {"meaning", kind.meaning}, {"keys", keys}});
    }
    fmt::print("{}\n", list.dump(2));
}

/// A level becomes its rooms and portals, any other solid one room.
void make_world(const MakeFlags& flags) {
    const Result<WorldContents> world = make_solid_world(flags.solid);
    if (!world) throw Failure{Exit::bad_usage, flags.solid + ": " + world.error().message()};
    save_world(*world, flags.output);
    std::size_t polygons = 0;
    for (const auto& room : world->rooms) polygons += room.polygons.mesh.polygon_count();
    if (flags.json) {
        const Json answer{{"file", flags.output},
                          {"solid", flags.solid},
                          {"rooms", world->rooms.size()},
                          {"portals", world->portals.size()},
                          {"polygons", polygons}};
        fmt::print("{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
    } else {
        fmt::print("{}: {}, {}, {}\n", flags.output, counted(world->rooms.size(), "room"),
                   counted(world->portals.size(), "portal"), counted(polygons, "polygon"));
    }
}

void run(const MakeFlags& flags) {
    if (flags.list) return print_list(flags.json);
    if (flags.solid.empty())
        throw Failure{Exit::bad_usage, "make: no solid; 'swept make --list' names them"};
    if (flags.output.empty())
        throw Failure{Exit::bad_usage,
                      "make: no output; add -o FILE (.obj .stl .ply .off, or .json for a world)"};
    if (flags.output.ends_with(".json")) return make_world(flags);
    const Result<Mesh> mesh = make_solid(flags.solid);
    if (!mesh) throw Failure{Exit::bad_usage, flags.solid + ": " + mesh.error().message()};
    const WriteOptions options{.encoding = flags.text ? Encoding::text : Encoding::binary,
                               .progress = progress_bar("writing", flags)};
    const Result<void> written = write_mesh(*mesh, flags.output, options);
    if (!written && written.error().code == ErrorCode::unsupported) {
        throw Failure{Exit::bad_usage, flags.output + ": " + written.error().message()};
    }
    if (!written) throw failure_of(written.error(), flags.output);
    if (flags.json) {
        const Json answer{{"file", flags.output},
                          {"solid", flags.solid},
                          {"vertices", mesh->vertices.size()},
                          {"polygons", mesh->polygon_count()}};
        fmt::print("{}\n", answer.dump(2, ' ', false, Json::error_handler_t::replace));
    } else {
        fmt::print("{}: {}, {}\n", flags.output,
                   counted(mesh->vertices.size(), "vertex", "vertices"),
                   counted(mesh->polygon_count(), "polygon"));
    }
}

}  // namespace

void add_make(CommandLine& program) {
    Command command = program.add("make", "Write a parametric solid to a file");
    command.examples(
        "  swept make --list\n"
        "  swept make box,size=1x2x3 -o box.obj\n"
        "  swept make solid:torus,rings=1000,sides=500 -o torus.ply\n"
        "  swept make level,rooms=64 -o level.world.json");
    auto flags = std::make_shared<MakeFlags>();
    command.argument("SOLID", flags->solid,
                     "NAME or NAME,key=value... ('solid:' may stand before it)", false);
    command.option(
        "-o,--output", flags->output, "FILE",
        "Where to write: .obj, .stl, .ply or .off; .json: as a world, its meshes beside it");
    command.flag("--text", flags->text, "Write .stl and .ply as text instead of binary");
    command.flag("--list", flags->list, "Name all solids with their keys and defaults");
    add_common_flags(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool
