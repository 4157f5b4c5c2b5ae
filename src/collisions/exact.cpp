#include "collisions/exact.h"

#include <algorithm>
#include <cmath>

#include "features/crossings.h"
#include "features/distance.h"
#include "features/placed_features.h"
#include "shape/face_tree.h"

namespace swept::collisions_detail {

using Eigen::Vector3d;

namespace {

/// Choice. Where the way meets a face at a sine below 1 / this, places on it are known no better
/// than this many times the rounding; beyond, a way is taken to be along the face.
constexpr double most_grazing = 1024;
/// Features meet where they are this many roundings apart at most, and moments are known to this
/// share of the step. Larger is safe.
constexpr double chart_roundings = 16;
constexpr double time_slack = 0x1p-40;

class ExactMethod {
   public:
    ExactMethod(const GlideStep& step, const Chart& chart, ExactMemory& memory,
                std::vector<Meeting>& meetings, CollisionStats& stats)
        : step_(step),
          chart_(chart),
          memory_(memory),
          meetings_(meetings),
          stats_(stats),
          tolerance_(meeting_roundings * step.rounding),
          back_(step.path.inverse()) {}

    void run() {
        begin(step_.placed_a, memory_.a);
        begin(step_.placed_b, memory_.b);
        for (const LeafPair& pair : memory_.pairs) {
            const ExactBody::Leaf a = load(step_.a, step_.placed_a, pair.a, memory_.a);
            const ExactBody::Leaf b = load(step_.b, step_.placed_b, pair.b, memory_.b);
            look_at(memory_.a.vertices, a.vertices, memory_.b.faces, b.faces,
                    [&](auto... pair_in_time) { vertex_face(pair_in_time...); });
            look_at(memory_.a.faces, a.faces, memory_.b.vertices, b.vertices,
                    [&](auto... pair_in_time) { face_vertex(pair_in_time...); });
            look_at(memory_.a.edges, a.edges, memory_.b.edges, b.edges,
                    [&](auto... pair_in_time) { edge_edge(pair_in_time...); });
        }
        stats_.faces += memory_.a.faces.size() + memory_.b.faces.size();
    }

   private:
    const GlideStep& step_;
    const Chart& chart_;
    ExactMemory& memory_;
    std::vector<Meeting>& meetings_;
    CollisionStats& stats_;
    double tolerance_;
    ScrewTrajectory back_;  // how b goes past a

    using Features = std::vector<ExactBody::Feature>;
    using Range = std::array<std::uint32_t, 2>;

    /// Every two features whose bounds in the chart meet, and when they may.
    template <class Search>
    void look_at(const Features& of_a, Range a, const Features& of_b, Range b,
                 const Search& search) {
        for (std::uint32_t i = a[0]; i < a[1]; ++i) {
            for (std::uint32_t j = b[0]; j < b[1]; ++j) {
                chart_.each_time(of_a[i].box, of_b[j].box, [&](const Interval& during) {
                    ++stats_.candidates;
                    search(of_a[i].index, of_b[j].index, std::max(during.lo, 0.0) * step_.path.end,
                           std::min(during.hi, 1.0) * step_.path.end);
                });
            }
        }
    }

    // ---- What counts ----

    static constexpr std::uint32_t none = 0xffffffff;

    static void begin(const PlacedShape& placed, ExactBody& loaded) {
        loaded.leaf_numbers.assign(placed.polyhedron.box_tree().tree.leaf_count(), none);
        loaded.leaves.clear();
        loaded.vertices.clear();
        loaded.edges.clear();
        loaded.faces.clear();
    }

    [[nodiscard]] bool faces(const GlideBody& body, FaceIndex face, VertexIndex at) const {
        return !body.one_sided || step_.facing(body, body.normal(face.value), body.position(at)) >=
                                      -2 * along_motion * step_.speed;
    }
    [[nodiscard]] bool faces(const GlideBody& body, EdgeIndex edge, VertexIndex at) const {
        return std::ranges::any_of(body.shape.faces_of(edge),
                                   [&](FaceIndex face) { return faces(body, face, at); });
    }
    [[nodiscard]] bool counts(const GlideBody& body, VertexIndex vertex) const {
        const auto& shape = body.shape;
        const auto begin = shape.vertex_edges.begin() + shape.vertex_edge_begins[vertex.value];
        const auto end = shape.vertex_edges.begin() + shape.vertex_edge_begins[vertex.value + 1];
        return begin == end ||
               std::any_of(begin, end, [&](EdgeIndex e) { return faces(body, e, vertex); });
    }
    [[nodiscard]] bool counts(const GlideBody& body, EdgeIndex edge) const {
        const auto& ends = body.shape.edge_ends[edge.value];
        return is_tested(body.shape, edge) &&
               (faces(body, edge, ends[0]) || faces(body, edge, ends[1]));
    }

    /// The features that the faces of a leaf own and that count.
    ExactBody::Leaf load(const GlideBody& body, const PlacedShape& placed, std::uint32_t leaf,
                         ExactBody& loaded) {
        std::uint32_t& number = loaded.leaf_numbers[leaf];
        if (number != none) return loaded.leaves[number];
        number = static_cast<std::uint32_t>(loaded.leaves.size());
        ExactBody::Leaf made;
        const auto size = [](const Features& f) { return static_cast<std::uint32_t>(f.size()); };
        made.vertices[0] = size(loaded.vertices);
        made.edges[0] = size(loaded.edges);
        made.faces[0] = size(loaded.faces);
        const Tree& tree = placed.polyhedron.box_tree().tree;
        for (std::uint32_t i = tree.leaf_begins[leaf]; i < tree.leaf_begins[leaf + 1]; ++i) {
            if (body.shape.planes.empty()) {
                add_vertex(body, VertexIndex(tree.order[i]), loaded);
            } else {
                add_face(body, FaceIndex(tree.order[i]), loaded);
            }
        }
        made.vertices[1] = size(loaded.vertices);
        made.edges[1] = size(loaded.edges);
        made.faces[1] = size(loaded.faces);
        loaded.leaves.push_back(made);
        return made;
    }

    void add_vertex(const GlideBody& body, VertexIndex vertex, ExactBody& loaded) const {
        if (!counts(body, vertex)) return;
        loaded.vertices.push_back(
            {vertex.value, chart_.bounds(chart_.local(body.position(vertex)))});
    }

    void add_face(const GlideBody& body, FaceIndex face, ExactBody& loaded) {
        const auto corners = body.shape.corners_of(face);
        std::vector<ChartPoint>& points = memory_.chart_points;
        points.clear();
        bool is_facing = false;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            points.push_back(chart_.local(body.position(corners[i])));
            is_facing = is_facing || faces(body, face, corners[i]);
        }
        if (is_facing) loaded.faces.push_back({face.value, chart_.bounds(points)});
        for (std::size_t i = 0; i < corners.size(); ++i) {
            if (body.shape.vertex_owners[corners[i].value] == face) {
                add_vertex(body, corners[i], loaded);
            }
            const EdgeIndex edge = body.shape.corner_edges[body.shape.face_begins[face.value] + i];
            if (body.shape.faces_of(edge)[0] != face || !counts(body, edge)) continue;
            const ChartPoint& to = points[i + 1 == corners.size() ? 0 : i + 1];
            loaded.edges.push_back({edge.value, chart_.bounds(points[i], to)});
        }
    }

    // ---- A vertex and a face ----

    /// The face of `other` past which the vertex goes on its track, between two moments.
    void past_face(const PointTrajectory& track, const GlideBody& other, std::uint32_t face,
                   const ScrewTrajectory& path, Interval during, auto&& found) {
        std::vector<Vector3d>& corners = memory_.corners;
        corners.clear();
        for (const VertexIndex v : other.shape.corners_of(FaceIndex(face))) {
            corners.push_back(other.position(v));
        }
        const Vector3d normal = other.normal(face);
        const FaceGeometry geometry{corners, normal};
        const PassingFunction height = height_over_plane(track, normal, corners[0], step_.rounding);
        bool stayed = false;
        each_crossing(
            height, path, during.lo, during.hi, stats_.search_steps, [&](const Crossing& c) {
                if (c.way > 0 && other.one_sided) return;
                if (c.way == 0) {
                    if (!stayed) {
                        stayed =
                            slide_onto(track, other, FaceIndex(face), geometry, path, c, found);
                    }
                    return;
                }
                const Vector3d velocity = track.velocity(path.moment(c.t));
                const double slope = std::abs(normal.dot(velocity));
                found(settled(c.t, track.speed, slope,
                              [&](double t) {
                                  return point_to_face(track.at(path.moment(t)), geometry).distance;
                              }),
                      geometry);
            });
    }

    /// A moment at which a plane or a line is met is known to its rounding, over the slope: the
    /// more the way grazes, the further along it the features themselves may be closest. That
    /// moment, from the one that was found.
    template <class Distance>
    [[nodiscard]] double settled(double t, double speed, double slope,
                                 const Distance& distance) const {
        const double now = distance(t);
        if (now <= tolerance_) return t;
        const double blur = slope * most_grazing > speed ? speed / slope : most_grazing;
        const double around = tolerance_ * (1 + blur) / speed;
        if (now > tolerance_ + 2 * speed * around) return t;  // too far to meet until then
        double low = std::max(t - around, 0.0), high = std::min(t + around, step_.path.end);
        for (int i = 0; i < 60; ++i) {
            const double third = (high - low) / 3, left = low + third, right = high - third;
            (distance(left) < distance(right) ? high : low) =
                distance(left) < distance(right) ? right : left;
        }
        return low + (high - low) / 2;
    }

    /// A point that stays in the plane of a face: the first moment at which it is on the face. That
    /// is the beginning or where it comes over one of the sides.
    bool slide_onto(const PointTrajectory& track, const GlideBody& other, FaceIndex index,
                    const FaceGeometry& face, const ScrewTrajectory& path, const Crossing& stay,
                    auto&& found) {
        const auto on_face = [&](double t) {
            return point_to_face(track.at(path.moment(t)), face).distance <= tolerance_;
        };
        double first = stay.t;
        bool is_on = on_face(first);
        for (std::size_t i = 0; i < face.corners.size() && !(is_on && first == stay.t); ++i) {
            const Vector3d& c = face.corners[i];
            const Vector3d dq = face.corners[i + 1 == face.corners.size() ? 0 : i + 1] - c;
            const Vector3d inward = face.normal.cross(dq).normalized();
            const PassingFunction side = height_over_plane(track, inward, c, step_.rounding);
            each_crossing(side, path, stay.t, stay.until, stats_.search_steps,
                          [&](const Crossing& at) {
                              if (is_on && at.t >= first) return;
                              if (!on_face(at.t)) return;
                              first = at.t;
                              is_on = true;
                          });
        }
        if (is_on &&
            !comes_from_the_side(track.at(path.moment(first)), other, index, face, first)) {
            found(first, face);
        }
        return is_on;
    }

    /// Whether a point has slid here over an edge that can not be the first to touch: from a face
    /// that lies flat beside this one, where it has been counted, or out of the solid.
    [[nodiscard]] bool comes_from_the_side(const Vector3d& x, const GlideBody& other,
                                           FaceIndex index, const FaceGeometry& face,
                                           double t) const {
        if (t == 0) return false;
        bool is_internal = false;
        const std::size_t n = face.corners.size();
        for (std::size_t i = 0; i < n; ++i) {
            const Vector3d dq = face.corners[i + 1 == n ? 0 : i + 1] - face.corners[i];
            if (point_to_edge(x, face.corners[i], dq).distance > 2 * tolerance_) continue;
            const auto corner = other.shape.face_begins[index.value] + i;
            const EdgeIndex edge = other.shape.corner_edges[corner];
            if (is_tested(other.shape, edge)) return false;
            is_internal = true;
        }
        return is_internal;
    }

    void vertex_face(std::uint32_t vertex, std::uint32_t face, double from, double to) {
        const PointTrajectory track = step_.path.track(step_.a.positions[vertex]);
        past_face(track, step_.b, face, step_.path, {from, to},
                  [&](double t, const FaceGeometry& geometry) {
                      const Vector3d x = track.at(step_.path.moment(t));
                      add(true, vertex, face, geometry, x, x, t);
                  });
    }
    void face_vertex(std::uint32_t face, std::uint32_t vertex, double from, double to) {
        const PointTrajectory track = back_.track(step_.b.positions[vertex]);
        past_face(track, step_.a, face, back_, {from, to},
                  [&](double t, const FaceGeometry& geometry) {
                      const Vector3d x = track.at(back_.moment(t));
                      add(false, vertex, face, geometry, x, step_.b.positions[vertex], t);
                  });
    }

    /// If the vertex is on the face: on its inside, on an edge or on a corner.
    void add(bool vertex_of_a, std::uint32_t vertex, std::uint32_t face,
             const FaceGeometry& geometry, const Vector3d& x, const Vector3d& place, double t) {
        const auto closest = point_to_face(x, geometry);
        if (closest.distance > tolerance_) return;
        const GlideBody& other = vertex_of_a ? step_.b : step_.a;
        const auto vertices = other.shape.corners_of(FaceIndex(face));
        const std::size_t n = vertices.size();
        Meeting made{.kind = vertex_of_a ? ContactKind::vertex_face : ContactKind::face_vertex,
                     .t = t,
                     .place = place,
                     .separation = closest.distance};
        std::uint32_t feature = face;
        for (std::size_t i = 0; i < n; ++i) {
            const Vector3d& c = geometry.corners[i];
            const Vector3d dq = geometry.corners[i + 1 == n ? 0 : i + 1] - c;
            if (point_to_edge(x, c, dq).distance > 2 * tolerance_) continue;
            made.kind = vertex_of_a ? ContactKind::vertex_edge : ContactKind::edge_vertex;
            feature = other.shape.corner_edges[other.shape.face_begins[face] + i].value;
            for (const std::size_t end : {i, i + 1 == n ? 0 : i + 1}) {
                if ((x - geometry.corners[end]).norm() > 2 * tolerance_) continue;
                made.kind = ContactKind::vertex_vertex;
                feature = vertices[end].value;
                break;
            }
            break;
        }
        made.feature_a = vertex_of_a ? vertex : feature;
        made.feature_b = vertex_of_a ? feature : vertex;
        meetings_.push_back(made);
    }

    // ---- Two edges ----

    void edge_edge(std::uint32_t edge_a, std::uint32_t edge_b, double from, double to) {
        const auto& ends_a = step_.a.shape.edge_ends[edge_a];
        const auto& ends_b = step_.b.shape.edge_ends[edge_b];
        const PointTrajectory a = step_.path.track(step_.a.position(ends_a[0]));
        const PointTrajectory b = step_.path.track(step_.a.position(ends_a[1]));
        const Vector3d& c = step_.b.position(ends_b[0]);
        const Vector3d dq = step_.b.position(ends_b[1]) - c;
        const PassingFunction volume =
            volume_between(step_.path, a, b.start - a.start, c, dq, step_.rounding);
        each_crossing(volume, step_.path, from, to, stats_.search_steps,
                      [&](const Crossing& crossing) {
                          // Of lines that stay in touch the edges do so from here on, or an end of
                          // one comes onto the other, which its faces notice.
                          pass(edge_a, edge_b, a, b, c, dq, crossing.t, crossing.way == 0);
                      });
    }

    /// The lines of two edges meet about now: do the edges?
    void pass(std::uint32_t edge_a, std::uint32_t edge_b, const PointTrajectory& a,
              const PointTrajectory& b, const Vector3d& c, const Vector3d& dq, double t,
              bool stays) {
        Vector3d start, dp;
        ClosestOnEdges closest;
        double slope = 0;
        // The volume's rounding is that of places far apart, over a sine: from here on the distance
        // of the lines is measured between their closest points, where nothing cancels.
        for (int i = 0; i < 4; ++i) {
            const TrajectoryTime m = step_.path.moment(t);
            start = a.at(m);
            dp = b.at(m) - start;
            const Vector3d normal = accurate_cross(dp, dq);
            closest = edge_to_edge(start, dp, c, dq, normal);
            const double length = normal.norm();
            if (length == 0) return;
            const Vector3d va = a.velocity(m), dv = b.velocity(m) - va;
            slope = (va + closest.lambda * dv).dot(normal) / length;
            if (!closest.inside || closest.distance <= step_.rounding / 2) break;
            const double apart = closest.vector.dot(normal) / length;
            const double next = t - apart / slope;
            if (!(std::abs(next - t) * a.speed < 0x1p20 * step_.rounding)) break;
            t = std::clamp(next, 0.0, step_.path.end);
        }
        if (closest.distance > tolerance_) {
            if (stays) return;
            const auto at = [&](double moment) {
                const TrajectoryTime m = step_.path.moment(moment);
                start = a.at(m);
                dp = b.at(m) - start;
                closest = edge_to_edge(start, dp, c, dq, accurate_cross(dp, dq));
                return closest.distance;
            };
            t = settled(t, std::max(a.speed, b.speed), std::abs(slope), at);
            if (at(t) > tolerance_) return;
        }
        const double length_a = dp.norm(), length_b = dq.norm();
        const auto end_of = [&](double parameter, double length) {
            return parameter * length <= 2 * tolerance_         ? 0
                   : (1 - parameter) * length <= 2 * tolerance_ ? 1
                                                                : -1;
        };
        const int end_a = end_of(closest.lambda, length_a), end_b = end_of(closest.mu, length_b);
        Meeting made{.kind = ContactKind::edge_edge,
                     .feature_a = edge_a,
                     .feature_b = edge_b,
                     .t = t,
                     .place = c + closest.mu * dq,
                     .separation = closest.distance};
        const auto vertex = [](const auto& ends, int end) { return ends[end == 0 ? 0 : 1].value; };
        if (end_a >= 0) made.feature_a = vertex(step_.a.shape.edge_ends[edge_a], end_a);
        if (end_b >= 0) made.feature_b = vertex(step_.b.shape.edge_ends[edge_b], end_b);
        made.kind = end_a >= 0 && end_b >= 0 ? ContactKind::vertex_vertex
                    : end_a >= 0             ? ContactKind::vertex_edge
                    : end_b >= 0             ? ContactKind::edge_vertex
                                             : ContactKind::edge_edge;
        meetings_.push_back(made);
    }
};

}  // namespace

Chart exact_chart(const GlideStep& step) {
    return Chart(step, 0, chart_roundings * step.rounding, time_slack);
}

void meet_exactly(const GlideStep& step, ExactMemory& memory, std::vector<Meeting>& meetings,
                  CollisionStats& stats) {
    const Chart chart = exact_chart(step);
    cull_leaves(step, chart, memory.culling, memory.pairs, stats);
    meet_in_leaves(step, chart, memory, meetings, stats);
}

void meet_in_leaves(const GlideStep& step, const Chart& chart, ExactMemory& memory,
                    std::vector<Meeting>& meetings, CollisionStats& stats) {
    ExactMethod(step, chart, memory, meetings, stats).run();
}

}  // namespace swept::collisions_detail
