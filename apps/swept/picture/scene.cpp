#include "picture/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "json_text.h"
#include "picture/drawn_mesh.h"
#include "picture/glb.h"
#include "swept/solids.h"

namespace swept::tool {
namespace {

using Eigen::Vector3d;

// What a browser turns smoothly, on a machine without much of a graphics card.
constexpr std::size_t most_triangles = 1'500'000;
constexpr std::size_t most_ghost_triangles = 20'000;

enum Material : std::uint8_t { mover, obstacle, edges, ghost, wanted, trail, mark, margin, faces };

constexpr std::array<std::pair<const char*, std::array<float, 4>>, 9> materials{{
    {"mover", {0.84F, 0.37F, 0.05F, 1}},
    {"obstacle", {0.36F, 0.45F, 0.57F, 1}},
    {"edges", {0.05F, 0.06F, 0.08F, 1}},
    {"ghost", {0.84F, 0.37F, 0.05F, 0.15F}},
    {"wanted", {0.84F, 0.37F, 0.05F, 0.06F}},
    {"trail", {0.60F, 0.25F, 0.03F, 1}},
    {"mark", {0.80F, 0.02F, 0.32F, 1}},
    {"margin", {0.80F, 0.02F, 0.32F, 0.2F}},
    {"faces", {0.95F, 0.60F, 0.10F, 1}},
}};

/// Around everything that is drawn, wherever it goes.
Box box_of(const Picture& picture) {
    Box box;
    const auto add_placed = [&](const Box& own, const Pose& pose) {
        for (unsigned corner = 0; corner < 8; ++corner) {
            Vector3d x;
            for (unsigned i = 0; i < 3; ++i) {
                x[i] = (corner >> i & 1U) != 0 ? own.upper[i] : own.lower[i];
            }
            box.add(pose * x);
        }
    };
    for (const Thing& collider : picture.things) {
        if (collider.keys.empty()) add_placed(collider.shape.box(), collider.pose);
        for (const Key& key : collider.keys) add_placed(collider.shape.box(), key.pose);
        for (const Ghost& g : collider.ghosts) add_placed(collider.shape.box(), g.pose);
    }
    for (const Line& line : picture.lines) {
        for (const Vector3d& p : line.points) box.add(p);
    }
    for (const Mark& m : picture.marks) box.add(m.point);
    if (box.empty()) box.add(Vector3d::Zero());
    return box;
}

class Scene {
   public:
    explicit Scene(const Picture& picture) : picture_(picture) {
        const Box box = box_of(picture);
        centre_ = box.centre();
        size_ = std::max(box.size().norm(), 1e-300);
        for (const auto& [name, colour] : materials) (void)file_.add(GlbMaterial{name, colour});
        for (const Thing& collider : picture.things)
            all_triangles_ += triangle_count(collider.shape);
    }

    std::string bytes() && {
        for (const Thing& collider : picture_.things) add(collider);
        for (const Line& line : picture_.lines) add(line);
        for (std::size_t i = 0; i < picture_.marks.size(); ++i) add(picture_.marks[i], i);
        GlbNode root{.name = "world", .children = children_};
        // z up to y up: a quarter turn about x.
        const double half = std::sqrt(0.5);
        root.rotation = Quaternion(half, -half, 0, 0);
        root.translation = Vector3d(centre_[0], centre_[2], -centre_[1]);
        const std::uint32_t number = file_.add(root);
        std::string bytes;
        const std::string wrong = std::move(file_).finish(number, about(), bytes);
        if (!wrong.empty()) {
            throw Failure{Exit::bad_usage,
                          "--picture: " + wrong + "; ask about fewer or smaller meshes"};
        }
        return bytes;
    }

   private:
    const Picture& picture_;
    Vector3d centre_ = Vector3d::Zero();
    double size_ = 1;
    std::size_t all_triangles_ = 0;
    GlbFile file_;
    std::vector<std::uint32_t> children_;
    std::optional<std::uint32_t> mark_mesh_, normal_mesh_, zone_mesh_;

    /// A shape in the file. Bodies that share their shape, as bricks do, share this.
    struct Shown {
        DrawnMesh mesh;
        std::uint32_t number;
    };
    std::map<std::pair<const Vector3d*, Material>, Shown> shown_;

    // ---- things ----

    [[nodiscard]] static Material material_of(const Thing& collider) {
        const std::string_view role = role_of(collider);
        if (role == "ghost") return ghost;
        const bool moves = role == "mover" || (role == "body" && !collider.keys.empty());
        // Of two that stand, the first has the colour of what moves.
        if (role == "shape_a") return mover;
        return moves || role == "sphere" ? mover : obstacle;
    }

    [[nodiscard]] static std::string_view role_of(const Thing& collider) { return collider.role; }

    /// What this thing may have of all triangles.
    [[nodiscard]] std::size_t share_of(const Thing& collider) const {
        const std::size_t own = triangle_count(collider.shape);
        if (all_triangles_ <= most_triangles) return own;
        const double share = static_cast<double>(own) / static_cast<double>(all_triangles_);
        return std::max<std::size_t>(
            static_cast<std::size_t>(share * static_cast<double>(most_triangles)), 1000);
    }

    /// Its drawings: triangles, then edges, or points.
    std::vector<GlbPrimitive> primitives_of(const DrawnMesh& mesh, Material surface) {
        std::vector<GlbPrimitive> list;
        const std::uint32_t positions = file_.add_positions(mesh.positions);
        if (!mesh.triangles.empty()) {
            GlbPrimitive triangles{.positions = positions,
                                   .indices = file_.add_indices(mesh.triangles),
                                   .material = surface,
                                   .extras = extras_of(mesh)};
            list.push_back(std::move(triangles));
        } else if (!mesh.positions.empty()) {
            list.push_back({.positions = positions, .mode = GlbMode::points, .material = surface});
        }
        if (!mesh.lines.empty()) {
            list.push_back({.positions = positions,
                            .indices = file_.add_indices(mesh.lines),
                            .mode = GlbMode::lines,
                            .material = edges});
        }
        return list;
    }

    /// Ids are left out where they only count.
    [[nodiscard]] std::string extras_of(const DrawnMesh& mesh) {
        JsonObject json;
        const auto add_ids = [&](const char* key, const std::vector<std::uint32_t>& ids) {
            bool counts = true;
            for (std::size_t i = 0; i < ids.size() && counts; ++i) counts = ids[i] == i;
            if (!counts) json.add(key, file_.add_numbers(ids));
        };
        if (mesh.reduced_from > 0) {
            json.add("reduced_from", mesh.reduced_from);
        } else {
            add_ids("faces", mesh.faces);
            add_ids("vertices", mesh.vertices);
            if (!mesh.low.empty()) json.add("low", file_.add_vectors(mesh.low));
        }
        return std::move(json).text();
    }

    void place(GlbNode& node, const Pose& pose, const Vector3d& middle) const {
        node.translation = pose * middle - centre_;
        node.rotation = pose.rotation();
    }

    const Shown& shown(const Thing& collider) {
        const auto key = std::pair(collider.shape.vertices().data(), material_of(collider));
        if (const auto found = shown_.find(key); found != shown_.end()) return found->second;
        DrawnMesh mesh = drawn(collider.shape, share_of(collider));
        const auto number =
            file_.add_mesh(collider.name, primitives_of(mesh, material_of(collider)));
        return shown_.emplace(key, Shown{std::move(mesh), number}).first->second;
    }

    void add(const Thing& collider) {
        const auto& [mesh, number] = shown(collider);
        GlbNode node{.name = collider.name, .mesh = number};
        place(node, collider.keys.empty() ? collider.pose : collider.keys.back().pose, mesh.middle);
        JsonObject extras;
        extras.add("role", collider.role);
        extras.add("name", collider.name);
        extras.add("index", collider.index);
        if (role_of(collider) == "ghost") extras.add("at", 0.0);
        node.extras = std::move(extras).text();
        if (!collider.faces.empty()) node.children.push_back(add_faces(collider, mesh.middle));
        children_.push_back(file_.add(node));
        if (collider.keys.size() > 1) add_track(collider, mesh.middle, children_.back());
        if (!collider.ghosts.empty()) add_ghosts(collider, mesh);
    }

    std::uint32_t add_faces(const Thing& collider, const Vector3d& middle) {
        const DrawnMesh some = drawn_faces(collider.shape, collider.faces, middle);
        GlbNode node{.name = "faces", .extras = R"({"role":"faces"})"};
        node.mesh = file_.add_mesh("faces", primitives_of(some, faces));
        return file_.add(node);
    }

    void add_track(const Thing& collider, const Vector3d& middle, std::uint32_t node) {
        const Timeline timeline = picture_.timeline.value_or(Timeline{});
        GlbTrack track{.node = node, .seconds = {}, .translations = {}, .rotations = {}};
        Quaternion last = collider.keys.front().pose.rotation();
        for (const Key& key : collider.keys) {
            Quaternion q = key.pose.rotation();
            if (q.dot(last) < 0) q.coeffs() = -q.coeffs();  // the short way from key to key
            last = q;
            const auto at = static_cast<float>(timeline.seconds * (key.at - timeline.from) /
                                               (timeline.to - timeline.from));
            // Keys must ascend; those that single precision does not tell apart are one.
            if (!track.seconds.empty() && !(at > track.seconds.back())) {
                track.translations.back() = (key.pose * middle - centre_).cast<float>();
                track.rotations.back() = q.coeffs().cast<float>();
                continue;
            }
            track.seconds.push_back(at);
            track.translations.emplace_back((key.pose * middle - centre_).cast<float>());
            track.rotations.emplace_back(q.coeffs().cast<float>());
        }
        if (collider.comes) {
            track.appears =
                static_cast<float>(timeline.seconds * (*collider.comes - timeline.from) /
                                   (timeline.to - timeline.from));
        }
        file_.add(track);
    }

    void add_ghosts(const Thing& collider, const DrawnMesh& mesh) {
        const bool light = mesh.triangles.size() / 3 <= most_ghost_triangles;
        const DrawnMesh own = light ? mesh : drawn(collider.shape, most_ghost_triangles);
        const std::uint32_t shown = file_.add_mesh("ghost", primitives_of(own, ghost));
        const bool any_wanted = std::ranges::any_of(collider.ghosts, &Ghost::wanted);
        const std::uint32_t never =
            any_wanted ? file_.add_mesh("wanted", primitives_of(own, wanted)) : shown;
        for (const Ghost& g : collider.ghosts) {
            GlbNode node{.name = "ghost", .mesh = g.wanted ? never : shown};
            place(node, g.pose, own.middle);
            JsonObject extras;
            extras.add("role", "ghost");
            extras.add("name", collider.name);
            extras.add("at", g.at);
            if (g.wanted) extras.add("wanted", true);
            node.extras = std::move(extras).text();
            children_.push_back(file_.add(node));
        }
    }

    // ---- lines and marks ----

    void add(const Line& line) {
        std::vector<Eigen::Vector3f> points;
        for (const Vector3d& p : line.points) points.emplace_back((p - centre_).cast<float>());
        const GlbPrimitive strip{.positions = file_.add_positions(points),
                                 .mode = GlbMode::line_strip,
                                 .material = trail};
        GlbNode node{.name = line.role, .mesh = file_.add_mesh(line.role, {&strip, 1})};
        JsonObject extras;
        extras.add("role", line.role);
        if (line.stopped) extras.add("stopped", true);
        node.extras = std::move(extras).text();
        children_.push_back(file_.add(node));
    }

    void add_mark(const char* role, std::size_t index, std::uint32_t mesh, const Vector3d& point,
                  double scale, const Quaternion& turn) {
        GlbNode node{.name = fmt::format("{} {}", role, index), .mesh = mesh};
        node.translation = point - centre_;
        node.scale = scale;
        node.rotation = turn;
        JsonObject extras;
        extras.add("role", role);
        extras.add("index", index);
        node.extras = std::move(extras).text();
        children_.push_back(file_.add(node));
    }

    void add(const Mark& m, std::size_t index) {
        const Quaternion none = Quaternion::Identity();
        add_mark("contact", index, mark_mesh(), m.point, 0.008 * size_, none);
        if (m.normal) {
            Quaternion turn = Quaternion::Identity();
            const Eigen::Quaterniond found =
                Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), *m.normal);
            turn.coeffs() = found.coeffs();
            add_mark("normal", index, normal_mesh(), m.point, 0.08 * size_, turn);
        }
        if (m.margin > 0) add_mark("margin", index, zone_mesh(), m.point, m.margin, none);
    }

    std::uint32_t mark_mesh() {
        if (!mark_mesh_) {
            const std::array<Eigen::Vector3f, 6> tips{
                {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
            const std::array<std::uint32_t, 24> triangles{0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                                          2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
            const GlbPrimitive primitive{.positions = file_.add_positions(tips),
                                         .indices = file_.add_indices(triangles),
                                         .material = mark};
            mark_mesh_ = file_.add_mesh("contact", {&primitive, 1});
        }
        return *mark_mesh_;
    }

    std::uint32_t normal_mesh() {
        if (!normal_mesh_) {
            const std::array<Eigen::Vector3f, 2> ends{{{0, 0, 0}, {0, 0, 1}}};
            const GlbPrimitive primitive{.positions = file_.add_positions(ends),
                                         .mode = GlbMode::line_strip,
                                         .material = mark};
            normal_mesh_ = file_.add_mesh("normal", {&primitive, 1});
        }
        return *normal_mesh_;
    }

    std::uint32_t zone_mesh() {
        if (!zone_mesh_) {
            const auto ball = Polyhedron::build(make_sphere(1, 16, 24).value()).value();
            DrawnMesh mesh = drawn(ball, most_ghost_triangles);
            mesh.lines.clear();
            mesh.faces.clear();
            mesh.vertices.clear();
            zone_mesh_ = file_.add_mesh("margin", primitives_of(mesh, margin));
        }
        return *zone_mesh_;
    }

    // ---- what is said ----

    [[nodiscard]] std::string about() const {
        JsonObject json;
        json.add("format", 1U);
        json.add("command", picture_.command);
        json.add("title", picture_.told.headline);
        json.add("state", picture_.state);
        std::string rows;
        for (const auto& [label, text] : picture_.told.rows) {
            rows += fmt::format("{}[{},{}]", rows.empty() ? "" : ",", json_string(label),
                                json_string(text));
        }
        json.add_raw("rows", "[" + rows + "]");
        json.add("centre", centre_);
        json.add("size", size_);
        if (picture_.margin) json.add("margin", *picture_.margin);
        if (picture_.timeline) json.add_raw("timeline", json_of(*picture_.timeline));
        std::string contacts;
        for (const Mark& m : picture_.marks) contacts += (contacts.empty() ? "" : ",") + json_of(m);
        json.add_raw("contacts", "[" + contacts + "]");
        if (!picture_.inset_svg.empty()) {
            JsonObject inset;
            inset.add("title", picture_.inset_title);
            inset.add("svg", picture_.inset_svg);
            json.add_raw("inset", std::move(inset).text());
        }
        return std::move(json).text();
    }

    [[nodiscard]] static std::string json_of(const Timeline& timeline) {
        JsonObject json;
        json.add("label", timeline.label);
        json.add("from", timeline.from);
        json.add("to", timeline.to);
        json.add("seconds", timeline.seconds);
        if (timeline.plays) json.add("plays", true);
        if (timeline.free) json.add("free", *timeline.free);
        std::string marks;
        for (const TimelineMark& m : timeline.marks) {
            JsonObject one;
            one.add("at", m.at);
            one.add("text", m.text);
            if (m.contact) one.add("contact", *m.contact);
            marks += (marks.empty() ? "" : ",") + std::move(one).text();
        }
        json.add_raw("marks", "[" + marks + "]");
        return std::move(json).text();
    }

    [[nodiscard]] static std::string json_of(const Mark& m) {
        JsonObject json;
        json.add("point", m.point);
        if (m.normal) json.add("normal", *m.normal);
        if (m.at) json.add("at", *m.at);
        const std::string own = std::move(json).text();
        return m.json.empty() ? own : own.substr(0, own.size() - 1) + "," + m.json + "}";
    }
};

}  // namespace

std::string glb_of(const Picture& picture) {
    return Scene(picture).bytes();
}

}  // namespace swept::tool
