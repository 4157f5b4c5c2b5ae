// Worlds to files: the meshes first, then the JSON that names them, an item per line.
//
// The file that is there names whole meshes at every moment. So no mesh of the world that is
// replaced is touched before the new JSON is in its place: new meshes get names that are free. What
// the old JSON named and the new one does not is removed at last. Where something fails, what was
// written is removed instead.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "core/namespaces.h"
#include "core/output_file.h"
#include "io/file_bytes.h"
#include "io/formats.h"
#include "io/json_document.h"
#include "swept/mesh_io.h"
#include "swept/world_io.h"

namespace swept {
namespace io_detail {
namespace {

namespace fs = std::filesystem;

std::string text_of(std::uint64_t number) {
    return std::to_string(number);
}

// ---- what cannot be written so that it can be read ----

tl::unexpected<Error> refuse(const std::string& kind, std::uint64_t id, std::string what) {
    return fail(ErrorCode::bad_argument, std::move(what), kind + " " + text_of(id));
}

template <class Things>
Result<void> check_ids(const char* kind, const Things& things, std::set<std::uint64_t>& taken) {
    for (const auto& thing : things) {
        if (!taken.insert(thing.id.value).second) {
            return refuse(kind, thing.id.value, "stands twice; give each its own id");
        }
    }
    return {};
}

Result<void> check_room(const WorldContents::Room& room) {
    const RoomPolygons& polygons = room.polygons;
    if (!polygons.labels.empty() && polygons.labels.size() != polygons.mesh.polygon_count()) {
        return refuse("room", room.id.value,
                      "has " + text_of(polygons.labels.size()) + " labels for " +
                          text_of(polygons.mesh.polygon_count()) +
                          " polygons; give one for each, or none");
    }
    return {};
}

Result<void> check_portal(const WorldContents::Door& door, const std::set<std::uint64_t>& rooms) {
    for (const RoomId room : {door.portal.from, door.portal.to}) {
        if (!rooms.contains(room.value)) {
            return refuse("portal", door.id.value,
                          "leads to room " + text_of(room.value) + ", which is not there");
        }
    }
    if (door.portal.outline.size() < 3) {
        return refuse("portal", door.id.value, "has fewer than 3 corners; add some");
    }
    for (const Eigen::Vector3d& corner : door.portal.outline) {
        if (!corner.allFinite()) {
            return refuse("portal", door.id.value, "a coordinate is not finite; repair it");
        }
    }
    return {};
}

Result<void> check(const WorldContents& world) {
    std::set<std::uint64_t> rooms;
    std::set<std::uint64_t> portals;
    std::set<std::uint64_t> bodies;
    if (auto good = check_ids("room", world.rooms, rooms); !good) return good;
    if (auto good = check_ids("portal", world.portals, portals); !good) return good;
    if (auto good = check_ids("body", world.bodies, bodies); !good) return good;
    for (const auto& room : world.rooms) {
        if (auto good = check_room(room); !good) return good;
    }
    for (const auto& door : world.portals) {
        if (auto good = check_portal(door, rooms); !good) return good;
    }
    return {};
}

// ---- values ----

std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// What is not UTF-8 does not come out as it went in.
bool is_utf8(const std::string& text) {
    return nlohmann::json::parse(quoted(text)).get<std::string>() == text;
}

std::string in_hex(std::uint64_t number) {
    std::array<char, 16> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    return "\"0x" + std::string(digits.data(), end) + "\"";
}

/// Readers take -0 for a whole number, and its sign is gone.
void write_number(OutputFile& out, double number) {
    if (number == 0 && std::signbit(number)) return out.text("-0.0");
    out.number(number);
}

template <class Numbers>
void write_numbers(OutputFile& out, const Numbers& numbers) {
    const char* before = "[";
    for (const double number : numbers) {
        out.text(before);
        write_number(out, number);
        before = ",";
    }
    out.text("]");
}

/// Ids that count on are written as one range.
void write_ids(OutputFile& out, const std::vector<PolygonLabel>& labels) {
    out.text(",\"ids\":[");
    for (std::size_t first = 0; first < labels.size();) {
        std::size_t last = first;
        while (last + 1 < labels.size() && labels[last + 1].id.value == labels[last].id.value + 1 &&
               labels[last + 1].id.value != 0) {
            ++last;
        }
        if (first > 0) out.text(",");
        if (last > first) out.text("[");
        out.number(labels[first].id.value);
        if (last > first) {
            out.text(",");
            out.number(labels[last].id.value);
            out.text("]");
        }
        first = last + 1;
    }
    out.text("]");
}

void write_masks(OutputFile& out, const std::vector<PolygonLabel>& labels) {
    std::vector<std::pair<Mask, std::uint64_t>> runs;
    for (const PolygonLabel& label : labels) {
        if (runs.empty() || runs.back().first != label.mask) runs.emplace_back(label.mask, 0);
        ++runs.back().second;
    }
    if (runs.empty() || (runs.size() == 1 && runs[0].first == every_bit)) return;
    if (runs.size() == 1) return out.text(",\"mask\":" + in_hex(runs[0].first));
    out.text(",\"masks\":");
    const char* before = "[[";
    for (const auto& [mask, count] : runs) {
        out.text(before + in_hex(mask) + "," + text_of(count) + "]");
        before = ",[";
    }
    out.text("]");
}

// ---- the files ----

using Names = std::set<std::string>;

/// room-7.ply or body-7-2.ply: a name that we give.
bool is_ours(std::string_view name) {
    if (!name.ends_with(".ply")) return false;
    name.remove_suffix(4);
    if (!name.starts_with("room-") && !name.starts_with("body-")) return false;
    name.remove_prefix(5);
    return !name.empty() && name.find_first_not_of("0123456789-") == std::string_view::npos;
}

/// The meshes in this folder that the world file names which is there now. None where there is no
/// world file.
Names meshes_named_by(const fs::path& file, const std::string& folder) {
    Names names;
    std::error_code code;
    if (!fs::is_regular_file(file, code)) return names;
    const auto bytes = read_file_bytes(file);
    if (!bytes) return names;
    const auto root = parse_json_document(bytes->view());
    if (!root || !root->is_object() || !root->contains("swept_world")) return names;
    for (const char* list : {"rooms", "bodies"}) {
        const auto found = root->find(list);
        if (found == root->end() || !found->is_array()) continue;
        for (const auto& item : *found) {
            if (!item.is_object() || !item.contains("mesh") || !item["mesh"].is_string()) continue;
            const std::string name = item["mesh"].get<std::string>();
            if (!name.starts_with(folder + "/")) continue;
            const std::string own = name.substr(folder.size() + 1);
            if (is_ours(own)) names.insert(own);
        }
    }
    return names;
}

bool same_bits(const Mesh& a, const Mesh& b) {
    const auto same = [](const Eigen::Vector3d& x, const Eigen::Vector3d& y) {
        return std::memcmp(x.data(), y.data(), 3 * sizeof(double)) == 0;
    };
    return a.corners == b.corners && a.polygon_ends == b.polygon_ends &&
           std::ranges::equal(a.vertices, b.vertices, same);
}

class WorldWriter {
   public:
    WorldWriter(const WorldContents& world, const fs::path& path) : world_(world), path_(path) {
        fs::path name = path.filename().stem();
        if (name.extension() == ".world") name = name.stem();
        meshes_ = name.string() + ".meshes";
    }

    Result<void> write() {
        if (!is_utf8(meshes_)) {
            return fail(ErrorCode::cannot_write, "the name is not UTF-8; choose another");
        }
        old_ = meshes_named_by(path_, meshes_);
        Result<void> good = write_meshes();
        if (good) good = write_json();
        if (good) {
            for (const std::string& name : old_) {
                if (!named_.contains(name)) remove(name);
            }
        } else {
            for (const std::string& name : written_) remove(name);
            std::error_code code;
            if (made_folder_) fs::remove(folder(), code);
        }
        return good;
    }

   private:
    Result<void> write_meshes();
    Result<void> write_json() const;
    /// Writes a mesh as room-7.ply, or the next of this kind that is free, and keeps which it is.
    Result<void> write_one(const Mesh& mesh, const std::string& stem, const std::string& owner);
    [[nodiscard]] std::string free_name(const std::string& stem) const;

    [[nodiscard]] fs::path folder() const { return path_.parent_path() / meshes_; }
    void remove(const std::string& name) const {
        std::error_code code;  // what cannot be removed is in nobody's way
        fs::remove(folder() / name, code);
    }

    template <class Things, class Write>
    static void write_list(OutputFile& out, const char* key, const Things& things,
                           const Write& write) {
        out.text(std::string(",\n\"") + key + "\":[");
        const char* before = "\n ";
        for (const auto& thing : things) {
            out.text(before);
            out.text("{\"id\":" + text_of(thing.id.value));
            write(thing);
            out.text("}");
            before = ",\n ";
        }
        out.text("]");
    }

    void write_room(OutputFile& out, const WorldContents::Room& room) const;
    static void write_portal(OutputFile& out, const WorldContents::Door& door);
    void write_body(OutputFile& out, const WorldContents::Placed& placed) const;
    void write_mesh_name(OutputFile& out, const std::string& name) const {
        out.text(",\"mesh\":" + quoted(meshes_ + "/" + name));
    }

    static std::string stem_of(const WorldContents::Room& room) {
        return "room-" + text_of(room.id.value);
    }

    const WorldContents& world_;
    fs::path path_;
    std::string meshes_;  ///< the folder beside the file
    /// By shape: the first body that has it.
    std::map<const Polyhedron::Data*, std::string> shapes_;
    std::map<std::string, std::string> names_;  ///< of rooms and bodies, as room-7, their files
    Names named_;                               ///< all of these files
    Names written_;                             ///< those that are new
    Names old_;                                 ///< those of the world that is replaced
    bool made_folder_ = false;
};

bool has_mesh(const WorldContents::Room& room) {
    return !room.polygons.mesh.vertices.empty() || room.polygons.mesh.polygon_count() > 0;
}

Result<void> WorldWriter::write_meshes() {
    for (const auto& room : world_.rooms) {
        if (!has_mesh(room)) continue;
        const std::string owner = "room " + text_of(room.id.value);
        if (auto good = write_one(room.polygons.mesh, stem_of(room), owner); !good) return good;
    }
    for (const auto& placed : world_.bodies) {
        const auto* shape = std::get_if<Polyhedron>(&placed.body.shape);
        if (shape == nullptr) continue;
        const std::string stem = "body-" + text_of(placed.id.value);
        if (!shapes_.try_emplace(&shape->data(), stem).second) continue;
        const std::string owner = "body " + text_of(placed.id.value);
        if (auto good = write_one(shape->mesh(), stem, owner); !good) return good;
    }
    return {};
}

std::string WorldWriter::free_name(const std::string& stem) const {
    std::string name = stem + ".ply";
    std::error_code code;
    for (std::uint64_t i = 2; fs::exists(fs::symlink_status(folder() / name, code)); ++i) {
        name = stem + "-" + text_of(i) + ".ply";
    }
    return name;
}

Result<void> WorldWriter::write_one(const Mesh& mesh, const std::string& stem,
                                    const std::string& owner) {
    std::error_code code;
    made_folder_ = fs::create_directory(folder(), code) || made_folder_;
    if (code) {
        return fail(ErrorCode::cannot_write,
                    "the folder cannot be made: " + code.message() + "; name another place",
                    folder().string());
    }
    // After an edit most meshes are as they were.
    for (auto old = old_.lower_bound(stem); old != old_.end() && old->starts_with(stem); ++old) {
        if (*old != stem + ".ply" && !old->starts_with(stem + "-")) continue;
        const auto there = read_mesh(folder() / *old);
        if (!there || !same_bits(there->mesh, mesh)) continue;
        names_[stem] = *old;
        named_.insert(*old);
        return {};
    }
    const std::string name = free_name(stem);
    names_[stem] = name;
    named_.insert(name);
    auto good = write_mesh(mesh, folder() / name);
    if (good) written_.insert(name);
    return good.map_error([&](Error error) {
        const bool written = error.code == ErrorCode::cannot_write;
        error.where = (written ? (folder() / name).string() : owner) +
                      (error.where.empty() ? "" : ", " + error.where);
        return error;
    });
}

Result<void> WorldWriter::write_json() const {
    OutputFile out(path_);
    out.text("{\"swept_world\":1");
    write_list(out, "rooms", world_.rooms, [&](const auto& room) { write_room(out, room); });
    write_list(out, "portals", world_.portals, [&](const auto& door) { write_portal(out, door); });
    write_list(out, "bodies", world_.bodies, [&](const auto& body) { write_body(out, body); });
    out.text("}\n");
    return out.finish();
}

void WorldWriter::write_room(OutputFile& out, const WorldContents::Room& room) const {
    if (has_mesh(room)) write_mesh_name(out, names_.at(stem_of(room)));
    if (room.polygons.labels.empty()) return;
    write_ids(out, room.polygons.labels);
    write_masks(out, room.polygons.labels);
}

void WorldWriter::write_portal(OutputFile& out, const WorldContents::Door& door) {
    const auto& [from, to, outline] = door.portal;
    out.text(",\"rooms\":[" + text_of(from.value) + "," + text_of(to.value) + "],\"outline\":");
    const char* before = "[";
    for (const Eigen::Vector3d& corner : outline) {
        out.text(before);
        write_numbers(out, corner);
        before = ",";
    }
    out.text("]");
}

void WorldWriter::write_body(OutputFile& out, const WorldContents::Placed& placed) const {
    const Body& body = placed.body;
    if (const auto* shape = std::get_if<Polyhedron>(&body.shape)) {
        write_mesh_name(out, names_.at(shapes_.at(&shape->data())));
        if (shape->report().sides_reason == SidesReason::asked) {
            out.text(shape->sides() == Sides::front ? R"(,"sides":"front")" : R"(,"sides":"both")");
        }
    } else {
        out.text(",\"spheres\":");
        const char* before = "[";
        for (const Sphere& ball : std::get<SphereSet>(body.shape).spheres()) {
            out.text(before);
            write_numbers(
                out, std::array{ball.centre.x(), ball.centre.y(), ball.centre.z(), ball.radius});
            before = ",";
        }
        out.text("]");
    }
    const Quaternion& q = body.world_from_body.rotation();
    out.text(R"(,"pose":{"translation":)");
    write_numbers(out, body.world_from_body.translation());
    out.text(",\"rotation\":");
    write_numbers(out, std::array{q.w(), q.x(), q.y(), q.z()});
    out.text("}");
    if (body.mask != every_bit) out.text(",\"mask\":" + in_hex(body.mask));
}

}  // namespace
}  // namespace io_detail

Result<void> write_world(const WorldContents& world, const std::filesystem::path& path) {
    if (io_detail::ending_of(path) != "json") {
        return fail(ErrorCode::unsupported,
                    "a world is written as .json, with its meshes beside it; name it so");
    }
    if (auto good = io_detail::check(world); !good) return good;
    return io_detail::WorldWriter(world, path).write();
}

}  // namespace swept
