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
#include "swept/contacts.h"
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
inline std::string text_of(const Motion& motion) {
    if (const auto* t = std::get_if<Translation>(&motion)) {
        return "{\"translate\":" + text_of(t->vector()) + "}";
    }
    if (const auto* r = std::get_if<Rotation>(&motion)) {
        return "{\"rotate\":{\"origin\":" + text_of(r->origin()) +
               ",\"axis\":" + text_of(r->axis()) + ",\"angle\":" + text_of(r->angle()) + "}}";
    }
    const Screw& s = std::get<Screw>(motion);
    return "{\"screw\":{\"origin\":" + text_of(s.origin()) + ",\"axis\":" + text_of(s.axis()) +
           ",\"angle\":" + text_of(s.angle()) + ",\"glide\":" + text_of(s.glide()) + "}}";
}

/// `"key":value`, after a comma unless it is the first.
template <class Value>
void add_key(std::string& keys, const char* key, const Value& value) {
    keys += std::string(keys.empty() ? "" : ",") + "\"" + key + "\":" + text_of(value);
}

/// What may stand between quotes, and not too much of it.
inline std::string quotable(const std::string& words) {
    std::string text = words.substr(0, 400);
    for (char& x : text) {
        if (x == '"' || x == '\\') x = '\'';
        if (x < ' ' || x > '~') x = ' ';
    }
    return text;
}

}  // namespace reproducer

// ---- Questions ----

/// A question as the tool takes it, but for its meshes.
struct ToolQuestion {
    std::string command;     ///< "sweep"
    std::string keys;        ///< of its line, but for the id
    std::string flags = "";  ///< for all lines, each after a space
    bool turned = false;     ///< the meshes in the other order
};

inline ToolQuestion sweep_question(const Pose& world_from_mover, const Pose& world_from_obstacle,
                                   const Motion& motion, const SweepOptions& options) {
    ToolQuestion q{"sweep", ""};
    reproducer::add_key(q.keys, "mover_pose", world_from_mover);
    reproducer::add_key(q.keys, "obstacle_pose", world_from_obstacle);
    reproducer::add_key(q.keys, "motion", motion);
    if (options.zone.least() > 0) q.flags += " --zone " + reproducer::text_of(options.zone.least());
    if (options.start_check == StartCheck::surfaces) q.flags += " --surfaces";
    if (options.budget != SweepOptions::no_budget) {
        q.flags += " --budget " + std::to_string(options.budget);
    }
    return q;
}

inline ToolQuestion overlap_question(const Pose& world_from_a, const Pose& world_from_b) {
    ToolQuestion q{"overlap", "", " --all"};
    reproducer::add_key(q.keys, "pose_a", world_from_a);
    reproducer::add_key(q.keys, "pose_b", world_from_b);
    return q;
}

inline ToolQuestion contacts_question(const Pose& world_from_a, const Pose& world_from_b,
                                      const ContactOptions& options) {
    ToolQuestion q{"contacts", overlap_question(world_from_a, world_from_b).keys};
    if (const auto length = options.tolerance.length()) {
        reproducer::add_key(q.keys, "tolerance", *length);
    }
    if (options.reduced) q.flags = " --reduced";
    return q;
}

inline ToolQuestion distance_question(const Pose& world_from_a, const Pose& world_from_b,
                                      const DistanceOptions& options) {
    ToolQuestion q{"distance", overlap_question(world_from_a, world_from_b).keys};
    const double limit = options.limit.length();
    if (std::isfinite(limit)) reproducer::add_key(q.keys, "limit", limit);
    return q;
}

/// The tool looks into solids at the start, and takes the sides of the shape.
inline CastOptions cast_options_of_tool(const CastOptions& options) {
    return {.buffer = options.buffer, .start = StartCheck::solids};
}
inline ToolQuestion cast_question(const Pose& world_from_shape, const Ray& ray,
                                  const Radius& radius, const CastOptions& options) {
    ToolQuestion q{"cast", ""};
    reproducer::add_key(q.keys, "from", ray.from());
    reproducer::add_key(q.keys, ray.is_bounded() ? "to" : "direction", ray.to());
    reproducer::add_key(q.keys, "radius", radius.length());
    q.flags = " --at '" + reproducer::text_of(world_from_shape) + "'";
    if (options.buffer.length() > 0) {
        q.flags += " --buffer " + reproducer::text_of(options.buffer.length());
    }
    return q;
}

inline ToolQuestion collisions_question(const Pose& a_from, const Pose& a_to, const Pose& b_from,
                                        const Pose& b_to) {
    const auto step = [](const Pose& from, const Pose& to) {
        std::string keys;
        reproducer::add_key(keys, "from", from);
        reproducer::add_key(keys, "to", to);
        return "{" + keys + "}";
    };
    return {"collisions", "\"a\":" + step(a_from, a_to) + ",\"b\":" + step(b_from, b_to),
            " --min-properness -1"};
}

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

inline Finding finding_of(const SweepCase& c,
                          const std::function<std::string(const SweepCase&)>& verdict) {
    return {{"mover", "obstacle"},
            {c.mover.shape, c.obstacle.shape},
            {sweep_question(c.world_from_mover, c.world_from_obstacle, c.motion, c.options)},
            [c, verdict](const Shapes& shapes) {
                SweepCase other = c;
                other.mover.shape = shapes[0];
                other.obstacle.shape = shapes[1];
                return verdict(other);
            }};
}

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

inline Mesh mesh_of(const Polyhedron& shape, const std::vector<bool>& kept) {
    Mesh mesh;
    std::vector<std::int64_t> numbers(shape.vertex_count(), -1);
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        if (!kept[f]) continue;
        std::vector<std::uint32_t> corners;
        for (const VertexIndex v : shape.corners(FaceIndex(f))) {
            if (numbers[v.value] < 0) numbers[v.value] = mesh.add_vertex(shape.vertices()[v.value]);
            corners.push_back(static_cast<std::uint32_t>(numbers[v.value]));
        }
        mesh.add_polygon(corners);
    }
    if (shape.face_count() > 0) return mesh;
    for (std::uint32_t v = 0; v < shape.vertex_count(); ++v) {
        if (kept[v]) mesh.add_vertex(shape.vertices()[v]);
    }
    return mesh;
}
inline Mesh mesh_of(const Polyhedron& shape) {
    return mesh_of(shape, std::vector<bool>(part_count(shape), true));
}

/// Three corners of a face and a vertex behind it; nothing when it is not behind.
inline std::optional<Mesh> tetrahedron_on(const Polyhedron& shape, FaceIndex face, VertexIndex v) {
    Mesh mesh;
    const auto corners = shape.corners(face);
    for (std::size_t i = 0; i < 3; ++i) mesh.add_vertex(shape.position(corners[i]));
    mesh.add_vertex(shape.position(v));
    const Vector3d a = mesh.vertices[1] - mesh.vertices[0], b = mesh.vertices[2] - mesh.vertices[0];
    const Vector3d down = mesh.vertices[3] - mesh.vertices[0];
    if (!(a.cross(b).dot(down) < -1e-3 * a.norm() * b.norm() * down.norm())) return std::nullopt;
    mesh.add_polygon({0, 1, 2});
    for (const std::uint32_t i : {0U, 1U, 2U}) mesh.add_polygon({(i + 1) % 3, i, 3});
    return mesh;
}

class Shrinking {
   public:
    Shrinking(const Finding& finding, const ShrinkEffort& effort)
        : finding_(finding), effort_(effort) {}

    Shrunk run() {
        Shrunk smallest{finding_.shapes, Sides::automatic, ""};
        const std::size_t good_enough = finding_.shapes.size();
        for (const Sides sides : finding_.sides) {
            share_ += 1.0 / static_cast<double>(finding_.sides.size());
            if (!read_back(sides)) continue;
            for (bool fewer = true; fewer && !spent();) {
                fewer = false;
                for (std::size_t i = 0; i < best_.shapes.size(); ++i) {
                    fewer = leave_out_faces(i) || fewer;
                    fewer = become_tetrahedron(i) || fewer;
                }
            }
            if (smallest.verdict.empty() || size_of(best_) < size_of(smallest)) smallest = best_;
            if (size_of(smallest) == good_enough) break;
        }
        return smallest;
    }

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
    bool show_it(Shapes shapes, Sides sides) {
        ++verdicts_;
        try {
            std::string verdict = finding_.verdict(shapes);
            if (verdict.empty()) return false;
            best_ = {std::move(shapes), sides, std::move(verdict)};
            return true;
        } catch (const std::exception&) {
            return false;
        }
    }

    /// The shapes as the tool gets them from files: sides are told for all of them at once.
    bool read_back(Sides sides) {
        Shapes shapes;
        for (const Polyhedron& shape : finding_.shapes) {
            const auto read = Polyhedron::build(mesh_of(shape), {.sides = sides});
            if (!read) return false;
            shapes.push_back(*read);
        }
        return show_it(std::move(shapes), sides);
    }

    /// Leaves out faces of one shape, first many at once, as long as the rest still shows it.
    bool leave_out_faces(std::size_t which) {
        const Polyhedron whole = best_.shapes[which];
        std::vector<bool> kept(part_count(whole), true);
        bool shrunk = false;
        for (std::size_t run = kept.size() / 2; run > 0; run /= 2) {
            for (std::size_t at = 0; at < kept.size(); at += run) {
                if (spent()) return shrunk;
                std::vector<bool> fewer = kept;
                const auto begin = fewer.begin() + static_cast<std::ptrdiff_t>(at);
                const auto end =
                    begin + static_cast<std::ptrdiff_t>(std::min(run, kept.size() - at));
                if (std::find(begin, end, true) == end) continue;
                std::fill(begin, end, false);
                if (std::find(fewer.begin(), fewer.end(), true) == fewer.end()) continue;
                if (!still_shown(which, mesh_of(whole, fewer))) continue;
                kept = std::move(fewer);
                shrunk = true;
            }
        }
        return shrunk;
    }

    /// What only a solid shows, and not what is open, a tetrahedron on one of its faces may show.
    /// (To merge corners makes smaller solids, too, but some that cut themselves: judges err
    /// there.)
    bool become_tetrahedron(std::size_t which) {
        const Polyhedron solid = best_.shapes[which];
        if (!solid.is_closed() || solid.face_count() <= 4) return false;
        for (std::uint32_t f = 0; f < solid.face_count(); ++f) {
            for (std::uint32_t v = 0; v < solid.vertex_count() && !spent(); ++v) {
                const auto mesh = tetrahedron_on(solid, FaceIndex(f), VertexIndex(v));
                if (mesh && still_shown(which, *mesh)) return true;
            }
        }
        return false;
    }

    /// Whether a smaller mesh still shows it.
    bool still_shown(std::size_t which, const Mesh& mesh) {
        const auto shape = Polyhedron::build(mesh, {.sides = best_.sides});
        // Polygons without area are left out: nothing but points may be left.
        const Polyhedron& before = best_.shapes[which];
        if (!shape || (shape->face_count() == 0) != (before.face_count() == 0)) return false;
        if (part_count(*shape) > part_count(before)) return false;
        Shapes shapes = best_.shapes;
        shapes[which] = *shape;
        return show_it(std::move(shapes), best_.sides);
    }
};

}  // namespace reproducer

/// With as few faces as still show it, or as few as the effort allowed for.
[[nodiscard]] inline Shrunk shrunk(const Finding& finding, const ShrinkEffort& effort = {}) {
    return reproducer::Shrinking(finding, effort).run();
}

// ---- Files ----

namespace reproducer {

inline bool write_off(const std::filesystem::path& file, const Mesh& mesh) {
    std::FILE* out = std::fopen(file.c_str(), "w");
    if (out == nullptr) return false;
    std::fprintf(out, "OFF\n%zu %zu 0\n", mesh.vertices.size(), mesh.polygon_count());
    for (const Vector3d& v : mesh.vertices) {
        std::fprintf(out, "%.17g %.17g %.17g\n", v[0], v[1], v[2]);
    }
    for (std::size_t f = 0; f < mesh.polygon_count(); ++f) {
        const auto corners = mesh.polygon(f);
        std::fprintf(out, "%zu", corners.size());
        for (const std::uint32_t v : corners) std::fprintf(out, " %u", v);
        std::fprintf(out, "\n");
    }
    return std::fclose(out) == 0;
}

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
    Shrunk left = shrunk(finding);
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
