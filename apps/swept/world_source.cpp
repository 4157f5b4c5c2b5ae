#include "world_source.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <memory>

#include "command_line.h"
#include "mesh_source.h"
#include "swept/solids.h"
#include "swept/world_io.h"

namespace swept::tool {
namespace {

bool is_world_file(const std::string& name) {
    return std::filesystem::path(name).extension() == ".json";
}

/// What is wrong with a file is no wrong usage, whatever the library calls it.
Failure failure_of_world(const Error& error, const std::string& name) {
    Failure failure = failure_of(error, name);
    if (failure.code == Exit::bad_usage) failure.code = Exit::bad_file;
    return failure;
}

}  // namespace

void add_outside_flag(Command& command, bool& allowed) {
    command.flag("--allow-outside", allowed,
                 "Let the file name files outside its own folder, too: only for files you trust");
}

void add_filter_flags(Command& command, FilterFlags& flags) {
    command.option("--mask", flags.mask, "MASK",
                   "See what has a bit of this in its mask: 0x... or decimal (default: all)");
    command.option("--only", flags.only, "WHAT", "See rooms or bodies only",
                   [](const std::string& text) -> std::string {
                       if (text == "rooms" || text == "bodies") return "";
                       return "must be rooms or bodies, not '" + text + "'";
                   });
    command.option("--except", flags.except, "BODY", "Do not see this body");
}

std::uint64_t whole_of_flag(std::string_view flag, const std::string& text) {
    std::string_view digits = text;
    const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
    if (hex) digits.remove_prefix(2);
    std::uint64_t number = 0;
    const char* const end = std::to_address(digits.end());
    const auto [last, error] =
        std::from_chars(std::to_address(digits.begin()), end, number, hex ? 16 : 10);
    if (error == std::errc() && last == end) return number;
    throw Failure{Exit::bad_usage,
                  fmt::format("{}: must be a whole number of 64 bits, decimal or 0x..., not '{}'",
                              flag, text)};
}

WorldFilter filter_of(const FilterFlags& flags) {
    WorldFilter filter;
    if (!flags.mask.empty()) filter.mask = whole_of_flag("--mask", flags.mask);
    filter.rooms = flags.only != "bodies";
    filter.bodies = flags.only != "rooms";
    if (!flags.except.empty()) filter.except = BodyId(whole_of_flag("--except", flags.except));
    return filter;
}

WorldContents load_contents(const WorldFlags& flags) {
    const std::string& name = flags.world;
    if (name.starts_with("solid:")) {
        Result<WorldContents> made = make_solid_world(name);
        if (!made) throw Failure{Exit::bad_usage, name + ": " + made.error().message()};
        return std::move(*made);
    }
    if (is_world_file(name)) {
        WorldReadOptions options;
        if (flags.allow_outside) options.files = FileReach::anywhere;
        Result<WorldContents> read = read_world(name, options);
        if (!read) throw failure_of_world(read.error(), name);
        return std::move(*read);
    }
    WorldContents contents;
    contents.rooms.push_back({RoomId(0), {load_mesh(name, flags).mesh, {}}});
    return contents;
}

World load_world(const WorldFlags& flags) {
    Result<World> world = World::make(load_contents(flags));
    if (!world) throw failure_of_world(world.error(), flags.world);
    return std::move(*world);
}

void save_world(const WorldContents& contents, const std::string& file) {
    const Result<void> written = write_world(contents, file);
    if (written) return;
    if (written.error().code == ErrorCode::unsupported) {
        throw Failure{Exit::bad_usage, file + ": " + written.error().message()};
    }
    throw failure_of(written.error(), file);
}

std::optional<Polyhedron> shape_of(const ColliderRef& collider, const WorldSnapshot& world) {
    if (collider.kind == ColliderRef::Kind::room) return world.shape(collider.room);
    if (collider.kind != ColliderRef::Kind::body) return std::nullopt;
    const auto body = world.body(collider.body);
    if (!body) return std::nullopt;
    const auto* shape = std::get_if<Polyhedron>(&body->shape);
    return shape == nullptr ? std::nullopt : std::optional(*shape);
}

void add_thing(JsonObject& json, const ColliderRef& collider) {
    if (collider.kind == ColliderRef::Kind::room) {
        json.add("room", collider.room.value);
        json.add("polygon", collider.polygon.id.value);
    } else {
        json.add_null("room");
        json.add_null("polygon");
    }
    if (collider.kind == ColliderRef::Kind::body) {
        json.add("body", collider.body.value);
    } else {
        json.add_null("body");
    }
}

std::string json_collider(const ColliderRef& collider) {
    if (collider.kind == ColliderRef::Kind::nothing) return "null";
    JsonObject json;
    if (collider.kind == ColliderRef::Kind::room) {
        json.add("room", collider.room.value);
        json.add("polygon", collider.polygon.id.value);
    } else {
        json.add("body", collider.body.value);
    }
    return std::move(json).text();
}

std::string words_of(const ColliderRef& collider) {
    if (collider.kind == ColliderRef::Kind::nothing) return "nothing";
    if (collider.kind == ColliderRef::Kind::body)
        return fmt::format("body {}", collider.body.value);
    return fmt::format("polygon {} of room {}", collider.polygon.id.value, collider.room.value);
}

void add_world(Picture& picture, const WorldSnapshot& world, const ColliderRef& met,
               FaceIndex face) {
    const bool named = !face.is_none();
    for (const RoomId id : world.rooms()) {
        const auto shape = world.shape(id);
        if (!shape) continue;
        PictureShape room{.role = PictureRole::room,
                          .name = fmt::format("room {}", id.value),
                          .index = id.value,
                          .shape = *shape};
        if (named && met.kind == ColliderRef::Kind::room && met.room == id) {
            room.faces.push_back(face);
        }
        picture.shapes.push_back(std::move(room));
    }
    for (const BodyId id : world.bodies()) {
        const auto body = world.body(id);
        const std::string name = fmt::format("body {}", id.value);
        if (const auto* shape = std::get_if<Polyhedron>(&body->shape)) {
            PictureShape collider{.role = PictureRole::body,
                                  .name = name,
                                  .index = id.value,
                                  .shape = *shape,
                                  .pose = body->world_from_body};
            if (named && met.kind == ColliderRef::Kind::body && met.body == id) {
                collider.faces.push_back(face);
            }
            picture.shapes.push_back(std::move(collider));
            continue;
        }
        for (const Sphere& ball : std::get<SphereSet>(body->shape).spheres()) {
            if (!(ball.radius > 0)) continue;
            const auto sphere = Polyhedron::build(make_sphere(ball.radius, 12, 16).value());
            picture.shapes.push_back(
                {.role = PictureRole::body,
                 .name = name,
                 .index = id.value,
                 .shape = sphere.value(),
                 .pose = body->world_from_body * Pose::make(ball.centre).value()});
        }
    }
}

}  // namespace swept::tool
