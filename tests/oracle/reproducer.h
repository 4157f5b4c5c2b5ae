#pragma once

// What is left of a wrong answer: the question with as few faces as still show it, as meshes and a
// line that the tool replays. A judge gives the question and says what is wrong with an answer;
// how to leave out faces, and how to write it down, is known here alone.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swept/cast.h"
#include "swept/distance.h"
#include "tests/oracle/sweep_scenes.h"

namespace swept::oracle {

// ---- Text ----

namespace reproducer {

/// Numbers that read back to the same bits, and so do poses and motions: to normalise what is
/// normalised changes nothing.
inline std::string text_of(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", x);
    return text;
}
inline std::string text_of(const Vector3d& v) {
    return "[" + text_of(v[0]) + "," + text_of(v[1]) + "," + text_of(v[2]) + "]";
}
inline std::string text_of(const Pose& pose) {
    const Quaternion& q = pose.rotation();
    return "{\"translation\":" + text_of(pose.translation()) + ",\"rotation\":[" + text_of(q.w()) +
           "," + text_of(q.x()) + "," + text_of(q.y()) + "," + text_of(q.z()) + "]}";
}
std::string text_of(const Motion& motion);

/// `"key":value`, after a comma unless it is the first.
template <class Value>
void add_key(std::string& keys, const char* key, const Value& value) {
    keys += std::string(keys.empty() ? "" : ",") + "\"" + key + "\":" + text_of(value);
}

/// What may stand between quotes, and not too much of it.
std::string quotable(const std::string& words);

}  // namespace reproducer

// ---- Questions ----

/// A question as the tool takes it, but for its meshes.
struct ToolQuestion {
    std::string command;     ///< "sweep"
    std::string keys;        ///< of its line, but for the id
    std::string flags = "";  ///< for all lines, each after a space
    bool turned = false;     ///< the meshes in the other order
};

ToolQuestion sweep_question(const Pose& world_from_mover, const Pose& world_from_obstacle,
                            const Motion& motion, const SweepOptions& options);

inline ToolQuestion overlap_question(const Pose& world_from_a, const Pose& world_from_b) {
    ToolQuestion q{"overlap", "", " --all"};
    reproducer::add_key(q.keys, "pose", world_from_a);
    reproducer::add_key(q.keys, "obstacle_pose", world_from_b);
    return q;
}

ToolQuestion contacts_question(const Pose& world_from_a, const Pose& world_from_b,
                               const ContactOptions& options);

inline ToolQuestion distance_question(const Pose& world_from_a, const Pose& world_from_b,
                                      const DistanceOptions& options) {
    ToolQuestion q{"distance", overlap_question(world_from_a, world_from_b).keys};
    const double limit = options.limit.length();
    if (std::isfinite(limit)) reproducer::add_key(q.keys, "limit", limit);
    return q;
}

/// The tool looks into solids at the start, and takes the sides of the shape.
inline CastOptions cast_options_of_tool(const CastOptions& options) {
    return {.clearance = options.clearance, .initial_overlap = InitialOverlap::solids};
}
ToolQuestion cast_question(const Pose& world_from_shape, const Ray& ray, const Radius& radius,
                           const CastOptions& options);

ToolQuestion collisions_question(const Pose& a_from, const Pose& a_to, const Pose& b_from,
                                 const Pose& b_to);

// ---- What was found ----

using Shapes = std::vector<Polyhedron>;

/// A wrong answer, to be shown with fewer faces.
struct Finding {
    std::vector<std::string> names;       ///< of the meshes, in the order of the tool: "mover"
    Shapes shapes;                        ///< as many
    std::vector<ToolQuestion> questions;  ///< that show it, all of these meshes
    /// What is wrong when other shapes are in their places; empty: nothing.
    std::function<std::string(const Shapes&)> verdict;
    /// Which sides of shapes may collide for that judge to know right from wrong: one after the
    /// other is tried for all shapes. When a solid loses a face, it is open, with two sides.
    std::vector<Sides> sides = {Sides::automatic};
};
inline const std::vector<Sides> all_sides = {Sides::automatic, Sides::front, Sides::both};

Finding finding_of(const SweepCase& c, const std::function<std::string(const SweepCase&)>& verdict);

// ---- Fewer faces ----

/// The most that is spent on leaving out faces of one finding.
struct ShrinkEffort {
    double seconds = 10;
    int verdicts = 2000;
};

/// What is left.
struct Shrunk {
    Shapes shapes;
    Sides sides = Sides::automatic;  ///< as the tool is told for all of them
    std::string verdict;             ///< on these; empty: the meshes alone do not show it
};

namespace reproducer {

/// Faces; of a set of points, the points.
inline std::size_t part_count(const Polyhedron& shape) {
    return shape.face_count() > 0 ? shape.face_count() : shape.vertex_count();
}

Mesh mesh_of(const Polyhedron& shape, const std::vector<bool>& kept);
inline Mesh mesh_of(const Polyhedron& shape) {
    return mesh_of(shape, std::vector<bool>(part_count(shape), true));
}

/// Three corners of a face and a vertex behind it; nothing when it is not behind.
std::optional<Mesh> tetrahedron_on(const Polyhedron& shape, FaceIndex face, VertexIndex v);

class Shrinking {
   public:
    Shrinking(const Finding& finding, const ShrinkEffort& effort)
        : finding_(finding), effort_(effort) {}

    Shrunk run();

   private:
    const Finding& finding_;
    ShrinkEffort effort_;
    Shrunk best_;
    double share_ = 0;  // of the effort, so far
    int verdicts_ = 0;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();

    [[nodiscard]] bool spent() const {
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin_;
        return verdicts_ >= share_ * effort_.verdicts || time.count() >= share_ * effort_.seconds;
    }
    [[nodiscard]] static std::size_t size_of(const Shrunk& s) {
        std::size_t parts = 0;
        for (const Polyhedron& shape : s.shapes) parts += part_count(shape);
        return parts;
    }

    /// Whether these show it. A judge that cannot judge odd shapes says nothing about them.
    bool show_it(Shapes shapes, Sides sides);

    /// The shapes as the tool gets them from files: sides are told for all of them at once.
    bool read_back(Sides sides);

    /// Leaves out faces of one shape, first many at once, as long as the rest still shows it.
    bool leave_out_faces(std::size_t which);

    /// What only a solid shows, and not what is open, a tetrahedron on one of its faces may show.
    /// (To merge corners makes smaller solids, too, but some that cut themselves: judges err
    /// there.)
    bool become_tetrahedron(std::size_t which);

    /// Whether a smaller mesh still shows it.
    bool still_shown(std::size_t which, const Mesh& mesh);
};

}  // namespace reproducer

/// With as few faces as still show it, or as few as the effort allowed for.
[[nodiscard]] inline Shrunk reduce(const Finding& finding, const ShrinkEffort& effort = {}) {
    return reproducer::Shrinking(finding, effort).run();
}

// ---- Files ----

namespace reproducer {

bool write_off(const std::filesystem::path& file, const Mesh& mesh);

inline bool write_line(const std::filesystem::path& file, const std::string& line) {
    std::FILE* out = std::fopen(file.c_str(), "w");
    if (out == nullptr) return false;
    std::fprintf(out, "%s\n", line.c_str());
    return std::fclose(out) == 0;
}

}  // namespace reproducer

/// Writes NAME-MESH.off for every mesh and NAME.jsonl (of further questions NAME-COMMAND.jsonl) to
/// a folder. Returns the commands that replay it; none where it cannot be written.
[[nodiscard]] inline std::vector<std::string> write_reproducer(const std::filesystem::path& folder,
                                                               const std::string& name,
                                                               const Finding& finding,
                                                               const Shrunk& left) {
    using namespace reproducer;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::string meshes, meshes_turned;
    for (std::size_t i = 0; i < left.shapes.size(); ++i) {
        const auto file = folder / (name + "-" + finding.names[i] + ".off");
        if (!write_off(file, mesh_of(left.shapes[i]))) return {};
        meshes = meshes + " " + file.string();
        meshes_turned = " " + file.string() + meshes_turned;
    }
    std::vector<std::string> commands;
    for (const ToolQuestion& q : finding.questions) {
        const auto file = folder / (name + (commands.empty() ? "" : "-" + q.command) + ".jsonl");
        std::string flags = q.flags;
        if (left.sides != Sides::automatic) {
            flags += left.sides == Sides::front ? " --sides front" : " --sides both";
        }
        const std::string id =
            quotable(name + ": " + left.verdict) + quotable(" (swept " + q.command + flags + ")");
        if (!write_line(file, "{\"id\":\"" + id + "\"," + q.keys + "}")) return {};
        commands.push_back("swept " + q.command + (q.turned ? meshes_turned : meshes) +
                           " --batch " + file.string() + flags);
    }
    return commands;
}

/// The most that one program leaves: a judge to whom everything is wrong has to come to an end.
inline std::atomic<int> reproducers_to_leave = 20;

/// Shrinks what was found and writes it to a folder; nothing without one. Returns lines to print:
/// how to replay it.
[[nodiscard]] inline std::string left_behind(const std::string& folder, const std::string& name,
                                             const Finding& finding, const std::string& verdict) {
    if (folder.empty() || reproducers_to_leave-- <= 0) return "";
    Shrunk left = reduce(finding);
    std::string text;
    if (left.verdict.empty()) {
        left.verdict = verdict;
        text = "  the judge sees nothing wrong with the meshes and the question alone:\n";
    }
    const auto commands = write_reproducer(folder, name, finding, left);
    if (commands.empty()) return "  cannot write to " + folder + "\n";
    for (const std::string& command : commands) text += "  replay: " + command + "\n";
    return text;
}

}  // namespace swept::oracle
