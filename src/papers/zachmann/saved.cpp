#include <algorithm>

#include "bvh/saved_format.h"
#include "papers/zachmann/dops.h"

namespace swept::papers::zachmann {

namespace {

constexpr std::array<std::uint32_t, 5> known_k{6, 8, 14, 18, 26};
constexpr KnownTrees known{known_k, "must be 6, 8, 14, 18 or 26", 3};

}  // namespace

std::vector<std::byte> saved(const Tree& links, const Dops& dops) {
    const auto k = static_cast<std::uint32_t>(dops.k);
    return to_bytes(links, {.directions = k,
                            .builder = static_cast<std::uint32_t>(dops.builder),
                            .root = std::span(dops.root).first(k),
                            .rows = dops.rows});
}

int orientations_of(std::span<const std::byte> bytes) {
    constexpr std::size_t place = 12;  // behind the magic number and the version
    if (bytes.size() < place + 4) return 6;
    std::uint32_t k = 0;
    for (std::size_t i = 4; i-- > 0;) k = k << 8 | static_cast<std::uint32_t>(bytes[place + i]);
    return std::ranges::find(known_k, k) == known_k.end() ? 6 : static_cast<int>(k);
}

Result<DopNodes> load_nodes(std::span<const std::byte> bytes, const Bounds& bounds) {
    Result<SavedTree> read = from_bytes(bytes, known, bounds.boxes);
    if (!read) return tl::unexpected(read.error());
    const auto k = static_cast<int>(read->directions);
    if (k != 6 && bounds.offsets.size() != bounds.boxes.size() * read->directions) {
        return bad_tree("the faces were measured along other directions", "orientations");
    }
    const OutwardDops things(k, frame_of(bounds.boxes), bounds);
    if (Result<void> good = VolumeCheck(*read, things).run(); !good) {
        return tl::unexpected(good.error());
    }
    DopNodes nodes{.links = std::move(read->links), .dops = {}};
    nodes.dops.k = k;
    nodes.dops.builder = static_cast<Builder>(read->builder);
    nodes.dops.root.fill(Tree::absent);
    std::ranges::copy(read->root, nodes.dops.root.begin());
    nodes.dops.rows = std::move(read->rows);
    return nodes;
}

}  // namespace swept::papers::zachmann
