// swept path MOVER OBSTACLE --poses FILE: is a whole path free?

#include "swept/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string_view>

#include "command.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "line_input.h"
#include "sweep_command.h"

namespace swept::tool {
namespace {

struct PathFlags : MovingFlags {
    std::string poses;
    std::string join = "screw";
    std::string clearance;
    std::string deviation;
    std::string pivot;
};

// ---- the poses ----

struct Poses {
    std::string file;
    std::vector<Pose> poses;
    std::vector<std::uint64_t> lines;  ///< where each of them stands

    [[nodiscard]] std::size_t segment_count() const { return poses.size() - 1; }

    /// The lines of the two poses that a segment joins; twice the same where there is but one pose.
    [[nodiscard]] std::array<std::uint64_t, 2> lines_of(std::size_t segment) const {
        return {lines[segment], lines[std::min(segment + 1, lines.size() - 1)]};
    }
};

/// Where the words of a line begin.
std::string_view begun(const InputLine& line) {
    const std::string_view text = line.text;
    return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

/// The names of columns, in the first line of a CSV file. No number begins such a line.
bool is_heading(const InputLine& line) {
    const std::string_view text = begun(line);
    double number = 0;
    return line.number == 1 && !text.empty() && text.find(',') != text.npos &&
           std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
           std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc();
}

/// "x,y,z" or "x,y,z,qw,qx,qy,qz"; blanks beside commas are usual there.
Pose pose_of_csv(const InputLine& line) {
    std::string compact(line.text);
    std::erase_if(compact, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    return read_pose_text(compact);
}

Pose pose_of(const InputLine& line) {
    const std::string_view text = begun(line);
    if (!text.empty() && text.find_first_of("+-.0123456789") == 0 && text.find(',') != text.npos) {
        return pose_of_csv(line);
    }
    const ParsedJson parsed = parse_line(line);
    if (!parsed.error.empty()) throw BadQuestion{parsed.error};
    return read_pose(parsed.value, {});
}

Poses read_poses(const LineInput& input, const CommonFlags& flags) {
    const Progress progress = progress_bar("reading", flags);
    Poses read{.file = input.name(), .poses = {}, .lines = {}};
    for_each_line(input, [&](const InputLine& line) {
        if (read.poses.empty() && is_heading(line)) return;
        try {
            read.poses.push_back(pose_of(line));
        } catch (const BadQuestion& bad) {
            throw Failure{Exit::bad_file,
                          fmt::format("{}:{}: {}; each line is a pose, see 'swept path --help'",
                                      read.file, line.number, bad.message)};
        }
        read.lines.push_back(line.number);
        if (progress) progress(input.share_at(line.end));
    });
    if (progress) progress(1);
    if (!read.poses.empty()) return read;
    throw Failure{Exit::bad_file, read.file + ": there is no pose; write one on each line"};
}

// ---- what the flags mean ----

double length_of_flag(std::string_view flag, const std::string& text) {
    const double length = number_of_flag(flag, "", text);
    if (std::isfinite(length) && length >= 0) return length;
    throw Failure{Exit::bad_usage,
                  fmt::format("{}: must be a length, 0 or more, not '{}'", flag, text)};
}

Eigen::Vector3d point_of_flag(std::string_view flag, const std::string& text) {
    const Eigen::Vector3d point = vector_of_flag(flag, "", text);
    if (point.allFinite()) return point;
    throw Failure{Exit::bad_usage, fmt::format("{}: not a finite number in '{}'", flag, text)};
}

constexpr std::array joins = {PathJoin::screw, PathJoin::step, PathJoin::straight};

std::string check_join(const std::string& text) {
    const auto is_it = [&](PathJoin join) { return name_of(join) == text; };
    if (std::ranges::any_of(joins, is_it)) return "";
    return "must be screw, step or straight, not '" + text + "'";
}

PathOptions options_of(const PathFlags& flags) {
    PathOptions options;
    options.join =
        *std::ranges::find(joins, flags.join, [](PathJoin join) { return name_of(join); });
    if (!flags.clearance.empty()) {
        const auto clearance = Clearance::of(length_of_flag("--clearance", flags.clearance));
        if (!clearance) {
            throw Failure{Exit::bad_usage, "--clearance: " + clearance.error().what};
        }
        options.clearance = *clearance;
    }
    if (!flags.deviation.empty()) {
        options.deviation = length_of_flag("--deviation", flags.deviation);
    }
    if (!flags.pivot.empty()) options.pivot = point_of_flag("--pivot", flags.pivot);
    options.initial_overlap = initial_overlap(flags);
    options.budget = flags.budget;
    return options;
}

/// What is wrong with a number of the options is wrong with its flag; with a segment, it is that
/// the deviation asks for too many screws.
Failure failure_of_path(const Error& error) {
    const bool is_segment = error.where.starts_with("segment ");
    return {Exit::bad_usage, fmt::format("--{}: {}", is_segment ? "deviation" : error.where,
                                         is_segment ? error.message() : error.what)};
}

void check_combination(const PathFlags& flags) {
    const auto refuse = [](bool wrong, const char* why) {
        if (wrong) throw Failure{Exit::bad_usage, std::string("path: ") + why};
    };
    refuse(flags.poses.empty(), "no poses are given; add --poses FILE");
    refuse(!flags.deviation.empty() && flags.join != "straight",
           "--deviation is about --join straight; add that, or leave it out");
    refuse(!flags.pivot.empty() && flags.join != "step",
           "--pivot is about --join step; add that, or leave it out");
}

// ---- the answer ----

void print_json(const MovingPair& pair, const Poses& path, const PathResult& result) {
    const bool free = result.state == State::free;
    JsonObject json;
    json.add("start", name_of(result.start));
    json.add("state", name_of(result.state));
    json.add("segments", path.segment_count());
    if (free) {
        json.add_null("segment");
        json.add_null("lines");
    } else {
        json.add("segment", result.segment);
        json.add_raw("lines", fmt::format("[{}]", fmt::join(path.lines_of(result.segment), ",")));
    }
    json.add("free_fraction", free ? 1 : result.fraction);
    json.add("proven", result.proven());
    add_ending(json, ending_of(result), pair.mover, &pair.obstacle);
    fmt::print("{}\n", std::move(json).text());
}

void print_progress(const Poses& path, const PathResult& result) {
    print_row("start", std::string(name_of(result.start)));
    const std::string segments = counted(path.segment_count(), "segment");
    if (path.segment_count() == 0) {
        print_row("path", "one pose, nothing moves");
    } else if (result.state == State::free) {
        print_row("free", "all of " + segments);
    } else {
        const auto [from, to] = path.lines_of(result.segment);
        print_row("free", fmt::format("{:.9g} of {}", result.proven(), segments));
        print_row("segment",
                  fmt::format("{}, from line {} to line {} of {}: {}", result.segment, from, to,
                              path.file, share_in_words(result.fraction, "it")));
    }
}

void print_text(const PathFlags& flags, const Poses& path, const PathResult& result,
                double clearance) {
    print_state(flags.mover, flags.obstacle, result.state);
    if (result.state != State::overlapping) print_progress(path, result);
    print_ending(ending_of(result), flags.budget != no_budget);
    if (clearance > 0) print_row("clearance", short_number(clearance));
}

// ---- the picture ----

struct PathQuestionOne {
    const MovingPair& pair;
    const Poses& path;
    Pose world_from_obstacle;
    const PathOptions& options;
};

/// Up to where it is proven, so close together that turns look round.
std::vector<PictureKey> keys_of(const PathQuestionOne& question, const PathResult& result) {
    const auto& poses = question.path.poses;
    std::vector<PictureKey> keys{{0, poses.front()}};
    constexpr std::size_t most = 10'000;
    const std::size_t segments = poses.size() - 1;
    const std::size_t steps =
        std::clamp<std::size_t>(most / std::max<std::size_t>(segments, 1), 1, 24);
    for (std::size_t s = 0; s < segments && s <= result.segment; ++s) {
        const double until = s < result.segment ? 1 : result.fraction;
        for (std::size_t i = 1; i <= steps && until > 0; ++i) {
            const double share = until * static_cast<double>(i) / static_cast<double>(steps);
            keys.push_back({static_cast<double>(s) + share,
                            pose_between(poses[s], poses[s + 1], share, question.options)});
        }
    }
    return keys;
}

/// Poses as they are given, or so many of them that one still sees through.
std::vector<PictureGhost> ghosts_of(const Poses& path, double proven) {
    std::vector<PictureGhost> ghosts;
    constexpr std::size_t most = 10;
    const std::size_t step = path.poses.size() / most + 1;
    for (std::size_t i = 0; i < path.poses.size(); i += step) {
        const auto at = static_cast<double>(i);
        ghosts.push_back({at, path.poses[i], at > proven});
    }
    return ghosts;
}

void draw(const PathFlags& flags, const PathQuestionOne& question, const PathResult& result) {
    Picture picture{
        .command = "path",
        .text = picture_text(
            [&] { print_text(flags, question.path, result, question.options.clearance.length()); }),
        .state = std::string(name_of(result.state)),
        .margin = result.margin};
    const Contact* const contact = has_contact(ending_of(result)) ? &result.contact : nullptr;
    const MovingPair& pair = question.pair;
    PictureShape mover{
        .role = PictureRole::mover, .name = flags.mover, .shape = pair.mover, .pose = result.end};
    if (question.path.segment_count() > 0) {
        mover.keys = keys_of(question, result);
        mover.ghosts = ghosts_of(question.path, result.proven());
        const Eigen::Vector3d place = contact != nullptr
                                          ? contact->point
                                          : mover.keys.back().pose * pair.mover.box().centre();
        picture.lines.push_back(trail_of(mover.keys, place));
        picture.timeline = PictureTimeline{.label = "pose",
                                           .to = static_cast<double>(question.path.segment_count()),
                                           .free = result.proven()};
        if (contact != nullptr)
            picture.timeline->moments.push_back({result.proven(), "contact", 0});
    }
    if (contact != nullptr) {
        if (!contact->mover.face_index.is_none()) {
            mover.faces.push_back(contact->mover.face_index);
        }
        picture.marks.push_back(mark_of(*contact, {PictureMeeting::met, flags.mover, flags.obstacle,
                                                   result.proven(), result.margin}));
    }
    picture.shapes.push_back(std::move(mover));
    add_obstacle(picture, flags.obstacle, {pair.obstacle, question.world_from_obstacle}, contact);
    write_picture(picture, flags.picture, flags);
}

void run(const PathFlags& flags) {
    check_combination(flags);
    check_picture(flags.picture, "", "path");
    PathOptions options = options_of(flags);
    const Pose world_from_obstacle = obstacle_pose(flags);
    const Poses path = read_poses(LineInput(flags.poses), flags);
    const MovingPair pair = load_pair(flags);
    options.progress = progress_bar("checking", flags);
    const Result<PathResult> result =
        check_path(pair.mover, path.poses, {pair.obstacle, world_from_obstacle}, options);
    if (options.progress) options.progress(1);
    if (!result) throw failure_of_path(result.error());
    if (flags.json) {
        print_json(pair, path, *result);
    } else {
        print_text(flags, path, *result, options.clearance.length());
    }
    if (!flags.picture.empty()) {
        draw(flags, {pair, path, world_from_obstacle, options}, *result);
    }
    end_query(flags, result->state != State::free);
}

}  // namespace

void add_path(CommandLine& program) {
    Command command =
        program.add("path", "Is a whole path free, a row of poses joined by motions?");
    command.examples(
        "  swept path robot.stl hall.obj --poses plan.jsonl\n"
        "  swept path part.stl housing.stl --poses way.jsonl --clearance 0.5 --json\n"
        "  swept path gripper.stl cell.stl --poses - --join straight --deviation 0.01 < "
        "plan.jsonl\n"
        "A line of the file is a pose of the mover, as JSON or as CSV:\n"
        "        {\"translation\":[x,y,z],\"rotation\":[w,x,y,z]}, both optional,\n"
        "        or {\"matrix\":[[4 numbers],[4],[4]]},\n"
        "        or x,y,z or x,y,z,qw,qx,qy,qz; a first line of column names is skipped\n"
        "From one to the next the mover gets by --join\n"
        "        screw     the screw between them, the short way round\n"
        "        step      straight, then turning about --pivot\n"
        "        straight  its origin straight, turning at constant speed meanwhile");
    auto flags = std::make_shared<PathFlags>();
    command.option("--poses", flags->poses, "FILE", "The path, one pose per line; - is stdin");
    command.option("--join", flags->join, "HOW",
                   "How the mover gets from pose to pose: screw, step or straight", check_join);
    command.option("--clearance", flags->clearance, "LENGTH",
                   "Stay at least this far away (default: do not touch)");
    command.option("--deviation", flags->deviation, "LENGTH",
                   "With --join straight: how far the screws that cover it may stray "
                   "(default: 1e-6 of the mover's extent)");
    command.option("--pivot", flags->pivot, "X,Y,Z",
                   "With --join step: the point about which it turns, in the mover's file "
                   "(default: its origin)");
    add_moving_flags(command, *flags);
    add_exit_code_flag(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool
