// The M16 nut on its bolt: eight quarter turns whose first contacts are known from elsewhere, but
// for one that nobody had decided.

#include <gtest/gtest.h>

#include <fstream>

#include "swept/mesh_io.h"
#include "swept/sweep.h"
#include "tests/io/samples.h"

namespace swept::test {
namespace {

struct Case {
    double w, x, y, z, angle;
    Eigen::Vector3d from, axis, to;
    double earliest, latest;
    int known;  ///< 0 free, 1 a contact between earliest and latest, 2 undecided
};

std::istream& operator>>(std::istream& in, Case& c) {
    int kind = 0;
    double least = 0;
    in >> kind >> c.w >> c.x >> c.y >> c.z >> c.from[0] >> c.from[1] >> c.from[2];
    in >> c.axis[0] >> c.axis[1] >> c.axis[2] >> c.angle >> c.to[0] >> c.to[1] >> c.to[2];
    return in >> c.earliest >> c.latest >> c.known >> least;
}

void expect_decided(const std::string& fit) {
    const std::filesystem::path folder = data_folder() / "fasteners";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no fasteners in the data folder";
    const auto built = [&](const std::string& name) {
        return Polyhedron::build(read_mesh(folder / (name + "_m16_" + fit + ".ply")).value().mesh)
            .value();
    };
    const Polyhedron nut = built("nut"), bolt = built("bolt");
    std::ifstream file(folder / ("nb_m16_" + fit + ".txt"));
    int count = 0;
    for (Case c; file >> c; ++count) {
        constexpr double millimetre = 1e-3;  // the cases'; the meshes are in metres
        const Pose start = Pose::make(millimetre * c.from, Quaternion(c.w, c.x, c.y, c.z)).value();
        const Screw screw = Screw::make(start.translation(), c.axis, c.angle,
                                        millimetre * (c.to - c.from).dot(c.axis))
                                .value();
        const SweepResult result = sweep({nut, start}, screw, {bolt});
        EXPECT_EQ(result.start, Relation::separate);
        if (c.known == 1) {
            EXPECT_EQ(result.state, State::hit) << count;
            EXPECT_GE(result.free_fraction, c.earliest);
            EXPECT_LE(result.free_fraction, c.latest);
        } else {
            EXPECT_EQ(result.state, State::free) << count;
            for (int i = 0; i <= 50; ++i) {
                const Pose pose = screw.pose_at(start, i / 50.0);
                EXPECT_EQ(overlap({nut, pose}, {bolt}).relation, Relation::separate) << i;
            }
        }
    }
    EXPECT_EQ(count, 4);
}

TEST(fasteners, quarter_turns_with_much_play_are_decided_rightly) {
    expect_decided("loose");
}

TEST(fasteners, quarter_turns_with_little_play_are_decided_rightly) {
    expect_decided("tight");
}

}  // namespace
}  // namespace swept::test
