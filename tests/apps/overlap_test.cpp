// swept overlap: one question, as flags; many are in batch_test.cpp.

#include <nlohmann/json.hpp>

#include "tests/apps/tool.h"

namespace {

using swept::test::contains;
using swept::test::lines_of;
using Json = nlohmann::json;

class overlap : public swept::test::ToolTest {
   protected:
    [[nodiscard]] Json json_to(const std::string& arguments) const {
        return Json::parse(answer_to("overlap --json " + arguments));
    }
};

constexpr const char* two_boxes = "solid:box solid:box ";  // the unit cube about the origin, twice

TEST_F(overlap, tells_how_two_boxes_stand) {
    const Json apart = json_to(std::string(two_boxes) + "--at 2,0,0");
    EXPECT_EQ(apart, Json::parse(R"({"overlap":false,"relation":"separate","state":"free",
                                     "witness":null,"point":null})"));

    const Json touching = json_to(std::string(two_boxes) + "--at 1,0.25,0");
    EXPECT_EQ(touching["relation"], "touching");
    EXPECT_EQ(touching["overlap"], true);
    EXPECT_EQ(touching["witness"].size(), 2U);
    EXPECT_EQ(touching["point"][0], 0.5);
    EXPECT_FALSE(touching.contains("contained"));
    EXPECT_FALSE(touching.contains("pairs"));
    EXPECT_EQ(touching["state"], "hit");

    const Json crossing = json_to(std::string(two_boxes) + "--at 0.5,0.25,0.125");
    EXPECT_EQ(crossing["relation"], "overlapping");
    EXPECT_EQ(crossing["state"], "overlapping");
    EXPECT_EQ(crossing["overlap"], true);
    for (const Json& face : crossing["witness"]) EXPECT_LT(face, 6);
    for (const Json& x : crossing["point"]) EXPECT_LE(std::abs(x.get<double>()), 0.5);
}

TEST_F(overlap, touching_is_no_proper_overlap) {
    const std::string boxes = std::string("--proper ") + two_boxes;
    EXPECT_EQ(json_to(boxes + "--at 1,0,0")["overlap"], false);
    EXPECT_EQ(json_to(boxes + "--at 1,0,0")["relation"], "touching");
    EXPECT_EQ(json_to(boxes + "--at 0.9,0.1,0.2")["overlap"], true);
    EXPECT_EQ(json_to(boxes + "--at 2,0,0")["overlap"], false);
    EXPECT_TRUE(contains(answer_to("overlap " + boxes + "--at 1,0,0"), "  overlap   no\n"));
}

TEST_F(overlap, containment_names_the_one_inside) {
    const Json a = json_to("solid:box solid:box,size=3x3x3");
    EXPECT_EQ(a["relation"], "overlapping");
    EXPECT_EQ(a["overlap"], true);
    EXPECT_EQ(a["contained"], "a");
    EXPECT_TRUE(a["witness"].is_null());
    EXPECT_TRUE(a["point"].is_null());
    EXPECT_EQ(json_to("solid:box,size=3x3x3 solid:box")["contained"], "b");
    EXPECT_EQ(answer_to("overlap solid:box solid:box,size=3x3x3"),
              "solid:box and solid:box,size=3x3x3: overlapping\n"
              "  contained A lies inside B\n");
}

TEST_F(overlap, the_text_says_the_same_in_words) {
    EXPECT_EQ(answer_to(std::string("overlap ") + two_boxes + "--at 2,0,0"),
              "solid:box and solid:box: separate\n");
    const std::vector<std::string> lines =
        lines_of(answer_to(std::string("overlap --all ") + two_boxes + "--at 0.5,0.25,0.125"));
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[0], "solid:box and solid:box: overlapping");
    EXPECT_TRUE(lines[1].starts_with("  witness   face "));
    EXPECT_TRUE(lines[2].starts_with("  point     "));
    EXPECT_TRUE(lines[3].starts_with("  pairs     "));
}

TEST_F(overlap, all_pairs_are_sorted_and_named_once) {
    // Two tubes in a cross: of each, the four long sides meet those of the other that they cross.
    write("x.obj",
          "v -2 -1 -1\nv 2 -1 -1\nv 2 1 -1\nv -2 1 -1\nv -2 -1 1\nv 2 -1 1\nv 2 1 1\nv -2 1 1\n"
          "f 1 2 6 5\nf 3 4 8 7\n");
    write("y.obj",
          "v -1 -2 -0.5\nv 1 -2 -0.5\nv 1 2 -0.5\nv -1 2 -0.5\n"
          "v -1 -2 0.5\nv 1 -2 0.5\nv 1 2 0.5\nv -1 2 0.5\n"
          "f 1 4 3 2\nf 5 6 7 8\nf 1 5 8 4\n");
    EXPECT_EQ(json_to("--all x.obj y.obj")["pairs"],
              Json::parse("[[0,0],[0,1],[0,2],[1,0],[1,1],[1,2]]"));
    EXPECT_EQ(json_to("--all x.obj y.obj --at 0,0,9")["pairs"], Json::array());
    EXPECT_TRUE(contains(answer_to("overlap --all x.obj y.obj"),
                         "  pairs     6: 0-0, 0-1, 0-2, 1-0, 1-1, 1-2\n"));
    const std::string many = answer_to("overlap --all solid:sphere solid:sphere --at 0.3,0.2,0.1");
    EXPECT_TRUE(contains(many, " more; --json lists them\n")) << many;
}

TEST_F(overlap, every_form_of_a_pose_gives_the_same_answer) {
    // A quarter turn about z: exact in every form.
    const std::string question = std::string("overlap --json --all ") + two_boxes + "--at ";
    const std::string expected = answer_to(question + "'{\"translation\":[0.5,0.25,0]}'");
    for (const char* pose :
         {"0.5,0.25,0", "0.5,0.25,0,1,0,0,0", "' 0.5 , 0.25 , 0 '", "0.5,0.25,0,-1,0,0,0",
          R"('{"rotation":[1,0,0,0],"translation":[0.5,0.25,0.0]}')",
          R"('{"matrix":[[1,0,0,0.5],[0,1,0,0.25],[0,0,1,0]]}')",
          R"('{"matrix":[[1,0,0,0.5],[0,1,0,0.25],[0,0,1,0],[0,0,0,1]]}')",
          R"('{"rotation":[1.0000001,0,0,0],"translation":[5e-1,0.25,0]}')"}) {
        EXPECT_EQ(answer_to(question + pose), expected) << pose;
    }
    EXPECT_EQ(answer_to(question + "'{}'"), answer_to(question + "0,0,0"));
    EXPECT_NE(answer_to(question + "-0.5,0.25,0"), expected) << "a leading minus is no flag";
}

TEST_F(overlap, each_flag_moves_its_own_mesh) {
    const std::string car_and_box = "solid:car solid:box,size=0.1x0.1x0.1 ";
    EXPECT_EQ(json_to(car_and_box + "--at 5,0,0 --obstacle-at 5,0,0.7")["contained"], "b");
    EXPECT_EQ(json_to(car_and_box + "--at 5,0,0 --obstacle-at 0,0,0.7")["relation"], "separate");
    EXPECT_EQ(json_to(car_and_box + "--obstacle-at 0,0,0.7")["contained"], "b");
}

TEST_F(overlap, a_pose_that_is_none_is_wrong_usage_and_names_the_place) {
    const std::string question = std::string("overlap ") + two_boxes;
    const auto refused = [&](const std::string& pose, const std::string& message) {
        expect_failure(question + "--at " + pose, 2, "swept: --at: " + message);
    };
    refused("1,2", "must be x,y,z or x,y,z,qw,qx,qy,qz");
    refused("1,2,3,", "must be x,y,z");
    refused("1,2,3x", "must be x,y,z");
    refused("1,2,1e999", "must be x,y,z");
    refused("here", "must be x,y,z");
    refused("nan,0,0", "translation: not a finite number");
    refused("1e200,0,0", "translation: larger than 2^300");
    refused("0,0,0,1,1,0,0", "rotation: the quaternion is not of unit length");
    refused("'{\"translation\":[1,2]}'", "translation: must be three numbers [x,y,z]");
    refused("'{\"translation\":[1,2,\"3\"]}'", "translation: must be three numbers");
    refused("'{\"rotation\":[1,0,0]}'", "rotation: must be four numbers [w,x,y,z]");
    refused("'{\"rotation\":null}'", "rotation: must be four numbers");
    refused("'{\"rotatoin\":[1,0,0,0]}'", "unknown key \"rotatoin\"; known are translation");
    refused("'{\"matrix\":[[1,0,0,0],[0,1,0,0]]}'", "matrix: must be three rows of four numbers");
    refused("'{\"matrix\":[[1,0,0],[0,1,0],[0,0,1]]}'", "matrix: must be three rows");
    refused("'{\"matrix\":[[2,0,0,0],[0,2,0,0],[0,0,2,0]]}'", "matrix: the matrix is not a rota");
    refused("'{\"matrix\":[[-1,0,0,0],[0,1,0,0],[0,0,1,0]]}'", "matrix: the matrix is a mirror");
    refused("'{\"matrix\":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,1,1]]}'", "matrix: the fourth row");
    refused("'{\"matrix\":[],\"rotation\":[1,0,0,0]}'", "matrix cannot stand beside other keys");
    refused("'{\"translation\":[1,2,3}'", "not JSON at byte ");
    refused("'[{}]'", "must be an object");
    expect_failure(question + "--obstacle-at 1", 2, "swept: --obstacle-at: must be");
}

TEST_F(overlap, combinations_that_mean_nothing_are_wrong_usage) {
    write("q.jsonl", "{}\n");
    expect_failure("overlap", 2, "swept overlap --help");
    expect_failure("overlap solid:box", 2, "the second mesh is missing; name it, or add --self");
    expect_failure("overlap --self solid:box solid:box", 2, "--self is about one mesh");
    expect_failure("overlap --self solid:box --at 1,0,0", 2, "leave out --at");
    expect_failure("overlap --self solid:box --batch q.jsonl", 2, "leave out --batch");
    expect_failure("overlap --self solid:box --all", 2, "leave out --all");
    expect_failure("overlap --self solid:box --proper", 2, "leave out --proper");
    const std::string boxes = std::string("overlap ") + two_boxes;
    expect_failure(boxes + "--batch q.jsonl --at 1,0,0", 2, "the poses stand in the lines");
    expect_failure(boxes + "--batch q.jsonl --obstacle-at 1,0,0", 2, "the poses stand in the");
    expect_failure(boxes + "--batch q.jsonl --json", 2, "leave out --json");
    expect_failure(boxes + "--batch ''", 2, "must not be empty");
    expect_failure(boxes + "--budget 0", 2, "--budget: must be a whole number from 1");
    expect_failure(boxes + "--budget -1", 2, "--budget");
    expect_failure(boxes + "--budget 1e3", 2, "--budget");
    expect_failure(boxes + "solid:box", 2, "swept overlap --help");
}

TEST_F(overlap, a_mesh_that_cannot_be_used_is_named) {
    write("good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n");
    expect_failure("overlap bad.obj good.obj", 3, "swept: bad.obj:4: ");
    expect_failure("overlap good.obj bad.obj", 3, "swept: bad.obj:4: ");
    expect_failure("overlap good.obj missing.obj", 3, "swept: missing.obj: ");
    expect_failure("overlap --json good.obj solid:bxo", 2, "unknown solid");
}

TEST_F(overlap, a_budget_that_is_spent_is_told) {
    const std::string spheres = "solid:sphere solid:sphere --all --at 0.3,0.2,0.1 ";
    const Json spent = json_to(spheres + "--budget 1");
    EXPECT_EQ(spent["state"], "undecided");
    const Json plenty = json_to(spheres + "--budget 1000000000");
    EXPECT_EQ(plenty["state"], "overlapping");
    EXPECT_EQ(plenty, json_to(spheres));
    const std::string text = answer_to("overlap solid:sphere solid:sphere --budget 1");
    EXPECT_TRUE(contains(text, ": not decided, but at least separate\n")) << text;
    EXPECT_TRUE(contains(text, "  budget    spent before the end")) << text;
    EXPECT_EQ(json_to("--self solid:sphere --budget 1")["state"], "undecided");
    EXPECT_TRUE(answer_to("overlap --self solid:sphere --budget 1")
                    .starts_with("solid:sphere: not decided whether it interferes with itself\n"
                                 "  budget    spent"));
}

TEST_F(overlap, self_names_the_faces_of_one_mesh_that_meet) {
    // Faces 0 and 1 share an edge, which is no interference; face 2 pierces both.
    write("x.obj",
          "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nv 1 1 -1\nv 3 3 -1\nv 2 2 2\n"
          "f 1 2 4\nf 2 3 4\nf 5 6 7\n");
    EXPECT_EQ(answer_to("overlap --self --json x.obj"),
              "{\"state\":\"hit\",\"pairs\":[[0,2],[1,2]],\"count\":2}\n");
    EXPECT_EQ(answer_to("overlap --self x.obj"),
              "x.obj: interferes with itself\n"
              "  pairs     2: 0-2, 1-2\n");
    EXPECT_EQ(answer_to("overlap --self --json solid:room"),
              "{\"state\":\"free\",\"pairs\":[],\"count\":0}\n");
    EXPECT_EQ(answer_to("overlap --self solid:room"),
              "solid:room: does not interfere with itself\n");
}

TEST_F(overlap, shape_flags_are_for_both_meshes) {
    // A fold of 1e-12: one face for the builder when it may merge, two when it may not.
    const std::string fold = "v 0 0 0\nv 1 0 0\nv 1 1 1e-12\nv 0 1 0\nf 1 2 4\nf 2 3 4\n";
    write("a.obj", fold);
    write("b.obj", fold);
    EXPECT_EQ(json_to("--all a.obj b.obj")["pairs"].size(), 4U);
    EXPECT_EQ(json_to("--all --merge 1e-9 a.obj b.obj")["pairs"], Json::parse("[[0,0]]"));
}

TEST_F(overlap, points_stand_in_the_place_of_faces) {
    write("points.obj", "v 9 9 9\nv 0.5 0 0\n");
    const Json on_the_side = json_to("--all points.obj solid:box");
    EXPECT_EQ(on_the_side["relation"], "touching");
    EXPECT_EQ(on_the_side["witness"][0], 1);
    EXPECT_EQ(on_the_side["point"], Json::parse("[0.5,0,0]"));
    ASSERT_EQ(on_the_side["pairs"].size(), 1U);
    EXPECT_EQ(on_the_side["pairs"][0][0], 1);
    EXPECT_TRUE(contains(answer_to("overlap points.obj solid:box"), "  witness   point 1 of A "));
}

TEST_F(overlap, numbers_read_back_as_they_are) {
    const std::string pose = "--at 0.1,0.30000000000000004,1e-17";
    const std::string answer = answer_to(std::string("overlap --json ") + two_boxes + pose);
    EXPECT_TRUE(Json::parse(answer)["point"][2].is_number_float()) << answer;
    write("p.obj", "v 0.30000000000000004 -0.1 1e-17\n");
    const Json there = json_to("p.obj p.obj --at 0,0,0");
    EXPECT_EQ(there["point"], Json::parse("[0.30000000000000004,-0.1,1e-17]"));
}

TEST_F(overlap, quiet_and_threads_change_nothing_in_the_answer) {
    const std::string question =
        "overlap --json --all solid:torus solid:sphere --at 0.3,0.2,0.1,0.6,0.8,0,0 ";
    const std::string plain = answer_to(question);
    for (const char* flags : {"--quiet", "--threads 1", "--threads 2", "--threads 8"}) {
        EXPECT_EQ(answer_to(question + flags), plain) << flags;
    }
}

}  // namespace
