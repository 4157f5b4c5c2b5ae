// World files: what is written is read back bit for bit, and what is wrong is told with its place.

#include "swept/world_io.h"

#include <limits>
#include <random>

#include "swept/solids.h"
#include "tests/io/samples.h"

namespace swept::test {
namespace {

using Eigen::Vector3d;
namespace fs = std::filesystem;

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

Polyhedron shape_of(const char* solid, Sides sides = Sides::automatic) {
    BuildOptions options;
    options.sides = sides;
    return Polyhedron::build(make_solid(solid).value(), options).value();
}

/// Equal to the bit: 0 and -0 differ.
void expect_same(const Vector3d& a, const Vector3d& b) {
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i]));
    }
}

void expect_same(const std::vector<Vector3d>& a, const std::vector<Vector3d>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) expect_same(a[i], b[i]);
}

void expect_same(const Mesh& a, const Mesh& b) {
    expect_same(a.vertices, b.vertices);
    EXPECT_EQ(a.corners, b.corners);
    EXPECT_EQ(a.polygon_ends, b.polygon_ends);
}

void expect_same(const Body& a, const Body& b) {
    EXPECT_EQ(a.mask, b.mask);
    expect_same(a.world_from_body.translation(), b.world_from_body.translation());
    EXPECT_EQ(a.world_from_body.rotation().coeffs(), b.world_from_body.rotation().coeffs());
    ASSERT_EQ(a.shape.index(), b.shape.index());
    if (const auto* shape = std::get_if<Polyhedron>(&a.shape)) {
        const auto& other = std::get<Polyhedron>(b.shape);
        expect_same(shape->mesh(), other.mesh());
        EXPECT_EQ(shape->sides(), other.sides());
        return;
    }
    const auto balls = std::get<SphereSet>(a.shape).spheres();
    const auto others = std::get<SphereSet>(b.shape).spheres();
    ASSERT_EQ(balls.size(), others.size());
    for (std::size_t i = 0; i < balls.size(); ++i) {
        expect_same(balls[i].centre, others[i].centre);
        EXPECT_EQ(balls[i].radius, others[i].radius);
    }
}

void expect_same(const WorldContents& a, const WorldContents& b) {
    ASSERT_EQ(a.rooms.size(), b.rooms.size());
    for (std::size_t i = 0; i < a.rooms.size(); ++i) {
        EXPECT_EQ(a.rooms[i].id, b.rooms[i].id);
        EXPECT_EQ(a.rooms[i].polygons.labels, b.rooms[i].polygons.labels);
        expect_same(a.rooms[i].polygons.mesh, b.rooms[i].polygons.mesh);
    }
    ASSERT_EQ(a.portals.size(), b.portals.size());
    for (std::size_t i = 0; i < a.portals.size(); ++i) {
        EXPECT_EQ(a.portals[i].id, b.portals[i].id);
        EXPECT_EQ(a.portals[i].portal.from, b.portals[i].portal.from);
        EXPECT_EQ(a.portals[i].portal.to, b.portals[i].portal.to);
        expect_same(a.portals[i].portal.outline, b.portals[i].portal.outline);
    }
    ASSERT_EQ(a.bodies.size(), b.bodies.size());
    for (std::size_t i = 0; i < a.bodies.size(); ++i) {
        EXPECT_EQ(a.bodies[i].id, b.bodies[i].id);
        expect_same(a.bodies[i].body, b.bodies[i].body);
    }
}

WorldContents read_back(const WorldContents& world, const fs::path& path) {
    const auto written = write_world(world, path);
    EXPECT_TRUE(written) << (written ? "" : written.error().message());
    const auto read = read_world(path);
    EXPECT_TRUE(read) << (read ? "" : read.error().message());
    return read.value_or(WorldContents{});
}

/// Everything that a world can hold, with numbers that are easily lost.
WorldContents awkward_world() {
    WorldContents world;
    RoomPolygons room{awkward_mesh(), {}};
    for (std::size_t i = 0; i < room.mesh.polygon_count(); ++i) {
        room.labels.push_back({PolygonId(largest - i % 2), i % 3 == 0 ? every_bit : Mask{1} << i});
    }
    world.rooms.push_back({RoomId(largest), room});
    world.rooms.push_back({RoomId(7), {}});  // without polygons
    world.rooms.push_back({RoomId(3), {make_solid("box").value(), {}}});
    RoomPolygons wrapped{make_solid("box").value(), {}};  // ids that would count on past the end
    for (const std::uint64_t id : {largest - 1, largest, std::uint64_t{0}, std::uint64_t{1},
                                   std::uint64_t{1}, std::uint64_t{2}}) {
        wrapped.labels.push_back({PolygonId(id), 0});
    }
    world.rooms.push_back({RoomId(0x20000000000001), wrapped});
    world.portals.push_back({PortalId(largest),
                             {RoomId(7),
                              RoomId(3),
                              {{0.1, -0.0, 1e300},
                               {5e-324, 1.0 / 3, 123456789012345680000.0},
                               {-1, 0, 18014398509481984.0}}}});
    const Pose pose = Pose::make({1e-7, -0.0, 3},
                                 Quaternion(Eigen::AngleAxisd(0.3, Vector3d(1, 2, 3).normalized())))
                          .value();
    const Polyhedron torus = shape_of("torus,rings=7,sides=5");
    world.bodies.push_back({BodyId(9), {torus, pose, Mask{1} << 63}});
    world.bodies.push_back({BodyId(2), {torus, {}, every_bit}});
    world.bodies.push_back({BodyId(1), {shape_of("box", Sides::both), pose, 0}});
    world.bodies.push_back(
        {BodyId(largest),
         {SphereSet::make({{{1, -0.0, 0.1}, 0}, {{0, 0, 0}, 0.7}}).value(), pose, 5}});
    return world;
}

TEST(WorldFiles, read_back_to_the_same_bits) {
    const TempFolder folder;
    const WorldContents world = awkward_world();
    expect_same(read_back(world, folder / "a.world.json"), world);
    expect_same(read_back({}, folder / "empty.json"), {});
    const WorldContents level = make_level_world({.rooms = 9}).value();
    expect_same(read_back(level, folder / "level.world.json"), level);
    // Over itself.
    expect_same(read_back(world, folder / "level.world.json"), world);
}

TEST(WorldFiles, are_short_and_have_their_meshes_in_a_folder_beside_them) {
    const TempFolder folder;
    const WorldContents level = make_level_world({.rooms = 9}).value();
    ASSERT_TRUE(write_world(level, folder / "level.world.json"));
    EXPECT_LT(content(folder / "level.world.json").size(), 6000U);
    EXPECT_TRUE(contains(content(folder / "level.world.json"),
                         R"({"id":0,"mesh":"level.meshes/room-0.ply","ids":[[0,)"));
    ASSERT_TRUE(write_world(awkward_world(), folder / "b.json"));
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder / "b.meshes")) {
        names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    // Two bodies share their shape; the room without polygons has no file.
    EXPECT_EQ(names,
              (std::vector<std::string>{"body-1.ply", "body-9.ply", "room-18446744073709551615.ply",
                                        "room-3.ply", "room-9007199254740993.ply"}));
}

TEST(WorldFiles, may_be_moved_with_their_meshes) {
    const TempFolder folder;
    const WorldContents world = awkward_world();
    ASSERT_TRUE(write_world(world, folder / "a.json"));
    fs::create_directory(folder / "elsewhere");
    fs::rename(folder / "a.json", folder / "elsewhere/renamed");
    fs::rename(folder / "a.meshes", folder / "elsewhere/a.meshes");
    expect_same(read_world(folder / "elsewhere/renamed").value(), world);
}

TEST(WorldFiles, read_bodies_of_one_mesh_once) {
    const TempFolder folder;
    const WorldContents world = read_back(awkward_world(), folder / "a.json");
    EXPECT_EQ(&std::get<Polyhedron>(world.bodies[0].body.shape).data(),
              &std::get<Polyhedron>(world.bodies[1].body.shape).data());
}

class ByHand : public testing::Test {
   protected:
    [[nodiscard]] Result<WorldContents> read(const std::string& json) const {
        std::ofstream(folder_ / "hand.json", std::ios::binary) << json;
        return read_world(folder_ / "hand.json");
    }
    void expect_refused(const std::string& json, const std::string& where,
                        const std::string& what) const {
        const auto world = read(json);
        ASSERT_FALSE(world) << json.substr(0, 300);
        EXPECT_EQ(world.error().where, where) << json.substr(0, 300);
        EXPECT_TRUE(contains(world.error().what, what)) << world.error().what;
        for (const char c : world.error().message()) EXPECT_TRUE(c >= ' ' && c <= '~');
    }
    /// One room, one portal or one body beside a good world.
    void expect_room_refused(const std::string& room, const std::string& where,
                             const std::string& what) const {
        expect_refused(R"({"swept_world":1,"rooms":[{"id":0,"mesh":"solid:car"},)" + room + "]}",
                       "/rooms/1" + where, what);
    }
    void expect_portal_refused(const std::string& portal, const std::string& where,
                               const std::string& what) const {
        expect_refused(
            R"({"swept_world":1,"rooms":[{"id":0},{"id":1}],"portals":[)" + portal + "]}",
            "/portals/0" + where, what);
    }
    void expect_body_refused(const std::string& body, const std::string& where,
                             const std::string& what) const {
        expect_refused(R"({"swept_world":1,"bodies":[)" + body + "]}", "/bodies/0" + where, what);
    }

    TempFolder folder_;
};

TEST_F(ByHand, worlds_say_no_more_than_they_need) {
    std::ofstream(folder_ / "wall.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n";
    const auto world =
        read(R"({"bodies":[{"mesh":"solid:box","id":2,"pose":{"translation":[1,2,3]}},
        {"id":3,"spheres":[[0,0,1,0.5]],"mask":6,
         "pose":{"matrix":[[0,-1,0,5],[1,0,0,6],[0,0,1,7],[0,0,0,1]]}}],
      "rooms":[{"id":"0x10","mesh":"./wall.obj"},{"id":5.0,"mesh":"solid:car","mask":"3"},
        {"id":6,"mesh":"solid:box","ids":[9,[0,3],"18446744073709551615"],
         "masks":[["0xF",2],["0x0",0],[1,4]]}],
      "portals":[{"id":1,"rooms":[16,"5"],"outline":[[0,0,0],[1,0,0],[1,1,0],[0,1,0]]}],
      "swept_world":1})");
    ASSERT_TRUE(world) << world.error().message();
    ASSERT_EQ(world->rooms.size(), 3U);
    EXPECT_EQ(world->rooms[0].id, RoomId(16));
    EXPECT_EQ(world->rooms[0].polygons.mesh.polygon_count(), 2U);
    EXPECT_TRUE(world->rooms[0].polygons.labels.empty());
    EXPECT_EQ(world->rooms[1].polygons.labels[11], (PolygonLabel{PolygonId(11), 3}));
    EXPECT_EQ(world->rooms[2].polygons.labels,
              (std::vector<PolygonLabel>{{PolygonId(9), 15},
                                         {PolygonId(0), 15},
                                         {PolygonId(1), 1},
                                         {PolygonId(2), 1},
                                         {PolygonId(3), 1},
                                         {PolygonId(largest), 1}}));
    EXPECT_EQ(world->portals[0].portal.from, RoomId(16));
    EXPECT_EQ(world->portals[0].portal.outline.size(), 4U);
    EXPECT_EQ(world->bodies[0].body.world_from_body.translation(), Vector3d(1, 2, 3));
    EXPECT_EQ(world->bodies[0].body.mask, every_bit);
    EXPECT_EQ(world->bodies[1].body.mask, 6U);
    EXPECT_EQ(world->bodies[1].body.world_from_body.translation(), Vector3d(5, 6, 7));
}

TEST_F(ByHand, documents_that_are_no_worlds_are_refused) {
    expect_refused("", "line 1", "the JSON is broken here");
    expect_refused("{\"swept_world\":1,\n\"rooms\":[\n{\"id\":0,}]}", "line 3", "broken");
    expect_refused("{\"swept_world\":1", "line 1", "cut off");
    expect_refused(std::string("{\"swept_world\"\n:1}\0", 19), "line 2", "zero byte");
    expect_refused("{\"swept_world\":1} {}", "line 1", "broken");
    expect_refused("{\"swept_world\":1,\"rooms\":[{\"id\":0},{\"id\":NaN}]}", "line 1", "broken");
    expect_refused("{\"swept_world\":1,\"rooms\":[{\"id\":0},{\"id\":1e400}]}", "/rooms/1/id",
                   "beyond the range of doubles");
    expect_refused("[1e400]", "/0", "beyond the range");
    expect_refused("1e400", "", "beyond the range");
    expect_refused("\xff", "line 1", "broken");
    expect_refused("[1]", "", "no object");
    expect_refused("{\"rooms\":[]}", "", "no key 'swept_world'");
    expect_refused("{\"asset\":{\"version\":\"2.0\"}}", "", "it is no world file");
    expect_refused("{\"swept_world\":2}", "/swept_world", "must be 1");
    expect_refused("{\"swept_world\":\"one\"}", "/swept_world", "must be 1");
    expect_refused("{\"swept_world\":1,\"room\":[]}", "", "unknown key 'room'; known are");
    expect_refused("{\"swept_world\":1,\"rooms\":{}}", "/rooms", "must be a list");
    expect_refused("{\"swept_world\":1,\"rooms\":[[]]}", "/rooms/0", "must be an object");
    expect_refused("{\"swept_world\":1,\"bodies\":3}", "/bodies", "must be a list");
    expect_refused(R"({"swept_world":1,"rooms":[],"rooms":[]})", "", "'rooms' stands twice");
    expect_refused(R"({"swept_world":1,"rooms":[{"id":1},{"id":1,"mask":1,"id":2}]})", "/rooms/1",
                   "'id' stands twice");
}

TEST_F(ByHand, text_that_is_deep_or_wide_costs_no_more_than_its_length) {
    const std::string deep(1 << 20, '[');
    expect_refused("{\"swept_world\":1,\"rooms\":" + deep,
                   "/rooms/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0"
                   "/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0",
                   "nested more than 32 levels");
    const std::string closed = deep + std::string(deep.size(), ']');
    const auto world = read("{\"swept_world\":1,\"rooms\":" + closed + "}");
    ASSERT_FALSE(world);
    EXPECT_TRUE(contains(world.error().what, "nested"));
    std::string wide = "{\"swept_world\":1";
    for (int i = 0; i < 100'000; ++i) wide += ",\"k" + std::to_string(i) + "\":0";
    expect_refused(wide + "}", "", "more than 64 keys");
}

TEST_F(ByHand, rooms_that_cannot_be_used_are_refused) {
    std::ofstream(folder_ / "broken.obj") << "v 0 0 0\nf 1 2 3\n";
    std::ofstream(folder_ / "empty.obj") << "";
    std::ofstream(folder_ / "notes.txt") << "no mesh";
    expect_room_refused("{}", "/id", "is missing");
    expect_room_refused(R"({"id":-1})", "/id", "must be a whole number from 0");
    expect_room_refused(R"({"id":1.5})", "/id", "must be a whole number");
    expect_room_refused(R"({"id":1e300})", "/id", "must be a whole number");
    expect_room_refused(R"({"id":18446744073709551616})", "/id", "must be a whole number");
    expect_room_refused(R"({"id":"18446744073709551616"})", "/id", "must be a whole number");
    expect_room_refused(R"({"id":"0x"})", "/id", "must be a whole number");
    expect_room_refused(R"({"id":" 1"})", "/id", "must be a whole number");
    expect_room_refused(R"({"id":null})", "/id", "must be a whole number");
    expect_room_refused(R"({"id":0})", "/id", "0 is the id of /rooms/0 too");
    expect_room_refused(R"({"id":1,"mehs":"a"})", "", "unknown key 'mehs'; known are id, mesh");
    expect_room_refused(R"({"id":1,"mesh":7})", "/mesh", "must be a string");
    expect_room_refused(R"({"id":1,"mesh":""})", "/mesh", "is empty");
    expect_room_refused(R"({"id":1,"mesh":"none.obj"})", "/mesh", "none.obj: cannot be read");
    expect_room_refused(R"({"id":1,"mesh":"."})", "/mesh", "directory");
    expect_room_refused(R"({"id":1,"mesh":"broken.obj"})", "/mesh", "broken.obj: line 2: face");
    expect_room_refused(R"({"id":1,"mesh":"empty.obj"})", "/mesh", "empty.obj: ");
    expect_room_refused(R"({"id":1,"mesh":"notes.txt"})", "/mesh", "notes.txt: cannot read");
    expect_room_refused(R"({"id":1,"mesh":"hand.json"})", "/mesh", "hand.json: ");
    expect_room_refused(R"({"id":1,"mesh":"solid:bax"})", "/mesh", "unknown solid 'bax'");
    expect_room_refused(R"({"id":1,"mesh":"solid:box,size=0x1x1"})", "/mesh", "box,size: 0");
    expect_room_refused(R"({"id":1,"mesh":"solid:car"})", "/mesh", "is the mesh of /rooms/0 too");
    expect_room_refused("{\"id\":1,\"mesh\":\"a\\u0000\\n\xc3\xa4\"}", "/mesh", "");
}

/// A folder with the world, a mesh in it, and one beside it; and ways that lead from one to
/// another.
class Paths : public ByHand {
   protected:
    Paths() {
        constexpr const char* triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        fs::create_directories(folder_ / "world/below");
        fs::create_directory(folder_ / "worldly");  // begins as the folder does
        for (const char* name : {"outside.obj", "world/below/mesh.obj", "worldly/mesh.obj"}) {
            std::ofstream(folder_ / name) << triangle;
        }
        fs::create_symlink("../outside.obj", folder_ / "world/link.obj");
        fs::create_symlink("..", folder_ / "world/up");
        fs::create_symlink("below/mesh.obj", folder_ / "world/inner.obj");
        fs::create_symlink(folder_ / "world", folder_ / "alias");
    }
    /// The reason for which a mesh of this name is refused; empty where it is read.
    [[nodiscard]] std::string reason(const std::string& name, const WorldReadOptions& options = {},
                                     const char* folder = "world") const {
        const fs::path file = folder_ / folder / "hand.json";
        std::ofstream(file) << R"({"swept_world":1,"rooms":[{"id":0,"mesh":")" + name + "\"}]}";
        const auto world = read_world(file, options);
        if (world) return "";
        EXPECT_EQ(world.error().where, "/rooms/0/mesh");
        for (const char c : world.error().message()) EXPECT_TRUE(c >= ' ' && c <= '~');
        return world.error().what;
    }
    [[nodiscard]] std::string absolute(const char* name) const { return folder_ / name; }
};

TEST_F(Paths, that_stay_in_the_folder_are_followed_however_they_are_written) {
    EXPECT_EQ(reason("below/mesh.obj"), "");
    EXPECT_EQ(reason("./below/../below/mesh.obj"), "");
    EXPECT_EQ(reason("../world/below/mesh.obj"), "");
    EXPECT_EQ(reason("up/world/below/mesh.obj"), "");
    EXPECT_EQ(reason("inner.obj"), "") << "a link within the folder";
    EXPECT_EQ(reason(absolute("world/below/mesh.obj")), "");
    // The folder by another name.
    EXPECT_EQ(reason(absolute("world/below/mesh.obj"), {}, "alias"), "");
    EXPECT_EQ(reason("inner.obj", {}, "alias"), "");
}

TEST_F(Paths, that_lead_out_of_the_folder_are_refused_with_the_reason) {
    for (const std::string& name :
         {absolute("outside.obj"), std::string("/etc/passwd"), std::string("../outside.obj"),
          std::string("below/../../outside.obj"), std::string("../worldly/mesh.obj"),
          std::string("..")}) {
        EXPECT_TRUE(contains(reason(name), "lies outside the folder")) << name << reason(name);
    }
    for (const std::string name : {"link.obj", "up/outside.obj", "up/nothing.obj"}) {
        EXPECT_TRUE(contains(reason(name), "is a symbolic link, or leads through one"))
            << name << ": " << reason(name);
    }
    EXPECT_TRUE(contains(reason("below/none.obj"), "there is no such file"));
    EXPECT_TRUE(contains(reason(""), "is empty"));
    const auto body = read(R"({"swept_world":1,"bodies":[{"id":1,"mesh":"../a.obj"}]})");
    ASSERT_FALSE(body);
    EXPECT_TRUE(contains(body.error().what, "lies outside the folder"));
}

TEST_F(Paths, that_lead_out_are_followed_where_that_is_allowed) {
    const WorldReadOptions anywhere{.files = FileReach::anywhere};
    for (const std::string& name :
         {absolute("outside.obj"), std::string("../outside.obj"), std::string("link.obj")}) {
        EXPECT_EQ(reason(name, anywhere), "") << name;
    }
    EXPECT_TRUE(contains(reason("../none.obj", anywhere), "there is no such file"));
}

TEST_F(ByHand, labels_that_do_not_fit_are_refused) {
    const std::string box = R"({"id":1,"mesh":"solid:box",)";
    const std::string ids = "must be as many ids as there are polygons, 6";
    expect_room_refused(box + R"("ids":[0,1]})", "/ids", ids);
    expect_room_refused(box + R"("ids":[[0,6]]})", "/ids", ids);
    expect_room_refused(box + R"("ids":[[0,18446744073709551615]]})", "/ids", ids);
    expect_room_refused(box + R"("ids":[[0,5],[0,0]]})", "/ids", ids);
    expect_room_refused(box + R"("ids":[[0,4],[5,4]]})", "/ids/1",
                        "must be an id, or [first,last]");
    expect_room_refused(box + R"("ids":[[0,1,2]]})", "/ids/0", "must be an id");
    expect_room_refused(box + R"("ids":[0,-1]})", "/ids/1", "must be an id");
    expect_room_refused(box + R"("ids":7})", "/ids", "must be a list");
    expect_room_refused(box + R"("mask":"ff"})", "/mask", "must be a mask");
    expect_room_refused(box + R"("mask":"0x11111111111111111"})", "/mask", "must be a mask");
    expect_room_refused(box + R"("mask":1,"masks":[[1,6]]})", "", "both mask and masks");
    expect_room_refused(box + R"("masks":[[1,7]]})", "/masks", "as many masks as there are");
    expect_room_refused(box + R"("masks":[[1,18446744073709551615]]})", "/masks", "as many");
    expect_room_refused(box + R"("masks":[[1,5]]})", "/masks", "as many masks");
    expect_room_refused(box + R"("masks":[1,6]})", "/masks/0", "must be [mask,count]");
    expect_room_refused(box + R"("masks":[["x",6]]})", "/masks/0", "must be [mask,count]");
    expect_room_refused(R"({"id":1,"ids":[0]})", "/ids", "as there are polygons, 0");
}

TEST_F(ByHand, portals_that_cannot_be_used_are_refused) {
    const std::string corners = R"("outline":[[0,0,0],[1,0,0],[0,1,0]])";
    expect_portal_refused("{" + corners + "}", "/id", "is missing");
    expect_portal_refused(R"({"id":0,)" + corners + "}", "/rooms", "is missing");
    expect_portal_refused(R"({"id":0,"rooms":[0],)" + corners + "}", "/rooms", "two rooms");
    expect_portal_refused(R"({"id":0,"rooms":[0,9],)" + corners + "}", "/rooms/1", "no room 9");
    expect_portal_refused(R"({"id":0,"rooms":["a",1],)" + corners + "}", "/rooms/0",
                          "whole number");
    expect_portal_refused(R"({"id":0,"rooms":[0,1]})", "/outline", "is missing");
    expect_portal_refused(R"({"id":0,"rooms":[0,1],"outline":[[0,0,0],[1,0,0]]})", "/outline",
                          "three corners or more");
    expect_portal_refused(R"({"id":0,"rooms":[0,1],"outline":[[0,0,0],[1,0],[0,1,0]]})",
                          "/outline/1", "three numbers");
    expect_portal_refused(R"({"id":0,"rooms":[0,1],"outline":[[0,0,0],[1,0,null],[0,1,0]]})",
                          "/outline/1", "three numbers");
}

TEST_F(ByHand, bodies_that_cannot_be_used_are_refused) {
    std::ofstream(folder_ / "flat.obj") << "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n";
    const std::string box = R"({"id":1,"mesh":"solid:box",)";
    expect_body_refused(R"({"id":1})", "", "has no shape; add mesh or spheres");
    expect_body_refused(box + R"("spheres":[]})", "", "both mesh and spheres");
    expect_body_refused(R"({"id":1,"mesh":"flat.obj"})", "/mesh", "'flat.obj': ");
    expect_body_refused(R"({"id":1,"mesh":[]})", "/mesh", "must be a string");
    expect_body_refused(R"({"id":1,"spheres":[]})", "/spheres", "");
    expect_body_refused(R"({"id":1,"spheres":4})", "/spheres", "must be a list");
    expect_body_refused(R"({"id":1,"spheres":[[0,0,0]]})", "/spheres/0", "four numbers");
    expect_body_refused(R"({"id":1,"spheres":[[0,0,0,-1]]})", "/spheres", "sphere 0");
    expect_body_refused(R"({"id":1,"spheres":[[0,0,0,1]],"sides":"both"})", "/sides", "for meshes");
    expect_body_refused(box + R"("sides":"back"})", "/sides", "must be");
    expect_body_refused(box + R"("mask":-1})", "/mask", "must be a mask");
    expect_body_refused(box + R"("pose":[1,2,3]})", "/pose", "must be an object");
    expect_body_refused(box + R"("pose":{"at":[1,2,3]}})", "/pose", "unknown key 'at'");
    expect_body_refused(box + R"("pose":{"translation":[1,2]}})", "/pose/translation", "three");
    expect_body_refused(box + R"("pose":{"rotation":[1,1,1,1]}})", "/pose/rotation", "");
    expect_body_refused(box + R"("pose":{"rotation":[0,0,0,0]}})", "/pose/rotation", "");
    expect_body_refused(box + R"("pose":{"matrix":[[1,0,0,0]]}})", "/pose/matrix", "three rows");
    expect_body_refused(box + R"("pose":{"matrix":[[2,0,0,0],[0,1,0,0],[0,0,1,0]]}})",
                        "/pose/matrix", "");
    expect_body_refused(box + R"("pose":{"matrix":[],"rotation":[]}})", "/pose", "beside");
}

/// Cut off at every byte, and with random bytes changed: a world, or an error in words.
TEST_F(ByHand, damaged_files_give_worlds_or_errors) {
    ASSERT_TRUE(write_world(awkward_world(), folder_ / "a.json"));
    const std::string good = content(folder_ / "a.json");
    int refused = 0;
    const auto look = [&](const std::string& json) {
        const auto world = read(json);
        if (world) return;
        ++refused;
        EXPECT_FALSE(world.error().what.empty());
        for (const char c : world.error().message()) ASSERT_TRUE(c >= ' ' && c <= '~');
    };
    for (std::size_t size = 0; size + 2 < good.size(); size += 3) look(good.substr(0, size));
    EXPECT_EQ(refused, (good.size() - 2 + 2) / 3);
    std::mt19937 random(5);
    for (int i = 0; i < 1000; ++i) {
        std::string bad = good;
        for (int k = 0; k < 1 + i % 3; ++k)
            bad[random() % bad.size()] = "[]{},:\"0e-1.\\x"[random() % 15];
        look(bad);
    }
    EXPECT_GT(refused, 1000);
}

TEST(WorldFiles, refuse_to_be_written_so_that_they_could_not_be_read) {
    const TempFolder folder;
    const auto expect_refused = [&](const WorldContents& world, const std::string& where,
                                    ErrorCode code = ErrorCode::bad_argument) {
        const auto written = write_world(world, folder / "a.json");
        ASSERT_FALSE(written) << where;
        EXPECT_EQ(written.error().where, where) << written.error().what;
        EXPECT_EQ(written.error().code, code);
        EXPECT_FALSE(fs::exists(folder / "a.json"));
    };
    const Mesh box = make_solid("box").value();
    const std::vector<Vector3d> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    expect_refused({{{RoomId(1), {}}, {RoomId(1), {}}}, {}, {}}, "room 1");
    expect_refused({{{RoomId(1), {box, {{}}}}}, {}, {}}, "room 1");
    expect_refused({{}, {{PortalId(2), {RoomId(1), RoomId(2), corners}}}, {}}, "portal 2");
    expect_refused({{{RoomId(1), {}}, {RoomId(2), {}}},
                    {{PortalId(2), {RoomId(1), RoomId(2), {{0, 0, 0}, {1, 0, 0}}}}},
                    {}},
                   "portal 2");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    expect_refused({{{RoomId(1), {}}, {RoomId(2), {}}},
                    {{PortalId(2), {RoomId(1), RoomId(2), {{0, 0, 0}, {1, 0, 0}, {0, nan, 0}}}}},
                    {}},
                   "portal 2");
    Mesh broken = box;
    broken.vertices[3].y() = nan;
    expect_refused({{{RoomId(1), {broken, {}}}}, {}, {}}, "room 1, vertex 3", ErrorCode::bad_mesh);
    const Body ball{SphereSet::make({{{0, 0, 0}, 1}}).value(), {}, 1};
    expect_refused({{}, {}, {{BodyId(4), ball}, {BodyId(4), ball}}}, "body 4");

    EXPECT_EQ(write_world({}, folder / "a.obj").error().code, ErrorCode::unsupported);
    EXPECT_EQ(write_world({}, folder / "no/a.json").error().code, ErrorCode::cannot_write);
    const WorldContents room{{{RoomId(0), {box, {}}}}, {}, {}};
    EXPECT_EQ(write_world(room, folder / "no/a.json").error().code, ErrorCode::cannot_write);
    EXPECT_EQ(write_world(room, folder / "\xff.json").error().code, ErrorCode::cannot_write);
    std::ofstream(folder / "b.meshes") << "in the way";
    EXPECT_EQ(write_world(room, folder / "b.json").error().code, ErrorCode::cannot_write);
}

TEST(WorldFiles, that_are_not_there_cannot_be_read) {
    const TempFolder folder;
    EXPECT_EQ(read_world(folder / "none.json").error().code, ErrorCode::no_file);
    EXPECT_EQ(read_world(folder / ".").error().code, ErrorCode::no_file);
}

}  // namespace
}  // namespace swept::test
