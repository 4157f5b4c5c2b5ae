#include "world/bodies/bodies.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>

#include "math/checks.h"
#include "math/extremes.h"
#include "swept/tolerance.h"

namespace swept::world_detail {

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

tl::unexpected<Error> not_known(BodyId id) {
    return fail(ErrorCode::bad_argument, "no body has this id", name_of(id));
}

void add_sizes(const BodyGeometry& geometry, SceneExtent& sizes) {
    const BodyMeasure& measure = geometry.measure;
    SceneExtent own;
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
                      boxes_.capacity() * sizeof(Box);
    // Bodies share shapes, and shapes share trees.
    std::unordered_set<const void*> counted;
    const auto add_once = [&](const void* what, auto size) {
        if (counted.insert(what).second) sum += size();
    };
    for (const auto& geometry : members_->geometries) {
        sum += sizeof(BodyId) + sizeof(Mask) + sizeof(BodyMeasure) + sizeof(geometry);
        add_once(geometry.get(), [&] { return geometry->bytes(); });
        if (const Polyhedron* shape = geometry->polyhedron()) {
            add_once(geometry->identity(), [&] { return shape->bytes(); });
            add_once(&shape->box_tree(), [&] { return shape->tree_statistics().bytes; });
        } else {
            add_once(geometry->identity(),
                     [&] { return geometry->spheres()->spheres().size_bytes(); });
        }
    }
    return sum;
}

// ---- changes ----

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

SceneExtent BodyTable::sizes() const {
    SceneExtent sizes = members_->sizes;
    if (size() == 0) return sizes;
    // A box holds what is placed: so a translation is no longer than the two together.
    sizes.coordinates = std::sqrt(3.0) * (reach_ + 2 * sizes.coordinates);
    return sizes;
}

// ---- publishing ----

std::shared_ptr<const BodyTable> BodyChanges::publish() const {
    if (empty()) return base_;
    const auto made = std::make_shared<BodyTable>();
    BodyTable& table = *made;
    if (removed_ == 0 && newcomers_.empty()) {
        table.members_ = base_->members_;
        table.poses_ = poses_;
        table.boxes_ = boxes_;
    } else {
        merge(table);
    }
    for (const Box& box : table.boxes_) {
        table.reach_ = std::max(
            {table.reach_, box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff()});
    }
    table.tree_ = BodyTree(table.boxes_);
    return made;
}

/// Those of the base that stay, and those that are new, by id.
void BodyChanges::merge(BodyTable& table) const {
    auto members = std::make_shared<BodyTable::Members>();
    const BodyTable::Members& old = *base_->members_;
    const std::size_t count = old.ids.size() - removed_ + newcomers_.size();
    members->ids.reserve(count);
    members->masks.reserve(count);
    members->measures.reserve(count);
    members->geometries.reserve(count);
    table.poses_.reserve(count);
    table.boxes_.reserve(count);

    const auto add = [&](BodyId id, Mask mask, const std::shared_ptr<const BodyGeometry>& geometry,
                         const Pose& pose, const Box& box) {
        members->ids.push_back(id);
        members->masks.push_back(mask);
        members->measures.push_back(geometry->measure);
        members->geometries.push_back(geometry);
        table.poses_.push_back(pose);
        table.boxes_.push_back(box);
        add_sizes(*geometry, members->sizes);
    };
    auto next = newcomers_.begin();
    const auto add_newcomers = [&](const BodyId* before) {
        for (; next != newcomers_.end() && (before == nullptr || next->first < *before); ++next) {
            const Newcomer& body = next->second;
            add(next->first, body.mask, body.geometry, body.pose, body.box);
        }
    };
    for (std::uint32_t i = 0; i < old.ids.size(); ++i) {
        const Change change = changes_.empty() ? Change::none : changes_[i];
        if (change == Change::removed) continue;
        add_newcomers(&old.ids[i]);
        const bool moved = change == Change::moved;
        add(old.ids[i], old.masks[i], old.geometries[i], moved ? poses_[i] : base_->poses_[i],
            moved ? boxes_[i] : base_->boxes_[i]);
    }
    add_newcomers(nullptr);
    table.members_ = std::move(members);
}

}  // namespace swept::world_detail
