#include "shape/sides.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/groups.h"
#include "core/parallel.h"
#include "math/predicates.h"
#include "shape/axis_ray.h"
#include "shape/placed_shape.h"
#include "shape/self_meeting.h"

namespace swept::shape_detail {

namespace {

using Eigen::Vector3d;
constexpr std::uint32_t no_face = std::numeric_limits<std::uint32_t>::max();

SidesProof unproven(std::uint32_t face) {
    return {SidesReason::unproven, {FaceIndex(face), FaceIndex(face)}};
}

// ---- Borders -----------------------------------------------------------------------------------

/// Polygons without area close a surface where one long edge lies against several short ones. They
/// are left out; but with the corners of its short neighbours in the long edge, face meets face in
/// common edges again. (Corners that are not exactly on an edge are corners of faces, and those
/// close it themselves.)
class Borders {
   public:
    explicit Borders(const Polyhedron::Data& shape) : shape_(shape) {
        std::vector<std::uint32_t> edges, corners;
        for (std::uint32_t e = 0; e < shape.edge_ends.size(); ++e) {
            if (shape.edge_kinds[e] != EdgeKind::border) continue;
            edges.push_back(e);
            for (const VertexIndex v : shape.edge_ends[e]) corners.push_back(v.value);
        }
        if (edges.empty()) return;
        std::ranges::sort(corners);
        corners.erase(std::ranges::unique(corners).begin(), corners.end());
        open_face_ = shape.edge_faces[edges[0]][0].value;
        if (edges.size() * corners.size() > most_tests) return;
        open_face_ = no_face;
        for (const std::uint32_t e : edges) split(e, corners);
        match();
    }

    /// The face of a border that no other closes.
    [[nodiscard]] std::uint32_t open_face() const { return open_face_; }
    /// Two faces along each piece of a border.
    [[nodiscard]] std::span<const std::array<std::uint32_t, 2>> pairs() const { return pairs_; }

    /// The corners of a face, with those that its neighbours have in its edges.
    void outline(std::uint32_t face, std::vector<Vector3d>& corners) const {
        corners.clear();
        for (std::uint32_t c = shape_.face_begins[face]; c < shape_.face_begins[face + 1]; ++c) {
            corners.push_back(shape_.positions[shape_.corners[c].value]);
            const auto found =
                std::ranges::lower_bound(inner_, shape_.corner_edges[c].value, {}, &Inner::edge);
            for (auto i = found; i != inner_.end() && i->edge == shape_.corner_edges[c].value;
                 ++i) {
                corners.push_back(shape_.positions[i->corner]);
            }
        }
    }

   private:
    /// A corner within an edge; sorted by edge, then as its face runs.
    struct Inner {
        std::uint32_t edge;
        std::uint32_t corner;
    };
    /// A piece of a border, lower corner first.
    struct Piece {
        std::array<std::uint32_t, 2> ends;
        std::uint32_t face;
        bool forward;
    };
    static constexpr std::size_t most_tests = 4'000'000;
    const Polyhedron::Data& shape_;
    std::vector<Inner> inner_;
    std::vector<Piece> pieces_;
    std::vector<std::array<std::uint32_t, 2>> pairs_;
    std::uint32_t open_face_ = no_face;

    void split(std::uint32_t edge, std::span<const std::uint32_t> corners) {
        const auto [from, to] = shape_.edge_ends[edge];
        const Vector3d &a = shape_.positions[from.value], &b = shape_.positions[to.value];
        const bool up = exact::precedes(a, b);
        std::vector<std::uint32_t> within;
        for (const std::uint32_t v : corners) {
            const Vector3d& p = shape_.positions[v];
            const bool between = up ? exact::precedes(a, p) && exact::precedes(p, b)
                                    : exact::precedes(b, p) && exact::precedes(p, a);
            if (between && exact::collinear(a, b, p)) within.push_back(v);
        }
        std::ranges::sort(within, [&](std::uint32_t v, std::uint32_t w) {
            return exact::precedes(shape_.positions[up ? v : w], shape_.positions[up ? w : v]);
        });
        std::uint32_t last = from.value;
        within.push_back(to.value);
        for (const std::uint32_t v : within) {
            const std::uint32_t face = shape_.edge_faces[edge][0].value;
            pieces_.push_back({{std::min(last, v), std::max(last, v)}, face, last < v});
            if (v != to.value) inner_.push_back({edge, v});
            last = v;
        }
    }

    /// Pieces at one place must be two that run opposite ways.
    void match() {
        std::ranges::stable_sort(pieces_, {}, &Piece::ends);
        for (std::size_t i = 0, end = 0; i < pieces_.size(); i = end) {
            while (end < pieces_.size() && pieces_[end].ends == pieces_[i].ends) ++end;
            if (end == i + 2 && pieces_[i].forward != pieces_[i + 1].forward) {
                pairs_.push_back({pieces_[i].face, pieces_[i + 1].face});
                continue;
            }
            for (std::size_t k = i; k < end; ++k)
                open_face_ = std::min(open_face_, pieces_[k].face);
        }
    }
};

// ---- Parts -------------------------------------------------------------------------------------

/// Which faces around an edge of four faces or more bound one sector of the solid.
class FacesAround {
   public:
    FacesAround(const Polyhedron::Data& shape, EdgeIndex edge)
        : from_(shape.positions[shape.edge_ends[edge.value][0].value]),
          to_(shape.positions[shape.edge_ends[edge.value][1].value]) {
        for (const FaceIndex face : shape.faces_of(edge)) add(shape, edge, face);
    }

    /// Calls link(a, b) for each such two; false where the faces do not take turns: there the
    /// surface crosses itself, or parts of it lie one in the other.
    template <class Link>
    [[nodiscard]] bool pairs(const Link& link) {
        if (!sort()) return false;
        const std::size_t count = wings_.size();
        for (std::size_t i = 0; i < count; ++i) {
            if (!wings_[i].enters) continue;
            link(wings_[i].face, wings_[(i + 1) % count].face);
        }
        return true;
    }

   private:
    /// A face as a half plane at the edge. Turning about the edge, `enters`: the solid comes after.
    struct Wing {
        std::uint32_t face;
        Vector3d apex;
        bool enters;
        int quarter;  ///< seen from the first: 0 there, 1 the first half turn, 2 opposite, 3
    };
    const Vector3d from_, to_;
    std::vector<Wing> wings_;
    bool flat_ = false;

    void add(const Polyhedron::Data& shape, EdgeIndex edge, FaceIndex face) {
        const std::span<const VertexIndex> corners = shape.corners_of(face);
        bool forward = false;
        std::optional<Vector3d> apex;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Vector3d& p = shape.positions[corners[i].value];
            if (shape.corner_edges[shape.face_begins[face.value] + i] == edge) {
                forward = corners[i] == shape.edge_ends[edge.value][0];
            }
            if (!apex && !exact::collinear(from_, to_, p)) apex = p;
        }
        flat_ = flat_ || !apex;
        wings_.push_back({face.value, apex.value_or(from_), !forward, 0});
    }

    [[nodiscard]] int turn(const Wing& a, const Wing& b) const {
        return exact::orient3d(from_, to_, a.apex, b.apex);
    }
    /// Of wings in one plane: whether they are on one side of the edge.
    [[nodiscard]] bool together(const Wing& a, const Wing& b) const {
        const int axis = exact::axis_to_see(from_, to_, a.apex);
        return exact::orient2d(axis, from_, to_, a.apex) ==
               exact::orient2d(axis, from_, to_, b.apex);
    }
    [[nodiscard]] bool before(const Wing& a, const Wing& b) const {
        return a.quarter != b.quarter ? a.quarter < b.quarter : turn(a, b) > 0;
    }
    [[nodiscard]] bool same_place(const Wing& a, const Wing& b) const {
        return a.quarter == b.quarter && turn(a, b) == 0;
    }

    /// In the order of turning; at one place so that entering and leaving take turns.
    bool sort() {
        if (flat_ || wings_.size() % 2 != 0) return false;
        for (Wing& w : wings_) {
            const int side = turn(wings_[0], w);
            w.quarter = side > 0 ? 1 : side < 0 ? 3 : together(wings_[0], w) ? 0 : 2;
        }
        std::ranges::stable_sort(wings_,
                                 [&](const Wing& a, const Wing& b) { return before(a, b); });
        return take_turns(wings_[0].enters) || take_turns(!wings_[0].enters);
    }
    bool take_turns(bool enters) {
        for (std::size_t i = 0; i < wings_.size(); ++i, enters = !enters) {
            std::size_t next = i;
            while (wings_[next].enters != enters) {
                if (++next == wings_.size() || !same_place(wings_[i], wings_[next])) return false;
            }
            std::swap(wings_[i], wings_[next]);
        }
        return true;
    }
};

enum class Looks : std::uint8_t { outward, inward, unknown };

/// The parts of a surface.
struct Parts {
    std::vector<std::uint32_t> of_face;  ///< by face, of neighbours too
    std::vector<Looks> looks;            ///< by part
    std::vector<std::uint32_t> first;    ///< by part: its lowest face
    bool has_hollows = false;            ///< not all look outward
};

/// Numbers the parts in the order of their lowest faces. The face at which it cannot be done.
std::optional<std::uint32_t> number_parts(const Polyhedron::Data& shape, const Borders& borders,
                                          Parts& parts) {
    if (borders.open_face() < shape.own_faces) return borders.open_face();
    Groups groups(shape.planes.size());
    for (const auto& [a, b] : borders.pairs()) groups.join(a, b);
    for (std::uint32_t e = 0; e < shape.edge_ends.size(); ++e) {
        const std::span<const FaceIndex> faces = shape.faces_of(EdgeIndex(e));
        if (faces[0].value >= shape.own_faces) continue;  // among neighbours
        const EdgeKind kind = shape.edge_kinds[e];
        if (kind == EdgeKind::border) continue;
        if (kind != EdgeKind::tangled) {
            groups.join(faces[0].value, faces[1].value);
            continue;
        }
        const auto join = [&](std::uint32_t a, std::uint32_t b) { groups.join(a, b); };
        if (!FacesAround(shape, EdgeIndex(e)).pairs(join)) return faces[0].value;
    }
    parts.of_face.resize(shape.planes.size());
    for (std::uint32_t f = 0; f < parts.of_face.size(); ++f) {
        const std::uint32_t root = groups.root(f);
        if (root == f) {
            parts.of_face[f] = static_cast<std::uint32_t>(parts.first.size());
            parts.first.push_back(f);
        } else {
            parts.of_face[f] = parts.of_face[root];
        }
    }
    return std::nullopt;
}

// ---- Winding numbers ---------------------------------------------------------------------------

/// A ray from within a face, along an axis, away from its front or its back.
class RayFromFace {
   public:
    RayFromFace(const Polyhedron::Data& shape, const FaceTree& tree, std::uint32_t face)
        : shape_(shape), tree_(tree), corners_(shown_triangle(shape, face)) {
        const Vector3d &a = *corners_[0], &b = *corners_[1], &c = *corners_[2];
        axis_ = exact::axis_to_see(a, b, c);
        to_front_ = exact::orient2d(axis_, a, b, c) > 0;
    }

    /// The winding number before the face of all faces that are `wanted`; the face lies on none of
    /// them but, where it is wanted itself, on itself.
    template <class Wanted>
    [[nodiscard]] int winding(const Wanted& wanted, bool itself) const {
        const NearPoint near(*corners_[0], *corners_[1], *corners_[2]);
        const AxisRay ray{near, axis_, 1};
        int sum = 0;
        visit_faces_ahead([&](std::uint32_t face) {
            if (!wanted(face)) return;
            const std::span<const VertexIndex> corners = shape_.corners_of(FaceIndex(face));
            const Vector3d& a = shape_.positions[corners[0].value];
            for (std::size_t i = 2; i < corners.size(); ++i) {
                const Vector3d& b = shape_.positions[corners[i - 1].value];
                const Vector3d& c = shape_.positions[corners[i].value];
                if (&a == corners_[0] && &b == corners_[1] && &c == corners_[2]) continue;
                sum += ray.crossing(a, b, c);
            }
        });
        return to_front_ || !itself ? sum : sum - 1;
    }

   private:
    const Polyhedron::Data& shape_;
    const FaceTree& tree_;
    std::array<const Vector3d*, 3> corners_;
    int axis_ = 0;
    bool to_front_ = true;

    /// The first triangle of the face's fan that has an area.
    static std::array<const Vector3d*, 3> shown_triangle(const Polyhedron::Data& shape,
                                                         std::uint32_t face) {
        const std::span<const VertexIndex> corners = shape.corners_of(FaceIndex(face));
        const auto at = [&](std::size_t i) { return &shape.positions[corners[i].value]; };
        for (std::size_t i = 2; i + 1 < corners.size(); ++i) {
            if (!exact::collinear(*at(0), *at(i - 1), *at(i))) return {at(0), at(i - 1), at(i)};
        }
        return {at(0), at(corners.size() - 2), at(corners.size() - 1)};
    }

    template <class See>
    void visit_faces_ahead(const See& see) const {
        const Tree& tree = tree_.tree;
        const Vector3d start = tree.to_tree(*corners_[0]);
        std::vector<std::uint32_t> open{0};
        while (!open.empty()) {
            const std::uint32_t node = open.back();
            open.pop_back();
            const TreeRow* rows = tree.rows_of(node);
            const std::uint32_t* children = tree.children_of(node);
            for (std::uint32_t i = 0; i < tree_width; ++i) {
                if (children[i] == Tree::no_child || !is_ahead(rows, i, start)) continue;
                if ((children[i] & Tree::leaf_bit) == 0) {
                    open.push_back(children[i]);
                    continue;
                }
                const std::uint32_t* leaf =
                    tree.leaf_begins.data() + (children[i] & ~Tree::leaf_bit);
                for (std::uint32_t t = leaf[0]; t < leaf[1]; ++t) see(tree.order[t]);
            }
        }
    }
    [[nodiscard]] bool is_ahead(const TreeRow* rows, std::uint32_t lane,
                                const Vector3d& start) const {
        for (int axis = 0; axis < 3; ++axis) {
            const auto row = static_cast<std::size_t>(axis);
            if (start[axis] > static_cast<double>(rows[row].lane[lane])) return false;
            if (axis != axis_ && -start[axis] > static_cast<double>(rows[row + 3].lane[lane])) {
                return false;
            }
        }
        return true;
    }
};

void find_looks(const Polyhedron::Data& shape, const FaceTree& tree, Parts& parts) {
    parts.looks.assign(parts.first.size(), Looks::outward);
    std::vector<std::uint8_t> open(parts.first.size(), 0);
    for (std::uint32_t f = shape.own_faces; f < shape.planes.size(); ++f) {
        open[parts.of_face[f]] = 1;
    }
    for (std::uint32_t p = 0; p < parts.first.size() && parts.first[p] < shape.own_faces; ++p) {
        const auto of_part = [&](std::uint32_t face) { return parts.of_face[face] == p; };
        if (open[p] != 0) {
            parts.looks[p] = Looks::unknown;
        } else if (RayFromFace(shape, tree, parts.first[p]).winding(of_part, true) < 0) {
            parts.looks[p] = Looks::inward;
        }
        parts.has_hollows = parts.has_hollows || parts.looks[p] != Looks::outward;
    }
}

// ---- Meetings ----------------------------------------------------------------------------------

/// Two faces that meet.
using Met = std::array<std::uint32_t, 2>;

/// Looks through a share of the pairs of faces whose boxes meet.
class MeetingSearch {
   public:
    MeetingSearch(const Polyhedron::Data& shape, const FaceTree& tree, const Borders& borders,
                  const Parts& parts)
        : shape_(shape), tree_(tree.tree), borders_(borders), parts_(parts), of_faces_(tree) {}

    /// A volume of the tree, and its offsets.
    struct Volume {
        std::uint32_t reference;
        std::array<float, 6> offsets;

        [[nodiscard]] bool is_leaf() const { return (reference & Tree::leaf_bit) != 0; }
        [[nodiscard]] float size() const {
            return (offsets[0] + offsets[3]) + (offsets[1] + offsets[4]) +
                   (offsets[2] + offsets[5]);
        }
    };
    /// Two volumes that meet, or twice the same.
    using Pair = std::array<Volume, 2>;

    /// What stopped it: faces of one part, or two hollows, that meet; or that it took too long.
    std::optional<SidesProof> stopped;
    /// Faces of a hollow and of another part that meet.
    std::vector<Met> met;

    /// How many steps it took.
    [[nodiscard]] std::uint64_t taken() const { return taken_; }

    /// All pairs below this one; `steps`: as many as it may take, about.
    void run(const Pair& pair, std::uint64_t steps) {
        most_ = steps;
        open_.assign(1, pair);
        while (!open_.empty() && !stopped) {
            const Pair next = open_.back();
            open_.pop_back();
            if (next[0].is_leaf() && next[1].is_leaf()) {
                compare_leaves(next[0].reference & ~Tree::leaf_bit,
                               next[1].reference & ~Tree::leaf_bit);
            } else {
                taken_ += 2 * std::uint64_t{tree_width};
                split(next, [&](const Pair& part) { open_.push_back(part); });
            }
        }
    }

    [[nodiscard]] Pair whole() const {
        Volume root{0, {}};
        std::copy_n(tree_.root.begin(), 6, root.offsets.begin());
        return {root, root};
    }

    /// Hands on the pairs that one is made of.
    template <class Take>
    void split(const Pair& pair, const Take& take) const {
        if (pair[0].reference == pair[1].reference) {
            std::array<Volume, tree_width> children;
            std::size_t count = 0;
            for (std::uint32_t i = 0; i < tree_width; ++i) {
                const Volume child = child_of(pair[0].reference, i);
                if (child.reference == Tree::no_child) continue;
                children[count++] = child;
                take({child, child});
            }
            for (std::size_t i = 0; i < count; ++i) {
                for (std::size_t k = i + 1; k < count; ++k) {
                    if (meet(children[i], children[k])) take({children[i], children[k]});
                }
            }
            return;
        }
        const bool first =
            pair[1].is_leaf() || (!pair[0].is_leaf() && pair[0].size() >= pair[1].size());
        const Volume& opened = pair[first ? 0 : 1];
        const Volume& other = pair[first ? 1 : 0];
        for (std::uint32_t i = 0; i < tree_width; ++i) {
            const Volume child = child_of(opened.reference, i);
            if (child.reference != Tree::no_child && meet(child, other)) take({child, other});
        }
    }

   private:
    /// A triangle of a leaf with its box, in the coordinates of the tree.
    struct Leaf {
        std::uint32_t face;
        std::array<std::uint32_t, 3> vertices;
        std::array<float, 6> offsets;  ///< widened: corners are rounded
    };
    const Polyhedron::Data& shape_;
    const Tree& tree_;
    const Borders& borders_;
    const Parts& parts_;
    const FaceTree& of_faces_;
    static constexpr std::uint64_t triangle_cost = 16, face_cost = 64;
    std::uint64_t most_ = 0, taken_ = 0;
    std::vector<Pair> open_;
    std::array<std::vector<Leaf>, 2> leaves_;
    std::array<std::vector<Vector3d>, 2> corners_;
    /// Pairs of faces that were found apart lately: two faces of many corners, such as pieces of
    /// one large polygon, have hundreds of pairs of triangles.
    std::array<std::array<std::uint32_t, 2>, 1024> apart_ = none_apart();

    static constexpr std::array<std::array<std::uint32_t, 2>, 1024> none_apart() {
        std::array<std::array<std::uint32_t, 2>, 1024> none{};
        none.fill({no_face, no_face});
        return none;
    }
    /// Whether two faces meet but in what they share.
    [[nodiscard]] bool meet_elsewhere(std::uint32_t a, std::uint32_t b) {
        const std::array<std::uint32_t, 2> pair{std::min(a, b), std::max(a, b)};
        auto& known = apart_[(pair[0] * 2654435769U + pair[1] * 2246822519U) >> 22];
        if (known == pair) return false;
        if (faces_meet_beyond_shared(a, b)) return true;
        known = pair;
        return false;
    }

    [[nodiscard]] Volume child_of(std::uint32_t node, std::uint32_t lane) const {
        Volume child{tree_.children_of(node)[lane], {}};
        const TreeRow* rows = tree_.rows_of(node);
        for (std::size_t i = 0; i < 6; ++i) child.offsets[i] = rows[i].lane[lane];
        return child;
    }
    template <class A, class B>
    static bool meet(const A& a, const B& b) {
        bool apart = false;
        for (std::size_t i = 0; i < 3; ++i) {
            apart |= a.offsets[i] + b.offsets[i + 3] < 0;
            apart |= b.offsets[i] + a.offsets[i + 3] < 0;
        }
        return !apart;
    }

    void load(std::uint32_t leaf, std::vector<Leaf>& triangles) const {
        triangles.clear();
        const std::uint32_t* range = of_faces_.triangle_begins() + leaf;
        const std::size_t count = range[1] - range[0];
        const float* corners = of_faces_.corners_of(range);
        for (std::uint32_t t = range[0]; t < range[1]; ++t) {
            Leaf made{of_faces_.faces()[t], of_faces_.triangle_vertices[t], {}};
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float* x = corners + axis * count + (t - range[0]);
                const float a = x[0], b = x[3 * count], c = x[6 * count];
                constexpr auto margin = static_cast<float>(Tree::margin);
                made.offsets[axis] = std::max({a, b, c}) + margin;
                made.offsets[axis + 3] = margin - std::min({a, b, c});
            }
            triangles.push_back(made);
        }
    }

    void compare_leaves(std::uint32_t leaf_a, std::uint32_t leaf_b) {
        const bool same = leaf_a == leaf_b;
        load(leaf_a, leaves_[0]);
        if (!same) load(leaf_b, leaves_[1]);
        const std::vector<Leaf>& others = leaves_[same ? 0 : 1];
        for (std::size_t i = 0; i < leaves_[0].size() && !stopped; ++i) {
            taken_ += others.size();
            if (taken_ > most_) stopped = unproven(leaves_[0][i].face);
            for (std::size_t k = same ? i + 1 : 0; k < others.size() && !stopped; ++k) {
                if (meet(leaves_[0][i], others[k])) compare(leaves_[0][i], others[k]);
            }
        }
    }

    void compare(const Leaf& a, const Leaf& b) {
        if (a.face == b.face) return;
        const std::uint32_t part_a = parts_.of_face[a.face], part_b = parts_.of_face[b.face];
        const Looks looks_a = parts_.looks[part_a], looks_b = parts_.looks[part_b];
        const bool may_cross =
            part_a != part_b && (looks_a == Looks::outward || looks_b == Looks::outward);
        if (may_cross && looks_a != Looks::inward && looks_b != Looks::inward) return;
        taken_ += triangle_cost;
        if (!triangles_may_meet(a, b) || !meet_elsewhere(a.face, b.face)) return;
        if (may_cross) {
            met.push_back({a.face, b.face});
        } else {
            stopped = {SidesReason::crosses_itself,
                       {FaceIndex(std::min(a.face, b.face)), FaceIndex(std::max(a.face, b.face))}};
        }
    }

    /// False: two triangles surely meet nowhere but in corners and edges that their faces share.
    [[nodiscard]] bool triangles_may_meet(const Leaf& a, const Leaf& b) const {
        std::array<std::array<std::size_t, 2>, 3> shared{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                if (a.vertices[i] == b.vertices[k] && count < 3) shared[count++] = {i, k};
            }
        }
        const auto at = [&](const Leaf& t, std::size_t i) -> const Vector3d& {
            return shape_.positions[t.vertices[i % 3]];
        };
        if (count == 2) {
            const std::size_t i = 3 - shared[0][0] - shared[1][0];
            const std::size_t k = 3 - shared[0][1] - shared[1][1];
            const EdgeKind* kind =
                common_edge(a, b, a.vertices[(i + 1) % 3], a.vertices[(i + 2) % 3]);
            if (kind == nullptr) return true;
            if (*kind == EdgeKind::flat || *kind == EdgeKind::concave) return false;
            return exact::orient3d(at(a, i + 1), at(a, i + 2), at(a, i), at(b, k)) == 0;
        }
        if (count == 1) {
            const auto [i, k] = shared[0];
            const Vector3d &p = at(a, i + 1), &q = at(a, i + 2);
            const Vector3d &r = at(b, k + 1), &s = at(b, k + 2);
            if (parted_by_axis(at(a, i), p, q, r, s) || on_one_side(at(a, i), p, q, r, s) ||
                on_one_side(at(b, k), r, s, p, q)) {
                return false;
            }
        }
        const std::array<Vector3d, 3> of_a{at(a, 0), at(a, 1), at(a, 2)};
        const std::array<Vector3d, 3> of_b{at(b, 0), at(b, 1), at(b, 2)};
        return meet_beyond_shared(of_a, of_b);
    }

    /// The edge between two vertices, if both faces are at it.
    [[nodiscard]] const EdgeKind* common_edge(const Leaf& a, const Leaf& b, std::uint32_t v,
                                              std::uint32_t w) const {
        const auto degree = [&](std::uint32_t x) {
            return shape_.vertex_edge_begins[x + 1] - shape_.vertex_edge_begins[x];
        };
        if (degree(w) < degree(v)) std::swap(v, w);
        for (std::uint32_t i = 0; i < degree(v); ++i) {
            const EdgeIndex edge = shape_.vertex_edges[shape_.vertex_edge_begins[v] + i];
            const auto [p, q] = shape_.edge_ends[edge.value];
            if (p.value != w && q.value != w) continue;
            const std::span<const FaceIndex> faces = shape_.faces_of(edge);
            const bool both = std::ranges::find(faces, FaceIndex(a.face)) != faces.end() &&
                              std::ranges::find(faces, FaceIndex(b.face)) != faces.end();
            return both ? &shape_.edge_kinds[edge.value] : nullptr;
        }
        return nullptr;
    }
    /// Whether a plane across an axis, at the corner that two triangles share, has one of them
    /// before it but for this corner, and the other behind it: cheap where surfaces are flat.
    static bool parted_by_axis(const Vector3d& at, const Vector3d& p, const Vector3d& q,
                               const Vector3d& r, const Vector3d& s) {
        for (int axis = 0; axis < 3; ++axis) {
            const double x = at[axis];
            const bool below = p[axis] < x && q[axis] < x && r[axis] >= x && s[axis] >= x;
            const bool above = p[axis] > x && q[axis] > x && r[axis] <= x && s[axis] <= x;
            const bool turned_below = r[axis] < x && s[axis] < x && p[axis] >= x && q[axis] >= x;
            const bool turned_above = r[axis] > x && s[axis] > x && p[axis] <= x && q[axis] <= x;
            if (below || above || turned_below || turned_above) return true;
        }
        return false;
    }
    static bool on_one_side(const Vector3d& a, const Vector3d& b, const Vector3d& c,
                            const Vector3d& p, const Vector3d& q) {
        const int side = exact::orient3d(a, b, c, p);
        return side != 0 && exact::orient3d(a, b, c, q) == side;
    }

    [[nodiscard]] bool faces_meet_beyond_shared(std::uint32_t a, std::uint32_t b) {
        borders_.outline(a, corners_[0]);
        borders_.outline(b, corners_[1]);
        const std::uint64_t cost = std::uint64_t{corners_[0].size()} * corners_[1].size();
        taken_ += face_cost * cost;
        return meet_beyond_shared(corners_[0], corners_[1]);
    }
};

/// All pairs, shared out among threads; in rounds, so that what is spent in all does not depend on
/// their number. What stops the lowest share is the answer.
class AllMeetings {
   public:
    AllMeetings(const Polyhedron::Data& shape, const FaceTree& tree, const Borders& borders,
                const Parts& parts) {
        const MeetingSearch search(shape, tree, borders, parts);
        const std::size_t triangles = tree.triangle_vertices.size();
        const bool few = triangles < 2048;
        const std::vector<MeetingSearch::Pair> shares = shares_of(search, few ? 0 : 3);
        std::uint64_t left = steps_per_triangle * triangles + steps_for_any;
        for (std::size_t begin = 0; begin < shares.size() && !stopped_; begin += round) {
            const std::size_t count = std::min(round, shares.size() - begin);
            std::vector<MeetingSearch> found(count, search);
            parallel::for_each(count, few ? 1 : 0,
                               [&](std::size_t i) { found[i].run(shares[begin + i], left); });
            for (const MeetingSearch& share : found) {
                left -= std::min(left, share.taken());
                if (!stopped_ && left == 0) stopped_ = unproven(0);
                if (!stopped_) stopped_ = share.stopped;
                met_.insert(met_.end(), share.met.begin(), share.met.end());
            }
        }
    }
    [[nodiscard]] const std::optional<SidesProof>& stopped() const { return stopped_; }
    [[nodiscard]] std::span<const Met> met() const { return met_; }

   private:
    // Steps are boxes compared: some 2 ns each. Meshes take a few hundred a triangle.
    static constexpr std::uint64_t steps_per_triangle = 4096;
    static constexpr std::uint64_t steps_for_any = 64'000'000;
    static constexpr std::size_t round = 64;
    std::optional<SidesProof> stopped_;
    std::vector<Met> met_;

    static std::vector<MeetingSearch::Pair> shares_of(const MeetingSearch& search, int levels) {
        std::vector<MeetingSearch::Pair> shares{search.whole()};
        for (int level = 0; level < levels; ++level) {
            std::vector<MeetingSearch::Pair> finer;
            for (const MeetingSearch::Pair& pair : shares) {
                if (pair[0].is_leaf() && pair[1].is_leaf()) {
                    finer.push_back(pair);
                } else {
                    search.split(pair,
                                 [&](const MeetingSearch::Pair& part) { finer.push_back(part); });
                }
            }
            shares = std::move(finer);
        }
        return shares;
    }
};

/// A hollow that is not `deep` enough inside of what does not meet it.
std::optional<SidesProof> find_bare_hollow(const Polyhedron::Data& shape, const FaceTree& tree,
                                           const Parts& parts, std::span<const Met> met, int deep) {
    // By hollow: the parts that meet it.
    std::vector<std::array<std::uint32_t, 2>> meets;
    for (const auto& [a, b] : met) {
        const std::uint32_t p = parts.of_face[a], q = parts.of_face[b];
        if (parts.looks[p] == Looks::inward) meets.push_back({p, q});
        if (parts.looks[q] == Looks::inward) meets.push_back({q, p});
    }
    std::ranges::sort(meets);
    for (std::uint32_t p = 0; p < parts.first.size(); ++p) {
        if (parts.looks[p] != Looks::inward) continue;
        const auto around = [&](std::uint32_t face) {
            const std::uint32_t q = parts.of_face[face];
            return q != p && parts.looks[q] != Looks::unknown &&
                   !std::ranges::binary_search(meets, std::array{p, q});
        };
        if (RayFromFace(shape, tree, parts.first[p]).winding(around, false) < deep) {
            const FaceIndex face(parts.first[p]);
            return SidesProof{SidesReason::inside_out, {face, face}};
        }
    }
    return std::nullopt;
}

}  // namespace

SidesProof prove_front_sides(const Polyhedron::Data& shape, const FaceTree& tree,
                             Encloses encloses) {
    const Borders borders(shape);
    Parts parts;
    if (const auto face = number_parts(shape, borders, parts)) return unproven(*face);
    find_looks(shape, tree, parts);
    const AllMeetings meetings(shape, tree, borders, parts);
    if (meetings.stopped()) return *meetings.stopped();
    if (parts.has_hollows) {
        const int deep = encloses == Encloses::matter ? 1 : 0;
        const auto bare = find_bare_hollow(shape, tree, parts, meetings.met(), deep);
        if (bare) return *bare;
    }
    return {SidesReason::proven, {}};
}

}  // namespace swept::shape_detail
