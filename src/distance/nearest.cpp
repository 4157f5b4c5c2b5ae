#include "distance/nearest.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/assert.h"
#include "features/slice.h"
#include "features/volumes.h"

namespace swept::distance_detail {

namespace {

constexpr unsigned width = tree_width;

class Walk {
   public:
    Walk(const NearestQuery& query, ContactMemory& memory, DistanceStats& stats)
        : query_(query),
          memory_(memory),
          stats_(stats),
          tree_a_(query.a.polyhedron.box_tree()),
          tree_b_(query.b.polyhedron.box_tree()),
          slicer_(query.a, tree_a_, query.b, tree_b_, ScrewTrajectory{}, query.measures.scale, 0),
          slice_(slicer_.slice(0, 0)),
          unit_(slicer_.unit()),
          margin_(static_cast<double>(slice_.margin)),
          reach_scaled_(query.limit) {
        memory_.faces_a.begin();
        memory_.faces_b.begin();
        set_reach(query.limit);
    }

    NearestPair run() {
        if (query_.warm_start && (*query_.warm_start)[0].value < query_.a.face_count() &&
            (*query_.warm_start)[1].value < query_.b.face_count()) {
            faces((*query_.warm_start)[0].value, (*query_.warm_start)[1].value);
        }
        descend(root_of(tree_a_.tree, 1), root_of(tree_b_.tree, slicer_.obstacle_factor()));
        return best_;
    }

   private:
    const NearestQuery& query_;
    ContactMemory& memory_;
    DistanceStats& stats_;
    const FaceTree& tree_a_;
    const FaceTree& tree_b_;
    LaneKernels kernels_ = lane_kernels();
    Slicer slicer_;
    Slice slice_;
    double unit_;    // scaled lengths times this are lengths of the slice
    double margin_;  // of those
    double reach_scaled_;
    NearestPair best_;
    TriangleReach reach_{};  // squares of gaps beyond it are too far, in the slice's lengths

    void set_reach(double reach) {
        SWEPT_ASSERT(reach >= 0, "a distance");
        // The pad of the slice is what boxes may be off; a rounding more keeps ties.
        constexpr double largest = 3e38, more = 1 + 0x1p-20;
        const double boxes = (reach + 4 * query_.measures.rounding) * unit_ * more;
        const double triangles = boxes + 2 * margin_;
        reach_.of_boxes = static_cast<float>(std::min(boxes * boxes * more, largest));
        reach_.of_triangles = static_cast<float>(std::min(triangles * triangles * more, largest));
    }

    // ---- along the way between the closest points so far. Boxes of tilted patches are thick, and
    // of two smooth surfaces hundreds of patches are about as close as the closest; along that way
    // they are thin.

    float way_[3] = {0, 0, 0};    // unit, from b to a, in the slice's coordinates
    float way_a_[3] = {0, 0, 0};  // the same in a's tree, with its scale
    float way_shift_ = 0;
    float way_slack_ = 0;
    bool has_way_ = false;
    std::uint64_t leaf_pairs_ = 0;

    /// Takes up a new direction; what is known of leaves along the last one is forgotten.
    void follow(const Eigen::Vector3d& vector) {
        const Eigen::Vector3d unit =
            query_.b.rotation.transpose() * vector.normalized();  // in b's tree
        if (!unit.allFinite()) return;
        const SliceFrame& frame = slice_.frames[0];
        way_shift_ = 0;
        float size = 0;
        for (int i = 0; i < 3; ++i) {
            way_[i] = static_cast<float>(unit[i]);
            way_a_[i] = 0;
            size += std::abs(way_[i]);
        }
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) way_a_[j] += way_[i] * frame.place[i][j];
            way_shift_ += way_[i] * frame.shift[i];
        }
        way_slack_ = 2 * size * slice_.margin;
        frame_ = frame_along(vector.normalized());
        if (++memory_.direction == 0) {  // all numbers are used up: forget the old ones
            memory_.extents_a.clear();
            memory_.extents_b.clear();
            memory_.boxes_a.clear();
            memory_.boxes_b.clear();
            memory_.direction = 1;
        }
        if (memory_.extents_a.size() < tree_a_.tree.leaf_count()) {
            memory_.extents_a.resize(tree_a_.tree.leaf_count());
        }
        if (memory_.extents_b.size() < tree_b_.tree.leaf_count()) {
            memory_.extents_b.resize(tree_b_.tree.leaf_count());
        }
        has_way_ = true;
    }

    const LeafExtent& extent(std::vector<LeafExtent>& known, const FaceTree& tree,
                             std::uint32_t leaf, const float (&way)[3], float factor) const {
        SWEPT_ASSERT(leaf < known.size(), "room was made for all leaves");
        LeafExtent& found = known[leaf];
        if (found.direction == memory_.direction) return found;
        found.direction = memory_.direction;
        found.lower = 3e38F;
        found.upper = -3e38F;
        const std::uint32_t* begins = tree.triangle_begins() + leaf;
        const std::uint32_t count = begins[1] - begins[0];
        for (unsigned k = 0; k < 3; ++k) {
            const float* x = tree.corners_of(begins) + 3 * k * std::size_t{count};
            for (std::uint32_t t = 0; t < count; ++t) {
                const float along =
                    ((way[0] * x[t] + way[1] * x[t + count]) + way[2] * x[t + 2 * count]) * factor;
                found.lower = std::min(found.lower, along);
                found.upper = std::max(found.upper, along);
            }
        }
        return found;
    }

    /// Whether two leaves are further apart along the way than the closest features.
    [[nodiscard]] bool apart_along_way(const Volume& a, const Volume& b) const {
        if (!has_way_) return false;
        const LeafExtent& of_a = extent(memory_.extents_a, tree_a_, a.leaf(), way_a_, 1);
        const LeafExtent& of_b =
            extent(memory_.extents_b, tree_b_, b.leaf(), way_, slicer_.obstacle_factor());
        const float gap = (of_a.lower + way_shift_) - of_b.upper - way_slack_;
        return gap > 0 && gap < 1e18F && gap * gap > reach_.of_triangles;
    }

    // ---- the same in doubles, with two axes across the way. Single precision cannot tell by how
    // much something lies beside the closest place until it is a thousandth of the distance: two
    // outlines of many corners, one over the other, have hundreds of leaves within that of each
    // leaf.

    /// Choice. A query that compares fewer leaves has no use for boxes in doubles.
    static constexpr std::uint64_t many_leaf_pairs = 256;
    Eigen::Matrix3d frame_ = Eigen::Matrix3d::Identity();  // rows: along the way and across it

    static Eigen::Matrix3d frame_along(const Eigen::Vector3d& unit) {
        Eigen::Matrix3d frame;
        frame.row(0) = unit;
        frame.row(1) = unit.unitOrthogonal();
        frame.row(2) = unit.cross(unit.unitOrthogonal());
        return frame;
    }

    const Box& box_in_frame(std::vector<LeafBox>& known, const PlacedShape& placed,
                            const FaceTree& tree, std::uint32_t leaf) const {
        if (known.size() < tree.tree.leaf_count()) known.resize(tree.tree.leaf_count());
        LeafBox& found = known[leaf];
        if (found.direction == memory_.direction) return found.box;
        found.direction = memory_.direction;
        found.box = Box();
        const std::uint32_t* begins = tree.triangle_begins() + leaf;
        for (std::uint32_t t = begins[0]; t < begins[1]; ++t) {
            for (const std::uint32_t vertex : tree.triangle_vertices[t]) {
                const Eigen::Vector3d corner = placed.position(VertexIndex(vertex));
                found.box.add(frame_ * (corner * query_.measures.scale));
            }
        }
        return found.box;
    }

    /// Whether two leaves are further apart than the closest features, by their boxes in the frame.
    [[nodiscard]] bool apart_in_frame(const Volume& a, const Volume& b) const {
        if (!has_way_ || leaf_pairs_ < many_leaf_pairs) return false;
        return beyond_best(box_in_frame(memory_.boxes_a, query_.a, tree_a_, a.leaf()),
                           box_in_frame(memory_.boxes_b, query_.b, tree_b_, b.leaf()));
    }

    /// A box's corners are known to a rounding, however its frame is turned; ties are kept.
    [[nodiscard]] bool beyond_best(const Box& a, const Box& b) const {
        const Eigen::Vector3d gap =
            (a.lower - b.upper).cwiseMax(b.lower - a.upper).cwiseMax(Eigen::Vector3d::Zero());
        return gap.norm() > best_.distance + 6 * query_.measures.rounding;
    }

    // ---- the walk

    void descend(const Volume& a, const Volume& b) {
        if (a.is_leaf() && b.is_leaf()) {
            if (apart_along_way(a, b) || apart_in_frame(a, b)) return;
            leaves(a, b);
            // The first way is a guess; those of later looks are better ones.
            if (std::has_single_bit(++leaf_pairs_) && best_.pair_found()) follow(best_.vector);
            return;
        }
        const float size_a = a.box.size() * slicer_.ratio(), size_b = b.box.size();
        const bool open_a = b.is_leaf() || (!a.is_leaf() && size_a >= size_b);
        SWEPT_ASSERT(!(open_a ? a : b).is_leaf(), "leaves are not opened");
        const Tree& tree = open_a ? tree_a_.tree : tree_b_.tree;
        const std::uint32_t node = open_a ? a.reference : b.reference;
        const std::uint32_t* references = tree.children_of(node);
        const NodeLanes lanes = node_of(tree, node, open_a ? 1 : slicer_.obstacle_factor());
        stats_.volume_tests += width;
        BoxLanes boxes;
        GapLanes gaps;
        const unsigned near =
            open_a ? kernels_.mover_gaps(slice_, lanes, b.box, reach_.of_boxes, boxes, gaps)
                   : kernels_.obstacle_gaps(slice_, a.box, lanes, reach_.of_boxes, boxes, gaps);
        unsigned order[width];
        const unsigned count =
            sorted_lanes(near, [&](unsigned lane) { return gaps.square[lane]; }, order);
        for (unsigned i = 0; i < count; ++i) {
            const unsigned lane = order[i];
            if (gaps.square[lane] > reach_.of_boxes) break;
            if (references[lane] == Tree::no_child) continue;
            const Volume child{references[lane], boxes.box(lane)};
            if (open_a) {
                descend(child, b);
            } else {
                descend(a, child);
            }
        }
    }

    void leaves(const Volume& a, const Volume& b) {
        const std::uint32_t* begins_a = tree_a_.triangle_begins() + a.leaf();
        const std::uint32_t* begins_b = tree_b_.triangle_begins() + b.leaf();
        for (std::uint32_t i = begins_a[0]; i < begins_a[1]; i += width) {
            for (std::uint32_t j = begins_b[0]; j < begins_b[1]; j += width) {
                compare({triangles_of(tree_a_, begins_a, i, 1), tree_a_.faces() + i}, b.box,
                        {triangles_of(tree_b_, begins_b, j, slicer_.obstacle_factor()),
                         tree_b_.faces() + j});
            }
        }
    }

    /// Triangles and the faces that they are of.
    struct Run {
        TriangleRun triangles;
        const std::uint32_t* faces;
    };

    /// Up to eight triangles and up to eight others, nearest first.
    void compare(const Run& run_a, const TreeBox& leaf, const Run& run_b) {
        GapLanes gaps[width];
        float closest = std::numeric_limits<float>::max();
        std::uint64_t near = kernels_.triangle_gaps(slice_, run_a.triangles, leaf, run_b.triangles,
                                                    reach_, gaps, &closest);
        if (near == 0) return;
        const double at_most =
            (std::sqrt(static_cast<double>(closest)) * (1 + 0x1p-20) + 2 * margin_) / unit_;
        if (at_most < reach_scaled_) set_reach(reach_scaled_ = at_most);
        std::array<unsigned, width * width> order;
        unsigned count = 0;
        for (; near != 0; near &= near - 1) {
            order[count++] = static_cast<unsigned>(std::countr_zero(near));
        }
        const auto gap = [&](unsigned bit) { return gaps[bit / width].square[bit % width]; };
        std::sort(order.begin(), order.begin() + count, [&](unsigned i, unsigned j) {
            return gap(i) != gap(j) ? gap(i) < gap(j) : i < j;
        });
        for (unsigned i = 0; i < count && gap(order[i]) <= reach_.of_triangles; ++i) {
            faces(run_a.faces[order[i] / width], run_b.faces[order[i] % width]);
        }
    }

    /// Pairs of faces that were looked at lately: faces of many corners have many triangles, and
    /// nearly every pair of these asks for the two faces again.
    using FaceNumbers = std::array<std::uint32_t, 2>;
    std::array<FaceNumbers, 64> looked_at_ = none_looked_at();

    static constexpr std::array<FaceNumbers, 64> none_looked_at() {
        std::array<FaceNumbers, 64> none{};
        none.fill({FaceIndex::none_value, FaceIndex::none_value});
        return none;
    }
    bool was_looked_at(std::uint32_t face_a, std::uint32_t face_b) {
        FaceNumbers& last = looked_at_[(face_a * 2654435769U + face_b * 2246822519U) >> 26];
        if (last[0] == face_a && last[1] == face_b) return true;
        last = {face_a, face_b};
        return false;
    }

    /// Whether the boxes of two faces are further apart than the closest features.
    [[nodiscard]] bool faces_beyond_best(const PlacedFeatures& a, const PlacedFeatures& b) const {
        const auto box_of = [&](const PlacedFeatures& face) {
            Box box;
            for (const Eigen::Vector3d& corner : face.corners) box.add(frame_ * corner);
            return box;
        };
        return beyond_best(box_of(a), box_of(b));
    }
    /// Choice. Queries that look at no more than this have no use for it.
    static constexpr std::uint64_t many_pairs = 4096;

    void faces(std::uint32_t face_a, std::uint32_t face_b) {
        const ScrewTrajectory rest;
        const ScaledPlacement staging{.scale = query_.measures.scale};
        const PlacedFeatures& a = memory_.faces_a.get(query_.a, face_a, rest, staging, nullptr);
        const PlacedFeatures& b = memory_.faces_b.get(query_.b, face_b, rest, staging, nullptr);
        // Of few or small ones a second look costs less than to know of the first.
        const bool many = stats_.face_pairs > many_pairs;
        if ((many || a.corners.size() + b.corners.size() > 16) && was_looked_at(face_a, face_b)) {
            return;
        }
        if (many && faces_beyond_best(a, b)) return;
        ++stats_.face_pairs;
        visit_standing_pairs(a, false, b, false, 0, 0, [&](const StandingPair& found) {
            ++stats_.feature_pairs;
            if (found.closest.distance > best_.distance || found.closest.distance > query_.limit) {
                return;
            }
            best_.offer(
                {found.kind, 0, 0, face_a, face_b, found.mover_corner, found.obstacle_corner},
                found.closest);
            if (best_.distance < reach_scaled_) set_reach(reach_scaled_ = best_.distance);
        });
    }
};

}  // namespace

NearestPair nearest_pair(const NearestQuery& query, ContactMemory& memory, DistanceStats& stats) {
    SWEPT_ASSERT(query.measures.scale > 0 && query.limit >= 0, "a scale and a distance");
    return Walk(query, memory, stats).run();
}

}  // namespace swept::distance_detail
