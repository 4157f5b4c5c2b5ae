#include "sweep/traverse.h"

namespace swept {
namespace {

constexpr unsigned width = tree_width;

/// A volume of a tree: a node or a leaf and its box, in the mover's tree coordinates or in those of
/// slices.
struct Volume {
    std::uint32_t reference;
    TreeBox box;

    [[nodiscard]] bool is_leaf() const { return (reference & Tree::leaf_bit) != 0; }
    [[nodiscard]] std::uint32_t leaf() const { return reference & ~Tree::leaf_bit; }
};

/// A box of the mover as a slice sees it, in the obstacle's coordinates: where it is at tau = 0,
/// widened by the pad, and how fast its sides go.
struct MovingBox {
    float lower[3], upper[3];
    float lower_rate[3], upper_rate[3];
};

MovingBox moving(const Slice& slice, const TreeBox& box) {
    float centre[3], half[3];
    for (int i = 0; i < 3; ++i) {
        centre[i] = (box.upper[i] + box.lower[i]) * 0.5F;
        half[i] = (box.upper[i] - box.lower[i]) * 0.5F;
    }
    MovingBox made;
    for (int i = 0; i < 3; ++i) {
        float place = slice.shift[i], size = slice.pad, rate = slice.drift[i], spread = 0;
        for (int j = 0; j < 3; ++j) {
            place += slice.place[i][j] * centre[j];
            size += slice.place_size[i][j] * half[j];
            rate += slice.rate[i][j] * centre[j];
            spread += slice.rate_size[i][j] * half[j];
        }
        made.lower[i] = place - size;
        made.upper[i] = place + size;
        made.lower_rate[i] = rate - spread;
        made.upper_rate[i] = rate + spread;
    }
    return made;
}

Entry entry(const MovingBox& a, const TreeBox& b, float duration) {
    Entry found{0, duration};
    for (int i = 0; i < 3; ++i) {
        found.require(a.upper[i] - b.lower[i], a.upper_rate[i]);
        found.require(b.upper[i] - a.lower[i], -a.lower_rate[i]);
    }
    return found;
}

/// The children of an opened node, and when each may be met.
struct Children {
    float from[width];
    float to[width];
};

/// Children of the obstacle against a box of the mover.
void compare_obstacle(const TreeRow* rows, float factor, const MovingBox& a, float duration,
                      Children& out) {
    for (unsigned lane = 0; lane < width; ++lane) {
        Entry found{0, duration};
        for (int i = 0; i < 3; ++i) {
            found.require(a.upper[i] + rows[i + 3].lane[lane] * factor, a.upper_rate[i]);
            found.require(rows[i].lane[lane] * factor - a.lower[i], -a.lower_rate[i]);
        }
        out.from[lane] = found.from;
        out.to[lane] = found.to;
    }
}

/// Children of the mover against a box of the obstacle.
void compare_mover(const TreeRow* rows, const Slice& slice, const TreeBox& b, Children& out) {
    for (unsigned lane = 0; lane < width; ++lane) {
        TreeBox box;
        for (int i = 0; i < 3; ++i) {
            box.upper[i] = rows[i].lane[lane];
            box.lower[i] = -rows[i + 3].lane[lane];
        }
        const Entry found = entry(moving(slice, box), b, slice.duration);
        out.from[lane] = found.from;
        out.to[lane] = found.to;
    }
}

TreeBox child_box(const TreeRow* rows, unsigned lane) {
    TreeBox box;
    for (int i = 0; i < 3; ++i) {
        box.upper[i] = rows[i].lane[lane];
        box.lower[i] = -rows[i + 3].lane[lane];
    }
    return box;
}

TreeBox root_box(const Tree& tree) {
    TreeBox box;
    for (unsigned i = 0; i < 3; ++i) {
        box.upper[i] = tree.root[i];
        box.lower[i] = -tree.root[i + 3];
    }
    return box;
}

/// The box of a triangle in single precision, corners rounded to nearest.
TreeBox triangle_box(const FaceTree& tree, std::uint32_t triangle) {
    constexpr float rounding = 0x1.01p-25F;  // of a coordinate below 1 (FaceTree::corners)
    TreeBox box;
    for (unsigned c = 0; c < 3; ++c) {
        const float* row = tree.corners.data() + c * tree.stride + triangle;
        const float x = row[0], y = row[3 * tree.stride], z = row[6 * tree.stride];
        box.lower[c] = std::min(std::min(x, y), z) - rounding;
        box.upper[c] = std::max(std::max(x, y), z) + rounding;
    }
    return box;
}

class Walk {
   public:
    Walk(SweepTraversal& sweep)
        : sweep_(sweep),
          mover_tree_(sweep.mover.polyhedron.box_tree()),
          obstacle_tree_(sweep.obstacle.polyhedron.box_tree()),
          slicer_(sweep.mover, mover_tree_, sweep.obstacle, obstacle_tree_, sweep.setting.path,
                  sweep.mover_staging.scale, sweep.zone + sweep.mover_staging.lift.norm()) {}

    void run() {
        const Volume a{0, root_box(mover_tree_.tree)};
        const Volume b{0, root_box(obstacle_tree_.tree).times(slicer_.obstacle_factor())};
        const double end = sweep_.setting.path.end;
        in_slice(slicer_.slice(0, end), a, b, 0);
    }

   private:
    // Choice: when the blur of a slice exceeds this share of the two sizes, the slice is halved.
    static constexpr float blur_share = 0.25F;
    // No slice is halved more often; then the volumes are opened.
    static constexpr int most_halvings = 40;

    SweepTraversal& sweep_;
    const FaceTree& mover_tree_;
    const FaceTree& obstacle_tree_;
    Slicer slicer_;

    [[nodiscard]] double latest() const { return sweep_.best.t; }

    /// Moments round down: a little early is safe.
    static double moment(const Slice& slice, float tau) {
        return slice.begin + static_cast<double>(tau) * (1 - 0x1p-20);
    }

    bool pay(std::uint64_t cost, double moment) {
        if (sweep_.budget >= cost) {
            sweep_.budget -= cost;
            return true;
        }
        sweep_.budget = 0;
        sweep_.unproven = std::min(sweep_.unproven, moment);
        return false;
    }

    /// Two volumes in a slice that has not been asked about them yet.
    void in_slice(const Slice& slice, const Volume& a, const Volume& b, int halvings) {
        const Entry found = entry(moving(slice, a.box), b.box, slice.duration);
        ++sweep_.stats.volume_tests;
        if (found.possible() && moment(slice, found.from) <= latest()) {
            descend(slice, a, b, found.from, halvings);
        }
    }

    void descend(const Slice& slice, const Volume& a, const Volume& b, float from, int halvings) {
        const float size_a = a.box.size() * slicer_.ratio(), size_b = b.box.size();
        const float blur = slice.blur + slice.spread * size_a;
        if (blur > blur_share * (size_a + size_b + slice.firm) && halvings < most_halvings) {
            if (!pay(2, moment(slice, from))) return;
            const double middle = slice.begin + (slice.end - slice.begin) / 2;
            in_slice(slicer_.slice(slice.begin, middle), a, b, halvings + 1);
            if (middle <= latest()) in_slice(slicer_.slice(middle, slice.end), a, b, halvings + 1);
            return;
        }
        if (a.is_leaf() && b.is_leaf()) return leaves(slice, a.leaf(), b.leaf(), from);
        const bool open_mover = b.is_leaf() || (!a.is_leaf() && size_a >= size_b);
        if (!pay(width, moment(slice, from))) return;
        sweep_.stats.volume_tests += width;
        open(slice, a, b, open_mover, halvings);
    }

    void open(const Slice& slice, const Volume& a, const Volume& b, bool open_mover, int halvings) {
        const Tree& tree = open_mover ? mover_tree_.tree : obstacle_tree_.tree;
        const std::uint32_t node = open_mover ? a.reference : b.reference;
        const TreeRow* rows = tree.rows_of(node);
        const std::uint32_t* references = tree.children_of(node);
        Children children;
        if (open_mover) {
            compare_mover(rows, slice, b.box, children);
        } else {
            compare_obstacle(rows, slicer_.obstacle_factor(), moving(slice, a.box), slice.duration,
                             children);
        }
        unsigned order[width];
        unsigned count = 0;
        for (unsigned lane = 0; lane < width; ++lane) {
            if (references[lane] == Tree::no_child) continue;
            if (!(children.from[lane] <= children.to[lane])) continue;
            unsigned at = count++;
            for (; at > 0 && children.from[order[at - 1]] > children.from[lane]; --at) {
                order[at] = order[at - 1];
            }
            order[at] = lane;
        }
        for (unsigned i = 0; i < count; ++i) {
            const unsigned lane = order[i];
            const float from = children.from[lane];
            if (moment(slice, from) > latest()) break;
            Volume child{references[lane], child_box(rows, lane)};
            if (open_mover) {
                descend(slice, child, b, from, halvings);
            } else {
                child.box = child.box.times(slicer_.obstacle_factor());
                descend(slice, a, child, from, halvings);
            }
        }
    }

    /// All triangles of one leaf against all of the other; of what may meet, the faces.
    void leaves(const Slice& slice, std::uint32_t leaf_a, std::uint32_t leaf_b, float from) {
        const std::uint32_t* begins_a = mover_tree_.triangle_begins() + leaf_a;
        const std::uint32_t* begins_b = obstacle_tree_.triangle_begins() + leaf_b;
        const std::uint64_t pairs =
            std::uint64_t{begins_a[1] - begins_a[0]} * (begins_b[1] - begins_b[0]);
        if (!pay(pairs, moment(slice, from))) return;
        for (std::uint32_t i = begins_a[0]; i < begins_a[1]; ++i) {
            const MovingBox box_a = moving(slice, triangle_box(mover_tree_, i));
            const std::uint32_t face_a = mover_tree_.faces()[i];
            for (std::uint32_t j = begins_b[0]; j < begins_b[1]; ++j) {
                const std::uint32_t face_b = obstacle_tree_.faces()[j];
                const TreeBox box_b =
                    triangle_box(obstacle_tree_, j).times(slicer_.obstacle_factor());
                const Entry found = entry(box_a, box_b, slice.duration);
                if (!found.possible() || moment(slice, found.from) > latest()) continue;
                faces(slice, found, {leaf_a, face_a, i - begins_a[0]},
                      {leaf_b, face_b, j - begins_b[0]});
            }
        }
    }

    /// A face as a leaf holds it.
    struct LeafFace {
        std::uint32_t leaf;
        std::uint32_t face;
        std::uint32_t place;  ///< of its triangle in the leaf
    };

    void faces(const Slice& slice, const Entry& found, const LeafFace& leaf_a,
               const LeafFace& leaf_b) {
        const PairSetting& setting = sweep_.setting;
        const LoadedFace& a = loaded(sweep_.mover_leaf, mover_tree_, leaf_a, sweep_.mover,
                                     setting.path, sweep_.mover_staging);
        const LoadedFace& b =
            loaded(sweep_.obstacle_leaf, obstacle_tree_, leaf_b, sweep_.obstacle, setting.inverse,
                   {sweep_.mover_staging.scale, Eigen::Vector3d::Zero()});
        // Outside these moments the two triangles are further apart than the zone. A face of
        // several triangles is searched once for each, in the moments of that triangle.
        const double until = slice.begin + static_cast<double>(found.to) * (1 + 0x1p-20);
        search_face_pair(setting, a, b, moment(slice, found.from), std::min(until, slice.end),
                         sweep_.best, sweep_.stats);
    }

    static const LoadedFace& loaded(LoadedLeaf& memory, const FaceTree& tree,
                                    const LeafFace& wanted, const PlacedShape& shape,
                                    const Path& path, const Staging& staging) {
        if (memory.leaf != wanted.leaf) {
            const std::uint32_t* begins = tree.triangle_begins() + wanted.leaf;
            const std::size_t count = begins[1] - begins[0];
            memory.leaf = wanted.leaf;
            if (memory.faces.size() < count) memory.faces.resize(count);
            memory.loaded.assign(count, 0);
        }
        LoadedFace& face = memory.faces[wanted.place];
        if (memory.loaded[wanted.place] == 0) {
            memory.loaded[wanted.place] = 1;
            load_face(shape, wanted.face, path, staging, face);
        }
        return face;
    }
};

}  // namespace

void SweepTraversal::run() {
    mover_leaf.leaf = Tree::no_child;
    obstacle_leaf.leaf = Tree::no_child;
    Walk(*this).run();
}

}  // namespace swept
