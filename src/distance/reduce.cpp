// A few contacts that hold a body as all of them do: of those with about one normal, the closest
// and three more, each the furthest from the ones before, so that the area between them is large.

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/assert.h"
#include "distance/collect.h"

namespace swept::distance_detail {

using Eigen::Vector3d;

namespace {

/// Within 8 degrees.
constexpr double same_normal = 0.99;

class Reducer {
   public:
    explicit Reducer(ContactMemory& memory) : memory_(memory) {}

    void run() {
        std::vector<FoundContact>& found = memory_.found;
        memory_.kept.assign(found.size(), unseen);
        for (std::uint32_t i = 0; i < found.size(); ++i) {
            if (memory_.kept[i] == unseen) keep_some_like(i);
        }
        std::size_t count = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (memory_.kept[i] == kept) found[count++] = found[i];
        }
        found.resize(count);
    }

   private:
    enum : std::uint8_t { unseen, dropped, kept };
    ContactMemory& memory_;

    [[nodiscard]] const FoundContact& at(std::uint32_t i) const { return memory_.found[i]; }

    void keep_some_like(std::uint32_t first) {
        std::vector<std::uint32_t>& like = memory_.order;
        like.clear();
        const Vector3d n = at(first).normal;
        SWEPT_ASSERT(detail::is_unit(n), "normals of contacts are of unit length");
        for (std::uint32_t i = first; i < memory_.found.size(); ++i) {
            if (memory_.kept[i] != unseen || at(i).normal.dot(n) < same_normal) continue;
            memory_.kept[i] = dropped;
            like.push_back(i);
        }
        const auto across = [&](const Vector3d& v) { return Vector3d(v - v.dot(n) * n); };
        const std::uint32_t closest = best_of([&](std::uint32_t i) { return -at(i).separation; });
        const Vector3d origin = at(closest).point;
        const auto from_closest = [&](std::uint32_t i) { return across(at(i).point - origin); };
        const std::uint32_t furthest =
            best_of([&](std::uint32_t i) { return from_closest(i).norm(); });
        const Vector3d side = n.cross(from_closest(furthest));
        memory_.kept[closest] = kept;
        if (side.isZero(0)) return;  // all at one place
        memory_.kept[furthest] = kept;
        const auto height = [&](std::uint32_t i) { return from_closest(i).dot(side); };
        const std::uint32_t left = best_of(height);
        const std::uint32_t right = best_of([&](std::uint32_t i) { return -height(i); });
        // What is no further off the line than rounding spans no area.
        const double flat = 1e-9 * side.squaredNorm();
        if (height(left) > flat) memory_.kept[left] = kept;
        if (-height(right) > flat) memory_.kept[right] = kept;
    }

    /// The first of the contacts at hand for which the value is highest.
    template <class Value>
    [[nodiscard]] std::uint32_t best_of(const Value& value) const {
        SWEPT_ASSERT(!memory_.order.empty(), "there is a best");
        std::uint32_t best = memory_.order.front();
        double most = -std::numeric_limits<double>::infinity();
        for (const std::uint32_t i : memory_.order) {
            const double v = value(i);
            if (v <= most) continue;
            most = v;
            best = i;
        }
        return best;
    }
};

}  // namespace

void reduce_contacts(ContactMemory& memory) {
    Reducer(memory).run();
}

}  // namespace swept::distance_detail
