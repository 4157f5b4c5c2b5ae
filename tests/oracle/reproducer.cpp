#include "tests/oracle/reproducer.h"

namespace swept::oracle {

namespace reproducer {

std::string text_of(const Motion& motion) {
    if (const auto* t = std::get_if<Translation>(&motion)) {
        return "{\"translate\":" + text_of(t->vector()) + "}";
    }
    if (const auto* r = std::get_if<Rotation>(&motion)) {
        return "{\"rotate\":{\"origin\":" + text_of(r->origin()) +
               ",\"axis\":" + text_of(r->axis()) + ",\"angle\":" + text_of(r->angle()) + "}}";
    }
    const Screw& s = std::get<Screw>(motion);
    return "{\"screw\":{\"origin\":" + text_of(s.origin()) + ",\"axis\":" + text_of(s.axis()) +
           ",\"angle\":" + text_of(s.angle()) + ",\"advance\":" + text_of(s.advance()) + "}}";
}

std::string quotable(const std::string& words) {
    std::string text = words.substr(0, 400);
    for (char& x : text) {
        if (x == '"' || x == '\\') x = '\'';
        if (x < ' ' || x > '~') x = ' ';
    }
    return text;
}

}  // namespace reproducer

ToolQuestion sweep_question(const Pose& world_from_mover, const Pose& world_from_obstacle,
                            const Motion& motion, const SweepOptions& options) {
    ToolQuestion q{"sweep", ""};
    reproducer::add_key(q.keys, "pose", world_from_mover);
    reproducer::add_key(q.keys, "obstacle_pose", world_from_obstacle);
    reproducer::add_key(q.keys, "motion", motion);
    if (options.margin.least() > 0)
        q.flags += " --margin " + reproducer::text_of(options.margin.least());
    if (options.initial_overlap == InitialOverlap::surfaces) q.flags += " --surfaces";
    if (options.budget != no_budget) {
        q.flags += " --budget " + std::to_string(options.budget);
    }
    return q;
}

ToolQuestion contacts_question(const Pose& world_from_a, const Pose& world_from_b,
                               const ContactOptions& options) {
    ToolQuestion q{"contacts", overlap_question(world_from_a, world_from_b).keys};
    if (const auto length = options.tolerance.length()) {
        reproducer::add_key(q.keys, "tolerance", *length);
    }
    if (options.reduced) q.flags = " --reduced";
    return q;
}

ToolQuestion cast_question(const Pose& world_from_shape, const Ray& ray, const Radius& radius,
                           const CastOptions& options) {
    ToolQuestion q{"cast", ""};
    reproducer::add_key(q.keys, "from", ray.from());
    reproducer::add_key(q.keys, ray.is_bounded() ? "to" : "direction", ray.to());
    reproducer::add_key(q.keys, "radius", radius.length());
    q.flags = " --at '" + reproducer::text_of(world_from_shape) + "'";
    if (options.clearance.length() > 0) {
        q.flags += " --clearance " + reproducer::text_of(options.clearance.length());
    }
    return q;
}

ToolQuestion collisions_question(const Pose& a_from, const Pose& a_to, const Pose& b_from,
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

Finding finding_of(const SweepCase& c,
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

namespace reproducer {

Mesh mesh_of(const Polyhedron& shape, const std::vector<bool>& kept) {
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

std::optional<Mesh> tetrahedron_on(const Polyhedron& shape, FaceIndex face, VertexIndex v) {
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

Shrunk Shrinking::run() {
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

bool Shrinking::show_it(Shapes shapes, Sides sides) {
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

bool Shrinking::read_back(Sides sides) {
    Shapes shapes;
    for (const Polyhedron& shape : finding_.shapes) {
        const auto read = Polyhedron::build(mesh_of(shape), {.sides = sides});
        if (!read) return false;
        shapes.push_back(*read);
    }
    return show_it(std::move(shapes), sides);
}

bool Shrinking::leave_out_faces(std::size_t which) {
    const Polyhedron whole = best_.shapes[which];
    std::vector<bool> kept(part_count(whole), true);
    bool reduced = false;
    for (std::size_t run = kept.size() / 2; run > 0; run /= 2) {
        for (std::size_t at = 0; at < kept.size(); at += run) {
            if (spent()) return reduced;
            std::vector<bool> fewer = kept;
            const auto begin = fewer.begin() + static_cast<std::ptrdiff_t>(at);
            const auto end = begin + static_cast<std::ptrdiff_t>(std::min(run, kept.size() - at));
            if (std::find(begin, end, true) == end) continue;
            std::fill(begin, end, false);
            if (std::find(fewer.begin(), fewer.end(), true) == fewer.end()) continue;
            if (!still_shown(which, mesh_of(whole, fewer))) continue;
            kept = std::move(fewer);
            reduced = true;
        }
    }
    return reduced;
}

bool Shrinking::become_tetrahedron(std::size_t which) {
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

bool Shrinking::still_shown(std::size_t which, const Mesh& mesh) {
    const auto shape = Polyhedron::build(mesh, {.sides = best_.sides});
    // Polygons without area are left out: nothing but points may be left.
    const Polyhedron& before = best_.shapes[which];
    if (!shape || (shape->face_count() == 0) != (before.face_count() == 0)) return false;
    if (part_count(*shape) > part_count(before)) return false;
    Shapes shapes = best_.shapes;
    shapes[which] = *shape;
    return show_it(std::move(shapes), best_.sides);
}

}  // namespace reproducer

namespace reproducer {

bool write_off(const std::filesystem::path& file, const Mesh& mesh) {
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

}  // namespace reproducer

}  // namespace swept::oracle
