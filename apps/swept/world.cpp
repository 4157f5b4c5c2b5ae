// swept world FILE: what is in this world? And the questions about it, each in a file of its own.

#include "swept/world.h"

#include <fmt/format.h>

#include <map>

#include "command.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "world_source.h"

namespace swept::tool {
namespace {

/// One room of the table.
struct RoomRow {
    RoomId id;
    std::size_t polygons = 0;
    bool closed = false;
    std::optional<Box> box;
    std::vector<PortalId> portals;
};

std::vector<RoomRow> rows_of(const WorldSnapshot& world) {
    std::vector<RoomRow> rows;
    std::map<RoomId, std::vector<PortalId>> portals;
    for (const PortalId id : world.portals()) {
        const auto portal = world.portal(id);
        portals[portal->from].push_back(id);
        portals[portal->to].push_back(id);
    }
    for (const RoomId id : world.rooms()) {
        RoomRow row{id, 0, false, std::nullopt, portals[id]};
        if (const auto shape = world.shape(id)) {
            row.polygons = shape->face_count();
            row.closed = shape->is_closed();
            row.box = shape->box();
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Around all rooms; nothing where there is no polygon.
std::optional<Box> box_of(const std::vector<RoomRow>& rows) {
    Box box;
    for (const RoomRow& row : rows) {
        if (!row.box) continue;
        box.add(row.box->lower);
        box.add(row.box->upper);
    }
    return box.empty() ? std::nullopt : std::optional(box);
}

// ---- as JSON ----

std::string json_of(const std::optional<Box>& box) {
    if (!box) return "null";
    JsonObject json;
    json.add("lower", box->lower);
    json.add("upper", box->upper);
    return std::move(json).text();
}

std::string json_of(const RoomRow& row) {
    JsonObject json;
    json.add("id", row.id.value);
    json.add("polygons", row.polygons);
    json.add("closed", row.closed);
    json.add_raw("box", json_of(row.box));
    std::string portals;
    for (const PortalId id : row.portals) {
        portals += (portals.empty() ? "" : ",") + std::to_string(id.value);
    }
    json.add_raw("portals", "[" + portals + "]");
    return std::move(json).text();
}

void print_json(const std::string& name, const WorldSnapshot& world,
                const std::vector<RoomRow>& rows, bool table) {
    const WorldSnapshot::Seams seams = world.seams();
    JsonObject json;
    json.add("world", name);
    json.add("rooms", rows.size());
    json.add("polygons", world.polygon_count());
    json.add("portals", world.portals().size());
    json.add("bodies", world.bodies().size());
    json.add("seam_edges", seams.seam_edges);
    json.add("open_edges", seams.open_edges);
    json.add("closed", seams.closed);
    json.add_raw("box", json_of(box_of(rows)));
    json.add("bytes", world.bytes());
    if (table) {
        std::string list;
        for (const RoomRow& row : rows) list += (list.empty() ? "" : ",") + json_of(row);
        json.add_raw("by_room", "[" + list + "]");
    }
    fmt::print("{}\n", std::move(json).text());
}

// ---- for people ----

std::string surface_in_words(const WorldSnapshot::Seams& seams, bool any) {
    if (!any) return "none: there are no polygons";
    const std::string joined = counted(seams.seam_edges, "edge") + " shared by two rooms";
    if (seams.closed) return "closed, " + joined;
    return fmt::format("open: {} without a neighbour, {}", counted(seams.open_edges, "edge"),
                       joined);
}

void print_table(const std::vector<RoomRow>& rows) {
    fmt::print("\n  {:>6} {:>9}  {:6}  {:24}  {}\n", "room", "polygons", "shell", "size",
               "portals");
    for (const RoomRow& row : rows) {
        std::string size = "none";
        if (row.box) {
            const Eigen::Vector3d s = row.box->size();
            size = fmt::format("{:.4g} x {:.4g} x {:.4g}", s[0], s[1], s[2]);
        }
        std::string portals;
        for (const PortalId id : row.portals) {
            portals += (portals.empty() ? "" : ", ") + std::to_string(id.value);
        }
        const std::string line =
            fmt::format("  {:>6} {:>9}  {:6}  {:24}  {}", row.id.value, grouped(row.polygons),
                        row.closed ? "closed" : "open", size, portals);
        fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
    }
}

void print_text(const std::string& name, const WorldSnapshot& world,
                const std::vector<RoomRow>& rows, bool table) {
    print_headline(fmt::format("{}: {}, {}, {}, {}", name, counted(rows.size(), "room"),
                               counted(world.polygon_count(), "polygon"),
                               counted(world.portals().size(), "portal"),
                               counted(world.bodies().size(), "body", "bodies")));
    print_row("surface", surface_in_words(world.seams(), world.polygon_count() > 0));
    if (const auto box = box_of(rows)) {
        const Eigen::Vector3d s = box->size();
        print_row("size", fmt::format("{:.9g} x {:.9g} x {:.9g} (from {} to {})", s[0], s[1], s[2],
                                      words_of(box->lower), words_of(box->upper)));
    }
    print_row("memory", fmt::format("{:.1f} MB", static_cast<double>(world.bytes()) / 1e6));
    if (table) print_table(rows);
}

void run(const WorldFlags& flags, bool table) {
    check_picture(flags.picture, "", "world");
    const WorldSnapshot world = load_world(flags).snapshot();
    const std::vector<RoomRow> rows = rows_of(world);
    if (flags.json) {
        print_json(flags.world, world, rows, table);
    } else {
        print_text(flags.world, world, rows, table);
    }
    if (flags.picture.empty()) return;
    Picture picture{.command = "world",
                    .text = picture_text([&] { print_text(flags.world, world, rows, false); }),
                    .state = world.polygon_count() == 0 ? "no surface"
                             : world.seams().closed     ? "closed"
                                                        : "open"};
    add_world(picture, world);
    write_picture(picture, flags.picture, flags);
}

}  // namespace

void add_world(CommandLine& program) {
    Command command = program.add(
        "world", "A world of rooms and bodies: look at it, cast, sweep and carve in it");
    command.examples(
        "  swept make level,rooms=9 -o level.world.json\n"
        "  swept world level.world.json --rooms\n"
        "  swept world level.world.json cast --from 0,0,1.7 --to 25,0,1.7\n"
        "  swept world level.world.json carve solid:sphere,rings=6,segments=8 --at 5,0,1.5 "
        "-o level.world.json\n"
        "'swept world FILE QUESTION --help' explains a question.");
    const auto flags = std::make_shared<WorldFlags>();
    const auto table = std::make_shared<bool>(false);
    command.argument("FILE", flags->world,
                     "A world file (.json), solid:level,key=value..., or a mesh: one room", true);
    command.flag("--rooms", *table, "A table of the rooms");
    add_picture_flag(command, flags->picture);
    add_outside_flag(command, flags->allow_outside);
    add_common_flags(command, *flags);
    add_world_cast(command, flags);
    add_world_sweep(command, flags);
    add_world_standing(command, flags);
    add_world_carve(command, flags);
    command.does([flags, table] { run(*flags, *table); });
}

}  // namespace swept::tool
