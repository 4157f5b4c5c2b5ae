// swept world FILE carve TOOL: what does a convex solid take out of a world?

#include <fmt/format.h>

#include "batch.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "mesh_source.h"
#include "world_source.h"

namespace swept::tool {
namespace {

struct Flags {
    SharedWorldFlags world;
    std::string tool;
    std::string at;
    std::string batch;
    std::string output;
    std::string piece;
    std::string fragments;
    std::string id;
    std::string mask;
    bool take_fragments = false;
    ShapeFlags shape;
};

struct Answer {
    CarveResult carving;
    std::vector<PortalId> removed_portals;
    std::size_t polygons = 0;  ///< in the world, afterwards
};

CarveOptions options_of(const Flags& flags) {
    CarveOptions options;
    options.take_fragments = flags.take_fragments;
    if (flags.id.empty()) return options;
    PolygonLabel label{PolygonId(whole_of_flag("--id", flags.id))};
    if (!flags.mask.empty()) label.mask = whole_of_flag("--mask", flags.mask);
    options.label = label;
    return options;
}

Result<Answer> carved(World& world, const Polyhedron& tool, const Pose& pose,
                      const CarveOptions& options) {
    Answer answer;
    const Result<EditReport> report = world.edit([&](WorldEdit& edit) -> Result<void> {
        Result<CarveResult> carving = edit.carve({tool, pose}, options);
        if (!carving) return tl::unexpected(carving.error());
        answer.carving = std::move(*carving);
        return {};
    });
    if (!report) return tl::unexpected(report.error());
    answer.removed_portals = report->removed_portals;
    answer.polygons = world.snapshot().polygon_count();
    return answer;
}

/// The volume of a part of a solid; nothing where it is open.
std::string volume_of(const Polyhedron& shape) {
    const auto volume = shape.volume();
    if (!volume) return "null";
    std::string text;
    append_number(text, *volume);
    return text;
}

template <class Ids>
std::string json_ids(const Ids& ids) {
    std::string list;
    for (const auto id : ids) list += (list.empty() ? "" : ",") + std::to_string(id.value);
    return "[" + list + "]";
}

std::string json_piece(const Polyhedron& shape) {
    JsonObject json;
    json.add_raw("volume", volume_of(shape));
    json.add("polygons", shape.face_count());
    return std::move(json).text();
}

std::string json_fragments(const std::vector<CarveResult::Fragment>& fragments) {
    std::string list;
    for (const CarveResult::Fragment& part : fragments) {
        JsonObject json;
        json.add_raw("rooms", json_ids(part.rooms));
        json.add_raw("volume", volume_of(part.shape));
        json.add("polygons", part.shape.face_count());
        list += (list.empty() ? "" : ",") + std::move(json).text();
    }
    return "[" + list + "]";
}

void add_answer(const Answer& answer, JsonObject& json) {
    json.add_raw("rooms", json_ids(answer.carving.rooms));
    json.add_raw("piece", answer.carving.piece ? json_piece(*answer.carving.piece) : "null");
    json.add_raw("fragments", json_fragments(answer.carving.fragments));
    json.add_raw("removed_portals", json_ids(answer.removed_portals));
    json.add("polygons", answer.polygons);
}

// ---- for people ----

std::string volume_in_words(const Polyhedron& shape) {
    const auto volume = shape.volume();
    return volume ? fmt::format("volume {:.9g}", *volume) : "open, without a volume";
}

template <class Ids>
std::string ids_in_words(const Ids& ids, const std::string& one = "room") {
    std::string words;
    for (const auto id : ids) words += (words.empty() ? "" : ", ") + std::to_string(id.value);
    return one + (ids.size() == 1 ? " " : "s ") + words;
}

void print_text(const Flags& flags, const Answer& answer) {
    const CarveResult& carving = answer.carving;
    print_headline(fmt::format("{} out of {}: {}", short_name(flags.tool),
                               short_name(flags.world->world),
                               carving.rooms.empty() ? "meets nothing" : "carved"));
    if (!carving.rooms.empty()) print_row("changed", ids_in_words(carving.rooms));
    if (carving.piece) {
        print_row("removed", fmt::format("{}, {}", volume_in_words(*carving.piece),
                                         counted(carving.piece->face_count(), "polygon")));
    }
    for (const CarveResult::Fragment& part : carving.fragments) {
        print_row("fragment", fmt::format("{}, {}, in {}", volume_in_words(part.shape),
                                          counted(part.shape.face_count(), "polygon"),
                                          ids_in_words(part.rooms)));
    }
    if (!answer.removed_portals.empty()) {
        print_row("portals", ids_in_words(answer.removed_portals, "portal") +
                                 " removed: their outline is on no wall any more");
    }
    print_row("polygons", grouped(answer.polygons) + " in the world now");
}

// ---- files ----

void save_mesh(const Polyhedron& shape, const std::string& file) {
    const Result<void> written = write_mesh(shape.mesh(), file);
    if (written) return;
    if (written.error().code == ErrorCode::unsupported) {
        throw Failure{Exit::bad_usage, file + ": " + written.error().message()};
    }
    throw failure_of(written.error(), file);
}

void save(const Flags& flags, const World& world, const Answer* answer) {
    if (answer != nullptr && !flags.piece.empty() && answer->carving.piece) {
        save_mesh(*answer->carving.piece, flags.piece);
    }
    if (answer != nullptr && !flags.fragments.empty()) {
        for (std::size_t i = 0; i < answer->carving.fragments.size(); ++i) {
            save_mesh(answer->carving.fragments[i].shape,
                      fmt::format("{}-{}.ply", flags.fragments, i));
        }
    }
    if (!flags.output.empty()) save_world(world.snapshot().contents(), flags.output);
}

/// The world as it is now; what was taken out as it stood, see-through, and fragments set off.
void draw(const Flags& flags, const WorldSnapshot& world, const Answer& answer) {
    const CarveResult& carving = answer.carving;
    Picture picture{.command = "world",
                    .text = picture_text([&] { print_text(flags, answer); }),
                    .state = carving.rooms.empty() ? "meets nothing" : "carved"};
    add_world(picture, world);
    if (carving.piece) {
        PictureShape piece{
            .role = PictureRole::ghost, .name = "what was taken out", .shape = *carving.piece};
        picture.shapes.push_back(std::move(piece));
    }
    for (std::size_t i = 0; i < carving.fragments.size(); ++i) {
        picture.shapes.push_back({.role = PictureRole::mover,
                                  .name = fmt::format("fragment {}", i),
                                  .index = i,
                                  .shape = carving.fragments[i].shape});
    }
    write_picture(picture, flags.world->picture, *flags.world);
}

// ---- what is asked ----

void check_combination(const Flags& flags) {
    const auto refuse = [](bool wrong, const char* why) {
        if (wrong) throw Failure{Exit::bad_usage, std::string("world carve: ") + why};
    };
    const bool many = !flags.batch.empty();
    refuse(many && !flags.at.empty(), "with --batch the poses stand in the lines; leave out --at");
    refuse(many && flags.world->json,
           "--batch answers with JSON lines, --json with one document; leave out --json");
    refuse(many && (!flags.piece.empty() || !flags.fragments.empty()),
           "--piece and --fragments write what one carve takes; leave them out with --batch");
    refuse(!flags.mask.empty() && flags.id.empty(),
           "--mask goes with --id; add --id for the new walls");
    refuse(!flags.output.empty() && !flags.output.ends_with(".json"),
           "a world is written as .json, with its meshes beside it; end -o so");
}

/// One after the other: every carve finds what the ones before have left.
void run_many(const Flags& flags, const CarveOptions& options) {
    const LineInput input(flags.batch);
    const Polyhedron tool = load_shape(flags.tool, flags.shape, *flags.world);
    World world = load_world(*flags.world);
    const auto answer = [&](const Json& line, JsonObject& json) {
        const Result<Answer> done = carved(world, tool, read_pose_of(line, "pose"), options);
        if (!done) throw BadQuestion{done.error().message()};
        add_answer(*done, json);
    };
    CommonFlags in_order = *flags.world;
    in_order.threads = 1;
    try {
        run_batch(input, {{"pose"}, answer}, in_order);
    } catch (const Failure& failure) {
        // What could be carved is written all the same.
        if (failure.code == Exit::found) save(flags, world, nullptr);
        throw;
    }
    save(flags, world, nullptr);
}

void run(const Flags& flags) {
    check_combination(flags);
    check_picture(flags.world->picture, flags.batch, "world carve");
    const CarveOptions options = options_of(flags);
    if (!flags.batch.empty()) return run_many(flags, options);
    const Pose pose = flags.at.empty() ? Pose() : pose_of_flag("--at", flags.at);
    const Polyhedron tool = load_shape(flags.tool, flags.shape, *flags.world);
    World world = load_world(*flags.world);
    const Result<Answer> answer = carved(world, tool, pose, options);
    if (!answer) throw Failure{Exit::bad_file, flags.tool + ": " + answer.error().message()};
    save(flags, world, &*answer);
    if (flags.world->json) {
        JsonObject json;
        add_answer(*answer, json);
        fmt::print("{}\n", std::move(json).text());
    } else {
        print_text(flags, *answer);
    }
    if (!flags.world->picture.empty()) draw(flags, world.snapshot(), *answer);
}

}  // namespace

void add_world_carve(Command& world, const SharedWorldFlags& world_flags) {
    Command command = world.question("carve", "Subtract a convex solid from the rooms");
    command.examples(
        "  swept world hall.world.json carve solid:sphere,rings=6,segments=8 --at 5,0,1.5 "
        "-o hall.world.json\n"
        "  swept world hall.world.json carve blast.obj --at 5,0,1.5 --piece rubble.obj "
        "--fragments chunk\n"
        "  swept world hall.world.json carve blast.obj --batch hits.jsonl -o ruin.world.json\n"
        "A pose: x,y,z or x,y,z,qw,qx,qy,qz or {\"translation\":[x,y,z],\"rotation\":[w,x,y,z]}\n"
        "        or {\"matrix\":[[4 numbers],[4],[4]]}\n"
        "A line of a batch: {\"id\":...,\"pose\":{...}}; the carves follow each other");
    auto flags = std::make_shared<Flags>();
    flags->world = world_flags;
    command.argument("TOOL", flags->tool, "A convex mesh: a file or solid:NAME,key=value...", true);
    command.option("--at", flags->at, "POSE", "Where the tool is (default: as in its file)");
    command.option("--batch", flags->batch, "FILE",
                   "Carve many times, one JSON object per line; - is stdin");
    command.option("-o,--output", flags->output, "FILE", "Write the carved world: .json");
    command.option("--piece", flags->piece, "FILE",
                   "Write what was taken out: .obj, .stl, .ply or .off");
    command.option("--fragments", flags->fragments, "PREFIX",
                   "Write parts that came loose to PREFIX-0.ply, PREFIX-1.ply ...");
    command.flag("--take-fragments", flags->take_fragments,
                 "Take parts that came loose out of the world");
    command.option("--id", flags->id, "ID",
                   "The id of the new walls (default: that of a polygon that was cut)");
    command.option("--mask", flags->mask, "MASK", "Their mask, with --id (default: every bit)");
    add_picture_flag(command, world_flags->picture);
    add_outside_flag(command, world_flags->allow_outside);
    add_shape_flags(command, flags->shape);
    add_common_flags(command, *world_flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool
