#include "tests/oracle/glide_twin.h"

namespace swept::oracle {

TwinScrew::TwinScrew(const LongPose& displacement, const LongVector& anchor) : anchor_(anchor) {
    const LongVector way = displacement * anchor - anchor;
    LongQuaternion q = displacement.rotation;
    if (q.w() < 0) q.coeffs() = -q.coeffs();
    const Length sine = q.vec().norm();
    if (sine == 0) {
        advance_ = way;
        return;
    }
    axis_ = q.vec() / sine;
    angle_ = 2 * std::atan2(sine, q.w());
    advance_ = way.dot(axis_) * axis_;
    to_axis_ = (way - advance_) / 2 + axis_.cross(way) * (q.w() / sine / 2);
}

TwinTrack TwinScrew::track(const LongVector& start) const {
    TwinTrack track{start,  LongVector::Zero(), LongVector::Zero(), advance_,
                    angle_, advance_.norm()};
    if (angle_ == 0) return track;
    const LongVector arm = start - anchor_ - to_axis_;
    track.across = axis_.cross(arm);
    track.arm = arm - arm.dot(axis_) * axis_;
    track.speed = std::hypot(angle_ * track.arm.norm(), track.speed);
    return track;
}

TwinBody::TwinBody(const Polyhedron& polyhedron, const Pose& pose)
    : shape(polyhedron), one_sided(polyhedron.sides() == Sides::front) {
    for (const Eigen::Vector3d& v : shape.vertices()) at.push_back(wide(pose * v));
    faces_of_vertex.resize(at.size());
    const LongQuaternion turn(pose.rotation().w(), pose.rotation().x(), pose.rotation().y(),
                              pose.rotation().z());
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        add_face(f, turn.normalized() * wide(shape.plane(FaceIndex(f)).normal));
    }
}

LongVector TwinBody::across_longest(std::span<const VertexIndex> corners,
                                    const LongVector& normal) const {
    LongVector longest = LongVector::Zero();
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const LongVector edge = at[corners[(i + 1) % corners.size()].value] - at[corners[i].value];
        if (edge.squaredNorm() > longest.squaredNorm()) longest = edge;
    }
    if (longest.isZero(0)) return normal;
    return (normal - normal.dot(longest) / longest.squaredNorm() * longest).normalized();
}

void TwinBody::add_face(std::uint32_t f, const LongVector& given_normal) {
    const auto corners = shape.corners(FaceIndex(f));
    LongVector sum = LongVector::Zero(), middle = LongVector::Zero();
    const LongVector& first = at[corners[0].value];
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const LongVector& p = at[corners[i].value];
        const LongVector& q = at[corners[(i + 1) % corners.size()].value];
        sum += (p - first).cross(q - first);
        middle += p;
        faces_of_vertex[corners[i].value].push_back(f);
    }
    middle /= static_cast<Length>(corners.size());
    face_centre.push_back(middle);
    Length radius = 0;
    for (const VertexIndex v : corners) {
        radius = std::max(radius, (at[v.value] - middle).norm());
    }
    face_radius.push_back(radius);
    const bool wide_enough = sum.norm() > 1e-9L * radius * radius;
    normals.push_back(across_longest(corners, wide_enough ? sum.normalized() : given_normal));
}

Length GlideTwin::distance(ContactKind kind, std::uint32_t fa, std::uint32_t fb,
                           Length fraction) const {
    const TwinMoment m = screw.moment(fraction);
    if (kind == ContactKind::vertex_face) {
        return to_face(b, fb, tracks_a[fa].at(m));
    }
    if (kind == ContactKind::face_vertex) {
        return to_face(a, fa, tracks_b[fb].at(m));
    }
    const auto ea = a.ends(fa), eb = b.ends(fb);
    return closest_of_segments(tracks_a[ea[0]].at(m), tracks_a[ea[1]].at(m), b.at[eb[0]],
                               b.at[eb[1]])
        .distance;
}

Certain GlideTwin::facing(ContactKind kind, std::uint32_t fa, std::uint32_t fb,
                          const LongVector& place, const TwinMoment& m, Length slack) const {
    const LongVector start = screw_back.track(place).at(m);
    if (kind == ContactKind::vertex_face) {
        return both(some_of_a_faces(a.faces_of_vertex[fa], start, slack),
                    face_of_b_faces(fb, place, slack));
    }
    if (kind == ContactKind::face_vertex) {
        return both(face_of_a_faces(fa, start, slack),
                    some_of_b_faces(b.faces_of_vertex[fb], place, slack));
    }
    return both(some_of_a_faces(a.shape.faces_of(EdgeIndex(fa)), start, slack),
                some_of_b_faces(b.shape.faces_of(EdgeIndex(fb)), place, slack));
}

std::vector<TwinEvent> GlideTwin::events(const TwinLimits& limits) const {
    std::vector<TwinEvent> found;
    for (std::uint32_t v = 0; v < a.at.size(); ++v) {
        for (std::uint32_t f = 0; f < b.normals.size(); ++f) {
            pass(Heights{*this, tracks_a[v], b, f}, ContactKind::vertex_face, v, f, limits, found);
        }
    }
    for (std::uint32_t f = 0; f < a.normals.size(); ++f) {
        for (std::uint32_t v = 0; v < b.at.size(); ++v) {
            pass(Heights{*this, tracks_b[v], a, f}, ContactKind::face_vertex, f, v, limits, found);
        }
    }
    for (std::uint32_t e = 0; e < a.shape.edge_count(); ++e) {
        for (std::uint32_t d = 0; d < b.shape.edge_count(); ++d) {
            const Lines lines(*this, e, d);
            // What is shorter than places are known has no direction. Whatever passes it passes its
            // ends as closely, and with them the edges and faces that they are of.
            if (2 * std::min(lines.half_a, lines.half_b) <= limits.near) continue;
            pass(lines, ContactKind::edge_edge, e, d, limits, found);
        }
    }
    return found;
}

bool GlideTwin::edges_run_together(Length fraction, Length within) const {
    const TwinMoment m = screw.moment(fraction);
    for (std::uint32_t e = 0; e < a.shape.edge_count(); ++e) {
        const auto ends = a.ends(e);
        const LongVector p = tracks_a[ends[0]].at(m), q = tracks_a[ends[1]].at(m);
        for (std::uint32_t d = 0; d < b.shape.edge_count(); ++d) {
            if (Lines(*this, e, d).sine(m) > 1e-6L) continue;
            const auto other = b.ends(d);
            const auto closest = closest_of_segments(p, q, b.at[other[0]], b.at[other[1]]);
            if (closest.distance <= within) return true;
        }
    }
    return false;
}

std::vector<TwinEvent> GlideTwin::sampled_events(std::uint32_t moments,
                                                 const TwinLimits& limits) const {
    std::vector<TwinEvent> found;
    for (std::uint32_t v = 0; v < a.at.size(); ++v) {
        for (std::uint32_t f = 0; f < b.normals.size(); ++f) {
            sample(Heights{*this, tracks_a[v], b, f}, ContactKind::vertex_face, v, f, moments,
                   limits, found);
        }
    }
    for (std::uint32_t f = 0; f < a.normals.size(); ++f) {
        for (std::uint32_t v = 0; v < b.at.size(); ++v) {
            sample(Heights{*this, tracks_b[v], a, f}, ContactKind::face_vertex, f, v, moments,
                   limits, found);
        }
    }
    for (std::uint32_t e = 0; e < a.shape.edge_count(); ++e) {
        for (std::uint32_t d = 0; d < b.shape.edge_count(); ++d) {
            sample(Lines(*this, e, d), ContactKind::edge_edge, e, d, moments, limits, found);
        }
    }
    return found;
}

Length GlideTwin::to_face(const TwinBody& body, std::uint32_t face, const LongVector& p) {
    const auto corners = body.shape.corners(FaceIndex(face));
    Length best = unbounded;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        best = std::min(best,
                        closest_on_triangle(p, body.at[corners[0].value], body.at[corners[i].value],
                                            body.at[corners[i + 1].value])
                            .distance);
    }
    return best;
}

Length sampled_vertex_properness(const TwinBody& body, std::uint32_t vertex,
                                 const LongVector& normal, int steps) {
    Length least = 1;
    for (const std::uint32_t f : body.faces_of_vertex[vertex]) {
        const auto corners = body.shape.corners(FaceIndex(f));
        const auto n = corners.size();
        for (std::size_t i = 0; i < n; ++i) {
            if (corners[i].value != vertex) continue;
            const LongVector& p = body.at[vertex];
            const LongVector u = (body.at[corners[(i + 1) % n].value] - p).normalized();
            const LongVector to = (body.at[corners[(i + n - 1) % n].value] - p).normalized();
            const LongVector across = body.normals[f].cross(u);
            // A corner may be straight, to rounding.
            Length angle = std::atan2(to.dot(across), to.dot(u));
            if (angle < -1) angle = -angle;
            least = std::min(
                least,
                least_by_sampling(
                    [&](Length x) { return (std::cos(x) * u + std::sin(x) * across).dot(normal); },
                    0, std::max(angle, Length(0)), steps));
        }
    }
    return least;
}

std::vector<LongVector> wings(const TwinBody& body, std::uint32_t edge) {
    std::vector<LongVector> found;
    const auto e = body.ends(edge);
    const LongVector along = (body.at[e[1]] - body.at[e[0]]).normalized();
    for (const FaceIndex f : body.shape.faces_of(EdgeIndex(edge))) {
        const LongVector in = body.face_centre[f.value] - body.at[e[0]];
        found.push_back((in - in.dot(along) * along).normalized());
    }
    return found;
}

Length sampled_edge_properness(const std::vector<LongVector>& wings_a, const LongVector& along_a,
                               const std::vector<LongVector>& wings_b, const LongVector& along_b,
                               const LongVector& n, int steps) {
    const LongVector aside = n.cross(along_a).normalized();
    const Length pi = std::numbers::pi_v<Length>;
    const auto low_a = [&](const LongVector& d) {
        Length low = pi / 2;
        for (const LongVector& w : wings_a) {
            low = std::min(low, elevation(w, along_a, n, d).value_or(low));
        }
        return low;
    };
    const auto high_b = [&](const LongVector& d) {
        Length high = -pi / 2;
        for (const LongVector& w : wings_b) {
            high = std::max(high, elevation(w, along_b, n, d).value_or(high));
        }
        return high;
    };
    const auto opening = [&](Length angle) {
        const LongVector d = std::cos(angle) * along_a + std::sin(angle) * aside;
        return low_a(d) - high_b(d);
    };
    // Along an edge its surface is the edge, however steeply the faces leave it.
    const Length at_ends =
        std::min({-high_b(along_a), -high_b(-along_a), low_a(along_b), low_a(-along_b)});
    // It bends at the edges: each of the four sectors between them by itself.
    Length to_b = std::atan2(along_b.dot(aside), along_b.dot(along_a));
    if (to_b < 0) to_b += pi;
    const std::array<Length, 5> bends{0, to_b, pi, pi + to_b, 2 * pi};
    constexpr Length inset = 1e-12L;
    Length least = at_ends;
    for (std::size_t i = 0; i < 4; ++i) {
        least = std::min(
            least, least_by_sampling(opening, bends[i] + inset, bends[i + 1] - inset, steps / 4));
    }
    return least <= -pi / 2 ? -1 : least >= pi / 2 ? 1 : std::sin(least);
}

}  // namespace swept::oracle
