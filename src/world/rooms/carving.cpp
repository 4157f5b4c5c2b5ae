// A carve through all rooms that the tool meets: their polygons near it as one surface, cut, and
// put back into the rooms that they came from.

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "carve/carve.h"
#include "math/boxes.h"
#include "math/extremes.h"
#include "shape/polygon.h"
#include "shape/polyhedron_data.h"
#include "swept/tolerance.h"
#include "world/draft.h"
#include "world/place.h"
#include "world/rooms/nesting.h"
#include "world/rooms/polygons.h"
#include "world/rooms/shells.h"

namespace swept::world_detail {

using Eigen::Vector3d;

namespace {

/// The box of a placed tool, and some roundings more: what it misses by rounding matters, too.
Box box_of(const Polyhedron& shape, const Pose& world_from_shape) {
    Box box;
    for (const Vector3d& p : shape.vertices()) box.add(world_from_shape * p);
    return grown(box, 4 * tolerance::planarity * max_abs(box));
}

}  // namespace

/// The polygons of all rooms near a tool. Vertices of different rooms at one place are one.
class CarveInRooms {
   public:
    CarveInRooms(WorldDraft& draft, const Polyhedron& tool, const Pose& world_from_tool)
        : draft_(draft), tool_(tool), pose_(world_from_tool), box_(box_of(tool, world_from_tool)) {}

    Result<CarveResult> run(const CarveOptions& options) {
        gather();
        group_shells();
        group_labels();
        auto carved = carve({.positions = positions_,
                             .begins = begins_,
                             .corners = corners_,
                             .shells = groups_,
                             .closed = closed_,
                             .groups = labels_},
                            tool_, pose_);
        if (!carved) return tl::unexpected(carved.error());
        CarveResult result;
        if (!carved->met) return result;
        describe_piece(*carved, options, result);
        put_back(*carved, options, result);
        if (auto done = draft_.settle(); !done) return tl::unexpected(done.error());
        if (auto done = find_loose(options, result); !done) {
            return tl::unexpected(done.error());
        }
        return result;
    }

   private:
    /// Where a polygon of the surface comes from.
    struct Source {
        std::uint32_t room;
        std::uint32_t polygon;  // of the room's mesh
        std::uint32_t part;     // of the room's shells; none for polygons without area
        std::uint32_t face;     // of the room's own shape; none for polygons without area
    };
    static constexpr std::uint32_t none = 0xffffffff;

    WorldDraft& draft_;
    const Polyhedron& tool_;
    const Pose& pose_;
    Box box_;
    std::vector<Vector3d> positions_;
    std::vector<std::uint32_t> begins_{0};
    std::vector<std::uint32_t> corners_;
    std::vector<Source> sources_;
    std::vector<std::uint32_t> groups_;  // by polygon
    std::vector<std::uint8_t> closed_;   // by group
    std::vector<std::uint32_t> labels_;  // by polygon: equal where room and label are
    std::map<Place, std::uint32_t> by_place_;
    std::vector<std::uint32_t> near_;     // rooms
    std::vector<std::uint8_t> is_main_;   // by polygon: of the surface around a solid
    std::vector<std::uint8_t> main_cut_;  // by group: that surface was cut
    std::map<std::uint32_t, std::vector<std::uint32_t>> groups_added_;  // by room

    // ---- what is near the tool -----------------------------------------------------------------

    void gather() {
        for (std::uint32_t i = 0; i < draft_.rooms_.size(); ++i) {
            const RoomEntry& entry = draft_.rooms_.entry(i);
            if (!entry.has_shape || !boxes_meet(entry.box, box_)) continue;
            near_.push_back(i);
            gather(i, *entry.room);
        }
    }

    void gather(std::uint32_t number, const Room& room) {
        const Polyhedron::Data& shape = room.own().data();
        std::vector<std::uint32_t> renumbered(shape.positions.size(), none);
        for (std::uint32_t f = 0; f < shape.planes.size(); ++f) {
            const std::span<const VertexIndex> corners = shape.corners_of(FaceIndex(f));
            Box box;
            for (const VertexIndex v : corners) box.add(shape.positions[v.value]);
            if (!boxes_meet(box, box_)) continue;
            for (const VertexIndex v : corners) {
                std::uint32_t& vertex = renumbered[v.value];
                if (vertex == none) vertex = vertex_at(shape.positions[v.value]);
                corners_.push_back(vertex);
            }
            begins_.push_back(static_cast<std::uint32_t>(corners_.size()));
            sources_.push_back({number, shape.face_sources[f], room.shells().part_of[f], f});
        }
        const Mesh& mesh = room.polygons().mesh;
        for (std::uint32_t i = 0; i < room.slivers().size(); ++i) {
            const std::uint32_t sliver = room.slivers()[i];
            Box box;
            for (const std::uint32_t v : mesh.polygon(sliver)) box.add(mesh.vertices[v]);
            if (!boxes_meet(box, box_)) continue;
            for (const std::uint32_t v : mesh.polygon(sliver)) {
                corners_.push_back(vertex_at(mesh.vertices[v]));
            }
            begins_.push_back(static_cast<std::uint32_t>(corners_.size()));
            sources_.push_back({number, sliver, room.shells().first_sliver + i, none});
        }
    }

    std::uint32_t vertex_at(const Vector3d& position) {
        const auto [at, is_new] = by_place_.try_emplace(
            place_of(position), static_cast<std::uint32_t>(positions_.size()));
        if (is_new) positions_.push_back(position);
        return at->second;
    }

    /// Surfaces that enclose solids are carved one by one: they may overlap. A hollow is carved
    /// with the solid around it. Surfaces that enclose the air of rooms and have no solid around
    /// them bound one and the same rock, and are carved together.
    void group_shells() {
        const Shells shells(draft_.rooms_, near_);
        std::map<std::uint32_t, std::uint32_t> keys;   // by shell: the solid that it is part of
        std::map<std::uint32_t, std::uint32_t> known;  // groups, by key
        constexpr std::uint32_t rock = none;           // the key of all that look inward
        for (const Source& source : sources_) {
            const std::uint32_t shell = shells.shell_of(source.room, source.part);
            const auto [key, is_new_shell] = keys.try_emplace(shell, shell);
            const bool closed = shells[shell].closed;
            if (is_new_shell && closed && shells[shell].six_volumes < 0) {
                key->second = solid_around(draft_.rooms_, shells, shell).value_or(rock);
            }
            const auto [at, is_new] =
                known.try_emplace(key->second, static_cast<std::uint32_t>(closed_.size()));
            if (is_new) {
                closed_.push_back(closed ? 1 : 0);
                main_cut_.push_back(0);
            }
            groups_.push_back(at->second);
            is_main_.push_back(key->second == shell && shells[shell].six_volumes > 0 ? 1 : 0);
        }
    }

    /// Pieces with one label may become one polygon again, within a room.
    void group_labels() {
        std::map<std::tuple<std::uint32_t, PolygonId, Mask>, std::uint32_t> known;
        for (const Source& source : sources_) {
            const PolygonLabel& label = draft_.rooms_[source.room]->label(source.polygon);
            const auto number = static_cast<std::uint32_t>(known.size());
            labels_.push_back(
                known.try_emplace({source.room, label.id, label.mask}, number).first->second);
        }
    }

    // ---- what becomes of it --------------------------------------------------------------------

    [[nodiscard]] PolygonLabel label_of(const CarvedPolygon& polygon,
                                        const CarveOptions& options) const {
        if (polygon.cap && options.label) return *options.label;
        const Source& source = sources_[polygon.source];
        return draft_.rooms_[source.room]->label(source.polygon);
    }

    /// Where all of it is without area, there is none.
    void describe_piece(const Carved& carved, const CarveOptions& options,
                        CarveResult& result) const {
        if (carved.piece.polygon_count() == 0) return;
        auto piece = Polyhedron::build(carved.piece);
        if (!piece) return;
        result.piece = std::move(*piece);
        for (const CarvedPolygon& polygon : carved.piece_polygons) {
            result.piece_labels.push_back(label_of(polygon, options));
        }
    }

    void put_back(const Carved& carved, const CarveOptions& options, CarveResult& result) {
        std::map<std::uint32_t, WorldDraft::Gone> removed;  // by room
        for (const std::uint32_t polygon : carved.removed) {
            const Source& source = sources_[polygon];
            main_cut_[groups_[polygon]] |= is_main_[polygon];
            WorldDraft::Gone& gone = removed[source.room];
            (source.face == none ? gone.slivers : gone.faces)
                .push_back(source.face == none ? source.polygon : source.face);
        }
        std::map<std::uint32_t, RoomPolygons> added;
        for (std::uint32_t i = 0; i < carved.added.size(); ++i) {
            const std::uint32_t room = sources_[carved.added[i].source].room;
            RoomPolygons& to = added[room];
            for (const std::uint32_t v : carved.polygon(i)) {
                const bool known = v < positions_.size();
                to.mesh.corners.push_back(to.mesh.add_vertex(
                    known ? positions_[v] : carved.vertices[v - positions_.size()]));
            }
            to.mesh.polygon_ends.push_back(static_cast<std::uint32_t>(to.mesh.corners.size()));
            to.labels.push_back(label_of(carved.added[i], options));
            groups_added_[room].push_back(carved.added[i].shell);
        }
        for (const auto& [room, gone] : removed) {
            result.rooms.push_back(draft_.rooms_[room]->id());
            draft_.replace_faces(room, gone, added[room]);
        }
    }

    // ---- what came loose -----------------------------------------------------------------------

    [[nodiscard]] Result<void> find_loose(const CarveOptions& options, CarveResult& result) {
        const Shells shells(draft_.rooms_, near_);
        // What a carve cut off has a polygon of the cut.
        std::map<std::uint32_t, std::vector<std::uint32_t>> parts;  // shells by group
        for (const auto& [room, groups] : groups_added_) {
            const Room& now = *draft_.rooms_[room];
            if (!now.has_shape()) continue;
            const Polyhedron::Data& shape = now.own().data();
            const auto first =
                static_cast<std::uint32_t>(now.polygons().labels.size() - groups.size());
            for (std::uint32_t f = 0; f < shape.planes.size(); ++f) {
                if (shape.face_sources[f] < first) continue;
                const std::uint32_t group = groups[shape.face_sources[f] - first];
                if (closed_[group] == 0) continue;
                parts[group].push_back(shells.shell_of(room, now.shells().part_of[f]));
            }
        }
        std::vector<std::uint32_t> loose;
        for (auto& [group, of_group] : parts) add_loose(shells, group, of_group, loose);
        if (loose.empty()) return {};
        return take(shells, loose, options, result);
    }

    /// All that encloses something, but for the largest where the surface around a solid was cut:
    /// where only a hollow was, that surface is whole and no part of the cut.
    void add_loose(const Shells& shells, std::uint32_t group, std::vector<std::uint32_t>& of_group,
                   std::vector<std::uint32_t>& loose) const {
        std::ranges::sort(of_group);
        of_group.erase(std::ranges::unique(of_group).begin(), of_group.end());
        std::erase_if(of_group, [&](std::uint32_t s) { return !(shells[s].six_volumes > 0); });
        if (main_cut_[group] != 0 && !of_group.empty()) {
            const auto volume = [&](std::uint32_t s) { return shells[s].six_volumes; };
            of_group.erase(std::ranges::max_element(of_group, {}, volume));
        }
        loose.insert(loose.end(), of_group.begin(), of_group.end());
    }

    /// The hollows of loose parts, with the parts that they are in.
    [[nodiscard]] std::map<std::uint32_t, std::uint32_t> solids_of_hollows(
        const Shells& shells, std::span<const std::uint32_t> loose) const {
        std::map<std::uint32_t, std::uint32_t> solids;
        for (std::uint32_t s = 0; s < shells.size(); ++s) {
            if (!shells.is_shell(s) || !shells[s].closed || !(shells[s].six_volumes < 0)) continue;
            const bool may_be = std::ranges::any_of(loose, [&](std::uint32_t part) {
                return boxes_meet(shells[part].box, shells[s].box);
            });
            if (!may_be) continue;
            if (const auto solid = solid_around(draft_.rooms_, shells, s)) solids[s] = *solid;
        }
        return solids;
    }

    [[nodiscard]] Result<void> take(const Shells& shells, std::span<const std::uint32_t> loose,
                                    const CarveOptions& options, CarveResult& result) {
        std::map<std::uint32_t, WorldDraft::Gone> removed;  // by room
        const std::map<std::uint32_t, std::uint32_t> solids = solids_of_hollows(shells, loose);
        for (const std::uint32_t shell : loose) {
            const auto belongs = [&](std::uint32_t room, std::uint32_t part) {
                const std::uint32_t here = shells.shell_of(room, part);
                const auto solid = solids.find(here);
                return here == shell || (solid != solids.end() && solid->second == shell);
            };
            Mesh mesh, closing;  // polygons without area close the part, and have no labels
            CarveResult::Fragment part{tool_, {}, {}};
            for (std::uint32_t i = 0; i < draft_.rooms_.size(); ++i) {
                if (!shells.knows(i)) continue;
                const Room& room = *draft_.rooms_[i];
                const Polyhedron& own = room.own();
                const RoomShells& parts = room.shells();
                std::vector<std::uint32_t> slivers;
                for (std::uint32_t k = 0; k < room.slivers().size(); ++k) {
                    if (!belongs(i, parts.first_sliver + k)) continue;
                    removed[i].slivers.push_back(room.slivers()[k]);
                    slivers.push_back(room.slivers()[k]);
                }
                if (!slivers.empty()) append(closing, chosen(room.polygons(), slivers).mesh);
                for (std::uint32_t f = 0; f < own.face_count(); ++f) {
                    if (!belongs(i, parts.part_of[f])) continue;
                    for (const VertexIndex v : own.corners(FaceIndex(f))) {
                        mesh.corners.push_back(mesh.add_vertex(own.position(v)));
                    }
                    mesh.polygon_ends.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
                    part.labels.push_back(room.label(own.source_face(FaceIndex(f))));
                    removed[i].faces.push_back(f);
                    if (part.rooms.empty() || part.rooms.back() != room.id()) {
                        part.rooms.push_back(room.id());
                    }
                }
            }
            append(mesh, closing);
            auto shape = Polyhedron::build(mesh);
            if (!shape) return tl::unexpected(shape.error());
            part.shape = std::move(*shape);
            result.fragments.push_back(std::move(part));
        }
        if (!options.take_fragments) return {};
        for (const auto& [room, gone] : removed) draft_.replace_faces(room, gone, {});
        return draft_.settle();
    }
};

}  // namespace swept::world_detail

namespace swept {

using namespace world_detail;

Result<CarveResult> WorldDraft::carve(const Placed& tool, const CarveOptions& options) {
    if (auto done = settle(); !done) return tl::unexpected(done.error());
    // Twice as large: a portal's sides may be near the walls of its rooms and not in them.
    Box box;
    for (const Vector3d& corner : tool.shape.data().positions)
        box.add(tool.world_from_shape * corner);
    carved_.add(box.lower - box.size() / 2);
    carved_.add(box.upper + box.size() / 2);
    return CarveInRooms(*this, tool.shape, tool.world_from_shape).run(options);
}

/// Convex faces take the place of the polygons that they were split from. Polygons without area
/// join what is on either side of them, and stay.
void WorldDraft::replace_faces(std::uint32_t number, Gone gone_now, const RoomPolygons& added) {
    const Room& room = *rooms_[number];
    const Polyhedron::Data& shape = room.own().data();
    std::vector<std::uint32_t>& removed = gone_now.faces;
    std::ranges::sort(removed);
    RoomPolygons next;
    next.mesh.vertices.assign(shape.positions.begin(), shape.positions.end());
    auto gone = removed.begin();
    for (std::uint32_t f = 0; f < shape.planes.size(); ++f) {
        if (gone != removed.end() && *gone == f) {
            ++gone;
            continue;
        }
        for (const VertexIndex v : shape.corners_of(FaceIndex(f))) {
            next.mesh.corners.push_back(v.value);
        }
        next.mesh.polygon_ends.push_back(static_cast<std::uint32_t>(next.mesh.corners.size()));
        next.labels.push_back(room.label(shape.face_sources[f]));
    }
    std::vector<std::uint32_t> slivers(room.slivers().begin(), room.slivers().end());
    std::erase_if(slivers, [&](std::uint32_t sliver) {
        return std::ranges::find(gone_now.slivers, sliver) != gone_now.slivers.end();
    });
    append(next, chosen(room.polygons(), slivers));
    append(next, added);
    pending_[room.id()] = std::move(next);
    changed_.insert(room.id());
}

}  // namespace swept
