// The readers of saved trees, the library's and the one of DOP-trees: bytes as they are, and trees
// of shapes with a few bytes changed, their checksum made good again so that what lies behind it is
// reached.

#include "swept/overlap.h"
#include "swept/papers/zachmann.h"
#include "tests/fuzz/target.h"

namespace swept::fuzz {
namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
    std::vector<std::byte> bytes(text.size());
    std::ranges::transform(text, bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
    return bytes;
}

using papers::zachmann::Builder;
using papers::zachmann::DopTree;

papers::zachmann::TreeOptions take_options(Bytes& bytes) {
    papers::zachmann::TreeOptions options;
    options.orientations = bytes.one_of(std::array{6, 8, 14, 18, 26, 7, 0, -1});
    options.builder = bytes.one_of(
        std::array{Builder::surface_area, Builder::furthest_pair, Builder::longest_axis});
    options.leaf_size = bytes.byte();
    options.max_depth = bytes.below(60);
    options.min_volume = bytes.coin() ? 0 : bytes.wild_number();
    options.threads = 1;
    return options;
}

void mend_checksum(std::vector<std::byte>& saved) {
    if (saved.size() < 8) return;
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    for (std::size_t i = 0; i + 8 < saved.size(); ++i) {
        hash = (hash ^ static_cast<std::uint64_t>(saved[i])) * 0x100000001b3;
    }
    for (std::size_t i = 0; i < 8; ++i) {
        saved[saved.size() - 8 + i] = static_cast<std::byte>(hash >> (8 * i));
    }
}

/// Bytes, or whole numbers, at a few places.
void change(std::vector<std::byte>& saved, Bytes& bytes) {
    for (unsigned count = bytes.below(4); count > 0; --count) {
        const std::size_t at = bytes.take<std::uint16_t>() % saved.size();
        if (bytes.coin()) {
            saved[at] = static_cast<std::byte>(bytes.byte());
        } else {
            const std::size_t word = std::min(at / 4 * 4, saved.size() - 4);
            const auto number = bytes.take<std::int8_t>();
            std::int32_t old = 0;
            std::memcpy(&old, &saved[word], 4);
            old = bytes.coin() ? number
                               : static_cast<std::int32_t>(static_cast<std::uint32_t>(old) +
                                                           static_cast<std::uint32_t>(number));
            std::memcpy(&saved[word], &old, 4);
        }
    }
    if (bytes.below(8) == 7) saved.resize(bytes.take<std::uint16_t>() % (saved.size() + 16));
}

void check_accepted(const Polyhedron& shape, const Polyhedron& loaded,
                    const std::vector<std::byte>& saved) {
    promise(loaded.saved_tree() == saved, "a tree that was read is saved as the same bytes");
    const Pose beside = *Pose::make({0.25, 0.25, 0.25});
    promise(
        overlap({shape}, {shape, beside}).relation == overlap({loaded}, {loaded, beside}).relation,
        "answers do not depend on the tree");
}

void check_accepted(const Polyhedron& shape, const DopTree& loaded,
                    const std::vector<std::byte>& saved) {
    promise(loaded.saved() == saved, "a DOP-tree that was read is saved as the same bytes");
    const Pose beside = *Pose::make({0.25, 0.25, 0.25});
    promise(overlap(Placed{shape}, Placed{shape, beside}).relation ==
                overlap(papers::zachmann::PlacedTree{loaded, {}}, {loaded, beside}).relation,
            "answers do not depend on the tree");
}

}  // namespace
}  // namespace swept::fuzz

SWEPT_FUZZ_TARGET(saved_tree) {
    using namespace swept;
    using namespace swept::fuzz;
    const bool raw = bytes.coin();
    const auto shape = take_shape(bytes);
    if (!shape) return;
    std::vector<std::byte> saved;
    if (raw) {
        saved = bytes_of(bytes.text());
    } else {
        const auto tree = DopTree::build(*shape, take_options(bytes));
        if (!tree) return check_error(tree.error(), Where::stated);
        saved = tree->saved();
        const auto back = DopTree::load(*shape, saved);
        promise(back.has_value(), "a saved tree can be read");
        promise(back->saved() == saved, "a saved tree reads back to the same bytes");
        change(saved, bytes);
    }
    if (bytes.coin() || !raw) mend_checksum(saved);
    if (const auto loaded = shape->with_saved_tree(saved)) {
        check_accepted(*shape, *loaded, saved);
    } else {
        check_error(loaded.error(), Where::stated);
    }
    const auto dops = DopTree::load(*shape, saved);
    if (!dops) return check_error(dops.error(), Where::stated);
    check_accepted(*shape, *dops, saved);
}
