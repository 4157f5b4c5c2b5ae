#include "sweep/face_pair.h"

#include "features/passing.h"

namespace swept::sweep_detail {

namespace {

FeaturePair pair_of(const FacePairContext& setting, ContactKind kind, const PlacedFeatures& mover,
                    std::uint32_t mover_corner, const PlacedFeatures& obstacle,
                    std::uint32_t obstacle_corner) {
    return {kind,          setting.mover_number, setting.obstacle_number, mover.face,
            obstacle.face, mover_corner,         obstacle_corner};
}

struct Searcher {
    const FacePairContext& setting;
    const PlacedFeatures& mover;
    const PlacedFeatures& obstacle;
    double from;
    double to;
    BestStop& best;
    SweepStats& stats;
    FaceGeometry mover_face = mover.geometry();
    FaceGeometry obstacle_face = obstacle.geometry();
    bool straight = !setting.path.turning;
    StraightWay way = way_along(setting.path);
    StraightWay way_back = way_along(setting.inverse);

    /// What a stop is nearer than: search.h.
    [[nodiscard]] StraightWay way_along(const ScrewTrajectory& path) const {
        return {path.advance, path.advance.norm(),
                setting.stop.distance + 8 * setting.stop.rounding};
    }

    /// Pairs that are level with the best for rounding are looked at too: which of them wins does
    /// not depend on the order.
    template <class Pair>
    void search(const Pair& pair, const ScrewTrajectory& path, ContactKind kind, std::uint32_t i,
                std::uint32_t j) {
        const double level = pair.speed() > 0 ? 4 * setting.stop.rounding / pair.speed() : 0;
        const double until = std::min(to, best.t + level);
        if (until < from) return;
        ++stats.feature_pairs;
        const auto stop = first_stop(pair, path, setting.stop, from, until, stats.search_steps);
        if (stop) best.offer(*stop, pair_of(setting, kind, mover, i, obstacle, j));
    }

    void vertex_face(std::uint32_t i) {
        if (straight && point_passes_face(mover.tracks[i].start, way, obstacle_face)) return;
        const PointPastFace pair(mover.tracks[i], obstacle_face, setting.obstacle_front,
                                 setting.stop);
        search(pair, setting.path, ContactKind::vertex_face, i, 0);
    }
    void face_vertex(std::uint32_t j) {
        if (straight && point_passes_face(obstacle.tracks[j].start, way_back, mover_face)) return;
        const PointPastFace pair(obstacle.tracks[j], mover_face, setting.mover_front, setting.stop);
        search(pair, setting.inverse, ContactKind::face_vertex, 0, j);
    }
    void vertex_edge(std::uint32_t i, std::uint32_t j) {
        const Eigen::Vector3d& c = obstacle.corners[j];
        const Eigen::Vector3d dq = obstacle.edge(j);
        if (straight && point_passes_edge(mover.tracks[i].start, way, c, dq)) return;
        const PointPastEdge pair(mover.tracks[i], c, dq, setting.stop);
        search(pair, setting.path, ContactKind::vertex_edge, i, j);
    }
    void edge_vertex(std::uint32_t i, std::uint32_t j) {
        const Eigen::Vector3d& c = mover.corners[i];
        const Eigen::Vector3d dq = mover.edge(i);
        if (straight && point_passes_edge(obstacle.tracks[j].start, way_back, c, dq)) return;
        const PointPastEdge pair(obstacle.tracks[j], c, dq, setting.stop);
        search(pair, setting.inverse, ContactKind::edge_vertex, i, j);
    }
    void vertex_vertex(std::uint32_t i, std::uint32_t j) {
        if (straight && point_passes_point(mover.tracks[i].start, way, obstacle.corners[j])) return;
        const PointPastPoint pair(mover.tracks[i], obstacle.corners[j], setting.stop);
        search(pair, setting.path, ContactKind::vertex_vertex, i, j);
    }
    void edge_edge(std::uint32_t i, std::uint32_t j) {
        const Eigen::Vector3d& a = mover.tracks[i].start;
        const Eigen::Vector3d dp = mover.tracks[mover.next(i)].start - a;
        if (straight && edge_passes_edge(a, dp, way, obstacle.corners[j], obstacle.edge(j))) return;
        // Ends that nothing tests carry nothing: a straight ridge may be cut into short edges, each
        // as good as parallel to what comes near, with none but the ends of the whole tested.
        const bool carried = mover.ends[i].both_tested() && obstacle.ends[j].both_tested();
        const EdgePastEdge pair(setting.path, mover.tracks[i], mover.tracks[mover.next(i)],
                                obstacle.corners[j], obstacle.edge(j), setting.stop,
                                carried ? setting.parallel_width : 0);
        search(pair, setting.path, ContactKind::edge_edge, i, j);
    }
};

/// Whether moving points stay further than `distance` from a resting face, on one side of its
/// plane, all the time: then no feature of the two faces comes that close.
bool stays_clear(const std::vector<PointTrajectory>& points, const PlacedFeatures& face,
                 const TrajectoryTime& m, double r, double distance) {
    const Eigen::Vector3d& n = face.normal;
    const double plane = n.dot(face.corners[0]);
    double lower = std::numeric_limits<double>::infinity(), upper = -lower;
    for (const PointTrajectory& point : points) {
        const double height = n.dot(point.at(m)) - plane;
        const double travel = std::abs(n.dot(point.velocity(m))) * r +
                              (point.turning() ? point.bend(n) * (r * r / 2) : 0);
        lower = std::min(lower, height - travel);
        upper = std::max(upper, height + travel);
    }
    return lower > distance || upper < -distance;
}

/// The planes of the two faces part them: most pairs whose boxes meet end here.
bool planes_part(const FacePairContext& setting, const PlacedFeatures& mover,
                 const PlacedFeatures& obstacle, double from, double to) {
    const double middle = from + (to - from) / 2, r = std::max(middle - from, to - middle);
    const double distance =
        setting.stop.distance + 6 * setting.stop.rounding;  // more than any stop's
    const TrajectoryTime m = setting.path.moment(middle);
    return (has_face(obstacle) && stays_clear(mover.tracks, obstacle, m, r, distance)) ||
           (has_face(mover) && stays_clear(obstacle.tracks, mover, m, r, distance));
}

}  // namespace

void search_face_pair(const FacePairContext& setting, const PlacedFeatures& mover,
                      const PlacedFeatures& obstacle, double from, double to, BestStop& best,
                      SweepStats& stats) {
    ++stats.face_pairs;
    const double until = std::min(to, best.t);
    if (until < from || planes_part(setting, mover, obstacle, from, until)) return;
    for_each_pair(mover, obstacle, Searcher{setting, mover, obstacle, from, to, best, stats});
}

}  // namespace swept::sweep_detail
