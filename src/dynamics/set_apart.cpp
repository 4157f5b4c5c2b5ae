#include "dynamics/set_apart.h"

#include <algorithm>
#include <vector>

#include "core/inside.h"
#include "dynamics/pairs.h"
#include "math/pose_access.h"
#include "swept/distance.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Choice. Rounds over all contacts at most: one settles a stack, more a row.
constexpr int most_tries = 1000;

/// Where two are closer than they should be.
struct Narrow {
    std::uint32_t a, b;
    Vector3d normal;  ///< from b to a
    double gap;
};

class Setting {
   public:
    Setting(Bodies& bodies, const std::optional<WorldSnapshot>& world, double skin,
            const MayMove& may_move, const std::function<bool(BodyId, BodyId)>& joined)
        : bodies_(bodies), world_(world), skin_(skin), may_move_(may_move), joined_(joined) {}

    void run() {
        find_narrows();
        if (narrows_.empty()) return;
        find_levels();
        // From the ground up: what stands on others is moved after them.
        std::ranges::stable_sort(narrows_, {}, [&](const Narrow& n) {
            return std::pair(std::min(level_of(n.a), level_of(n.b)),
                             std::max(level_of(n.a), level_of(n.b)));
        });
        shifts_.assign(bodies_.size(), Vector3d::Zero());
        for (int i = 0; i < most_tries; ++i) {
            if (!widen_all()) break;
        }
        for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
            if (shifts_[i].isZero(0)) continue;
            const Pose& pose = bodies_[i].pose;
            bodies_[i].place(PoseAccess::make(pose.translation() + shifts_[i], pose.rotation()));
        }
    }

   private:
    Bodies& bodies_;
    const std::optional<WorldSnapshot>& world_;
    double skin_;
    const MayMove& may_move_;
    const std::function<bool(BodyId, BodyId)>& joined_;
    std::vector<Narrow> narrows_;
    std::vector<std::uint32_t> levels_;
    std::vector<Vector3d> shifts_;

    [[nodiscard]] bool can_move(std::uint32_t i) const {
        return i != no_body && bodies_[i].dynamic() && may_move_(i);
    }
    [[nodiscard]] std::uint32_t level_of(std::uint32_t i) const {
        return i == no_body ? 0 : levels_[i];
    }

    /// All within a skin, of bodies of which one touches something or not: who is moved may come
    /// near them.
    void find_narrows() {
        ContactOptions options;
        options.tolerance = ContactTolerance::within(skin_).value_or(ContactTolerance());
        each_pair(bodies_, skin_, [&](std::uint32_t a, std::uint32_t b) {
            const BodyRecord &p = bodies_[a], &q = bodies_[b];
            if ((p.body.mask & q.body.mask) == 0 || (!can_move(a) && !can_move(b))) return;
            if (joined_(p.id, q.id)) return;
            const ContactSet set =
                contacts({p.body.shape, p.pose}, {q.body.shape, q.pose}, options);
            for (const Contact& c : set.contacts) {
                narrows_.push_back({a, b, c.normal, c.separation});
            }
        });
        if (!world_) return;
        options.filter.bodies = false;
        for (std::uint32_t a = 0; a < bodies_.size(); ++a) {
            if (!can_move(a)) continue;
            options.filter.mask = bodies_[a].body.mask;
            const WorldContactSet set =
                contacts({bodies_[a].body.shape, bodies_[a].pose}, *world_, options);
            for (const InWorld<Contact>& c : set.contacts) {
                narrows_.push_back({a, no_body, c.result.normal, c.result.separation});
            }
        }
    }

    /// How many contacts each is from what is not moved; one that is from none at all begins anew.
    void find_levels() {
        constexpr std::uint32_t unknown = 0xffffffff;
        levels_.assign(bodies_.size(), unknown);
        for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
            if (!can_move(i)) levels_[i] = 0;
        }
        std::vector<std::vector<std::uint32_t>> next(bodies_.size());
        for (const Narrow& n : narrows_) {
            if (n.b == no_body) {
                levels_[n.a] = 1;
                continue;
            }
            next[n.a].push_back(n.b);
            next[n.b].push_back(n.a);
        }
        // Those of level 0, those of level 1, and then, level by level, what they reach.
        std::vector<std::uint32_t> open;
        for (const std::uint32_t level : {0U, 1U}) {
            for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
                if (levels_[i] == level) open.push_back(i);
            }
        }
        for (std::size_t k = 0; k < open.size(); ++k) {
            const std::uint32_t i = open[k];
            for (const std::uint32_t j : next[i]) {
                if (levels_[j] != unknown) continue;
                levels_[j] = levels_[i] + 1;
                open.push_back(j);
            }
        }
    }

    /// Whether there was something to do.
    bool widen_all() {
        bool done = false;
        for (const Narrow& n : narrows_) {
            const Vector3d before =
                shifts_[n.a] - (n.b == no_body ? Vector3d::Zero() : shifts_[n.b]);
            const double missing = 0.5 * skin_ - (n.gap + n.normal.dot(before));
            if (missing <= 0.05 * skin_) continue;
            done = true;
            const bool a = can_move(n.a) && level_of(n.a) >= level_of(n.b);
            const bool b = can_move(n.b) && level_of(n.b) >= level_of(n.a);
            const double share = a && b ? 0.5 : 1;
            if (a) shifts_[n.a] += share * missing * n.normal;
            if (b) shifts_[n.b] -= share * missing * n.normal;
        }
        return done;
    }
};

}  // namespace

void set_apart(Bodies& bodies, const std::optional<WorldSnapshot>& world, double skin,
               const MayMove& may_move, const std::function<bool(BodyId, BodyId)>& joined) {
    Setting(bodies, world, skin, may_move, joined).run();
}

}  // namespace swept
