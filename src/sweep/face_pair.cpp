#include "sweep/face_pair.h"

namespace swept {
namespace {

FeaturePair pair_of(const PairSetting& setting, ContactKind kind, const LoadedFace& mover,
                    std::uint32_t mover_corner, const LoadedFace& obstacle,
                    std::uint32_t obstacle_corner) {
    return {kind,          setting.mover_number, setting.obstacle_number, mover.face,
            obstacle.face, mover_corner,         obstacle_corner};
}

bool has_face(const LoadedFace& loaded) {
    return loaded.corners.size() >= 3;
}

bool can_stop(const LoadedFace& loaded) {
    return has_face(loaded) && !loaded.culled;
}

/// Calls point_face(face of the one, corner of the other) and so on for every owned pair; edges
/// against edges last, when the others have cut the time short.
template <class Visitor>
void for_each_pair(const LoadedFace& mover, const LoadedFace& obstacle, Visitor&& visitor) {
    for (const std::uint32_t i : mover.own_vertices) {
        if (can_stop(obstacle)) visitor.vertex_face(i);
        for (const std::uint32_t j : obstacle.own_edges) visitor.vertex_edge(i, j);
        for (const std::uint32_t j : obstacle.own_vertices) visitor.vertex_vertex(i, j);
    }
    for (const std::uint32_t j : obstacle.own_vertices) {
        if (can_stop(mover)) visitor.face_vertex(j);
        for (const std::uint32_t i : mover.own_edges) visitor.edge_vertex(i, j);
    }
    for (const std::uint32_t i : mover.own_edges) {
        for (const std::uint32_t j : obstacle.own_edges) visitor.edge_edge(i, j);
    }
}

struct Searcher {
    const PairSetting& setting;
    const LoadedFace& mover;
    const LoadedFace& obstacle;
    double from;
    double to;
    BestStop& best;
    SweepStats& stats;
    FaceGeometry mover_face = mover.geometry();
    FaceGeometry obstacle_face = obstacle.geometry();

    template <class Pair>
    void search(const Pair& pair, const Path& path, ContactKind kind, std::uint32_t i,
                std::uint32_t j) {
        const double until = std::min(to, best.t);
        if (until < from) return;
        ++stats.feature_pairs;
        const auto stop = first_stop(pair, path, setting.stop, from, until, stats.search_steps);
        if (stop) best.offer(*stop, pair_of(setting, kind, mover, i, obstacle, j));
    }

    void vertex_face(std::uint32_t i) {
        const PointPastFace pair(mover.tracks[i], obstacle_face, setting.obstacle_front,
                                 setting.stop);
        search(pair, setting.path, ContactKind::vertex_face, i, 0);
    }
    void face_vertex(std::uint32_t j) {
        const PointPastFace pair(obstacle.tracks[j], mover_face, setting.mover_front, setting.stop);
        search(pair, setting.inverse, ContactKind::face_vertex, 0, j);
    }
    void vertex_edge(std::uint32_t i, std::uint32_t j) {
        const PointPastEdge pair(mover.tracks[i], obstacle.corners[j], obstacle.edge(j),
                                 setting.stop);
        search(pair, setting.path, ContactKind::vertex_edge, i, j);
    }
    void edge_vertex(std::uint32_t i, std::uint32_t j) {
        const PointPastEdge pair(obstacle.tracks[j], mover.corners[i], mover.edge(i), setting.stop);
        search(pair, setting.inverse, ContactKind::edge_vertex, i, j);
    }
    void vertex_vertex(std::uint32_t i, std::uint32_t j) {
        const PointPastPoint pair(mover.tracks[i], obstacle.corners[j], setting.stop);
        search(pair, setting.path, ContactKind::vertex_vertex, i, j);
    }
    void edge_edge(std::uint32_t i, std::uint32_t j) {
        const EdgePastEdge pair(setting.path, mover.tracks[i], mover.tracks[mover.next(i)],
                                obstacle.corners[j], obstacle.edge(j), setting.stop,
                                setting.parallel_width, std::min(to, best.t));
        search(pair, setting.path, ContactKind::edge_edge, i, j);
    }
};

/// Whether moving points stay further than `distance` from a resting face, on one side of its
/// plane, all the time: then no feature of the two faces comes that close.
bool stays_clear(const std::vector<Track>& points, const LoadedFace& face, const Moment& m,
                 double r, double distance) {
    const Eigen::Vector3d& n = face.normal;
    const double plane = n.dot(face.corners[0]);
    double lower = std::numeric_limits<double>::infinity(), upper = -lower;
    for (const Track& point : points) {
        const double height = n.dot(point.at(m)) - plane;
        const double travel = std::abs(n.dot(point.velocity(m))) * r +
                              (point.turning() ? point.bend(n) * (r * r / 2) : 0);
        lower = std::min(lower, height - travel);
        upper = std::max(upper, height + travel);
    }
    return lower > distance || upper < -distance;
}

/// The planes of the two faces part them: most pairs whose boxes meet end here.
bool planes_part(const PairSetting& setting, const LoadedFace& mover, const LoadedFace& obstacle,
                 double from, double to) {
    const double middle = from + (to - from) / 2, r = std::max(middle - from, to - middle);
    const double distance = setting.stop.level + 2 * setting.stop.rounding;
    const Moment m = setting.path.moment(middle);
    return (has_face(obstacle) && stays_clear(mover.tracks, obstacle, m, r, distance)) ||
           (has_face(mover) && stays_clear(obstacle.tracks, mover, m, r, distance));
}

struct StartLooker {
    const PairSetting& setting;
    const LoadedFace& mover;
    const LoadedFace& obstacle;
    StartVisit call;
    void* context;

    void visit(ContactKind kind, std::uint32_t i, std::uint32_t j, const Closest& closest,
               bool inside) {
        call(context, pair_of(setting, kind, mover, i, obstacle, j), closest, inside);
    }
    /// Behind a face that stops on its front alone there is nothing.
    [[nodiscard]] bool counts(const ClosestOnFace& closest, bool front) const {
        return !front || closest.height >= -4 * setting.stop.rounding;
    }
    void vertex_face(std::uint32_t i) {
        const ClosestOnFace on_face = point_to_face(mover.tracks[i].start, obstacle.geometry());
        if (counts(on_face, setting.obstacle_front)) {
            visit(ContactKind::vertex_face, i, 0, on_face, on_face.foot_inside);
        }
    }
    void face_vertex(std::uint32_t j) {
        ClosestOnFace on_face = point_to_face(obstacle.tracks[j].start, mover.geometry());
        if (!counts(on_face, setting.mover_front)) return;
        on_face.vector = -on_face.vector;
        visit(ContactKind::face_vertex, 0, j, on_face, on_face.foot_inside);
    }
    void vertex_edge(std::uint32_t i, std::uint32_t j) {
        visit(ContactKind::vertex_edge, i, j,
              point_to_edge(mover.tracks[i].start, obstacle.corners[j], obstacle.edge(j)), false);
    }
    void edge_vertex(std::uint32_t i, std::uint32_t j) {
        Closest closest = point_to_edge(obstacle.tracks[j].start, mover.corners[i], mover.edge(i));
        closest.vector = -closest.vector;
        visit(ContactKind::edge_vertex, i, j, closest, false);
    }
    void vertex_vertex(std::uint32_t i, std::uint32_t j) {
        visit(ContactKind::vertex_vertex, i, j,
              point_to_point(mover.tracks[i].start, obstacle.corners[j]), false);
    }
    void edge_edge(std::uint32_t i, std::uint32_t j) {
        const Eigen::Vector3d dp = mover.edge(i), dq = obstacle.edge(j);
        const ClosestOnEdges on_edges = edge_to_edge(mover.tracks[i].start, dp, obstacle.corners[j],
                                                     dq, accurate_cross(dp, dq));
        visit(ContactKind::edge_edge, i, j, on_edges, on_edges.inside);
    }
};

}  // namespace

void search_face_pair(const PairSetting& setting, const LoadedFace& mover,
                      const LoadedFace& obstacle, double from, double to, BestStop& best,
                      SweepStats& stats) {
    ++stats.face_pairs;
    to = std::min(to, best.t);
    if (to < from || planes_part(setting, mover, obstacle, from, to)) return;
    for_each_pair(mover, obstacle, Searcher{setting, mover, obstacle, from, to, best, stats});
}

void visit_start_pairs(const PairSetting& setting, const LoadedFace& mover,
                       const LoadedFace& obstacle, StartVisit visit, void* context) {
    for_each_pair(mover, obstacle, StartLooker{setting, mover, obstacle, visit, context});
}

}  // namespace swept
