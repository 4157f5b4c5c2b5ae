// swept world: a world of rooms and bodies, looked at, asked and carved.

#include <nlohmann/json.hpp>

#include "tests/apps/tool.h"

namespace {

using swept::test::contains;
using swept::test::lines_of;
using swept::test::text_of;
using Json = nlohmann::json;

/// A box of 2 x 2 x 2 as room 10, its faces -y +x +y -x -z +z numbered from 100; an empty room; a
/// cube beside it as body 4, a ball on the other side as body 5.
const char* const boxes = R"({"swept_world":1,
"rooms":[{"id":10,"mesh":"solid:box,size=2x2x2","ids":[[100,105]]},{"id":11}],
"bodies":[{"id":4,"mesh":"solid:box","pose":{"translation":[3,0,0]},"mask":"0x2"},
          {"id":5,"spheres":[[0,0,0,0.5]],"pose":{"translation":[-3,0,0]},"mask":4}]})";

class world : public swept::test::ToolTest {
   protected:
    world() { write("boxes.json", boxes); }

    [[nodiscard]] Json json_to(const std::string& question, const std::string& flags,
                               const std::string& file = "boxes.json") const {
        return Json::parse(answer_to("world --json " + file + " " + question + " " + flags));
    }
};

const std::string inward = "--from 6,0.25,0.125 --to -4,0.25,0.125 ";

// ---- looking at it ----

TEST_F(world, is_told_in_numbers) {
    const Json told = json_to("", "");
    EXPECT_EQ(told["world"], "boxes.json");
    EXPECT_EQ(told["rooms"], 2);
    EXPECT_EQ(told["polygons"], 6);
    EXPECT_EQ(told["portals"], 0);
    EXPECT_EQ(told["bodies"], 2);
    EXPECT_EQ(told["seam_edges"], 0);
    EXPECT_EQ(told["open_edges"], 0);
    EXPECT_TRUE(told["closed"].get<bool>());
    EXPECT_EQ(told["box"], Json::parse(R"({"lower":[-1,-1,-1],"upper":[1,1,1]})"));
    EXPECT_GT(told["bytes"], 100);
    EXPECT_FALSE(told.contains("by_room"));
}

TEST_F(world, lists_its_rooms_when_asked) {
    const Json rooms = json_to("--rooms", "")["by_room"];
    ASSERT_EQ(rooms.size(), 2U);
    EXPECT_EQ(rooms[0], Json::parse(R"({"id":10,"polygons":6,"closed":true,
        "box":{"lower":[-1,-1,-1],"upper":[1,1,1]},"portals":[]})"));
    EXPECT_EQ(rooms[1], Json::parse(R"({"id":11,"polygons":0,"closed":false,"box":null,
        "portals":[]})"));
    const std::string text = answer_to("world boxes.json --rooms");
    EXPECT_TRUE(contains(text, "boxes.json: 2 rooms, 6 polygons, 0 portals, 2 bodies\n")) << text;
    EXPECT_TRUE(contains(text, "\n      10         6  closed  2 x 2 x 2\n")) << text;
    EXPECT_TRUE(contains(text, "\n      11         0  open    none\n")) << text;
}

TEST_F(world, is_a_level_with_portals_or_any_mesh) {
    const Json level = json_to("--rooms", "", "solid:level,rooms=9");
    EXPECT_EQ(level["rooms"], 9);
    EXPECT_GE(level["portals"], 8);
    EXPECT_TRUE(level["closed"].get<bool>());
    EXPECT_EQ(level["by_room"][4]["id"], 4);
    EXPECT_GE(level["by_room"][4]["portals"].size(), 1U);
    EXPECT_EQ(json_to("", "", "solid:torus")["rooms"], 1);
    write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const Json sheet = json_to("", "", "sheet.obj");
    EXPECT_EQ(sheet["polygons"], 1);
    EXPECT_EQ(sheet["open_edges"], 3);
    EXPECT_FALSE(sheet["closed"].get<bool>());
    EXPECT_TRUE(contains(answer_to("world sheet.obj"), "open: 3 edges without a neighbour"));
}

TEST_F(world, of_a_level_is_written_by_make_and_read_back) {
    EXPECT_TRUE(contains(answer_to("make level,rooms=9,seed=3 -o l.world.json"),
                         "l.world.json: 9 rooms, "));
    Json read = json_to("--rooms", "", "l.world.json");
    Json made = json_to("--rooms", "", "solid:level,rooms=9,seed=3");
    read.erase("world");
    made.erase("world");
    EXPECT_EQ(read, made);
    const Json told = Json::parse(answer_to("make --json level,rooms=9,seed=3 -o m.json"));
    EXPECT_EQ(told["rooms"], 9);
    EXPECT_EQ(told["polygons"], made["polygons"]);
    EXPECT_EQ(Json::parse(answer_to("make --json box -o box.world.json"))["rooms"], 1);
    expect_failure("make level,rooms=0 -o l.json", 2, "level,rooms: 0 is out of range");
    expect_failure("make level,rooms=2 -o no/l.json", 4, "swept: no/l.json: no/l.meshes: ");
}

// ---- casts ----

TEST_F(world, tells_what_a_ray_meets) {
    EXPECT_EQ(json_to("cast", inward), Json::parse(R"({"start":"separate","hit":true,
        "fraction":0.25,"point":[3.5,0.25,0.125],"normal":[1,0,0],"face":1,"side":"front",
        "feature":"face","room":null,"polygon":null,"body":4})"));
    EXPECT_EQ(json_to("cast", inward + "--except 4"), Json::parse(R"({"start":"separate",
        "hit":true,"fraction":0.5,"point":[1,0.25,0.125],"normal":[1,0,0],"face":1,"side":"front",
        "feature":"face","room":10,"polygon":101,"body":null})"));
    const Json free = json_to("cast", "--from 6,0,9 --to -6,0,9");
    EXPECT_FALSE(free["hit"].get<bool>());
    for (const char* key : {"fraction", "point", "face", "room", "polygon", "body"}) {
        EXPECT_TRUE(free[key].is_null()) << key;
    }
}

TEST_F(world, is_seen_through_masks_and_in_parts) {
    const auto met = [&](const std::string& flags) {
        const Json answer = json_to("cast", inward + flags);
        return answer["room"].is_null() ? answer["body"] : answer["room"];
    };
    EXPECT_EQ(met("--mask 0x2"), 4);
    EXPECT_EQ(met("--mask 2"), 4);
    EXPECT_EQ(met("--mask 0x1"), 10);
    EXPECT_TRUE(met("--mask 0").is_null());
    EXPECT_EQ(met("--only rooms"), 10);
    EXPECT_EQ(met("--only bodies"), 4);
    EXPECT_EQ(json_to("cast", "--from 6,0,0 --to -6,0,0 --only bodies --mask 4")["body"], 5);
    EXPECT_EQ(met("--mask 0xffffffffffffffff"), 4);
}

TEST_F(world, casts_spheres_too) {
    const Json hit = json_to("cast", inward + "--radius 0.5 --only rooms");
    EXPECT_DOUBLE_EQ(hit["fraction"].get<double>(), 0.45);
    EXPECT_EQ(hit["polygon"], 101);
    const Json ball = json_to("cast", "--from -6,0,0 --direction 1,0,0 --radius 0.25");
    EXPECT_EQ(ball["body"], 5);
    EXPECT_EQ(ball["face"], 0);
    EXPECT_TRUE(ball["side"].is_null());
    EXPECT_NEAR(ball["fraction"].get<double>(), 2.25, 1e-12);
}

TEST_F(world, says_in_words_what_a_ray_meets) {
    EXPECT_EQ(answer_to("world boxes.json cast --except 4 " + inward),
              "a ray in boxes.json: hit\n"
              "  start     separate\n"
              "  hit       the front of polygon 101 of room 10\n"
              "  free      50.00 % of the way, fraction 0.5\n"
              "  travelled 5 of 10\n"
              "  point     1,0.25,0.125\n"
              "  normal    1,0,0\n");
    EXPECT_TRUE(contains(answer_to("world boxes.json cast " + inward),
                         "  hit       the front of face 1 of body 4\n"));
    EXPECT_TRUE(contains(answer_to("world boxes.json cast --from -6,0,0 --to 0,0,0"),
                         "  hit       sphere 0 of body 5\n"));
    EXPECT_EQ(answer_to("world boxes.json cast --from 6,0,9 --to -6,0,9"),
              "a ray in boxes.json: free\n"
              "  start     separate\n");
}

TEST_F(world, answers_many_casts_in_order_and_bad_lines_in_their_place) {
    write("q.jsonl", R"({"id":"in","from":[6,0.25,0.125],"to":[-4,0.25,0.125]}
{"id":"bad","from":[6,0,0]}
{"from":[0.25,0.125,6],"to":[0.25,0.125,-4]}
)");
    const Answer answer = run("world boxes.json cast --batch q.jsonl");
    EXPECT_EQ(answer.code, 1);
    EXPECT_EQ(answer.error,
              "swept: q.jsonl:2: 1 of 3 lines could not be answered, this is the first; the "
              "answers say why\n");
    const auto lines = lines_of(answer.out);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(Json::parse(lines[0])["body"], 4);
    EXPECT_EQ(lines[1], R"({"id":"bad","error":"to: is missing"})");
    EXPECT_EQ(Json::parse(lines[2])["polygon"], 105);
    EXPECT_EQ(Json::parse(lines[2])["id"], 3);
    for (const char* threads : {"1", "8"}) {
        EXPECT_EQ(
            run("world boxes.json cast --batch q.jsonl --threads " + std::string(threads)).out,
            answer.out);
    }
}

/// The numbers of polygons are those of the mesh: a world and a mesh give the same answers.
TEST_F(world, agrees_with_the_mesh_of_the_same_level) {
    std::string questions;
    for (int i = 0; i < 200; ++i) {
        const Json from{0.1 * (i % 7), 0.2 * (i % 5), 1.7};
        questions += Json{{"from", from},
                          {"to", {(i * 37) % 230 * 0.1, (i * 53) % 210 * 0.1, (i * 11) % 40 * 0.1}},
                          {"radius", i % 3 == 0 ? 0.2 : 0.0}}
                         .dump() +
                     "\n";
    }
    write("q.jsonl", questions);
    const auto of_mesh = lines_of(answer_to("cast solid:level,rooms=9 --batch q.jsonl"));
    const auto of_world = lines_of(answer_to("world solid:level,rooms=9 cast --batch q.jsonl"));
    ASSERT_EQ(of_mesh.size(), 200U);
    ASSERT_EQ(of_world.size(), 200U);
    int hits = 0;
    for (std::size_t i = 0; i < 200; ++i) {
        const Json mesh = Json::parse(of_mesh[i]);
        const Json rooms = Json::parse(of_world[i]);
        EXPECT_EQ(rooms["hit"], mesh["hit"]) << of_world[i];
        EXPECT_EQ(rooms["fraction"], mesh["fraction"]) << of_world[i];
        EXPECT_EQ(rooms["polygon"], mesh["face"]) << of_world[i];
        hits += mesh["hit"].get<bool>() ? 1 : 0;
    }
    EXPECT_GT(hits, 100);
}

// ---- sweeps ----

TEST_F(world, stops_what_moves_in_it) {
    const Json hit = json_to("sweep solid:box", "--at 0,0,5 --translate 0,0,-10");
    EXPECT_EQ(hit["state"], "hit");
    EXPECT_EQ(hit["start"], "separate");
    EXPECT_NEAR(hit["free_fraction"].get<double>(), 0.35, 1e-8);
    EXPECT_LT(hit["free_fraction"].get<double>(), 0.35);
    EXPECT_EQ(hit["collider"], Json::parse(R"({"room":10,"polygon":105})"));
    EXPECT_EQ(hit["contact"]["obstacle"]["face"], 5);
    EXPECT_EQ(hit["contact"]["obstacle"]["vertices"].size(), 4U);
    const Json body = json_to("sweep solid:box", "--at 3,0,5 --translate 0,0,-10");
    EXPECT_EQ(body["collider"], Json::parse(R"({"body":4})"));
    EXPECT_NEAR(body["free_fraction"].get<double>(), 0.4, 1e-8);
    const Json free =
        json_to("sweep solid:box", "--at 3,0,5 --rotate 3,0,5 0,0,1 90 --except 4 --mask 1");
    EXPECT_EQ(free["state"], "free");
    EXPECT_TRUE(free["collider"].is_null());
    EXPECT_TRUE(free["contact"].is_null());
    const Json inside = json_to("sweep solid:box", "--translate 1,0,0");
    EXPECT_EQ(inside["state"], "overlapping");
    EXPECT_EQ(inside["collider"]["room"], 10);
    const std::string text =
        answer_to("world boxes.json sweep solid:box --at 0,0,5 --translate 0,0,-10");
    EXPECT_TRUE(contains(text, "solid:box past boxes.json: hit\n")) << text;
    EXPECT_TRUE(contains(text, "  met       polygon 105 of room 10\n")) << text;
}

TEST_F(world, stops_what_moves_at_balls) {
    const Json hit = json_to("sweep solid:box", "--at -3,0,5 --translate 0,0,-10");
    EXPECT_EQ(hit["collider"], Json::parse(R"({"body":5})"));
    EXPECT_NEAR(hit["free_fraction"].get<double>(), 0.4, 1e-8);
}

TEST_F(world, answers_many_sweeps) {
    write("q.jsonl", R"({"pose":{"translation":[0,0,5]},"motion":{"translate":[0,0,-10]}}
{"id":"none"}
)");
    const Answer answer = run("world boxes.json sweep solid:box --batch q.jsonl");
    EXPECT_EQ(answer.code, 1);
    const auto lines = lines_of(answer.out);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0],
              R"({"id":1,)" + answer_to("world boxes.json --json sweep solid:box --at 0,0,5 "
                                        "--translate 0,0,-10")
                                  .substr(1, lines[0].size() - 8));
    EXPECT_EQ(lines[1], R"({"id":"none","error":"motion: is missing"})");
}

// ---- how things stand ----

TEST_F(world, tells_what_touches) {
    const Json set = json_to("contacts solid:box", "--at 0,0,1.5 --tolerance 0.01 --only rooms");
    EXPECT_EQ(set["relation"], "touching");
    ASSERT_EQ(set["contacts"].size(), 4U);
    EXPECT_EQ(set["contacts"][0]["collider"], Json::parse(R"({"room":10,"polygon":105})"));
    EXPECT_EQ(set["contacts"][0]["normal"], Json::parse("[0,0,1]"));
    EXPECT_EQ(set["collider"]["room"], 10);
    const std::string text = answer_to("world boxes.json contacts solid:box --at 0,0,1.5");
    EXPECT_TRUE(contains(text, "solid:box in boxes.json: touching, 4 contacts\n")) << text;
    EXPECT_TRUE(contains(text, "  contact   vertex 0 of the mesh, polygon 105 of room 10"));
    EXPECT_EQ(json_to("contacts solid:box", "--at 0,0,9")["contacts"], Json::array());
    EXPECT_EQ(json_to("contacts solid:box", "--at 0.25,0,1")["relation"], "overlapping");
}

TEST_F(world, tells_how_far_away_it_is) {
    const Json far = json_to("distance solid:box", "--at 0,0,5");
    EXPECT_EQ(far["relation"], "separate");
    EXPECT_EQ(far["distance"], 3.5);
    EXPECT_EQ(far["closest"]["collider"], Json::parse(R"({"room":10,"polygon":105})"));
    EXPECT_EQ(json_to("distance solid:box", "--at 9,0,0")["closest"]["collider"],
              Json::parse(R"({"body":4})"));
    const Json beyond = json_to("distance solid:box", "--at 9,0,0 --limit 1");
    EXPECT_TRUE(beyond["beyond"].get<bool>());
    EXPECT_EQ(beyond["distance"], 1);
    const Json nothing = json_to("distance solid:box", "--at 9,0,0 --mask 0");
    EXPECT_TRUE(nothing["beyond"].get<bool>());
    EXPECT_TRUE(nothing["distance"].is_null());
    EXPECT_TRUE(contains(answer_to("world boxes.json distance solid:box --at 9,0,0 --mask 0"),
                         "none: there is nothing"));
    EXPECT_TRUE(contains(answer_to("world boxes.json distance solid:box --at 0,0,5"),
                         "  nearest   polygon 105 of room 10 at "));
}

TEST_F(world, tells_whether_things_interfere) {
    const Json meets = json_to("overlap solid:box", "--at 0,0,1.5");
    EXPECT_TRUE(meets["overlap"].get<bool>());
    EXPECT_EQ(meets["relation"], "touching");
    EXPECT_EQ(meets["collider"]["room"], 10);
    const Json inside = json_to("overlap solid:box,size=0.5x0.5x0.5", "");
    EXPECT_EQ(inside["relation"], "overlapping");
    EXPECT_EQ(inside["contained"], "a");
    const Json apart = json_to("overlap solid:box", "--at 0,0,9");
    EXPECT_EQ(apart, Json::parse(R"({"overlap":false,"relation":"separate","state":"free"})"));
    write("q.jsonl", "{\"pose\":{\"translation\":[0,0,1.5]}}\n{\"poses\":{}}\n");
    const Answer many = run("world boxes.json overlap solid:box --batch q.jsonl");
    EXPECT_EQ(many.code, 1);
    EXPECT_EQ(Json::parse(lines_of(many.out)[0])["relation"], "touching");
    EXPECT_TRUE(contains(lines_of(many.out)[1], "unknown key"));
    EXPECT_TRUE(contains(answer_to("world boxes.json overlap solid:box --at 0,0,1.5"),
                         "  met       polygon 105 of room 10\n"));
}

// ---- carving ----

const std::string down = "--from 0.125,0.25,5 --to 0.125,0.25,-5";

TEST_F(world, is_carved_and_written) {
    const Json carved =
        json_to("carve solid:box", "--at 0,0,1 --id 7 --mask 0x10 -o out.world.json --piece p.obj");
    EXPECT_EQ(carved["rooms"], Json::parse("[10]"));
    EXPECT_NEAR(carved["piece"]["volume"].get<double>(), 0.5, 1e-6);
    EXPECT_EQ(carved["fragments"], Json::array());
    EXPECT_GT(carved["polygons"], 10);
    const Json told = json_to("", "", "out.world.json");
    EXPECT_EQ(told["polygons"], carved["polygons"]);
    EXPECT_TRUE(told["closed"].get<bool>());
    EXPECT_EQ(told["bodies"], 2);
    const Json hit = json_to("cast", down, "out.world.json");
    EXPECT_NEAR(hit["fraction"].get<double>(), 0.45, 1e-6);
    EXPECT_EQ(hit["polygon"], 7);
    EXPECT_EQ(json_to("cast", down + " --mask 0x20", "out.world.json")["fraction"], 0.6);
    // The file that was read is as it was.
    EXPECT_EQ(json_to("cast", down)["fraction"], 0.4);
    const Json piece = Json::parse(answer_to("info --json p.obj"));
    EXPECT_NEAR(piece["volume"].get<double>(), 0.5, 1e-6);
    EXPECT_TRUE(piece["closed"].get<bool>());
}

TEST_F(world, may_be_carved_over_its_own_file) {
    (void)answer_to("make box,size=2x2x2 -o w.world.json");
    for (int i = 0; i < 3; ++i) {
        (void)answer_to("world w.world.json carve solid:box,size=0.25x0.25x0.25 --at " +
                        std::to_string(0.4 * i - 0.4) + ",0.1,1 -o w.world.json");
        EXPECT_TRUE(json_to("", "", "w.world.json")["closed"].get<bool>());
    }
}

TEST_F(world, lets_parts_come_loose) {
    // A cut through the middle of a bar: two halves, of which one counts as a fragment.
    const std::string bar = "solid:box,size=4x1x1";
    const Json cut =
        json_to("carve solid:box,size=0.5x2x2",
                "--at 0.5,0.1,0.1 --fragments chunk --take-fragments -o half.json", bar);
    ASSERT_EQ(cut["fragments"].size(), 1U);
    EXPECT_NEAR(cut["fragments"][0]["volume"].get<double>(), 1.25, 1e-6);
    EXPECT_EQ(cut["fragments"][0]["rooms"], Json::parse("[0]"));
    EXPECT_NEAR(Json::parse(answer_to("info --json chunk-0.ply"))["volume"].get<double>(), 1.25,
                1e-6);
    EXPECT_NEAR(json_to("", "", "half.json")["box"]["upper"][0].get<double>(), 0.25, 1e-6);
    const std::string text =
        answer_to("world " + bar + " carve solid:box,size=0.5x2x2 --at 0.5,0.1,0.1");
    EXPECT_TRUE(contains(text, "solid:box,size=0.5x2x2 out of solid:box,size=4x1x1: carved\n"));
    EXPECT_TRUE(contains(text, "  changed   room 0\n"));
    EXPECT_TRUE(contains(text, "  removed   volume 0.5"));
    EXPECT_TRUE(contains(text, "  fragment  volume 1.25"));
}

TEST_F(world, is_carved_many_times_in_order) {
    write("hits.jsonl", R"({"id":"first","pose":{"translation":[0.1,0.05,1]}}
{"id":"again","pose":{"translation":[0.1,0.05,1]}}
{"id":"air","pose":{"translation":[0,0,9]}}
{"id":"bad","pose":{"translation":[0,0]}}
{"pose":{"translation":[0.1,0.05,0.75]}}
)");
    const Answer answer = run("world boxes.json carve solid:box --batch hits.jsonl -o c.json");
    EXPECT_EQ(answer.code, 1);
    const auto lines = lines_of(answer.out);
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_NEAR(Json::parse(lines[0])["piece"]["volume"].get<double>(), 0.5, 1e-6);
    // There is air now, but for the billionth by which a tool that touches walls is larger.
    const Json again = Json::parse(lines[1]);
    if (!again["piece"].is_null()) {
        EXPECT_LT(again["piece"]["volume"].get<double>(), 1e-6);
    }
    EXPECT_EQ(Json::parse(lines[2])["rooms"], Json::array());
    EXPECT_TRUE(Json::parse(lines[2])["piece"].is_null());
    EXPECT_TRUE(contains(lines[3], "must be three numbers"));
    EXPECT_NEAR(Json::parse(lines[4])["piece"]["volume"].get<double>(), 0.25, 1e-6);
    // What could be carved is written all the same.
    EXPECT_NEAR(json_to("cast", down, "c.json")["fraction"].get<double>(), 0.475, 1e-6);
}

// ---- errors ----

TEST_F(world, names_what_is_wrong_with_its_file) {
    const auto expect_bad = [&](const std::string& json, const std::string& message) {
        write("bad.json", json);
        expect_failure("world bad.json", 3, "swept: bad.json:" + message);
    };
    expect_failure("world none.json", 3, "swept: none.json: cannot be read");
    expect_failure("world none.obj", 3, "swept: none.obj: cannot be read");
    expect_bad("{\"swept_world\":1,\n\"rooms\":[}", "2: the JSON is broken here");
    expect_bad(R"({"swept_world":1,"rooms":[{"id":0},{"id":0}]})", " /rooms/1/id: 0 is the id of");
    expect_bad(R"({"swept_world":1,"rooms":[{"id":0,"mesh":"x.obj"}]})",
               " /rooms/0/mesh: x.obj: cannot be read");
    expect_bad(R"({"swept_world":1,"rooms":[{"id":0,"mesh":"solid:box"},
        {"id":1,"mesh":"solid:car"}],
        "portals":[{"id":8,"rooms":[0,1],"outline":[[9,9,9],[8,9,9],[8,8,9]]}]})",
               " ");
    expect_failure("world solid:bax", 2, "solid:bax: unknown solid 'bax'");
}

TEST_F(world, refuses_wrong_usage) {
    write("q.jsonl", "{}\n");
    expect_failure("world", 2, "swept world --help");
    expect_failure("world boxes.json cast", 2, "world cast: no way is given");
    expect_failure("world boxes.json cast --form 1,2,3", 2, "swept world FILE cast --help");
    expect_failure("world boxes.json cast " + inward + "--mask x", 2, "--mask: must be");
    expect_failure("world boxes.json cast " + inward + "--mask 0x10000000000000000", 2, "--mask: ");
    expect_failure("world boxes.json cast " + inward + "--only doors", 2, "rooms or bodies");
    expect_failure("world boxes.json cast " + inward + "--except -1", 2, "--except: must be");
    expect_failure("world boxes.json cast --json --batch q.jsonl", 2, "leave out --json");
    expect_failure("world boxes.json sweep solid:box", 2, "world sweep: no motion is given");
    expect_failure("world boxes.json sweep --translate 1,0,0", 2, "swept world FILE sweep --help");
    expect_failure("world boxes.json sweep none.obj --translate 1,0,0", 3, "none.obj: cannot");
    expect_failure("world boxes.json contacts solid:box --tolerance -1", 2, "--tolerance: ");
    expect_failure("world boxes.json distance solid:box --limit nan", 2, "--limit: ");
    expect_failure("world boxes.json overlap solid:box --at 0,0,0 --batch q.jsonl", 2, "--at");
    expect_failure("world boxes.json carve solid:box --mask 1", 2, "add --id");
    expect_failure("world boxes.json carve solid:box -o out.obj", 2, "written as .json");
    expect_failure("world boxes.json carve solid:box --batch q.jsonl --piece p.obj", 2, "--piece");
    expect_failure("world boxes.json carve solid:torus", 3, "solid:torus: ");
    expect_failure("world boxes.json carve solid:box --at 0,0,1 -o no/w.json", 4, "no/w.json: ");
    expect_failure("world boxes.json carve solid:box --at 0,0,1 --piece no/p.obj", 4, "no/p.obj: ");
    // Told before a world is looked at.
    expect_failure("world none.json cast " + inward + "--clearance x", 2, "--clearance: ");
    expect_failure("world none.json cast --batch none.jsonl", 3, "swept: none.jsonl: ");
}

TEST_F(world, explains_itself_and_its_questions) {
    EXPECT_TRUE(contains(answer_to("world --help"), "carve"));
    for (const char* question : {"cast", "sweep", "contacts", "distance", "overlap", "carve"}) {
        const std::string help = answer_to("world boxes.json " + std::string(question) + " --help");
        EXPECT_TRUE(contains(help, "Examples:")) << help;
        EXPECT_TRUE(contains(help, "swept world hall.world.json " + std::string(question)));
        EXPECT_TRUE(contains(help, "Usage: swept world FILE " + std::string(question) + " ["));
    }
}

}  // namespace
