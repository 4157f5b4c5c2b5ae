// The level of a game: a grid of rooms, each a carved box, with stairs and furniture as further
// closed shells. Random choices are whole numbers, in millimetres or parts of a turn, from a
// generator whose output the standard fixes, and the rest is sums and products of doubles: so a
// seed means the same level everywhere.
//
// Shells overlap where they join. Rooms of the two colours of a chessboard differ by some
// centimetres in floor, doorway and thickness, and the four kinds of rooms that meet in a corner by
// some millimetres in the heights of their slabs, so that no neighbours have faces in one plane.

#include "solids/level.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solids/mesh_rings.h"
#include "solids/solid_carving.h"
#include "solids/solid_check.h"
#include "swept/geometry.h"
#include "swept/solids.h"

namespace swept::solids_detail {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// Measures in metres.
constexpr double wall = 0.3;  // of one room; two neighbours make twice that
constexpr double door_width = 2;
constexpr double door_height = 2.5;
constexpr double aisle = 3;  // between doorways and middle, free of furniture
constexpr double step_run = 0.28;
constexpr double step_rise = 0.18;
constexpr double stairs_width = 2.4;
constexpr double threshold = 0.04;  // rooms of the second colour lie higher by this
constexpr double sunk = 0.005;      // what stands on something reaches so far into it
constexpr double hover = 0.002;     // or stays so far above it

// Above the vertices of any room, and of any piece of furniture.
constexpr double most_vertices_of_room = 1000;
constexpr double most_vertices_of_piece = 60;

class Random {
   public:
    explicit Random(int seed) : bits_(static_cast<std::uint64_t>(seed)) {}
    int below(int n) { return static_cast<int>(bits_() % static_cast<std::uint64_t>(n)); }
    bool one_in(int n) { return below(n) == 0; }
    /// A length between two lengths, in millimetres.
    double millimetres(int from, int to) { return (from + below(to - from + 1)) / 1000.0; }

   private:
    std::mt19937_64 bits_;
};

// ---- shells ----

/// A turn about z, as the point of the unit circle that +x goes to.
using Turn = Vector2d;

// Libraries differ in the last bits of a cosine; seven digits of it are the same everywhere.
Turn turn_by(int part, int parts) {
    const Vector2d exact = on_circle(part % parts, parts);
    return {std::round(exact.x() * 0x1p24) / 0x1p24, std::round(exact.y() * 0x1p24) / 0x1p24};
}

Turn any_turn(Random& random) {
    return turn_by(random.below(720), 720);
}

Vector2d turned(const Turn& turn, const Vector2d& p) {
    return {turn.x() * p.x() - turn.y() * p.y(), turn.y() * p.x() + turn.x() * p.y()};
}

using Outline = std::vector<Vector2d>;  ///< convex, counter-clockwise

Outline rectangle(const Vector2d& centre, const Turn& turn, double length, double width) {
    const double x = length / 2;
    const double y = width / 2;
    Outline outline;
    for (const Vector2d& corner : {Vector2d(-x, -y), {x, -y}, {x, y}, {-x, y}}) {
        outline.emplace_back(centre + turned(turn, corner));
    }
    return outline;
}

Outline regular(const Vector2d& centre, const Turn& turn, int sides, double radius) {
    Outline outline;
    for (int i = 0; i < sides; ++i) {
        outline.emplace_back(centre + radius * turned(turn, turn_by(i, sides)));
    }
    return outline;
}

void add_shell(Mesh& mesh, const Mesh& shell) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), shell.vertices.begin(), shell.vertices.end());
    std::vector<std::uint32_t> corners;
    for (std::size_t i = 0; i < shell.polygon_count(); ++i) {
        corners.assign(shell.polygon(i).begin(), shell.polygon(i).end());
        for (std::uint32_t& corner : corners) corner += first;
        mesh.add_polygon(corners);
    }
}

/// From one height to another.
void add_prism(Mesh& mesh, const Outline& outline, double lower, double upper) {
    const auto n = static_cast<std::uint32_t>(outline.size());
    const std::uint32_t bottom = add_outline(mesh, outline, lower);
    const std::uint32_t top = add_outline(mesh, outline, upper);
    add_walls(mesh, bottom, top, n);
    add_flat(mesh, numbered(bottom, n), Facing::down);
    add_flat(mesh, numbered(top, n), Facing::up);
}

void add_pyramid(Mesh& mesh, const Outline& outline, double base, const Vector3d& apex) {
    const auto n = static_cast<std::uint32_t>(outline.size());
    const std::uint32_t first = add_outline(mesh, outline, base);
    const std::uint32_t top = mesh.add_vertex(apex);
    for (std::uint32_t i = 0; i < n; ++i) {
        mesh.add_polygon({first + i, first + (i + 1 < n ? i + 1 : 0), top});
    }
    add_flat(mesh, numbered(first, n), Facing::down);
}

/// Stairs that climb along `turn` from `foot`, the middle of the first step's front. The back goes
/// on for `behind`, into the wall. A fan from the lower back edge covers each side: from there all
/// of the profile is seen.
void add_stairs(Mesh& mesh, const Vector2d& foot, const Turn& turn, int steps, double bottom,
                double top, double behind) {
    std::vector<Vector2d> profile;  // along the way up and z: back, then the steps downward
    const double length = steps * step_run;
    profile.emplace_back(length + behind, bottom);
    for (int step = steps; step > 0; --step) {
        const double z = top - (steps - step) * step_rise;
        profile.emplace_back(step == steps ? length + behind : step * step_run, z);
        profile.emplace_back((step - 1) * step_run, z);
    }
    profile.emplace_back(0, bottom);

    const auto n = static_cast<std::uint32_t>(profile.size());
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const double side : {-stairs_width / 2, stairs_width / 2}) {
        for (const Vector2d& point : profile) {
            const Vector2d place = foot + turned(turn, {point.x(), side});
            mesh.add_vertex({place.x(), place.y(), point.y()});
        }
    }
    for (std::uint32_t i = 0; i < n; ++i) {
        const std::uint32_t a = first + i;
        const std::uint32_t b = first + (i + 1 < n ? i + 1 : 0);
        mesh.add_polygon({b, a, a + n, b + n});
        if (i == 0 || i + 1 == n) continue;
        mesh.add_polygon({first, a, b});
        mesh.add_polygon({first + n, b + n, a + n});
    }
}

// ---- rooms ----

struct Room {
    int column = 0, row = 0;
    Vector2d centre{0, 0};
    int steps = 0;  ///< height of the floor, in steps of stairs
    double floor = 0;
    double ceiling = 0;
    std::vector<std::pair<int, std::size_t>> doors;  ///< side (-x, +x, -y, +y) and neighbour

    [[nodiscard]] bool second_colour() const { return (column + row) % 2 != 0; }
    [[nodiscard]] int kind() const { return column % 2 + 2 * (row % 2); }
};

class Level {
   public:
    explicit Level(const LevelOptions& options) : options_(options), random_(options.seed) {}

    LevelParts parts() {
        lay_out();
        LevelParts parts;
        for (const Room& room : rooms_) {
            add_walls_of(room);
            for (const auto& [side, neighbour] : room.doors) add_stairs_to(room, side, neighbour);
            furnish(room);
            parts.room_ends.push_back(static_cast<std::uint32_t>(mesh_.polygon_count()));
        }
        parts.doorways = doorways();
        parts.mesh = std::move(mesh_);
        return parts;
    }

   private:
    void lay_out() {
        const int columns = static_cast<int>(std::ceil(std::sqrt(options_.rooms)));
        for (int i = 0; i < options_.rooms; ++i) {
            Room room;
            room.column = i % columns;
            room.row = i / columns;
            room.centre = (options_.size + 2 * wall) * Vector2d(room.column, room.row);
            room.steps = 3 * std::max(0, random_.below(5) - 2);
            room.floor = room.steps * step_rise + (room.second_colour() ? threshold : 0);
            // Multiples of 4 mm, but for the kind.
            room.ceiling =
                room.floor + options_.height + 4 * random_.millimetres(0, 300) + room.kind() / 1e3;
            rooms_.push_back(room);
            // A doorway to the left or to the row before makes every room reachable from the
            // first; some have both.
            const auto here = static_cast<std::size_t>(i);
            const bool has_left = room.column > 0;
            const bool has_before = room.row > 0;
            const bool left_first = random_.one_in(2);
            const bool both = random_.one_in(2);
            if (has_left && (both || left_first || !has_before)) join(here, 0, here - 1);
            if (has_before && (both || !left_first || !has_left)) {
                join(here, 2, here - static_cast<std::size_t>(columns));
            }
        }
    }

    void join(std::size_t room, int side, std::size_t neighbour) {
        rooms_[room].doors.emplace_back(side, neighbour);
        rooms_[neighbour].doors.emplace_back(side + 1, room);
    }

    /// The floor of a doorway on the side of one of its rooms: a little lower on the lower side, so
    /// that the two do not lie in one plane.
    [[nodiscard]] static double door_floor(const Room& room, const Room& neighbour) {
        return room.floor > neighbour.floor ? room.floor : neighbour.floor - threshold / 2;
    }

    /// By how much a room is wider than the measures say: so far its walls reach into the
    /// neighbours, and so much larger are its doorways.
    [[nodiscard]] static double more_of(const Room& room) {
        return room.second_colour() ? 0.03 : 0.02;
    }

    /// The opening of a room's doorway along the wall and upward.
    struct Opening {
        Vector2d lower;
        Vector2d upper;
    };
    [[nodiscard]] static Opening opening(const Room& room, int side, const Room& neighbour) {
        const double along = room.centre[1 - side / 2];
        const double half = door_width / 2 + more_of(room);
        const double top = std::max(room.floor, neighbour.floor) + door_height + more_of(room);
        return {{along - half, door_floor(room, neighbour)}, {along + half, top}};
    }

    [[nodiscard]] std::vector<LevelDoorway> doorways() const {
        std::vector<LevelDoorway> doorways;
        for (std::size_t i = 0; i < rooms_.size(); ++i) {
            for (const auto& [side, neighbour] : rooms_[i].doors) {
                if (neighbour > i) doorways.push_back(doorway(i, side, neighbour));
            }
        }
        return doorways;
    }

    /// From a room to one in the direction of +x or +y.
    [[nodiscard]] LevelDoorway doorway(std::size_t from, int side, std::size_t to) const {
        const int through = side / 2;
        const int along = 1 - through;
        const Opening here = opening(rooms_[from], side, rooms_[to]);
        const Opening there = opening(rooms_[to], side - 1, rooms_[from]);
        const Vector2d lower = (here.lower + there.lower) / 2;
        const Vector2d upper = (here.upper + there.upper) / 2;
        const double plane = (rooms_[from].centre[through] + rooms_[to].centre[through]) / 2;
        const auto corner = [&](double side_of_door, double z) {
            Vector3d p;
            p[through] = plane;
            p[along] = side_of_door;
            p.z() = z;
            return p;
        };
        // Seen against +x, y runs to the right; seen against +y, x runs to the left.
        const double first = through == 0 ? lower.x() : upper.x();
        const double second = through == 0 ? upper.x() : lower.x();
        return {static_cast<std::uint32_t>(from),
                static_cast<std::uint32_t>(to),
                {corner(first, lower.y()), corner(second, lower.y()), corner(second, upper.y()),
                 corner(first, upper.y())}};
    }

    void add_walls_of(const Room& room) {
        const double more = more_of(room);
        const Vector2d half = Vector2d::Constant(options_.size / 2);
        const Vector2d lower = room.centre - half;
        const Vector2d upper = room.centre + half;
        const Box inside{{lower.x(), lower.y(), room.floor}, {upper.x(), upper.y(), room.ceiling}};
        Box outside{inside.lower.array() - (wall + more), inside.upper.array() + (wall + more)};
        outside.lower.z() = room.floor - wall - 0.007 * room.kind();
        outside.upper.z() = room.ceiling + wall;
        std::vector<Box> holes{inside};
        for (const auto& [side, neighbour] : room.doors) {
            const int through = side / 2;
            const int along = 1 - through;
            const Opening free = opening(room, side, rooms_[neighbour]);
            Box door = inside;
            door.lower[along] = free.lower.x();
            door.upper[along] = free.upper.x();
            door.lower.z() = free.lower.y();
            door.upper.z() = free.upper.y();
            (side % 2 == 0 ? door.lower : door.upper)[through] =
                (side % 2 == 0 ? outside.lower : outside.upper)[through];
            holes.push_back(door);
        }
        add_shell(mesh_, carve_box(outside, holes));
    }

    void add_stairs_to(const Room& room, int side, std::size_t neighbour) {
        const int steps = rooms_[neighbour].steps - room.steps;
        if (steps <= 0) return;
        const Turn outward = turn_by(std::array{2, 0, 3, 1}[static_cast<std::size_t>(side)], 4);
        const Vector2d foot = room.centre + (options_.size / 2 - steps * step_run) * outward;
        add_stairs(mesh_, foot, outward, steps, room.floor - 2 * sunk,
                   door_floor(room, rooms_[neighbour]) - sunk, wall / 2);
    }

    // ---- furniture ----

    /// The four corners of the room beside the aisles are cut into equal slots, one piece in each
    /// at most: no piece can reach into another one.
    void furnish(const Room& room) {
        const int in_corner = (options_.clutter + 3) / 4;
        const int slots = static_cast<int>(std::ceil(std::sqrt(in_corner)));
        if (slots == 0) return;
        const double slot = (options_.size - aisle) / 2 / slots;
        for (int piece = 0; piece < options_.clutter; ++piece) {
            const int corner = piece % 4;
            const int place = piece / 4;
            const int row = place / slots;
            const Vector2d from_aisle((place % slots + 0.5) * slot, (row + 0.5) * slot);
            const Vector2d in_room =
                (from_aisle.array() + aisle / 2) *
                Eigen::Array2d(corner % 2 == 0 ? -1 : 1, corner / 2 == 0 ? -1 : 1);
            add_piece(room, room.centre + in_room, std::min(slot / 2, 1.2) * 0.95);
        }
    }

    /// Within a circle.
    void add_piece(const Room& room, Vector2d centre, double radius) {
        // Up to a fifth of the room that the circle leaves goes into where it stands.
        const double r = radius * (80 + random_.below(16)) / 100;
        const double play = (radius - r) / 1500;
        // One after the other, here and below: compilers evaluate arguments in orders of their own.
        const int off_y = random_.below(2001) - 1000, off_x = random_.below(2001) - 1000;
        centre += play * Vector2d(off_x, off_y);
        const Turn turn = any_turn(random_);
        const double floor = random_.one_in(2) ? room.floor - sunk : room.floor + hover;
        switch (random_.below(8)) {
            case 0:
                add_prism(mesh_, regular(centre, turn, 5 + random_.below(5), 0.5 * r),
                          room.floor - 2 * sunk, room.ceiling + 2 * sunk);
                break;
            case 1:
                add_drum(centre, turn, r, floor);
                break;
            case 2:
                add_table(centre, turn, r, floor);
                break;
            case 3:
                add_prism(mesh_, rectangle(centre, turn, 1.9 * r, 0.25 * r), floor,
                          room.floor + random_.millimetres(500, 1300));
                break;
            case 4:
                add_spire(centre, turn, r, floor);
                break;
            case 5:
                add_lamp(centre, turn, r, room.ceiling);
                break;
            default:
                add_crates(centre, turn, r, floor);
                break;
        }
    }

    void add_drum(const Vector2d& centre, const Turn& turn, double r, double floor) {
        const double top = floor + random_.millimetres(600, 1100);
        add_prism(mesh_, regular(centre, turn, 8 + random_.below(5), 0.7 * r), floor, top);
    }

    void add_table(const Vector2d& centre, const Turn& turn, double r, double floor) {
        const double height = random_.millimetres(700, 900);
        for (const Vector2d& corner : rectangle(centre, turn, 1.3 * r, 0.8 * r)) {
            add_prism(mesh_, rectangle(corner, turn, 0.09 * r, 0.09 * r), floor, floor + height);
        }
        add_prism(mesh_, rectangle(centre, turn, 1.6 * r, r), floor + height - sunk,
                  floor + height + 0.05);
    }

    void add_spire(const Vector2d& centre, const Turn& turn, double r, double floor) {
        const double height = random_.millimetres(800, 2200);
        const Vector2d lean = 0.3 * r * any_turn(random_);
        add_pyramid(mesh_, regular(centre, turn, 4 + random_.below(4), 0.8 * r), floor,
                    {centre.x() + lean.x(), centre.y() + lean.y(), floor + height});
    }

    /// Hangs free below the ceiling, on nothing.
    void add_lamp(const Vector2d& centre, const Turn& turn, double r, double ceiling) {
        const double drop = random_.millimetres(200, 600);
        const double size = random_.millimetres(200, 400);
        const Outline rim = regular(centre, turn, 6 + random_.below(3), 0.5 * r);
        add_pyramid(mesh_, rim, ceiling - drop - size, {centre.x(), centre.y(), ceiling - drop});
    }

    void add_crates(const Vector2d& centre, const Turn& turn, double r, double floor) {
        const double side = 1.3 * r;
        const double top = floor + side * (60 + random_.below(41)) / 100;
        add_prism(mesh_, rectangle(centre, turn, side, side), floor, top);
        if (!random_.one_in(3)) return;
        const double gap = random_.one_in(2) ? hover : -sunk;
        add_prism(mesh_, rectangle(centre, any_turn(random_), 0.7 * side, 0.6 * side), top + gap,
                  top + gap + 0.6 * side);
    }

    LevelOptions options_;
    Random random_;
    std::vector<Room> rooms_;
    Mesh mesh_;
};

// ---- detail ----

Mesh in_triangles(const Mesh& mesh) {
    Mesh result;
    result.vertices = mesh.vertices;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const std::span<const std::uint32_t> corners = mesh.polygon(i);
        for (std::size_t k = 2; k < corners.size(); ++k) {
            result.add_polygon({corners[0], corners[k - 1], corners[k]});
        }
    }
    return result;
}

/// Each triangle becomes four, by the middles of its edges.
Mesh cut_in_four(const Mesh& mesh) {
    Mesh result;
    result.vertices = mesh.vertices;
    std::unordered_map<std::uint64_t, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
        const auto [low, high] = std::minmax(a, b);
        const auto [found, is_new] = middles.try_emplace(std::uint64_t{low} << 32 | high, 0);
        if (is_new) {
            found->second = result.add_vertex((mesh.vertices[low] + mesh.vertices[high]) / 2);
        }
        return found->second;
    };
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const std::span<const std::uint32_t> corner = mesh.polygon(i);
        const std::array<std::uint32_t, 3> m{middle(corner[0], corner[1]),
                                             middle(corner[1], corner[2]),
                                             middle(corner[2], corner[0])};
        result.add_polygon({corner[0], m[0], m[2]});
        result.add_polygon({corner[1], m[1], m[0]});
        result.add_polygon({corner[2], m[2], m[1]});
        result.add_polygon({m[0], m[1], m[2]});
    }
    return result;
}

/// The polygons of rooms once each is cut into triangles and each of these `detail` times in four.
std::vector<std::uint32_t> ends_in_triangles(const LevelParts& parts, int detail) {
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t end : parts.room_ends) {
        const std::uint32_t triangles = parts.mesh.polygon_ends[end - 1] - 2 * end;
        ends.push_back(triangles << (2 * detail));
    }
    return ends;
}

}  // namespace

Result<LevelParts> make_level_parts(const LevelOptions& options) {
    const auto within = [](double value, double least, double most) {
        return value >= least && value <= most;
    };
    const Check check =
        Check()
            .count("rooms", options.rooms, 1, 4096)
            .demand(within(options.size, 8, 100), "size",
                    text_of(options.size) + " is out of range; it must be 8 to 100")
            .demand(within(options.height, 4, 100), "height",
                    text_of(options.height) + " is out of range; it must be 4 to 100")
            .count("clutter", options.clutter, 0, 64)
            .count("detail", options.detail, 0, 5)
            .vertices("rooms",
                      options.rooms *
                          (most_vertices_of_room + most_vertices_of_piece * options.clutter) *
                          std::ldexp(1.0, 2 * options.detail));
    if (check.complaint()) return refuse(check);

    LevelParts parts = Level(options).parts();
    if (options.detail > 0) {
        parts.room_ends = ends_in_triangles(parts, options.detail);
        parts.mesh = in_triangles(parts.mesh);
    }
    for (int i = 0; i < options.detail; ++i) parts.mesh = cut_in_four(parts.mesh);
    return parts;
}

}  // namespace swept::solids_detail

namespace swept {

using namespace solids_detail;

Result<Mesh> make_level(const LevelOptions& options) {
    return make_level_parts(options).map([](LevelParts&& parts) { return std::move(parts.mesh); });
}

}  // namespace swept
