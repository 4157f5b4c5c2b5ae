// What judges leave of a wrong answer: few faces, and files that the tool answers as the library
// did. The answers here are right; what is 'wrong' with them is made up.

#include "tests/oracle/reproducer.h"

#include <nlohmann/json.hpp>

#include "swept/collisions.h"
#include "swept/solids.h"
#include "tests/apps/tool.h"
#include "tests/with.h"

namespace swept {
namespace {

using namespace oracle;
using Json = nlohmann::json;

Polyhedron built(const Mesh& mesh) {
    return Polyhedron::build(mesh).value();
}
Polyhedron torus() {
    return built(make_torus(20, 12, 0.7, 0.3).value());
}
Polyhedron level() {
    return built(make_level({.rooms = 2, .seed = 3, .clutter = 3}).value());
}
/// Of no round numbers.
Pose askew(const Vector3d& place) {
    return Pose::make(place, Quaternion(Eigen::AngleAxisd(0.3, Vector3d(0.48, 0.6, 0.64)))).value();
}

std::uint32_t faces_of(const Shrunk& left) {
    std::uint32_t count = 0;
    for (const Polyhedron& shape : left.shapes) count += shape.face_count();
    return count;
}

class reproducer_files : public test::ToolTest {
   protected:
    /// The tool's answers to what is left of a finding, question by question.
    [[nodiscard]] std::vector<Json> replayed(const Finding& finding, const Shrunk& left) const {
        std::vector<Json> answers;
        for (const std::string& command :
             write_reproducer(in_folder("left"), "it", finding, left)) {
            EXPECT_TRUE(command.starts_with("swept ")) << command;
            answers.push_back(Json::parse(answer_to(command.substr(6))));
            EXPECT_TRUE(
                test::contains(answers.back()["id"].get<std::string>(), "it: " + left.verdict));
        }
        EXPECT_EQ(answers.size(), finding.questions.size());
        return answers;
    }
};

Vector3d vector_of(const Json& json) {
    return {json[0].get<double>(), json[1].get<double>(), json[2].get<double>()};
}

TEST_F(reproducer_files, sweep_through_a_torus_is_left_as_few_faces_and_replays_to_the_same_bits) {
    const Motion motions[] = {
        Translation::make({0.1, 0, -3}).value(),
        Rotation::make({3, 0.1, 0.2}, {0.1, 1, 0.1}, -1.7).value(),
        Screw::make({0.1, 0.2, 0}, {0.1, 0.1, -1}, 2, 3).value(),
    };
    for (const Motion& motion : motions) {
        const SweepCase c{{"box", built(make_box({0.4, 0.5, 0.3}).value())},
                          {"torus", torus()},
                          askew({0.7, 0.1, 1}),
                          askew({0, 0, 0}),
                          motion,
                          {.margin = Margin::at_least(1e-4).value(), .budget = 1'000'000}};
        const auto answer = [&](const Shapes& s) {
            return sweep({s[0], c.world_from_mover}, motion, {s[1], c.world_from_obstacle},
                         c.options);
        };
        const Finding finding = finding_of(c, [&](const SweepCase& other) {
            const SweepResult r = answer({other.mover.shape, other.obstacle.shape});
            return r.state == State::hit && r.free_fraction < 0.5 ? "early" : "";
        });
        ASSERT_EQ(finding.verdict(finding.shapes), "early");
        const Shrunk left = reduce(finding);
        EXPECT_EQ(left.verdict, "early");
        EXPECT_EQ(faces_of(left), 2U);
        const SweepResult r = answer(left.shapes);
        const Json json = replayed(finding, left).at(0);
        EXPECT_EQ(json["free_fraction"], r.free_fraction);
        EXPECT_EQ(json["margin"], r.margin);
        EXPECT_EQ(vector_of(json["contact"]["point"]), r.contact.point);
        EXPECT_EQ(vector_of(json["pose"]["translation"]), r.end.translation());
    }
}

TEST_F(reproducer_files, cast_in_a_level_is_left_as_one_face) {
    const Pose pose = askew({0.1, 0.2, 0.3});
    const CastOptions options = cast_options_of_tool({.clearance = Clearance::of(0.01).value()});
    for (const bool bounded : {true, false}) {
        const Vector3d from = pose * Vector3d(0.3, 0.2, 1.5), way(0.4, 0.3, -2.5);
        const Ray ray =
            bounded ? Ray::between(from, from + way).value() : Ray::towards(from, way).value();
        const Radius radius = Radius::of(bounded ? 0.05 : 0).value();
        const auto answer = [&](const Shapes& s) {
            return cast(SphereCast{ray, radius}, {s[0], pose}, options);
        };
        const Vector3d normal = answer({level()}).hit.normal;
        const ToolQuestion question = cast_question(pose, ray, radius, options);
        const Finding finding{{"mesh"}, {level()}, {question, question}, [&](const Shapes& s) {
                                  const CastResult r = answer(s);
                                  const bool same = r.state == State::hit &&
                                                    (r.hit.normal - normal).norm() < 1e-9;
                                  return std::string(same ? "it is hit" : "");
                              }};
        ASSERT_GT(finding.shapes[0].face_count(), 100U);
        const Shrunk left = reduce(finding);
        EXPECT_EQ(faces_of(left), 1U);
        const CastResult r = answer(left.shapes);
        for (const Json& json : replayed(finding, left)) {
            EXPECT_EQ(json["fraction"], r.hit.fraction);
            EXPECT_EQ(vector_of(json["point"]), r.hit.point);
        }
    }
}

TEST_F(reproducer_files, contacts_distance_and_overlap_replay_to_the_same_bits) {
    const Pose at_a = askew({0, 0, 0}), at_b = askew({1.9, 0.3, 0.2});
    const ContactOptions near{.tolerance = ContactTolerance::within(0.5).value()};
    const DistanceOptions far{.limit = DistanceLimit::at_most(3).value()};
    const Finding finding{{"a", "b"},
                          {torus(), built(make_sphere(0.6, 8, 10).value())},
                          {distance_question(at_a, at_b, far), contacts_question(at_a, at_b, near),
                           overlap_question(at_a, at_b)},
                          [&](const Shapes& s) {
                              const double d = distance({s[0], at_a}, {s[1], at_b}, far).distance;
                              return std::string(d > 0 && d < 0.5 ? "near" : "");
                          }};
    const Shrunk left = reduce(finding);
    EXPECT_EQ(faces_of(left), 2U);
    const Shapes& s = left.shapes;
    const auto json = replayed(finding, left);
    EXPECT_EQ(json.at(0)["distance"], distance({s[0], at_a}, {s[1], at_b}, far).distance);
    const ContactSet set = contacts({s[0], at_a}, {s[1], at_b}, near);
    ASSERT_EQ(json.at(1)["contacts"].size(), set.contacts.size());
    ASSERT_FALSE(set.contacts.empty());
    EXPECT_EQ(vector_of(json.at(1)["contacts"][0]["normal"]), set.contacts[0].normal);
    EXPECT_EQ(json.at(1)["tolerance"], 0.5);
    EXPECT_EQ(json.at(2)["relation"], "separate");
}

TEST_F(reproducer_files, collisions_replay_to_the_same_bits_with_the_sides_that_they_need) {
    const Pose poses[] = {askew({0.6, 0.1, 1}), askew({0.7, 0.2, -1}), askew({0, 0, 0}),
                          askew({0.1, 0, 0.2})};
    const CollisionOptions options{.min_properness = -1};
    const auto answer = [&](const Shapes& s) {
        return all_collisions({s[0], poses[0], poses[1]}, {s[1], poses[2], poses[3]}, options)
            .value();
    };
    const Finding finding{{"a", "b"},
                          {built(make_box({0.4, 0.5, 0.3}).value()), torus()},
                          {collisions_question(poses[0], poses[1], poses[2], poses[3])},
                          [&](const Shapes& s) {
                              const bool shown =
                                  s[0].sides() == Sides::both && !answer(s).collisions.empty();
                              return std::string(shown ? "both sides" : "");
                          },
                          all_sides};
    const Shrunk left = reduce(finding);
    EXPECT_EQ(left.sides, Sides::both);
    EXPECT_EQ(faces_of(left), 2U);
    const CollisionResult r = answer(left.shapes);
    const Json json = replayed(finding, left).at(0);
    ASSERT_EQ(json["collisions"].size(), r.collisions.size());
    EXPECT_EQ(json["collisions"][0]["fraction"], r.collisions[0].fraction);
    EXPECT_EQ(vector_of(json["collisions"][0]["point_in_a"]), r.collisions[0].point_in_a);
}

TEST_F(reproducer_files, left_behind_says_how_to_replay_it_and_where_it_cannot_write) {
    Mesh points;
    for (int i = 0; i < 5; ++i) points.add_vertex({0.1 * i, 0, 0});
    const Finding finding{{"a", "b"},
                          {built(points), torus()},
                          {overlap_question({}, askew({0, 0, 0.1}))},
                          [](const Shapes&) { return std::string("a \"quote\"\n\\"); }};
    const std::string folder = in_folder("left").string();
    const std::string text = left_behind(folder, "points", finding, "");
    ASSERT_TRUE(text.starts_with("  replay: swept overlap ")) << text;
    const Json json = Json::parse(answer_to(text.substr(std::string("  replay: swept ").size())));
    EXPECT_TRUE(test::contains(json["id"].get<std::string>(), "points: a 'quote' "));
    EXPECT_EQ(test::lines_of(test::text_of(in_folder("left") / "points-a.off")).at(1), "1 0 0");
    write("file", "");
    EXPECT_TRUE(test::contains(left_behind(in_folder("file").string(), "x", finding, ""),
                               "cannot write to"));
    EXPECT_EQ(left_behind("", "x", finding, ""), "");
}

TEST(reproducer_shrinking, what_the_meshes_alone_do_not_show_stays_whole) {
    const Finding finding{{"mesh"}, {torus()}, {}, [](const Shapes&) { return std::string(); }};
    const Shrunk left = reduce(finding);
    EXPECT_EQ(left.verdict, "");
    EXPECT_EQ(faces_of(left), torus().face_count());
}

TEST(reproducer_shrinking, solid_that_has_to_stay_one_becomes_a_tetrahedron) {
    const Finding finding{{"mesh"}, {torus()}, {}, [](const Shapes& s) {
                              return std::string(s[0].is_closed() ? "closed" : "");
                          }};
    EXPECT_EQ(faces_of(reduce(finding)), 4U);
}

TEST(reproducer_shrinking, ends_when_the_effort_is_spent) {
    int asked = 0;
    const Finding finding{{"mesh"}, {torus()}, {}, [&](const Shapes& s) {
                              ++asked;
                              return std::string(s[0].face_count() > 1 ? "some" : "");
                          }};
    EXPECT_LT(faces_of(reduce(finding, {.seconds = 100, .verdicts = 4})), torus().face_count());
    EXPECT_EQ(asked, 4);
    EXPECT_EQ(faces_of(reduce(finding, {.seconds = 0})), torus().face_count());
    EXPECT_EQ(faces_of(reduce(finding)), 2U);
}

TEST(reproducer_shrinking, judge_that_throws_or_faces_without_area_do_no_harm) {
    Mesh mesh;
    for (const Vector3d& v : {Vector3d(0, 0, 0), Vector3d(1, 0, 0), Vector3d(2, 0, 0),
                              Vector3d(0, 1, 0), Vector3d(0, 1, 0), Vector3d(1e-300, 1, 0)}) {
        mesh.add_vertex(v);
    }
    mesh.add_polygon({0, 1, 2});
    mesh.add_polygon({3, 4, 5});
    mesh.add_polygon({0, 1, 3});
    mesh.add_polygon({0, 1, 1});
    mesh.add_polygon({0, 2, 5, 3});
    const Finding finding{{"mesh"}, {built(mesh)}, {}, [](const Shapes& s) {
                              if (s[0].vertex_count() < 4) throw std::runtime_error("too odd");
                              return std::string("odd");
                          }};
    const Shrunk left = reduce(finding);
    EXPECT_EQ(left.verdict, "odd");
    EXPECT_GE(faces_of(left), 1U);
}

}  // namespace
}  // namespace swept
