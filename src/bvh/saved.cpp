// Trees as bytes, and back. All numbers are little-endian, with no gaps between them:
//
//     magic         8 bytes "swepTree"
//     version       u32     1
//     k             u32
//     builder       u32
//     nodes N       u32
//     leaves L      u32
//     things T      u32
//     origin        3 f64
//     scale         f64
//     root          k f32
//     rows          N * k * 8 f32
//     children      N * 8 u32
//     leaf_begins   L + 1 u32
//     order         T u32
//     checksum      u64     FNV-1a of all bytes before it
//
// The checksum tells a damaged file from a good one; that a file with a good checksum is a tree,
// and of this shape, is not believed but checked: the frame and every volume must be exactly what
// the builder makes of these things. How long building took is not kept, so that the same tree
// gives the same bytes.

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "bvh/frame.h"
#include "bvh/tree.h"
#include "core/assert.h"

namespace swept::bvh_detail {

namespace {

constexpr std::string_view magic = "swepTree";
constexpr std::uint32_t version = 1;
constexpr std::size_t header_bytes = 64;
constexpr std::size_t checksum_bytes = 8;
constexpr const char* remedy = "; build the tree anew";

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::byte b : bytes) {
        hash = (hash ^ static_cast<std::uint64_t>(b)) * 0x100000001b3;
    }
    return hash;
}

// ---- writing
// -------------------------------------------------------------------------------------

class Writer {
   public:
    explicit Writer(std::size_t size) { bytes_.reserve(size); }

    template <class Number>
    void put(Number number) {
        auto raw = std::bit_cast<std::array<std::byte, sizeof(Number)>>(number);
        if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(raw);
        bytes_.insert(bytes_.end(), raw.begin(), raw.end());
    }
    template <class Numbers>
    void put_all(const Numbers& numbers) {
        for (const auto& number : numbers) put(number);
    }
    void put_magic() {
        for (const char c : magic) bytes_.push_back(static_cast<std::byte>(c));
    }
    std::vector<std::byte> finished() {
        put(checksum_of(bytes_));
        return std::move(bytes_);
    }

   private:
    std::vector<std::byte> bytes_;
};

// ---- reading
// -------------------------------------------------------------------------------------

/// Takes numbers off the front of bytes that are known to be enough.
class Reader {
   public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <class Number>
    Number take() {
        SWEPT_ASSERT(bytes_.size() >= sizeof(Number), "sizes were checked against the counts");
        std::array<std::byte, sizeof(Number)> raw;
        std::memcpy(raw.data(), bytes_.data(), raw.size());
        if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(raw);
        bytes_ = bytes_.subspan(raw.size());
        return std::bit_cast<Number>(raw);
    }
    template <class Number>
    std::vector<Number> take(std::size_t count) {
        std::vector<Number> numbers(count);
        for (Number& number : numbers) number = take<Number>();
        return numbers;
    }
    void skip(std::size_t count) { bytes_ = bytes_.subspan(count); }

   private:
    std::span<const std::byte> bytes_;
};

struct Header {
    int k = 6;
    TreeBuilder builder = TreeBuilder::surface_area;
    std::uint32_t nodes = 0;
    std::uint32_t leaves = 0;
    std::uint32_t things = 0;
    TreeFrame frame;
};

/// The size of the whole, by its counts. They cannot overflow 64 bits.
std::uint64_t size_of(const Header& header) {
    const auto k = static_cast<std::uint64_t>(header.k);
    const std::uint64_t numbers = k + (k + 1) * tree_width * header.nodes +
                                  (std::uint64_t{header.leaves} + 1) + header.things;
    return header_bytes + sizeof(float) * numbers + checksum_bytes;
}

tl::unexpected<Error> bad(const std::string& what, std::string where) {
    return fail(ErrorCode::bad_file, what + remedy, std::move(where));
}

Result<Header> read_header(std::span<const std::byte> bytes) {
    if (bytes.size() < magic.size() || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0) {
        return bad("not a saved tree", "byte 0");
    }
    if (bytes.size() < header_bytes) return bad("the saved tree is cut short", "header");
    Reader reader(bytes.subspan(magic.size()));
    if (const auto found = reader.take<std::uint32_t>(); found != version) {
        return fail(ErrorCode::unsupported,
                    "the tree was saved by another version of swept (its format is " +
                        std::to_string(found) + ", this one reads " + std::to_string(version) +
                        ")" + remedy,
                    "version");
    }
    Header header;
    header.k = static_cast<int>(reader.take<std::uint32_t>());
    if (!dop::is_k(header.k)) return bad("must be 6, 8, 14, 18 or 26", "orientations");
    const auto builder = reader.take<std::uint32_t>();
    if (builder > static_cast<std::uint32_t>(TreeBuilder::longest_axis)) {
        return bad("no such builder", "builder");
    }
    header.builder = static_cast<TreeBuilder>(builder);
    header.nodes = reader.take<std::uint32_t>();
    header.leaves = reader.take<std::uint32_t>();
    header.things = reader.take<std::uint32_t>();
    for (int axis = 0; axis < 3; ++axis) header.frame.origin[axis] = reader.take<double>();
    header.frame.scale = reader.take<double>();
    if (size_of(header) != bytes.size()) {
        return bad("by its counts the saved tree has " + std::to_string(size_of(header)) +
                       " bytes, but there are " + std::to_string(bytes.size()),
                   "header");
    }
    return header;
}

Tree read_arrays(const Header& header, std::span<const std::byte> bytes) {
    const auto k = static_cast<std::size_t>(header.k);
    Reader reader(bytes);
    reader.skip(header_bytes);
    Tree tree;
    tree.k = header.k;
    tree.builder = header.builder;
    tree.origin = header.frame.origin;
    tree.scale = header.frame.scale;
    tree.root.fill(Tree::absent);
    for (std::size_t i = 0; i < k; ++i) tree.root[i] = reader.take<float>();
    tree.rows.resize(k * header.nodes);
    for (TreeRow& row : tree.rows) {
        for (float& offset : row.lane) offset = reader.take<float>();
    }
    tree.children.resize(std::size_t{tree_width} * header.nodes);
    for (std::uint32_t& child : tree.children) child = reader.take<std::uint32_t>();
    tree.leaf_begins = reader.take<std::uint32_t>(std::size_t{header.leaves} + 1);
    tree.order = reader.take<std::uint32_t>(header.things);
    return tree;
}

// ---- what was read, held against the things
// --------------------------------------------------------

std::string name_of_node(std::uint32_t node) {
    return "node " + std::to_string(node);
}
std::string name_of_child(std::uint32_t node, std::uint32_t lane) {
    return name_of_node(node) + ", child " + std::to_string(lane);
}

/// Every node but the root and every leaf hangs from exactly one node, which comes before it; no
/// path is too long. Children fill the lanes from the first on.
class StructureCheck {
   public:
    explicit StructureCheck(const Tree& tree)
        : tree_(tree), depths_(tree.node_count(), 0), leaf_seen_(tree.leaf_count(), false) {}

    Result<void> run() {
        if (tree_.node_count() == 0) return bad("there is no root", "nodes");
        if (tree_.leaf_count() == 0) return bad("there is no leaf", "leaves");
        depths_[0] = 1;
        for (std::uint32_t node = 0; node < tree_.node_count(); ++node) {
            if (depths_[node] == 0)
                return bad("no node before it refers to it", name_of_node(node));
            if (Result<void> good = check_children(node); !good) return good;
        }
        const auto unseen = std::ranges::find(leaf_seen_, false);
        if (unseen == leaf_seen_.end()) return {};
        return bad("no node refers to it", "leaf " + std::to_string(unseen - leaf_seen_.begin()));
    }

   private:
    const Tree& tree_;
    std::vector<unsigned> depths_;  // in nodes; 0: not referred to so far
    std::vector<bool> leaf_seen_;

    Result<void> check_children(std::uint32_t node) {
        const std::uint32_t* children = tree_.children_of(node);
        if (children[0] == Tree::no_child) return bad("has no child", name_of_node(node));
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            if (const char* what = wrong_with(node, children[lane]); what != nullptr) {
                return bad(what, name_of_child(node, lane));
            }
            if (lane > 0 && children[lane] != Tree::no_child &&
                children[lane - 1] == Tree::no_child) {
                return bad("stands behind an empty place", name_of_child(node, lane));
            }
        }
        return {};
    }

    /// Notes a child; nothing if all is well.
    const char* wrong_with(std::uint32_t node, std::uint32_t child) {
        if (child == Tree::no_child) return nullptr;
        if ((child & Tree::leaf_bit) != 0) return wrong_with_leaf(child & ~Tree::leaf_bit);
        if (child >= tree_.node_count()) return "refers to a node that does not exist";
        if (child <= node) return "refers to its own node or one before it";
        if (depths_[child] != 0) return "refers to a node that another one has";
        depths_[child] = depths_[node] + 1;
        return depths_[child] > Tree::depth_limit ? "is too deep" : nullptr;
    }

    const char* wrong_with_leaf(std::uint32_t leaf) {
        if (leaf >= tree_.leaf_count()) return "refers to a leaf that does not exist";
        if (leaf_seen_[leaf]) return "refers to a leaf that another one has";
        leaf_seen_[leaf] = true;
        return nullptr;
    }
};

/// Every thing stands in exactly one leaf, and no leaf is empty.
Result<void> check_leaves(const Tree& tree) {
    const std::vector<std::uint32_t>& begins = tree.leaf_begins;
    if (begins.front() != 0) return bad("does not begin with the first face", "leaf 0");
    for (std::uint32_t leaf = 0; leaf < tree.leaf_count(); ++leaf) {
        if (begins[leaf] >= begins[leaf + 1]) {
            return bad("does not end behind its begin", "leaf " + std::to_string(leaf));
        }
    }
    if (begins.back() != tree.order.size()) {
        return bad("does not end with the last face",
                   "leaf " + std::to_string(tree.leaf_count() - 1));
    }
    std::vector<bool> seen(tree.order.size(), false);
    for (std::size_t place = 0; place < tree.order.size(); ++place) {
        const std::uint32_t thing = tree.order[place];
        if (thing >= seen.size() || seen[thing]) {
            return bad(thing >= seen.size() ? "refers to a face that does not exist"
                                            : "refers to a face that stands elsewhere too",
                       "place " + std::to_string(place) + " of the faces' order");
        }
        seen[thing] = true;
    }
    return {};
}

/// Every volume is exactly the smallest that holds what is below it, as the builder makes them:
/// from the leaves up. So none cuts anything off, all are finite, and a tree of another shape
/// shows.
class VolumeCheck {
   public:
    VolumeCheck(const Tree& tree, const TreeFrame& frame, const Bounds& bounds)
        : tree_(tree), k_(static_cast<std::size_t>(tree.k)), things_(tree.k, frame, bounds) {}

    [[nodiscard]] Result<void> run() const {
        for (std::uint32_t node = 0; node < tree_.node_count(); ++node) {
            for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
                if (volume_of(tree_.children_of(node)[lane]) != stored(node, lane)) {
                    return bad(
                        "its volume is not that of its faces: the tree was changed, or made "
                        "of another shape",
                        name_of_child(node, lane));
                }
            }
        }
        if (volume_of(0) == tree_.root) return {};
        return bad("its volume is not that of its children: the tree was changed", "root");
    }

   private:
    using Offsets = std::array<float, dop::largest_k>;
    const Tree& tree_;
    std::size_t k_;
    OutwardOffsets things_;

    [[nodiscard]] Offsets stored(std::uint32_t node, std::uint32_t lane) const {
        Offsets offsets;
        offsets.fill(Tree::absent);
        for (std::size_t i = 0; i < k_; ++i) offsets[i] = tree_.rows_of(node)[i].lane[lane];
        return offsets;
    }

    /// Of a child, by what the file says of its children, or by the things in its leaf.
    [[nodiscard]] Offsets volume_of(std::uint32_t child) const {
        Offsets offsets;
        offsets.fill(Tree::absent);
        if (child == Tree::no_child) return offsets;
        if ((child & Tree::leaf_bit) == 0) {
            for (std::size_t i = 0; i < k_; ++i) {
                offsets[i] = std::ranges::max(tree_.rows_of(child)[i].lane);
            }
            return offsets;
        }
        const std::uint32_t leaf = child & ~Tree::leaf_bit;
        for (std::uint32_t p = tree_.leaf_begins[leaf]; p < tree_.leaf_begins[leaf + 1]; ++p) {
            Offsets of_thing;
            things_.of(tree_.order[p], of_thing.data());
            for (std::size_t i = 0; i < k_; ++i) offsets[i] = std::max(offsets[i], of_thing[i]);
        }
        return offsets;
    }
};

}  // namespace

std::vector<std::byte> saved(const Tree& tree) {
    Header header;
    header.k = tree.k;
    header.nodes = tree.node_count();
    header.leaves = tree.leaf_count();
    header.things = static_cast<std::uint32_t>(tree.order.size());

    Writer writer(size_of(header));
    writer.put_magic();
    writer.put(version);
    writer.put(static_cast<std::uint32_t>(tree.k));
    writer.put(static_cast<std::uint32_t>(tree.builder));
    writer.put(header.nodes);
    writer.put(header.leaves);
    writer.put(header.things);
    for (int axis = 0; axis < 3; ++axis) writer.put(tree.origin[axis]);
    writer.put(tree.scale);
    writer.put_all(std::span(tree.root).first(static_cast<std::size_t>(tree.k)));
    for (const TreeRow& row : tree.rows) writer.put_all(row.lane);
    writer.put_all(tree.children);
    writer.put_all(tree.leaf_begins);
    writer.put_all(tree.order);
    return writer.finished();
}

Result<int> orientations_of(std::span<const std::byte> bytes) {
    return read_header(bytes).map([](const Header& header) { return header.k; });
}

Result<Tree> load_tree(std::span<const std::byte> bytes, const Bounds& bounds) {
    const Result<Header> header = read_header(bytes);
    if (!header) return tl::unexpected(header.error());
    const std::size_t body = bytes.size() - checksum_bytes;
    if (Reader(bytes.subspan(body)).take<std::uint64_t>() != checksum_of(bytes.first(body))) {
        return bad("the saved tree is damaged", "checksum");
    }
    if (header->things != bounds.boxes.size()) {
        return bad("the tree is of a shape with " + std::to_string(header->things) +
                       " faces, this one has " + std::to_string(bounds.boxes.size()),
                   "faces");
    }
    if (header->k != 6 &&
        bounds.offsets.size() != bounds.boxes.size() * static_cast<std::size_t>(header->k)) {
        return bad("the faces were measured along other directions", "orientations");
    }
    const TreeFrame frame = frame_of(bounds.boxes);
    if (header->frame.origin != frame.origin || header->frame.scale != frame.scale) {
        return bad("the tree is of a shape of another place or size",
                   header->frame.origin != frame.origin ? "origin" : "scale");
    }
    Tree tree = read_arrays(*header, bytes);
    if (Result<void> good = StructureCheck(tree).run(); !good) return tl::unexpected(good.error());
    if (Result<void> good = check_leaves(tree); !good) return tl::unexpected(good.error());
    if (Result<void> good = VolumeCheck(tree, frame, bounds).run(); !good) {
        return tl::unexpected(good.error());
    }
    return tree;
}

}  // namespace swept::bvh_detail
