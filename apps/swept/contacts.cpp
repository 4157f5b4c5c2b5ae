// swept contacts A B: what touches now?

#include "swept/distance.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "pair_command.h"

namespace swept::tool {
namespace {

struct ContactFlags : StandingFlags {
    std::string tolerance;
    bool reduced = false;
};

/// The two meshes and how every question about them is asked.
struct Setting : StandingPair {
    ContactOptions options;
};

ContactSet answered(const Setting& setting, const PosePair& poses, const ContactOptions& options) {
    return contacts({setting.a, poses.world_from_a}, {setting.b, poses.world_from_b}, options);
}

void add_answer(const Setting& setting, const ContactSet& set, JsonObject& json) {
    json.add("relation", name_of(set.relation));
    std::string list;
    for (const Contact& contact : set.contacts) {
        list += list.empty() ? "[" : ",";
        list += json_contact(contact, setting.a, &setting.b);
    }
    json.add_raw("contacts", list.empty() ? "[]" : list + "]");
    json.add("tolerance", set.tolerance);
    json.add("margin", set.margin);
    add_meeting(json, meeting_of(set));
}

// ---- for people ----

void print_contact(const Contact& contact) {
    print_row("contact", fmt::format("{} of A, {} of B, apart {:.9g}", words_of(contact.mover),
                                     words_of(contact.obstacle), contact.separation));
    print_row("", fmt::format("at {}, normal {} from B to A", words_of(contact.point),
                              words_of(contact.normal)));
}

void print_text(const ContactFlags& flags, const Setting& setting, const ContactSet& set) {
    constexpr std::size_t most = 8;
    const std::size_t count = set.contacts.size();
    const bool told = set.relation != Relation::overlapping;
    print_headline(fmt::format("{} and {}: {}{}", short_name(flags.a), short_name(flags.b),
                               name_of(set.relation),
                               told ? ", " + counted(count, "contact") : ""));
    for (std::size_t i = 0; i < std::min(count, most); ++i) print_contact(set.contacts[i]);
    if (count > most) print_row("", fmt::format("and {} more; --json lists them", count - most));
    if (!told) print_meeting(meeting_of(set), setting);
    print_row("tolerance", short_number(set.tolerance));
    print_row("margin", short_number(set.margin));
}

// ---- the picture ----

void draw(const ContactFlags& flags, const Setting& setting, const PosePair& poses,
          const ContactSet& set) {
    const bool overlap = set.relation == Relation::overlapping;
    const Meeting meeting = overlap ? meeting_of(set) : Meeting{.relation = set.relation};
    Picture picture = picture_of(flags, setting, poses, meeting, "contacts");
    picture.text = picture_text([&] { print_text(flags, setting, set); });
    picture.margin = set.margin;
    for (const Contact& contact : set.contacts) {
        picture.marks.push_back(mark_of(
            contact, {PictureMeeting::contact, flags.a, flags.b, std::nullopt, set.margin}));
    }
    write_picture(picture, flags.picture, flags);
}

// ---- what is asked ----

/// Those of all lines, but for what the line says.
ContactOptions options_of(const Json& line, ContactOptions options) {
    const auto length = read_number_of(line, "tolerance");
    if (!length) return options;
    const auto made = ContactTolerance::within(*length);
    if (!made) throw BadQuestion{"tolerance: " + made.error().what};
    options.tolerance = *made;
    return options;
}

void run_many(const ContactFlags& flags) {
    const ContactOptions options = contact_options(flags.tolerance, flags.reduced);
    const LineInput input(flags.batch);
    const Setting setting{load_pair(flags), options};
    const auto answer = [&](const Json& line, JsonObject& json) {
        const auto set = answered(setting, poses_of(line), options_of(line, setting.options));
        add_answer(setting, set, json);
    };
    run_batch(input, {{"pose", "obstacle_pose", "tolerance"}, answer}, flags);
}

void run_one(const ContactFlags& flags) {
    const PosePair poses = poses_of(flags);
    const ContactOptions options = contact_options(flags.tolerance, flags.reduced);
    const Setting setting{load_pair(flags), options};
    const ContactSet set = answered(setting, poses, options);
    if (flags.json) {
        JsonObject json;
        add_answer(setting, set, json);
        fmt::print("{}\n", std::move(json).text());
    } else {
        print_text(flags, setting, set);
    }
    if (!flags.picture.empty()) draw(flags, setting, poses, set);
    end_query(flags, set.relation == Relation::overlapping || !set.contacts.empty());
}

void run(const ContactFlags& flags) {
    check_standing(flags, "contacts");
    check_exit_code(flags, flags.batch, "contacts");
    if (!flags.batch.empty()) return run_many(flags);
    run_one(flags);
}

}  // namespace

void add_contacts(CommandLine& program) {
    Command command = program.add("contacts", "What touches now: all contacts of two meshes.");
    command.examples(
        "  swept contacts part.stl housing.stl --at 0,0,12.5\n"
        "  swept contacts --json part.stl housing.stl --tolerance 0.1 --reduced\n"
        "  swept contacts part.stl housing.stl --batch poses.jsonl > answers.jsonl\n"
        "A pose: x,y,z or x,y,z,qw,qx,qy,qz or {\"translation\":[x,y,z],\"rotation\":[w,x,y,z]}\n"
        "        or {\"matrix\":[[4 numbers],[4],[4]]}\n"
        "A line of a batch: "
        "{\"id\":...,\"pose\":{...},\"obstacle_pose\":{...},\"tolerance\":length},\n"
        "        all of them optional");
    auto flags = std::make_shared<ContactFlags>();
    command.option(
        "--tolerance", flags->tolerance, "LENGTH",
        "How far apart a contact may be (default: twice the margin; in a batch, of lines "
        "that say nothing else)");
    command.flag("--reduced", flags->reduced,
                 "Of contacts with about one normal keep at most four that span the most");
    add_standing_flags(command, *flags);
    add_exit_code_flag(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool
