// Trees as bytes: what was saved comes back; whatever else the bytes are, they are refused. Damage,
// truncation, garbage, and files whose checksum is right but whose tree is not.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <string>

#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "tests/bvh/samples.h"

namespace swept::test {
namespace {

using Bytes = std::vector<std::byte>;

/// Each bit of a byte, and all of them.
constexpr std::array<unsigned, 9> all_flips{1, 2, 4, 8, 16, 32, 64, 128, 255};

bool same_tree(const Tree& a, const Tree& b) {
    return a.origin == b.origin && a.scale == b.scale && a.root == b.root &&
           std::ranges::equal(a.rows, b.rows, {}, &TreeRow::lane, &TreeRow::lane) &&
           a.children == b.children && a.leaf_begins == b.leaf_begins && a.order == b.order;
}

std::uint64_t fnv_1a(std::span<const std::byte> bytes) {
    std::uint64_t hash = 14695981039346656037U;
    for (const std::byte b : bytes) {
        hash ^= static_cast<std::uint64_t>(b);
        hash *= 1099511628211U;
    }
    return hash;
}

/// Writes the right checksum over the last eight bytes.
void repair_checksum(Bytes& bytes) {
    std::uint64_t sum = fnv_1a(std::span(bytes).first(bytes.size() - 8));
    for (std::size_t i = bytes.size() - 8; i < bytes.size(); ++i, sum >>= 8U) {
        bytes[i] = static_cast<std::byte>(sum & 0xffU);
    }
}

template <class Number>
Number read(const Bytes& bytes, std::size_t at) {
    Number number;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}
template <class Number>
void write(Bytes& bytes, std::size_t at, Number number) {
    std::memcpy(bytes.data() + at, &number, sizeof number);
}

/// A small tree of three nodes or more, and where its numbers stand in the file.
struct Saved {
    Things things;
    Tree tree;
    Bytes bytes;

    explicit Saved(std::size_t count = 16)
        : things(strewn_triangles(count, 0.1, 1)),
          tree(tree_of_leaves(things.boxes, 1)),
          bytes(saved(tree)) {}

    [[nodiscard]] std::size_t root() const { return 64; }
    [[nodiscard]] std::size_t row(std::uint32_t node, std::size_t i, std::uint32_t lane) const {
        constexpr std::size_t k = Tree::sides;
        return root() + 4 * (k + (node * k + i) * 8 + lane);
    }
    [[nodiscard]] std::size_t child(std::uint32_t node, std::uint32_t lane) const {
        return row(tree.node_count(), 0, 0) + std::size_t{4} * (node * 8 + lane);
    }
    [[nodiscard]] std::size_t leaf_begin(std::uint32_t leaf) const {
        return child(tree.node_count(), 0) + std::size_t{4} * leaf;
    }
    [[nodiscard]] std::size_t order(std::uint32_t place) const {
        return leaf_begin(tree.leaf_count() + 1) + std::size_t{4} * place;
    }

    [[nodiscard]] Result<Tree> load(const Bytes& changed) const {
        return load_tree(changed, things.boxes);
    }
    /// The message about a file with one number changed and the checksum put right.
    template <class Number>
    [[nodiscard]] std::string message(std::size_t at, Number number) const {
        Bytes changed = bytes;
        write(changed, at, number);
        repair_checksum(changed);
        const Result<Tree> result = load(changed);
        EXPECT_FALSE(result.has_value());
        return result ? "accepted" : result.error().message();
    }
    /// A node below the root and the lane of the root that it hangs from.
    struct Link {
        std::uint32_t node, lane, child;
    };
    [[nodiscard]] Link inner_link() const {
        Link link{0, 0, 0};
        for_each_child(tree,
                       [&](std::uint32_t node, std::uint32_t lane, std::uint32_t c, unsigned) {
                           if ((c & Tree::leaf_bit) == 0) link = {node, lane, c};
                       });
        EXPECT_NE(link.child, 0U);
        return link;
    }
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

#define EXPECT_SAYS(message, part) EXPECT_TRUE(contains(message, part)) << (message)

// ---- there and back
// ------------------------------------------------------------------------------------

TEST(saved_tree, comes_back_as_it_was) {
    const Things things(strewn_triangles(500, 0.1, 2));
    const Tree tree = build_tree(things.boxes);
    const Bytes bytes = saved(tree);
    const Result<Tree> loaded = load_tree(bytes, things.boxes);
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
    EXPECT_TRUE(same_tree(*loaded, tree));
    EXPECT_TRUE(saved(*loaded) == bytes);
}

TEST(saved_tree, of_extreme_things_comes_back) {
    for (const double size : {0x1p299, 1.0, 1e-300, 0.0}) {
        for (const double far : {0.0, 1e12}) {
            std::vector<Corners> corners = strewn_triangles(30, 0.1, 3);
            for (Corners& of_thing : corners) {
                for (Vector3d& p : of_thing) p = p * size + Vector3d::Constant(far);
            }
            const Things things(corners);
            const Tree tree = tree_of_leaves(things.boxes, 1);
            const Result<Tree> loaded = load_tree(saved(tree), things.boxes);
            ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
            EXPECT_TRUE(same_tree(*loaded, tree));
        }
    }
}

TEST(saved_tree, has_the_documented_bytes) {
    // One point at the origin, k = 6: 64 bytes of header, 6 + 48 offsets, 8 children, 2 begins, 1
    // thing, 8 bytes of checksum.
    const Things things({{{0, 0, 0}}});
    const Bytes bytes = saved(build_tree(things.boxes));
    ASSERT_EQ(bytes.size(), 64U + 4 * (6 + 48 + 8 + 2 + 1) + 8);
    EXPECT_EQ(std::memcmp(bytes.data(), "swepTree", 8), 0);
    const std::vector<std::uint32_t> header{1, 6, 0, 1, 1, 1};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(read<std::uint32_t>(bytes, 8 + 4 * i), header[i]);
    EXPECT_EQ(read<double>(bytes, 32), 0.0);
    EXPECT_EQ(read<double>(bytes, 56), 0x1p899);
    EXPECT_EQ(read<float>(bytes, 64), 0x1p-22F);                  // root
    EXPECT_EQ(read<float>(bytes, 64 + 24), 0x1p-22F);             // the first child
    EXPECT_EQ(read<float>(bytes, 64 + 28), -1e30F);               // no second child
    EXPECT_EQ(read<std::uint32_t>(bytes, 64 + 216), 0x80000000);  // leaf 0
    EXPECT_EQ(read<std::uint32_t>(bytes, 64 + 220), 0xffffffff);
    EXPECT_EQ(read<std::uint64_t>(bytes, bytes.size() - 8),
              fnv_1a(std::span(bytes).first(bytes.size() - 8)));
}

TEST(saved_tree, of_a_polyhedron_comes_back) {
    const Polyhedron torus = Polyhedron::build(make_torus(20, 10, 2, 0.5).value()).value();
    const Bytes bytes = torus.saved_tree();
    const Result<Polyhedron> loaded = torus.with_saved_tree(bytes);
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
    EXPECT_TRUE(loaded->saved_tree() == bytes);
    EXPECT_EQ(loaded->tree_statistics().build_seconds, 0);
    EXPECT_EQ(loaded->tree_statistics().bytes, torus.tree_statistics().bytes);
}

// ---- other shapes
// ----------------------------------------------------------------------------------------

TEST(saved_tree, of_another_shape_is_refused) {
    const Mesh mesh = make_torus(20, 10, 2, 0.5).value();
    const Polyhedron torus = Polyhedron::build(mesh).value();
    const auto message = [&](const Mesh& other) {
        const auto result = Polyhedron::build(other).value().with_saved_tree(torus.saved_tree());
        return result ? "accepted" : result.error().message();
    };
    EXPECT_SAYS(message(make_torus(10, 10, 2, 0.5).value()),
                "faces: the tree is of a shape with 400 faces, this one has 200");
    Mesh changed = mesh;
    for (Vector3d& p : changed.vertices) p *= 4;
    EXPECT_SAYS(message(changed), "scale: the tree is of a shape of another place or size");
    changed = mesh;
    for (Vector3d& p : changed.vertices) p[0] += 1;
    EXPECT_SAYS(message(changed), "origin: the tree is of a shape of another place or size");
    changed = mesh;
    changed.vertices[17] *= 0.99;  // its frame stays
    EXPECT_SAYS(message(changed), "its volume is not that of its faces");
    changed = mesh;  // the same faces in another order
    std::ranges::reverse(changed.corners);
    EXPECT_SAYS(message(changed), "its volume is not that of its faces");
}

// ---- damage
// ----------------------------------------------------------------------------------------------

TEST(saved_tree, with_any_byte_changed_is_refused) {
    const Saved good;
    for (std::size_t at = 0; at < good.bytes.size(); ++at) {
        for (const unsigned flip : all_flips) {
            Bytes changed = good.bytes;
            changed[at] ^= static_cast<std::byte>(flip);
            const Result<Tree> result = good.load(changed);
            ASSERT_FALSE(result.has_value()) << "byte " << at;
            ASSERT_FALSE(result.error().where.empty());
            ASSERT_TRUE(contains(result.error().what, "build the tree anew"));
        }
    }
}

TEST(saved_tree, with_any_byte_changed_and_the_checksum_put_right_is_refused_or_the_same_tree) {
    const Saved good(12);
    int accepted = 0;
    for (std::size_t at = 0; at + 8 < good.bytes.size(); ++at) {
        for (const unsigned flip : all_flips) {
            Bytes changed = good.bytes;
            changed[at] ^= static_cast<std::byte>(flip);
            repair_checksum(changed);
            const Result<Tree> result = good.load(changed);
            if (!result) continue;
            ASSERT_TRUE(same_tree(*result, good.tree)) << "byte " << at;
            ++accepted;
        }
    }
    EXPECT_LE(accepted, 4);
}

TEST(saved_tree, cut_short_or_grown_is_refused) {
    const Saved good;
    for (std::size_t size = 0; size < good.bytes.size(); ++size) {
        Bytes cut(good.bytes.begin(), good.bytes.begin() + static_cast<std::ptrdiff_t>(size));
        ASSERT_FALSE(good.load(cut).has_value()) << size;
        if (size < 8) continue;
        repair_checksum(cut);
        ASSERT_FALSE(good.load(cut).has_value()) << size;
    }
    Bytes grown = good.bytes;
    for (int i = 0; i < 300; ++i) {
        grown.push_back(std::byte{0});
        ASSERT_FALSE(good.load(grown).has_value());
        repair_checksum(grown);
        ASSERT_FALSE(good.load(grown).has_value());
    }
}

TEST(saved_tree, garbage_is_refused) {
    const Saved good;
    Random random(4);
    for (int repeat = 0; repeat < 10000; ++repeat) {
        Bytes bytes(random.below(2000));
        for (std::byte& b : bytes) b = static_cast<std::byte>(random.below(256));
        // Half of it gets as far as the counts, a quarter as far as the arrays.
        const std::size_t true_bytes = repeat % 2 == 0 ? 0 : repeat % 4 == 1 ? 20 : 64;
        if (repeat % 4 == 3) bytes.resize(good.bytes.size());
        std::copy_n(good.bytes.begin(), std::min(true_bytes, bytes.size()), bytes.begin());
        if (bytes.size() >= 8) repair_checksum(bytes);
        ASSERT_FALSE(good.load(bytes).has_value());
    }
}

TEST(saved_tree, with_random_numbers_replaced_is_refused_or_a_tree_of_these_things) {
    // Numbers of the file itself at other places: indices that are in range, volumes that exist.
    const Saved good;
    Random random(5);
    int refused = 0;
    for (int repeat = 0; repeat < 20000; ++repeat) {
        Bytes changed = good.bytes;
        const auto words = static_cast<std::uint32_t>((changed.size() - 8) / 4);
        for (std::uint32_t i = 0; i <= random.below(2); ++i) {
            const std::size_t from = std::size_t{4} * random.below(words);
            const std::size_t to = std::size_t{4} * random.below(words);
            const auto kept = read<std::uint32_t>(changed, to);
            write(changed, to, read<std::uint32_t>(changed, from));
            if (random.below(2) == 0) write(changed, from, kept);  // exchanged, not copied
        }
        repair_checksum(changed);
        const Result<Tree> result = good.load(changed);
        if (!result) {
            ++refused;
            continue;
        }
        ASSERT_TRUE(same_tree(*result, good.tree));
    }
    EXPECT_GT(refused, 10000);
}

// ---- a right checksum, a wrong tree
// ------------------------------------------------------------------------

TEST(saved_tree, of_another_version_says_so) {
    const Saved good;
    EXPECT_EQ(good.message(8, 2U),
              "version: the tree was saved by another version of swept (its format is 2, this one "
              "reads 1); build the tree anew");
    EXPECT_EQ(good.message(0, 0U), "byte 0: not a saved tree; build the tree anew");
    EXPECT_EQ(good.load({}).error().message(), "byte 0: not a saved tree; build the tree anew");
    EXPECT_EQ(load_tree(std::span(good.bytes).first(20), good.things.boxes).error().message(),
              "header: the saved tree is cut short; build the tree anew");
}

TEST(saved_tree, with_a_wrong_header_names_the_field) {
    const Saved good;
    for (const std::uint32_t k : {0U, 7U, 8U, 26U, 0x80000006U, 0xffffffffU}) {
        EXPECT_SAYS(good.message(12, k), "orientations: must be 6");
    }
    EXPECT_SAYS(good.message(16, 1U), "builder: no such builder");
    for (const std::size_t count : {20U, 24U, 28U}) {
        for (const std::uint32_t wrong : {0U, 1U, 0x7fffffffU, 0x80000000U, 0xffffffffU}) {
            EXPECT_SAYS(good.message(count, wrong), "header: by its counts");
        }
    }
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double wrong : {nan, 1e300, -std::numeric_limits<double>::infinity()}) {
        EXPECT_SAYS(good.message(32, wrong), "origin: ");
        EXPECT_SAYS(good.message(48, wrong), "origin: ");
        EXPECT_SAYS(good.message(56, wrong), "scale: ");
    }
    for (const double wrong : {0.0, -1.0, 0.3, 2 * good.tree.scale, good.tree.scale / 2}) {
        EXPECT_SAYS(good.message(56, wrong), "scale: ");
    }
}

TEST(saved_tree, with_counts_that_fit_the_size_but_nothing_else_is_refused) {
    // One leaf less, one thing more: as many bytes. No node, but the bytes of one as things.
    const Saved good;
    Bytes changed = good.bytes;
    write(changed, 24, good.tree.leaf_count() - 1);
    write(changed, 28, static_cast<std::uint32_t>(good.tree.order.size()) + 1);
    repair_checksum(changed);
    EXPECT_SAYS(good.load(changed).error().message(),
                "faces: the tree is of a shape with 17 faces");
    changed = good.bytes;
    write(changed, 20, 0U);
    write(changed, 24, good.tree.leaf_count() + good.tree.node_count() * 56);
    repair_checksum(changed);
    EXPECT_SAYS(good.load(changed).error().message(), "nodes: there is no root");
}

TEST(saved_tree, with_smaller_larger_or_no_volumes_names_the_child) {
    const Saved good;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    for_each_child(good.tree, [&](std::uint32_t node, std::uint32_t lane, std::uint32_t, unsigned) {
        for (std::size_t i = 0; i < Tree::sides; i += 3) {
            const float offset = good.tree.rows_of(node)[i].lane[lane];
            for (const float wrong :
                 {std::nextafter(offset, -2.0F), std::nextafter(offset, 2.0F), offset - 0.5F, 2.0F,
                  -2.0F, Tree::absent, nan, infinity, -infinity}) {
                EXPECT_SAYS(good.message(good.row(node, i, lane), wrong), "volume");
            }
        }
    });
    const float root = good.tree.root[1];
    for (const float wrong : {std::nextafter(root, -2.0F), std::nextafter(root, 2.0F), nan}) {
        EXPECT_SAYS(good.message(good.root() + 4, wrong), "root: its volume");
    }
}

TEST(saved_tree, with_volumes_where_there_is_no_child_is_refused) {
    const Saved good(9);
    int tried = 0;
    for (std::uint32_t node = 0; node < good.tree.node_count(); ++node) {
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            if (good.tree.children_of(node)[lane] != Tree::no_child) continue;
            ++tried;
            for (const float wrong : {0.0F, 1.0F, -1e29F, -2e30F}) {
                EXPECT_SAYS(good.message(good.row(node, 2, lane), wrong), "its volume");
            }
        }
    }
    EXPECT_GT(tried, 0);
}

TEST(saved_tree, with_children_that_make_no_tree_names_the_child) {
    const Saved good;
    const Saved::Link link = good.inner_link();
    const std::size_t at = good.child(link.node, link.lane);
    const std::string name =
        "node " + std::to_string(link.node) + ", child " + std::to_string(link.lane) + ": ";
    EXPECT_SAYS(good.message(at, 0U), name + "refers to its own node or one before it");
    EXPECT_SAYS(good.message(at, link.node), name + "refers to its own node or one before it");
    EXPECT_SAYS(good.message(at, good.tree.node_count()), name + "refers to a node that does not");
    EXPECT_SAYS(good.message(at, 0x7fffffffU), name + "refers to a node that does not exist");
    EXPECT_SAYS(good.message(at, good.tree.leaf_count() | Tree::leaf_bit),
                name + "refers to a leaf that does not exist");
    EXPECT_SAYS(good.message(at, 0U | Tree::leaf_bit), "refers to a leaf that another one has");
    // A cycle: the last node gets itself, or the root, as a child.
    const std::uint32_t last = good.tree.node_count() - 1;
    EXPECT_SAYS(good.message(good.child(last, 0), last), "refers to its own node or one before it");
    EXPECT_SAYS(good.message(good.child(last, 0), 0U), "refers to its own node or one before it");
    // A node twice, a node never, a node without children, a child behind an empty place.
    EXPECT_SAYS(
        good.message(good.child(0, 0) + (link.node == 0 && link.lane == 0 ? 4 : 0), link.child),
        "refers to a node that another one has");
    EXPECT_SAYS(good.message(good.child(last, 0), Tree::no_child), "has no child");
    EXPECT_SAYS(good.message(good.child(0, 0), Tree::no_child), "node 0: has no child");
    EXPECT_SAYS(good.message(good.child(0, 1), Tree::no_child), "behind an empty place");
}

TEST(saved_tree, with_a_node_or_leaf_that_hangs_from_nowhere_names_it) {
    const Saved good(9);
    // The last lane that is used is emptied: nothing stands behind it.
    std::set<std::string> named;
    for (std::uint32_t node = 0; node < good.tree.node_count(); ++node) {
        std::uint32_t lane = tree_width;
        while (good.tree.children_of(node)[lane - 1] == Tree::no_child) --lane;
        if (lane == 1) continue;
        const std::string message = good.message(good.child(node, lane - 1), Tree::no_child);
        EXPECT_SAYS(message, "refers to it");
        named.insert(message.substr(0, 4));
    }
    EXPECT_FALSE(named.empty());
}

/// A chain of nodes: each holds one leaf and the next node. Of one thing per leaf, all in one
/// place, so that all volumes are alike.
Bytes chain(const Things& things, std::uint32_t nodes) {
    Tree tree = tree_of_leaves(things.boxes, 1000);
    const std::vector<float> offsets = offsets_of_child(tree, 0, 0);
    tree.children.assign(std::size_t{nodes} * tree_width, Tree::no_child);
    TreeRow blank;
    blank.lane.fill(Tree::absent);
    tree.rows.assign(std::size_t{nodes} * 6, blank);
    tree.leaf_begins.assign(1, 0);
    for (std::uint32_t node = 0; node < nodes; ++node) {
        tree.children[std::size_t{node} * tree_width] = node | Tree::leaf_bit;
        tree.leaf_begins.push_back(node + 1);
        const bool last = node + 1 == nodes;
        if (!last) tree.children[std::size_t{node} * tree_width + 1] = node + 1;
        for (std::size_t i = 0; i < 6; ++i) {
            tree.rows[std::size_t{node} * 6 + i].lane[0] = offsets[i];
            if (!last) tree.rows[std::size_t{node} * 6 + i].lane[1] = offsets[i];
        }
    }
    return saved(tree);
}

TEST(saved_tree, of_the_largest_depth_is_read_and_no_deeper_one) {
    for (const std::uint32_t nodes : {1U, 47U, 48U, 49U, 100U}) {
        const Things things(std::vector<Corners>(nodes, {{1, 2, 3}, {2, 3, 4}}));
        const Result<Tree> result = load_tree(chain(things, nodes), things.boxes);
        EXPECT_EQ(result.has_value(), nodes <= 48) << nodes;
        if (!result) {
            EXPECT_SAYS(result.error().message(), "node 47, child 1: is too deep");
        }
    }
}

TEST(saved_tree, with_wrong_leaves_names_the_leaf) {
    const Saved good;
    const std::uint32_t leaves = good.tree.leaf_count();
    EXPECT_SAYS(good.message(good.leaf_begin(0), 1U), "leaf 0: does not begin with the first face");
    EXPECT_SAYS(good.message(good.leaf_begin(3), 2U), "leaf 2: does not end behind its begin");
    EXPECT_SAYS(good.message(good.leaf_begin(3), 0xffffffffU), "leaf 3: does not end behind");
    EXPECT_SAYS(good.message(good.leaf_begin(leaves), 17U), "does not end with the last face");
    EXPECT_SAYS(good.message(good.leaf_begin(leaves), 0xffffffffU), "does not end with the last");
}

TEST(saved_tree, with_a_wrong_order_names_the_place) {
    const Saved good;
    EXPECT_SAYS(good.message(good.order(5), 16U),
                "place 5 of the faces' order: refers to a face that does not exist");
    EXPECT_SAYS(good.message(good.order(5), 0xffffffffU), "refers to a face that does not exist");
    EXPECT_SAYS(good.message(good.order(5), good.tree.order[2]),
                "place 5 of the faces' order: refers to a face that stands elsewhere too");
    // Two things exchanged between leaves: still each once, but no longer inside.
    Bytes changed = good.bytes;
    write(changed, good.order(5), good.tree.order[2]);
    write(changed, good.order(2), good.tree.order[5]);
    repair_checksum(changed);
    EXPECT_SAYS(good.load(changed).error().message(), "its volume is not that of its faces");
}

}  // namespace
}  // namespace swept::test
