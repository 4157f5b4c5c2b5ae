#include "tests/oracle/contacts_twin.h"

namespace swept::oracle {

std::array<Part, 2> parts_of(ContactKind kind) {
    switch (kind) {
        case ContactKind::vertex_face:
            return {Part::vertex, Part::face};
        case ContactKind::face_vertex:
            return {Part::face, Part::vertex};
        case ContactKind::edge_edge:
            return {Part::edge, Part::edge};
        case ContactKind::vertex_edge:
            return {Part::vertex, Part::edge};
        case ContactKind::edge_vertex:
            return {Part::edge, Part::vertex};
        case ContactKind::vertex_vertex:
            break;
    }
    return {Part::vertex, Part::vertex};
}

ContactKind mirrored(ContactKind kind) {
    switch (kind) {
        case ContactKind::vertex_face:
            return ContactKind::face_vertex;
        case ContactKind::face_vertex:
            return ContactKind::vertex_face;
        case ContactKind::vertex_edge:
            return ContactKind::edge_vertex;
        case ContactKind::edge_vertex:
            return ContactKind::vertex_edge;
        case ContactKind::edge_edge:
        case ContactKind::vertex_vertex:
            break;
    }
    return kind;
}

std::vector<std::uint32_t> ContactShape::faces_at(Part part, std::uint32_t i) const {
    std::vector<std::uint32_t> faces;
    if (part == Part::face) faces.push_back(i);
    if (part == Part::vertex) {
        for (const Sector& s : sectors_[i]) faces.push_back(s.face);
    }
    if (part == Part::edge) {
        for (const Edge::Wing& w : edges_[i].wings) faces.push_back(w.face);
    }
    return faces;
}

Length ContactShape::rise(Part part, std::uint32_t i, const LongVector& n) const {
    Length most = -1;
    if (part == Part::face) return in_plane(i, n).norm();
    if (part == Part::edge) {
        const Edge& edge = edges_[i];
        most = std::abs(n.dot(edge.along));
        for (const Edge::Wing& w : edge.wings) {
            const LongVector p = in_plane(w.face, n);
            if (p.dot(w.inward) > 0) most = std::max(most, p.norm());
        }
        return most;
    }
    for (const Sector& s : sectors_[i]) {
        most = std::max({most, n.dot(s.first), n.dot(s.second)});
        const LongVector p = in_plane(s.face, n);
        const LongVector& up = faces_[s.face].normal;
        if (s.first.cross(p).dot(up) >= 0 && p.cross(s.second).dot(up) >= 0) {
            most = std::max(most, p.norm());
        }
    }
    return most;
}

Length ContactShape::reach(std::uint32_t f, const LongVector& from,
                           const LongVector& direction) const {
    const auto corners = shape_->corners(FaceIndex(f));
    Length least = unbounded;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const LongVector& p = points_[corners[i].value];
        const LongVector along = points_[corners[(i + 1) % corners.size()].value] - p;
        const LongVector outward = along.cross(faces_[f].normal);
        const Length rate = outward.dot(direction);
        if (!(rate > 0)) continue;
        Length outermost = -unbounded;  // as in `inside`, for the lines of edges that are too short
        for (const VertexIndex c : corners) {
            outermost = std::max(outermost, outward.dot(points_[c.value] - from));
        }
        least = std::min(least, outermost / rate);
    }
    return least;
}

Length ContactShape::overhang(Part part, std::uint32_t i, const LongVector& place,
                              const LongVector& way, bool certain) const {
    Length most = -unbounded;
    if (part == Part::edge) {
        for (const Edge::Wing& w : edges_[i].wings) {
            if (certain && reach(w.face, place, w.inward) <= rounding_) continue;
            most = std::max(most, way.dot(w.inward));
        }
    }
    if (part == Part::vertex) {
        for (const Sector& s : sectors_[i]) {
            most = std::max({most, way.dot(s.first), way.dot(s.second)});
        }
    }
    return most;
}

Length ContactShape::inside(std::uint32_t f, const LongVector& point, bool with_internal) const {
    const auto corners = shape_->corners(FaceIndex(f));
    const auto edges = shape_->edges_of(FaceIndex(f));
    Length least = unbounded;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const bool flat = shape_->kind(edges[i]) == EdgeKind::flat;
        if (!with_internal && flat && shape_->is_internal(edges[i])) continue;
        const LongVector& p = points_[corners[i].value];
        const LongVector along = points_[corners[(i + 1) % corners.size()].value] - p;
        const LongVector inward = faces_[f].normal.cross(along);
        if (!(inward.norm() > 0)) continue;
        // The face is the hull of its corners: some are outside of the line of an edge that is
        // so short that its direction is rounding.
        Length outermost = 0;
        for (const VertexIndex c : corners) {
            outermost = std::min(outermost, inward.dot(points_[c.value] - p));
        }
        least = std::min(least, (inward.dot(point - p) - outermost) / inward.norm());
    }
    return least;
}

Length ContactShape::beside(std::uint32_t f, const LongVector& point) const {
    const auto corners = shape_->corners(FaceIndex(f));
    Length least = unbounded;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const LongVector& p = points_[corners[i].value];
        const LongVector along = points_[corners[(i + 1) % corners.size()].value] - p;
        const Length square = along.squaredNorm();
        const Length foot =
            square > 0 ? std::clamp(along.dot(point - p) / square, Length(0), Length(1)) : 0;
        least = std::min(least, (point - p - foot * along).norm());
    }
    return least;
}

bool ContactShape::at_rim(std::uint32_t f, const LongVector& point, Length reach) const {
    return std::ranges::any_of(shape_->corners(FaceIndex(f)), [&](VertexIndex v) {
        if ((points_[v.value] - point).norm() > reach) return false;
        return std::ranges::any_of(shape_->edges_of(v),
                                   [&](EdgeIndex e) { return shape_->kind(e) != EdgeKind::flat; });
    });
}

void ContactShape::add_face(std::uint32_t f) {
    const auto corners = shape_->corners(FaceIndex(f));
    const auto at = [&](std::size_t i) -> const LongVector& {
        return points_[corners[i % corners.size()].value];
    };
    Face face{LongVector::Zero(), LongVector::Zero(), 0, 0};
    for (std::size_t i = 0; i < corners.size(); ++i) {
        face.middle += at(i) / Length(corners.size());
        face.normal += (at(i) - at(0)).cross(at(i + 1) - at(0));
    }
    if (face.normal.norm() > 0) face.normal.normalize();
    Length width = unbounded;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        face.radius = std::max(face.radius, (at(i) - face.middle).norm());
        const LongVector along = at(i + 1) - at(i);
        Length far = 0;
        for (std::size_t k = 0; k < corners.size(); ++k) {
            far = std::max(far, along.cross(at(k) - at(i)).norm());
        }
        width = std::min(width, along.norm() > 0 ? far / along.norm() : 0);
    }
    face.slack = turn(width);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const LongVector first = (at(i + 1) - at(i)).normalized();
        const LongVector second = (at(i + corners.size() - 1) - at(i)).normalized();
        sectors_[corners[i].value].push_back({f, first, second});
        const Length angle = std::atan2(first.cross(second).norm(), first.dot(second));
        pseudo_[corners[i].value] += angle * face.normal;
        angles_[corners[i].value] += angle;
    }
    faces_.push_back(face);
}

void ContactShape::add_edge(std::uint32_t e) {
    const auto ends = shape_->ends(EdgeIndex(e));
    Edge edge{points_[ends[0].value], points_[ends[1].value], LongVector::Zero(), 0, {}};
    edge.length = (edge.end - edge.start).norm();
    if (edge.length > 0) edge.along = (edge.end - edge.start) / edge.length;
    for (const FaceIndex f : shape_->faces_of(EdgeIndex(e))) {
        LongVector inward = faces_[f.value].normal.cross(edge.along);
        if (inward.dot(faces_[f.value].middle - edge.start) < 0) inward = -inward;
        edge.wings.push_back({f.value, inward});
    }
    edges_.push_back(std::move(edge));
}

PairVerdict ContactTwin::judge(ContactKind kind, std::uint32_t i, std::uint32_t k,
                               double margin) const {
    const auto parts = parts_of(kind);
    const Site site{parts[0], parts[1], i, k};
    PairVerdict verdict;
    switch (kind) {
        case ContactKind::vertex_face:
            over_face(a_.point(i), b_, k, verdict);
            std::swap(verdict.on_a, verdict.on_b);  // found as face and vertex
            two_sides(site, b_.normal(k), verdict);
            break;
        case ContactKind::face_vertex:
            over_face(b_.point(k), a_, i, verdict);
            two_sides(site, a_.normal(i), verdict);
            break;
        case ContactKind::edge_edge:
            of_edges(site, verdict);
            break;
        case ContactKind::vertex_edge:
            on_edge(a_.point(i), b_, k, verdict);
            std::swap(verdict.on_a, verdict.on_b);
            point_to_point(site, margin, verdict);
            break;
        case ContactKind::edge_vertex:
            on_edge(b_.point(k), a_, i, verdict);
            point_to_point(site, margin, verdict);
            break;
        case ContactKind::vertex_vertex:
            verdict.on_a = a_.point(i);
            verdict.on_b = b_.point(k);
            verdict.distance = (verdict.on_a - verdict.on_b).norm();
            verdict.inside = verdict.well_inside = true;
            point_to_point(site, margin, verdict);
            break;
    }
    return verdict;
}

Length ContactTwin::largest(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                            const Pose& pose_b) {
    double most = 0;
    const auto note = [&](const Polyhedron& shape, const Pose& pose) {
        most = std::max(most, pose.translation().cwiseAbs().maxCoeff());
        for (const Eigen::Vector3d& v : shape.vertices()) {
            most = std::max({most, v.cwiseAbs().maxCoeff(), (pose * v).cwiseAbs().maxCoeff()});
        }
    };
    note(a, pose_a);
    note(b, pose_b);
    return most;
}

NormalChoice ContactTwin::choice(const Site& s, const LongVector& n, Length turn) const {
    const Length margin = share + turn + slack(s);
    Length over =
        std::max(a_.rise(s.part_a, s.a, -n), b_.rise(s.part_b, s.b, n)) - Length(contact_slope);
    if (a_.front()) over = std::max(over, -a_.outward(s.part_a, s.a, -n));
    if (b_.front()) over = std::max(over, -b_.outward(s.part_b, s.b, n));
    return {n, over <= margin, over <= -margin, over};
}

void ContactTwin::over_face(const LongVector& x, const ContactShape& s, std::uint32_t f,
                            PairVerdict& v) const {
    const Length height = s.normal(f).dot(x - s.middle(f)), slack = s.slack(Part::face, f);
    v.distance = std::abs(height);
    v.on_a = x - height * s.normal(f);
    v.on_b = x;
    const Length inside = s.inside(f, v.on_a);
    const Length margin = 2 * (bound_ + slack * (v.distance + bound_));
    v.inside = inside >= -margin;
    v.well_inside = inside >= margin;
    v.shift = margin;
    v.on_seam = v.inside && !v.well_inside && s.inside(f, v.on_a, false) >= margin &&
                (inside >= 0 || s.beside(f, v.on_a) <= margin) && !s.at_rim(f, v.on_a, 2 * margin);
    v.turn = slack;
    v.measured = slack < 0.01L;
}

void ContactTwin::of_edges(const Site& s, PairVerdict& v) const {
    const ContactShape::Edge &p = a_.edge(s.a), &q = b_.edge(s.b);
    const LongVector cross = p.along.cross(q.along);
    const Length sine = cross.norm();
    v.measured = sine >= share;
    if (!v.measured) {  // their ends carry them
        const Closest c = closest_of_segments(p.start, p.end, q.start, q.end);
        v.distance = c.distance;
        v.on_a = c.on_a;
        v.on_b = c.on_b;
        v.inside = true;
        return;
    }
    const LongVector n = cross / sine, w = q.start - p.start;
    const Length along_p = w.cross(q.along).dot(n) / sine;
    const Length along_q = w.cross(p.along).dot(n) / sine;
    v.on_a = p.start + along_p * p.along;
    v.on_b = q.start + along_q * q.along;
    v.distance = std::abs(n.dot(w));
    v.turn = (a_.slack(s.part_a, s.a) + b_.slack(s.part_b, s.b)) / sine;
    const Length margin = 2 * (bound_ + v.turn * v.distance) / sine;
    const Length in_p = std::min(along_p, p.length - along_p);
    const Length in_q = std::min(along_q, q.length - along_q);
    v.inside = std::min(in_p, in_q) >= -margin;
    v.well_inside = std::min(in_p, in_q) >= margin;
    v.shift = margin;
    v.measured = v.turn < 0.01L;
    two_sides(s, n, v);
}

void ContactTwin::on_edge(const LongVector& x, const ContactShape& s, std::uint32_t e,
                          PairVerdict& v) const {
    const ContactShape::Edge& edge = s.edge(e);
    const Length along = edge.along.dot(x - edge.start);
    v.on_a = edge.start + along * edge.along;
    v.on_b = x;
    v.distance = (v.on_a - v.on_b).norm();
    const Length margin = 2 * (bound_ + s.slack(Part::edge, e) * (v.distance + bound_));
    const Length inside = std::min(along, edge.length - along);
    v.inside = inside >= -margin;
    v.well_inside = inside >= margin;
    v.shift = margin;
}

Length ContactTwin::overhang(const Site& s, const PairVerdict& v, bool certain) const {
    const LongVector way = v.on_a - v.on_b;
    Length most = -unbounded;
    if (s.part_a == Part::vertex) most = b_.overhang(s.part_b, s.b, v.on_b, way, certain);
    if (s.part_b != Part::vertex) return most;
    return std::max(most, a_.overhang(s.part_a, s.a, v.on_a, -way, certain));
}

void ContactTwin::point_to_point(const Site& s, double margin, PairVerdict& v) const {
    const LongVector way = v.on_a - v.on_b;
    // Four roundings of the sizes as the library sums them: reach and place, both as lengths.
    const Length over = 8 * bound_ + slack(s) * v.distance;
    if (overhang(s, v, true) > over) v.inside = false;
    if (overhang(s, v, false) > bound_ / 4 - slack(s) * v.distance) v.well_inside = false;
    const bool far = v.distance > 2 * Length(margin) - bound_;
    const bool near = v.distance < 2 * Length(margin) + bound_;
    v.turn = bound_ / std::max(v.distance, bound_);
    v.measured = slack(s) < 0.01L;
    if (far && v.distance > 0) v.choices.push_back(choice(s, way / v.distance, v.turn));
    if (!near) return;
    std::vector<LongVector> normals;
    const auto add = [&](const ContactShape& shape, Part part, std::uint32_t i, Length sign) {
        for (const std::uint32_t f : shape.faces_at(part, i)) {
            normals.push_back(sign * shape.normal(f));
            if (!shape.front()) normals.push_back(-sign * shape.normal(f));
        }
    };
    add(a_, s.part_a, s.a, -1);
    add(b_, s.part_b, s.b, 1);
    Length most = -unbounded;
    for (const LongVector& n : normals) most = std::max(most, n.dot(way));
    for (const LongVector& n : normals) {
        v.choices.push_back(choice(s, n, share));
        NormalChoice& made = v.choices.back();
        made.primary = n.dot(way) >= most - bound_;
        if (n.dot(way) < -8 * bound_) made.holds = made.clears = false;  // not from b to a
    }
    if (v.distance > 0 && !far) {
        v.choices.push_back(choice(s, way / v.distance, v.turn));
        v.choices.back().primary = normals.empty();
    }
    if (v.distance > bound_) return;
    LongVector sum = LongVector::Zero();  // of a saddle the mean of its faces
    for (const std::uint32_t f : a_.faces_at(s.part_a, s.a)) sum -= a_.normal(f);
    for (const std::uint32_t f : b_.faces_at(s.part_b, s.b)) sum += b_.normal(f);
    if (sum.norm() < 0.4L) return;
    for (const Length sign : {1, -1}) {
        if (sign < 0 && (a_.front() || b_.front())) break;
        v.choices.push_back(choice(s, sign * sum.normalized(), share));
        v.choices.back().primary = v.choices.back().clears = false;
    }
}

}  // namespace swept::oracle
