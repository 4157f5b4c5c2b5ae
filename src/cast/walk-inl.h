// The walk itself, for walk.cpp: once per instruction set (hence the guard, which Highway toggles).

#if defined(SWEPT_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_WALK_INL
#undef SWEPT_WALK_INL
#else
#define SWEPT_WALK_INL
#endif

#include "cast/walk.h"
#include "core/assert.h"
#include "core/row8-inl.h"

HWY_BEFORE_NAMESPACE();
namespace swept::cast_detail::HWY_NAMESPACE {
using namespace ::swept::HWY_NAMESPACE;

/// Three coordinates of eight points.
struct Point8 {
    Row x, y, z;
};

HWY_INLINE Point8 operator-(const Point8& a, const Point8& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
HWY_INLINE Point8 cross(const Point8& a, const Point8& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
HWY_INLINE Row dot(const Point8& a, const Point8& b) {
    return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
HWY_INLINE Row largest(const Point8& a) {
    return greater(greater(magnitude(a.x), magnitude(a.y)), magnitude(a.z));
}
HWY_INLINE Point8 spread(const float* point) {
    return {all(point[0]), all(point[1]), all(point[2])};
}

/// When the way enters and leaves boxes: (row + shift) rate for a row of a node, multiplied out.
/// What rounding adds to places is within `grown`; a share of 2^-22 of tau is added at the end.
struct Slabs {
    std::size_t near_row[3], far_row[3];
    Row near_rate[3], near_shift[3], far_rate[3], far_shift[3];

    HWY_INLINE explicit Slabs(const SegmentInTree& way) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float rate = 1 / way.vector[axis];
            SWEPT_ASSERT(!(way.vector[axis] < SegmentInTree::least &&
                           way.vector[axis] > -SegmentInTree::least),
                         "no component is next to 0");
            const bool forward = rate > 0;
            // Rows hold upper bounds and the negated lower ones.
            const float to_upper = (way.grown - way.from[axis]) * rate;
            const float to_lower = (way.grown + way.from[axis]) * -rate;
            near_row[axis] = (forward ? axis + 3 : axis) * tree_width;
            far_row[axis] = (forward ? axis : axis + 3) * tree_width;
            near_rate[axis] = all(forward ? -rate : rate);
            far_rate[axis] = all(forward ? rate : -rate);
            near_shift[axis] = all(forward ? to_lower : to_upper);
            far_shift[axis] = all(forward ? to_upper : to_lower);
        }
    }

    /// Which children of a node are met up to `latest`, and when.
    HWY_INLINE unsigned met(const float* rows, float latest, float* when) const {
        const auto entry = [&](std::size_t axis) {
            return about_product_sum(load(rows + near_row[axis]), near_rate[axis],
                                     near_shift[axis]);
        };
        const auto exit = [&](std::size_t axis) {
            return about_product_sum(load(rows + far_row[axis]), far_rate[axis], far_shift[axis]);
        };
        const Row near = greater(greater(entry(0), entry(1)), greater(entry(2), all(0.0F)));
        const Row far = lesser(lesser(exit(0), exit(1)), lesser(exit(2), all(latest)));
        store(near, when);
        return ~bits_larger(near, far * all(1 + 0x1p-20F)) & 0xffU;
    }
};

/// Nodes and leaves still to be visited, each with when it is met: as one number that sorts by it.
class Pending {
   public:
    HWY_INLINE void add(float when, std::uint32_t reference) {
        SWEPT_ASSERT(size_ < std::size_t{Tree::depth_limit} * tree_width,
                     "seven wait for each node of a path");
        SWEPT_ASSERT(when >= 0, "bits of positive floats sort as the floats do");
        entries_[size_++] = std::uint64_t{std::bit_cast<std::uint32_t>(when)} << 32 | reference;
    }
    /// Puts the last `count` into order, the nearest on top.
    HWY_INLINE void order(std::size_t count) {
        SWEPT_ASSERT(count <= size_, "what was just added");
        std::uint64_t* first = entries_ + (size_ - count);
        for (std::size_t i = 1; i < count; ++i) {
            const std::uint64_t entry = first[i];
            std::size_t at = i;
            for (; at > 0 && first[at - 1] < entry; --at) first[at] = first[at - 1];
            first[at] = entry;
        }
    }
    HWY_INLINE void prefetch_second(const WalkTree& tree) const {
        SWEPT_ASSERT(size_ >= 2, "there is a second");
        const auto reference = static_cast<std::uint32_t>(entries_[size_ - 2]);
        const char* at = nullptr;
        if ((reference & Tree::leaf_bit) != 0) {
            at = reinterpret_cast<const char*>(
                tree.corners + std::size_t{9} * ((reference & ~Tree::leaf_bit) >> 4));
        } else {
            at = reinterpret_cast<const char*>(tree.rows +
                                               std::size_t{reference} * (6 * tree_width));
            prefetch(tree.children + std::size_t{reference} * tree_width);
        }
        prefetch(at);
        prefetch(at + 64);
        prefetch(at + 128);
    }
    [[nodiscard]] HWY_INLINE bool empty() const { return size_ == 0; }
    HWY_INLINE std::uint32_t take(float& when) {
        SWEPT_ASSERT(size_ > 0, "something waits");
        const std::uint64_t entry = entries_[--size_];
        when = std::bit_cast<float>(static_cast<std::uint32_t>(entry >> 32));
        return static_cast<std::uint32_t>(entry);
    }

   private:
    std::uint64_t entries_[std::size_t{Tree::depth_limit} * tree_width];
    std::size_t size_ = 0;
};

/// Up to eight triangles of a leaf.
struct LeafRun {
    Point8 corner[3];
    unsigned lanes;

    HWY_INLINE LeafRun(const WalkTree& tree, const std::uint32_t* leaf, std::uint32_t first) {
        const std::size_t count = leaf[1] - leaf[0];
        SWEPT_ASSERT(leaf[0] <= first && first < leaf[1], "a triangle of the leaf");
        const float* from = tree.corners + std::size_t{9} * leaf[0] + (first - leaf[0]);
        for (std::size_t v = 0; v < 3; ++v, from += 3 * count) {
            corner[v] = {load(from), load(from + count), load(from + 2 * count)};
        }
        lanes = leaf[1] - first < tree_width ? (1U << (leaf[1] - first)) - 1 : 0xffU;
    }
};

/// Triangles that the line may cross. Everything is relative to where it enters the leaf, so that
/// products are as small as the leaf. With A the largest coordinate of a corner, k = `error` the
/// error of one and D the 1-norm of the way, a product of two corners is off by 5 A k + 2 k^2 in
/// each component, its product with the way by D k (7 A + 2 k) (rounding included: k >= 2^-20), and
/// the volume a0.(a1 x a2) by 24 k A (A + k).
///
/// Where only the first is of interest, a triangle that is surely crossed ends the way behind it,
/// but is looked at only when all others that may come before it are known.
struct RayLeaf {
    HWY_INLINE RayLeaf(const SegmentInTree& on_way, LeafVisitor& to_look)
        : way(on_way),
          visitor(to_look),
          latest(on_way.latest),
          side_error(
              8 * way.error *
              ((std::fabs(way.vector[0]) + std::fabs(way.vector[1])) + std::fabs(way.vector[2]))) {}

    const SegmentInTree& way;
    LeafVisitor& visitor;
    float latest;
    float side_error;

    struct Put {
        float from;
        std::uint32_t triangle;
    };
    static constexpr unsigned most_put = 8;
    Put put_off[most_put];
    unsigned put_count = 0;

    /// What is known of eight triangles.
    struct Crossing {
        alignas(32) float volume[tree_width];
        alignas(32) float steep[tree_width];
        alignas(32) float slack[tree_width];
        alignas(32) float error3[tree_width];
        unsigned sure;  ///< which are crossed by the line, in a direction that counts
    };

    HWY_INLINE void visit(const WalkTree& tree, const std::uint32_t* leaf, float when) {
        const float start = when < 1 ? when : 1;
        float place[3];
        for (int i = 0; i < 3; ++i) place[i] = way.from[i] + start * way.vector[i];
        for (std::uint32_t first = leaf[0]; first < leaf[1]; first += tree_width) {
            prefetch(tree.vertices + std::size_t{3} * first);
            Crossing crossing;
            unsigned bits = crossed(LeafRun(tree, leaf, first), place, start, crossing);
            for (; bits != 0 && latest >= 0; bits &= bits - 1) {
                const auto lane = lowest_bit(bits);
                if (way.first && (crossing.sure >> lane & 1U) != 0 &&
                    put_off_if_sure(tree, crossing, lane, start, first + lane)) {
                    continue;
                }
                look(first + lane);
            }
        }
    }

    HWY_INLINE void look(std::uint32_t triangle) {
        const float known = visitor.look(triangle);
        if (known < latest) latest = known;
    }

    /// Looks at what was put off, nearest first.
    HWY_INLINE void finish() {
        while (put_count > 0) {
            unsigned next = 0;
            for (unsigned i = 1; i < put_count; ++i) {
                if (put_off[i].from < put_off[next].from) next = i;
            }
            const Put put = put_off[next];
            put_off[next] = put_off[--put_count];
            if (put.from > latest) continue;
            const float known = visitor.visit_crossed(put.triangle);
            if (known < latest) latest = known;
        }
    }

    HWY_INLINE bool put_off_if_sure(const WalkTree& tree, const Crossing& at, unsigned lane,
                                    float start, std::uint32_t triangle) {
        const float from =
            start + (at.volume[lane] - at.slack[lane]) / (at.steep[lane] + at.error3[lane]);
        const float to =
            start + (at.volume[lane] + at.slack[lane]) / (at.steep[lane] - at.error3[lane]);
        // Not where it starts or ends: that is for exact signs.
        if (!(at.volume[lane] > at.slack[lane] && from > 0x1p-18F && to < 1 - 0x1p-18F)) {
            return false;
        }
        if (put_count == most_put) finish();
        SWEPT_ASSERT(put_count < most_put,
                     "what was put off is looked at when there is no more room");
        // Until it is looked at, what that takes may be fetched.
        prefetch(tree.faces + triangle);
        for (std::size_t i = 0; i < 3; ++i) {
            prefetch(tree.positions +
                     std::size_t{3} * tree.vertices[std::size_t{3} * triangle + i]);
        }
        put_off[put_count++] = {from - 0x1p-20F, triangle};
        if (to + 0x1p-20F < latest) latest = to + 0x1p-20F;
        return true;
    }

    HWY_INLINE unsigned crossed(const LeafRun& run, const float* place, float start,
                                Crossing& crossing) const {
        const Point8 origin = spread(place), vector = spread(way.vector);
        const Point8 a = run.corner[0] - origin, b = run.corner[1] - origin,
                     c = run.corner[2] - origin;
        const Point8 bc = cross(b, c);
        const Row u = dot(vector, bc), v = dot(vector, cross(c, a)), w = dot(vector, cross(a, b));
        const Row size = greater(greater(largest(a), largest(b)), largest(c));
        const Row room = size + all(way.error);
        const Row error = all(side_error) * room, below = all(0.0F) - error;
        const Row least = lesser(lesser(u, v), w), most = greater(greater(u, v), w);
        // Some side is surely left, another surely right.
        const unsigned missed = bits_larger(below, least) & bits_larger(most, error);
        const unsigned bits = run.lanes & ~missed;
        if (bits == 0) return 0;
        // Where the plane is crossed: s = volume / slope from here. Of slopes that may be 0 nothing
        // is known.
        const Row slope = (u + v) + w, error3 = all(3.0F) * error;
        const Row volume = where_positive(slope, dot(a, bc), all(0.0F) - dot(a, bc));
        const Row steep = magnitude(slope);
        const Row slack = all(24 * way.error) * size * room + error3;
        const unsigned late =
            bits_larger(volume, all((latest - start) * (1 + 0x1p-20F) + 0x1p-20F) * steep + slack);
        const unsigned early = bits_larger(all(-start - 0x1p-20F) * steep - slack, volume);
        const unsigned known = bits_larger(steep, error3 + error3);
        const unsigned backward = bits_larger(least, error), forward = bits_larger(below, most);
        crossing.sure = known & (way.front ? forward : forward | backward);
        store(volume, crossing.volume);
        store(steep, crossing.steep);
        store(slack, crossing.slack);
        store(error3, crossing.error3);
        return bits & ~((late | early) & known);
    }
};

/// Triangles that may come within `grown` of the way: it must be so near to the triangle's box, its
/// plane, and on the inner side of its edges. Each of these holds from when to when along the way.
struct SphereLeaf {
    const SegmentInTree& way;
    LeafVisitor& visitor;
    float latest = way.latest;

    struct Interval {
        Row from, to;
        /// Where value + tau rate <= limit.
        HWY_INLINE void keep(const Row& value, const Row& rate, const Row& limit) {
            // A rate of 0 would make 0 / 0; one so small moves nothing by a rounding.
            const Row safe =
                where_positive(rate, greater(rate, all(1e-30F)), lesser(rate, all(-1e-30F)));
            const Row when = (limit - value) / safe;
            to = lesser(to, where_positive(rate, when, all(3e38F)));
            from = greater(from, where_positive(rate, all(-3e38F), when));
        }
    };

    HWY_INLINE void finish() {}
    HWY_INLINE void visit(const WalkTree& tree, const std::uint32_t* leaf, float /*when*/) {
        for (std::uint32_t first = leaf[0]; first < leaf[1]; first += tree_width) {
            alignas(32) float when[tree_width];
            unsigned bits = near(LeafRun(tree, leaf, first), when);
            while (bits != 0 && latest >= 0) {
                unsigned next = lowest_bit(bits);
                for (unsigned rest = bits & (bits - 1); rest != 0; rest &= rest - 1) {
                    const auto lane = lowest_bit(rest);
                    if (when[lane] < when[next]) next = lane;
                }
                bits &= ~(1U << next);
                if (when[next] > latest) break;
                latest = visitor.look(first + next);
            }
        }
    }

    HWY_INLINE unsigned near(const LeafRun& run, float* when) const {
        const Point8 origin = spread(way.from), vector = spread(way.vector);
        const Row grown = all(way.grown);
        Point8 a[3];
        for (int i = 0; i < 3; ++i) a[i] = run.corner[i] - origin;
        Interval within{all(0.0F), all(latest)};
        within_box(a[0].x, a[1].x, a[2].x, 0, within);
        within_box(a[0].y, a[1].y, a[2].y, 1, within);
        within_box(a[0].z, a[1].z, a[2].z, 2, within);
        unsigned bits = run.lanes & ~bits_larger(within.from, later(within.to));
        store(within.from, when);
        if (bits == 0) return 0;
        const Point8* p = run.corner;
        const Point8 e[3] = {p[1] - p[0], p[2] - p[1], p[0] - p[2]};
        const Point8 n = cross(e[0], e[1]);
        const Row normal = square_root(dot(n, n));
        Row length[3];
        for (int i = 0; i < 3; ++i) length[i] = square_root(dot(e[i], e[i]));
        const Row longest = greater(greater(length[0], length[1]), length[2]);
        // Edges are off by 2^-24 and tilt the normal by 4 of that, times longest / normal; rounding
        // its products by some 11 more, the directions across the edges twice as much. Places
        // within `grown` of the triangle are off by the tilt times how far they are from a corner.
        const Row tilt = all(32 * 0x1p-24F) * longest / normal;
        const Row limit = grown + tilt * (grown + all(2.0F) * longest);
        const unsigned known = bits_larger(all(1.0F), limit);  // no NaN passes
        Interval tight = within;
        const Row value = all(0.0F) - dot(n, a[0]), rate = dot(n, vector);
        tight.keep(value, rate, limit * normal);
        tight.keep(all(0.0F) - value, all(0.0F) - rate, limit * normal);
        for (int i = 0; i < 3; ++i) {
            const Point8 out = cross(e[i], n);
            tight.keep(all(0.0F) - dot(out, a[i]), dot(out, vector), limit * (length[i] * normal));
        }
        const unsigned parted = bits_larger(tight.from, later(tight.to));
        alignas(32) float entry[tree_width];
        store(tight.from, entry);
        for (unsigned rest = bits & known; rest != 0; rest &= rest - 1) {
            const auto lane = lowest_bit(rest);
            when[lane] = entry[lane] * (1 - 0x1p-18F);
        }
        return bits & ~(parted & known);
    }

    HWY_INLINE static Row later(const Row& tau) { return tau * all(1 + 0x1p-18F) + all(0x1p-30F); }

    /// Where the way is between the bounds of a coordinate, grown.
    HWY_INLINE void within_box(const Row& p, const Row& q, const Row& r, int axis,
                               Interval& within) const {
        const Row rate = all(1 / way.vector[axis]), grown = all(way.grown);
        const Row to_lower = (lesser(lesser(p, q), r) - grown) * rate;
        const Row to_upper = (greater(greater(p, q), r) + grown) * rate;
        within.from = greater(within.from, lesser(to_lower, to_upper));
        within.to = lesser(within.to, greater(to_lower, to_upper));
    }
};

template <class Leaf>
HWY_INLINE void walk(const WalkTree& tree, const SegmentInTree& way, Leaf&& leaf,
                     WalkCount& count) {
    const Slabs slabs(way);
    Pending pending;
    std::uint32_t reference = 0, boxes = 0;
    float when = 0;
    for (;;) {
        if ((reference & Tree::leaf_bit) != 0) {
            const std::uint32_t triangles = reference & FaceTree::most_packed;
            const std::uint32_t begin = (reference & ~Tree::leaf_bit) >> 4;
            const std::uint32_t packed[2] = {begin, begin + triangles};
            leaf.visit(tree, triangles != 0 ? packed : tree.triangle_begins + begin, when);
        } else {
            alignas(32) float entry[tree_width];
            unsigned bits = slabs.met(tree.rows + std::size_t{reference} * (6 * tree_width),
                                      leaf.latest, entry);
            boxes += tree_width;
            const std::uint32_t* child = tree.children + std::size_t{reference} * tree_width;
            if (bits != 0 && (bits & (bits - 1)) == 0) {  // one child: straight on
                const auto lane = lowest_bit(bits);
                reference = child[lane];
                when = entry[lane];
                continue;
            }
            std::size_t added = 0;
            for (; bits != 0; bits &= bits - 1, ++added) {
                const auto lane = lowest_bit(bits);
                pending.add(entry[lane], child[lane]);
            }
            pending.order(added);
            // What is not next is fetched while the next is looked at.
            if (added > 1) pending.prefetch_second(tree);
        }
        do {
            if (pending.empty()) {
                leaf.finish();
                count.boxes += boxes;
                return;
            }
            reference = pending.take(when);
        } while (when > leaf.latest * (1 + 0x1p-20F));
    }
}

HWY_NOINLINE void ray_walk(const WalkTree& tree, const SegmentInTree& way, LeafVisitor& visitor,
                           WalkCount& count) {
    walk(tree, way, RayLeaf(way, visitor), count);
}

HWY_NOINLINE void sphere_walk(const WalkTree& tree, const SegmentInTree& way, LeafVisitor& visitor,
                              WalkCount& count) {
    walk(tree, way, SphereLeaf{way, visitor}, count);
}

}  // namespace swept::cast_detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
