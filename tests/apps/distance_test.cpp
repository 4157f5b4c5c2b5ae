// swept distance: how far apart, and where.

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/apps/tool.h"

namespace {

using swept::test::contains;
using swept::test::lines_of;
using Json = nlohmann::json;

class distance_of_two : public swept::test::ToolTest {
   protected:
    [[nodiscard]] Json json_to(const std::string& arguments) const {
        return Json::parse(answer_to("distance --json " + arguments));
    }
};

constexpr const char* two_boxes = "solid:box solid:box ";  // the unit cube about the origin, twice

TEST_F(distance_of_two, boxes_corner_to_corner) {
    const Json apart = json_to(std::string(two_boxes) + "--at 3,4,5");
    EXPECT_EQ(apart["relation"], "separate");
    EXPECT_NEAR(apart["distance"].get<double>(), std::sqrt(29.0), 1e-14);
    EXPECT_EQ(apart["beyond"], false);
    EXPECT_EQ(apart["points"], Json::parse("[[2.5,3.5,4.5],[0.5,0.5,0.5]]"));
    EXPECT_EQ(apart["closest"]["separation"], apart["distance"]);
    EXPECT_FALSE(apart.contains("witness"));
}

TEST_F(distance_of_two, each_flag_moves_its_own_mesh) {
    const Json apart = json_to(std::string(two_boxes) + "--at 0,0,3 --obstacle-at 0.25,0.25,1");
    EXPECT_EQ(apart["distance"], 1);
    EXPECT_EQ(apart["closest"]["normal"], Json::parse("[0,0,1]"));
    EXPECT_EQ(apart["points"][0][2], 2.5);
    EXPECT_EQ(apart["points"][1][2], 1.5);
}

TEST_F(distance_of_two, a_limit_ends_the_search) {
    const std::string question = std::string(two_boxes) + "--at 0,0,2 ";
    const Json beyond = json_to(question + "--limit 0.5");
    EXPECT_EQ(beyond, Json::parse(R"({"relation":"separate","distance":0.5,"beyond":true,
                                      "points":null,"closest":null})"));
    EXPECT_EQ(json_to(question + "--limit 1")["beyond"], false);
    EXPECT_EQ(json_to(question + "--limit 1")["distance"], 1);
    EXPECT_EQ(answer_to("distance " + question + "--limit 0.5"),
              "solid:box and solid:box: separate\n"
              "  distance  more than 0.5, the limit\n");
}

TEST_F(distance_of_two, what_meets_has_none_and_a_witness) {
    const Json touching = json_to(std::string(two_boxes) + "--at 1,0.25,0");
    EXPECT_EQ(touching["relation"], "touching");
    EXPECT_EQ(touching["distance"], 0);
    EXPECT_TRUE(touching["points"].is_null());
    EXPECT_TRUE(touching["closest"].is_null());
    EXPECT_EQ(touching["witness"].size(), 2U);
    const Json inside = json_to("solid:box,size=3x3x3 solid:box");
    EXPECT_EQ(inside["relation"], "overlapping");
    EXPECT_EQ(inside["distance"], 0);
    EXPECT_EQ(inside["contained"], "b");
    EXPECT_TRUE(inside["witness"].is_null());
    EXPECT_EQ(answer_to("distance solid:box,size=3x3x3 solid:box"),
              "solid:box,size=3x3x3 and solid:box: overlapping\n"
              "  distance  0\n"
              "  contained B lies inside A\n");
}

TEST_F(distance_of_two, the_text_says_the_same_in_words) {
    EXPECT_EQ(answer_to("distance solid:box solid:box,size=4x4x1 --at 1,1,2"),
              "solid:box and solid:box,size=4x4x1: separate\n"
              "  distance  1\n"
              "  of A      vertex 0 at 0.5,0.5,1.5\n"
              "  of B      face 5 at 0.5,0.5,0.5\n"
              "  normal    0,0,1 from B to A\n");
}

TEST_F(distance_of_two, a_limit_that_is_none_is_wrong_usage) {
    const std::string question = std::string("distance ") + two_boxes + "--at 0,0,2 --limit ";
    for (const char* length : {"-1", "nan", "inf", "1e301"}) {
        expect_failure(question + length, 2, "swept: --limit: ");
    }
    expect_failure(question + "far", 2, "--limit: must be a number, not 'far'");
}

TEST_F(distance_of_two, combinations_that_mean_nothing_are_wrong_usage) {
    write("q.jsonl", "{}\n");
    expect_failure("distance solid:box", 2, "swept distance --help");
    const std::string question = std::string("distance ") + two_boxes;
    expect_failure(question + "--batch q.jsonl --at 1,0,0", 2, "the poses stand in the lines");
    expect_failure(question + "--batch q.jsonl --json", 2, "leave out --json");
    expect_failure("distance solid:box missing.obj", 3, "swept: missing.obj: ");
}

TEST_F(distance_of_two, many_questions_are_answered_in_order_and_bad_ones_in_their_place) {
    write("q.jsonl",
          R"({"id":"two","pose":{"translation":[0,0,3]}}
{"pose":{"translation":[0,0,3]},"limit":0.5}
{"id":"bad","limit":-1}
{"id":"word","limit":null}
)");
    const Answer answer = run(std::string("distance ") + two_boxes + "--batch q.jsonl --limit 4");
    EXPECT_EQ(answer.code, 1);
    const std::vector<std::string> lines = lines_of(answer.out);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(Json::parse(lines[0])["distance"], 2);
    EXPECT_EQ(Json::parse(lines[1])["id"], 2);
    EXPECT_EQ(Json::parse(lines[1])["beyond"], true);
    EXPECT_TRUE(Json::parse(lines[2])["error"].get<std::string>().starts_with("limit: "));
    EXPECT_EQ(Json::parse(lines[3])["error"], "limit: must be a number");
}

TEST_F(distance_of_two, quiet_and_threads_change_nothing_in_the_answer) {
    const std::string question =
        "distance --json solid:torus solid:sphere --at 3,0.2,0.1,0.6,0.8,0,0 ";
    const std::string plain = answer_to(question);
    for (const char* flags : {"--quiet", "--threads 1", "--threads 8"}) {
        EXPECT_EQ(answer_to(question + flags), plain) << flags;
    }
}

}  // namespace
