#pragma once

// What is left of a wrong answer: the question with as few faces as still show it, as two meshes
// and a line that the tool replays.

#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/oracle/sweep_scenes.h"

namespace swept::oracle {

/// Whether a question is still answered wrongly.
using StillWrong = std::function<bool(const SweepCase&)>;

namespace reproducer {

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
    if (shape.face_count() == 0) {
        for (const Vector3d& v : shape.vertices()) mesh.add_vertex(v);
    }
    return mesh;
}

/// Leaves out faces of one shape, first many at once, as long as the rest still shows it.
inline void shrink(SweepCase& c, NamedShape SweepCase::* which, const StillWrong& is_wrong) {
    std::vector<bool> kept((c.*which).shape.face_count(), true);
    const Polyhedron whole = (c.*which).shape;
    for (std::size_t run = kept.size() / 2; run > 0; run /= 2) {
        for (std::size_t at = 0; at < kept.size(); at += run) {
            std::vector<bool> fewer = kept;
            bool any = false;
            for (std::size_t i = at; i < std::min(at + run, kept.size()); ++i) {
                any = any || fewer[i];
                fewer[i] = false;
            }
            if (!any || std::find(fewer.begin(), fewer.end(), true) == fewer.end()) continue;
            const auto shape = Polyhedron::build(mesh_of(whole, fewer));
            if (!shape) continue;
            SweepCase smaller = c;
            (smaller.*which).shape = *shape;
            if (!is_wrong(smaller)) continue;
            c = std::move(smaller);
            kept = std::move(fewer);
        }
    }
}

/// Numbers that read back to the same bits.
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

inline bool write_off(const std::filesystem::path& file, const Polyhedron& shape) {
    std::FILE* out = std::fopen(file.c_str(), "w");
    if (out == nullptr) return false;
    std::fprintf(out, "OFF\n%u %u 0\n", shape.vertex_count(), shape.face_count());
    for (const Vector3d& v : shape.vertices()) {
        std::fprintf(out, "%.17g %.17g %.17g\n", v[0], v[1], v[2]);
    }
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const auto corners = shape.corners(FaceIndex(f));
        std::fprintf(out, "%zu", corners.size());
        for (const VertexIndex v : corners) std::fprintf(out, " %u", v.value);
        std::fprintf(out, "\n");
    }
    return std::fclose(out) == 0;
}

}  // namespace reproducer

/// With as few faces as still show it.
[[nodiscard]] inline SweepCase shrunk(SweepCase c, const StillWrong& is_wrong) {
    reproducer::shrink(c, &SweepCase::mover, is_wrong);
    reproducer::shrink(c, &SweepCase::obstacle, is_wrong);
    return c;
}

/// Writes NAME-mover.off, NAME-obstacle.off and NAME.jsonl to a folder. Returns the command that
/// replays it, or nothing where that cannot be written.
[[nodiscard]] inline std::optional<std::string> write_reproducer(
    const std::filesystem::path& folder, const std::string& name, const SweepCase& c,
    const std::string& verdict) {
    using namespace reproducer;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const auto mover = folder / (name + "-mover.off"), obstacle = folder / (name + "-obstacle.off");
    const auto line = folder / (name + ".jsonl");
    if (!write_off(mover, c.mover.shape) || !write_off(obstacle, c.obstacle.shape)) {
        return std::nullopt;
    }
    std::FILE* out = std::fopen(line.c_str(), "w");
    if (out == nullptr) return std::nullopt;
    std::string quoted;
    for (const char x : verdict) quoted += x == '"' || x == '\\' ? '\'' : x;
    std::fprintf(out, "{\"id\":\"%s: %s\",\"mover_pose\":%s,\"obstacle_pose\":%s,\"motion\":%s}\n",
                 name.c_str(), quoted.c_str(), text_of(c.world_from_mover).c_str(),
                 text_of(c.world_from_obstacle).c_str(), text_of(c.motion).c_str());
    if (std::fclose(out) != 0) return std::nullopt;
    std::string command =
        "swept sweep " + mover.string() + " " + obstacle.string() + " --batch " + line.string();
    if (c.options.zone.least() > 0) command += " --zone " + text_of(c.options.zone.least());
    return command;
}

}  // namespace swept::oracle
