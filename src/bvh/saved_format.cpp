// Trees as bytes, and back. All numbers are little-endian, with no gaps between them:
//
//     magic         8 bytes "swepTree"
//     version       u32     1
//     directions k  u32     that bound a volume; 6: boxes
//     builder       u32     0: surface area
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

#include "bvh/saved_format.h"

#include <bit>
#include <cstring>

#include "core/assert.h"

namespace swept::bvh_detail {

tl::unexpected<Error> bad_tree(const std::string& what, std::string where) {
    return fail(ErrorCode::bad_file, what + "; build the tree anew", std::move(where));
}

namespace {

constexpr std::string_view magic = "swepTree";
constexpr std::uint32_t version = 1;
constexpr std::size_t header_bytes = 64;
constexpr std::size_t checksum_bytes = 8;

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
    std::uint32_t directions = Tree::sides;
    std::uint32_t builder = 0;
    std::uint32_t nodes = 0;
    std::uint32_t leaves = 0;
    std::uint32_t things = 0;
    TreeFrame frame;
};

/// The size of the whole, by its counts. They cannot overflow 64 bits.
std::uint64_t size_of(const Header& header) {
    const std::uint64_t k = header.directions;
    const std::uint64_t numbers = k + (k + 1) * tree_width * header.nodes +
                                  (std::uint64_t{header.leaves} + 1) + header.things;
    return header_bytes + sizeof(float) * numbers + checksum_bytes;
}

Result<Header> read_header(std::span<const std::byte> bytes, const KnownTrees& known) {
    if (bytes.size() < magic.size() || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0) {
        return bad_tree("not a saved tree", "byte 0");
    }
    if (bytes.size() < header_bytes) return bad_tree("the saved tree is cut short", "header");
    Reader reader(bytes.subspan(magic.size()));
    if (const auto found = reader.take<std::uint32_t>(); found != version) {
        tl::unexpected<Error> error = bad_tree(
            "the tree was saved by another version of swept (its format is " +
                std::to_string(found) + ", this one reads " + std::to_string(version) + ")",
            "version");
        error.value().code = ErrorCode::unsupported;
        return error;
    }
    Header header;
    header.directions = reader.take<std::uint32_t>();
    if (std::ranges::find(known.directions, header.directions) == known.directions.end()) {
        return bad_tree(known.directions_in_words, "orientations");
    }
    header.builder = reader.take<std::uint32_t>();
    if (header.builder >= known.builders) return bad_tree("no such builder", "builder");
    header.nodes = reader.take<std::uint32_t>();
    header.leaves = reader.take<std::uint32_t>();
    header.things = reader.take<std::uint32_t>();
    for (int axis = 0; axis < 3; ++axis) header.frame.origin[axis] = reader.take<double>();
    header.frame.scale = reader.take<double>();
    if (size_of(header) != bytes.size()) {
        return bad_tree("by its counts the saved tree has " + std::to_string(size_of(header)) +
                            " bytes, but there are " + std::to_string(bytes.size()),
                        "header");
    }
    return header;
}

SavedTree read_arrays(const Header& header, std::span<const std::byte> bytes) {
    Reader reader(bytes);
    reader.skip(header_bytes);
    SavedTree tree;
    tree.directions = header.directions;
    tree.builder = header.builder;
    tree.links.origin = header.frame.origin;
    tree.links.scale = header.frame.scale;
    tree.root = reader.take<float>(header.directions);
    tree.rows.resize(std::size_t{header.directions} * header.nodes);
    for (TreeRow& row : tree.rows) {
        for (float& offset : row.lane) offset = reader.take<float>();
    }
    tree.links.children.resize(std::size_t{tree_width} * header.nodes);
    for (std::uint32_t& child : tree.links.children) child = reader.take<std::uint32_t>();
    tree.links.leaf_begins = reader.take<std::uint32_t>(std::size_t{header.leaves} + 1);
    tree.links.order = reader.take<std::uint32_t>(header.things);
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
        if (tree_.node_count() == 0) return bad_tree("there is no root", "nodes");
        if (tree_.leaf_count() == 0) return bad_tree("there is no leaf", "leaves");
        depths_[0] = 1;
        for (std::uint32_t node = 0; node < tree_.node_count(); ++node) {
            if (depths_[node] == 0)
                return bad_tree("no node before it refers to it", name_of_node(node));
            if (Result<void> good = check_children(node); !good) return good;
        }
        const auto unseen = std::ranges::find(leaf_seen_, false);
        if (unseen == leaf_seen_.end()) return {};
        return bad_tree("no node refers to it",
                        "leaf " + std::to_string(unseen - leaf_seen_.begin()));
    }

   private:
    const Tree& tree_;
    std::vector<unsigned> depths_;  // in nodes; 0: not referred to so far
    std::vector<bool> leaf_seen_;

    Result<void> check_children(std::uint32_t node) {
        const std::uint32_t* children = tree_.children_of(node);
        if (children[0] == Tree::no_child) return bad_tree("has no child", name_of_node(node));
        for (std::uint32_t lane = 0; lane < tree_width; ++lane) {
            if (const char* what = wrong_with(node, children[lane]); what != nullptr) {
                return bad_tree(what, name_of_child(node, lane));
            }
            if (lane > 0 && children[lane] != Tree::no_child &&
                children[lane - 1] == Tree::no_child) {
                return bad_tree("stands behind an empty place", name_of_child(node, lane));
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
    if (begins.front() != 0) return bad_tree("does not begin with the first face", "leaf 0");
    for (std::uint32_t leaf = 0; leaf < tree.leaf_count(); ++leaf) {
        if (begins[leaf] >= begins[leaf + 1]) {
            return bad_tree("does not end behind its begin", "leaf " + std::to_string(leaf));
        }
    }
    if (begins.back() != tree.order.size()) {
        return bad_tree("does not end with the last face",
                        "leaf " + std::to_string(tree.leaf_count() - 1));
    }
    std::vector<bool> seen(tree.order.size(), false);
    for (std::size_t place = 0; place < tree.order.size(); ++place) {
        const std::uint32_t thing = tree.order[place];
        if (thing >= seen.size() || seen[thing]) {
            return bad_tree(thing >= seen.size() ? "refers to a face that does not exist"
                                                 : "refers to a face that stands elsewhere too",
                            "place " + std::to_string(place) + " of the faces' order");
        }
        seen[thing] = true;
    }
    return {};
}

}  // namespace

std::vector<std::byte> to_bytes(const Tree& links, const SavedVolumes& volumes) {
    SWEPT_ASSERT(volumes.root.size() == volumes.directions &&
                     volumes.rows.size() == std::size_t{volumes.directions} * links.node_count(),
                 "an offset for each direction");
    Header header;
    header.directions = volumes.directions;
    header.nodes = links.node_count();
    header.leaves = links.leaf_count();
    header.things = static_cast<std::uint32_t>(links.order.size());

    Writer writer(size_of(header));
    writer.put_magic();
    writer.put(version);
    writer.put(volumes.directions);
    writer.put(volumes.builder);
    writer.put(header.nodes);
    writer.put(header.leaves);
    writer.put(header.things);
    for (int axis = 0; axis < 3; ++axis) writer.put(links.origin[axis]);
    writer.put(links.scale);
    writer.put_all(volumes.root);
    for (const TreeRow& row : volumes.rows) writer.put_all(row.lane);
    writer.put_all(links.children);
    writer.put_all(links.leaf_begins);
    writer.put_all(links.order);
    return writer.finished();
}

Result<SavedTree> from_bytes(std::span<const std::byte> bytes, const KnownTrees& known,
                             std::span<const Box> boxes) {
    const Result<Header> header = read_header(bytes, known);
    if (!header) return tl::unexpected(header.error());
    const std::size_t body = bytes.size() - checksum_bytes;
    if (Reader(bytes.subspan(body)).take<std::uint64_t>() != checksum_of(bytes.first(body))) {
        return bad_tree("the saved tree is damaged", "checksum");
    }
    if (header->things != boxes.size()) {
        return bad_tree("the tree is of a shape with " + std::to_string(header->things) +
                            " faces, this one has " + std::to_string(boxes.size()),
                        "faces");
    }
    const TreeFrame frame = frame_of(boxes);
    if (header->frame.origin != frame.origin || header->frame.scale != frame.scale) {
        return bad_tree("the tree is of a shape of another place or size",
                        header->frame.origin != frame.origin ? "origin" : "scale");
    }
    SavedTree tree = read_arrays(*header, bytes);
    if (Result<void> good = StructureCheck(tree.links).run(); !good) {
        return tl::unexpected(good.error());
    }
    if (Result<void> good = check_leaves(tree.links); !good) return tl::unexpected(good.error());
    return tree;
}

}  // namespace swept::bvh_detail
