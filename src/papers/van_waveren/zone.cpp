#include "papers/van_waveren/zone.h"

#include <algorithm>
#include <numbers>

#include "papers/van_waveren/kernels.h"

namespace swept::papers::van_waveren {

namespace {

using Eigen::Vector3d;

/// One shape's vertices and edges go past the faces and edges of the other: the mover past the
/// obstacle, or, seen from the mover, the obstacle past it.
struct View {
    const PlacedShape& moving;
    const PlacedShape& resting;
    std::uint32_t moving_face;
    std::uint32_t resting_face;
    ScrewTrajectory path;
    bool from_mover;  ///< the inverse motion: what moves here is the obstacle

    [[nodiscard]] View seen_from_other() const {
        return {resting, moving, resting_face, moving_face, path.inverse(), !from_mover};
    }
};

/// A face at rest.
struct RestingFace {
    const PlacedFace& placed;
    Vector3d normal;

    [[nodiscard]] Corners corners() const { return placed.corners(); }
    [[nodiscard]] double height(const Vector3d& x) const { return normal.dot(x - corners()[0]); }
};

/// An edge, from its first end to its second as the polyhedron stores them.
struct PlacedEdge {
    EdgeIndex index;
    std::array<VertexIndex, 2> ends;
    Vector3d start;
    Vector3d end;
    Vector3d direction;

    PlacedEdge(const PlacedShape& placed, EdgeIndex edge)
        : index(edge),
          ends(placed.shape.edge_ends[edge.value]),
          start(placed.position(ends[0])),
          end(placed.position(ends[1])),
          direction(end - start) {}
};

int sign_of(double x) {
    return (x > 0 ? 1 : 0) - (x < 0 ? 1 : 0);
}

/// On which side of a line a point at x that goes along `velocity` passes
/// (docs/derivations/lines.md, "Through a polygon"): >= 0 for all edges of a face,
/// counter-clockwise, means that it goes through the face from the front.
double side_of_way(const Vector3d& x, const Vector3d& velocity, const Vector3d& start,
                   const Vector3d& direction) {
    return velocity.dot((x - start).cross(direction));
}

Vector3d turned(const ScrewTrajectory& path, const TrajectoryTime& moment, const Vector3d& v) {
    if (!path.turning) return v;
    return v +
           (moment.sine * path.axis.cross(v) - moment.versine * (v - v.dot(path.axis) * path.axis));
}

bool has_faces(const PlacedShape& placed) {
    return !placed.shape.planes.empty();
}

/// The vertices that a face tests on behalf of all its faces; of a set of points, the point.
template <class Use>
void for_owned_vertices(const PlacedShape& placed, std::uint32_t face, const Use& use) {
    if (!has_faces(placed)) return use(VertexIndex(face));
    for (const VertexIndex vertex : placed.shape.corners_of(FaceIndex(face))) {
        if (placed.shape.vertex_owners[vertex.value].value != face) continue;
        if (placed.shape.vertex_internal[vertex.value] == 0) use(vertex);
    }
}

template <class Use>
void for_owned_edges(const PlacedShape& placed, std::uint32_t face, const Use& use) {
    for (const EdgeIndex edge : placed.polyhedron.edges_of(FaceIndex(face))) {
        if (placed.shape.faces_of(edge)[0].value != face) continue;
        if (!placed.polyhedron.is_internal(edge)) use(PlacedEdge(placed, edge));
    }
}

class FacePairSearch {
   public:
    FacePairSearch(const PaperQuery& query, double until, SidednessCache* cache)
        : query_(query), until_(until), cache_(cache) {}

    std::optional<PaperStop> run(std::uint32_t mover_face, std::uint32_t obstacle_face) {
        const View direct{query_.mover,  query_.obstacle, mover_face,
                          obstacle_face, query_.path,     false};
        const View inverse = direct.seen_from_other();
        if (has_faces(query_.obstacle)) vertices_and_face(direct);
        if (has_faces(query_.mover)) vertices_and_face(inverse);
        if (has_faces(query_.mover) && has_faces(query_.obstacle)) edges_and_edges(direct, inverse);
        return found_;
    }

   private:
    const PaperQuery& query_;
    double until_;
    SidednessCache* cache_;
    std::optional<PaperStop> found_;

    /// Whether a stop at t would be the earliest so far. At the path's end nothing needs to stop.
    [[nodiscard]] bool matters(double t) const {
        if (t >= query_.path.end) return false;
        return found_ ? t < found_->t : t <= until_;
    }

    // ---- vertex and face -----------------------------------------------------------------------

    void vertices_and_face(const View& view) {
        const Vector3d normal =
            view.resting.rotation * view.resting.shape.planes[view.resting_face].normal;
        if (looks_away(view, normal)) return;
        const PlacedFace placed(view.resting, view.resting_face);
        const RestingFace face{placed, normal};
        for_owned_vertices(view.moving, view.moving_face, [&](VertexIndex vertex) {
            if (view.path.turning) {
                turn_vertex(view, vertex, face);
            } else {
                translate_vertex(view, vertex, face);
            }
        });
    }

    /// Back-face culling (the paper's section 4): whether every owned vertex moves away from the
    /// face all the time. Turning, the height changes by (n x k).(x - u) per radian; a wave that is
    /// positive at both ends of less than half its length is so in between.
    [[nodiscard]] bool looks_away(const View& view, const Vector3d& normal) const {
        if (!view.path.turning) return normal.dot(view.path.advance) >= 0;
        const double last = std::min(until_, view.path.end);
        if (last >= std::numbers::pi) return false;
        const Vector3d at_first = normal.cross(view.path.axis);
        ScrewTrajectory back = view.path;
        back.axis = -back.axis;
        const Vector3d at_last = turned(back, back.moment(last), at_first);
        bool away = true;
        for_owned_vertices(view.moving, view.moving_face, [&](VertexIndex vertex) {
            const Vector3d arm = view.moving.position(vertex) - view.path.origin;
            away = away && at_first.dot(arm) > 0 && at_last.dot(arm) > 0;
        });
        return away;
    }

    void translate_vertex(const View& view, VertexIndex vertex, const RestingFace& face) {
        const Vector3d x = view.moving.position(vertex);
        const double change = face.normal.dot(view.path.advance);
        const auto t = translational_vertex_stop(face.height(x), change, query_.zone);
        if (!t || !matters(*t) || !goes_through(view, vertex, x, face)) return;
        keep_vertex_face(view, vertex, face, *t, x + *t * view.path.advance);
    }

    /// Section 5 for translations: along the motion, against the edges themselves. Sides are those
    /// of the edge as stored, turned round for the face that runs along it backward: no path can
    /// slip through between two neighbours.
    bool goes_through(const View& view, VertexIndex vertex, const Vector3d& x,
                      const RestingFace& face) {
        const Polyhedron::Data& shape = view.resting.shape;
        const Corners corners = face.corners();
        const std::uint32_t begin = shape.face_begins[view.resting_face];
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const EdgeIndex edge = shape.corner_edges[begin + i];
            const bool forward = shape.edge_ends[edge.value][0] == shape.corners[begin + i];
            const Vector3d& a = corners[i];
            const Vector3d& b = corners[i + 1 == corners.size() ? 0 : i + 1];
            const int side = forward ? side_of(view, vertex, x, edge, a, b)
                                     : -side_of(view, vertex, x, edge, b, a);
            if (side < 0) return false;
        }
        return true;
    }

    /// The sign of a translating vertex's way against an edge as stored.
    int side_of(const View& view, VertexIndex vertex, const Vector3d& x, EdgeIndex edge,
                const Vector3d& start, const Vector3d& end) {
        const auto compute = [&] {
            return sign_of(side_of_way(x, view.path.advance, start, end - start));
        };
        return cache_ == nullptr ? compute() : cache_->sign(view.from_mover, vertex, edge, compute);
    }

    void turn_vertex(const View& view, VertexIndex vertex, const RestingFace& face) {
        const PointTrajectory track = view.path.track(view.moving.position(vertex));
        const Wave height = height_wave(track, face.normal, face.corners()[0]);
        for (const auto& [t, at_top] : rotational_vertex_stops(height, query_.zone)) {
            if (!matters(t)) return;
            const TrajectoryTime moment = view.path.moment(t);
            const Vector3d x = track.at(moment);
            // At the top the velocity lies in the plane and would never point into the face.
            const Vector3d way = at_top ? Vector3d(-face.normal) : track.velocity(moment);
            if (!goes_through_now(x, way, face)) continue;
            return keep_vertex_face(view, vertex, face, t, x);
        }
    }

    /// Section 5 for turns, the paper's way: along the velocity at the contact.
    static bool goes_through_now(const Vector3d& x, const Vector3d& way, const RestingFace& face) {
        const Corners corners = face.corners();
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const Vector3d& next = corners[i + 1 == corners.size() ? 0 : i + 1];
            if (side_of_way(x, way, corners[i], next - corners[i]) < 0) return false;
        }
        return true;
    }

    void keep_vertex_face(const View& view, VertexIndex vertex, const RestingFace& face, double t,
                          const Vector3d& x) {
        if (!view.from_mover) {
            found_ = {t,
                      ContactKind::vertex_face,
                      vertex.value,
                      view.resting_face,
                      x - face.height(x) * face.normal,
                      face.normal};
            return;
        }
        const TrajectoryTime moment = query_.path.moment(t);
        found_ = {t,
                  ContactKind::face_vertex,
                  view.resting_face,
                  vertex.value,
                  view.moving.position(vertex),
                  -turned(query_.path, moment, face.normal)};
    }

    // ---- edge and edge -------------------------------------------------------------------------

    void edges_and_edges(const View& direct, const View& inverse) {
        for_owned_edges(direct.resting, direct.resting_face, [&](const PlacedEdge& obstacle) {
            for_shifted(obstacle, [&](const ShiftedEdge& resting) {
                for_owned_edges(direct.moving, direct.moving_face, [&](const PlacedEdge& mover) {
                    if (query_.path.turning) {
                        turn_edge(mover, obstacle, resting);
                    } else {
                        translate_edge(direct, inverse, mover, obstacle, resting);
                    }
                });
            });
        });
    }

    /// All shifted lines of an edge. A tangled edge counts as the border of each of its faces.
    template <class Use>
    void for_shifted(const PlacedEdge& edge, const Use& use) const {
        const PlacedShape& placed = query_.obstacle;
        const auto normal_of = [&](FaceIndex face) -> Vector3d {
            return placed.rotation * placed.shape.planes[face.value].normal;
        };
        const auto use_all = [&](const EdgeShifts& shifts) {
            for (std::uint8_t i = 0; i < shifts.count; ++i) {
                use(ShiftedEdge{edge.start, edge.direction, shifts.shifts[i], shifts.cone});
            }
        };
        const std::span<const FaceIndex> faces = placed.shape.faces_of(edge.index);
        const EdgeKind kind = placed.shape.edge_kinds[edge.index.value];
        if (kind != EdgeKind::border && kind != EdgeKind::tangled) {
            const Vector3d first = normal_of(faces[0]);
            const Vector3d outward = edge.direction.cross(first).normalized();
            use_all(edge_shifts(first, normal_of(faces[1]), outward, query_.zone, query_.bevel));
            return;
        }
        for (const FaceIndex face : faces) {
            const Vector3d normal = normal_of(face);
            const double way = runs_along(placed.shape, face, edge) ? 1 : -1;
            const Vector3d outward = way * edge.direction.cross(normal).normalized();
            use_all(border_shifts(normal, outward, query_.zone, query_.bevel));
        }
    }

    /// Whether the face runs along the edge as stored, and not backward.
    static bool runs_along(const Polyhedron::Data& shape, FaceIndex face, const PlacedEdge& edge) {
        for (std::uint32_t c = shape.face_begins[face.value]; c < shape.face_begins[face.value + 1];
             ++c) {
            if (shape.corner_edges[c] == edge.index) return shape.corners[c] == edge.ends[0];
        }
        return true;
    }

    void translate_edge(const View& direct, const View& inverse, const PlacedEdge& mover,
                        const PlacedEdge& obstacle, const ShiftedEdge& resting) {
        const Vector3d normal = mover.direction.cross(obstacle.direction);
        const double speed = direct.path.advance.dot(normal);
        // Parallel, or moving in the plane of both directions: other pairs find it
        // (docs/derivations/lines.md, "Closest points of two lines").
        if (speed == 0) return;
        const double side = (obstacle.start - mover.start).dot(normal);
        const double side_shifted = side + resting.shift.dot(normal);
        const auto t = translational_edge_stop(side / speed, side_shifted / speed);
        if (!t || !matters(*t)) return;
        // Inside both: the ends of each pass the other on different sides.
        if (side_of(direct, mover.ends[0], mover.start, obstacle) *
                side_of(direct, mover.ends[1], mover.end, obstacle) >
            0) {
            return;
        }
        if (side_of(inverse, obstacle.ends[0], obstacle.start, mover) *
                side_of(inverse, obstacle.ends[1], obstacle.end, mover) >
            0) {
            return;
        }
        keep_edges(mover, obstacle, resting, *t, mover.start + *t * direct.path.advance,
                   mover.direction);
    }

    int side_of(const View& view, VertexIndex vertex, const Vector3d& x, const PlacedEdge& edge) {
        return side_of(view, vertex, x, edge.index, edge.start, edge.end);
    }

    void turn_edge(const PlacedEdge& mover, const PlacedEdge& obstacle,
                   const ShiftedEdge& resting) {
        const ScrewTrajectory& path = query_.path;
        const TurningEdge moving{path.track(mover.start), path.track(mover.end), path.axis};
        for (const auto& [t, at_top] : rotational_edge_stops(moving, resting, path)) {
            if (!matters(t)) return;
            const TrajectoryTime moment = path.moment(t);
            const Vector3d a = moving.a.at(moment);
            const Vector3d b = moving.b.at(moment);
            const auto closest = closest_on_lines(a, b - a, resting.start, resting.direction);
            if (!closest) continue;
            if (at_top ? !closest->within_both()
                       : !edges_pass(moving, moment, obstacle, closest->lambda)) {
                continue;
            }
            return keep_edges(mover, obstacle, resting, t, a, b - a);
        }
    }

    /// Section 5 for turns, the paper's way: along the velocity of the contact, which is the
    /// closest point of the lines (docs/derivations/paper-zone.md, "Where it leaks").
    static bool edges_pass(const TurningEdge& moving, const TrajectoryTime& moment,
                           const PlacedEdge& obstacle, double lambda) {
        const Vector3d a = moving.a.at(moment);
        const Vector3d b = moving.b.at(moment);
        const Vector3d velocity_a = moving.a.velocity(moment);
        const Vector3d velocity = velocity_a + lambda * (moving.b.velocity(moment) - velocity_a);
        const auto side = [&](const Vector3d& x, const Vector3d& start, const Vector3d& direction) {
            return sign_of(side_of_way(x, velocity, start, direction));
        };
        return side(a, obstacle.start, obstacle.direction) *
                       side(b, obstacle.start, obstacle.direction) <=
                   0 &&
               side(obstacle.start, a, b - a) * side(obstacle.end, a, b - a) <= 0;
    }

    void keep_edges(const PlacedEdge& mover, const PlacedEdge& obstacle, const ShiftedEdge& resting,
                    double t, const Vector3d& a, const Vector3d& dp) {
        const auto closest = closest_on_lines(a, dp, obstacle.start, obstacle.direction);
        if (!closest) return;  // not reached: parallel edges have no stop
        const Vector3d normal = closest->normal.normalized();
        found_ = {t,
                  ContactKind::edge_edge,
                  mover.index.value,
                  obstacle.index.value,
                  obstacle.start + std::clamp(closest->mu, 0.0, 1.0) * obstacle.direction,
                  resting.shift.dot(normal) < 0 ? Vector3d(-normal) : normal};
    }
};

}  // namespace

std::optional<PaperStop> paper_stop(const PaperQuery& query, std::uint32_t mover_face,
                                    std::uint32_t obstacle_face, double until,
                                    SidednessCache* cache) {
    return FacePairSearch(query, until, cache).run(mover_face, obstacle_face);
}

}  // namespace swept::papers::van_waveren
