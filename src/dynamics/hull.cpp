#include "dynamics/hull.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/inside.h"
#include "math/elementary.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Choice. Faces whose normals differ by less are one side; a corner that stands out of a plane by
/// less than this share of the extent is in it.
constexpr double flat = 1e-7;

/// Whether every vertex is behind every face. Edges are looked at first: they tell for most shapes
/// that are not convex, in far less time.
bool is_convex(const Polyhedron& shape) {
    if (!shape.is_closed() || !shape.is_oriented() || shape.face_count() < 4) return false;
    const double slack = flat * shape.extent();
    for (std::uint32_t e = 0; e < shape.edge_count(); ++e) {
        const auto faces = shape.faces_of(EdgeIndex(e));
        if (faces.size() != 2) return false;
        if (shape.kind(EdgeIndex(e)) != EdgeKind::concave) continue;
        for (const VertexIndex v : shape.corners(faces[1])) {
            const Plane& plane = shape.plane(faces[0]);
            if (plane.normal.dot(shape.position(v)) + plane.offset > slack) return false;
        }
    }
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const Plane& plane = shape.plane(FaceIndex(f));
        for (const Vector3d& v : shape.vertices()) {
            if (plane.normal.dot(v) + plane.offset > slack) return false;
        }
    }
    return true;
}

}  // namespace

Hull::Hull(const Polyhedron& shape) : convex_(is_convex(shape)) {
    if (convex_) {
        points_.assign(shape.vertices().begin(), shape.vertices().end());
        begins_.push_back(static_cast<std::uint32_t>(points_.size()));
        boxes_.push_back(shape.box());
        find_facets(shape);
        if (points_.size() > 32) {
            clustered_.resize(points_.size());
            std::iota(clustered_.begin(), clustered_.end(), 0U);
            find_clusters(0, static_cast<std::uint32_t>(points_.size()));
        }
    } else {
        for (std::uint32_t f = 0; f < shape.face_count(); ++f) add_face(shape, FaceIndex(f));
    }
    grouped_.resize(boxes_.size());
    std::iota(grouped_.begin(), grouped_.end(), 0U);
    find_groups(0, static_cast<std::uint32_t>(boxes_.size()));
}

Hull::Hull(const Polyhedron& shape, std::span<const FaceIndex> faces) {
    for (const FaceIndex f : faces) add_face(shape, f);
    grouped_.resize(boxes_.size());
    std::iota(grouped_.begin(), grouped_.end(), 0U);
    find_groups(0, static_cast<std::uint32_t>(boxes_.size()));
}

void Hull::add_face(const Polyhedron& shape, FaceIndex face) {
    Box& box = boxes_.emplace_back();
    for (const VertexIndex v : shape.corners(face)) {
        points_.push_back(shape.position(v));
        box.add(points_.back());
    }
    begins_.push_back(static_cast<std::uint32_t>(points_.size()));
}

/// As clusters, by the middles of their boxes.
void Hull::find_groups(std::uint32_t begin, std::uint32_t end) {
    Box whole, middles;
    for (std::uint32_t i = begin; i < end; ++i) {
        const Box& box = boxes_[grouped_[i]];
        whole.add(box.lower);
        whole.add(box.upper);
        middles.add(box.centre());
    }
    if (end - begin <= 8) {
        if (end > begin) groups_.push_back({whole, begin, end});
        return;
    }
    int axis = 0;
    middles.size().maxCoeff(&axis);
    std::sort(grouped_.begin() + begin, grouped_.begin() + end,
              [&](std::uint32_t p, std::uint32_t q) {
                  const double x = boxes_[p].centre()[axis], y = boxes_[q].centre()[axis];
                  return x < y || (x == y && p < q);
              });
    const std::uint32_t middle = begin + (end - begin) / 2;
    find_groups(begin, middle);
    find_groups(middle, end);
}

/// Halves along the longest side until there are few.
void Hull::find_clusters(std::uint32_t begin, std::uint32_t end) {
    Box box;
    for (std::uint32_t i = begin; i < end; ++i) box.add(points_[clustered_[i]]);
    if (end - begin <= 16) {
        Cluster made{box.centre(), 0, begin, end};
        for (std::uint32_t i = begin; i < end; ++i) {
            made.radius = std::max(made.radius, (points_[clustered_[i]] - made.centre).norm());
        }
        made.radius *= 1 + 1e-9;
        clusters_.push_back(made);
        return;
    }
    int axis = 0;
    box.size().maxCoeff(&axis);
    std::sort(clustered_.begin() + begin, clustered_.begin() + end,
              [&](std::uint32_t p, std::uint32_t q) {
                  const double x = points_[p][axis], y = points_[q][axis];
                  return x < y || (x == y && p < q);
              });
    const std::uint32_t middle = begin + (end - begin) / 2;
    find_clusters(begin, middle);
    find_clusters(middle, end);
}

void Hull::find_facets(const Polyhedron& shape) {
    std::vector<std::uint32_t> group(shape.face_count());
    std::iota(group.begin(), group.end(), 0U);
    const auto root = [&](std::uint32_t i) {
        while (group[i] != i) i = group[i] = group[group[i]];
        return i;
    };
    const auto normal = [&](std::uint32_t f) { return shape.plane(FaceIndex(f)).normal; };
    for (std::uint32_t e = 0; e < shape.edge_count(); ++e) {
        const auto faces = shape.faces_of(EdgeIndex(e));
        const std::uint32_t p = root(faces[0].value), q = root(faces[1].value);
        if ((normal(p) - normal(q)).norm() < flat) group[std::max(p, q)] = std::min(p, q);
    }
    std::vector<std::vector<std::uint32_t>> members(shape.face_count());
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) members[root(f)].push_back(f);
    std::vector<std::vector<std::uint32_t>> around(shape.vertex_count());
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        if (members[f].empty()) continue;
        Facet made;
        made.normal = normal(f);
        for (const std::uint32_t g : members[f]) {
            for (const VertexIndex v : shape.corners(FaceIndex(g))) made.loop.push_back(v.value);
        }
        std::ranges::sort(made.loop);
        made.loop.erase(std::ranges::unique(made.loop).begin(), made.loop.end());
        // Corners of a convex polygon, by their angle about its middle.
        Vector3d middle = Vector3d::Zero();
        for (const std::uint32_t v : made.loop) middle += points_[v];
        middle /= static_cast<double>(made.loop.size());
        const Vector3d x = (points_[made.loop[0]] - middle).normalized();
        const Vector3d y = made.normal.cross(x);
        std::ranges::stable_sort(made.loop, {}, [&](std::uint32_t v) {
            const Vector3d arm = points_[v] - middle;
            return math::atan2(arm.dot(y), arm.dot(x));
        });
        for (const std::uint32_t v : made.loop) {
            around[v].push_back(static_cast<std::uint32_t>(facets_.size()));
        }
        facets_.push_back(std::move(made));
    }
    around_begins_.push_back(0);
    for (const auto& list : around) {
        around_.insert(around_.end(), list.begin(), list.end());
        around_begins_.push_back(static_cast<std::uint32_t>(around_.size()));
    }
}

}  // namespace swept
