// Files that the tool writes and reads besides its answer: the old one is there until the new one
// is whole, and what files name is in their own folder.

#include <sys/resource.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/apps/tool.h"

namespace swept::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Files : public ToolTest {
   protected:
    /// All files of the folder and their contents, but for what the runs themselves leave.
    [[nodiscard]] std::map<std::string, std::string> everything() const {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::recursive_directory_iterator(in_folder("."))) {
            const std::string name = entry.path().lexically_relative(in_folder(".")).string();
            if (name == ".out" || name == ".error") continue;
            all[name] = entry.is_regular_file() ? text_of(entry.path()) : "";
        }
        return all;
    }
    /// A run in which no file can become larger than this, as on a disk that is full.
    [[nodiscard]] Answer run_on_full_disk(const std::string& arguments, rlim_t bytes) const {
        rlimit before{};
        getrlimit(RLIMIT_FSIZE, &before);
        rlimit limit = before;
        limit.rlim_cur = bytes;
        EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
        Answer answer = run(arguments);
        setrlimit(RLIMIT_FSIZE, &before);
        return answer;
    }
};

constexpr const char* drop =
    R"({"swept_scene":1, "duration":4, "bodies":[
  {"name":"floor", "mesh":"solid:box,size=10x10x1", "pose":{"translation":[0,0,-0.5]}, "type":"fixed"},
  {"name":"crate", "mesh":"solid:box", "pose":{"translation":[0,0,1.5]}, "mass":1}]})";

// What was there was truncated first, and lost.
TEST_F(Files, that_cannot_be_written_are_as_they_were) {
    write("drop.json", drop);
    ASSERT_EQ(run("make level,rooms=4 -o level.world.json").code, 0);
    const std::vector<std::string> commands = {
        "make torus,rings=200,sides=100 -o keep.ply",
        "make torus,rings=200,sides=100 -o keep.stl",
        "sweep solid:box solid:torus,rings=200,sides=100 --translate 5,0,0 --picture keep.glb",
        "simulate drop.json -o keep.jsonl",
        "simulate drop.json -o keep.glb --quiet",
        "collisions solid:torus solid:torus --at 0.4,-0.8,-1.3 --translate 0,0,3 --resolution 0.05 "
        "--screen keep.svg",
        "world level.world.json carve solid:sphere,radius=1.5 --at 5,0,1.5 -o level.world.json",
        "world level.world.json carve solid:sphere,radius=1.5 --at 5,0,1.5 -o new.world.json",
        "world level.world.json carve solid:sphere,radius=1.5,rings=60,segments=60 --at 5,0,1.5 "
        "--piece keep.ply",
    };
    for (const char* ending : {"ply", "stl", "glb", "jsonl", "svg"}) {
        write(std::string("keep.") + ending, "what was there");
    }
    const auto before = everything();
    for (const std::string& command : commands) {
        SCOPED_TRACE(command);
        const Answer answer = run_on_full_disk(command, 2048);
        EXPECT_EQ(answer.code, 4) << answer.error;
        EXPECT_TRUE(
            contains(answer.error, "cannot be written: File too large; nothing was changed"))
            << answer.error;
        EXPECT_EQ(lines_of(answer.error).size(), 1U) << answer.error;
        EXPECT_TRUE(everything() == before);
        for (const auto& [name, text] : everything()) EXPECT_TRUE(before.contains(name)) << name;
    }
}

TEST_F(Files, of_a_world_that_is_carved_over_itself_are_those_that_it_names) {
    ASSERT_EQ(run("make box,size=20x2x2 -o level.world.json").code, 0);
    for (int i = 0; i < 4; ++i) {
        const std::string at = std::to_string(3 * i - 5) + ",0.1,1.1";
        ASSERT_EQ(run("world level.world.json carve solid:sphere,radius=1.2 --at " + at +
                      " -o level.world.json")
                      .code,
                  0);
        std::set<std::string> named;
        const json world = json::parse(text_of(in_folder("level.world.json")));
        for (const json& room : world["rooms"]) named.insert(room["mesh"]);
        std::set<std::string> there;
        for (const auto& entry : fs::directory_iterator(in_folder("level.meshes"))) {
            there.insert("level.meshes/" + entry.path().filename().string());
        }
        EXPECT_EQ(there, named);
        EXPECT_EQ(run("world level.world.json").code, 0);
    }
}

TEST_F(Files, of_the_system_are_written_in_place) {
    write("drop.json", drop);
    fs::create_symlink("/dev/stderr", in_folder("lines.jsonl"));
    const Answer answer = run("simulate drop.json -o lines.jsonl --quiet");
    EXPECT_EQ(answer.code, 0);
    EXPECT_TRUE(contains(answer.error, "{\"step\":0,"));
    EXPECT_TRUE(contains(answer.error, "{\"step\":240,"));
    EXPECT_TRUE(fs::is_symlink(in_folder("lines.jsonl")));
}

// ---- files that files name ----

class Paths : public Files {
   protected:
    Paths() {
        fs::create_directories(in_folder("scene/below"));
        for (const char* name : {"outside.obj", "scene/below/mesh.obj"}) {
            EXPECT_EQ(run(std::string("make box -o ") + name).code, 0);
        }
        fs::create_symlink("../outside.obj", in_folder("scene/link.obj"));
        fs::create_symlink("below/mesh.obj", in_folder("scene/inner.obj"));
        write("scene/world.json", R"({"swept_world":1,"rooms":[{"id":0,"mesh":"link.obj"}]})");
        write("scene/good.world.json",
              R"({"swept_world":1,"rooms":[{"id":0,"mesh":"solid:room"}]})");
        write("outside.world.json", R"({"swept_world":1,"rooms":[{"id":0,"mesh":"solid:room"}]})");
    }
    [[nodiscard]] Answer scene_with(const std::string& mesh, const std::string& world = "",
                                    const std::string& flags = "") const {
        const std::string more = world.empty() ? "" : R"("world":")" + world + "\",";
        write("scene/scene.json", R"({"swept_scene":1,"duration":0.1,)" + more +
                                      R"("bodies":[{"name":"a","mesh":")" + mesh +
                                      R"(","pose":{"translation":[0,0,1.5]}}]})");
        return run("simulate scene/scene.json --quiet " + flags);
    }
    [[nodiscard]] Answer world_with(const std::string& mesh, const std::string& flags = "") const {
        write("scene/made.world.json",
              R"({"swept_world":1,"rooms":[{"id":0,"mesh":")" + mesh + "\"}]}");
        return run("world scene/made.world.json " + flags);
    }
};

// One rule for both, and one reason.
TEST_F(Paths, of_scenes_and_worlds_stay_in_their_folder) {
    const std::string outside = in_folder("outside.obj"), inside = in_folder("scene/inner.obj");
    for (const std::string& good : {std::string("below/mesh.obj"), std::string("inner.obj"),
                                    std::string("below/../inner.obj"), inside}) {
        EXPECT_EQ(scene_with(good).code, 0) << good << scene_with(good).error;
        EXPECT_EQ(world_with(good).code, 0) << good << world_with(good).error;
    }
    const std::vector<std::pair<std::string, std::string>> bad = {
        {"../outside.obj", "lies outside the folder of the file that names it"},
        {outside, "lies outside the folder of the file that names it"},
        {"link.obj", "is a symbolic link, or leads through one, out of the folder"},
    };
    for (const auto& [name, reason] : bad) {
        SCOPED_TRACE(name);
        for (const Answer& answer : {scene_with(name), world_with(name)}) {
            EXPECT_EQ(answer.code, 3);
            EXPECT_TRUE(contains(answer.error, reason)) << answer.error;
            EXPECT_TRUE(contains(answer.error, "or allow files outside it")) << answer.error;
        }
        EXPECT_TRUE(contains(scene_with(name).error, "bodies[0].mesh: ")) << scene_with(name).error;
        EXPECT_TRUE(contains(world_with(name).error, "/rooms/0/mesh: ")) << world_with(name).error;
        EXPECT_EQ(scene_with(name, "", "--allow-outside").code, 0);
        EXPECT_EQ(world_with(name, "--allow-outside").code, 0);
    }
    EXPECT_TRUE(contains(world_with("none.obj").error, "there is no such file"));
    EXPECT_TRUE(contains(scene_with("none.obj").error, "there is no such file"));
}

TEST_F(Paths, of_the_world_of_a_scene_follow_the_same_rule) {
    EXPECT_EQ(scene_with("solid:box", "good.world.json").code, 0);
    const Answer outside = scene_with("solid:box", "../outside.world.json");
    EXPECT_EQ(outside.code, 3);
    EXPECT_TRUE(contains(outside.error, "world: '../outside.world.json' lies outside"))
        << outside.error;
    EXPECT_EQ(scene_with("solid:box", "../outside.world.json", "--allow-outside").code, 0);
    // What the world names, in its turn.
    const Answer through = scene_with("solid:box,size=5x5x5", "world.json");
    EXPECT_EQ(through.code, 3);
    EXPECT_TRUE(contains(through.error, "is a symbolic link")) << through.error;
}

TEST_F(Paths, of_questions_in_a_world_may_be_allowed_wherever_the_flag_stands) {
    for (const std::string question :
         {"cast --from 9,0,0 --to 0,0,0", "overlap solid:box", "contacts solid:box --at 5,0,0",
          "distance solid:box --at 5,0,0", "sweep solid:box --at 5,0,0 --translate -9,0,0",
          "carve solid:sphere --at 5,0,0"}) {
        SCOPED_TRACE(question);
        EXPECT_EQ(run("world scene/world.json " + question).code, 3);
        EXPECT_EQ(run("world scene/world.json " + question + " --allow-outside").code, 0);
        EXPECT_EQ(run("world scene/world.json --allow-outside " + question).code, 0);
    }
}

// ---- numbers ----

// JSON has neither infinity nor NaN: parsers refuse the whole document.
TEST_F(Files, hold_no_number_that_json_does_not_know) {
    // Two diagonals of a pixel are beyond the range of doubles.
    const std::string wide = answer_to(
        "collisions solid:box solid:box --at 3,0,0 --translate -1,0,0 --resolution 1e308 --json");
    EXPECT_EQ(wide, "{\"collisions\":[],\"error_bound\":null}\n");
    const std::string far = "--at 1e80,0,0";
    const std::vector<std::string> questions = {
        "distance solid:box solid:box --json " + far + " --limit inf",
        "contacts solid:box solid:box --json " + far + " --tolerance 1e300",
        "cast solid:box --json --from -9,0,0 --direction 1e-300,0,0",
        "cast solid:box --json --from -1e300,0,0 --direction 1e308,0,0",
        "sweep solid:box solid:box --json " + far + " --translate -1e85,0,0",
        "collisions solid:box solid:box --json " + far + " --translate -1e85,0,0",
        "info solid:box,size=1e90x1e90x1e90 --json",
        "world solid:box,size=1e90x1e90x1e90 --json",
        "world solid:box,size=1e90x1e90x1e90 carve solid:box,size=1e89x1e89x1e92 --json",
    };
    for (const std::string& question : questions) {
        const Answer one = run(question);
        if (one.code != 0) continue;  // refused, which is right, too
        EXPECT_TRUE(json::accept(one.out)) << question << "\n" << one.out;
    }
}

TEST_F(Files, of_pictures_hold_no_place_that_single_precision_does_not_know) {
    write("keep.glb", "what was there");
    const Answer answer =
        run("distance solid:box solid:box --at 1e80,0,0 --picture keep.glb --json");
    EXPECT_EQ(answer.code, 2) << answer.error;
    EXPECT_TRUE(contains(answer.error, "single precision")) << answer.error;
    EXPECT_EQ(text_of(in_folder("keep.glb")), "what was there");
}

// ---- worlds of bodies alone ----

TEST_F(Files, of_worlds_of_bodies_alone_are_not_called_closed) {
    write("bodies.world.json",
          R"({"swept_world":1,"bodies":[{"id":1,"mesh":"solid:torus,rings=100,sides=50"}]})");
    const std::string text = answer_to("world bodies.world.json");
    EXPECT_TRUE(contains(text, "surface   none: there are no polygons")) << text;
    EXPECT_FALSE(contains(text, "closed")) << text;
    const json about = json::parse(answer_to("world bodies.world.json --json"));
    EXPECT_EQ(about["closed"], false);
    EXPECT_GT(about["bytes"].get<double>(), 1e6);  // of the shape, too
}

}  // namespace
}  // namespace swept::test
