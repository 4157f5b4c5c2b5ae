// Pictures that the tool writes: scenes of the format in viewer/FORMAT.md, with the answer in them.
// That they can be looked at is for the tests of viewer/ to see, in a browser.

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <set>

#include "tests/apps/tool.h"
#include "tests/picture/glb_scene.h"

namespace {

using nlohmann::json;

using swept::test::GlbScene;

class picture : public swept::test::ToolTest {
   protected:
    [[nodiscard]] GlbScene drawn(const std::string& arguments) const {
        (void)answer_to(arguments + " --picture drawn.glb");
        return GlbScene(swept::test::text_of(in_folder("drawn.glb")));
    }
};

TEST_F(picture, of_a_sweep_has_its_answer_motion_ghosts_and_contact) {
    const std::string question =
        "sweep solid:box,size=1x1x1 solid:torus --at 3,0.2,0 --translate -4,0,0";
    const json answer = json::parse(answer_to(question + " --json"));
    const GlbScene scene = drawn(question);
    EXPECT_EQ(scene.about()["state"], "hit");
    EXPECT_EQ(scene.about()["title"], "solid:box,size=1x1x1 past solid:torus: hit");
    EXPECT_EQ(scene.about()["margin"], answer["margin"]);
    EXPECT_EQ(scene.about()["timeline"]["free"], answer["free_fraction"]);
    ASSERT_EQ(scene.about()["contacts"].size(), 1U);
    const json& contact = scene.about()["contacts"][0];
    EXPECT_EQ(contact["point"], answer["contact"]["point"]);
    EXPECT_EQ(contact["normal"], answer["contact"]["normal"]);
    EXPECT_EQ(contact["a"]["face"], answer["contact"]["mover"]["face"]);
    EXPECT_EQ(contact["b"]["vertices"], answer["contact"]["obstacle"]["vertices"]);
    EXPECT_EQ(scene.nodes("mover").size(), 1U);
    EXPECT_EQ(scene.nodes("obstacle").size(), 1U);
    EXPECT_EQ(scene.nodes("ghost").size(), 5U);
    EXPECT_GE(scene.nodes("trail").size(), 1U);
    EXPECT_EQ(scene.nodes("margin").size(), 1U);
    // The mover stands where the answer says, to the last digit that doubles of both have.
    const json place = scene.nodes("mover")[0]["translation"];
    for (std::size_t i = 0; i < 3; ++i) {
        const double centre = scene.about()["centre"][i];
        EXPECT_NEAR(place[i].get<double>() + centre, answer["pose"]["translation"][i].get<double>(),
                    1e-15);
    }
    // And its animation ends there, at its share of the time.
    const json& sampler = scene.document["animations"][0]["samplers"][0];
    const auto times = scene.values<float>(sampler["input"]);
    EXPECT_FLOAT_EQ(times.back(), static_cast<float>(4 * answer["free_fraction"].get<double>()));
}

TEST_F(picture, of_a_turn_keeps_to_its_arc) {
    const GlbScene scene = drawn(
        "sweep solid:box,size=1x1x1 solid:box,size=1x1x1 --at 30,0,0 --rotate 0,0,0 0,0,1 170");
    const json& samplers = scene.document["animations"][0]["samplers"];
    const auto places = scene.values<float>(samplers[0]["output"]);
    const Eigen::Vector3d centre(scene.about()["centre"][0], scene.about()["centre"][1], 0);
    for (std::size_t i = 0; i + 3 < places.size(); i += 3) {
        const Eigen::Vector3d here(places[i], places[i + 1], 0),
            next(places[i + 3], places[i + 4], 0);
        EXPECT_NEAR((here + centre).norm(), 30, 1e-4);
        EXPECT_GT(((here + next) / 2 + centre).norm(), 30 - 0.002);  // of the chord
    }
}

TEST_F(picture, names_the_callers_faces_and_vertices) {
    write("square.off", "OFF\n5 2 0\n9 9 9\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 1 1 1\n4 1 2 3 4\n");
    const GlbScene scene =
        drawn("sweep square.off solid:box,size=1x1x1 --at 0,0,3 --translate 0,0,-9");
    const json node = scene.nodes("mover")[0];
    const json& mesh = scene.document["meshes"][node["mesh"].get<std::size_t>()];
    const json& extras = mesh["primitives"][0]["extras"]["swept"];
    EXPECT_EQ(scene.values<std::uint32_t>(extras["faces"]), (std::vector<std::uint32_t>{1, 1}));
    EXPECT_EQ(scene.values<std::uint32_t>(extras["vertices"]),
              (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

// Where nothing moves there is no mover, and what is apart does not meet.
TEST_F(picture, of_things_at_rest_names_no_mover_and_no_meeting_that_is_none) {
    for (const std::string question :
         {"distance solid:box solid:torus --obstacle-at 3,0,0",
          "contacts solid:box solid:box --obstacle-at 1.1,0,0 --tolerance 0.2",
          "overlap solid:box solid:box --obstacle-at 3,0,0",
          "world solid:level,rooms=2 distance solid:box,size=0.2x0.2x0.2 --at 0,0,1.5",
          "world solid:level,rooms=2 contacts solid:box,size=0.2x0.2x0.2 --at 0,0,1.5 "
          "--tolerance 2"}) {
        SCOPED_TRACE(question);
        const GlbScene scene = drawn(question);
        EXPECT_TRUE(scene.nodes("mover").empty());
        EXPECT_TRUE(scene.nodes("obstacle").empty());
        EXPECT_TRUE(scene.nodes("trail").empty());
        const bool apart = swept::test::contains(question, "distance");
        for (const json& contact : scene.about()["contacts"]) {
            EXPECT_FALSE(swept::test::contains(contact["text"], "meets")) << contact["text"];
            EXPECT_EQ(contact.contains("closest"), apart);
        }
        EXPECT_EQ(scene.about()["contacts"].empty(), question.starts_with("overlap"));
    }
}

TEST_F(picture, can_be_had_of_every_question) {
    write("way.jsonl", "{\"translation\":[3,0,0]}\n{\"translation\":[0,0,0]}\n");
    const std::vector<std::pair<std::string, std::set<std::string>>> questions = {
        {"path solid:box solid:torus --poses way.jsonl", {"mover", "obstacle", "ghost", "trail"}},
        {"contacts solid:box solid:box --obstacle-at 1,0,0", {"shape_a", "shape_b", "contact"}},
        {"distance solid:box solid:box --obstacle-at 3,0,0", {"shape_a", "shape_b", "gap"}},
        {"overlap solid:torus solid:torus --obstacle-at 0.7,0,0 --all",
         {"shape_a", "shape_b", "faces"}},
        {"collisions solid:car solid:car --translate 3,0,0 --obstacle-at 5,0.4,0",
         {"mover", "obstacle", "contact"}},
        {"cast solid:gear --from 19,0,0.3 --to 0,0,0.3", {"obstacle", "ray", "contact"}},
        {"cast solid:gear --from 19,0,0.3 --to 0,0,0.3 --radius 0.1", {"sphere", "ray", "contact"}},
        {"world solid:level,rooms=2", {"room"}},
        {"world solid:level,rooms=2 sweep solid:box,size=0.2x0.2x0.2 --at 0,0,1 --translate 40,0,0",
         {"room", "mover", "contact"}},
        {"world solid:level,rooms=2 cast --from 0,0,1 --to 40,0,1", {"room", "ray", "contact"}},
        {"world solid:level,rooms=2 overlap solid:box,size=50x1x1", {"room", "shape_a", "contact"}},
        {"world solid:level,rooms=2 carve solid:sphere,rings=6,segments=8 --at 2,0,1",
         {"room", "ghost"}},
    };
    for (const auto& [question, roles] : questions) {
        SCOPED_TRACE(question);
        const GlbScene scene = drawn(question);
        for (const std::string& role : roles) EXPECT_FALSE(scene.nodes(role).empty()) << role;
        EXPECT_FALSE(scene.about()["title"].get<std::string>().empty());
        EXPECT_FALSE(scene.about()["state"].get<std::string>().empty());
        EXPECT_GT(scene.about()["size"].get<double>(), 0);
        if (question.starts_with("collisions")) {
            EXPECT_TRUE(swept::test::contains(scene.about()["inset"]["svg"], "<svg"));
        }
    }
}

TEST_F(picture, of_a_large_mesh_has_fewer_triangles_and_the_same_answer) {
    const std::string question =
        "sweep solid:box,size=0.1x0.1x0.1 solid:torus,rings=1000,sides=1000 --at 3,0,0 --translate "
        "-4,0,0";
    const json answer = json::parse(answer_to(question + " --json"));
    const GlbScene scene = drawn(question);
    const json node = scene.nodes("obstacle")[0];
    const json& drawn = scene.document["meshes"][node["mesh"].get<std::size_t>()]["primitives"][0];
    EXPECT_EQ(drawn["extras"]["swept"]["reduced_from"], 2'000'000U);
    const json& indices = scene.document["accessors"][drawn["indices"].get<std::size_t>()];
    EXPECT_LE(indices["count"].get<std::size_t>(), 3 * 1'500'000U);
    EXPECT_GE(indices["count"].get<std::size_t>(), 3 * 100'000U);
    EXPECT_EQ(scene.about()["timeline"]["free"], answer["free_fraction"]);
}

TEST_F(picture, goes_with_json_and_leaves_the_answer_as_it_is) {
    const std::string question = "sweep solid:box solid:box --at 3,0,0 --translate -4,0,0";
    EXPECT_EQ(answer_to(question + " --json --picture p.glb"), answer_to(question + " --json"));
    EXPECT_EQ(answer_to(question + " --picture p.glb"),
              answer_to(question) + "  picture   p.glb\n");
}

TEST_F(picture, that_cannot_be_is_refused_before_anything_is_read) {
    const std::string sweep = "sweep none.obj none.obj --translate 1,0,0 ";
    expect_failure(sweep + "--picture p.png", 2, "--picture: p.png must end in .html or .glb");
    expect_failure("sweep none.obj none.obj --batch none.jsonl --picture p.glb", 2,
                   "sweep: --picture is about one question; leave out --batch");
    expect_failure("overlap none.obj --self --picture p.glb", 2,
                   "overlap: --picture shows two meshes; leave out --self, or --picture");
}

TEST_F(picture, that_cannot_be_written_is_an_error) {
    const Answer answer =
        run("sweep solid:box solid:box --at 3,0,0 --translate -4,0,0 --picture no/folder/p.glb");
    EXPECT_EQ(answer.code, 4);
    EXPECT_TRUE(swept::test::contains(answer.error, "no/folder/p.glb: cannot be written"))
        << answer.error;
}

}  // namespace
