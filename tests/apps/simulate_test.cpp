// swept simulate: scenes from files and by name, their trajectories, their judge.

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/apps/tool.h"

namespace {

using swept::test::contains;
using swept::test::lines_of;
using swept::test::text_of;
using Json = nlohmann::json;

/// A box of 1 kg that falls by a metre onto a floor.
const char* const drop = R"({"swept_scene":1,"rate":60,"duration":2,"bodies":[
{"name":"floor","mesh":"solid:box,size=10x10x1","pose":{"translation":[0,0,-0.5]},"type":"fixed"},
{"name":"crate","mesh":"solid:box","pose":{"translation":[0,0,1.5]},"mass":1}]})";

class simulate : public swept::test::ToolTest {
   protected:
    simulate() { write("drop.json", drop); }

    [[nodiscard]] Json json_to(const std::string& arguments) const {
        return Json::parse(answer_to("simulate --json " + arguments));
    }

    [[nodiscard]] std::vector<Json> trajectory(const std::string& arguments) const {
        (void)answer_to("simulate --quiet -o t.jsonl " + arguments);
        std::vector<Json> lines;
        for (const std::string& line : lines_of(text_of(in_folder("t.jsonl")))) {
            lines.push_back(Json::parse(line));
        }
        return lines;
    }

    /// A scene with these members is refused, and the message names the place.
    void expect_bad(const std::string& members, const std::string& message) const {
        write("bad.json", R"({"swept_scene":1,)" + members + "}");
        expect_failure("simulate bad.json", 3, "bad.json: " + message);
    }
};

// ---- what it does ----

TEST_F(simulate, a_crate_falls_and_comes_to_rest_on_the_floor) {
    const Json told = json_to("drop.json --judge");
    EXPECT_EQ(told["steps"], 120);
    EXPECT_EQ(told["seconds"], 2.0);
    EXPECT_EQ(told["bodies"], Json::parse(R"({"dynamic":1,"kinematic":0,"fixed":1})"));
    EXPECT_EQ(told["penetration"]["steps"], 121);
    EXPECT_EQ(told["penetration"]["overlaps"], 0);
    EXPECT_GE(told["contacts"], 3);
    EXPECT_EQ(told["asleep"], 1);
    // The lowest place is the floor's underside, a metre down: 1 kg, 2.5 m above it.
    EXPECT_NEAR(told["energy"]["start"].get<double>(), 9.81 * 2.5, 1e-9);
    EXPECT_NEAR(told["energy"]["end"].get<double>(), 9.81 * 1.5, 0.01);
    EXPECT_LE(told["energy"]["growth"].get<double>(), 1.000001);
}

TEST_F(simulate, free_fall_is_a_parabola) {
    const auto lines = trajectory("drop.json --seconds 0.4 --rate 50");
    ASSERT_EQ(lines.size(), 21U);
    for (const Json& line : lines) {
        const double t = line["time"];
        const Json& crate = line["bodies"].back();
        EXPECT_EQ(crate["name"], "crate");
        EXPECT_NEAR(crate["pose"]["translation"][2].get<double>(), 1.5 - 9.81 / 2 * t * t, 1e-9);
        EXPECT_NEAR(crate["velocity"][2].get<double>(), -9.81 * t, 1e-9);
    }
    // What is fixed is told once.
    EXPECT_EQ(lines[0]["bodies"].size(), 2U);
    EXPECT_EQ(lines[0]["bodies"][0]["type"], "fixed");
    EXPECT_EQ(lines[1]["bodies"].size(), 1U);
}

TEST_F(simulate, every_nth_step_and_the_last_are_written) {
    const auto lines = trajectory("drop.json --seconds 0.5 --every 7");
    std::vector<int> steps;
    for (const Json& line : lines) steps.push_back(line["step"]);
    EXPECT_EQ(steps, (std::vector{0, 7, 14, 21, 28, 30}));
}

TEST_F(simulate, the_same_scene_gives_the_same_bits) {
    const Json once = json_to("scene:dominoes,count=12 --seconds 1");
    const Json again = json_to("scene:dominoes,count=12 --seconds 1 --threads 1 --judge");
    EXPECT_EQ(once["hash"], again["hash"]);
    EXPECT_NE(once["hash"], json_to("scene:dominoes,count=12 --seconds 0.9")["hash"]);
}

TEST_F(simulate, a_body_comes_when_its_time_has_come) {
    write("late.json", R"({"swept_scene":1,"rate":10,"duration":1,"gravity":[0,0,0],"bodies":[
        {"mesh":"solid:box"},
        {"name":"late","mesh":"solid:box","pose":{"translation":[5,0,0]},"at":0.5,
         "velocity":[1,0,0]},
        {"name":"wall","mesh":"solid:box","pose":{"translation":[0,5,0]},"at":0.5,
         "type":"fixed"}]})");
    const auto lines = trajectory("late.json");
    ASSERT_EQ(lines.size(), 11U);
    // What is fixed is told once, and all by their role where they come.
    ASSERT_EQ(lines[6]["bodies"].size(), 3U);
    EXPECT_EQ(lines[6]["bodies"][1]["type"], "dynamic");
    EXPECT_EQ(lines[6]["bodies"][2]["type"], "fixed");
    for (const Json& line : lines) {
        const double t = line["time"];
        ASSERT_EQ(line["bodies"].size(), t < 0.55 ? 1U : t < 0.65 ? 3U : 2U) << t;
        if (t < 0.55) continue;
        EXPECT_NEAR(line["bodies"][1]["pose"]["translation"][0].get<double>(), 5 + t - 0.5, 1e-12);
    }
}

TEST_F(simulate, motors_push_and_drive) {
    write("motors.json", R"({"swept_scene":1,"rate":100,"duration":2,"gravity":[0,0,0],"bodies":[
        {"name":"cart","mesh":"solid:box","mass":2},
        {"name":"lift","mesh":"solid:box","pose":{"translation":[9,0,0]},"type":"kinematic"}],
        "motors":[{"body":"cart","force":[3,0,0]},
                  {"body":"lift","velocity":[[0,0,0,0],[1,0,0,1]]}]})");
    const auto lines = trajectory("motors.json");
    const Json& bodies = lines.back()["bodies"];
    EXPECT_NEAR(bodies[0]["velocity"][0].get<double>(), 3.0 / 2 * 2, 1e-9);
    EXPECT_NEAR(bodies[0]["pose"]["translation"][0].get<double>(), 3.0 / 2 * 4 / 2, 1e-6);
    // Half a metre while it speeds up, a metre after that.
    EXPECT_NEAR(bodies[1]["pose"]["translation"][2].get<double>(), 1.5, 1e-6);
}

TEST_F(simulate, a_mover_goes_its_way_and_pushes_what_stands_there) {
    write("walk.json", R"({"swept_scene":1,"rate":60,"duration":4,"world":"solid:box,size=20x20x1",
        "bodies":[{"name":"crate","mesh":"solid:box,size=0.4x0.4x0.4","mass":5,
                   "pose":{"translation":[1.5,0,0.701]},"friction":0.2}],
        "characters":[{"name":"she","mesh":"solid:prism,sides=8,radius=0.3,height=1.7",
                   "pose":{"translation":[0,0,1.4]},"way":[[4,0,0]],"speed":1.5,"push":100}]})");
    const Json told = json_to("walk.json --judge");
    EXPECT_EQ(told["penetration"]["overlaps"], 0);
    EXPECT_EQ(told["characters"][0]["reached"], 1);
    EXPECT_TRUE(told["characters"][0]["on_ground"].get<bool>());
    const auto lines = trajectory("walk.json");
    EXPECT_GT(lines.back()["bodies"][0]["pose"]["translation"][0].get<double>(), 2);
}

TEST_F(simulate, a_lift_carries_a_mover_up) {
    write("lift.json", R"({"swept_scene":1,"duration":2,"bodies":[
        {"name":"lift","mesh":"solid:box,size=3x3x0.2","type":"kinematic","velocity":[0,0,0.5]}],
        "characters":[{"mesh":"solid:box,size=0.5x0.5x1.8","pose":{"translation":[0,0,1.01]},
                   "velocity":[0,0,0]}]})");
    const Json told = json_to("lift.json --judge");
    EXPECT_EQ(told["penetration"]["overlaps"], 0);
    EXPECT_NEAR(told["characters"][0]["pose"]["translation"][2].get<double>(), 2.0, 0.05);
}

TEST_F(simulate, bodies_of_a_world_stand_in_the_scene) {
    write("table.world.json", R"({"swept_world":1,"rooms":[{"id":0,"mesh":"solid:box,size=9x9x1"}],
        "bodies":[{"id":4,"mesh":"solid:box","pose":{"translation":[0,0,1.01]}}]})");
    write("on_table.json", R"({"swept_scene":1,"duration":1,"world":"table.world.json","bodies":[
        {"name":"ball","mesh":"solid:sphere,radius=0.2","pose":{"translation":[0.1,0,1.9]}}]})");
    const auto lines = trajectory("on_table.json");
    EXPECT_EQ(lines[0]["bodies"][1]["name"], "world body 4");
    EXPECT_NEAR(lines.back()["bodies"][0]["pose"]["translation"][2].get<double>(), 1.71, 0.01);
}

TEST_F(simulate, a_gear_turns_the_next_one_by_their_teeth) {
    const auto lines = trajectory("scene:gears,count=2 --seconds 3");
    double turned = 0;  // of the second gear, in the last second
    for (std::size_t i = lines.size() - 60; i < lines.size(); ++i) {
        turned += lines[i]["bodies"][1]["angular_velocity"][2].get<double>() / 60;
    }
    EXPECT_NEAR(turned, -2.0 * 20 / 30, 0.05);
}

TEST_F(simulate, a_body_that_comes_where_another_stands_ends_it) {
    write("full.json",
          R"({"swept_scene":1,"gravity":[0,0,0],"bodies":[{"name":"a","mesh":"solid:box"},
        {"name":"b","mesh":"solid:box","at":0.5}]})");
    expect_failure("simulate full.json", 3,
                   "full.json: 'a' and 'b', when 'b' comes at 0.5 s: overlap at the start");
}

// ---- joints ----

/// A rod of a metre that hangs from the world by its upper end, turned by 0.1 about y.
const std::string rod = R"("bodies":[{"name":"rod","mesh":"solid:box,size=0.1x0.1x1",
"pose":{"translation":[-0.04991670832341408,0,-0.4975020826390129],
        "rotation":[0.9987502603949663,0,0.04997916927067833,0]}}],)";

TEST_F(simulate, a_pendulum_swings_about_its_hinge) {
    write("rod.json",
          R"({"swept_scene":1,"rate":240,"duration":4,)" + rod +
              R"("joints":[{"kind":"hinge","a":"rod","point":[0,0,0],"axis":[0,1,0]}]})");
    const Json told = json_to("rod.json");
    EXPECT_EQ(told["joints"]["count"], 1);
    EXPECT_LT(told["joints"]["position_error"].get<double>(), 1e-9);
    double last = 0, before = -1, swings = 0, first = 0;
    for (const Json& line : trajectory("rod.json")) {
        const double x = line["bodies"][0]["pose"]["translation"][0], t = line["time"];
        if (before < 0 && x >= 0) {
            last = t;
            if (swings++ == 0) first = t;
        }
        before = x;
    }
    // 2 pi sqrt(I / (m g l)), I = m (0.1^2 + 1) / 12 + m / 4; by the amplitude 1 + 0.1^2 / 16.
    const double period =
        2 * 3.14159265358979 * std::sqrt((1.01 / 12 + 0.25) / (9.81 * 0.5)) * 1.000625;
    ASSERT_GE(swings, 2);
    EXPECT_NEAR((last - first) / (swings - 1), period, 1.0 / 240);
}

TEST_F(simulate, a_motor_turns_a_hinge_up_to_its_limit) {
    write("door.json",
          R"({"swept_scene":1,"duration":3,"bodies":[{"name":"door","mesh":"solid:box,size=1x0.1x2",
        "pose":{"translation":[0.5,0,0]},"mass":30}],"joints":[{"name":"hinge","kind":"hinge","a":"door",
        "point":[0,0,0],"axis":[0,0,1],"limits":[0,1.5],"friction":1,"motor":{"speed":1,"torque":40}}]})");
    const Json last = trajectory("door.json").back();
    const Json& place = last["bodies"][0]["pose"]["translation"];
    EXPECT_NEAR(place[0].get<double>(), 0.5 * std::cos(1.5), 1e-3);
    EXPECT_NEAR(place[1].get<double>(), 0.5 * std::sin(1.5), 1e-3);
}

TEST_F(simulate, what_is_joined_may_overlap_and_is_not_judged) {
    write("two.json", R"({"swept_scene":1,"duration":1,"bodies":[{"name":"a","mesh":"solid:box"},
        {"name":"b","mesh":"solid:box","pose":{"translation":[0.9,0,0]}}],
        "joints":[{"kind":"fixed","a":"a","b":"b","point":[0.45,0,0]}]})");
    const Json told = json_to("two.json --judge");
    EXPECT_EQ(told["penetration"]["overlaps"], 0);
    EXPECT_LT(told["joints"]["angle_error"].get<double>(), 1e-9);
}

TEST_F(simulate, a_bad_joint_is_told_by_its_name_and_field) {
    const auto bad = [&](const std::string& joint, const std::string& message) {
        expect_bad(rod + R"("joints":[{"name":"pin","kind":"hinge","a":"rod",)" + joint + "}]",
                   message);
    };
    bad(R"("point":[0,0,0],"motor":{"speed":1})", "joints[0].motor.torque: is missing");
    bad(R"("point":[0,0,0],"motor":{"speed":1,"torque":-1})",
        "joints[0].motor.torque: must be 0 or more");
    bad(R"("point":[0,0,0],"motor":{"speed":1,"power":3})", "joints[0].motor: unknown key");
    bad(R"("point":[0,0,0],"limits":[0.2,1])", "joints[0].limits: do not hold 0");
    bad(R"("point":[0,0,0],"limits":[1,-1])", "joints[0].limits: must be [least,most]");
    bad(R"("point":[0,0,0],"b":"rood")", "joints[0].b: no body is called 'rood'");
    bad(R"("point":[0,0,0],"b":"rod")", "joints[0].b: is a again");
    bad(R"("axis":[0,0,1])", "joints[0].point: is missing");
    bad(R"("point":[50,0,0])", "joint 'pin', point: further from 'rod' than twice its extent");
    expect_bad(rod + R"("joints":[{"kind":"ball","a":"rod","point":[0,0,0],"motor":{}}])",
               "joints[0].motor: is of hinges only");
    expect_bad(rod + R"("joints":[{"name":"x","kind":"ball","a":"rod","point":[0,0,0]},
        {"name":"x","kind":"ball","a":"rod","point":[0,0,-1]}])",
               "joints[1].name: 'x' is taken");
    expect_bad(R"("bodies":[{"name":"late","mesh":"solid:box","at":1}],
        "joints":[{"kind":"ball","a":"late","point":[0,0,0]}])",
               "joints[0].a: 'late' comes later");
}

TEST_F(simulate, a_figure_falls_down_stairs_at_any_rate) {
    for (const char* rate : {"60", "30", "15"}) {
        const Json told = json_to(std::string("scene:stairs --judge --rate ") + rate);
        EXPECT_EQ(told["penetration"]["overlaps"], 0) << told;
        EXPECT_EQ(told["joints"]["count"], 9);
        EXPECT_LT(told["joints"]["position_error"].get<double>(), 1e-3) << told;
        EXPECT_LE(told["energy"]["over_start"].get<double>(), 1.000001) << told;
        EXPECT_EQ(told["asleep"], 10) << told;
        // From the twelfth step to the sixth at least.
        EXPECT_LT(told["energy"]["end"].get<double>(), 0.4 * told["energy"]["start"].get<double>());
    }
}

// ---- built-in scenes ----

TEST_F(simulate, lists_its_scenes) {
    const Json list = Json::parse(answer_to("simulate --list --json"));
    std::vector<std::string> names;
    for (const Json& scene : list) names.push_back(scene["name"]);
    EXPECT_EQ(names, (std::vector<std::string>{"wall", "tower", "dominoes", "stairs", "walk",
                                               "cars", "crater", "gears"}));
    EXPECT_TRUE(contains(answer_to("simulate --list"), "scene:wall"));
}

// A moment of each; the whole of them is what bench/dynamics is about.
TEST_F(simulate, in_no_scene_anything_is_inside_anything) {
    for (const std::string scene :
         {"wall,stand=0", "tower,stand=0", "dominoes,count=12", "walk,rooms=2", "cars,count=3",
          "crater,chunks=8", "gears,count=2", "stairs", "stairs,joints=0"}) {
        for (const char* rate : {"60", "15"}) {
            const Json told = json_to("scene:" + scene + " --judge --seconds 0.5 --rate " + rate);
            EXPECT_EQ(told["penetration"]["overlaps"], 0) << scene << "\n" << told;
            EXPECT_LE(told["energy"]["over_start"].get<double>(), 1.001) << scene << "\n" << told;
        }
    }
}

TEST_F(simulate, unknown_scenes_and_keys_are_wrong_usage) {
    expect_failure("simulate scene:volcano", 2,
                   "no such scene; 'swept simulate --list' names them");
    expect_failure("simulate scene:wall,bricks=3", 2, "'bricks=3' is none of its keys; they are");
    expect_failure("simulate scene:wall,courses=2.5", 2, "must be a whole number from 1 to 60");
    expect_failure("simulate", 2, "no scene");
    expect_failure("simulate drop.json --rate 0", 2, "--rate: must be greater than 0");
    expect_failure("simulate drop.json --seconds nan", 2, "--seconds: must be greater than 0");
    expect_failure("simulate drop.json -o t.csv", 2, "must end in .jsonl or .glb");
    expect_failure("simulate drop.json --picture t.png", 2, "must end in .html or .glb");
}

// ---- bad scenes ----

TEST_F(simulate, a_bad_scene_is_told_with_its_place) {
    expect_failure("simulate none.json", 3, "none.json: cannot be read");
    write("broken.json", "{\n\"swept_scene\":1,\n\"bodies\":[}\n");
    expect_failure("simulate broken.json", 3, "broken.json:3: not JSON at byte");
    write("other.json", R"({"bodies":[]})");
    expect_failure("simulate other.json", 3, "other.json: swept_scene: is missing");
    expect_bad(R"("bodies":[])", "bodies: there is nothing that could move");
    expect_bad(R"("body":[])", "unknown key \"body\"; known are");
    expect_bad(R"("bodies":[{"mesh":"solid:box","density":-1}])",
               "bodies[0].density: must be greater than 0, not -1");
    expect_bad(R"("bodies":[{"mesh":"solid:box","mass":0}])", "bodies[0].mass: must be greater");
    expect_bad(R"("bodies":[{"mesh":"solid:box","restitution":1.5}])", "bodies[0].restitution: ");
    expect_bad(R"("bodies":[{"mesh":"solid:box","type":"lazy"}])",
               "bodies[0].type: must be dynamic, kinematic or fixed, not 'lazy'");
    expect_bad(R"("bodies":[{"mesh":"solid:bix"}])", "bodies[0].mesh: ");
    expect_bad(R"("bodies":[{"mesh":"none.obj"}])", "bodies[0].mesh: ");
    expect_bad(R"("bodies":[{"pose":{}}])", "bodies[0].mesh: is missing");
    expect_bad(R"("bodies":[{"mesh":"solid:box","velocity":[1,2]}])",
               "bodies[0].velocity: must be three numbers");
    expect_bad(R"("bodies":[{"mesh":"solid:box","pose":{"rotation":[2,0,0,0]}}])",
               "bodies[0].pose.rotation: ");
    expect_bad(R"("bodies":[{"mesh":"solid:box"}],"world":"none.json")", "world: ");
    expect_bad(R"("rate":-5,"bodies":[{"mesh":"solid:box"}])", "rate: must be greater than 0");
    expect_bad(R"("bodies":[{"mesh":"solid:box"}],"motors":[{"body":"x","force":[0,0,1]}])",
               "motors[0].body: no body is called 'x'");
    expect_bad(
        R"("bodies":[{"name":"x","mesh":"solid:box"}],"motors":[{"body":"x","velocity":[0,0,1]}])",
        "motors[0].velocity: is for kinematic bodies");
    expect_bad(R"("bodies":[{"mesh":"solid:box"}],"characters":[{"mesh":"solid:box"}])",
               "characters[0]: needs either \"velocity\" or \"way\"");
    expect_bad(
        R"("bodies":[{"name":"a","mesh":"solid:box"}],"joints":[{"kind":"glue","a":"a","point":[0,0,0]}])",
        "joints[0].kind: must be ball, hinge or fixed, not 'glue'");
}

TEST_F(simulate, bodies_that_start_inside_each_other_are_named) {
    expect_bad(R"("bodies":[{"name":"left","mesh":"solid:box"},
        {"name":"right","mesh":"solid:box","pose":{"translation":[0.5,0.1,0.1]}}])",
               "'left' and 'right': overlap at the start; move one of them away");
    expect_bad(R"("world":"solid:box","bodies":[{"name":"deep","mesh":"solid:box",
        "pose":{"translation":[0.5,0.1,0.1]}}])",
               "'deep' and room 0: overlap");
}

TEST_F(simulate, an_open_shape_is_no_dynamic_body) {
    write("leaf.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    expect_bad(R"("bodies":[{"name":"leaf","mesh":"leaf.off"}])", "'leaf'");
}

// ---- pictures ----

TEST_F(simulate, a_picture_has_a_track_for_each_body_that_moves) {
    (void)answer_to("simulate scene:dominoes,count=12 --seconds 0.5 --quiet -o d.glb");
    const std::string bytes = text_of(in_folder("d.glb"));
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 12, 4);
    const Json scene = Json::parse(bytes.substr(20, length));
    // Two channels each, but for the ground.
    EXPECT_EQ(scene["animations"][0]["channels"].size(), 24U);
    // All stones share one mesh.
    EXPECT_EQ(scene["meshes"].size(), 2U);
    const Json& about = scene["scenes"][0]["extras"]["swept"];
    EXPECT_EQ(about["command"], "simulate");
    EXPECT_EQ(about["state"], "nothing inside");
    EXPECT_EQ(about["timeline"]["label"], "seconds");
    EXPECT_EQ(about["timeline"]["seconds"], 0.5);
    EXPECT_EQ(about["timeline"]["plays"], true);
}

// What comes later has no size before: a third channel.
TEST_F(simulate, a_picture_does_not_show_what_is_not_there_yet) {
    (void)answer_to(
        "simulate scene:wall,courses=1,length=2,stand=0.5 --seconds 1 --quiet -o w.glb");
    const std::string bytes = text_of(in_folder("w.glb"));
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 12, 4);
    const Json animation = Json::parse(bytes.substr(20, length))["animations"][0];
    ASSERT_EQ(animation["channels"].size(), 2U * 3 + 1);
    const Json& last = animation["channels"].back();
    EXPECT_EQ(last["target"]["path"], "scale");
    EXPECT_EQ(animation["samplers"][last["sampler"].get<std::size_t>()]["interpolation"], "STEP");
}

TEST_F(simulate, output_that_cannot_be_written_is_told) {
    expect_failure("simulate drop.json -o nowhere/t.jsonl", 4,
                   "nowhere/t.jsonl: cannot be written");
}

}  // namespace
