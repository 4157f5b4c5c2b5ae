// The kernels of traverse.cpp, written once against row8-inl.h and compiled once per instruction
// set (hence the guard, which Highway toggles). No function of any other header is called here.

#if defined(SWEPT_TRAVERSE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEPT_TRAVERSE_INL
#undef SWEPT_TRAVERSE_INL
#else
#define SWEPT_TRAVERSE_INL
#endif

#include "overlap/traverse_query.h"

HWY_BEFORE_NAMESPACE();
namespace swept::HWY_NAMESPACE {

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

/// An opened node: its children in the other frame, which of them are still to be looked at, and
/// the volume of the other tree that they are compared with.
template <std::size_t K>
struct Frame {
    alignas(32) float in_other[K * 8];
    alignas(32) float depth[8];  ///< by how much they overlap at least, along all directions
    alignas(32) float size[8];
    const float* own;
    const std::uint32_t* children;
    Volume partner;
    unsigned left;  ///< bit i: child i
    unsigned tree;  ///< whose node it is: 0 a's, 1 b's

    HWY_INLINE Volume child(unsigned lane) const {
        return {own + lane, in_other + lane, children[lane], size[lane]};
    }
};

/// Compares the children of a node with the partner, in both frames; fills in all that is known of
/// them.
template <std::size_t K>
HWY_INLINE void compare(Frame<K>& frame, const TraverseRealignment& to_other, float length) {
    constexpr std::size_t half = K / 2;
    const float* own = frame.own;
    const float* across = frame.partner.in_other;
    Row depth = load(own) + all(offset(across, half));
    SWEPT_UNROLL for (std::size_t i = 1; i < K; ++i) {
        depth = lesser(depth, load(own + 8 * i) + all(offset(across, reversed<K>(i))));
    }
    const Row zero = all(0);
    frame.left = 0xff & ~bits_larger(zero, depth);
    if (frame.left == 0) return;
    across = frame.partner.own;
    SWEPT_UNROLL for (std::size_t i = 0; i < K; ++i) {
        const float* w = to_other.weight + 3 * i;
        const std::uint8_t* j = to_other.index + 3 * i;
        const Row sum = all(w[0]) * load(own + 8 * j[0]) + all(w[1]) * load(own + 8 * j[1]);
        const Row moved = (sum + all(w[2]) * load(own + 8 * j[2])) + all(to_other.shift[i]);
        store(moved, frame.in_other + 8 * i);
        depth = lesser(depth, moved + all(offset(across, reversed<K>(i))));
    }
    frame.left &= ~bits_larger(zero, depth);
    store(depth, frame.depth);
    Row size = load(own) + load(own + 8 * half);
    for (std::size_t i = 1; i < 3; ++i) {
        size = size + (load(own + 8 * i) + load(own + 8 * (i + half)));
    }
    store(size * all(length), frame.size);
}

/// Takes the child that overlaps most: where surfaces cross, the search gets there first.
template <std::size_t K>
HWY_INLINE unsigned take_deepest(Frame<K>& frame) {
    unsigned best = static_cast<unsigned>(__builtin_ctz(frame.left));
    for (unsigned rest = frame.left & (frame.left - 1); rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
        best = frame.depth[lane] > frame.depth[best] ? lane : best;
    }
    frame.left &= ~(1U << best);
    return best;
}

// ---- leaves
// ---------------------------------------------------------------------------------------

/// Eight triangles: corners, boxes, normals, and the error bound of distances times normals.
struct Triangles {
    Row corner[9];
    Row lower[3];
    Row upper[3];
    Row normal[3];
    Row edge;  ///< the longest coordinate of two edges
};

HWY_INLINE Triangles loaded(const TraverseTree& tree, std::size_t first) {
    Triangles t;
    for (std::size_t row = 0; row < 9; ++row) {
        t.corner[row] = load(tree.corners + row * tree.stride + first);
    }
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
template <std::size_t K>
HWY_INLINE unsigned reaching(const Triangles& t, const float* leaf, float slack) {
    if (K == 8) return 0xff;  // no axes among its directions
    unsigned apart = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        apart |= bits_larger(t.lower[axis], all(offset(leaf, axis) + slack));
        apart |= bits_larger(all(-offset(leaf, axis + K / 2) - slack), t.upper[axis]);
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
// 5uE^2 <= 9h(E + h), and n.(p - q) is off by no more than 6.1gE^2 + 27h(E + h)(G + g) + 24.3uE^2G
// <= 30.4gE^2 + 27h(E + h)(G + g). The rest is room for the rounding of the bound itself.
HWY_INLINE Row plane_error(const Row& edge, float h, const Errors& errors) {
    return all(31 * errors.across) * (edge * edge) +
           all(28 * h * (errors.reach + errors.across)) * (edge + all(h));
}

/// The triangles of a leaf of b, in memory, to be taken one by one.
struct TriangleLanes {
    float corner[9][8];
    float lower[3][8];
    float upper[3][8];
    float normal[3][8];
    float error[8];
};

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

/// Pairs of faces that were handed on from the leaves at hand: faces of several triangles would
/// come again. Forgets when full, which costs repeated tests only.
struct Handed {
    static constexpr unsigned most = 64;
    std::uint32_t a[most];
    std::uint32_t b[most];
    unsigned count = 0;

    HWY_INLINE bool add(std::uint32_t face_a, std::uint32_t face_b) {
        for (unsigned i = count; i-- > 0;) {
            if (a[i] == face_a && b[i] == face_b) return false;
        }
        if (count == most) count = 0;
        a[count] = face_a;
        b[count++] = face_b;
        return true;
    }
};

template <std::size_t K>
HWY_INLINE Errors errors_between(const TraverseQuery& query, const Volume& a, const Volume& b) {
    float reach = 0;
    if (K == 8) {
        reach = 4 * (1 + query.ratio);
    } else {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t below = axis + K / 2;
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
    const std::uint32_t end = tree.triangle_begins[leaf + 1];
    Range range{1e38F, -1e38F};
    for (std::uint32_t t = tree.triangle_begins[leaf]; t < end; t += 8) {
        Row least, greatest;
        for (std::size_t v = 0; v < 9; v += 3) {
            const float* x = tree.corners + v * tree.stride + t;
            const Row along = (all(n[0]) * load(x) + all(n[1]) * load(x + tree.stride)) +
                              all(n[2]) * load(x + 2 * tree.stride);
            least = v == 0 ? along : lesser(least, along);
            greatest = v == 0 ? along : greater(greatest, along);
        }
        alignas(32) float of_lane[2][8];
        store(least, of_lane[0]);
        store(greatest, of_lane[1]);
        const std::uint32_t lanes = end - t < 8 ? end - t : 8;
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

/// Hands on the pairs of triangles of two leaves that are not surely apart; whether to stop.
template <std::size_t K>
bool compare_leaves(const TraverseQuery& query, const Volume& a, const Volume& b) {
    const std::uint32_t leaf_a = a.reference & 0x7fffffffU, leaf_b = b.reference & 0x7fffffffU;
    const std::uint32_t a_end = query.a.triangle_begins[leaf_a + 1];
    const std::uint32_t b_end = query.b.triangle_begins[leaf_b + 1];
    if (surely_apart(query, leaf_a, leaf_b)) return false;
    const Errors errors = errors_between<K>(query, a, b);
    Handed handed;
    for (std::uint32_t tb = query.b.triangle_begins[leaf_b]; tb < b_end; tb += 8) {
        Triangles of_b = loaded(query.b, tb);
        move(query.b_to_a, of_b);
        find_boxes(of_b);
        unsigned left_b = reaching<K>(of_b, a.own, errors.across);
        if (b_end - tb < 8) left_b &= (1U << (b_end - tb)) - 1;
        if (left_b == 0) continue;
        find_normals(of_b);
        TriangleLanes lanes_b;
        spread(of_b, plane_error(of_b.edge, errors.of_b, errors), lanes_b);
        for (std::uint32_t ta = query.a.triangle_begins[leaf_a]; ta < a_end; ta += 8) {
            Triangles of_a = loaded(query.a, ta);
            find_boxes(of_a);
            unsigned left_a = reaching<K>(of_a, b.in_other, errors.across);
            if (a_end - ta < 8) left_a &= (1U << (a_end - ta)) - 1;
            if (left_a == 0) continue;
            find_normals(of_a);
            const Row error_a = plane_error(of_a.edge, errors.of_a, errors);
            for (unsigned lane_b = 0; lane_b < 8; ++lane_b) {
                if ((left_b >> lane_b & 1U) == 0) continue;
                unsigned bits = left_a & meeting(of_a, error_a, lanes_b, lane_b, errors.across);
                for (unsigned lane_a = 0; bits != 0; ++lane_a, bits >>= 1U) {
                    if ((bits & 1U) == 0) continue;
                    const std::uint32_t face_a = query.a.faces[ta + lane_a];
                    const std::uint32_t face_b = query.b.faces[tb + lane_b];
                    if (query.polygons && !handed.add(face_a, face_b)) continue;
                    if (query.test(query.context, face_a, face_b)) return true;
                }
            }
        }
    }
    return false;
}

// ---- the whole
// ------------------------------------------------------------------------------------

/// The root of a tree as a volume; `rows` holds its offsets, eight apart, and those in the other
/// frame.
template <std::size_t K>
struct Root {
    float rows[2][K * 8];

    HWY_INLINE Volume volume(const float* root, const TraverseRealignment& r, float length) {
        for (std::size_t i = 0; i < K; ++i) {
            const float* w = r.weight + 3 * i;
            const std::uint8_t* j = r.index + 3 * i;
            rows[0][8 * i] = root[i];
            rows[1][8 * i] =
                ((w[0] * root[j[0]] + w[1] * root[j[1]]) + w[2] * root[j[2]]) + r.shift[i];
        }
        float size = 0;
        for (std::size_t i = 0; i < 3; ++i) size += root[i] + root[i + K / 2];
        return {rows[0], rows[1], 0, size * length};
    }
};

template <std::size_t K>
bool may_meet(const Volume& a, const Volume& b) {
    for (std::size_t i = 0; i < K; ++i) {
        if (offset(a.own, i) + offset(b.in_other, reversed<K>(i)) < 0) return false;
        if (offset(b.own, i) + offset(a.in_other, reversed<K>(i)) < 0) return false;
    }
    return true;
}

/// Opens a node of one tree against a volume of the other.
template <std::size_t K>
HWY_INLINE void open(const TraverseQuery& query, unsigned tree, std::uint32_t node,
                     const Volume& partner, Frame<K>& frame) {
    const TraverseTree& opened = tree == 0 ? query.a : query.b;
    frame.own = opened.rows + std::size_t{node} * (K * 8);
    frame.children = opened.children + std::size_t{node} * 8;
    frame.partner = partner;
    frame.tree = tree;
    compare<K>(frame, tree == 0 ? query.a_in_b : query.b_in_a, tree == 0 ? 1 : query.ratio);
}

template <std::size_t K>
void traverse_all(TraverseQuery& query) {
    Root<K> root_a, root_b;
    const Volume a = root_a.volume(query.a.root, query.a_in_b, 1);
    const Volume b = root_b.volume(query.b.root, query.b_in_a, query.ratio);
    query.roots_apart = !may_meet<K>(a, b);
    if (query.roots_apart) return;
    if (*query.budget < 8) {
        query.budget_spent = true;
        return;
    }
    *query.budget -= 8;
    query.volume_tests += 8;

    // Two trees of depth 48 (Tree::depth_limit) open at most 96 nodes at a time.
    Frame<K> frames[2 * 48 + 2];
    Frame<K>* top = frames;
    if (a.size >= b.size) {
        open<K>(query, 0, 0, b, *top);
    } else {
        open<K>(query, 1, 0, a, *top);
    }
    for (;;) {
        if (top->left == 0) {
            if (top == frames) return;
            --top;
            continue;
        }
        const Volume child = top->child(take_deepest<K>(*top));
        const Volume& partner = top->partner;
        if (is_leaf(child.reference) && is_leaf(partner.reference)) {
            const bool stop = top->tree == 0 ? compare_leaves<K>(query, child, partner)
                                             : compare_leaves<K>(query, partner, child);
            if (stop) return;
            continue;
        }
        if (*query.budget < 8) {
            query.budget_spent = true;
            return;
        }
        *query.budget -= 8;
        query.volume_tests += 8;
        // Open the larger of the two; a leaf is not opened.
        if (is_leaf(partner.reference) ||
            (!is_leaf(child.reference) && child.size >= partner.size)) {
            open<K>(query, top->tree, child.reference, partner, top[1]);
        } else {
            open<K>(query, 1 - top->tree, partner.reference, child, top[1]);
        }
        if (top[1].left != 0) ++top;
    }
}

void traverse_6(TraverseQuery& query) {
    traverse_all<6>(query);
}
void traverse_8(TraverseQuery& query) {
    traverse_all<8>(query);
}
void traverse_14(TraverseQuery& query) {
    traverse_all<14>(query);
}
void traverse_18(TraverseQuery& query) {
    traverse_all<18>(query);
}
void traverse_26(TraverseQuery& query) {
    traverse_all<26>(query);
}

}  // namespace swept::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
