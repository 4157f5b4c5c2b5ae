// swept collisions: all collisions of a step.

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "tests/apps/tool.h"

namespace {

using swept::test::contains;
using swept::test::lines_of;
using Json = nlohmann::json;
using Xml = boost::property_tree::ptree;

class collisions : public swept::test::ToolTest {
   protected:
    [[nodiscard]] Json json_to(const std::string& arguments) const {
        return Json::parse(answer_to("collisions --json " + arguments));
    }

    [[nodiscard]] Xml picture(const std::string& name) const {
        Xml xml;
        EXPECT_NO_THROW(boost::property_tree::read_xml(in_folder(name).string(), xml));
        return xml;
    }
};

/// How many elements of the name have a class that starts so.
std::size_t count(const Xml& xml, const std::string& element, const std::string& css) {
    std::size_t found = 0;
    for (const auto& [name, child] : xml) {
        const std::string value = child.get("<xmlattr>.class", "");
        if (name == element && (value == css || value.starts_with(css + " "))) ++found;
        found += count(child, element, css);
    }
    return found;
}

// The unit cube above a plate whose top is at 0.5; it falls from a gap of 1 by 2.
constexpr const char* falling = "solid:box solid:box,size=4x4x1 --at 0,0,2 --translate 0,0,-2 ";
// Two bars that cross: edges meet edges at half the way.
constexpr const char* crossing =
    "solid:box,size=4x1x1 solid:box,size=1x4x1 --at 0,0,2 --translate 0,0,-2 ";
constexpr const char* tori =
    "solid:torus,rings=20,sides=15 solid:torus,rings=20,sides=15 --merge 1e-9 "
    "--at 0.4,-0.8,-1.3,0.96,0,0.28,0 --screw -2,0,0 0,0,1 45 2.4 ";

TEST_F(collisions, four_corners_of_a_box_go_through_a_plate) {
    const Json answer = json_to(falling);
    ASSERT_EQ(answer["collisions"].size(), 4U);
    for (const Json& hit : answer["collisions"]) {
        EXPECT_NEAR(hit["fraction"].get<double>(), 0.5, 1e-14);
        EXPECT_NEAR(hit["properness"].get<double>(), 0, 1e-14);
        EXPECT_EQ(hit["kind"], "vertex-face");
        EXPECT_EQ(hit["normal"], Json::parse("[0,0,1]"));
        EXPECT_EQ(hit["mover"]["vertices"].size(), 1U);
        EXPECT_EQ(hit["obstacle"]["face"], 5);
        EXPECT_NEAR(hit["point"][2].get<double>(), 0.5, 1e-14);
        EXPECT_NEAR(hit["point_in_a"][2].get<double>(), -0.5, 1e-14);
        EXPECT_EQ(hit["point"][0], hit["point_in_a"][0]);
        EXPECT_LE(hit["separation"].get<double>(), answer["error_bound"].get<double>());
    }
    EXPECT_GT(answer["error_bound"].get<double>(), 0);
    EXPECT_LT(answer["error_bound"].get<double>(), 1e-12);
    EXPECT_FALSE(answer.contains("groups"));
    EXPECT_FALSE(answer.contains("screen"));
}

TEST_F(collisions, edges_pass_edges) {
    const Json answer = json_to(crossing);
    ASSERT_EQ(answer["collisions"].size(), 4U);
    for (const Json& hit : answer["collisions"]) {
        EXPECT_EQ(hit["kind"], "edge-edge");
        EXPECT_NEAR(hit["fraction"].get<double>(), 0.5, 1e-14);
        EXPECT_EQ(hit["mover"]["edge"], "convex");
        EXPECT_EQ(hit["mover"]["vertices"].size(), 2U);
    }
}

TEST_F(collisions, who_moves_does_not_matter) {
    const Json up = json_to("solid:box solid:box,size=4x4x1 --at 0,0,2 --obstacle-to 0,0,2");
    ASSERT_EQ(up["collisions"].size(), 4U);
    // Seen in the world, a has not moved.
    for (const Json& hit : up["collisions"]) {
        EXPECT_NEAR(hit["fraction"].get<double>(), 0.5, 1e-14);
        EXPECT_NEAR(hit["point"][2].get<double>(), 1.5, 1e-14);
    }
    const Json both =
        json_to("solid:box solid:box,size=4x4x1 --at 0,0,2 --to 3,0,1 --obstacle-to 3,0,1");
    ASSERT_EQ(both["collisions"].size(), 4U);
    for (const Json& hit : both["collisions"]) {
        EXPECT_NEAR(hit["fraction"].get<double>(), 0.5, 1e-14);
        EXPECT_NEAR(hit["point"][2].get<double>(), 1, 1e-14);
    }
}

TEST_F(collisions, faces_of_a_are_told_as_they_are_turned) {
    const Json answer = json_to(
        "solid:box solid:box,size=4x4x1 --at 0,0,2 --screw 0,0,0 1,0,0 30 0 --obstacle-to "
        "0,0,1.5 --min-properness 0");
    ASSERT_EQ(answer["collisions"].size(), 2U);
    for (const Json& hit : answer["collisions"]) {
        // A turns about x, in the world by its own screw: 30 degrees in all.
        const double angle = hit["fraction"].get<double>() * 30 / 180 * std::numbers::pi;
        EXPECT_EQ(hit["mover"]["face"], 0);  // which looks along -y
        EXPECT_NEAR(hit["mover"]["normal"][1].get<double>(), -std::cos(angle), 1e-12);
        EXPECT_NEAR(hit["mover"]["normal"][2].get<double>(), -std::sin(angle), 1e-12);
    }
}

TEST_F(collisions, what_does_not_move_has_none) {
    EXPECT_EQ(json_to("solid:box solid:box --at 0.5,0,0 --translate 0,0,0")["collisions"],
              Json::array());
    EXPECT_EQ(json_to("solid:box solid:box --at 0.5,0,0 --to 1.5,0,0 --obstacle-to "
                      "1,0,0")["collisions"],
              Json::array());
}

TEST_F(collisions, screws_may_turn_as_often_as_they_like) {
    // A wing past a post; the screw glides so little that it meets it in every turn.
    const std::string wing =
        "solid:box,size=1x0.2x0.2 solid:box,size=0.3x0.3x9 --at 1.5,0,-2 --obstacle-at 0,-1.7,0 "
        "--screw 0,0,0 0,0,1 ";
    const std::size_t once = json_to(wing + "360 0.5")["collisions"].size();
    EXPECT_GT(once, 0U);
    EXPECT_EQ(json_to(wing + "1080 1.5")["collisions"].size(), 3 * once);
}

TEST_F(collisions, improper_ones_are_left_out_unless_asked_for) {
    const std::string turned = "solid:box solid:box --at -2,0.3,0.2,0.8,0.6,0,0 --translate 4,0,0 ";
    const Json usual = json_to(turned), all = json_to(turned + "--min-properness -1");
    const Json proper = json_to(turned + "--min-properness 0");
    EXPECT_GT(all["collisions"].size(), usual["collisions"].size());
    EXPECT_GE(usual["collisions"].size(), proper["collisions"].size());
    EXPECT_GT(proper["collisions"].size(), 0U);
    for (const Json& hit : usual["collisions"]) EXPECT_GE(hit["properness"], -0.1);
    for (const Json& hit : proper["collisions"]) EXPECT_GE(hit["properness"], 0);
}

TEST_F(collisions, what_is_simultaneous_is_put_together) {
    const Json one = json_to(std::string(falling) + "--group-within 0.01");
    EXPECT_EQ(one["groups"], Json::parse("[[0,1,2,3]]"));
    const std::string tilted =
        "solid:box solid:box,size=4x4x1 --at 0,0,2,0.99875026,0.04997917,0,0 --translate 0,0,-2 ";
    const Json two = json_to(tilted + "--group-within 0.01");
    ASSERT_EQ(two["groups"].size(), 2U);
    EXPECT_EQ(two["groups"][0], Json::parse("[0,1]"));
    EXPECT_EQ(json_to(tilted + "--group-within 1")["groups"].size(), 1U);
    const std::string none = "solid:box solid:box --at 3,0,0 --translate 0,1,0 --group-within 0.1";
    EXPECT_EQ(json_to(none)["groups"], Json::array());

    const std::vector<std::string> lines =
        lines_of(answer_to("collisions " + tilted + "--group-within 0.01"));
    EXPECT_TRUE(lines[0].ends_with(" in 2 groups")) << lines[0];
    EXPECT_EQ(std::ranges::count(lines, ""), 1);
}

TEST_F(collisions, the_text_says_the_same_in_words) {
    const std::vector<std::string> lines =
        lines_of(answer_to(std::string("collisions ") + falling));
    ASSERT_EQ(lines.size(), 11U);
    EXPECT_EQ(lines[0], "solid:box past solid:box,size=4x4x1: 4 collisions");
    EXPECT_EQ(lines[1], "  motion    by 0,0,-2, A seen from B");
    EXPECT_TRUE(lines[2].starts_with("  collision at fraction 0.5, properness ")) << lines[2];
    EXPECT_TRUE(lines[2].ends_with(": vertex 0 of A meets face 5 of B")) << lines[2];
    EXPECT_EQ(lines[3], "            at -0.5,-0.5,0.5, normal 0,0,1 from B to A");
    EXPECT_TRUE(lines[10].starts_with("  error <=  "));
    const std::string turn =
        answer_to("collisions solid:box solid:box --at 3,0,0 --screw 0,0,0 0,0,1 90 2");
    EXPECT_TRUE(contains(turn, ": 0 collisions\n")) << turn;
    EXPECT_TRUE(contains(turn, "  motion    90 degrees about 0,0,1 through 0,0,0, 2 along it, A "))
        << turn;
    const std::string many = answer_to("collisions " + std::string(tori) + "--min-properness -1");
    EXPECT_TRUE(contains(many, " more; --json lists them\n")) << many;
}

TEST_F(collisions, pixels_find_what_the_exact_method_finds) {
    for (const std::string mode : {"", "--plain "}) {
        const Json answer = json_to(std::string(falling) + "--resolution 0.05 " + mode);
        ASSERT_GE(answer["collisions"].size(), 4U) << mode;
        for (const Json& hit : answer["collisions"]) {
            EXPECT_NEAR(hit["fraction"].get<double>(), 0.5, 0.08) << mode;
        }
        // Two diagonals of a pixel, and twice what A moves in 1/64 of a step of length 2.
        EXPECT_NEAR(answer["error_bound"].get<double>(), 2 * (std::sqrt(2.0) * 0.05 + 2.0 / 64),
                    1e-9);
    }
}

TEST_F(collisions, the_screen_is_drawn_run_by_run) {
    const Json answer = json_to(std::string(tori) + "--resolution 0.06 --screen screen.svg");
    const Json& screen = answer["screen"];
    EXPECT_EQ(screen["file"], "screen.svg");
    EXPECT_GT(screen["runs_a"], 100);
    EXPECT_GT(screen["runs_b"], 100);
    const Xml xml = picture("screen.svg");
    const auto runs = screen["runs_a"].get<std::size_t>() + screen["runs_b"].get<std::size_t>();
    EXPECT_EQ(count(xml, "rect", "run"), runs);
    EXPECT_EQ(count(xml, "circle", "mark"), answer["collisions"].size());
    EXPECT_GT(answer["collisions"].size(), 0U);
    EXPECT_EQ(count(xml, "rect", "sheet"), 1U);

    // The picture is the same however often it is drawn, and in words it is a row.
    const std::string text = answer_to("collisions " + std::string(tori) +
                                       "--resolution 0.06 --threads 1 --screen again.svg");
    EXPECT_TRUE(contains(text, "  screen    again.svg: ")) << text;
    EXPECT_EQ(swept::test::text_of(in_folder("screen.svg")),
              swept::test::text_of(in_folder("again.svg")));
}

TEST_F(collisions, names_cannot_break_the_picture) {
    write("a<&'\".obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string file = "'a<&'\\''\".obj'";
    const std::string text =
        answer_to("collisions " + file +
                  " solid:box --at 0,0,2 --translate 0,0,-3 --resolution 0.1 " + "--screen s.svg");
    EXPECT_TRUE(contains(text, "  screen    s.svg: ")) << text;
    EXPECT_EQ(count(picture("s.svg"), "rect", "sheet"), 1U);
}

TEST_F(collisions, a_screen_without_anything_is_a_picture_too) {
    const std::string text = answer_to(
        "collisions solid:box solid:box --at 3,0,0 --translate 0,0,0 --resolution 0.1 --screen "
        "s.svg");
    EXPECT_TRUE(contains(text, "1 x 1 pixels, 0 runs of A, 0 of B\n")) << text;
    EXPECT_EQ(count(picture("s.svg"), "circle", "mark"), 0U);
}

TEST_F(collisions, values_out_of_range_are_wrong_usage) {
    const std::string question = std::string("collisions ") + falling;
    for (const char* length : {"0", "-1", "nan", "inf"}) {
        expect_failure(question + "--resolution " + length, 2,
                       "--resolution: must be a length, more than 0, not '");
        expect_failure(question + "--resolution 0.1 --time-resolution " + length, 2,
                       "--time-resolution: must be a share of the step, more than 0, not '");
    }
    expect_failure(question + "--resolution fine", 2, "--resolution: must be a number");
    expect_failure(question + "--resolution 1e-12", 2, "swept: --resolution: ");
    for (const char* properness : {"-1.1", "2", "nan"}) {
        expect_failure(question + "--min-properness " + properness, 2,
                       "--min-properness: must be a number from -1 to 1, not '");
    }
    for (const char* share : {"-0.1", "1.5", "nan"}) {
        expect_failure(question + "--group-within " + share, 2,
                       "--group-within: must be a share of the step, 0 to 1, not '");
    }
    expect_failure(question + "--resolution 0.1 --screen missing/s.svg", 4,
                   "missing/s.svg: cannot be written");
}

TEST_F(collisions, combinations_that_mean_nothing_are_wrong_usage) {
    write("q.jsonl", "{}\n");
    expect_failure("collisions solid:box", 2, "swept collisions --help");
    expect_failure("collisions solid:box solid:box", 2, "nothing moves; add --translate");
    expect_failure("collisions solid:box solid:box --translate 1,0,0 --to 1,0,0", 2,
                   "--translate and --to are given");
    const std::string boxes = "collisions solid:box solid:box ";
    expect_failure(boxes + "--batch q.jsonl --at 1,0,0", 2, "the poses stand in the lines");
    expect_failure(boxes + "--batch q.jsonl --obstacle-to 1,0,0", 2, "the poses stand in");
    expect_failure(boxes + "--batch q.jsonl --translate 1,0,0", 2, "the poses stand in");
    expect_failure(boxes + "--batch q.jsonl --json", 2, "leave out --json");
    expect_failure(boxes + "--batch q.jsonl --resolution 1 --screen s.svg", 2,
                   "--screen is about one step");
    const std::string moving = boxes + "--translate 1,0,0 ";
    expect_failure(moving + "--plain", 2, "--plain is about pixels; add --resolution");
    expect_failure(moving + "--time-resolution 0.1", 2, "--time-resolution is about pixels");
    expect_failure(moving + "--screen s.svg", 2, "--screen draws pixels; add --resolution");
    const std::string turning = boxes + "--rotate 0,0,0 0,0,1 180 ";
    expect_failure(turning + "--obstacle-to 1,0,0", 2, "turn by less than 180 degrees");
    expect_failure(turning + "--resolution 0.1 --screen s.svg", 2, "with --screen a step goes");
    expect_failure(boxes + "--to 1,0,0 --obstacle-to 1,0", 2, "--obstacle-to: must be x,y,z");
    expect_failure("collisions solid:box missing.obj --translate 1,0,0", 3, "swept: missing.obj: ");
}

TEST_F(collisions, many_questions_are_answered_in_order_and_bad_ones_in_their_place) {
    write("q.jsonl",
          R"({"id":"down","a":{"from":{"translation":[0,0,2]},"to":{}}}
{"a":{"from":{"translation":[0,0,2]}},"b":{"to":{"translation":[0,0,2]}}}
{"id":"rest","a":{"from":{"translation":[0,0,0.75]}}}
{}
{"id":"word","a":{"from":"here"}}
{"id":"list","a":[1]}
{"id":"key","a":{"form":{}}}
{"id":"inner","b":{"to":{"translation":[0,0]}}}
{"id":"outer","c":{}}
not json
)");
    const Answer answer = run("collisions solid:box solid:box,size=4x4x1 --batch q.jsonl");
    EXPECT_EQ(answer.code, 1);
    EXPECT_TRUE(contains(answer.error, "q.jsonl:5: 6 of 10 lines")) << answer.error;
    const std::vector<std::string> lines = lines_of(answer.out);
    ASSERT_EQ(lines.size(), 10U);
    const auto line = [&](std::size_t i) { return Json::parse(lines[i]); };
    EXPECT_EQ(line(0)["id"], "down");
    EXPECT_EQ(line(0)["collisions"].size(), 4U);
    EXPECT_EQ(line(1)["id"], 2);
    EXPECT_EQ(line(1)["collisions"].size(), 4U);
    EXPECT_EQ(line(2)["collisions"], Json::array());
    EXPECT_EQ(line(3)["collisions"], Json::array());
    EXPECT_TRUE(line(4)["error"].get<std::string>().starts_with("a.from: ")) << lines[4];
    EXPECT_TRUE(line(5)["error"].get<std::string>().starts_with("a: ")) << lines[5];
    EXPECT_TRUE(contains(line(6)["error"], "unknown key \"form\"")) << lines[6];
    EXPECT_TRUE(line(7)["error"].get<std::string>().starts_with("b.to.translation: ")) << lines[7];
    EXPECT_TRUE(contains(line(8)["error"], "unknown key \"c\"")) << lines[8];
    EXPECT_TRUE(line(9).contains("error"));

    // A line and flags that mean the same have the same answer.
    Json same = line(0);
    same.erase("id");
    EXPECT_EQ(same, json_to("solid:box solid:box,size=4x4x1 --at 0,0,2 --to 0,0,0"));
}

TEST_F(collisions, a_batch_does_not_depend_on_threads) {
    std::string text;
    for (int i = 0; i < 200; ++i) {
        text += R"({"a":{"from":{"translation":[-4,)" + std::to_string(0.005 * i) +
                R"(,0.1]},"to":{"translation":[2,0.2,0.1],"rotation":[0.8,0.6,0,0]}}})" + "\n";
    }
    write("q.jsonl", text);
    const std::string question =
        "collisions solid:car solid:box --group-within 0.1 --batch q.jsonl --threads ";
    EXPECT_EQ(answer_to(question + "1"), answer_to(question + "4"));
    EXPECT_EQ(lines_of(answer_to(question + "2")).size(), 200U);
    EXPECT_TRUE(contains(answer_to(question + "2"), "\"groups\":[["));
}

}  // namespace
