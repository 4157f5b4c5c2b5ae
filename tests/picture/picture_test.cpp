// Pictures by the public API: what is put into one is in the file, and what cannot be drawn or
// written is an error.

#include "swept/picture.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numbers>
#include <set>
#include <sstream>

#include "swept/solids.h"
#include "swept/sweep.h"
#include "tests/picture/glb_scene.h"

namespace swept::test {
namespace {

namespace fs = std::filesystem;
using Eigen::Vector3d;

Polyhedron box(double x, double y, double z) {
    return Polyhedron::build(make_box({x, y, z}).value()).value();
}

Pose at(double x, double y, double z) {
    return Pose::make({x, y, z}).value();
}

std::string content_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// A cube against a wall, and the answer.
struct Push {
    Moving cube{{box(1, 1, 1)}, Translation::make({10, 0, 0}).value()};
    Placed wall{box(1, 4, 4), at(6, 0.25, 0.5)};
    SweepResult result = sweep(cube.placed, cube.motion, wall);

    [[nodiscard]] Picture picture() const {
        Picture picture{.command = "sweep",
                        .text = {"cube < wall & more: hit", {{"free", "50 %"}}},
                        .state = "hit",
                        .margin = result.margin};
        add_mover(picture, "cube", cube, {result.free_fraction, &result.contact});
        picture.marks.push_back(mark_of(
            result.contact,
            {.a = "cube", .b = "wall", .at = result.free_fraction, .margin = result.margin}));
        add_obstacle(picture, "wall", wall, &result.contact);
        return picture;
    }
};

class Written : public testing::Test {
   protected:
    Written() { fs::create_directories(folder); }
    ~Written() override { fs::remove_all(folder); }
    const fs::path folder =
        fs::temp_directory_path() /
        ("swept_picture_" +
         std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};
using picture = Written;

TEST_F(picture, of_a_sweep_is_read_back_from_its_file) {
    const Push push;
    ASSERT_EQ(push.result.state, State::hit);
    ASSERT_TRUE(write_picture(push.picture(), folder / "push.glb"));
    const GlbScene scene(content_of(folder / "push.glb"));
    const nlohmann::json& about = scene.about();
    EXPECT_EQ(about["command"], "sweep");
    EXPECT_EQ(about["title"], "cube < wall & more: hit");
    EXPECT_EQ(about["state"], "hit");
    EXPECT_EQ(about["rows"], nlohmann::json::parse(R"([["free","50 %"]])"));
    EXPECT_EQ(about["timeline"]["free"], push.result.free_fraction);
    EXPECT_EQ(about["timeline"]["marks"][0]["contact"], 0);
    ASSERT_EQ(about["contacts"].size(), 1U);
    EXPECT_EQ(about["contacts"][0]["a"]["name"], "cube");
    EXPECT_EQ(about["contacts"][0]["b"]["face"], push.result.contact.obstacle.face);
    EXPECT_EQ(about["contacts"][0]["point"][0], push.result.contact.point.x());
    EXPECT_EQ(scene.nodes("mover").size(), 1U);
    EXPECT_EQ(scene.nodes("obstacle")[0]["name"], "wall");
    EXPECT_EQ(scene.nodes("ghost").size(), 5U);
    const nlohmann::json& sampler = scene.document["animations"][0]["samplers"][0];
    EXPECT_FLOAT_EQ(scene.values<float>(sampler["input"]).back(),
                    static_cast<float>(4 * push.result.free_fraction));
    EXPECT_EQ(content_of(folder / "push.glb"), picture_glb(push.picture()));
}

TEST_F(picture, as_a_page_has_the_viewer_and_the_scene_in_it) {
    const Result<void> written = write_picture(Push().picture(), folder / "push.html");
    EXPECT_EQ(written.has_value(), has_viewer());
    if (!has_viewer()) {
        EXPECT_EQ(written.error().code, ErrorCode::unsupported);
        EXPECT_FALSE(fs::exists(folder / "push.html"));
        return;
    }
    const std::string page = content_of(folder / "push.html");
    EXPECT_NE(page.find("cube &lt; wall &amp; more: hit"), std::string::npos);
    EXPECT_NE(page.find("Z2xURgIAAA"), std::string::npos) << "where a .glb begins, in base64";
    EXPECT_EQ(page.find("@SWEPT_"), std::string::npos);
}

TEST_F(picture, that_cannot_be_written_is_an_error_with_the_file) {
    const fs::path file = folder / "none" / "push.glb";
    const Result<void> nowhere = write_picture(Push().picture(), file);
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().code, ErrorCode::cannot_write);
    EXPECT_EQ(nowhere.error().where, file.string());
    const Result<void> png = write_picture(Push().picture(), folder / "push.png");
    ASSERT_FALSE(png);
    EXPECT_EQ(png.error().code, ErrorCode::unsupported);
    EXPECT_FALSE(fs::exists(folder / "push.png"));
}

TEST_F(picture, that_cannot_be_drawn_is_refused_and_costs_no_file) {
    ASSERT_TRUE(write_picture(Push().picture(), folder / "kept.glb"));
    const std::string kept = content_of(folder / "kept.glb");
    const auto refused = [&](const Picture& drawn) {
        const Result<void> written = write_picture(drawn, folder / "kept.glb");
        EXPECT_EQ(content_of(folder / "kept.glb"), kept);
        return written ? std::nullopt : std::optional(written.error().code);
    };
    Picture backwards = Push().picture();
    backwards.timeline->to = -1;
    EXPECT_EQ(refused(backwards), ErrorCode::bad_argument);
    backwards.timeline->to = 0;
    EXPECT_EQ(refused(backwards), ErrorCode::bad_argument);
    Picture faceless = Push().picture();
    faceless.shapes[0].faces = {FaceIndex(6)};
    EXPECT_EQ(refused(faceless), ErrorCode::bad_argument);
    faceless.shapes[0].faces = {FaceIndex()};
    EXPECT_EQ(refused(faceless), ErrorCode::bad_argument);
    Picture far = Push().picture();
    far.lines.push_back({.points = {{-1e60, 0, 0}, {1e60, 0, 0}}});
    EXPECT_EQ(refused(far), ErrorCode::unsupported);
}

TEST_F(picture, of_nothing_is_a_scene_and_moments_without_a_mark_name_none) {
    const GlbScene nothing(picture_glb({}).value());
    EXPECT_EQ(nothing.document["nodes"].size(), 1U);
    Picture unmarked{.timeline = PictureTimeline{}};
    unmarked.timeline->moments.push_back({0.5, "half", 3});
    const GlbScene scene(picture_glb(unmarked).value());
    EXPECT_FALSE(scene.about()["timeline"]["marks"][0].contains("contact"));
}

TEST_F(picture, of_two_at_rest_marks_the_witness_and_its_faces) {
    const Placed a{box(1, 1, 1)}, b{box(1, 1, 1), at(0.5, 0.25, 0.125)};
    const OverlapResult result = overlap(a, b);
    ASSERT_TRUE(result.witness);
    Picture drawn{.command = "overlap"};
    add_pair(drawn, {"left", a, {0}}, {"right", b}, result.witness);
    const GlbScene scene(picture_glb(drawn).value());
    EXPECT_EQ(scene.nodes("shape_a").size(), 1U);
    EXPECT_EQ(scene.nodes("shape_b").size(), 1U);
    EXPECT_EQ(scene.nodes("faces").size(), 2U);
    EXPECT_EQ(scene.about()["contacts"][0]["kind"], "witness");
    EXPECT_EQ(scene.about()["contacts"][0]["a"]["face"], result.witness->faces.a);
    EXPECT_FALSE(scene.about()["contacts"][0]["a"].contains("vertices"));
    EXPECT_FALSE(scene.about().contains("timeline"));
}

TEST_F(picture, keys_keep_to_the_arc_of_a_turn_and_trails_go_with_them) {
    const Motion turn = Rotation::make({0, 0, 0}, {0, 0, 1}, 3 * std::numbers::pi / 4).value();
    const Moving moving{{box(1, 1, 1), at(30, 0, 0)}, turn};
    const std::vector<PictureKey> keys = keys_along(moving, 0.5);
    EXPECT_EQ(keys.back().at, 0.5);
    for (std::size_t i = 1; i < keys.size(); ++i) {
        const Vector3d middle = (keys[i - 1].pose.translation() + keys[i].pose.translation()) / 2;
        EXPECT_GT(middle.norm(), 30 - 1e-3 * moving.placed.shape.extent());
    }
    const Vector3d end = keys.back().pose * Vector3d(0.5, 0, 0);
    const PictureLine trail = trail_of(keys, end);
    ASSERT_EQ(trail.points.size(), keys.size());
    EXPECT_NEAR((trail.points.front() - Vector3d(30.5, 0, 0)).norm(), 0, 1e-12);
    EXPECT_NEAR((trail.points.back() - end).norm(), 0, 1e-12);
}

TEST_F(picture, names_of_roles_are_those_of_the_format) {
    std::set<std::string_view> names;
    for (int i = 0; i < 8; ++i) names.insert(name_of(static_cast<PictureRole>(i)));
    for (int i = 0; i < 3; ++i) names.insert(name_of(static_cast<PictureLineKind>(i)));
    EXPECT_EQ(names,
              (std::set<std::string_view>{"mover", "obstacle", "body", "room", "shape_a", "shape_b",
                                          "sphere", "ghost", "trail", "ray", "gap"}));
}

}  // namespace
}  // namespace swept::test
