#include "glide/resolve.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "features/contact_of.h"
#include "features/feature_pair.h"
#include "features/motion_path.h"
#include "glide/properness.h"

namespace swept {

using Eigen::Vector3d;

namespace {

class Resolver {
   public:
    Resolver(const GlideStep& step, double min_properness) : step_(step), enough_(min_properness) {}

    /// The best that the meeting comes to, if that is proper enough.
    [[nodiscard]] bool resolve(const Meeting& meeting, Resolved& found) {
        best_ = &found;
        best_->properness = -2;
        t_ = meeting.t;
        is_turned_ = false;
        velocity_ = step_.path.velocity_at(meeting.place);
        // Velocities differ by no more than that per radian.
        slack_ = along_motion * step_.speed + (step_.path.turning ? meeting.blur : 0);
        approach_b_ = step_.b.sign * (step_.b.rotation.transpose() * velocity_);
        switch (meeting.kind) {
            case ContactKind::vertex_face:
                vertex_face(VertexIndex(meeting.feature_a), FaceIndex(meeting.feature_b));
                break;
            case ContactKind::face_vertex:
                face_vertex(FaceIndex(meeting.feature_a), VertexIndex(meeting.feature_b));
                break;
            case ContactKind::edge_edge:
                edge_edge(EdgeIndex(meeting.feature_a), EdgeIndex(meeting.feature_b));
                break;
            case ContactKind::vertex_edge:
                for (const FaceIndex face : step_.b.shape.faces_of(EdgeIndex(meeting.feature_b))) {
                    vertex_face(VertexIndex(meeting.feature_a), face);
                }
                break;
            case ContactKind::edge_vertex:
                for (const FaceIndex face : step_.a.shape.faces_of(EdgeIndex(meeting.feature_a))) {
                    face_vertex(face, VertexIndex(meeting.feature_b));
                }
                break;
            case ContactKind::vertex_vertex:
                vertex_vertex(VertexIndex(meeting.feature_a), VertexIndex(meeting.feature_b));
                break;
        }
        if (best_->properness < enough_) return false;
        best_->met = meeting;
        return true;
    }

   private:
    const GlideStep& step_;
    double slack_ = 0;
    double enough_;
    double t_ = 0;
    Vector3d velocity_;    // of a at the place
    Vector3d approach_b_;  // out of b and
    Vector3d approach_a_;  // out of a, along the motion, each in its shape's own coordinates
    Turn turn_;            // of a, from the start to the moment
    bool is_turned_ = false;
    Resolved* best_ = nullptr;

    /// Many meetings come to nothing before a has to be turned.
    void turn() {
        if (is_turned_) return;
        is_turned_ = true;
        turn_ = Turn(step_.path, t_);
        approach_a_ = step_.a.sign * (step_.a.rotation.transpose() * turn_.back(velocity_));
    }

    /// For a only after it is turned.
    [[nodiscard]] bool faces(const GlideBody& body, FaceIndex face) const {
        if (!body.one_sided) return true;
        const Vector3d& approach = &body == &step_.a ? approach_a_ : approach_b_;
        return body.shape.planes[face.value].normal.dot(approach) >= -slack_;
    }
    [[nodiscard]] bool faces(const GlideBody& body, EdgeIndex edge) const {
        return std::ranges::any_of(body.shape.faces_of(edge),
                                   [&](FaceIndex face) { return faces(body, face); });
    }
    [[nodiscard]] bool faces(const GlideBody& body, VertexIndex vertex) const {
        const auto& shape = body.shape;
        const std::uint32_t begin = shape.vertex_edge_begins[vertex.value];
        const std::uint32_t end = shape.vertex_edge_begins[vertex.value + 1];
        if (begin == end) return true;  // a point alone
        for (std::uint32_t i = begin; i < end; ++i) {
            if (faces(body, shape.vertex_edges[i])) return true;
        }
        return false;
    }

    void consider(ContactKind kind, std::uint32_t a, std::uint32_t b, const Vector3d& normal,
                  double properness) {
        properness = std::clamp(properness, -1.0, 1.0);  // but for rounding it is
        if (best_->properness >= properness) return;
        best_->kind = kind;
        best_->feature_a = a;
        best_->feature_b = b;
        best_->normal = normal;
        best_->properness = properness;
    }

    void vertex_face(VertexIndex vertex, FaceIndex face) {
        if (!faces(step_.b, face)) return;
        turn();
        Vector3d normal = step_.b.normal(face.value);
        if (!step_.b.one_sided && normal.dot(velocity_) > 0) normal = -normal;
        // The vertex's edges as they are turned: the plane turned back is the same.
        const double properness = vertex_properness(step_.a, vertex, turn_.back(normal), enough_);
        if (properness < enough_ || !faces(step_.a, vertex)) return;
        consider(ContactKind::vertex_face, vertex.value, face.value, normal, properness);
    }
    void face_vertex(FaceIndex face, VertexIndex vertex) {
        turn();
        if (!faces(step_.a, face)) return;
        Vector3d out = turn_.forth(step_.a.normal(face.value));  // from a to b
        if (!step_.a.one_sided && out.dot(velocity_) < 0) out = -out;
        const double properness = vertex_properness(step_.b, vertex, out, enough_);
        if (properness < enough_ || !faces(step_.b, vertex)) return;
        consider(ContactKind::face_vertex, face.value, vertex.value, -out, properness);
    }
    void vertex_vertex(VertexIndex va, VertexIndex vb) {
        // Each face is a face of two edges; of many that is no matter.
        std::array<FaceIndex, 8> done;
        const auto each_face = [&](const GlideBody& body, VertexIndex vertex, auto&& use) {
            const auto& shape = body.shape;
            std::size_t count = 0;
            for (std::uint32_t i = shape.vertex_edge_begins[vertex.value];
                 i < shape.vertex_edge_begins[vertex.value + 1]; ++i) {
                for (const FaceIndex face : shape.faces_of(shape.vertex_edges[i])) {
                    if (std::find(done.begin(), done.begin() + count, face) !=
                        done.begin() + count) {
                        continue;
                    }
                    if (count < done.size()) done[count++] = face;
                    use(face);
                }
            }
        };
        each_face(step_.b, vb, [&](FaceIndex face) { vertex_face(va, face); });
        each_face(step_.a, va, [&](FaceIndex face) { face_vertex(face, vb); });
    }
    void edge_edge(EdgeIndex edge_a, EdgeIndex edge_b) {
        if (!faces(step_.b, edge_b)) return;
        turn();
        if (!faces(step_.a, edge_a)) return;
        const auto vector = [](const GlideBody& body, EdgeIndex edge) {
            const auto& ends = body.shape.edge_ends[edge.value];
            return Vector3d(body.position(ends[1]) - body.position(ends[0]));
        };
        Vector3d normal =
            accurate_cross(turn_.forth(vector(step_.a, edge_a)), vector(step_.b, edge_b));
        const double length = normal.norm();
        if (length == 0) return;  // parallel: their ends meet, if anything does
        normal /= length;
        // From b to a: against the motion; where that is along both, as is the more proper.
        const double against = -normal.dot(velocity_);
        if (against < 0) normal = -normal;
        const auto consider_along = [&](const Vector3d& n) {
            consider(ContactKind::edge_edge, edge_a.value, edge_b.value, n,
                     edge_properness(step_.a, edge_a, turn_, step_.b, edge_b, n, enough_));
        };
        consider_along(normal);
        if (std::abs(against) <= slack_) consider_along(-normal);
    }
};

/// In the order of features; of the same ones by time and so on, so that it is one order.
bool comes_before(ContactKind kind, std::uint32_t a, std::uint32_t b, const Meeting& m,
                  ContactKind other_kind, std::uint32_t other_a, std::uint32_t other_b,
                  const Meeting& other) {
    if (kind != other_kind) return kind < other_kind;
    if (a != other_a) return a < other_a;
    if (b != other_b) return b < other_b;
    if (m.t != other.t) return m.t < other.t;
    if (m.separation != other.separation) return m.separation < other.separation;
    for (int i = 0; i < 3; ++i) {
        if (m.place[i] != other.place[i]) return m.place[i] < other.place[i];
    }
    return false;
}
bool comes_before_as_met(const Resolved& r, const Resolved& other) {
    const Meeting &m = r.met, &o = other.met;
    return comes_before(m.kind, m.feature_a, m.feature_b, m, o.kind, o.feature_a, o.feature_b, o);
}
bool comes_before_as_resolved(const Resolved& r, const Resolved& o) {
    return comes_before(r.kind, r.feature_a, r.feature_b, r.met, o.kind, o.feature_a, o.feature_b,
                        o.met);
}

/// Leaves the best of several at one place and about one time; the items are in the order of their
/// features.
template <class SameFeatures, class Better>
void drop_repeats(std::vector<Resolved>& items, const SameMeeting& same,
                  const SameFeatures& have_same_features, const Better& is_better) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Meeting& m = items[i].met;
        bool repeat = false;
        for (std::size_t j = kept; j-- > 0 && !repeat;) {
            if (!have_same_features(items[i], items[j])) break;
            const Meeting& other = items[j].met;
            repeat = std::abs(other.t - m.t) <= same.time &&
                     (other.place - m.place).squaredNorm() <= same.place * same.place;
            if (repeat && is_better(items[i], items[j])) items[j] = items[i];
        }
        if (!repeat) {
            if (kept != i) items[kept] = items[i];
            ++kept;
        }
    }
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(kept), items.end());
}

Collision collision_of(const GlideStep& step, const Resolved& resolved) {
    const Meeting& m = resolved.met;
    const auto [part_a, part_b] = parts_of(resolved.kind);
    Collision made;
    made.fraction = step.fraction(m.t);
    made.properness = resolved.properness;
    made.contact.kind = resolved.kind;
    made.contact.point = m.place / step.scale;
    made.contact.normal = resolved.normal + Vector3d::Zero();  // no negative zeros
    made.contact.separation = m.separation / step.scale;
    // a's features are named where it starts.
    const Path back = step.path.inverse();
    const Vector3d at_start = back.track(m.place).at(back.moment(m.t)) / step.scale;
    made.contact.mover = named_feature(step.placed_a, part_a, resolved.feature_a, at_start);
    made.contact.obstacle =
        named_feature(step.placed_b, part_b, resolved.feature_b, made.contact.point);
    return made;
}

}  // namespace

double GlideStep::fraction(double t) const {
    return fraction_at({path, angle, repeats}, t);
}

// What is not proper enough goes first: that is most of it, and nothing has to be sorted for it.
void resolve(const GlideStep& step, std::span<const Meeting> meetings, double min_properness,
             const SameMeeting& same, std::vector<Resolved>& kept, std::vector<Collision>& found) {
    Resolver resolver(step, min_properness);
    kept.clear();
    Resolved resolved;
    for (const Meeting& m : meetings) {
        if (resolver.resolve(m, resolved)) kept.push_back(resolved);
    }
    // Where they meet counts, and not where they only come close.
    const auto meets = [&](const Resolved& r, const Resolved& other) {
        return r.met.separation < other.met.separation - 0x1p-10 * same.place;
    };
    std::sort(kept.begin(), kept.end(), comes_before_as_met);
    drop_repeats(
        kept, {same.place, std::min(same.time, 0x1p-16 * step.path.end)},
        [](const Resolved& r, const Resolved& o) {
            return r.met.kind == o.met.kind && r.met.feature_a == o.met.feature_a &&
                   r.met.feature_b == o.met.feature_b;
        },
        meets);
    std::sort(kept.begin(), kept.end(), comes_before_as_resolved);
    drop_repeats(
        kept, same,
        [](const Resolved& r, const Resolved& o) {
            return r.kind == o.kind && r.feature_a == o.feature_a && r.feature_b == o.feature_b;
        },
        [&](const Resolved& r, const Resolved& other) {
            if (meets(r, other)) return true;
            return !meets(other, r) && r.properness > other.properness;
        });
    std::sort(kept.begin(), kept.end(), [](const Resolved& r, const Resolved& other) {
        if (r.met.t != other.met.t) return r.met.t < other.met.t;
        return comes_before_as_resolved(r, other);
    });
    found.reserve(found.size() + kept.size());
    for (const Resolved& r : kept) found.push_back(collision_of(step, r));
}

}  // namespace swept
