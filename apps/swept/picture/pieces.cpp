// Pieces of pictures that several commands draw alike.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "format.h"
#include "json_blocks.h"
#include "picture/picture.h"

namespace swept::tool {
namespace {

using Eigen::Vector3d;

std::string json_feature(const std::string& name, const ContactFeature& feature) {
    JsonObject json;
    json.add("name", name);
    json.add("face", feature.face);
    std::string vertices;
    for (std::size_t i = 0; i < feature.vertex_count; ++i) {
        vertices += (i == 0 ? "" : ",") + std::to_string(feature.vertices[i]);
    }
    json.add_raw("vertices", "[" + vertices + "]");
    return std::move(json).text();
}

/// What a motion turns by at most, in radians.
double turn_of(const Motion& motion) {
    if (const auto* rotation = std::get_if<Rotation>(&motion)) return std::abs(rotation->angle());
    if (const auto* screw = std::get_if<Screw>(&motion)) return std::abs(screw->angle());
    return 0;
}

Vector3d axis_point(const Motion& motion) {
    if (const auto* rotation = std::get_if<Rotation>(&motion)) return rotation->origin();
    if (const auto* screw = std::get_if<Screw>(&motion)) return screw->origin();
    return Vector3d::Zero();
}

}  // namespace

Mark mark_of(MarkKind kind, const Contact& contact, const std::string& a, const std::string& b,
             std::optional<double> at, double margin) {
    const std::string one = words_of(contact.mover) + " of " + a;
    const std::string other = words_of(contact.obstacle) + " of " + b;
    JsonObject json;
    json.add("kind", name_of(contact.kind));
    json.add("separation", contact.separation);
    if (kind == MarkKind::met) json.add("text", one + " meets " + other);
    if (kind == MarkKind::contact) json.add("text", "contact of " + one + " and " + other);
    if (kind == MarkKind::closest) {
        json.add("text", "closest points: " + one + " and " + other);
        json.add("closest", true);
    }
    json.add_raw("a", json_feature(a, contact.mover));
    json.add_raw("b", json_feature(b, contact.obstacle));
    return {contact.point, contact.normal, at, margin, std::move(json).members()};
}

std::vector<Key> keys_along(const Motion& motion, const Pose& start, double to,
                            const Polyhedron& shape) {
    const double turn = turn_of(motion) * to;
    std::size_t count = 2;
    if (turn > 0) {
        // The middle goes on an arc, its keys along chords: no further off than this share of the
        // extent. Ten thousand keys are what a viewer still takes.
        constexpr double most_off = 1e-3;
        const Vector3d middle = start * shape.box().centre();
        const double radius = (middle - axis_point(motion)).norm();
        const double share = std::min(most_off * shape.extent() / std::max(radius, 1e-300), 0.1);
        const double step = std::min(2 * std::acos(1 - share), 0.5);
        count = static_cast<std::size_t>(std::clamp(std::ceil(turn / step) + 1, 2.0, 10'000.0));
    }
    std::vector<Key> keys;
    for (std::size_t i = 0; i < count; ++i) {
        const double at =
            i + 1 == count ? to : to * static_cast<double>(i) / static_cast<double>(count - 1);
        keys.push_back({at, pose_at(motion, start, at)});
    }
    return keys;
}

Line trail_of(const std::vector<Key>& keys, const Vector3d& place) {
    const Vector3d in_thing = keys.back().pose.inverse() * place;
    Line line;
    for (const Key& key : keys) line.points.push_back(key.pose * in_thing);
    return line;
}

void add_obstacle(Picture& picture, const Polyhedron& shape, const std::string& name,
                  const Pose& pose, const Contact* contact) {
    Thing collider{.role = "obstacle", .name = name, .shape = shape, .pose = pose};
    if (contact != nullptr && !contact->obstacle.face_index.is_none()) {
        collider.faces.push_back(contact->obstacle.face_index.value);
    }
    picture.things.push_back(std::move(collider));
}

void add_pair(Picture& picture, const Placed& a, const Placed& b,
              const std::optional<Witness>& witness) {
    const auto add = [&](const Placed& placed, const char* role, std::uint32_t met) {
        Thing collider{
            .role = role, .name = placed.name, .shape = placed.shape, .pose = placed.pose};
        std::vector<std::uint32_t> polygons = placed.faces;
        if (witness) polygons.push_back(met);
        collider.faces = faces_of(placed.shape, std::move(polygons));
        picture.things.push_back(std::move(collider));
    };
    add(a, "shape_a", witness ? witness->faces.a : 0);
    add(b, "shape_b", witness ? witness->faces.b : 0);
    if (!witness) return;
    const auto face = [](const std::string& name, std::uint32_t id) {
        JsonObject json;
        json.add("name", name);
        json.add("face", id);
        return std::move(json).text();
    };
    JsonObject json;
    json.add("kind", "witness");
    json.add("text", fmt::format("face {} of {} meets face {} of {}", witness->faces.a, a.name,
                                 witness->faces.b, b.name));
    json.add_raw("a", face(a.name, witness->faces.a));
    json.add_raw("b", face(b.name, witness->faces.b));
    picture.marks.push_back({.point = witness->point, .json = std::move(json).members()});
}

std::vector<std::uint32_t> faces_of(const Polyhedron& shape, std::vector<std::uint32_t> polygons) {
    std::ranges::sort(polygons);
    std::vector<std::uint32_t> faces;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        if (std::ranges::binary_search(polygons, shape.source_face(FaceIndex(f)))) {
            faces.push_back(f);
        }
    }
    return faces;
}

void add_mover(Picture& picture, const Polyhedron& shape, const std::string& name,
               const Moving& moving) {
    Thing mover{.role = "mover", .name = name, .shape = shape, .pose = moving.start};
    mover.keys = keys_along(moving.motion, moving.start, moving.free, shape);
    constexpr int between = 4;
    for (int i = 0; i < between && moving.free > 0; ++i) {
        const double at = moving.free * i / between;
        mover.ghosts.push_back({at, pose_at(moving.motion, moving.start, at)});
    }
    if (moving.free < 1) {
        mover.ghosts.push_back({1, pose_at(moving.motion, moving.start, 1), true});
    }
    Timeline timeline;
    timeline.free = moving.free;
    // The trails: of the vertices that touch, of the place of contact on a face, or of the middle.
    std::vector<Vector3d> places;
    if (moving.contact != nullptr) {
        const ContactFeature& feature = moving.contact->mover;
        for (std::size_t i = 0; i < feature.vertex_count; ++i) {
            places.emplace_back(mover.keys.back().pose * shape.position(feature.vertex_indices[i]));
        }
        if (places.empty()) places.push_back(moving.contact->point);
        if (!feature.face_index.is_none()) mover.faces.push_back(feature.face_index.value);
        timeline.marks.push_back({moving.free, "contact", picture.marks.size()});
    } else {
        places.emplace_back(mover.keys.back().pose * shape.box().centre());
    }
    for (const Vector3d& place : places) picture.lines.push_back(trail_of(mover.keys, place));
    picture.things.push_back(std::move(mover));
    picture.timeline = std::move(timeline);
}

}  // namespace swept::tool
