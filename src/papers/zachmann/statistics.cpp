#include "bvh/survey.h"
#include "core/assert.h"
#include "papers/zachmann/dops.h"

namespace swept::papers::zachmann {

namespace {

struct DopVolumes {
    using Offsets = std::array<float, dop::largest_k>;
    const Dops& dops;

    [[nodiscard]] const Offsets& root() const { return dops.root; }
    [[nodiscard]] Offsets of_child(std::uint32_t node, std::uint32_t lane) const {
        Offsets offsets{};
        for (std::size_t i = 0; i < static_cast<std::size_t>(dops.k); ++i) {
            offsets[i] = dops.rows_of(node)[i].lane[lane];
        }
        return offsets;
    }
    [[nodiscard]] double volume(const Offsets& offsets) const {
        return dop::volume(dops.k, offsets.data());
    }
};

}  // namespace

Statistics statistics_of(const Tree& links, const Dops& dops) {
    SWEPT_ASSERT(links.node_count() > 0, "a tree has a root");
    const DopVolumes volumes{dops};
    Statistics made{Survey(links, volumes).run()};
    made.orientations = dops.k;
    made.builder = dops.builder;
    made.bytes = links.bytes() + dops.bytes();
    return made;
}

}  // namespace swept::papers::zachmann
