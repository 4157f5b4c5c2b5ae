// Solids by name. One table lists them; the arguments of each maker are read from the text of its
// keys by their C++ types, so that a new solid is one more row.

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "solids/solid_catalogue.h"
#include "swept/solids.h"

namespace swept::solids_detail {

namespace {

/// A key with the text of its value.
struct Setting {
    std::string_view key;
    std::string_view value;
    bool given = false;  ///< by the description; otherwise it is the fallback
};
using Settings = std::vector<Setting>;

// ---- words for errors ----

/// Text from outside, short, printable and in one line; cut short, it has no half of a character.
std::string shown(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string result(text.substr(0, longest));
    std::ranges::replace_if(result, [](unsigned char c) { return c < 0x20 || c > 0x7e; }, '?');
    return text.size() > longest ? result + "..." : result;
}

std::string quoted(std::string_view text) {
    return std::string("'").append(shown(text)).append("'");
}

template <class Named>
std::string names(std::span<const Named> things) {
    std::string list;
    for (const Named& thing : things) {
        list += list.empty() ? "" : ", ";
        list += thing.name;
    }
    return list;
}

tl::unexpected<Error> refuse(std::string what, std::string_view where) {
    return fail(ErrorCode::bad_argument, std::move(what), std::string(where));
}

// ---- values ----

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t end = text.find(separator); end != std::string_view::npos;
         end = text.find(separator)) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.push_back(text);
    return parts;
}

template <class Number>
Result<Number> read_number(std::string_view text, std::string_view key) {
    Number number{};
    const char* const end = std::to_address(text.end());
    const auto [stop, problem] = std::from_chars(std::to_address(text.begin()), end, number);
    if (problem == std::errc{} && stop == end) return number;
    if (problem == std::errc::result_out_of_range) {
        return refuse(quoted(text) + " is out of range", key);
    }
    return refuse(
        quoted(text) + (std::is_integral_v<Number> ? " is not a whole number" : " is not a number"),
        key);
}

/// The value of a key: one whole number, one number, or three numbers such as 1x2x3.
template <class Value>
Result<Value> read_value(const Setting& setting) {
    constexpr bool is_vector = std::is_same_v<Value, Eigen::Vector3d>;
    constexpr std::size_t needed = is_vector ? 3 : 1;
    using Number = std::conditional_t<is_vector, double, Value>;

    const std::vector<std::string_view> parts = split(setting.value, 'x');
    if (parts.size() != needed) {
        return refuse(std::string(setting.key) + "=" + shown(setting.value) + " has " +
                          std::to_string(parts.size()) +
                          (is_vector ? " numbers, 3 are needed" : " numbers, 1 is needed"),
                      setting.key);
    }
    std::array<Number, needed> numbers{};
    for (std::size_t i = 0; i < needed; ++i) {
        const Result<Number> number = read_number<Number>(parts[i], setting.key);
        if (!number) return tl::unexpected(number.error());
        numbers[i] = *number;
    }
    return std::apply([](auto... number) { return Value(number...); }, numbers);
}

// ---- the table ----

/// Calls a maker with its arguments read from the settings, in their order.
template <class Made, class... Arguments, std::size_t... i>
Result<Made> call(Result<Made> (*make)(Arguments...), const Settings& settings,
                  std::index_sequence<i...> /*order*/) {
    const std::tuple<Result<std::decay_t<Arguments>>...> values{
        read_value<std::decay_t<Arguments>>(settings[i])...};
    std::optional<Error> first_error;
    const auto look_at = [&](const auto& value) {
        if (!value && !first_error) first_error = value.error();
    };
    (look_at(std::get<i>(values)), ...);
    if (first_error) return tl::unexpected(*first_error);
    return make(*std::get<i>(values)...);
}

template <class... Arguments>
constexpr std::size_t argument_count(Result<Mesh> (* /*make*/)(Arguments...)) {
    return sizeof...(Arguments);
}

struct Row {
    SolidKind kind;
    Result<Mesh> (*make)(const Settings&);
};

/// A row whose keys are the maker's arguments, in their order.
template <auto make, const auto& keys>
constexpr Row row(std::string_view name, std::string_view meaning) {
    static_assert(argument_count(make) == std::size(keys));
    return {{name, meaning, keys}, [](const Settings& settings) {
                return call(make, settings, std::make_index_sequence<std::size(keys)>{});
            }};
}

Result<Mesh> make_room_from(const Eigen::Vector3d& size, double wall, int doors, double door_width,
                            double door_height) {
    return make_room({size, wall, doors, door_width, door_height});
}

Result<Mesh> make_gear_from(int teeth, double module, double width, double bore,
                            double pressure_angle_deg, double backlash, int flank_points) {
    return make_gear({teeth, module, width, bore, pressure_angle_deg, backlash, flank_points});
}

Result<Mesh> make_bolt_from(double diameter, double pitch, double length, double head_width,
                            double head_height, double clearance, int segments) {
    return make_bolt({diameter, pitch, length, head_width, head_height, clearance, segments});
}

Result<Mesh> make_nut_from(double diameter, double pitch, double height, double width,
                           double clearance, int segments) {
    return make_nut({diameter, pitch, height, width, clearance, segments});
}

Result<LevelOptions> level_options_from(int rooms, int seed, double size, double height,
                                        int clutter, int detail) {
    return LevelOptions{rooms, seed, size, height, clutter, detail};
}

Result<Mesh> make_level_from(int rooms, int seed, double size, double height, int clutter,
                             int detail) {
    return make_level({rooms, seed, size, height, clutter, detail});
}

constexpr SolidKey box_keys[] = {
    {"size", "1x1x1", "lengths along x, y and z"},
};
constexpr SolidKey prism_keys[] = {
    {"sides", "6", "corners of the outline, 3 or more"},
    {"radius", "1", "from the axis to the corners"},
    {"height", "1", "length along z"},
};
constexpr SolidKey sphere_keys[] = {
    {"radius", "1", "from the centre to the vertices"},
    {"rings", "24", "bands from pole to pole, 2 or more"},
    {"segments", "48", "triangles around, 3 or more"},
};
constexpr SolidKey torus_keys[] = {
    {"rings", "112", "around the axis, 3 or more"},
    {"sides", "56", "around the tube, 3 or more"},
    {"major", "0.7", "from the axis to the middle of the tube"},
    {"minor", "0.3", "radius of the tube, less than major"},
};
constexpr SolidKey cylinder_keys[] = {
    {"radius", "1", "from the axis to the vertices"},
    {"height", "2", "length along z"},
    {"segments", "48", "quads around, 3 or more"},
    {"bands", "1", "quads along the axis, 1 or more"},
};
constexpr SolidKey brick_keys[] = {
    {"size", "0.215x0.1025x0.065", "lengths along x, y and z"},
    {"bevel", "0.003", "cut off all edges, 0 to half the smallest size"},
};
constexpr SolidKey stairs_keys[] = {
    {"steps", "8", "1 to 4000"},
    {"run", "0.28", "depth of a step, along x"},
    {"rise", "0.18", "height of a step, along z"},
    {"width", "1", "length along y"},
};
constexpr SolidKey room_keys[] = {
    {"size", "6x4x3", "inside lengths along x, y and z"},
    {"wall", "0.2", "thickness of walls, floor and ceiling"},
    {"doors", "2", "0 to 4 walls with a doorway: -x, +x, -y, +y"},
    {"door_width", "1", "at most the length of the wall"},
    {"door_height", "2.1", "at most the height of the room"},
};
constexpr SolidKey car_keys[] = {
    {"length", "4.2", "along x, the way it looks"},
    {"width", "1.8", "along y"},
    {"height", "1.4", "along z"},
};
constexpr SolidKey gear_keys[] = {
    {"teeth", "20", "4 or more"},
    {"module", "1", "pitch diameter per tooth"},
    {"width", "4", "length along z"},
    {"bore", "4", "diameter of the hole, 0 for none"},
    {"pressure_angle_deg", "20", "of the flanks, in degrees, 5 to 45"},
    {"backlash", "0.05", "play with a gear of its kind, at the pitch circle"},
    {"flank_points", "6", "vertices along each flank, 2 or more"},
};
constexpr SolidKey bolt_keys[] = {
    {"diameter", "16", "over the crests of the thread"},
    {"pitch", "2", "rise per turn"},
    {"length", "24", "of the threaded shank"},
    {"head_width", "24", "across the flats"},
    {"head_height", "10", "0 for no head"},
    {"clearance", "0.05", "of its nut: the mesh is exact to a quarter of it"},
    {"segments", "0", "around, 3 or more; 0 for what the clearance needs"},
};
constexpr SolidKey nut_keys[] = {
    {"diameter", "16", "of its bolt, over the crests"},
    {"pitch", "2", "rise per turn"},
    {"height", "13", "length along z"},
    {"width", "24", "across the flats"},
    {"clearance", "0.05", "gap to the bolt, less than 0.2 of the pitch"},
    {"segments", "0", "around, 3 or more; 0 for what the clearance needs"},
};
constexpr SolidKey level_keys[] = {
    {"rooms", "16", "1 to 4096, on a grid"},
    {"seed", "1", "any whole number: another level"},
    {"size", "10", "inside length and width of a room, 8 to 100"},
    {"height", "4", "inside height of the lowest rooms, 4 to 100"},
    {"clutter", "8", "pillars and furniture in a room, 0 to 64"},
    {"detail", "0", "how often each triangle is cut in four, 0 to 5"},
};

constexpr std::array table{
    row<make_box, box_keys>("box", "a box of 6 faces, centred at the origin"),
    row<make_prism, prism_keys>("prism", "a regular polygon drawn out along z"),
    row<make_sphere, sphere_keys>("sphere", "a sphere of triangles"),
    row<make_torus, torus_keys>("torus", "a ring of triangles about the z axis"),
    row<make_cylinder, cylinder_keys>("cylinder", "a cylinder of triangles along z"),
    row<make_brick, brick_keys>("brick", "a box with bevelled edges"),
    row<make_stairs, stairs_keys>("stairs", "a solid flight of stairs, climbing along x"),
    row<make_room_from, room_keys>("room", "walls, floor and ceiling, with doorways"),
    row<make_car, car_keys>("car", "a simple car of 12 faces, standing on z = 0"),
    row<make_gear_from, gear_keys>("gear", "a spur gear about the z axis, with involute teeth"),
    row<make_bolt_from, bolt_keys>("bolt", "a threaded bolt with a hexagonal head, along z"),
    row<make_nut_from, nut_keys>("nut", "the hexagonal nut that fits the bolt"),
    row<make_level_from, level_keys>("level", "rooms of a game, joined by doorways; in metres"),
};

constexpr auto kinds = [] {
    std::array<SolidKind, table.size()> result{};
    std::ranges::transform(table, result.begin(), &Row::kind);
    return result;
}();

// ---- descriptions ----

/// What a description asks of a solid: all its keys in their order, with fallbacks filled in.
Result<Settings> read_settings(const SolidKind& kind, std::span<const std::string_view> parts) {
    Settings settings;
    for (const SolidKey& key : kind.keys) settings.push_back({key.name, key.fallback});

    for (const std::string_view part : parts) {
        const std::size_t equals = part.find('=');
        const std::string_view name = part.substr(0, equals);
        const auto setting = std::ranges::find(settings, name, &Setting::key);
        if (setting == settings.end()) {
            return refuse("unknown key " + quoted(name) + " of " + std::string(kind.name) +
                              "; it has: " + names(kind.keys),
                          kind.name);
        }
        if (equals == std::string_view::npos) {
            return refuse("key " + quoted(name) + " has no value; write for example " +
                              std::string(name) + "=" + std::string(setting->value),
                          kind.name);
        }
        if (setting->given) {
            return refuse("key " + quoted(name) + " is given twice; give it once", kind.name);
        }
        *setting = {setting->key, part.substr(equals + 1), true};
    }
    return settings;
}

/// A solid with what a description asks of it.
struct Asked {
    const Row& row;
    Settings settings;
};

Result<Asked> read_description(std::string_view description) {
    constexpr std::string_view prefix = "solid:";
    if (description.starts_with(prefix)) description.remove_prefix(prefix.size());
    const std::vector<std::string_view> parts = split(description, ',');

    const auto found =
        std::ranges::find(table, parts.front(), [](const Row& entry) { return entry.kind.name; });
    if (found == table.end()) {
        return refuse("unknown solid " + quoted(parts.front()) +
                          "; known are: " + names(std::span<const SolidKind>(kinds)),
                      "");
    }
    Result<Settings> settings = read_settings(found->kind, std::span(parts).subspan(1));
    if (!settings) return tl::unexpected(settings.error());
    return Asked{*found, std::move(*settings)};
}

/// The error of a solid's key with its name.
Error about(const SolidKind& kind, Error error) {
    error.where = std::string(kind.name) + "," + error.where;
    return error;
}

}  // namespace

}  // namespace swept::solids_detail

namespace swept {

using namespace solids_detail;

std::span<const SolidKind> solid_kinds() {
    return kinds;
}

Result<Mesh> make_solid(std::string_view description) {
    const Result<Asked> asked = read_description(description);
    if (!asked) return tl::unexpected(asked.error());
    return asked->row.make(asked->settings).map_error([&](Error error) {
        return about(asked->row.kind, std::move(error));
    });
}

}  // namespace swept

namespace swept::solids_detail {

Result<std::optional<LevelOptions>> read_level_options(std::string_view description) {
    const Result<Asked> asked = read_description(description);
    if (!asked) return tl::unexpected(asked.error());
    if (asked->row.kind.name != "level") return std::nullopt;
    return call(level_options_from, asked->settings,
                std::make_index_sequence<std::size(level_keys)>{})
        .map([](const LevelOptions& options) { return std::optional(options); })
        .map_error([&](Error error) { return about(asked->row.kind, std::move(error)); });
}

}  // namespace swept::solids_detail
