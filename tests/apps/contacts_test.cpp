// swept contacts: what touches now.

#include <nlohmann/json.hpp>

#include "tests/apps/tool.h"

namespace {

using swept::test::contains;
using swept::test::lines_of;
using Json = nlohmann::json;

class contacts : public swept::test::ToolTest {
   protected:
    [[nodiscard]] Json json_to(const std::string& arguments) const {
        return Json::parse(answer_to("contacts --json " + arguments));
    }
};

constexpr const char* on_floor = "solid:box solid:box,size=4x4x1 ";  // a unit cube and a plate

TEST_F(contacts, box_on_a_floor_touches_with_four_corners) {
    const Json set = json_to(std::string(on_floor) + "--at 0,0,1");
    EXPECT_EQ(set["relation"], "touching");
    ASSERT_EQ(set["contacts"].size(), 4U);
    for (const Json& contact : set["contacts"]) {
        EXPECT_EQ(contact["kind"], "vertex-face");
        EXPECT_EQ(contact["normal"], Json::parse("[0,0,1]"));
        EXPECT_EQ(contact["separation"], 0);
        EXPECT_EQ(contact["mover"]["vertices"].size(), 1U);
        EXPECT_EQ(contact["obstacle"]["face"], 5);
        EXPECT_EQ(contact["obstacle"]["vertices"].size(), 4U);
        EXPECT_EQ(contact["obstacle"]["normal"], Json::parse("[0,0,1]"));
        EXPECT_EQ(contact["mover"]["normal"].size(), 3U);
        EXPECT_FALSE(contact["mover"].contains("edge"));
    }
    EXPECT_EQ(set["tolerance"], 2 * set["margin"].get<double>());
    EXPECT_EQ(set["witness"].size(), 2U);
    EXPECT_EQ(set["point"].size(), 3U);
    EXPECT_FALSE(set.contains("contained"));
}

TEST_F(contacts, edges_say_how_their_faces_meet) {
    const Json set = json_to("solid:box,size=4x1x1 solid:box,size=1x4x1 --at 0,0,1");
    ASSERT_EQ(set["contacts"].size(), 4U);
    for (const Json& contact : set["contacts"]) {
        EXPECT_EQ(contact["kind"], "edge-edge");
        EXPECT_EQ(contact["mover"]["edge"], "convex");
        EXPECT_EQ(contact["obstacle"]["edge"], "convex");
    }
    write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const Json border = json_to("sheet.obj solid:box --at 0.25,0.25,0.5,0.6,0.8,0,0");
    for (const Json& contact : border["contacts"]) {
        if (contact["mover"]["vertices"].size() != 2) continue;
        EXPECT_EQ(contact["mover"]["edge"], "border");
    }
}

TEST_F(contacts, tolerance_decides_what_is_near) {
    const std::string above = std::string(on_floor) + "--at 0,0,1.25 ";
    const Json far = json_to(above);
    EXPECT_EQ(far["relation"], "separate");
    EXPECT_EQ(far["contacts"], Json::array());
    EXPECT_FALSE(far.contains("witness"));
    EXPECT_FALSE(far.contains("point"));
    const Json near = json_to(above + "--tolerance 0.25");
    EXPECT_EQ(near["contacts"].size(), 4U);
    EXPECT_EQ(near["tolerance"], 0.25);
    for (const Json& contact : near["contacts"]) EXPECT_EQ(contact["separation"], 0.25);
    EXPECT_EQ(json_to(above + "--tolerance 0.2")["contacts"].size(), 0U);
    EXPECT_EQ(json_to(above + "--tolerance 0")["tolerance"], 0);
}

TEST_F(contacts, overlapping_meshes_have_a_witness_only) {
    const Json set = json_to(std::string(on_floor) + "--at 0,0,0.75");
    EXPECT_EQ(set["relation"], "overlapping");
    EXPECT_EQ(set["contacts"], Json::array());
    EXPECT_EQ(set["witness"].size(), 2U);
    const Json inside = json_to("solid:box solid:box,size=3x3x3");
    EXPECT_EQ(inside["relation"], "overlapping");
    EXPECT_EQ(inside["contained"], "a");
    EXPECT_TRUE(inside["witness"].is_null());
    EXPECT_TRUE(inside["point"].is_null());
    const std::string text = answer_to("contacts solid:box solid:box,size=3x3x3");
    EXPECT_TRUE(
        text.starts_with("solid:box and solid:box,size=3x3x3: overlapping\n"
                         "  contained A lies inside B\n"))
        << text;
}

TEST_F(contacts, reduced_names_at_most_four_of_a_kind) {
    const std::string prism = "solid:prism,sides=24 solid:box,size=9x9x1 --at 0,0,1 ";
    EXPECT_EQ(json_to(prism)["contacts"].size(), 24U);
    EXPECT_EQ(json_to(prism + "--reduced")["contacts"].size(), 4U);
}

TEST_F(contacts, the_text_says_the_same_in_words) {
    const std::vector<std::string> lines =
        lines_of(answer_to(std::string("contacts ") + on_floor + "--at 0,0,1"));
    ASSERT_EQ(lines.size(), 11U);
    EXPECT_EQ(lines[0], "solid:box and solid:box,size=4x4x1: touching, 4 contacts");
    EXPECT_EQ(lines[1], "  contact   vertex 0 of A, face 5 of B, apart 0");
    EXPECT_EQ(lines[2], "            at -0.5,-0.5,0.5, normal 0,0,1 from B to A");
    EXPECT_TRUE(lines[9].starts_with("  tolerance "));
    EXPECT_TRUE(lines[10].starts_with("  margin    "));
    const std::string many = answer_to(
        "contacts solid:prism,sides=24 solid:box,size=9x9x1 --at "
        "0,0,1");
    EXPECT_TRUE(contains(many, "and 16 more; --json lists them\n")) << many;
    EXPECT_TRUE(contains(answer_to(std::string("contacts ") + on_floor + "--at 0,0,2"),
                         ": separate, 0 contacts\n"));
}

TEST_F(contacts, a_tolerance_that_is_none_is_wrong_usage) {
    const std::string question = std::string("contacts ") + on_floor + "--at 0,0,1 --tolerance ";
    for (const char* length : {"-1", "nan", "inf", "1e301"}) {
        expect_failure(question + length, 2, "swept: --tolerance: ");
    }
    expect_failure(question + "near", 2, "--tolerance: must be a number, not 'near'");
    expect_failure(question + "1,2", 2, "--tolerance: must be a number");
}

TEST_F(contacts, combinations_that_mean_nothing_are_wrong_usage) {
    write("q.jsonl", "{}\n");
    expect_failure("contacts", 2, "swept contacts --help");
    expect_failure("contacts solid:box", 2, "swept contacts --help");
    const std::string question = std::string("contacts ") + on_floor;
    expect_failure(question + "--batch q.jsonl --at 1,0,0", 2, "the poses stand in the lines");
    expect_failure(question + "--batch q.jsonl --obstacle-at 1,0,0", 2, "the poses stand in");
    expect_failure(question + "--batch q.jsonl --json", 2, "leave out --json");
    expect_failure(question + "--at 1,2", 2, "--at: must be x,y,z");
    expect_failure("contacts solid:box missing.obj", 3, "swept: missing.obj: ");
}

TEST_F(contacts, many_questions_are_answered_in_order_and_bad_ones_in_their_place) {
    write("q.jsonl",
          R"({"id":"on","pose":{"translation":[0,0,1]}}
{"pose":{"translation":[0,0,1.25]},"tolerance":0.5}
{"id":"up","obstacle_pose":{"translation":[0,0,-1.25]},"pose":{}}
{"id":"bad","tolerance":-1}
{"id":"word","tolerance":"near"}
{"id":"key","tolerence":1}
)");
    const Answer answer = run(std::string("contacts ") + on_floor + "--batch q.jsonl");
    EXPECT_EQ(answer.code, 1);
    const std::vector<std::string> lines = lines_of(answer.out);
    ASSERT_EQ(lines.size(), 6U);
    EXPECT_EQ(Json::parse(lines[0])["contacts"].size(), 4U);
    EXPECT_EQ(Json::parse(lines[0])["id"], "on");
    EXPECT_EQ(Json::parse(lines[1])["id"], 2);
    EXPECT_EQ(Json::parse(lines[1])["tolerance"], 0.5);
    EXPECT_EQ(Json::parse(lines[1])["contacts"].size(), 4U);
    EXPECT_EQ(Json::parse(lines[2])["contacts"].size(), 0U);
    EXPECT_TRUE(Json::parse(lines[3])["error"].get<std::string>().starts_with("tolerance: "));
    EXPECT_EQ(Json::parse(lines[4])["error"], "tolerance: must be a number");
    EXPECT_TRUE(contains(Json::parse(lines[5])["error"], "unknown key \"tolerence\""));
    // The flag is for lines that say nothing else.
    const Answer wider =
        run(std::string("contacts ") + on_floor + "--batch q.jsonl --tolerance 0.75");
    EXPECT_EQ(Json::parse(lines_of(wider.out)[0])["tolerance"], 0.75);
    EXPECT_EQ(Json::parse(lines_of(wider.out)[1])["tolerance"], 0.5);
    EXPECT_EQ(Json::parse(lines_of(wider.out)[2])["contacts"].size(), 4U);
}

TEST_F(contacts, a_batch_does_not_depend_on_threads) {
    std::string text;
    for (int i = 0; i < 300; ++i) {
        text += R"({"pose":{"translation":[)" + std::to_string(0.01 * i) + ",0.1," +
                std::to_string(1 + 0.002 * i) + "]}}\n";
    }
    write("q.jsonl", text);
    const std::string question =
        std::string("contacts ") + on_floor + "--tolerance 0.3 --batch q.jsonl --threads ";
    EXPECT_EQ(answer_to(question + "1"), answer_to(question + "4"));
    EXPECT_EQ(lines_of(answer_to(question + "2")).size(), 300U);
}

TEST_F(contacts, points_have_no_normal) {
    write("point.obj", "v 0 0 0.5\n");
    const Json set = json_to("point.obj solid:box");
    ASSERT_EQ(set["contacts"].size(), 1U);
    EXPECT_TRUE(set["contacts"][0]["mover"]["normal"].is_null());
    EXPECT_EQ(set["contacts"][0]["mover"]["vertices"], Json::parse("[0]"));
    EXPECT_EQ(set["contacts"][0]["obstacle"]["normal"], Json::parse("[0,0,1]"));
}

}  // namespace
