#include "picture/scene.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/json_writer.h"
#include "picture/drawn_mesh.h"
#include "picture/glb.h"
#include "swept/solids.h"

namespace swept::picture_detail {
namespace {

using Eigen::Vector3d;

// What a browser turns smoothly, on a machine without much of a graphics card.
constexpr std::size_t most_triangles = 1'500'000;
constexpr std::size_t most_ghost_triangles = 20'000;

enum Material : std::uint8_t { mover, obstacle, edges, ghost, wanted, trail, mark, margin, faces };

constexpr std::array<std::pair<const char*, std::array<double, 4>>, 9> materials{{
    {"mover", {0.84, 0.37, 0.05, 1}},
    {"obstacle", {0.36, 0.45, 0.57, 1}},
    {"edges", {0.05, 0.06, 0.08, 1}},
    {"ghost", {0.84, 0.37, 0.05, 0.15}},
    {"wanted", {0.84, 0.37, 0.05, 0.06}},
    {"trail", {0.60, 0.25, 0.03, 1}},
    {"mark", {0.80, 0.02, 0.32, 1}},
    {"margin", {0.80, 0.02, 0.32, 0.2}},
    {"faces", {0.95, 0.60, 0.10, 1}},
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
    for (const PictureShape& s : picture.shapes) {
        if (s.keys.empty()) add_placed(s.shape.box(), s.pose);
        for (const PictureKey& key : s.keys) add_placed(s.shape.box(), key.pose);
        for (const PictureGhost& g : s.ghosts) add_placed(s.shape.box(), g.pose);
    }
    for (const PictureLine& line : picture.lines) {
        for (const Vector3d& p : line.points) box.add(p);
    }
    for (const PictureMark& m : picture.marks) box.add(m.point);
    if (box.empty()) box.add(Vector3d::Zero());
    return box;
}

class Scene {
   public:
    explicit Scene(const Picture& picture) : picture_(picture) {
        const Box box = box_of(picture);
        centre_ = box.centre();
        size_ = std::max(box.size().norm(), 1e-300);
        for (const auto& [name, colour] : materials)
            (void)file_.add(GlbMaterial{.name = name, .colour = colour});
        for (const PictureShape& s : picture.shapes) all_triangles_ += triangle_count(s.shape);
    }

    Result<std::string> bytes() && {
        for (const PictureShape& s : picture_.shapes) add(s);
        for (const PictureLine& line : picture_.lines) add(line);
        for (std::size_t i = 0; i < picture_.marks.size(); ++i) add(picture_.marks[i], i);
        GlbNode root{.name = "world", .children = children_};
        // z up to y up: a quarter turn about x.
        const double half = std::sqrt(0.5);
        root.rotation = Quaternion(half, -half, 0, 0);
        root.translation = Vector3d(centre_[0], centre_[2], -centre_[1]);
        const std::uint32_t number = file_.add(root);
        return std::move(file_).finish(number, about());
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

    [[nodiscard]] static Material material_of(const PictureShape& s) {
        using enum PictureRole;
        if (s.role == PictureRole::ghost) return Material::ghost;
        const bool moves = s.role == PictureRole::mover || (s.role == body && !s.keys.empty());
        // Of two that stand, the first has the colour of what moves.
        return moves || s.role == shape_a || s.role == sphere ? Material::mover
                                                              : Material::obstacle;
    }

    /// What this thing may have of all triangles.
    [[nodiscard]] std::size_t share_of(const PictureShape& s) const {
        const std::size_t own = triangle_count(s.shape);
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

    const Shown& shown(const PictureShape& s) {
        const auto key = std::pair(s.shape.vertices().data(), material_of(s));
        if (const auto found = shown_.find(key); found != shown_.end()) return found->second;
        DrawnMesh mesh = drawn(s.shape, share_of(s));
        const auto number = file_.add_mesh(s.name, primitives_of(mesh, material_of(s)));
        return shown_.emplace(key, Shown{std::move(mesh), number}).first->second;
    }

    void add(const PictureShape& s) {
        const auto& [mesh, number] = shown(s);
        GlbNode node{.name = s.name, .mesh = number};
        place(node, s.keys.empty() ? s.pose : s.keys.back().pose, mesh.middle);
        JsonObject extras;
        extras.add("role", name_of(s.role));
        extras.add("name", s.name);
        extras.add("index", s.index);
        if (s.role == PictureRole::ghost) extras.add("at", 0.0);
        node.extras = std::move(extras).text();
        if (!s.faces.empty()) node.children.push_back(add_faces(s, mesh.middle));
        children_.push_back(file_.add(node));
        if (s.keys.size() > 1) add_track(s, mesh.middle, children_.back());
        if (!s.ghosts.empty()) add_ghosts(s, mesh);
    }

    std::uint32_t add_faces(const PictureShape& s, const Vector3d& middle) {
        const DrawnMesh some = drawn_faces(s.shape, s.faces, middle);
        GlbNode node{.name = "faces", .extras = R"({"role":"faces"})"};
        node.mesh = file_.add_mesh("faces", primitives_of(some, faces));
        return file_.add(node);
    }

    void add_track(const PictureShape& s, const Vector3d& middle, std::uint32_t node) {
        const PictureTimeline timeline = picture_.timeline.value_or(PictureTimeline{});
        GlbTrack track{.node = node, .seconds = {}, .translations = {}, .rotations = {}};
        Quaternion last = s.keys.front().pose.rotation();
        for (const PictureKey& key : s.keys) {
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
        if (s.comes) {
            track.appears = static_cast<float>(timeline.seconds * (*s.comes - timeline.from) /
                                               (timeline.to - timeline.from));
        }
        file_.add(track);
    }

    void add_ghosts(const PictureShape& s, const DrawnMesh& mesh) {
        const bool light = mesh.triangles.size() / 3 <= most_ghost_triangles;
        const DrawnMesh own = light ? mesh : drawn(s.shape, most_ghost_triangles);
        const std::uint32_t shown = file_.add_mesh("ghost", primitives_of(own, ghost));
        const bool any_wanted = std::ranges::any_of(s.ghosts, &PictureGhost::wanted);
        const std::uint32_t never =
            any_wanted ? file_.add_mesh("wanted", primitives_of(own, wanted)) : shown;
        for (const PictureGhost& g : s.ghosts) {
            GlbNode node{.name = "ghost", .mesh = g.wanted ? never : shown};
            place(node, g.pose, own.middle);
            JsonObject extras;
            extras.add("role", "ghost");
            extras.add("name", s.name);
            extras.add("at", g.at);
            if (g.wanted) extras.add("wanted", true);
            node.extras = std::move(extras).text();
            children_.push_back(file_.add(node));
        }
    }

    // ---- lines and marks ----

    void add(const PictureLine& line) {
        std::vector<Eigen::Vector3f> points;
        for (const Vector3d& p : line.points) points.emplace_back((p - centre_).cast<float>());
        const GlbPrimitive strip{.positions = file_.add_positions(points),
                                 .mode = GlbMode::line_strip,
                                 .material = trail};
        const std::string kind(name_of(line.kind));
        GlbNode node{.name = kind, .mesh = file_.add_mesh(kind, {&strip, 1})};
        JsonObject extras;
        extras.add("role", kind);
        if (line.stopped) extras.add("stopped", true);
        node.extras = std::move(extras).text();
        children_.push_back(file_.add(node));
    }

    void add_mark(const char* role, std::size_t index, std::uint32_t mesh, const Vector3d& point,
                  double scale, const Quaternion& turn) {
        GlbNode node{.name = std::string(role) + " " + std::to_string(index), .mesh = mesh};
        node.translation = point - centre_;
        node.scale = scale;
        node.rotation = turn;
        JsonObject extras;
        extras.add("role", role);
        extras.add("index", index);
        node.extras = std::move(extras).text();
        children_.push_back(file_.add(node));
    }

    void add(const PictureMark& m, std::size_t index) {
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
        json.add("title", picture_.text.title);
        json.add("state", picture_.state);
        std::string rows;
        for (const auto& [label, text] : picture_.text.rows) {
            rows += rows.empty() ? "[" : ",[";
            rows += json_string(label) + "," + json_string(text) + "]";
        }
        json.add_raw("rows", "[" + rows + "]");
        json.add("centre", centre_);
        json.add("size", size_);
        if (picture_.margin) json.add("margin", *picture_.margin);
        if (picture_.timeline)
            json.add_raw("timeline", json_of(*picture_.timeline, picture_.marks.size()));
        std::string contacts;
        for (const PictureMark& m : picture_.marks)
            contacts += (contacts.empty() ? "" : ",") + json_of(m);
        json.add_raw("contacts", "[" + contacts + "]");
        if (!picture_.inset.svg.empty()) {
            JsonObject inset;
            inset.add("title", picture_.inset.title);
            inset.add("svg", picture_.inset.svg);
            json.add_raw("inset", std::move(inset).text());
        }
        return std::move(json).text();
    }

    [[nodiscard]] static std::string json_of(const PictureTimeline& timeline,
                                             std::size_t mark_count) {
        JsonObject json;
        json.add("label", timeline.label);
        json.add("from", timeline.from);
        json.add("to", timeline.to);
        json.add("seconds", timeline.seconds);
        if (timeline.plays) json.add("plays", true);
        if (timeline.free) json.add("free", *timeline.free);
        std::string marks;
        for (const PictureMoment& m : timeline.moments) {
            JsonObject one;
            one.add("at", m.at);
            one.add("text", m.text);
            if (m.mark && *m.mark < mark_count) one.add("contact", *m.mark);
            marks += (marks.empty() ? "" : ",") + std::move(one).text();
        }
        json.add_raw("marks", "[" + marks + "]");
        return std::move(json).text();
    }

    [[nodiscard]] static std::string json_of(const PictureMark& m) {
        JsonObject json;
        json.add("point", m.point);
        if (m.normal) json.add("normal", *m.normal);
        if (m.at) json.add("at", *m.at);
        if (!m.kind.empty()) json.add("kind", m.kind);
        if (m.separation) json.add("separation", *m.separation);
        if (!m.text.empty()) json.add("text", m.text);
        if (m.closest) json.add("closest", true);
        if (m.a) json.add_raw("a", json_of(*m.a));
        if (m.b) json.add_raw("b", json_of(*m.b));
        if (m.properness) json.add("properness", *m.properness);
        return std::move(json).text();
    }

    [[nodiscard]] static std::string json_of(const PictureFeature& feature) {
        JsonObject json;
        json.add("name", feature.name);
        json.add("face", feature.face);
        if (feature.vertices) {
            std::string vertices;
            for (const std::uint32_t vertex : *feature.vertices) {
                vertices += (vertices.empty() ? "" : ",") + std::to_string(vertex);
            }
            json.add_raw("vertices", "[" + vertices + "]");
        }
        return std::move(json).text();
    }
};

/// What would end in nonsense.
Result<void> checked(const Picture& picture) {
    const bool moves =
        std::ranges::any_of(picture.shapes, [](const auto& s) { return s.keys.size() > 1; });
    const PictureTimeline timeline = picture.timeline.value_or(PictureTimeline{});
    if (!(moves ? timeline.to > timeline.from : timeline.to >= timeline.from)) {
        return fail(ErrorCode::bad_argument, "does not end after it starts; give it a length",
                    "timeline");
    }
    for (const PictureShape& s : picture.shapes) {
        const auto known = [&](FaceIndex face) { return face.value < s.shape.face_count(); };
        if (!std::ranges::all_of(s.faces, known)) {
            return fail(ErrorCode::bad_argument,
                        "highlights a face that it does not have; give indices of its own faces",
                        "shape " + s.name);
        }
    }
    return {};
}

}  // namespace

Result<std::string> glb_of(const Picture& picture) {
    if (const auto good = checked(picture); !good) return tl::unexpected(good.error());
    return Scene(picture).bytes();
}

}  // namespace swept::picture_detail
