// The tool as a user meets it: what it prints where, and its exit codes (docs/cli.md).

#include "tests/apps/tool.h"

#include <nlohmann/json.hpp>

namespace {

using swept::test::contains;
using swept::test::text_of;
using Json = nlohmann::json;
namespace fs = std::filesystem;

class cli : public swept::test::ToolTest {};

constexpr const char* triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

TEST_F(cli, version_and_help_are_answers) {
    EXPECT_EQ(run("--version").code, 0);
    EXPECT_TRUE(run("--version").out.starts_with("swept 0."));
    for (const char* command : {"--help", "info --help", "make --help", "overlap --help"}) {
        const Answer help = run(command);
        EXPECT_EQ(help.code, 0) << command;
        EXPECT_EQ(help.error, "") << command;
        EXPECT_NE(help.out.find("swept"), std::string::npos) << command;
    }
    EXPECT_NE(run("info --help").out.find("Examples:"), std::string::npos);
    EXPECT_NE(run("make --help").out.find("Examples:"), std::string::npos);
    EXPECT_NE(run("overlap --help").out.find("Examples:"), std::string::npos);
}

TEST_F(cli, info_answers_on_stdout_and_says_nothing_else) {
    write("t.obj", triangle);
    const Answer answer = run("info t.obj");
    EXPECT_EQ(answer.code, 0);
    EXPECT_EQ(answer.error, "");
    EXPECT_TRUE(answer.out.starts_with("t.obj: 1 face, 3 edges, 3 vertices\n")) << answer.out;
    EXPECT_NE(answer.out.find("3 border"), std::string::npos);
    EXPECT_NE(answer.out.find("repairs   none needed"), std::string::npos);
}

TEST_F(cli, info_json_is_one_document_with_everything) {
    const Answer answer = run("info --json solid:car");
    const Json info = Json::parse(answer.out);
    EXPECT_EQ(info["vertices"], 16);
    EXPECT_EQ(info["faces"], 12);
    EXPECT_EQ(info["edges"]["total"], 26);
    EXPECT_EQ(info["edges"]["concave"], 2);
    EXPECT_EQ(info["internal"]["edges"], 4);
    EXPECT_DOUBLE_EQ(info["internal"]["edge_share"].get<double>(), 4.0 / 26);
    EXPECT_TRUE(info["closed"]);
    EXPECT_TRUE(info["oriented"]);
    EXPECT_EQ(info["sides"], "front");
    EXPECT_GT(info["volume"].get<double>(), 5);
    EXPECT_EQ(info["box"]["upper"][0], 2.1);
    EXPECT_GT(info["memory"]["bytes"].get<int>(), 1000);
    EXPECT_EQ(info["repairs"]["split_nonplanar"], 0);
    EXPECT_EQ(info["precision"], "double");
    write("t.obj", triangle);
    EXPECT_TRUE(Json::parse(run("info --json t.obj").out)["volume"].is_null());
}

TEST_F(cli, info_tells_about_the_tree) {
    const Json info = Json::parse(run("info --json solid:torus,rings=112,sides=56").out);
    const Json& tree = info["tree"];
    EXPECT_GT(tree["nodes"], 100);
    std::size_t leaves = 0;
    for (const Json& count : tree["leaves_at_depth"]) leaves += count.get<std::size_t>();
    EXPECT_EQ(tree["leaves"], leaves);
    EXPECT_EQ(tree["depth"], tree["leaves_at_depth"].size() - 1);
    EXPECT_GT(tree["total_volume"], 1);
    EXPECT_GT(tree["balance"], 0.3);
    EXPECT_LT(tree["sibling_overlap"], 0.2);
    EXPECT_GT(tree["bytes"], info["faces"]);
    EXPECT_FALSE(tree.contains("build_seconds")) << "the answer is the same at every run";
    const std::string text = run("info solid:car").out;
    EXPECT_NE(text.find("  tree      8-wide boxes: "), std::string::npos) << text;
    write("point.obj", "v 1 2 3\n");
    EXPECT_NE(run("info point.obj").out.find(" bytes a point\n"), std::string::npos);
}

TEST_F(cli, the_share_of_internal_edges_of_a_room_is_printed) {
    const Json info = Json::parse(run("info --json solid:room").out);
    EXPECT_GT(info["internal"]["edge_share"].get<double>(), 0.3);
    EXPECT_NE(run("info solid:room").out.find("  internal  178 edges (74.2 %)"), std::string::npos);
}

TEST_F(cli, repairs_are_told) {
    write("r.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nv 0 0 0\nf 1 2 3\nf 5 2 3\nf 1 1 2\n");
    const Answer answer = run("info r.obj");
    EXPECT_EQ(answer.code, 0);
    EXPECT_NE(answer.out.find(
                  "1 welded vertices, 1 unused vertices, 1 zero area faces, 1 duplicate faces"),
              std::string::npos)
        << answer.out;
}

TEST_F(cli, shape_flags_reach_the_builder) {
    const Json plain = Json::parse(run("info --json solid:room").out);
    const Json merged = Json::parse(run("info --json --merge 1e-9 solid:room").out);
    EXPECT_LT(merged["faces"], plain["faces"]);
    EXPECT_GT(merged["repairs"]["merged_faces"], 0);
    EXPECT_EQ(Json::parse(run("info --json --merge=1e-12 solid:room").out)["faces"],
              merged["faces"]);
    EXPECT_EQ(run("make car -o car.stl").code, 0);
    EXPECT_EQ(Json::parse(run("info --json car.stl").out)["vertices"], 16);
    const Json soup = Json::parse(run("info --json --weld none car.stl").out);
    EXPECT_EQ(soup["vertices"], 84);
    EXPECT_FALSE(soup["closed"]);
    expect_failure("info --weld 100 solid:sphere", 3, "every face has zero area");
    EXPECT_EQ(Json::parse(run("info --json --sides both solid:box").out)["sides"], "both");
}

TEST_F(cli, make_writes_every_format_and_info_reads_it_back) {
    for (const char* file : {"a.obj", "a.stl", "a.ply", "a.off", "A.OBJ"}) {
        for (const char* text : {"", " --text"}) {
            const Answer made = run(std::string("make prism,sides=5,height=2 -o ") + file + text);
            EXPECT_EQ(made.code, 0) << made.error;
            EXPECT_NE(made.out.find("10 vertices, 7 polygons"), std::string::npos) << made.out;
            const Json info = Json::parse(run(std::string("info --json --merge 1e-9 ") + file).out);
            EXPECT_EQ(info["vertices"], 10) << file;
            EXPECT_EQ(info["edges"]["total"], 15) << file;
            EXPECT_TRUE(info["closed"]) << file;
        }
    }
    const Json answer = Json::parse(run("make --json box -o b.obj").out);
    EXPECT_EQ(answer["polygons"], 6);
}

TEST_F(cli, make_list_names_every_solid_and_each_can_be_made) {
    const Json list = Json::parse(run("make --list --json").out);
    EXPECT_EQ(list.size(), 13U);
    const std::string text = run("make --list").out;
    for (const Json& kind : list) {
        const std::string name = kind["name"];
        EXPECT_NE(text.find("solid:" + name), std::string::npos);
        std::string solid = "solid:" + name;
        for (const Json& key : kind["keys"]) {
            solid += "," + key["name"].get<std::string>() + "=" + key["default"].get<std::string>();
        }
        EXPECT_EQ(run("info " + solid).code, 0) << solid;
    }
}

TEST_F(cli, wrong_usage_exits_with_2) {
    expect_failure("", 2, "swept --help");
    expect_failure("frobnicate", 2, "no command 'frobnicate'; there are: info, make, overlap");
    expect_failure("info", 2, "swept info --help");
    expect_failure("info a.obj b.obj", 2, "swept info --help");
    expect_failure("info --nonsense solid:box", 2, "--nonsense");
    expect_failure("info --threads 0 solid:box", 2, "--threads");
    expect_failure("info --weld often solid:box", 2, "none, identical or a length");
    expect_failure("info --merge=2 solid:box", 2, "share from 0 to 0.01");
    expect_failure("info --merge solid:box", 2, "--merge");
    expect_failure("info --weld 1e-30 solid:box", 2, "--weld 1e-30: is below the rounding");
    expect_failure("info --threads many solid:box", 2, "whole number from 1 to 1024");
    expect_failure("info solid:bxo", 2, "unknown solid 'bxo'; known are: box");
    expect_failure("info solid:box,sise=1", 2, "sise");
    expect_failure("info solid:box,size=1xnanx1", 2, "size");
    expect_failure("info --merge '' solid:box", 2, "must not be empty");
    expect_failure("make", 2, "--list");
    expect_failure("make box", 2, "-o FILE");
    expect_failure("make box -o box.xyz", 2, "writable are obj, stl, ply, off");
    expect_failure("make torus,rings=100000,sides=100000 -o t.obj", 2, "torus");
}

TEST_F(cli, help_of_a_command_is_asked_for_before_or_behind_it) {
    EXPECT_EQ(answer_to("help sweep"), answer_to("sweep --help"));
    EXPECT_EQ(answer_to("help"), answer_to("--help"));
    expect_failure("help swep", 2, "no command 'swep'; did you mean 'sweep'?");
}

TEST_F(cli, what_was_probably_meant_is_said) {
    const std::string moving = "sweep solid:box solid:box --obstacle-at 5,0,0 ";
    expect_failure(moving + "--translate 1 0 0", 2,
                   "--translate takes X,Y,Z with commas and without blanks: --translate 1,0,0");
    expect_failure(moving + "--at 0 0 9 --translate 1,0,0", 2, "--at 0,0,9");
    expect_failure(moving + "--trnslate 1,0,0", 2,
                   "unknown flag '--trnslate'; did you mean '--translate'?");
    expect_failure(moving + "--buget=5 --translate 1,0,0", 2, "did you mean '--budget'?");
    expect_failure(moving + "--xyzzy --translate 1,0,0", 2, "unknown flag '--xyzzy'; see");
    expect_failure("wrld solid:box", 2, "did you mean 'world'?");
}

TEST_F(cli, text_has_nine_digits_and_short_names) {
    std::filesystem::create_directories(in_folder("parts/left"));
    ASSERT_EQ(run("make box -o parts/left/a.obj").code, 0);
    const std::string query = "distance parts/left/a.obj solid:box --at 2.123456789123,0,0";
    const std::string text = answer_to(query);
    EXPECT_TRUE(text.starts_with("a.obj and solid:box: separate\n")) << text;
    EXPECT_TRUE(contains(text, "distance  1.12345679\n")) << text;
    EXPECT_EQ(Json::parse(answer_to(query + " --json"))["distance"], 2.123456789123 - 0.5 - 0.5);
}

TEST_F(cli, exit_code_tells_whether_something_was_found) {
    const auto code = [&](const std::string& query) {
        const Answer answer = run(query);
        EXPECT_EQ(answer.error, "") << query;
        EXPECT_FALSE(answer.out.empty()) << query;
        EXPECT_EQ(run(query + " --exit-code").out, answer.out) << query;
        EXPECT_EQ(answer.code, 0) << query;
        return run(query + " --exit-code").code;
    };
    const std::string pair = "solid:box solid:box --obstacle-at 3,0,0 ";
    EXPECT_EQ(code("sweep " + pair + "--translate 1,0,0"), 0);
    EXPECT_EQ(code("sweep " + pair + "--translate 4,0,0"), 1);
    EXPECT_EQ(code("overlap " + pair), 0);
    EXPECT_EQ(code("overlap --at 2,0,0 " + pair), 1);  // they touch
    EXPECT_EQ(code("overlap --proper --at 2,0,0 " + pair), 0);
    EXPECT_EQ(code("overlap --self solid:torus"), 0);
    EXPECT_EQ(code("contacts " + pair), 0);
    EXPECT_EQ(code("contacts --at 2,0,0 " + pair), 1);
    EXPECT_EQ(code("distance " + pair), 0);
    EXPECT_EQ(code("distance --limit 2.5 " + pair), 1);
    EXPECT_EQ(code("collisions --translate 4,0,0 " + pair), 1);
    EXPECT_EQ(code("cast solid:box --from 0,0,9 --to 0,0,2"), 0);
    EXPECT_EQ(code("cast solid:box --from 0,0,9 --to 0,0,0"), 1);
    EXPECT_EQ(code("world solid:room overlap solid:box,size=9x9x9"), 1);
    EXPECT_EQ(code("world solid:room cast --from 0,0,1 --to 0,0,1.1"), 0);
    EXPECT_EQ(
        code("world solid:room sweep solid:box,size=0.1x0.1x0.1 --at 0,0,1 --translate 0,0,99"), 1);
    write("p.csv", "0,0,0\n4,0,0\n");
    EXPECT_EQ(code("path --poses p.csv " + pair), 1);
    write("q.jsonl", "{}\n");
    expect_failure("overlap solid:box solid:box --batch q.jsonl --exit-code", 2,
                   "--exit-code is about one query; leave out --batch");
}

TEST_F(cli, a_file_that_cannot_be_used_exits_with_3_and_names_the_place) {
    expect_failure("info missing.obj", 3, "missing.obj: ");
    expect_failure("info .", 3, "directory");
    write("empty.obj", "");
    expect_failure("info empty.obj", 3, "empty.obj: ");
    write("nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n");
    expect_failure("info nan.obj", 3, "nan.obj:2: ");
    write("index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 4\n");
    expect_failure("info index.obj", 3, "index.obj:5: ");
    write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    expect_failure("info flat.obj", 3, "flat.obj: every face has zero area");
    write("huge.obj", "v 0 0 0\nv 1e308 0 0\nv 0 1 0\nf 1 2 3\n");
    expect_failure("info huge.obj", 3, "vertex 1: x is beyond 2^300");
    write("mesh.unknown", "hello");
    expect_failure("info mesh.unknown", 3, "mesh.unknown: ");
    expect_failure("info --json missing.obj", 3, "missing.obj: ");
    expect_failure("info 'two\nlines.obj'", 3, "two?lines.obj: ");
}

TEST_F(cli, output_that_cannot_be_written_exits_with_4) {
    expect_failure("make box -o no/such/folder/box.obj", 4,
                   "no/such/folder/box.obj: cannot be written");
    expect_failure("info solid:box --quiet >/dev/full", 4, "stdout: ");
    expect_failure("info solid:box >&-", 4, "stdout: ");
    // Nobody reads any more: an exit code like the others, not a signal.
    const Answer piped = run("--version; (sleep 0.2; " SWEPT_TOOL_PATH
                             " info solid:box 2>error; echo $? >code) | true");
    EXPECT_EQ(piped.code, 0);
    EXPECT_EQ(text_of(in_folder("code")), "4\n");
    EXPECT_TRUE(text_of(in_folder("error")).starts_with("swept: stdout: "));
}

TEST_F(cli, a_file_never_stands_in_the_place_of_a_closed_stdout) {
    // The first file that is opened would get the number of stdout, and the answer.
    EXPECT_EQ(run("make box -o box.obj >&-").code, 4);
    EXPECT_TRUE(text_of(in_folder("box.obj")).ends_with("\n"));
    EXPECT_EQ(text_of(in_folder("box.obj")).find("polygons"), std::string::npos);
}

TEST_F(cli, quiet_and_threads_change_nothing_in_the_answer) {
    const std::string plain = run("info --json solid:room").out;
    EXPECT_EQ(run("info --json --quiet solid:room").out, plain);
    EXPECT_EQ(run("info --json --threads 1 solid:room").out, plain);
    EXPECT_EQ(run("info --json --threads 8 solid:room").out, plain);
}

TEST_F(cli, points_alone_are_a_mesh) {
    write("points.obj", "v 1 2 3\nv 4 5 6\n");
    const Json info = Json::parse(run("info --json points.obj").out);
    EXPECT_EQ(info["vertices"], 2);
    EXPECT_EQ(info["faces"], 0);
    EXPECT_FALSE(info["closed"]);
    EXPECT_NE(run("info points.obj").out.find("points only"), std::string::npos);
}

}  // namespace
