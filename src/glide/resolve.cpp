#include "glide/resolve.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "features/contact_of.h"
#include "features/feature_pair.h"
#include "features/motion_path.h"
#include "glide/properness.h"

namespace swept {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// One of the answer, as the polyhedra number its features.
struct Resolved {
    Meeting meeting;
    Vector3d normal;
    double properness;
};

class Resolver {
   public:
    Resolver(const GlideStep& step, double min_properness) : step_(step), enough_(min_properness) {}

    /// The best that the meeting comes to, if anything.
    [[nodiscard]] std::optional<Resolved> resolve(const Meeting& meeting) {
        meeting_ = &meeting;
        best_.reset();
        velocity_ = step_.path.velocity_at(meeting.place);
        // Velocities differ by no more than that per radian.
        slack_ = along_motion * step_.speed + (step_.path.turning ? meeting.blur : 0);
        turned_ = turn_to(meeting.t);
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
        return best_;
    }

   private:
    const GlideStep& step_;
    double slack_ = 0;
    double enough_;
    const Meeting* meeting_ = nullptr;
    Vector3d velocity_;  // of a at the place
    Matrix3d turned_;    // a's directions at the moment, from those at the start
    std::optional<Resolved> best_;

    [[nodiscard]] Matrix3d turn_to(double t) const {
        if (!step_.path.turning) return Matrix3d::Identity();
        return Eigen::AngleAxisd(t, step_.path.axis).toRotationMatrix();
    }

    [[nodiscard]] Vector3d normal_of(const GlideBody& body, FaceIndex face) const {
        const Vector3d normal = body.normal(face.value);
        return &body == &step_.a ? Vector3d(turned_ * normal) : normal;
    }
    [[nodiscard]] bool faces(const GlideBody& body, FaceIndex face) const {
        return !body.one_sided || body.sign * normal_of(body, face).dot(velocity_) >= -slack_;
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
        if (best_ && best_->properness >= properness) return;
        best_ = Resolved{*meeting_, normal, properness};
        best_->meeting.kind = kind;
        best_->meeting.feature_a = a;
        best_->meeting.feature_b = b;
    }

    void vertex_face(VertexIndex vertex, FaceIndex face) {
        if (!faces(step_.b, face) || !faces(step_.a, vertex)) return;
        Vector3d normal = normal_of(step_.b, face);
        if (!step_.b.one_sided && normal.dot(velocity_) > 0) normal = -normal;
        // The vertex's edges as they are turned: the plane turned back is the same.
        const Vector3d at_start = turned_.transpose() * normal;
        consider(ContactKind::vertex_face, vertex.value, face.value, normal,
                 vertex_properness(step_.a, vertex, at_start, enough_));
    }
    void face_vertex(FaceIndex face, VertexIndex vertex) {
        if (!faces(step_.a, face) || !faces(step_.b, vertex)) return;
        Vector3d out = normal_of(step_.a, face);  // from a to b
        if (!step_.a.one_sided && out.dot(velocity_) < 0) out = -out;
        consider(ContactKind::face_vertex, face.value, vertex.value, -out,
                 vertex_properness(step_.b, vertex, out, enough_));
    }
    void vertex_vertex(VertexIndex va, VertexIndex vb) {
        const auto each_face = [](const GlideBody& body, VertexIndex vertex, auto&& use) {
            const auto& shape = body.shape;
            for (std::uint32_t i = shape.vertex_edge_begins[vertex.value];
                 i < shape.vertex_edge_begins[vertex.value + 1]; ++i) {
                for (const FaceIndex face : shape.faces_of(shape.vertex_edges[i])) use(face);
            }
        };
        each_face(step_.b, vb, [&](FaceIndex face) { vertex_face(va, face); });
        each_face(step_.a, va, [&](FaceIndex face) { face_vertex(face, vb); });
    }
    void edge_edge(EdgeIndex edge_a, EdgeIndex edge_b) {
        if (!faces(step_.a, edge_a) || !faces(step_.b, edge_b)) return;
        const auto vector = [](const GlideBody& body, EdgeIndex edge) {
            const auto& ends = body.shape.edge_ends[edge.value];
            return Vector3d(body.position(ends[1]) - body.position(ends[0]));
        };
        Vector3d normal =
            accurate_cross(turned_ * vector(step_.a, edge_a), vector(step_.b, edge_b));
        const double length = normal.norm();
        if (length == 0) return;  // parallel: their ends meet, if anything does
        normal /= length;
        // From b to a: against the motion; where that is along both, as is the more proper.
        const double against = -normal.dot(velocity_);
        if (against < 0) normal = -normal;
        const auto consider_along = [&](const Vector3d& n) {
            consider(ContactKind::edge_edge, edge_a.value, edge_b.value, n,
                     edge_properness(step_.a, edge_a, turned_, step_.b, edge_b, n, enough_));
        };
        consider_along(normal);
        if (std::abs(against) <= slack_) consider_along(-normal);
    }
};

auto features_of(const Meeting& m) {
    return std::tuple(m.kind, m.feature_a, m.feature_b, m.t, m.separation, m.place[0], m.place[1],
                      m.place[2]);
}

/// Leaves the best of several at one place and about one time; the items are in the order of their
/// features.
template <class Item, class Get, class Better>
void drop_repeats(std::vector<Item>& items, const SameMeeting& same, const Get& meeting_of,
                  const Better& is_better) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Meeting& m = meeting_of(items[i]);
        bool repeat = false;
        for (std::size_t j = kept; j-- > 0 && !repeat;) {
            const Meeting& other = meeting_of(items[j]);
            if (std::tie(other.kind, other.feature_a, other.feature_b) !=
                std::tie(m.kind, m.feature_a, m.feature_b)) {
                break;
            }
            repeat = std::abs(other.t - m.t) <= same.time &&
                     (other.place - m.place).squaredNorm() <= same.place * same.place;
            if (repeat && is_better(items[i], items[j])) items[j] = items[i];
        }
        if (!repeat) items[kept++] = items[i];
    }
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(kept), items.end());
}

Collision collision_of(const GlideStep& step, const Resolved& resolved) {
    const Meeting& m = resolved.meeting;
    const auto [part_a, part_b] = parts_of(m.kind);
    Collision made;
    made.fraction = step.fraction(m.t);
    made.properness = resolved.properness;
    made.contact.kind = m.kind;
    made.contact.point = m.place / step.scale;
    made.contact.normal = resolved.normal + Vector3d::Zero();  // no negative zeros
    made.contact.separation = m.separation / step.scale;
    // a's features are named where it starts.
    const Path back = step.path.inverse();
    const Vector3d at_start = back.track(m.place).at(back.moment(m.t)) / step.scale;
    made.contact.mover = named_feature(step.placed_a, part_a, m.feature_a, at_start);
    made.contact.obstacle = named_feature(step.placed_b, part_b, m.feature_b, made.contact.point);
    return made;
}

}  // namespace

double GlideStep::fraction(double t) const {
    return fraction_at({path, angle, repeats}, t);
}

void resolve(const GlideStep& step, std::vector<Meeting>& meetings, double min_properness,
             const SameMeeting& same, std::vector<Collision>& found) {
    const auto itself = [](const Meeting& m) -> const Meeting& { return m; };
    std::ranges::sort(meetings, {}, features_of);
    // Where they meet counts, and not where they only come close.
    const auto meets = [&](const Meeting& m, const Meeting& other) {
        return m.separation < other.separation - 0x1p-10 * same.place;
    };
    drop_repeats(meetings, {same.place, std::min(same.time, 0x1p-16 * step.path.end)}, itself,
                 meets);
    Resolver resolver(step, min_properness);
    std::vector<Resolved> kept;
    for (const Meeting& m : meetings) {
        const auto resolved = resolver.resolve(m);
        if (resolved && resolved->properness >= min_properness) kept.push_back(*resolved);
    }
    const auto meeting_of = [](const Resolved& r) -> const Meeting& { return r.meeting; };
    std::ranges::sort(kept, {}, [](const Resolved& r) { return features_of(r.meeting); });
    drop_repeats(kept, same, meeting_of, [&](const Resolved& r, const Resolved& other) {
        if (meets(r.meeting, other.meeting)) return true;
        return !meets(other.meeting, r.meeting) && r.properness > other.properness;
    });
    std::ranges::sort(kept, {}, [](const Resolved& r) {
        const Meeting& m = r.meeting;
        return std::tuple(m.t, m.kind, m.feature_a, m.feature_b);
    });
    found.reserve(found.size() + kept.size());
    for (const Resolved& r : kept) found.push_back(collision_of(step, r));
}

}  // namespace swept
