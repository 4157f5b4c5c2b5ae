#include "json_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "command.h"

namespace swept::tool {
namespace {

using Numbers = std::vector<double>;

[[noreturn]] void refuse(const Place& place, std::string_view why) {
    const std::string where = place.words();
    throw BadQuestion{fmt::format("{}{}{}", where, where.empty() ? "" : ": ", why)};
}

/// Exactly so many numbers.
Numbers read_numbers(const Json& value, std::size_t count, const char* what, const Place& place) {
    Numbers numbers;
    const auto is_number = [](const Json& item) { return item.kind == Json::Kind::number; };
    if (value.kind != Json::Kind::array || value.items.size() != count ||
        !std::ranges::all_of(value.items, is_number)) {
        refuse(place, fmt::format("must be {}", what));
    }
    for (const Json& item : value.items) numbers.push_back(item.number);
    return numbers;
}

Pose pose_of(const Eigen::Vector3d& translation, const Quaternion& rotation, const Place& place) {
    const Result<Pose> pose = Pose::make(translation, rotation);
    if (!pose) refuse({pose.error().where, &place}, pose.error().what);
    return *pose;
}

Pose read_matrix(const Json& value, const Place& place) {
    constexpr const char* form = "three rows of four numbers (or a fourth row 0 0 0 1)";
    const std::size_t rows = value.items.size();
    if (value.kind != Json::Kind::array || rows < 3 || rows > 4) {
        refuse(place, fmt::format("must be {}", form));
    }
    Matrix34 matrix;
    for (std::size_t row = 0; row < rows; ++row) {
        const Numbers numbers = read_numbers(value.items[row], 4, form, place);
        if (row == 3 && numbers != Numbers{0, 0, 0, 1}) {
            refuse(place, "the fourth row must be 0 0 0 1");
        }
        if (row < 3) matrix.row(static_cast<int>(row)) = Eigen::RowVector4d(numbers.data());
    }
    const Result<Pose> pose = Pose::from_matrix(matrix);
    if (!pose) refuse(place, pose.error().what);
    return *pose;
}

/// The numbers of "1,2,3"; none when it is something else.
Numbers split_numbers(std::string_view text) {
    Numbers numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        double number = 0;
        while (at != end && *at == ' ') ++at;
        const auto [last, error] = std::from_chars(at, end, number);
        if (error != std::errc()) return {};
        numbers.push_back(number);
        at = last;
        while (at != end && *at == ' ') ++at;
        if (at == end) return numbers;
        if (*at++ != ',') return {};
    }
}

// ---- motions ----

/// The value under a key that must be there.
const Json& required(const Json& object, std::string_view key, const Place& place) {
    const Json* value = object.find(key);
    if (value == nullptr) refuse({key, &place}, "is missing");
    return *value;
}

double read_number_of(const Json& object, std::string_view key, const Place& place) {
    const Json& value = required(object, key, place);
    if (value.kind != Json::Kind::number) refuse({key, &place}, "must be a number");
    return value.number;
}

Eigen::Vector3d read_vector_of(const Json& object, std::string_view key, const Place& place) {
    const Json& value = required(object, key, place);
    const Place here{key, &place};
    return Eigen::Vector3d(read_numbers(value, 3, "three numbers [x,y,z]", here).data());
}

/// The motion, unless its maker says what is wrong with it.
template <class Made>
Motion motion_of(const Result<Made>& made, const Place& place) {
    if (!made) refuse({made.error().where, &place}, made.error().what);
    return *made;
}

struct Turn {
    Eigen::Vector3d origin;
    Eigen::Vector3d axis;
    double angle;
};

Turn read_turn(const Json& value, const Place& place) {
    return {read_vector_of(value, "origin", place), read_vector_of(value, "axis", place),
            read_number_of(value, "angle", place)};
}

Motion read_rotate(const Json& value, const Place& place) {
    constexpr std::array<std::string_view, 3> known = {"origin", "axis", "angle"};
    check_keys(value, known, place);
    const Turn turn = read_turn(value, place);
    return motion_of(Rotation::make(turn.origin, turn.axis, turn.angle), place);
}

Motion read_screw(const Json& value, const Place& place) {
    constexpr std::array<std::string_view, 4> known = {"origin", "axis", "angle", "advance"};
    check_keys(value, known, place);
    const Turn turn = read_turn(value, place);
    const double advance = read_number_of(value, "advance", place);
    return motion_of(Screw::make(turn.origin, turn.axis, turn.angle, advance), place);
}

// ---- the values of flags ----

}  // namespace

Pose read_pose_text(const std::string& text) {
    const Place nowhere{};
    if (text.find('{') != std::string::npos) {
        const ParsedJson parsed = parse_json(text);
        if (!parsed.error.empty()) refuse(nowhere, parsed.error);
        return read_pose(parsed.value, nowhere);
    }
    const Numbers n = split_numbers(text);
    if (n.size() == 3) return pose_of({n[0], n[1], n[2]}, Quaternion::Identity(), nowhere);
    if (n.size() == 7) return pose_of({n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]}, nowhere);
    refuse(nowhere,
           R"(must be x,y,z or x,y,z,qw,qx,qy,qz or {"translation":[x,y,z],"rotation":[w,x,y,z]}, )"
           "not '" +
               text + "'");
}

std::string Place::words() const {
    if (within == nullptr) return std::string(name);
    const std::string around = within->words();
    return around.empty() ? std::string(name) : fmt::format("{}.{}", around, name);
}

void check_keys(const Json& object, std::span<const std::string_view> known, const Place& place) {
    if (object.kind != Json::Kind::object) refuse(place, "must be an object: {...}");
    for (const std::string& key : object.keys) {
        if (std::ranges::find(known, key) != known.end()) continue;
        refuse(place, fmt::format("unknown key {}; known are {}", json_string(key.substr(0, 100)),
                                  fmt::join(known, ", ")));
    }
}

Pose read_pose(const Json& value, const Place& place) {
    constexpr std::array<std::string_view, 3> known = {"translation", "rotation", "matrix"};
    check_keys(value, known, place);
    if (const Json* matrix = value.find("matrix")) {
        if (value.keys.size() > 1) refuse(place, "matrix cannot stand beside other keys");
        return read_matrix(*matrix, {"matrix", &place});
    }
    Eigen::Vector3d translation = Eigen::Vector3d::Zero();
    if (const Json* given = value.find("translation")) {
        const Place here{"translation", &place};
        translation =
            Eigen::Vector3d(read_numbers(*given, 3, "three numbers [x,y,z]", here).data());
    }
    Quaternion rotation = Quaternion::Identity();
    if (const Json* given = value.find("rotation")) {
        const Place here{"rotation", &place};
        const Numbers q = read_numbers(*given, 4, "four numbers [w,x,y,z]", here);
        rotation = Quaternion(q[0], q[1], q[2], q[3]);
    }
    return pose_of(translation, rotation, place);
}

Pose read_pose_of(const Json& object, std::string_view key) {
    const Json* value = object.find(key);
    return value == nullptr ? Pose() : read_pose(*value, {key});
}

std::optional<double> read_number_of(const Json& object, std::string_view key) {
    if (object.find(key) == nullptr) return std::nullopt;
    return read_number_of(object, key, {});
}

std::optional<Eigen::Vector3d> read_vector_of(const Json& object, std::string_view key) {
    if (object.find(key) == nullptr) return std::nullopt;
    return read_vector_of(object, key, {});
}

Motion read_motion(const Json& value, const Pose& start, const Place& place) {
    constexpr std::array<std::string_view, 4> known = {"translate", "rotate", "screw", "to"};
    check_keys(value, known, place);
    if (value.keys.size() != 1) refuse(place, "must have one of translate, rotate, screw, to");
    const std::string& kind = value.keys[0];
    const Place here{kind, &place};
    if (kind == "rotate") return read_rotate(value.items[0], here);
    if (kind == "screw") return read_screw(value.items[0], here);
    if (kind == "to") return screw_between(start, read_pose(value.items[0], here));
    const Result<Translation> made = Translation::make(read_vector_of(value, "translate", place));
    if (!made) refuse(here, made.error().what);
    return *made;
}

Pose pose_of_flag(std::string_view flag, const std::string& text) {
    try {
        return read_pose_text(text);
    } catch (const BadQuestion& bad) {
        throw Failure{Exit::bad_usage, fmt::format("{}: {}", flag, bad.message)};
    }
}

namespace {

/// The numbers of a value of a flag, exactly so many.
Numbers numbers_of_flag(std::string_view flag, std::string_view name, const std::string& text,
                        std::size_t count, const char* what) {
    Numbers numbers = split_numbers(text);
    if (numbers.size() == count) return numbers;
    throw Failure{Exit::bad_usage, fmt::format("{}: {}{}must be {}, not '{}'", flag, name,
                                               name.empty() ? "" : " ", what, text)};
}

}  // namespace

double number_of_flag(std::string_view flag, std::string_view name, const std::string& text) {
    return numbers_of_flag(flag, name, text, 1, "a number")[0];
}

Eigen::Vector3d vector_of_flag(std::string_view flag, std::string_view name,
                               const std::string& text) {
    return Eigen::Vector3d(numbers_of_flag(flag, name, text, 3, "x,y,z").data());
}

// ---- writing ----

std::string json_pose(const Pose& pose) {
    JsonObject json;
    json.add("translation", pose.translation());
    const Quaternion& q = pose.rotation();
    std::string rotation;
    for (const double x : {q.w(), q.x(), q.y(), q.z()}) {
        rotation += rotation.empty() ? '[' : ',';
        append_number(rotation, x);
    }
    json.add_raw("rotation", rotation + ']');
    return std::move(json).text();
}

namespace {

/// The caller's vertices of a feature: of a face all its corners.
std::vector<std::uint32_t> vertices_of(const ContactFeature& feature, const Polyhedron* shape) {
    if (feature.vertex_count > 0) {
        return {feature.vertices.begin(), feature.vertices.begin() + feature.vertex_count};
    }
    std::vector<std::uint32_t> vertices;
    if (shape == nullptr || feature.face_index.is_none()) return vertices;
    for (const VertexIndex corner : shape->corners(feature.face_index)) {
        vertices.push_back(shape->source_vertex(corner));
    }
    return vertices;
}

std::string json_feature(const ContactFeature& feature, const Polyhedron* shape) {
    JsonObject json;
    json.add("face", feature.face);
    json.add_raw("vertices", fmt::format("[{}]", fmt::join(vertices_of(feature, shape), ",")));
    if (feature.face_index.is_none()) {
        json.add_null("normal");  // points have none
    } else {
        json.add("normal", feature.face_normal);
    }
    if (feature.vertex_count == 2) json.add("edge", name_of(feature.edge_kind));
    return std::move(json).text();
}

}  // namespace

void add_contact(JsonObject& json, const Contact& contact, const Polyhedron& mover,
                 const Polyhedron* obstacle) {
    json.add("kind", name_of(contact.kind));
    json.add("point", contact.point);
    json.add("normal", contact.normal);
    json.add("separation", contact.separation);
    json.add_raw("mover", json_feature(contact.mover, &mover));
    json.add_raw("obstacle", json_feature(contact.obstacle, obstacle));
}

}  // namespace swept::tool
