// Pieces of pictures that many pictures have.

#include <algorithm>
#include <cmath>
#include <tuple>

#include "swept/picture.h"

namespace swept {
namespace {

using Eigen::Vector3d;

/// "vertex 3", "edge 3-4", "face 7", and of what
std::string in_words(const ContactFeature& feature, const std::string& name) {
    const std::string first = std::to_string(feature.vertices[0]);
    if (feature.vertex_count == 1) return "vertex " + first + " of " + name;
    if (feature.vertex_count == 2) {
        return "edge " + first + "-" + std::to_string(feature.vertices[1]) + " of " + name;
    }
    return "face " + std::to_string(feature.face) + " of " + name;
}

PictureFeature feature_of(const ContactFeature& feature, const std::string& name) {
    return {name, feature.face,
            std::vector(feature.vertices.begin(), feature.vertices.begin() + feature.vertex_count)};
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

/// The faces of a shape that are, or are pieces of, these polygons of the caller's.
std::vector<FaceIndex> faces_of(const Polyhedron& shape, std::vector<std::uint32_t> polygons) {
    std::ranges::sort(polygons);
    std::vector<FaceIndex> faces;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        if (std::ranges::binary_search(polygons, shape.source_face(FaceIndex(f)))) {
            faces.emplace_back(f);
        }
    }
    return faces;
}

}  // namespace

PictureMark mark_of(const Contact& contact, const ContactMark& how) {
    const std::string one = in_words(contact.mover, how.a);
    const std::string other = in_words(contact.obstacle, how.b);
    PictureMark mark{.point = contact.point,
                     .normal = contact.normal,
                     .at = how.at,
                     .margin = how.margin,
                     .kind = std::string(name_of(contact.kind)),
                     .separation = contact.separation};
    switch (how.meeting) {
        case PictureMeeting::met:
            mark.text = one + " meets " + other;
            break;
        case PictureMeeting::contact:
            mark.text = "contact of " + one + " and " + other;
            break;
        case PictureMeeting::closest:
            mark.text = "closest points: " + one + " and " + other;
            mark.closest = true;
            break;
    }
    mark.a = feature_of(contact.mover, how.a);
    mark.b = feature_of(contact.obstacle, how.b);
    return mark;
}

std::vector<PictureKey> keys_along(const Moving& moving, double to) {
    const auto& [motion, shape, start] =
        std::tie(moving.motion, moving.placed.shape, moving.placed.world_from_shape);
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
    std::vector<PictureKey> keys;
    for (std::size_t i = 0; i < count; ++i) {
        const double at =
            i + 1 == count ? to : to * static_cast<double>(i) / static_cast<double>(count - 1);
        keys.push_back({at, pose_at(motion, start, at)});
    }
    return keys;
}

PictureLine trail_of(std::span<const PictureKey> keys, const Vector3d& point) {
    const Vector3d in_shape = keys.back().pose.inverse() * point;
    PictureLine line{.points = {}};
    for (const PictureKey& key : keys) line.points.push_back(key.pose * in_shape);
    return line;
}

void add_mover(Picture& picture, const std::string& name, const Moving& moving,
               const PictureMotion& end) {
    const auto& [shape, start] = moving.placed;
    PictureShape mover{.role = PictureRole::mover, .name = name, .shape = shape, .pose = start};
    mover.keys = keys_along(moving, end.free);
    constexpr int between = 4;
    for (int i = 0; i < between && end.free > 0; ++i) {
        const double at = end.free * i / between;
        mover.ghosts.push_back({at, pose_at(moving.motion, start, at)});
    }
    if (end.free < 1) mover.ghosts.push_back({1, pose_at(moving.motion, start, 1), true});
    PictureTimeline timeline;
    timeline.free = end.free;
    // The trails: of the vertices that touch, of the place of contact on a face, or of the middle.
    std::vector<Vector3d> places;
    if (end.contact != nullptr) {
        const ContactFeature& feature = end.contact->mover;
        for (std::size_t i = 0; i < feature.vertex_count; ++i) {
            places.emplace_back(mover.keys.back().pose * shape.position(feature.vertex_indices[i]));
        }
        if (places.empty()) places.push_back(end.contact->point);
        if (!feature.face_index.is_none()) mover.faces.push_back(feature.face_index);
        timeline.moments.push_back({end.free, "contact", picture.marks.size()});
    } else {
        places.emplace_back(mover.keys.back().pose * shape.box().centre());
    }
    for (const Vector3d& place : places) picture.lines.push_back(trail_of(mover.keys, place));
    picture.shapes.push_back(std::move(mover));
    picture.timeline = std::move(timeline);
}

void add_obstacle(Picture& picture, const std::string& name, const Placed& obstacle,
                  const Contact* contact) {
    PictureShape drawn{.name = name, .shape = obstacle.shape, .pose = obstacle.world_from_shape};
    if (contact != nullptr && !contact->obstacle.face_index.is_none()) {
        drawn.faces.push_back(contact->obstacle.face_index);
    }
    picture.shapes.push_back(std::move(drawn));
}

void add_pair(Picture& picture, const PicturePart& a, const PicturePart& b,
              const std::optional<Witness>& witness) {
    const auto add = [&](const PicturePart& part, PictureRole role, std::uint32_t met) {
        PictureShape drawn{.role = role,
                           .name = part.name,
                           .shape = part.placed.shape,
                           .pose = part.placed.world_from_shape};
        std::vector<std::uint32_t> polygons = part.faces;
        if (witness) polygons.push_back(met);
        drawn.faces = faces_of(drawn.shape, std::move(polygons));
        picture.shapes.push_back(std::move(drawn));
    };
    add(a, PictureRole::shape_a, witness ? witness->faces.a : 0);
    add(b, PictureRole::shape_b, witness ? witness->faces.b : 0);
    if (!witness) return;
    const auto face = [](const std::string& name, std::uint32_t id) {
        return "face " + std::to_string(id) + " of " + name;
    };
    picture.marks.push_back(
        {.point = witness->point,
         .kind = "witness",
         .text = face(a.name, witness->faces.a) + " meets " + face(b.name, witness->faces.b),
         .a = PictureFeature{a.name, witness->faces.a},
         .b = PictureFeature{b.name, witness->faces.b}});
}

}  // namespace swept
