#include "world/rooms/room.h"

#include <algorithm>
#include <tuple>

#include "shape/build.h"
#include "shape/polygon.h"
#include "shape/polyhedron_data.h"
#include "world/place.h"
#include "world/rooms/polygons.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

/// Views of a room that are kept. More masks than that are seldom in use at one time.
constexpr std::size_t most_views = 16;

}  // namespace

Result<std::shared_ptr<Room>> Room::make(RoomId id, RoomPolygons polygons, Sides sides) {
    auto room = std::make_shared<Room>(id, sides);
    room->polygons_ = std::make_shared<const RoomPolygons>(std::move(polygons));
    if (auto built = room->build(); !built) return tl::unexpected(built.error());
    return room;
}

Result<std::shared_ptr<Room>> Room::joined(Neighbours neighbours) const {
    auto room = std::make_shared<Room>(id_, sides_);
    room->polygons_ = polygons_;
    room->own_ = own_;
    room->rim_ = rim_;
    room->slivers_ = slivers_;
    room->ends_ = ends_;
    room->box_ = box_;
    room->masks_ = masks_;
    room->some_ = some_;
    room->all_ = all_;
    if (auto done = room->join(std::move(neighbours)); !done) return tl::unexpected(done.error());
    return room;
}

Result<void> Room::build() {
    find_masks();
    if (polygons_->mesh.polygon_count() == 0) return {};
    const auto count = static_cast<std::uint32_t>(polygons_->mesh.polygon_count());
    auto built = build_among_neighbours(polygons_->mesh, count, {.sides = sides_});
    if (!built) return tl::unexpected(built.error());
    own_ = std::move(*built);
    box_ = own_->box();
    find_rim();
    find_slivers();
    find_ends();
    return {};
}

Result<void> Room::join(Neighbours neighbours) {
    neighbours_ = std::move(neighbours);
    if (!own_) return {};
    if (neighbours_.mesh.polygon_count() == 0) {
        shape_ = own_;
    } else {
        const auto count = static_cast<std::uint32_t>(polygons_->mesh.polygon_count());
        Mesh all = polygons_->mesh;
        append(all, neighbours_.mesh);
        auto built = build_among_neighbours(all, count, {.sides = sides_});
        if (!built) return tl::unexpected(built.error());
        shape_ = std::move(*built);
    }
    count_edges();
    placed_.emplace(*shape_, Pose());
    (void)shape_->box_tree();  // made by the editor, so that no reader waits for it
    return {};
}

void Room::find_masks() {
    for (const PolygonLabel& label : polygons_->labels) {
        some_ |= label.mask;
        all_ &= label.mask;
        if (masks_.empty() || masks_.back() != label.mask) masks_.push_back(label.mask);
    }
    std::ranges::sort(masks_);
    masks_.erase(std::ranges::unique(masks_).begin(), masks_.end());
}

void Room::find_rim() {
    const Polyhedron::Data& shape = own_->data();
    if (shape.is_solid()) return;
    std::vector<VertexIndex> ends;
    for (std::uint32_t e = 0; e < shape.edge_ends.size(); ++e) {
        if (shape.edge_kinds[e] < EdgeKind::border) continue;
        ends.insert(ends.end(), shape.edge_ends[e].begin(), shape.edge_ends[e].end());
    }
    std::ranges::sort(ends);
    ends.erase(std::ranges::unique(ends).begin(), ends.end());
    for (const VertexIndex v : ends) rim_.push_back({shape.positions[v.value], v});
    std::ranges::sort(rim_, {}, [](const RimVertex& rim) { return place_of(rim.position); });
}

void Room::find_slivers() {
    const Polyhedron::Data& shape = own_->data();
    if (shape.report.zero_area_faces == 0) return;
    const Mesh& mesh = polygons_->mesh;
    std::vector<std::uint8_t> has_face(mesh.polygon_count(), 0);
    for (const std::uint32_t source : shape.face_sources) has_face[source] = 1;
    for (std::uint32_t i = 0; i < has_face.size(); ++i) {
        if (has_face[i] == 0 && has_zero_area(mesh.vertices, mesh.polygon(i))) {
            slivers_.push_back(i);
        }
    }
}

void Room::find_ends() {
    const Mesh& mesh = polygons_->mesh;
    for (const RimVertex& rim : rim_) ends_.push_back(rim.position);
    for (const std::uint32_t sliver : slivers_) {
        for (const std::uint32_t v : mesh.polygon(sliver)) ends_.push_back(mesh.vertices[v]);
    }
    std::ranges::sort(ends_, {}, place_of);
    ends_.erase(std::ranges::unique(ends_).begin(), ends_.end());
}

void Room::count_edges() {
    const Polyhedron::Data& shape = shape_->data();
    for (std::uint32_t e = 0; e < shape.edge_ends.size(); ++e) {
        const std::span<const FaceIndex> faces = shape.faces_of(EdgeIndex(e));
        if (faces.front().value >= shape.own_faces) continue;
        if (faces.back().value >= shape.own_faces) ++seam_edges_;
        if (faces.size() % 2 != 0) ++open_edges_;
    }
    if (shape.closed) open_edges_ = 0;  // polygons without area join what is beside them
}

const CastTarget& Room::target() const {
    return target_.get([&] { return CastTarget(*shape_, Pose(), Sides::automatic); });
}

const RoomShells& Room::shells() const {
    return shells_.get([&] { return RoomShells(*this); });
}

const Room* Room::seen_by(Mask mask, std::shared_ptr<const Room>& keep) const {
    if (!shape_ || (some_ & mask) == 0) return nullptr;
    if ((all_ & mask) != 0 || std::ranges::all_of(masks_, [&](Mask m) { return (m & mask) != 0; }))
        return this;
    keep = view_of(mask);
    return keep->has_shape() ? keep.get() : nullptr;
}

std::shared_ptr<const Room> Room::view_of(Mask mask) const {
    const auto is_chosen = [&](Mask m) { return (m & mask) != 0; };
    const std::lock_guard lock(view_lock_);
    for (const View& view : views_) {
        if (std::ranges::equal(view.chosen, masks_, {}, {}, is_chosen)) return view.room;
    }
    std::vector<bool> chosen;
    for (const Mask m : masks_) chosen.push_back(is_chosen(m));
    View made{std::move(chosen), make_view(mask)};
    if (views_.size() < most_views) {
        views_.push_back(made);
    } else {
        views_[next_view_++ % most_views] = made;
    }
    return made.room;
}

/// Edges next to polygons that are not seen become open: seen is what remains as if there were
/// nothing else. It cannot fail, since the whole could be built; polygons without area may be all
/// that remains.
std::shared_ptr<const Room> Room::make_view(Mask mask) const {
    auto view = std::make_shared<Room>(id_, sides_);
    RoomPolygons seen;
    for (std::uint32_t i = 0; i < polygons_->labels.size(); ++i) {
        if ((polygons_->labels[i].mask & mask) == 0) continue;
        view->of_view_.push_back(i);
    }
    seen.mesh = chosen(polygons_->mesh, view->of_view_);
    std::vector<std::uint32_t> near;
    for (std::uint32_t i = 0; i < neighbours_.masks.size(); ++i) {
        if ((neighbours_.masks[i] & mask) != 0) near.push_back(i);
    }
    Neighbours seen_neighbours;
    seen_neighbours.mesh = chosen(neighbours_.mesh, near);
    view->polygons_ = std::make_shared<const RoomPolygons>(std::move(seen));
    if (!view->build() || !view->join(std::move(seen_neighbours))) {
        view->own_.reset();
        view->shape_.reset();
    }
    view->polygons_ = polygons_;  // for labels, which are numbered as the room's
    return view;
}

std::size_t Room::bytes() const {
    std::size_t sum =
        sizeof(Room) + polygons_->mesh.vertices.capacity() * sizeof(Vector3d) +
        polygons_->labels.capacity() * sizeof(PolygonLabel) +
        (polygons_->mesh.corners.capacity() + polygons_->mesh.polygon_ends.capacity()) *
            sizeof(std::uint32_t);
    if (!shape_) return sum;
    sum += shape_->bytes() + shape_->tree_statistics().bytes;
    if (&own_->data() != &shape_->data()) sum += own_->bytes();
    return sum;
}

}  // namespace swept::world_detail
