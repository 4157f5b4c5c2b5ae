// swept world FILE contacts, distance, overlap MESH: how does a mesh stand in a world?

#include <fmt/format.h>

#include <algorithm>

#include "batch.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "mesh_source.h"
#include "pair_command.h"
#include "world_source.h"

namespace swept::tool {
namespace {

struct Flags {
    SharedWorldFlags world;
    std::string mesh;
    std::string at;
    std::string batch;
    std::string tolerance;  ///< of contacts
    bool reduced = false;   ///< of contacts
    std::string limit;      ///< of a distance
    FilterFlags filter;
    ShapeFlags shape;
};

/// The world, the mesh, and how every question about them is asked.
struct Setting {
    WorldSnapshot world;
    Polyhedron mesh;
    OverlapOptions overlap;
    ContactOptions contacts;
    DistanceOptions distance;
};

std::string json_contact_with(const Contact& contact, const ColliderRef& collider,
                              const Setting& setting) {
    const auto shape = shape_of(collider, setting.world);
    JsonObject json;
    add_contact(json, contact, setting.mesh, shape ? &*shape : nullptr);
    json.add_raw("collider", json_collider(collider));
    return std::move(json).text();
}

/// As for two meshes, of A the mesh and of B what it meets.
void add_meeting_with(JsonObject& json, const Meeting& meeting, const ColliderRef& collider) {
    add_meeting(json, meeting);
    if (meeting.relation != Relation::separate) json.add_raw("collider", json_collider(collider));
}

void print_meeting_with(const Meeting& meeting, const ColliderRef& collider) {
    if (meeting.relation == Relation::separate) return;
    print_row("met", words_of(collider));
    if (meeting.witness) print_row("point", words_of(meeting.witness->point));
    if (meeting.contained == OverlapResult::Contained::a) {
        print_row("contained", "the mesh lies inside");
    }
    if (meeting.contained == OverlapResult::Contained::b) {
        print_row("contained", "it lies inside the mesh");
    }
}

void print_head(const Flags& flags, Relation relation, const std::string& more = "") {
    print_headline(fmt::format("{} in {}: {}{}", short_name(flags.mesh),
                               short_name(flags.world->world), name_of(relation), more));
}

/// A mark where they meet.
void add_witness(Picture& picture, const Meeting& meeting) {
    if (!meeting.witness) return;
    picture.marks.push_back(
        {.point = meeting.witness->point, .kind = "witness", .text = "they meet here"});
}

// ---- contacts ----

struct Contacts {
    static constexpr const char* name = "contacts";
    static constexpr const char* meaning = "What touches a mesh now?";

    static WorldContactSet answered(const Setting& setting, const Pose& pose) {
        return contacts({setting.mesh, pose}, setting.world, setting.contacts);
    }
    static bool found(const Flags& /*flags*/, const WorldContactSet& set) {
        return set.relation == Relation::overlapping || !set.contacts.empty();
    }
    static void add(const Setting& setting, const WorldContactSet& set, JsonObject& json) {
        json.add("relation", name_of(set.relation));
        std::string list;
        for (const auto& [contact, collider] : set.contacts) {
            list += list.empty() ? "[" : ",";
            list += json_contact_with(contact, collider, setting);
        }
        json.add_raw("contacts", list.empty() ? "[]" : list + "]");
        json.add("tolerance", set.tolerance);
        json.add("margin", set.margin);
        add_meeting_with(json, meeting_of(set), set.collider);
    }
    static void print(const Flags& flags, const WorldContactSet& set) {
        constexpr std::size_t most = 8;
        const std::size_t count = set.contacts.size();
        const bool told = set.relation != Relation::overlapping;
        print_head(flags, set.relation, told ? ", " + counted(count, "contact") : "");
        for (std::size_t i = 0; i < std::min(count, most); ++i) {
            const auto& [contact, collider] = set.contacts[i];
            print_row("contact",
                      fmt::format("{} of the mesh, {}, apart {:.9g}", words_of(contact.mover),
                                  words_of(collider), contact.separation));
            print_row("", fmt::format("at {}, normal {} to the mesh", words_of(contact.point),
                                      words_of(contact.normal)));
        }
        if (count > most) {
            print_row("", fmt::format("and {} more; --json lists them", grouped(count - most)));
        }
        if (!told) print_meeting_with(meeting_of(set), set.collider);
        print_row("tolerance", short_number(set.tolerance));
        print_row("margin", short_number(set.margin));
    }
    static void draw(Picture& picture, const Flags& flags, const WorldContactSet& set) {
        picture.margin = set.margin;
        for (const auto& [contact, collider] : set.contacts) {
            picture.marks.push_back(
                mark_of(contact, {PictureMeeting::contact, flags.mesh, words_of(collider),
                                  std::nullopt, set.margin}));
        }
        if (set.relation == Relation::overlapping) add_witness(picture, meeting_of(set));
        picture.state = name_of(set.relation);
    }
};

// ---- distance ----

struct Distance {
    static constexpr const char* name = "distance";
    static constexpr const char* meaning = "How far is a mesh from the nearest thing, and where?";

    static InWorld<DistanceResult> answered(const Setting& setting, const Pose& pose) {
        return distance({setting.mesh, pose}, setting.world, setting.distance);
    }
    static bool found(const Flags& flags, const InWorld<DistanceResult>& answer) {
        const DistanceResult& result = answer.result;
        return flags.limit.empty() ? result.relation != Relation::separate : !result.beyond;
    }
    static bool has_closest(const DistanceResult& result) {
        return result.relation == Relation::separate && !result.beyond;
    }
    static void add(const Setting& setting, const InWorld<DistanceResult>& answer,
                    JsonObject& json) {
        const auto& [result, collider] = answer;
        json.add("relation", name_of(result.relation));
        json.add("distance", result.distance);  // null where there is nothing at all
        json.add("beyond", result.beyond);
        if (has_closest(result)) {
            json.add_raw("points", json_points(result));
            json.add_raw("closest", json_contact_with(result.closest, collider, setting));
        } else {
            json.add_null("points");
            json.add_null("closest");
        }
        add_meeting_with(json, meeting_of(result), collider);
    }
    static void print(const Flags& flags, const InWorld<DistanceResult>& answer) {
        const auto& [result, collider] = answer;
        print_head(flags, result.relation);
        if (result.beyond && !std::isfinite(result.distance)) {
            return print_row("distance", "none: there is nothing");
        }
        if (result.beyond) {
            return print_row("distance",
                             fmt::format("more than {:.9g}, the limit", result.distance));
        }
        print_row("distance", short_number(result.distance));
        if (!has_closest(result)) return print_meeting_with(meeting_of(result), collider);
        print_row("nearest", words_of(collider) + " at " + words_of(result.points[1]));
        print_row("of mesh", fmt::format("{} at {}", words_of(result.closest.mover),
                                         words_of(result.points[0])));
        print_row("normal", words_of(result.closest.normal) + " to the mesh");
    }
    static void draw(Picture& picture, const Flags& flags, const InWorld<DistanceResult>& answer) {
        const auto& [result, collider] = answer;
        if (has_closest(result)) {
            picture.marks.push_back(
                mark_of(result.closest, {PictureMeeting::closest, flags.mesh, words_of(collider)}));
            picture.lines.push_back(
                {.kind = PictureLineKind::gap, .points = {result.points[0], result.points[1]}});
        }
        add_witness(picture, meeting_of(result));
        picture.state = name_of(result.relation);
    }
};

// ---- overlap ----

struct Overlap {
    static constexpr const char* name = "overlap";
    static constexpr const char* meaning = "Does a mesh interfere with anything?";

    static InWorld<OverlapResult> answered(const Setting& setting, const Pose& pose) {
        return overlap({setting.mesh, pose}, setting.world, setting.overlap);
    }
    static bool found(const Flags& /*flags*/, const InWorld<OverlapResult>& answer) {
        return answer.result.relation != Relation::separate;
    }
    static void add(const Setting& /*setting*/, const InWorld<OverlapResult>& answer,
                    JsonObject& json) {
        const auto& [result, collider] = answer;
        json.add("overlap", result.relation != Relation::separate);
        json.add("relation", name_of(result.relation));
        json.add("state", name_of(result.state));
        add_meeting_with(json, meeting_of(result), collider);
    }
    static void print(const Flags& flags, const InWorld<OverlapResult>& answer) {
        const auto& [result, collider] = answer;
        print_head(flags, result.relation);
        print_meeting_with(meeting_of(result), collider);
    }
    static void draw(Picture& picture, const Flags& /*flags*/,
                     const InWorld<OverlapResult>& answer) {
        add_witness(picture, meeting_of(answer.result));
        picture.state = name_of(answer.result.relation);
    }
};

// ---- what is asked ----

/// The world and the mesh last: what is wrong with the flags is told before they are read.
Setting setting_of(const Flags& flags) {
    ContactOptions contact = contact_options(flags.tolerance, flags.reduced);
    DistanceOptions distance = distance_options(flags.limit);
    const OverlapOptions overlap{.filter = filter_of(flags.filter)};
    contact.filter = distance.filter = overlap.filter;
    const Polyhedron mesh = load_shape(flags.mesh, flags.shape, *flags.world);
    return {load_world(*flags.world).snapshot(), mesh, overlap, contact, distance};
}

template <class Question>
void run_many(const Flags& flags) {
    const LineInput input(flags.batch);
    const Setting setting = setting_of(flags);
    const auto answer = [&](const Json& line, JsonObject& json) {
        Question::add(setting, Question::answered(setting, read_pose_of(line, "pose")), json);
    };
    run_batch(input, {{"pose"}, answer}, *flags.world);
}

template <class Question, class Answer>
void draw_picture(const Flags& flags, const Setting& setting, const Pose& pose,
                  const Answer& answer) {
    Picture picture{.command = "world",
                    .text = picture_text([&] { Question::print(flags, answer); })};
    picture.shapes.push_back(
        {.role = PictureRole::shape_a, .name = flags.mesh, .shape = setting.mesh, .pose = pose});
    add_world(picture, setting.world);
    Question::draw(picture, flags, answer);
    write_picture(picture, flags.world->picture, *flags.world);
}

template <class Question>
void run(const Flags& flags) {
    const auto refuse = [](bool wrong, const char* why) {
        if (wrong) throw Failure{Exit::bad_usage, fmt::format("world {}: {}", Question::name, why)};
    };
    const bool many = !flags.batch.empty();
    refuse(many && !flags.at.empty(), "with --batch the poses stand in the lines; leave out --at");
    refuse(many && flags.world->json,
           "--batch answers with JSON lines, --json with one document; leave out --json");
    check_picture(flags.world->picture, flags.batch, std::string("world ") + Question::name);
    check_exit_code(*flags.world, flags.batch, std::string("world ") + Question::name);
    if (many) return run_many<Question>(flags);
    const Pose pose = flags.at.empty() ? Pose() : pose_of_flag("--at", flags.at);
    const Setting setting = setting_of(flags);
    const auto answer = Question::answered(setting, pose);
    if (flags.world->json) {
        JsonObject json;
        Question::add(setting, answer, json);
        fmt::print("{}\n", std::move(json).text());
    } else {
        Question::print(flags, answer);
    }
    if (!flags.world->picture.empty()) draw_picture<Question>(flags, setting, pose, answer);
    end_query(*flags.world, Question::found(flags, answer));
}

template <class Question>
std::pair<Command, std::shared_ptr<Flags>> add_question(Command& world,
                                                        const SharedWorldFlags& world_flags) {
    Command command = world.question(Question::name, Question::meaning);
    command.examples(fmt::format(
        "  swept world hall.world.json {0} crate.obj --at 3,4,0\n"
        "  swept world hall.world.json {0} crate.obj --batch poses.jsonl > answers.jsonl\n"
        "A pose: x,y,z or x,y,z,qw,qx,qy,qz or {{\"translation\":[x,y,z],\"rotation\":[w,x,y,z]}}\n"
        "        or {{\"matrix\":[[4 numbers],[4],[4]]}}\n"
        "A line of a batch: {{\"id\":...,\"pose\":{{...}}}}, both optional",
        Question::name));
    auto flags = std::make_shared<Flags>();
    flags->world = world_flags;
    command.argument("MESH", flags->mesh, "A mesh: a file or solid:NAME,key=value...", true);
    command.option("--at", flags->at, "POSE", "Where the mesh is (default: as in its file)");
    command.option("--batch", flags->batch, "FILE",
                   "Answer many questions, one JSON object per line; - is stdin");
    add_picture_flag(command, world_flags->picture);
    add_exit_code_flag(command, *world_flags);
    add_outside_flag(command, world_flags->allow_outside);
    add_filter_flags(command, flags->filter);
    add_shape_flags(command, flags->shape);
    add_common_flags(command, *world_flags);
    command.does([flags] { run<Question>(*flags); });
    return {command, flags};
}

}  // namespace

void add_world_standing(Command& world, const SharedWorldFlags& world_flags) {
    auto [contact, contact_flags] = add_question<Contacts>(world, world_flags);
    contact.option("--tolerance", contact_flags->tolerance, "LENGTH",
                   "How far apart a contact may be (default: twice the margin)");
    contact.flag("--reduced", contact_flags->reduced,
                 "Of contacts with about one normal keep at most four that span the most");
    auto [distance, distance_flags] = add_question<Distance>(world, world_flags);
    distance.option("--limit", distance_flags->limit, "LENGTH",
                    "Measure no further than this (default: any distance)");
    add_question<Overlap>(world, world_flags);
}

}  // namespace swept::tool
