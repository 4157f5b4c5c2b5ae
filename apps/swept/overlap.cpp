// swept overlap A B: do they interfere?

#include "swept/overlap.h"

#include <fmt/format.h>

#include <algorithm>

#include "batch.h"
#include "command.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "mesh_source.h"
#include "picture_flag.h"

namespace swept::tool {
namespace {

struct PosePair {
    Pose world_from_a;
    Pose world_from_b;
};

using Pairs = std::vector<FacePair>;
using Contained = OverlapResult::Contained;

struct OverlapFlags : CommonFlags {
    std::string a;
    std::string b;
    std::string at;
    std::string obstacle_at;
    std::string batch;
    std::string picture;
    bool all = false;
    bool proper = false;
    bool self = false;
    std::uint64_t budget = no_budget;
    ShapeFlags shape;
};

/// The two meshes and what is asked about them in every pose.
struct Question {
    Polyhedron a;
    Polyhedron b;
    bool all = false;
    bool proper = false;
    OverlapOptions options;
};

struct Answer {
    OverlapResult result;
    Pairs pairs;  ///< only with --all
    /// As of the result. Undecided: the budget was spent first, on the relation or on the pairs.
    State state = State::free;
};

/// The caller's id of what a pair names: a face, or a point where there are points alone.
std::uint32_t source_of(const Polyhedron& shape, FaceIndex face) {
    if (shape.face_count() == 0) return shape.source_vertex(VertexIndex(face.value));
    return shape.source_face(face);
}

/// Sorted, and each once: pieces of one polygon are several faces.
void put_in_order(Pairs& pairs) {
    std::ranges::sort(pairs);
    const auto repeated = std::ranges::unique(pairs);
    pairs.erase(repeated.begin(), repeated.end());
}

/// Returns false when the budget was spent before the end.
bool find_pairs(const Question& question, const PosePair& poses, Pairs& pairs) {
    const auto add = [&](FaceIndex face_a, FaceIndex face_b) {
        pairs.push_back({source_of(question.a, face_a), source_of(question.b, face_b)});
        return true;
    };
    const bool complete = visit_intersecting_faces(
        {question.a, poses.world_from_a}, {question.b, poses.world_from_b}, add, question.options);
    put_in_order(pairs);
    return complete;
}

Answer answered(const Question& question, const PosePair& poses) {
    Answer answer;
    answer.result = overlap({question.a, poses.world_from_a}, {question.b, poses.world_from_b},
                            question.options);
    answer.state = answer.result.state;
    if (question.all && !find_pairs(question, poses, answer.pairs)) {
        answer.state = State::undecided;
    }
    return answer;
}

bool counts(Relation relation, bool proper) {
    return relation == Relation::overlapping || (relation == Relation::touching && !proper);
}

void add_answer(const Question& question, const Answer& answer, JsonObject& json) {
    const OverlapResult& result = answer.result;
    json.add("overlap", counts(result.relation, question.proper));
    json.add("relation", name_of(result.relation));
    json.add("state", name_of(answer.state));
    if (const auto& witness = result.witness) {
        json.add_raw("witness", fmt::format("[{},{}]", witness->faces.a, witness->faces.b));
        json.add("point", witness->point);
    } else {
        json.add_null("witness");
        json.add_null("point");
    }
    if (result.contained == Contained::a) json.add("contained", "a");
    if (result.contained == Contained::b) json.add("contained", "b");
    if (question.all) json.add_pairs("pairs", answer.pairs);
}

// ---- for people ----

/// "3: 0-5, 1-5, 2-4", and where there are many, how many more.
std::string listed(const Pairs& pairs) {
    constexpr std::size_t most = 8;
    std::string line = grouped(pairs.size());
    for (std::size_t i = 0; i < std::min(most, pairs.size()); ++i) {
        line += fmt::format("{} {}-{}", i == 0 ? ":" : ",", pairs[i].a, pairs[i].b);
    }
    if (pairs.size() <= most) return line;
    return line + fmt::format(" and {} more; --json lists them", grouped(pairs.size() - most));
}

/// What the ids of a shape count.
const char* part_of(const Polyhedron& shape) {
    return shape.face_count() == 0 ? "point" : "face";
}

void print_undecided() {
    print_row("budget", "spent before the end; a larger --budget may find more");
}

void print_text(const OverlapFlags& flags, const Question& question, const Answer& answer) {
    const OverlapResult& result = answer.result;
    const char* const least =
        result.state != State::undecided || result.relation == Relation::overlapping
            ? ""
            : "not decided, but at least ";
    print_headline(fmt::format("{} and {}: {}{}", short_name(flags.a), short_name(flags.b), least,
                               name_of(result.relation)));
    if (const auto& witness = result.witness) {
        print_row("witness", fmt::format("{} {} of A meets {} {} of B", part_of(question.a),
                                         witness->faces.a, part_of(question.b), witness->faces.b));
        const Eigen::Vector3d& p = witness->point;
        print_row("point", words_of(p));
    }
    if (result.contained == Contained::a) print_row("contained", "A lies inside B");
    if (result.contained == Contained::b) print_row("contained", "B lies inside A");
    if (question.proper) print_row("overlap", counts(result.relation, true) ? "yes" : "no");
    if (question.all) print_row("pairs", listed(answer.pairs));
    if (answer.state == State::undecided) print_undecided();
}

// ---- the picture ----

void draw(const OverlapFlags& flags, const Question& question, const PosePair& poses,
          const Answer& answer) {
    Picture picture{.command = "overlap",
                    .text = picture_text([&] { print_text(flags, question, answer); }),
                    .state = std::string(name_of(answer.result.relation))};
    std::vector<std::uint32_t> of_a, of_b;
    for (const auto& [a, b] : answer.pairs) of_a.push_back(a), of_b.push_back(b);
    add_pair(picture, {flags.a, {question.a, poses.world_from_a}, of_a},
             {flags.b, {question.b, poses.world_from_b}, of_b}, answer.result.witness);
    write_picture(picture, flags.picture, flags);
}

// ---- the three ways to ask ----

void print_self(const OverlapFlags& flags, const Pairs& pairs, State state) {
    const char* const whether = !pairs.empty()         ? "interferes with itself"
                                : state == State::free ? "does not interfere with itself"
                                                       : "not decided whether it interferes with "
                                                         "itself";
    print_headline(fmt::format("{}: {}", short_name(flags.a), whether));
    if (!pairs.empty()) print_row("pairs", listed(pairs));
    if (state == State::undecided) print_undecided();
}

void run_self(const OverlapFlags& flags) {
    const Polyhedron shape = load_shape(flags.a, flags.shape, flags);
    Pairs pairs;
    const auto add = [&](FaceIndex face_a, FaceIndex face_b) {
        const auto [low, high] = std::minmax({source_of(shape, face_a), source_of(shape, face_b)});
        pairs.push_back({low, high});
        return true;
    };
    const bool complete = visit_self_intersections(shape, add, {.budget = flags.budget});
    put_in_order(pairs);
    const State state = !complete ? State::undecided : pairs.empty() ? State::free : State::hit;
    if (flags.json) {
        JsonObject json;
        json.add("state", name_of(state));
        json.add_pairs("pairs", pairs);
        json.add("count", pairs.size());
        fmt::print("{}\n", std::move(json).text());
    } else {
        print_self(flags, pairs, state);
    }
    end_query(flags, !pairs.empty());
}

Question load_question(const OverlapFlags& flags) {
    const auto [a, b] = load_shapes(flags.a, flags.b, flags.shape, flags);
    return {a, b, flags.all, flags.proper, {.budget = flags.budget}};
}

void run_many(const OverlapFlags& flags) {
    const LineInput input(flags.batch);
    const Question question = load_question(flags);
    const auto answer = [&](const Json& line, JsonObject& json) {
        const PosePair poses{read_pose_of(line, "pose"), read_pose_of(line, "obstacle_pose")};
        add_answer(question, answered(question, poses), json);
    };
    run_batch(input, {{"pose", "obstacle_pose"}, answer}, flags);
}

void run_one(const OverlapFlags& flags) {
    PosePair poses;
    if (!flags.at.empty()) poses.world_from_a = pose_of_flag("--at", flags.at);
    if (!flags.obstacle_at.empty()) {
        poses.world_from_b = pose_of_flag("--obstacle-at", flags.obstacle_at);
    }
    const Question question = load_question(flags);
    const Answer answer = answered(question, poses);
    if (flags.json) {
        JsonObject json;
        add_answer(question, answer, json);
        fmt::print("{}\n", std::move(json).text());
    } else {
        print_text(flags, question, answer);
    }
    if (!flags.picture.empty()) draw(flags, question, poses, answer);
    end_query(flags, counts(answer.result.relation, question.proper));
}

void check_combination(const OverlapFlags& flags) {
    const auto refuse = [](bool wrong, const char* why) {
        if (wrong) throw Failure{Exit::bad_usage, std::string("overlap: ") + why};
    };
    const bool many = !flags.batch.empty();
    const bool placed = !flags.at.empty() || !flags.obstacle_at.empty();
    refuse(!flags.self && flags.b.empty(), "the second mesh is missing; name it, or add --self");
    refuse(flags.self && !flags.b.empty(), "--self is about one mesh; leave out the second");
    refuse(flags.self && placed,
           "--self is answered where the mesh is; leave out --at and --obstacle-at");
    refuse(flags.self && !flags.picture.empty(),
           "--picture shows two meshes; leave out --self, or --picture");
    refuse(flags.self && many, "--self is one question; leave out --batch");
    refuse(flags.self && flags.all, "--self names all pairs; leave out --all");
    refuse(flags.self && flags.proper, "--self does not tell touching apart; leave out --proper");
    refuse(many && placed,
           "with --batch the poses stand in the lines; leave out --at and --obstacle-at");
    refuse(many && flags.json,
           "--batch answers with JSON lines, --json with one document; leave out --json");
}

void run(const OverlapFlags& flags) {
    check_combination(flags);
    check_picture(flags.picture, flags.batch, "overlap");
    check_exit_code(flags, flags.batch, "overlap");
    if (flags.self) return run_self(flags);
    if (!flags.batch.empty()) return run_many(flags);
    run_one(flags);
}

}  // namespace

void add_overlap(CommandLine& program) {
    Command command = program.add("overlap", "Do two placed meshes interfere, and where?");
    command.examples(
        "  swept overlap part.stl housing.stl --at 0,0,12.5\n"
        "  swept overlap --all --json a.obj b.obj --at '{\"rotation\":[0.6,0.8,0,0]}'\n"
        "  swept overlap part.stl housing.stl --batch poses.jsonl > answers.jsonl\n"
        "  swept overlap --self scan.ply\n"
        "A pose: x,y,z or x,y,z,qw,qx,qy,qz or {\"translation\":[x,y,z],\"rotation\":[w,x,y,z]}\n"
        "        or {\"matrix\":[[4 numbers],[4],[4]]}\n"
        "A line of a batch: {\"id\":...,\"pose\":{...},\"obstacle_pose\":{...}}, all of them "
        "optional");
    auto flags = std::make_shared<OverlapFlags>();
    command.argument("A", flags->a, "A mesh: a file or solid:NAME,key=value...", true);
    command.argument("B", flags->b, "The other mesh", false);
    command.option("--at", flags->at, "POSE", "Where A is (default: as in its file)");
    command.option("--obstacle-at", flags->obstacle_at, "POSE", "Where B is");
    command.option("--batch", flags->batch, "FILE",
                   "Answer many questions, one JSON object per line; - is stdin");
    command.flag("--all", flags->all, "Name all pairs of faces that meet");
    command.flag("--proper", flags->proper, "Touching alone does not count as overlap");
    command.flag("--self", flags->self, "Which faces of A meet other faces of A?");
    command.option("--budget", flags->budget, "N",
                   "Give up after N tests of volumes and faces (default: never)", 1);
    add_picture_flag(command, flags->picture);
    add_exit_code_flag(command, *flags);
    add_shape_flags(command, flags->shape);
    add_common_flags(command, *flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool
