#include "collisions/resolve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "collisions/properness.h"
#include "core/assert.h"
#include "features/contact_of.h"
#include "features/feature_pair.h"
#include "features/motion_trajectory.h"

namespace swept::collisions_detail {

using Eigen::Vector3d;

namespace {

class Resolver {
   public:
    explicit Resolver(const GlideStep& step) : step_(step) {}

    /// The best that the meeting comes to, if that is proper enough.
    [[nodiscard]] bool resolve(const Meeting& meeting, double enough, Resolved& found) {
        enough_ = enough;
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
    double enough_ = -1;
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
        // What is as short as rounding has no direction: its ends meet, if anything does.
        if (step_.a.is_short(edge_a) || step_.b.is_short(edge_b)) return;
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

using Features = std::tuple<ContactKind, std::uint32_t, std::uint32_t>;
constexpr auto met_of = [](const Resolved& r) {
    return Features{r.met.kind, r.met.feature_a, r.met.feature_b};
};
constexpr auto resolved_of = [](const Resolved& r) {
    return Features{r.kind, r.feature_a, r.feature_b};
};

bool is_same(const Meeting& m, const Meeting& other) {
    return m.t == other.t && m.kind == other.kind && m.feature_a == other.feature_a &&
           m.feature_b == other.feature_b && m.place == other.place &&
           m.separation == other.separation && m.blur == other.blur;
}

/// Which meetings count as one.
class Repeats {
   public:
    explicit Repeats(const GlideStep& step, const SameMeeting& same)
        : place_(same.place),
          time_(same.time),
          short_(std::min(same.time, 0x1p-16 * step.path.end)) {}

    [[nodiscard]] double time() const { return time_; }

    /// Whether a meeting may come to the same as one that is resolved.
    [[nodiscard]] bool may_repeat(const Meeting& m, const Resolved& r) const {
        if (!(std::abs(m.t - r.met.t) <= time_ && are_at_one_place(m, r.met))) return false;
        if (met_of(r) == Features{m.kind, m.feature_a, m.feature_b}) return true;
        switch (m.kind) {  // what it comes to has these
            case ContactKind::vertex_edge:
                return r.kind == ContactKind::vertex_face && r.feature_a == m.feature_a;
            case ContactKind::edge_vertex:
                return r.kind == ContactKind::face_vertex && r.feature_b == m.feature_b;
            case ContactKind::vertex_vertex:
                return (r.kind == ContactKind::vertex_face && r.feature_a == m.feature_a) ||
                       (r.kind == ContactKind::face_vertex && r.feature_b == m.feature_b);
            default:
                return resolved_of(r) == Features{m.kind, m.feature_a, m.feature_b};
        }
    }

    /// Leaves the best of several at one place and about one time. Each is compared with all that
    /// are near it, left or not: so what is left does not depend on others further away.
    void drop(std::vector<Resolved>& items) const {
        for (Resolved& r : items) r.is_repeat = false;
        mark(items, met_of, short_);
        mark(items, resolved_of, time_);
        std::erase_if(items, [](const Resolved& r) { return r.is_repeat; });
    }

   private:
    double place_, time_;
    double short_;  // for those that are met with the same features

    [[nodiscard]] bool are_at_one_place(const Meeting& m, const Meeting& other) const {
        return (other.place - m.place).squaredNorm() <= place_ * place_;
    }

    template <class FeaturesOf>
    void mark(std::vector<Resolved>& items, const FeaturesOf& features_of, double time) const {
        std::ranges::sort(items, [&](const Resolved& r, const Resolved& other) {
            const Features own = features_of(r), others = features_of(other);
            return own != others ? own < others : r.met.t < other.met.t;
        });
        for (std::size_t i = 0; i < items.size(); ++i) {
            for (std::size_t j = i + 1; j < items.size(); ++j) {
                if (features_of(items[i]) != features_of(items[j])) break;
                if (items[j].met.t - items[i].met.t > time) break;
                if (items[i].is_repeat && items[j].is_repeat) continue;
                if (!are_at_one_place(items[i].met, items[j].met)) continue;
                if (is_better(items[j], items[i])) {
                    items[i].is_repeat = true;
                } else if (is_better(items[i], items[j]) || !items[i].is_repeat) {
                    items[j].is_repeat = true;  // of two that are the same, one
                }
            }
        }
    }

    /// One order of all: where they meet counts, and not where they only come close; then what is
    /// more proper.
    [[nodiscard]] bool is_better(const Resolved& r, const Resolved& other) const {
        const auto apart = [&](const Meeting& m) {
            return place_ > 0 ? std::floor(m.separation / place_ * 0x1p10) : 0;
        };
        const double own = apart(r.met), others = apart(other.met);
        if (own != others) return own < others;
        if (r.properness != other.properness) return r.properness > other.properness;
        const auto rest = [&](const Resolved& item) {
            const Meeting& m = item.met;
            return std::tuple(resolved_of(item), met_of(item), m.t, m.separation, m.place[0],
                              m.place[1], m.place[2]);
        };
        return rest(r) < rest(other);
    }
};

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
    const ScrewTrajectory back = step.path.inverse();
    const Vector3d at_start = back.track(m.place).at(back.moment(m.t)) / step.scale;
    made.contact.mover = named_feature(step.placed_a, part_a, resolved.feature_a, at_start);
    made.contact.obstacle =
        named_feature(step.placed_b, part_b, resolved.feature_b, made.contact.point);
    return made;
}

}  // namespace

double GlideStep::fraction(double t) const {
    SWEPT_ASSERT(t >= 0, "a moment of the step");
    return fraction_at({path, angle, repeats}, t);
}

// Most is not proper enough, and few of that count as one with something that is: the rest goes
// first, and nothing has to be sorted for it.
void resolve(const GlideStep& step, std::span<const Meeting> meetings, double min_properness,
             const SameMeeting& same, std::vector<Resolved>& kept, std::vector<Collision>& found) {
    Resolver resolver(step);
    const Repeats repeats(step, same);
    kept.clear();
    Resolved resolved;
    for (const Meeting& m : meetings) {
        if (resolver.resolve(m, min_properness, resolved)) kept.push_back(resolved);
    }
    const auto moment = [](const Resolved& r) { return r.met.t; };
    std::ranges::sort(kept, {}, moment);
    const std::size_t proper = kept.size();
    for (const Meeting& m : meetings) {
        if (proper == 0 || min_properness <= -1) break;
        const auto others = std::span(kept).first(proper);
        bool may_repeat = false;
        for (auto near = std::ranges::lower_bound(others, m.t - repeats.time(), {}, moment);
             near != others.end() && near->met.t <= m.t + repeats.time(); ++near) {
            may_repeat = may_repeat || repeats.may_repeat(m, *near);
            if (!is_same(m, near->met)) continue;
            may_repeat = false;  // it is proper enough itself
            break;
        }
        if (may_repeat && resolver.resolve(m, -1, resolved)) kept.push_back(resolved);
    }
    repeats.drop(kept);
    std::erase_if(kept, [&](const Resolved& r) { return r.properness < min_properness; });
    std::ranges::sort(kept, [](const Resolved& r, const Resolved& other) {
        if (r.met.t != other.met.t) return r.met.t < other.met.t;
        const auto key = [](const Resolved& item) {
            const Meeting& m = item.met;
            return std::tuple(resolved_of(item), m.separation, m.place[0], m.place[1], m.place[2]);
        };
        return key(r) < key(other);
    });
    found.reserve(found.size() + kept.size());
    for (const Resolved& r : kept) found.push_back(collision_of(step, r));
}

}  // namespace swept::collisions_detail
