#include "world/bodies.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "math/checks.h"
#include "math/extremes.h"
#include "swept/tolerance.h"
#include "world/body_relation.h"

namespace swept {
namespace {

std::string name_of(BodyId id) {
    return "body " + std::to_string(id.value);
}

/// The box of a body that may stand there.
Result<Box> checked_box(const BodyMeasure& measure, const Pose& pose, BodyId id) {
    const Box box = outer_box(measure, pose);
    const double largest = max_abs(box);
    if (largest <= tolerance::largest_coordinate) return box;  // not for NaN
    return fail(ErrorCode::bad_argument,
                "the body reaches beyond 2^300, the largest coordinate; choose a larger unit",
                name_of(id));
}

/// What is cheap to prove first.
bool are_apart(const BodyTable& table, std::uint32_t a, std::uint32_t b) {
    const BodyMeasure& p = table.measure(a);
    const BodyMeasure& q = table.measure(b);
    if (certainly_separate(p, table.pose(a), q, table.pose(b))) return true;
    if (certainly_overlapping(p, table.pose(a), q, table.pose(b))) return false;
    return are_separate(table.geometry(a), table.pose(a), table.geometry(b), table.pose(b));
}

tl::unexpected<Error> not_known(BodyId id) {
    return fail(ErrorCode::bad_argument, "no body has this id", name_of(id));
}

void add_sizes(const BodyGeometry& geometry, Sizes& sizes) {
    const BodyMeasure& measure = geometry.measure;
    Sizes own;
    own.coordinates = measure.reach;
    own.most_extent = measure.extent;
    if (measure.extent > 0) own.least_extent = measure.extent;
    if (geometry.polyhedron() != nullptr) own.planes = geometry.polyhedron()->plane_deviation();
    sizes.add(own);
}

}  // namespace

// ---- the table ----

BodyTable::BodyTable() : members_(std::make_shared<Members>()) {}

std::optional<std::uint32_t> BodyTable::find(BodyId id) const {
    const auto at = std::ranges::lower_bound(members_->ids, id);
    if (at == members_->ids.end() || *at != id) return std::nullopt;
    return static_cast<std::uint32_t>(at - members_->ids.begin());
}

std::size_t BodyTable::bytes() const {
    std::size_t sum = sizeof(BodyTable) + tree_.bytes() + poses_.capacity() * sizeof(Pose) +
                      boxes_.capacity() * sizeof(Box) + meetings_.capacity() * sizeof(Meeting);
    const BodyGeometry* last = nullptr;
    for (const auto& geometry : members_->geometries) {
        sum += sizeof(BodyId) + sizeof(Mask) + sizeof(BodyMeasure) + sizeof(geometry);
        if (geometry.get() != last) sum += geometry->bytes();  // those in a row share theirs
        last = geometry.get();
    }
    return sum;
}

const BodyTable::Meeting* BodyTable::meeting(BoxPair pair) const {
    const auto at = std::ranges::lower_bound(meetings_, pair, {}, &Meeting::pair);
    return at != meetings_.end() && at->pair == pair ? &*at : nullptr;
}

std::optional<PosePair> BodyTable::last_separate(std::uint32_t a, std::uint32_t b) const {
    if (a == b) return std::nullopt;
    if (a > b) {
        std::optional<PosePair> swapped = last_separate(b, a);
        if (swapped) std::swap(swapped->world_from_a, swapped->world_from_b);
        return swapped;
    }
    if (const Meeting* found = meeting({a, b})) return found->last;
    return PosePair{poses_[a], poses_[b]};
}

// ---- changes ----

/// A table in the making.
struct BodyChanges::Draft {
    static constexpr std::uint32_t none = 0xffffffff;
    std::shared_ptr<BodyTable> table;
    std::vector<std::uint32_t> base_numbers;  ///< of each body, its number in the base, or none
    std::vector<std::uint32_t> new_numbers;   ///< of each of the base, that in the table, or none
    std::vector<std::uint8_t> changed;        ///< of each body: it is new or was moved
};

BodyChanges::BodyChanges(std::shared_ptr<const BodyTable> base) : base_(std::move(base)) {}

bool BodyChanges::empty() const {
    return moved_ == 0 && removed_ == 0 && newcomers_.empty();
}

void BodyChanges::begin() {
    if (!changes_.empty()) return;
    changes_.resize(base_->size(), Change::none);
    poses_ = base_->poses_;
    boxes_ = base_->boxes_;
}

/// Callers often go through all bodies in order.
std::optional<std::uint32_t> BodyChanges::find_in_base(BodyId id) {
    std::optional<std::uint32_t> found;
    if (hint_ < base_->size() && base_->id(hint_) == id) {
        found = hint_;
    } else {
        found = base_->find(id);
    }
    if (!found) return std::nullopt;
    hint_ = *found + 1;
    if (!changes_.empty() && changes_[*found] == Change::removed) return std::nullopt;
    return found;
}

bool BodyChanges::contains(BodyId id) const {
    if (newcomers_.contains(id)) return true;
    const auto found = base_->find(id);
    return found && (changes_.empty() || changes_[*found] != Change::removed);
}

Result<std::shared_ptr<const BodyGeometry>> BodyChanges::geometry_of(const BodyShape& shape) {
    // Small polyhedra are measured sooner than found.
    constexpr std::uint32_t small = 64;
    const auto* polyhedron = std::get_if<Polyhedron>(&shape);
    if (polyhedron != nullptr && polyhedron->vertex_count() <= small) return prepared(shape);
    if (known_.empty()) {
        for (const auto& geometry : base_->members_->geometries) {
            known_.emplace(geometry->identity(), geometry);
        }
    }
    const auto at = known_.find(identity_of(shape));
    if (at != known_.end()) {
        if (at->second->spheres() != nullptr) return at->second;
        // A polyhedron may have the same data and another tree.
        return std::make_shared<BodyGeometry>(BodyGeometry{shape, {}, at->second->measure});
    }
    auto made = prepared(shape);
    if (made) known_.insert_or_assign(identity_of(shape), *made);
    return made;
}

Result<void> BodyChanges::insert(BodyId id, const Body& body) {
    if (contains(id)) return fail(ErrorCode::bad_argument, "the id is taken", name_of(id));
    const auto geometry = geometry_of(body.shape);
    if (!geometry) return fail(geometry.error().code, geometry.error().what, name_of(id));
    const auto box = checked_box((*geometry)->measure, body.world_from_body, id);
    if (!box) return tl::unexpected(box.error());
    newcomers_.insert_or_assign(id, Newcomer{*geometry, body.world_from_body, *box, body.mask});
    return {};
}

Result<void> BodyChanges::move(BodyId id, const Pose& world_from_body) {
    if (!newcomers_.empty()) {
        if (const auto at = newcomers_.find(id); at != newcomers_.end()) {
            const auto box = checked_box(at->second.geometry->measure, world_from_body, id);
            if (!box) return tl::unexpected(box.error());
            at->second.pose = world_from_body;
            at->second.box = *box;
            return {};
        }
    }
    const auto number = find_in_base(id);
    if (!number) return not_known(id);
    const auto box = checked_box(base_->measure(*number), world_from_body, id);
    if (!box) return tl::unexpected(box.error());
    begin();
    if (changes_[*number] == Change::none) ++moved_;
    changes_[*number] = Change::moved;
    poses_[*number] = world_from_body;
    boxes_[*number] = *box;
    return {};
}

Result<void> BodyChanges::remove(BodyId id) {
    if (newcomers_.erase(id) != 0) return {};
    const auto number = find_in_base(id);
    if (!number) return not_known(id);
    begin();
    if (changes_[*number] == Change::moved) --moved_;
    changes_[*number] = Change::removed;
    ++removed_;
    return {};
}

Sizes BodyTable::sizes() const {
    Sizes sizes = members_->sizes;
    if (size() == 0) return sizes;
    // A box holds what is placed: so a translation is no longer than the two together.
    sizes.coordinates = std::sqrt(3.0) * (reach_ + 2 * sizes.coordinates);
    return sizes;
}

// ---- publishing ----

std::shared_ptr<const BodyTable> BodyChanges::publish() const {
    if (empty()) return base_;
    Draft draft;
    draft.table = std::make_shared<BodyTable>();
    BodyTable& table = *draft.table;
    if (removed_ == 0 && newcomers_.empty()) {
        table.members_ = base_->members_;
        table.poses_ = poses_;
        table.boxes_ = boxes_;
        draft.changed.resize(poses_.size());
        std::ranges::transform(changes_, draft.changed.begin(),
                               [](Change c) { return c == Change::moved ? 1 : 0; });
    } else {
        merge(draft);
    }
    for (const Box& box : table.boxes_) {
        table.reach_ = std::max(
            {table.reach_, box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff()});
    }
    table.tree_ = BodyTree(table.boxes_);
    find_meetings(draft, *base_);
    return draft.table;
}

/// Those of the base that stay, and those that are new, by id.
void BodyChanges::merge(Draft& draft) const {
    BodyTable& table = *draft.table;
    auto members = std::make_shared<BodyTable::Members>();
    const BodyTable::Members& old = *base_->members_;
    const std::size_t count = old.ids.size() - removed_ + newcomers_.size();
    members->ids.reserve(count);
    members->masks.reserve(count);
    members->measures.reserve(count);
    members->geometries.reserve(count);
    table.poses_.reserve(count);
    table.boxes_.reserve(count);
    draft.new_numbers.assign(old.ids.size(), Draft::none);

    const auto add = [&](BodyId id, Mask mask, const std::shared_ptr<const BodyGeometry>& geometry,
                         const Pose& pose, const Box& box, bool changed) {
        members->ids.push_back(id);
        members->masks.push_back(mask);
        members->measures.push_back(geometry->measure);
        members->geometries.push_back(geometry);
        table.poses_.push_back(pose);
        table.boxes_.push_back(box);
        draft.changed.push_back(changed ? 1 : 0);
        add_sizes(*geometry, members->sizes);
    };
    auto next = newcomers_.begin();
    const auto add_newcomers = [&](const BodyId* before) {
        for (; next != newcomers_.end() && (before == nullptr || next->first < *before); ++next) {
            const Newcomer& body = next->second;
            draft.base_numbers.push_back(Draft::none);
            add(next->first, body.mask, body.geometry, body.pose, body.box, true);
        }
    };
    for (std::uint32_t i = 0; i < old.ids.size(); ++i) {
        const Change change = changes_.empty() ? Change::none : changes_[i];
        if (change == Change::removed) continue;
        add_newcomers(&old.ids[i]);
        draft.new_numbers[i] = static_cast<std::uint32_t>(draft.base_numbers.size());
        draft.base_numbers.push_back(i);
        add(old.ids[i], old.masks[i], old.geometries[i],
            change == Change::moved ? poses_[i] : base_->poses_[i],
            change == Change::moved ? boxes_[i] : base_->boxes_[i], change == Change::moved);
    }
    add_newcomers(nullptr);
    table.members_ = std::move(members);
}

/// Pairs of which neither was moved stand as they did. Of the others those whose boxes meet are
/// looked at.
void BodyChanges::find_meetings(Draft& draft, const BodyTable& base) {
    BodyTable& table = *draft.table;
    const bool renumbered = !draft.base_numbers.empty();
    for (BodyTable::Meeting meeting : base.meetings_) {
        if (renumbered) {
            meeting.pair = {draft.new_numbers[meeting.pair.a], draft.new_numbers[meeting.pair.b]};
            if (meeting.pair.a == Draft::none || meeting.pair.b == Draft::none) continue;
        }
        if (draft.changed[meeting.pair.a] != 0 || draft.changed[meeting.pair.b] != 0) continue;
        table.meetings_.push_back(meeting);
    }
    const std::size_t kept = table.meetings_.size();
    const auto in_base = [&](std::uint32_t i) { return renumbered ? draft.base_numbers[i] : i; };
    std::vector<BoxPair> pairs;
    table.tree_.find_pairs(pairs);
    for (const auto [a, b] : pairs) {
        if (draft.changed[a] == 0 && draft.changed[b] == 0) continue;
        if (!boxes_meet(table.boxes_[a], table.boxes_[b])) continue;
        if (are_apart(table, a, b)) continue;
        const std::uint32_t old_a = in_base(a), old_b = in_base(b);
        const bool both_known = old_a != Draft::none && old_b != Draft::none;
        table.meetings_.push_back(
            {{a, b}, both_known ? base.last_separate(old_a, old_b) : std::nullopt});
    }
    if (table.meetings_.size() != kept) {
        std::ranges::sort(table.meetings_, {}, &BodyTable::Meeting::pair);
    }
}

}  // namespace swept
