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
#include "tests/papers/zachmann/samples.h"

namespace swept::papers::zachmann::test {
namespace {

using Bytes = std::vector<std::byte>;

/// Each bit of a byte, and all of them.
constexpr std::array<unsigned, 9> all_flips{1, 2, 4, 8, 16, 32, 64, 128, 255};

bool same_tree(const NodeTree& a, const NodeTree& b) {
    return a.dops.k == b.dops.k && a.origin == b.origin && a.scale == b.scale &&
           a.dops.root == b.dops.root &&
           std::ranges::equal(a.dops.rows, b.dops.rows, {}, &TreeRow::lane, &TreeRow::lane) &&
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
    DopThings things;
    NodeTree tree;
    Bytes bytes;

    explicit Saved(int k = 6, std::size_t count = 16)
        : things(strewn_triangles(count, 0.1, 1), k),
          tree(build_tree(things.bounds(), {.orientations = k, .leaf_size = 1})),
          bytes(saved(tree)) {}

    [[nodiscard]] std::size_t root() const { return 64; }
    [[nodiscard]] std::size_t row(std::uint32_t node, std::size_t i, std::uint32_t lane) const {
        const auto k = static_cast<std::size_t>(tree.dops.k);
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

    [[nodiscard]] Result<NodeTree> load(const Bytes& changed) const {
        return load_tree(changed, things.bounds());
    }
    /// The message about a file with one number changed and the checksum put right.
    template <class Number>
    [[nodiscard]] std::string message(std::size_t at, Number number) const {
        Bytes changed = bytes;
        write(changed, at, number);
        repair_checksum(changed);
        const Result<NodeTree> result = load(changed);
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

TEST(saved_dop_tree, comes_back_as_it_was) {
    for (const int k : dop::all_k) {
        const DopThings things(strewn_triangles(500, 0.1, 2), k);
        for (const Builder builder : all_builders) {
            const NodeTree tree =
                build_tree(things.bounds(), {.orientations = k, .builder = builder});
            const Bytes bytes = saved(tree);
            EXPECT_EQ(orientations_of(bytes), k);
            const Result<NodeTree> loaded = load_tree(bytes, things.bounds());
            ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
            EXPECT_TRUE(same_tree(*loaded, tree));
            EXPECT_EQ(loaded->dops.builder, builder);
            EXPECT_TRUE(saved(*loaded) == bytes);
        }
    }
}

TEST(saved_dop_tree, of_extreme_things_comes_back) {
    for (const double size : {0x1p299, 1.0, 1e-300, 0.0}) {
        for (const double far : {0.0, 1e12}) {
            for (const int k : dop::all_k) {
                std::vector<Corners> corners = strewn_triangles(30, 0.1, 3);
                for (Corners& of_thing : corners) {
                    for (Vector3d& p : of_thing) p = p * size + Vector3d::Constant(far);
                }
                const DopThings things(corners, k);
                const NodeTree tree =
                    build_tree(things.bounds(), {.orientations = k, .leaf_size = 1});
                const Result<NodeTree> loaded = load_tree(saved(tree), things.bounds());
                ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
                EXPECT_TRUE(same_tree(*loaded, tree));
            }
        }
    }
}

TEST(saved_dop_tree, of_a_polyhedron_comes_back) {
    const Polyhedron torus = Polyhedron::build(make_torus(20, 10, 2, 0.5).value()).value();
    for (const int k : dop::all_k) {
        for (const Builder builder : all_builders) {
            const DopTree tree =
                DopTree::build(torus, {.orientations = k, .builder = builder}).value();
            const Bytes bytes = tree.saved();
            const Result<DopTree> loaded = DopTree::load(torus, bytes);
            ASSERT_TRUE(loaded.has_value()) << loaded.error().message();
            EXPECT_TRUE(loaded->saved() == bytes);
            EXPECT_EQ(loaded->statistics().orientations, k);
            EXPECT_EQ(loaded->statistics().builder, builder);
            EXPECT_EQ(loaded->statistics().build_seconds, 0);
            EXPECT_EQ(loaded->statistics().bytes, tree.statistics().bytes);
            // The library reads its own trees only.
            EXPECT_EQ(torus.with_saved_tree(bytes).has_value(),
                      k == 6 && builder == Builder::surface_area);
        }
    }
}

// ---- other shapes
// ----------------------------------------------------------------------------------------

TEST(saved_dop_tree, of_another_shape_is_refused) {
    const Mesh mesh = make_torus(20, 10, 2, 0.5).value();
    const Polyhedron torus = Polyhedron::build(mesh).value();
    const auto message = [&](const Mesh& other) {
        for (const int k : dop::all_k) {
            const Bytes bytes = DopTree::build(torus, {.orientations = k}).value().saved();
            const auto result = DopTree::load(Polyhedron::build(other).value(), bytes);
            EXPECT_FALSE(result.has_value());
            if (k == 26) return result ? "accepted" : result.error().message();
        }
        return std::string();
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

TEST(saved_dop_tree, with_any_byte_changed_is_refused) {
    const Saved good(14);
    for (std::size_t at = 0; at < good.bytes.size(); ++at) {
        for (const unsigned flip : all_flips) {
            Bytes changed = good.bytes;
            changed[at] ^= static_cast<std::byte>(flip);
            const Result<NodeTree> result = good.load(changed);
            ASSERT_FALSE(result.has_value()) << "byte " << at;
            ASSERT_FALSE(result.error().where.empty());
            ASSERT_TRUE(contains(result.error().what, "build the tree anew"));
        }
    }
}

TEST(saved_dop_tree, with_any_byte_changed_and_the_checksum_put_right_is_refused_or_the_same_tree) {
    for (const int k : {6, 8}) {
        const Saved good(k, 12);
        int accepted = 0;
        for (std::size_t at = 0; at + 8 < good.bytes.size(); ++at) {
            for (const unsigned flip : all_flips) {
                Bytes changed = good.bytes;
                changed[at] ^= static_cast<std::byte>(flip);
                repair_checksum(changed);
                (void)orientations_of(changed);
                const Result<NodeTree> result = good.load(changed);
                if (!result) continue;
                ASSERT_TRUE(same_tree(*result, good.tree)) << "byte " << at;
                ++accepted;
            }
        }
        EXPECT_LE(accepted, 4);  // the builder's name is only a name
    }
}

TEST(saved_dop_tree, with_random_numbers_replaced_is_refused_or_a_tree_of_these_things) {
    // Numbers of the file itself at other places: indices that are in range, volumes that exist.
    for (const int k : {6, 14}) {
        const Saved good(k);
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
            const Result<NodeTree> result = good.load(changed);
            if (!result) {
                ++refused;
                continue;
            }
            ASSERT_TRUE(same_tree(*result, good.tree));
        }
        EXPECT_GT(refused, 10000);
    }
}

// ---- a right checksum, a wrong tree
// ------------------------------------------------------------------------

TEST(saved_dop_tree, of_the_default_options_is_that_of_the_shape) {
    const Polyhedron torus = Polyhedron::build(make_torus(20, 10, 2, 0.5).value()).value();
    EXPECT_TRUE(DopTree::build(torus).value().saved() == torus.saved_tree());
    EXPECT_TRUE(DopTree::load(torus, torus.saved_tree()).value().saved() == torus.saved_tree());
}

TEST(saved_dop_tree, with_a_wrong_header_names_the_field) {
    const Saved good;
    for (const std::uint32_t k : {0U, 7U, 0x80000006U, 0xffffffffU}) {
        EXPECT_SAYS(good.message(12, k), "orientations: must be 6, 8, 14, 18 or 26");
    }
    EXPECT_SAYS(good.message(12, 8U), "header: by its counts");
    EXPECT_SAYS(good.message(16, 3U), "builder: no such builder");
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

TEST(saved_dop_tree, with_smaller_larger_or_no_volumes_names_the_child) {
    for (const int k : dop::all_k) {
        const Saved good(k);
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const float infinity = std::numeric_limits<float>::infinity();
        for_each_child(
            good.tree, [&](std::uint32_t node, std::uint32_t lane, std::uint32_t, unsigned) {
                for (std::size_t i = 0; i < static_cast<std::size_t>(k); i += 3) {
                    const float offset = good.tree.dops.rows_of(node)[i].lane[lane];
                    for (const float wrong :
                         {std::nextafter(offset, -2.0F), std::nextafter(offset, 2.0F),
                          offset - 0.5F, 2.0F, -2.0F, Tree::absent, nan, infinity, -infinity}) {
                        EXPECT_SAYS(good.message(good.row(node, i, lane), wrong), "volume");
                    }
                }
            });
        const float root = good.tree.dops.root[1];
        for (const float wrong : {std::nextafter(root, -2.0F), std::nextafter(root, 2.0F), nan}) {
            EXPECT_SAYS(good.message(good.root() + 4, wrong), "root: its volume");
        }
    }
}

TEST(saved_dop_tree, of_other_directions_than_the_things_were_measured_along_is_refused) {
    const Saved good(14);
    const DopThings boxes(good.things.corners, 6);
    EXPECT_SAYS(load_tree(good.bytes, boxes.bounds()).error().message(), "orientations: ");
    const DopThings fewer(good.things.corners, 8);
    EXPECT_SAYS(load_tree(good.bytes, fewer.bounds()).error().message(), "orientations: ");
}

}  // namespace
}  // namespace swept::papers::zachmann::test
