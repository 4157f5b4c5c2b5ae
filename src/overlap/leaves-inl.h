// How two leaves are compared, eight triangles at a time: a kernel of traverse.cpp, compiled once
// per instruction set (hence the guard, which Highway toggles). Triangles that cannot meet are
// sorted out in single precision with proven error bounds; what is left is for the exact tests.

#if defined(SWEPT_LEAVES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_LEAVES_INL
#undef SWEPT_LEAVES_INL
#else
#define SWEPT_LEAVES_INL
#endif

#include "core/assert.h"
#include "core/row8-inl.h"
#include "overlap/traverse_query.h"

HWY_BEFORE_NAMESPACE();
namespace swept::overlap_detail::HWY_NAMESPACE {
using namespace ::swept::HWY_NAMESPACE;

// Offsets of one volume stand eight apart, in a lane of a node's rows or of a frame's.
HWY_INLINE float offset(const float* volume, std::size_t i) {
    return volume[8 * i];
}

template <std::size_t K>
constexpr std::size_t reversed(std::size_t i) {
    return i < K / 2 ? i + K / 2 : i - K / 2;
}

constexpr bool is_leaf(std::uint32_t reference) {
    return (reference & 0x80000000U) != 0;
}

HWY_INLINE float lesser_of(float a, float b) {
    return a < b ? a : b;
}
HWY_INLINE float greater_of(float a, float b) {
    return a > b ? a : b;
}

/// A volume of one tree: its own offsets, those in the other tree's frame, and a measure of its
/// size, in lengths of a.
struct Volume {
    const float* own;
    const float* in_other;
    std::uint32_t reference;
    float size;
};

/// Eight triangles: corners, boxes, normals, and the error bound of distances times normals.
struct Triangles {
    Row corner[9];
    Row lower[3];
    Row upper[3];
    Row normal[3];
    Row edge;  ///< the longest coordinate of two edges
};

/// The triangles of a leaf.
struct LeafRange {
    std::uint32_t begin;
    std::uint32_t end;

    HWY_INLINE LeafRange(const TraverseTree& tree, std::uint32_t reference)
        : begin(tree.triangle_begins[reference & 0x7fffffffU]),
          end(tree.triangle_begins[(reference & 0x7fffffffU) + 1]) {}

    HWY_INLINE std::size_t count() const { return end - begin; }
    /// The first of the nine coordinates of eight triangles; the next ones stand `count` further.
    HWY_INLINE const float* corners(const TraverseTree& tree, std::uint32_t first) const {
        return tree.corners + std::size_t{9} * begin + (first - begin);
    }
    /// Which of eight lanes from `first` on belong to it.
    HWY_INLINE unsigned lanes(std::uint32_t first) const {
        SWEPT_ASSERT(first >= begin && first < end, "a triangle of the leaf");
        return end - first < 8 ? (1U << (end - first)) - 1 : 0xffU;
    }
};

HWY_INLINE Triangles loaded(const TraverseTree& tree, const LeafRange& leaf, std::uint32_t first) {
    Triangles t;
    const float* from = leaf.corners(tree, first);
    for (std::size_t row = 0; row < 9; ++row) t.corner[row] = load(from + row * leaf.count());
    return t;
}

HWY_INLINE void move(const float* to_a, Triangles& t) {
    for (std::size_t v = 0; v < 9; v += 3) {
        const Row x = t.corner[v], y = t.corner[v + 1], z = t.corner[v + 2];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float* m = to_a + 4 * axis;
            t.corner[v + axis] = ((all(m[0]) * x + all(m[1]) * y) + all(m[2]) * z) + all(m[3]);
        }
    }
}

HWY_INLINE void find_boxes(Triangles& t) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        t.lower[axis] = lesser(lesser(t.corner[axis], t.corner[axis + 3]), t.corner[axis + 6]);
        t.upper[axis] = greater(greater(t.corner[axis], t.corner[axis + 3]), t.corner[axis + 6]);
    }
}

HWY_INLINE void find_normals(Triangles& t) {
    Row e[3], f[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
        e[axis] = t.corner[axis + 3] - t.corner[axis];
        f[axis] = t.corner[axis + 6] - t.corner[axis];
        const Row longer = greater(magnitude(e[axis]), magnitude(f[axis]));
        t.edge = axis == 0 ? longer : greater(t.edge, longer);
    }
    t.normal[0] = e[1] * f[2] - e[2] * f[1];
    t.normal[1] = e[2] * f[0] - e[0] * f[2];
    t.normal[2] = e[0] * f[1] - e[1] * f[0];
}

/// Which lanes have a box that reaches into the box of a leaf, given by its offsets in a's frame.
template <std::size_t half, bool has_axes>
HWY_INLINE unsigned reaching(const Triangles& t, const float* leaf, float slack) {
    if constexpr (!has_axes) return 0xff;
    unsigned apart = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        apart |= bits_larger(t.lower[axis], all(offset(leaf, axis) + slack));
        apart |= bits_larger(all(-offset(leaf, axis + half) - slack), t.upper[axis]);
    }
    return 0xff & ~apart;
}

/// How far differences of coordinates may be off: their own errors and the rounding of the
/// difference, which is no longer than the two leaves together.
struct Errors {
    float reach;   ///< the longest coordinate of a difference
    float of_a;    ///< within a
    float of_b;    ///< within b
    float across;  ///< between the two
};

// The error of n.(p - q), n = e x f of two edges. Let coordinates of e and f be off by h and
// bounded by E, those of p - q by g and G; h >= uE, g >= uG, u = 2^-24. Then |dn_i| <= 4hE + 2h^2 +
// 5uE^2 <= 9h(E + h), and n.(p - q) is off by no more than (1 + 3.1)g|n| + 27h(E + h)(G + g), |n|
// being the sum of the coordinates of n as computed. The rest is room for the rounding of the bound
// itself.
HWY_INLINE Row plane_error(const Triangles& t, float h, const Errors& errors) {
    return all(6 * errors.across) *
               (magnitude(t.normal[0]) + magnitude(t.normal[1]) + magnitude(t.normal[2])) +
           all(28 * h * (errors.reach + errors.across)) * (t.edge + all(h));
}

/// The directions across the three edges of each triangle, in its plane, inward: normal x edge.
/// Found when they are first needed.
struct EdgeNormals {
    alignas(32) float across[9][8];
    alignas(32) float error[3][8];  ///< of across.(p - q)
    bool known;
};

// With h, E, g, G as above, n off by 9h(E + h), N its sum of coordinates, edges no longer than L =
// 2E: across is off by no more than 2 * 9h(E + h)(L + h) + 2Nh + 6uNL, uL <= 2h, and across.(p - q)
// by (1 + 3.1)g|across| + 3(G + g)(18h(E + h)(L + h) + 14Nh).
static HWY_NOINLINE void find_edge_normals(const Triangles& t, float h, const Errors& errors,
                                           EdgeNormals& found) {
    if (found.known) return;
    found.known = true;
    const Row wide = t.edge + t.edge + all(h);
    const Row size = magnitude(t.normal[0]) + magnitude(t.normal[1]) + magnitude(t.normal[2]);
    const Row shared = all(h * (errors.reach + errors.across)) *
                       (all(56) * (t.edge + all(h)) * wide + all(44) * size);
    SWEPT_UNROLL for (std::size_t v = 0; v < 9; v += 3) {
        const std::size_t w = v == 6 ? 0 : v + 3;
        const Row x = t.corner[w] - t.corner[v];
        const Row y = t.corner[w + 1] - t.corner[v + 1];
        const Row z = t.corner[w + 2] - t.corner[v + 2];
        const Row n[3] = {t.normal[1] * z - t.normal[2] * y, t.normal[2] * x - t.normal[0] * z,
                          t.normal[0] * y - t.normal[1] * x};
        for (std::size_t i = 0; i < 3; ++i) store(n[i], found.across[v + i]);
        const Row length = magnitude(n[0]) + magnitude(n[1]) + magnitude(n[2]);
        store(all(6 * errors.across) * length + shared, found.error[v / 3]);
    }
}

namespace overlap_detail {

/// The triangles of a leaf of b, in memory, to be taken one by one.
struct TriangleLanes {
    float corner[9][8];
    float lower[3][8];
    float upper[3][8];
    float normal[3][8];
    float error[8];
};

}  // namespace overlap_detail

using overlap_detail::TriangleLanes;  // src/features has another

HWY_INLINE void spread(const Triangles& t, const Row& error, TriangleLanes& lanes) {
    for (std::size_t row = 0; row < 9; ++row) store(t.corner[row], lanes.corner[row]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        store(t.lower[axis], lanes.lower[axis]);
        store(t.upper[axis], lanes.upper[axis]);
        store(t.normal[axis], lanes.normal[axis]);
    }
    store(error, lanes.error);
}

HWY_INLINE Row dot(const Row* n, const Row& x, const Row& y, const Row& z) {
    return (n[0] * x + n[1] * y) + n[2] * z;
}

/// Which of the lanes of a are not surely apart from one triangle of b.
HWY_INLINE unsigned meeting(const Triangles& a, const Row& error_a, const TriangleLanes& b,
                            std::size_t lane, float slack) {
    unsigned apart = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        apart |= bits_larger(a.lower[axis], all(b.upper[axis][lane] + slack));
        apart |= bits_larger(all(b.lower[axis][lane] - slack), a.upper[axis]);
    }
    if (apart == 0xff) return 0;
    // The corners of b before or behind the planes of a.
    Row least, most;
    for (std::size_t v = 0; v < 9; v += 3) {
        const Row s =
            dot(a.normal, all(b.corner[v][lane]) - a.corner[0],
                all(b.corner[v + 1][lane]) - a.corner[1], all(b.corner[v + 2][lane]) - a.corner[2]);
        least = v == 0 ? s : lesser(least, s);
        most = v == 0 ? s : greater(most, s);
    }
    const Row zero = all(0);
    apart |= bits_larger(least, error_a) | bits_larger(zero - error_a, most);
    if (apart == 0xff) return 0;
    // The corners of a before or behind the plane of b.
    const Row n[3] = {all(b.normal[0][lane]), all(b.normal[1][lane]), all(b.normal[2][lane])};
    const Row x = all(b.corner[0][lane]), y = all(b.corner[1][lane]), z = all(b.corner[2][lane]);
    for (std::size_t v = 0; v < 9; v += 3) {
        const Row s = dot(n, a.corner[v] - x, a.corner[v + 1] - y, a.corner[v + 2] - z);
        least = v == 0 ? s : lesser(least, s);
        most = v == 0 ? s : greater(most, s);
    }
    const Row error_b = all(b.error[lane]);
    apart |= bits_larger(least, error_b) | bits_larger(zero - error_b, most);
    return 0xff & ~apart;
}

/// Which lanes of a lie beyond an edge of one triangle of b, or that beyond an edge of theirs: what
/// parts triangles that lie in nearly one plane.
HWY_INLINE unsigned beyond_edges(const Triangles& a, const EdgeNormals& edges_a,
                                 const TriangleLanes& b, const EdgeNormals& edges_b,
                                 std::size_t lane) {
    const Row zero = all(0);
    unsigned beyond = 0;
    SWEPT_UNROLL for (std::size_t v = 0; v < 9; v += 3) {
        const Row n_a[3] = {load(edges_a.across[v]), load(edges_a.across[v + 1]),
                            load(edges_a.across[v + 2])};
        const Row n_b[3] = {all(edges_b.across[v][lane]), all(edges_b.across[v + 1][lane]),
                            all(edges_b.across[v + 2][lane])};
        Row most_a, most_b;
        SWEPT_UNROLL for (std::size_t w = 0; w < 9; w += 3) {
            const Row of_a = dot(n_a, all(b.corner[w][lane]) - a.corner[v],
                                 all(b.corner[w + 1][lane]) - a.corner[v + 1],
                                 all(b.corner[w + 2][lane]) - a.corner[v + 2]);
            const Row of_b = dot(n_b, a.corner[w] - all(b.corner[v][lane]),
                                 a.corner[w + 1] - all(b.corner[v + 1][lane]),
                                 a.corner[w + 2] - all(b.corner[v + 2][lane]));
            most_a = w == 0 ? of_a : greater(most_a, of_a);
            most_b = w == 0 ? of_b : greater(most_b, of_b);
        }
        beyond |= bits_larger(zero - load(edges_a.error[v / 3]), most_a);
        beyond |= bits_larger(all(-edges_b.error[v / 3][lane]), most_b);
    }
    return beyond;
}

/// Hands pairs of triangles on to the exact test. Faces of several triangles would come again and
/// again: what was handed on from the leaves at hand is remembered. It forgets when full, which
/// costs repeated tests only.
struct HandOn {
    static constexpr unsigned most = 64;
    const TraverseQuery& query;
    std::uint32_t seen_a[most];
    std::uint32_t seen_b[most];
    unsigned count;

    HWY_INLINE explicit HandOn(const TraverseQuery& of_query) : query(of_query), count(0) {}

    HWY_INLINE bool is_new(std::uint32_t face_a, std::uint32_t face_b) {
        for (unsigned i = count; i-- > 0;) {
            if (seen_a[i] == face_a && seen_b[i] == face_b) return false;
        }
        if (count == most) count = 0;
        SWEPT_ASSERT(count < most, "it forgets when full");
        seen_a[count] = face_a;
        seen_b[count++] = face_b;
        return true;
    }

    /// Whether to stop.
    HWY_INLINE bool pair(std::uint32_t triangle_a, std::uint32_t triangle_b) {
        const std::uint32_t face_a = query.a.faces[triangle_a];
        const std::uint32_t face_b = query.b.faces[triangle_b];
        if (query.polygons && !is_new(face_a, face_b)) return false;
        return query.test(query.context, face_a, face_b);
    }
};

HWY_INLINE bool hand_on_all(const TraverseQuery& query, const LeafRange& a, const LeafRange& b) {
    HandOn hand_on(query);
    for (std::uint32_t tb = b.begin; tb < b.end; ++tb) {
        for (std::uint32_t ta = a.begin; ta < a.end; ++ta) {
            if (hand_on.pair(ta, tb)) return true;
        }
    }
    return false;
}

template <std::size_t half, bool has_axes>
HWY_INLINE Errors errors_between(const TraverseQuery& query, const Volume& a, const Volume& b) {
    float reach = 0;
    if constexpr (!has_axes) {
        reach = 4 * (1 + query.ratio);
    } else {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t below = axis + half;
            const float top = greater_of(offset(a.own, axis), offset(b.in_other, axis));
            const float bottom = greater_of(offset(a.own, below), offset(b.in_other, below));
            reach = greater_of(reach, top + bottom);
        }
    }
    const float rounding = 0x1p-24F * reach;
    return {reach, 2 * query.error_a + rounding, 2 * query.error_b + rounding,
            query.error_a + query.error_b + rounding};
}

/// The least and the greatest of n.x over the corners of a leaf's triangles.
struct Range {
    float least;
    float greatest;
};

HWY_INLINE Range range_along(const TraverseTree& tree, std::uint32_t leaf, const float* n) {
    const LeafRange triangles(tree, leaf);
    const std::size_t count = triangles.count();
    Range range{1e38F, -1e38F};
    for (std::uint32_t t = triangles.begin; t < triangles.end; t += 8) {
        Row least, greatest;
        for (std::size_t v = 0; v < 9; v += 3) {
            const float* x = triangles.corners(tree, t) + v * count;
            const Row along = (all(n[0]) * load(x) + all(n[1]) * load(x + count)) +
                              all(n[2]) * load(x + 2 * count);
            least = v == 0 ? along : lesser(least, along);
            greatest = v == 0 ? along : greater(greatest, along);
        }
        alignas(32) float of_lane[2][8];
        store(least, of_lane[0]);
        store(greatest, of_lane[1]);
        const std::uint32_t lanes = triangles.end - t < 8 ? triangles.end - t : 8;
        for (std::uint32_t i = 0; i < lanes; ++i) {
            range.least = lesser_of(range.least, of_lane[0][i]);
            range.greatest = greater_of(range.greatest, of_lane[1][i]);
        }
    }
    return range;
}

/// Whether one plane parts two leaves whole. Surfaces that lie close and do not meet look at each
/// other, or along each other; the plane half way between the directions they look in parts them,
/// where boxes and the planes of single triangles still overlap.
HWY_INLINE bool surely_apart(const TraverseQuery& query, std::uint32_t leaf_a,
                             std::uint32_t leaf_b) {
    const float* of_a = query.a.leaf_normals + std::size_t{3} * leaf_a;
    const float* of_b = query.b.leaf_normals + std::size_t{3} * leaf_b;
    const float* m = query.b_to_a;
    float n[3];  // of b, in a's frame, times the ratio
    for (std::size_t i = 0; i < 3; ++i) {
        n[i] = (m[4 * i] * of_b[0] + m[4 * i + 1] * of_b[1]) + m[4 * i + 2] * of_b[2];
    }
    const float cosine = (n[0] * of_a[0] + n[1] * of_a[1]) + n[2] * of_a[2];
    const float weight = (cosine < 0 ? -1.0F : 1.0F) / query.ratio;
    float size = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        n[i] = of_a[i] + weight * n[i];
        size += n[i] < 0 ? -n[i] : n[i];
    }
    float in_b[3];
    for (std::size_t i = 0; i < 3; ++i) {
        in_b[i] = (m[i] * n[0] + m[4 + i] * n[1]) + m[8 + i] * n[2];
    }
    const float shift = (m[3] * n[0] + m[7] * n[1]) + m[11] * n[2];
    const Range a = range_along(query.a, leaf_a, n);
    const Range b = range_along(query.b, leaf_b, in_b);
    // Coordinates of a are off by error_a and n.x is rounded by 4u more, u = 2 error_a; those of b,
    // the rounding of in_b (3u), of its products and of the shift: within twice error_b.
    const float error = size * (9 * query.error_a + 2 * query.error_b) * 1.01F;
    return a.least - (b.greatest + shift) > error || (b.least + shift) - a.greatest > error;
}

/// Hands on the pairs of triangles of two leaves that are not surely apart; whether to stop. `half`
/// is the number of directions that bound a volume, opposite ones counted once: 3 for boxes. With
/// `has_axes`, the first three of them are the axes.
template <std::size_t half, bool has_axes>
static HWY_NOINLINE bool compare_leaves(const TraverseQuery& query, const Volume& a,
                                        const Volume& b) {
    const LeafRange range_a(query.a, a.reference), range_b(query.b, b.reference);
    SWEPT_ASSERT(is_leaf(a.reference) && is_leaf(b.reference), "two leaves");
    SWEPT_ASSERT(range_a.begin < range_a.end && range_b.begin < range_b.end, "no leaf is empty");
    if (!query.thin_out) return hand_on_all(query, range_a, range_b);
    if (surely_apart(query, a.reference & 0x7fffffffU, b.reference & 0x7fffffffU)) return false;
    const Errors errors = errors_between<half, has_axes>(query, a, b);
    HandOn hand_on(query);
    for (std::uint32_t tb = range_b.begin; tb < range_b.end; tb += 8) {
        Triangles of_b = loaded(query.b, range_b, tb);
        move(query.b_to_a, of_b);
        find_boxes(of_b);
        const unsigned left_b =
            range_b.lanes(tb) & reaching<half, has_axes>(of_b, a.own, errors.across);
        if (left_b == 0) continue;
        find_normals(of_b);
        TriangleLanes lanes_b;
        spread(of_b, plane_error(of_b, errors.of_b, errors), lanes_b);
        EdgeNormals edges_a, edges_b;
        edges_b.known = false;
        for (std::uint32_t ta = range_a.begin; ta < range_a.end; ta += 8) {
            Triangles of_a = loaded(query.a, range_a, ta);
            find_boxes(of_a);
            const unsigned left_a =
                range_a.lanes(ta) & reaching<half, has_axes>(of_a, b.in_other, errors.across);
            if (left_a == 0) continue;
            find_normals(of_a);
            const Row error_a = plane_error(of_a, errors.of_a, errors);
            edges_a.known = false;
            for (unsigned rest_b = left_b; rest_b != 0; rest_b &= rest_b - 1) {
                const auto lane_b = lowest_bit(rest_b);
                unsigned bits = left_a & meeting(of_a, error_a, lanes_b, lane_b, errors.across);
                if ((bits & (bits - 1)) != 0) {  // two or more: exact tests would cost more
                    find_edge_normals(of_a, errors.of_a, errors, edges_a);
                    find_edge_normals(of_b, errors.of_b, errors, edges_b);
                    bits &= ~beyond_edges(of_a, edges_a, lanes_b, edges_b, lane_b);
                }
                for (; bits != 0; bits &= bits - 1) {
                    const auto lane_a = lowest_bit(bits);
                    if (hand_on.pair(ta + lane_a, tb + lane_b)) return true;
                }
            }
        }
    }
    return false;
}

}  // namespace swept::overlap_detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
