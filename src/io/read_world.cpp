// World files to what a world is made of. The JSON is read into a document first, then looked at
// item by item; the first thing that is wrong ends it, with its place.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "io/file_bytes.h"
#include "io/formats.h"
#include "io/json_document.h"
#include "io/named_file.h"
#include "io/read_context.h"
#include "swept/mesh_io.h"
#include "swept/solids.h"
#include "swept/world_io.h"

namespace swept {
namespace io_detail {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

using Keys = std::span<const std::string_view>;

/// A value of the document and its place, as /rooms/3.
struct Item {
    const json& value;
    std::string place;
};

// ---- plain values ----

/// Digits of base ten, or of base sixteen after 0x, and nothing else.
std::optional<std::uint64_t> whole_in(std::string_view text) {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    if (hex) text.remove_prefix(2);
    std::uint64_t number = 0;
    const char* const end = std::to_address(text.end());
    const auto [stop, problem] =
        std::from_chars(std::to_address(text.begin()), end, number, hex ? 16 : 10);
    if (problem != std::errc{} || stop != end) return std::nullopt;
    return number;
}

/// Writers may put 3.0 for 3.
std::optional<std::uint64_t> whole_of(const json& value) {
    constexpr double most = 0x1p53;
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    if (value.is_string()) return whole_in(value.get_ref<const std::string&>());
    if (!value.is_number_float()) return std::nullopt;
    const double number = value.get<double>();
    if (number < 0 || number > most || number != std::floor(number)) return std::nullopt;
    return static_cast<std::uint64_t>(number);
}

/// Exactly so many numbers.
template <std::size_t count>
std::optional<std::array<double, count>> numbers_of(const json& value) {
    if (!value.is_array() || value.size() != count) return std::nullopt;
    std::array<double, count> numbers;
    for (std::size_t i = 0; i < count; ++i) {
        if (!value[i].is_number()) return std::nullopt;
        numbers[i] = value[i].get<double>();
    }
    return numbers;
}

std::optional<Eigen::Vector3d> point_of(const json& value) {
    const auto numbers = numbers_of<3>(value);
    if (!numbers) return std::nullopt;
    return Eigen::Vector3d(numbers->data());
}

/// The value of a key, or null.
const json* find(const Item& item, const char* key) {
    const auto found = item.value.find(key);
    return found == item.value.end() ? nullptr : &*found;
}

constexpr const char* whole_words =
    "must be a whole number from 0 to 18446744073709551615, or a string with one";

// ---- the document ----

class WorldReader {
   public:
    WorldReader(fs::path folder, const WorldReadOptions& options)
        : folder_(std::move(folder)), options_(options) {}

    Result<WorldContents> read(const json& root) {
        if (!read_all({root, ""})) return tl::unexpected(std::move(*error_));
        return std::move(world_);
    }

   private:
    bool read_all(const Item& root);
    bool read_room(const Item& item);
    bool read_labels(const Item& item, RoomPolygons& room);
    bool read_ids(const Item& ids, std::size_t count, std::vector<PolygonLabel>& labels);
    bool read_masks(const Item& masks, std::size_t count, std::vector<PolygonLabel>& labels);
    bool read_portal(const Item& item);
    bool read_rooms_of(const Item& item, Portal& portal);
    bool read_body(const Item& item);
    bool read_spheres(const Item& spheres, std::optional<BodyShape>& shape);
    bool read_shape(const Item& item, std::optional<BodyShape>& shape);
    bool read_pose(const Item& item, Pose& pose);
    bool read_matrix(const Item& item, Pose& pose);
    bool read_mask(const Item& item, Mask& mask);

    // A mesh by its name, from a file or as a solid.
    bool read_mesh_of(const Item& name, Mesh& mesh);

    bool check_keys(const Item& item, Keys known);
    /// Reads the key `id` and keeps where it stands; false where it is missing, wrong or taken.
    bool read_id(const Item& item, std::map<std::uint64_t, std::string>& taken, std::uint64_t& id);
    template <class Take>
    bool for_each(const Item& root, const char* key, const Take& take);

    /// Keeps the first error and returns false.
    bool refuse(const std::string& place, std::string what, ErrorCode code = ErrorCode::bad_file) {
        if (!error_) error_ = Error{code, std::move(what), one_line(place)};
        return false;
    }

    fs::path folder_;
    WorldReadOptions options_;
    WorldContents world_;
    std::map<std::uint64_t, std::string> rooms_, portals_, bodies_;  ///< ids and their places
    std::map<std::string, std::string> room_meshes_;                 ///< names and their places
    std::map<std::pair<std::string, Sides>, Polyhedron> shapes_;     ///< of bodies, by name
    std::optional<Error> error_;
};

bool WorldReader::read_all(const Item& root) {
    constexpr std::array<std::string_view, 4> known = {"swept_world", "rooms", "portals", "bodies"};
    if (!root.value.is_object()) return refuse("", "the JSON is no object; it is no world file");
    const json* const version = find(root, "swept_world");
    if (version == nullptr) {
        return refuse("",
                      "has no key 'swept_world'; it is no world file, or add \"swept_world\":1");
    }
    if (whole_of(*version) != 1U) {
        return refuse("/swept_world", "must be 1, the only version there is",
                      ErrorCode::unsupported);
    }
    return check_keys(root, known) &&
           for_each(root, "rooms", [this](const Item& item) { return read_room(item); }) &&
           for_each(root, "portals", [this](const Item& item) { return read_portal(item); }) &&
           for_each(root, "bodies", [this](const Item& item) { return read_body(item); });
}

template <class Take>
bool WorldReader::for_each(const Item& root, const char* key, const Take& take) {
    const json* const list = find(root, key);
    if (list == nullptr) return true;
    const std::string place = std::string("/") + key;
    if (!list->is_array()) return refuse(place, "must be a list: [...]");
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Item item{(*list)[i], place + "/" + std::to_string(i)};
        if (!item.value.is_object()) return refuse(item.place, "must be an object: {...}");
        if (!take(item)) return false;
    }
    return true;
}

/// A typing error shall not be taken for a missing value.
bool WorldReader::check_keys(const Item& item, Keys known) {
    for (const auto& [key, value] : item.value.items()) {
        if (std::ranges::find(known, key) != known.end()) continue;
        return refuse(item.place, "unknown key " + in_quotes(key) + "; known are " +
                                      joined({known.begin(), known.end()}));
    }
    return true;
}

bool WorldReader::read_id(const Item& item, std::map<std::uint64_t, std::string>& taken,
                          std::uint64_t& id) {
    const json* const value = find(item, "id");
    if (value == nullptr) return refuse(item.place + "/id", "is missing; add a whole number");
    const auto number = whole_of(*value);
    if (!number) return refuse(item.place + "/id", whole_words);
    const auto [found, is_new] = taken.try_emplace(*number, item.place);
    if (!is_new) {
        return refuse(item.place + "/id", std::to_string(*number) + " is the id of " +
                                              found->second + " too; give each its own");
    }
    id = *number;
    return true;
}

// ---- rooms ----

bool WorldReader::read_room(const Item& item) {
    constexpr std::array<std::string_view, 5> known = {"id", "mesh", "ids", "mask", "masks"};
    std::uint64_t id = 0;
    if (!check_keys(item, known) || !read_id(item, rooms_, id)) return false;
    RoomPolygons room;
    if (const json* const name = find(item, "mesh")) {
        const Item mesh{*name, item.place + "/mesh"};
        if (!read_mesh_of(mesh, room.mesh)) return false;
        const auto [found, is_new] = room_meshes_.try_emplace(name->get<std::string>(), item.place);
        if (!is_new) {
            return refuse(mesh.place,
                          "is the mesh of " + found->second + " too; each room has its own");
        }
    }
    if (!read_labels(item, room)) return false;
    world_.rooms.push_back({RoomId(id), std::move(room)});
    return true;
}

bool WorldReader::read_labels(const Item& item, RoomPolygons& room) {
    const json* const ids = find(item, "ids");
    const json* const masks = find(item, "masks");
    const json* const mask = find(item, "mask");
    if (mask != nullptr && masks != nullptr) {
        return refuse(item.place, "has both mask and masks; leave out one");
    }
    if (ids == nullptr && masks == nullptr && mask == nullptr) return true;
    const std::size_t count = room.mesh.polygon_count();
    std::vector<PolygonLabel> labels(count);
    for (std::size_t i = 0; i < count; ++i) labels[i].id = PolygonId(i);
    if (ids != nullptr && !read_ids({*ids, item.place + "/ids"}, count, labels)) return false;
    if (masks != nullptr && !read_masks({*masks, item.place + "/masks"}, count, labels)) {
        return false;
    }
    Mask all = every_bit;
    if (!read_mask(item, all)) return false;
    if (mask != nullptr) {
        for (PolygonLabel& label : labels) label.mask = all;
    }
    room.labels = std::move(labels);
    return true;
}

std::string not_for_each(const char* what, std::size_t polygons) {
    return std::string("must be as many ") + what + " as there are polygons, " +
           std::to_string(polygons);
}

bool WorldReader::read_ids(const Item& ids, std::size_t count, std::vector<PolygonLabel>& labels) {
    if (!ids.value.is_array()) return refuse(ids.place, "must be a list: [0,[4,9],...]");
    std::size_t given = 0;
    for (std::size_t i = 0; i < ids.value.size(); ++i) {
        const json& value = ids.value[i];
        const bool range = value.is_array() && value.size() == 2;
        const auto first = whole_of(range ? value[0] : value);
        const auto last = range ? whole_of(value[1]) : first;
        if (!first || !last || *last < *first) {
            return refuse(ids.place + "/" + std::to_string(i),
                          "must be an id, or [first,last]: whole numbers from 0 to "
                          "18446744073709551615");
        }
        // Before anything is made of it: a range may be as long as it likes.
        if (*last - *first >= count - given) return refuse(ids.place, not_for_each("ids", count));
        for (std::uint64_t id = *first;; ++id) {
            labels[given++].id = PolygonId(id);
            if (id == *last) break;
        }
    }
    return given == count || refuse(ids.place, not_for_each("ids", count));
}

bool WorldReader::read_masks(const Item& masks, std::size_t count,
                             std::vector<PolygonLabel>& labels) {
    if (!masks.value.is_array()) return refuse(masks.place, "must be a list: [[mask,count],...]");
    std::size_t given = 0;
    for (std::size_t i = 0; i < masks.value.size(); ++i) {
        const json& value = masks.value[i];
        const bool pair = value.is_array() && value.size() == 2;
        const auto mask = pair ? whole_of(value[0]) : std::nullopt;
        const auto polygons = pair ? whole_of(value[1]) : std::nullopt;
        if (!mask || !polygons) {
            return refuse(masks.place + "/" + std::to_string(i),
                          "must be [mask,count], as [\"0xff\",12]");
        }
        if (*polygons > count - given) return refuse(masks.place, not_for_each("masks", count));
        for (std::uint64_t k = 0; k < *polygons; ++k) labels[given++].mask = *mask;
    }
    return given == count || refuse(masks.place, not_for_each("masks", count));
}

/// The key `mask`, if it is there.
bool WorldReader::read_mask(const Item& item, Mask& mask) {
    const json* const value = find(item, "mask");
    if (value == nullptr) return true;
    const auto number = whole_of(*value);
    if (!number) {
        return refuse(item.place + "/mask",
                      "must be a mask: \"0x\" with up to 16 digits, or a whole number");
    }
    mask = *number;
    return true;
}

// ---- portals ----

bool WorldReader::read_portal(const Item& item) {
    constexpr std::array<std::string_view, 3> known = {"id", "rooms", "outline"};
    std::uint64_t id = 0;
    Portal portal;
    if (!check_keys(item, known) || !read_id(item, portals_, id) || !read_rooms_of(item, portal)) {
        return false;
    }
    const json* const outline = find(item, "outline");
    const std::string place = item.place + "/outline";
    if (outline == nullptr) return refuse(place, "is missing; add its corners: [[x,y,z],...]");
    if (!outline->is_array() || outline->size() < 3) {
        return refuse(place, "must be three corners or more: [[x,y,z],...]");
    }
    for (std::size_t i = 0; i < outline->size(); ++i) {
        const auto corner = point_of((*outline)[i]);
        if (!corner)
            return refuse(place + "/" + std::to_string(i), "must be three numbers [x,y,z]");
        portal.outline.push_back(*corner);
    }
    world_.portals.push_back({PortalId(id), std::move(portal)});
    return true;
}

bool WorldReader::read_rooms_of(const Item& item, Portal& portal) {
    const json* const rooms = find(item, "rooms");
    const std::string place = item.place + "/rooms";
    if (rooms == nullptr) return refuse(place, "is missing; add the two rooms: [id,id]");
    if (!rooms->is_array() || rooms->size() != 2) {
        return refuse(place, "must be the ids of two rooms: [id,id]");
    }
    for (const int i : {0, 1}) {
        const auto id = whole_of((*rooms)[static_cast<std::size_t>(i)]);
        const std::string here = place + "/" + std::to_string(i);
        if (!id) return refuse(here, whole_words);
        if (!rooms_.contains(*id)) {
            return refuse(here, "there is no room " + std::to_string(*id) + "; name one of /rooms");
        }
        (i == 0 ? portal.from : portal.to) = RoomId(*id);
    }
    return true;
}

// ---- bodies ----

bool WorldReader::read_body(const Item& item) {
    constexpr std::array<std::string_view, 6> known = {"id",   "mesh", "spheres",
                                                       "pose", "mask", "sides"};
    std::uint64_t id = 0;
    if (!check_keys(item, known) || !read_id(item, bodies_, id)) return false;
    const json* const spheres = find(item, "spheres");
    const bool has_mesh = find(item, "mesh") != nullptr;
    if (has_mesh == (spheres != nullptr)) {
        return refuse(item.place, has_mesh ? "has both mesh and spheres; leave out one"
                                           : "has no shape; add mesh or spheres");
    }
    std::optional<BodyShape> shape;
    if (spheres != nullptr && find(item, "sides") != nullptr) {
        return refuse(item.place + "/sides", "is for meshes; leave it out");
    }
    if (spheres != nullptr) {
        if (!read_spheres({*spheres, item.place + "/spheres"}, shape)) return false;
    } else if (!read_shape(item, shape)) {
        return false;
    }
    Body body{std::move(*shape), {}, every_bit};
    if (!read_mask(item, body.mask)) return false;
    const json* const pose = find(item, "pose");
    if (pose != nullptr && !read_pose({*pose, item.place + "/pose"}, body.world_from_body)) {
        return false;
    }
    world_.bodies.push_back({BodyId(id), std::move(body)});
    return true;
}

bool WorldReader::read_spheres(const Item& spheres, std::optional<BodyShape>& shape) {
    if (!spheres.value.is_array()) return refuse(spheres.place, "must be a list: [[x,y,z,r],...]");
    std::vector<Sphere> balls;
    for (std::size_t i = 0; i < spheres.value.size(); ++i) {
        const auto numbers = numbers_of<4>(spheres.value[i]);
        if (!numbers) {
            return refuse(spheres.place + "/" + std::to_string(i),
                          "must be four numbers [x,y,z,radius]");
        }
        balls.push_back({Eigen::Vector3d(numbers->data()), (*numbers)[3]});
    }
    Result<SphereSet> set = SphereSet::make(std::move(balls));
    if (!set) return refuse(spheres.place, set.error().message());
    shape = std::move(*set);
    return true;
}

bool WorldReader::read_shape(const Item& item, std::optional<BodyShape>& shape) {
    BuildOptions options;
    if (const json* const sides = find(item, "sides")) {
        if (*sides != "front" && *sides != "both") {
            return refuse(item.place + "/sides", R"(must be "front" or "both")");
        }
        options.sides = *sides == "front" ? Sides::front : Sides::both;
    }
    const Item name{item.value["mesh"], item.place + "/mesh"};
    if (!name.value.is_string()) return refuse(name.place, "must be a string: a file or solid:...");
    const auto& text = name.value.get_ref<const std::string&>();
    const std::pair key{text, options.sides};
    auto found = shapes_.find(key);
    if (found == shapes_.end()) {
        Mesh mesh;
        if (!read_mesh_of(name, mesh)) return false;
        const Result<Polyhedron> built = Polyhedron::build(mesh, options);
        if (!built) return refuse(name.place, in_quotes(text) + ": " + built.error().message());
        found = shapes_.emplace(key, *built).first;
    }
    shape = found->second;
    return true;
}

bool WorldReader::read_pose(const Item& item, Pose& pose) {
    constexpr std::array<std::string_view, 3> known = {"translation", "rotation", "matrix"};
    if (!item.value.is_object()) return refuse(item.place, "must be an object: {...}");
    if (!check_keys(item, known)) return false;
    const json* const matrix = find(item, "matrix");
    if (matrix != nullptr && item.value.size() > 1) {
        return refuse(item.place, "matrix cannot stand beside other keys; leave out one");
    }
    if (matrix != nullptr) return read_matrix({*matrix, item.place + "/matrix"}, pose);
    Eigen::Vector3d translation = Eigen::Vector3d::Zero();
    if (const json* const value = find(item, "translation")) {
        const auto point = point_of(*value);
        if (!point) return refuse(item.place + "/translation", "must be three numbers [x,y,z]");
        translation = *point;
    }
    Quaternion rotation = Quaternion::Identity();
    if (const json* const value = find(item, "rotation")) {
        const auto q = numbers_of<4>(*value);
        if (!q) return refuse(item.place + "/rotation", "must be four numbers [w,x,y,z]");
        rotation = Quaternion((*q)[0], (*q)[1], (*q)[2], (*q)[3]);
    }
    const Result<Pose> made = Pose::make(translation, rotation);
    if (!made) return refuse(item.place + "/" + made.error().where, made.error().what);
    pose = *made;
    return true;
}

bool WorldReader::read_matrix(const Item& item, Pose& pose) {
    constexpr const char* form = "must be three rows of four numbers, or a fourth row 0 0 0 1";
    if (!item.value.is_array() || item.value.size() < 3 || item.value.size() > 4) {
        return refuse(item.place, form);
    }
    Matrix34 matrix;
    for (std::size_t row = 0; row < item.value.size(); ++row) {
        const auto numbers = numbers_of<4>(item.value[row]);
        if (!numbers) return refuse(item.place, form);
        if (row == 3 && *numbers != std::array<double, 4>{0, 0, 0, 1}) {
            return refuse(item.place, form);
        }
        if (row < 3) matrix.row(static_cast<int>(row)) = Eigen::RowVector4d(numbers->data());
    }
    const Result<Pose> made = Pose::from_matrix(matrix);
    if (!made) return refuse(item.place, made.error().what);
    pose = *made;
    return true;
}

// ---- meshes ----

bool WorldReader::read_mesh_of(const Item& name, Mesh& mesh) {
    if (!name.value.is_string()) return refuse(name.place, "must be a string: a file or solid:...");
    const auto& text = name.value.get_ref<const std::string&>();
    if (text.starts_with("solid:")) {
        Result<Mesh> solid = make_solid(text);
        if (!solid) return refuse(name.place, in_quotes(text) + ": " + solid.error().message());
        mesh = std::move(*solid);
        return true;
    }
    const auto path = named_file(folder_, text, options_.files);
    if (!path) return refuse(name.place, path.error().what);
    Result<MeshFile> file = read_mesh(*path);
    if (!file) {
        return refuse(name.place, one_line(text) + ": " + file.error().message(),
                      file.error().code);
    }
    mesh = std::move(file->mesh);
    return true;
}

}  // namespace
}  // namespace io_detail

Result<WorldContents> read_world(const std::filesystem::path& path,
                                 const WorldReadOptions& options) {
    const auto bytes = io_detail::read_file_bytes(path);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto root = io_detail::parse_json_document(bytes->view());
    if (!root) return tl::unexpected(root.error());
    return io_detail::WorldReader(path.parent_path(), options).read(*root);
}

}  // namespace swept
