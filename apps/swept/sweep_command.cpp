#include "sweep_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "command_line.h"
#include "format.h"
#include "json_blocks.h"

namespace swept::tool {
namespace {

using Contained = OverlapResult::Contained;

// ---- for people ----

const char* state_in_words(State state) {
    switch (state) {
        case State::free:
            return "free";
        case State::hit:
            return "hit";
        case State::overlapping:
            return "overlapping at the start";
        case State::undecided:
            break;
    }
    return "not decided";
}

void print_contact(const Contact& contact) {
    print_row("contact", fmt::format("{} of the mover meets {} of the obstacle",
                                     words_of(contact.mover), words_of(contact.obstacle)));
    print_row("point", words_of(contact.point));
    print_row("normal", words_of(contact.normal) + " from obstacle to mover");
    print_row("apart", short_number(contact.separation));
}

void print_undecided(bool has_budget) {
    if (has_budget) {
        print_row("budget", "spent before the end; a larger --budget may prove more");
    } else {
        print_row("undecided", "rounding outweighs the shapes here; bring them nearer the origin");
    }
}

}  // namespace

void add_moving_flags(Command& command, MovingFlags& flags) {
    command.argument("MOVER", flags.mover, "The mesh that moves: a file or solid:NAME,key=value...",
                     true);
    command.argument("OBSTACLE", flags.obstacle, "The mesh in its way", true);
    command.option("--obstacle-at", flags.obstacle_at, "POSE", "Where the obstacle is");
    command.flag(
        "--surfaces", flags.surfaces,
        "Only surfaces that cross count as overlapping at the start, not what lies inside");
    command.option("--budget", flags.budget, "N",
                   "Give up after N tests of volumes and features (default: never)", 1);
    add_picture_flag(command, flags.picture);
    add_shape_flags(command, flags.shape);
    add_common_flags(command, flags);
}

Pose obstacle_pose(const MovingFlags& flags) {
    return flags.obstacle_at.empty() ? Pose() : pose_of_flag("--obstacle-at", flags.obstacle_at);
}

InitialOverlap initial_overlap(const MovingFlags& flags) {
    return flags.surfaces ? InitialOverlap::surfaces : InitialOverlap::solids;
}

MovingPair load_pair(const MovingFlags& flags) {
    const auto [mover, obstacle] = load_shapes(flags.mover, flags.obstacle, flags.shape, flags);
    return {mover, obstacle};
}

bool has_contact(const Ending& ending) {
    const ContactFeature& feature = ending.contact.mover;
    const bool named = feature.vertex_count > 0 || !feature.face_index.is_none();
    return named && ending.contained == Contained::none &&
           (ending.state == State::hit || ending.state == State::overlapping);
}

void add_ending(JsonObject& json, const Ending& ending, const Polyhedron& mover,
                const Polyhedron* obstacle) {
    if (has_contact(ending)) {
        JsonObject contact;
        add_contact(contact, ending.contact, mover, obstacle);
        json.add_raw("contact", std::move(contact).text());
    } else {
        json.add_null("contact");
    }
    json.add_raw("pose", json_pose(ending.pose));
    json.add("margin", ending.margin);
    if (ending.contained == Contained::a) json.add("contained", "mover");
    if (ending.contained == Contained::b) json.add("contained", "obstacle");
}

void print_state(const std::string& mover, const std::string& obstacle, State state) {
    print_headline(fmt::format("{} past {}: {}", short_name(mover), short_name(obstacle),
                               state_in_words(state)));
}

std::string share_in_words(double fraction, const char* whole) {
    // All of it only where that is so: what is nearly all is not rounded up to it.
    const double percent = 100 * fraction;
    const double shown = fraction < 1 ? std::min(percent, 99.99) : percent;
    const double nearly = fraction < 1 ? std::min(fraction, 0.999999999) : fraction;
    return fmt::format("{:.2f} % of {}, fraction {:.9g}", shown, whole, nearly);
}

void print_ending(const Ending& ending, bool has_budget) {
    if (has_contact(ending)) print_contact(ending.contact);
    if (ending.contained == Contained::a) {
        print_row("contained", "the mover lies inside the obstacle");
    }
    if (ending.contained == Contained::b) {
        print_row("contained", "the obstacle lies inside the mover");
    }
    if (ending.state == State::undecided) print_undecided(has_budget);
    print_row("end", words_of(ending.pose));
    print_row("margin", short_number(ending.margin));
}

}  // namespace swept::tool
