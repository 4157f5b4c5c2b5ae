#pragma once

// A row of rooms joined by doorways, turned inside out: the air that is left when boxes are cut out
// of rock. The rooms meet in the middle of doorways, vertex for vertex. The same polygons as one
// mesh are what the world's answers are compared with.

#include <cmath>
#include <vector>

#include "core/inside.h"
#include "solids/solid_carving.h"
#include "swept/world.h"

namespace swept::oracle {

struct Corridor {
    Mesh whole;              ///< all polygons
    WorldContents contents;  ///< by room; polygon ids are numbers of `whole`
};

constexpr double room_length = 10;

/// Rooms are 9.6 long, 8 wide and 4 high, doorways 0.4 long, 2 wide and 2.5 high.
inline Corridor corridor(int rooms) {
    std::vector<Box> holes;
    for (int i = 0; i < rooms; ++i) {
        const double x = room_length * i;
        holes.push_back({{x + 0.2, 0, 0}, {x + 9.8, 8, 4}});
        if (i + 1 == rooms) continue;
        holes.push_back({{x + 9.8, 3, 0}, {x + 10, 5, 2.5}});
        holes.push_back({{x + 10, 3, 0}, {x + 10.2, 5, 2.5}});
    }
    const Box rock{{-1, -1, -1}, {room_length * rooms + 1, 9, 5}};
    const Mesh carved = carve_box(rock, holes);
    Corridor made;
    made.whole.vertices = carved.vertices;
    made.contents.rooms.resize(static_cast<std::size_t>(rooms));
    for (std::size_t i = 0; i < carved.polygon_count(); ++i) {
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
        for (const std::uint32_t v : carved.polygon(i)) centre += carved.vertices[v] / 4;
        bool outside = false;
        for (int axis = 0; axis < 3; ++axis) {
            outside =
                outside || centre[axis] == rock.lower[axis] || centre[axis] == rock.upper[axis];
        }
        if (outside) continue;
        const PolygonId id(made.whole.polygon_count());
        made.whole.add_polygon(carved.polygon(i));
        RoomPolygons& room =
            made.contents.rooms[static_cast<std::size_t>(std::floor(centre.x() / room_length))]
                .polygons;
        for (const std::uint32_t v : carved.polygon(i)) {
            room.mesh.corners.push_back(room.mesh.add_vertex(carved.vertices[v]));
        }
        room.mesh.polygon_ends.push_back(static_cast<std::uint32_t>(room.mesh.corners.size()));
        room.labels.push_back({id, every_bit});
    }
    for (int i = 0; i < rooms; ++i) {
        made.contents.rooms[static_cast<std::size_t>(i)].id = RoomId(static_cast<std::uint64_t>(i));
        if (i + 1 == rooms) continue;
        const double x = room_length * (i + 1);
        const auto number = static_cast<std::uint64_t>(i);
        made.contents.portals.push_back({PortalId(number),
                                         {RoomId(number),
                                          RoomId(number + 1),
                                          {{x, 3, 0}, {x, 5, 0}, {x, 5, 2.5}, {x, 3, 2.5}}}});
    }
    return made;
}

}  // namespace swept::oracle
