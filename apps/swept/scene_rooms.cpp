#include "scene_rooms.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "swept/solids.h"

namespace swept::tool {
namespace {

using Eigen::Vector3d;

Pose placed(const Vector3d& at, const Eigen::Quaterniond& turn = Eigen::Quaterniond::Identity()) {
    return Pose::make(at, turn).value();
}

Box box_of(const std::vector<Vector3d>& points) {
    Box box;
    for (const Vector3d& p : points) box.add(p);
    return box;
}

/// The same numbers on every machine, -1 to 1.
class Dice {
   public:
    explicit Dice(unsigned seed) : engine_(seed) {}
    double roll() { return static_cast<double>(engine_()) / 2147483647.5 - 1; }
    Vector3d direction() {
        for (;;) {
            const double x = roll(), y = roll(), z = roll();
            const Vector3d v(x, y, z);
            if (v.norm() <= 1 && v.norm() > 0.1) return v.normalized();
        }
    }

   private:
    std::mt19937 engine_;
};

// ---- a walk ----

/// The floor under a place.
double floor_at(const WorldSnapshot& world, double x, double y, double from) {
    const auto ray = Ray::between({x, y, from}, {x, y, from - 20});
    const auto found = cast(*ray, world);
    return from - 20 * found.result.hit.fraction;
}

/// Through all rooms and back, by the doors: middles of rooms and of doors.
class Tour {
   public:
    explicit Tour(const WorldContents& level) {
        for (const auto& room : level.rooms) {
            middles_[room.id] = box_of(room.polygons.mesh.vertices).centre();
        }
        for (const auto& door : level.portals) {
            const Vector3d middle = box_of(door.portal.outline).centre();
            doors_[door.portal.from].push_back({door.portal.to, middle});
            doors_[door.portal.to].push_back({door.portal.from, middle});
        }
        visit(level.rooms.front().id);
    }

    [[nodiscard]] const std::vector<Vector3d>& places() const { return places_; }

   private:
    std::map<RoomId, Vector3d> middles_;
    std::map<RoomId, std::vector<std::pair<RoomId, Vector3d>>> doors_;
    std::set<RoomId> seen_;
    std::vector<Vector3d> places_;

    void visit(RoomId room) {
        seen_.insert(room);
        places_.push_back(middles_.at(room));
        for (const auto& [next, door] : doors_[room]) {
            if (seen_.contains(next)) continue;
            places_.push_back(door);
            visit(next);
            places_.push_back(door);
            places_.push_back(middles_.at(room));
        }
    }
};

double length_of(const std::vector<Vector3d>& places) {
    double length = 0;
    for (std::size_t i = 1; i < places.size(); ++i) {
        length += (places[i] - places[i - 1]).head<2>().norm();
    }
    return length;
}

// ---- a crater ----

/// The part of a convex solid behind a plane: n x < d.
Mesh part_behind(const Mesh& solid, const Vector3d& n, double d) {
    std::vector<double> height;
    for (const Vector3d& v : solid.vertices) height.push_back(n.dot(v) - d);
    Mesh made;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
    // A corner that is kept has itself twice; one on an edge that is cut, both its ends. So
    // neighbours share what they have in common.
    const auto corner = [&](std::uint32_t a, std::uint32_t b) {
        const auto key = std::minmax(a, b);
        const auto [found, is_new] =
            numbers.emplace(key, static_cast<std::uint32_t>(made.vertices.size()));
        if (is_new) {
            const auto& [i, j] = found->first;
            const double share = i == j ? 0 : height[i] / (height[i] - height[j]);
            made.vertices.emplace_back(solid.vertices[i] +
                                       share * (solid.vertices[j] - solid.vertices[i]));
        }
        return found->second;
    };
    std::map<std::uint32_t, std::uint32_t> rim;  // from corner to corner of the cut
    for (std::size_t p = 0; p < solid.polygon_count(); ++p) {
        const auto corners = solid.polygon(p);
        std::optional<std::uint32_t> leaves, enters;
        const std::size_t begin = made.corners.size();
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const std::uint32_t a = corners[k], b = corners[(k + 1) % corners.size()];
            if (height[a] < 0) made.corners.push_back(corner(a, a));
            if ((height[a] < 0) == (height[b] < 0)) continue;
            const std::uint32_t cut = corner(a, b);
            made.corners.push_back(cut);
            (height[a] < 0 ? leaves : enters) = cut;
        }
        if (leaves && enters) rim[*enters] = *leaves;
        if (made.corners.size() > begin) {
            made.polygon_ends.push_back(static_cast<std::uint32_t>(made.corners.size()));
        }
    }
    if (rim.empty()) return made;
    const std::uint32_t first = rim.begin()->first;
    std::uint32_t at = first;
    for (std::size_t k = 0; k < rim.size(); ++k, at = rim.at(at)) made.corners.push_back(at);
    made.polygon_ends.push_back(static_cast<std::uint32_t>(made.corners.size()));
    return made;
}

/// Cuts a convex solid by planes through its middle, again and again.
void cut(const Mesh& solid, int pieces, Dice& dice, std::vector<Mesh>& made) {
    if (pieces <= 1) {
        made.push_back(solid);
        return;
    }
    const Box box = box_of(solid.vertices);
    // Across its longest way, more or less.
    Vector3d normal = 0.45 * dice.direction();
    Eigen::Index longest = 0;
    box.size().maxCoeff(&longest);
    normal[longest] += 1;
    normal.normalize();
    const double at = normal.dot(box.centre());
    cut(part_behind(solid, normal, at), pieces / 2, dice, made);
    cut(part_behind(solid, -normal, -at), pieces - pieces / 2, dice, made);
}

/// A little smaller, about its middle; its coordinates are about there, too.
BodyDef chunk_of(Mesh solid, Vector3d& middle) {
    middle.setZero();
    for (const Vector3d& v : solid.vertices) {
        middle += v / static_cast<double>(solid.vertices.size());
    }
    for (Vector3d& v : solid.vertices) v = 0.97 * (v - middle);
    return {.shape = Polyhedron::build(solid).value(),
            .world_from_body = placed(middle),
            .density = 2400,
            .restitution = 0.1,
            .friction = 0.6};
}

}  // namespace

Scene walk_scene(const WalkScene& options) {
    Scene scene;
    LevelOptions level;
    level.rooms = options.rooms;
    level.seed = options.seed;
    const WorldContents contents = make_level_world(level).value();
    scene.world = World::make(contents).value().snapshot();
    const Tour tour(contents);
    const auto on_floor = [&](Vector3d place, double above) {
        place[2] = floor_at(*scene.world, place[0], place[1], place[2]) + above;
        return place;
    };
    SceneCharacter character{.name = "walker",
                             .shape = Polyhedron::build(make_prism(8, 0.3, 1.7).value()).value()};
    character.start = placed(on_floor(tour.places().front(), 0.9));
    character.way = tour.places();
    character.speed = options.speed;
    character.options.step_height = 0.35;
    scene.characters.push_back(std::move(character));
    const Polyhedron crate = Polyhedron::build(make_box({0.4, 0.4, 0.4}).value()).value();
    // Beside the way, in turn left and right, so near that it has to be pushed.
    const auto& places = tour.places();
    for (std::size_t i = 1; i < places.size(); ++i) {
        if (static_cast<int>(scene.bodies.size()) >= options.crates) break;
        const Vector3d along = (places[i] - places[i - 1]).normalized();
        const Vector3d side(-along[1], along[0], 0);
        const Vector3d at =
            places[i - 1] + 0.35 * (places[i] - places[i - 1]) + (i % 2 == 0 ? 0.42 : -0.42) * side;
        const Pose pose = placed(on_floor(at, 0.201));
        // The way leads back, too; and a place may be taken.
        const auto near = [&](const SceneBody& other) {
            return (other.body.world_from_body.translation() - pose.translation()).norm() < 1;
        };
        if (std::ranges::any_of(scene.bodies, near) ||
            overlap({crate, pose}, *scene.world).result.relation != Relation::separate) {
            continue;
        }
        scene.bodies.push_back({fmt::format("crate {}", scene.bodies.size()),
                                {.shape = crate, .world_from_body = pose, .density = 200}});
    }
    scene.seconds = length_of(places) / options.speed * 1.1 + 2;
    return scene;
}

Scene crater_scene(const CraterScene& options) {
    Scene scene;
    constexpr double height = 4, wall = 1.5;
    RoomOptions room;
    room.size = {10, 8, height};
    room.wall = wall;
    room.doors = 1;  // its inside and outside are one surface then
    WorldContents contents;
    contents.rooms.push_back({RoomId(0), {make_room(room).value(), {}}});
    World world = World::make(contents).value();
    const Polyhedron blast = Polyhedron::build(make_sphere(options.radius, 8, 12).value()).value();
    const Pose at = placed({0.05, 0.03, height - 0.5 * options.radius});
    std::optional<Polyhedron> piece;
    (void)world.edit([&](WorldEdit& edit) -> Result<void> {
        const auto carved = edit.carve({blast, at});
        if (!carved) return tl::unexpected(carved.error());
        piece = carved->piece;
        return {};
    });
    scene.world = world.snapshot();
    if (!piece) return scene;
    Dice dice(options.seed);
    std::vector<Mesh> chunks;
    cut(piece->mesh(), options.chunks, dice, chunks);
    for (const Mesh& chunk : chunks) {
        Vector3d middle;
        BodyDef body = chunk_of(chunk, middle);
        body.velocity = 0.5 * (middle - Vector3d(0, 0, height));
        body.velocity[2] = -1;
        const double x = dice.roll(), y = dice.roll(), z = dice.roll();
        body.angular_velocity = {x, y, z};
        scene.bodies.push_back({fmt::format("chunk {}", scene.bodies.size()), std::move(body)});
    }
    scene.seconds = 5;
    return scene;
}

}  // namespace swept::tool
