// Draws the collision screen of a step (Buss 2004): one car runs into the side of another within
// 1/30 s. Each pixel stands for a circle about the axis of their relative motion; where pixels of
// both meet, they may collide. car_step.cpp tells the same step with numbers. Usage:
// collision_screen [FILE], by default collision-screen.svg.

#include <swept/papers/buss.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numbers>
#include <string>

namespace buss = swept::papers::buss;

namespace {

template <class Value>
Value must(swept::Result<Value> result) {
    if (result) return std::move(*result);
    std::cerr << "collision_screen: " << result.error().message() << "\n";
    std::exit(1);
}

/// A car on the ground, turned to the left.
swept::Pose at(double x, double y, double degrees) {
    const double angle = degrees / 180 * std::numbers::pi;
    return must(swept::Pose::make(
        {x, y, 0}, Eigen::Quaterniond(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()))));
}

/// The pixels of both cars, h to the right and r upward, and a ring round each collision.
bool draw(const std::string& file, const buss::CollisionScreen& screen) {
    Eigen::AlignedBox2d all;  // in pixels; SVG counts downward
    std::string drawn;
    const auto pixels = [&](const std::vector<buss::ScreenRun>& runs, const char* colour) {
        for (const buss::ScreenRun& run : runs) {
            const int x = run.first, y = -run.row - 1, width = run.last - run.first + 1;
            all.extend(Eigen::Vector2d(x, y)).extend(Eigen::Vector2d(x + width, y + 1));
            drawn += "<rect x='" + std::to_string(x) + "' y='" + std::to_string(y) + "' width='" +
                     std::to_string(width) + "' height='1' fill='" + colour + "'/>\n";
        }
    };
    pixels(screen.runs_a, "#0072b2a0");
    pixels(screen.runs_b, "#d55e00a0");
    for (const buss::ScreenMark& mark : screen.marks) {
        const Eigen::Vector2d place = mark.place / screen.size;
        drawn += "<circle cx='" + std::to_string(place.y()) + "' cy='" +
                 std::to_string(-place.x()) + "' r='1' fill='none' stroke='#22344a'/>\n";
    }
    if (all.isEmpty()) return false;
    const Eigen::Vector2d corner = all.min().array() - 2, size = all.sizes().array() + 4;
    std::ofstream svg(file);
    svg << "<svg xmlns='http://www.w3.org/2000/svg' stroke-width='.3' viewBox='" << corner.x()
        << ' ' << corner.y() << ' ' << size.x() << ' ' << size.y() << "'>\n"
        << drawn << "</svg>\n";
    svg.close();
    return svg.good();
}

}  // namespace

int main(int argc, char** argv) {
    const auto car = must(swept::Polyhedron::build(must(swept::make_car(4.2, 1.8, 1.4))));

    // Car a comes at 30 m/s and turns a little; b crosses at 15 m/s, to the left. 1/30 s:
    const swept::Pose a_from = at(-3.4, 0, 0), a_to = at(-2.4, 0, 4);
    const swept::Pose b_from = at(0, -0.3, 90), b_to = at(0, 0.2, 90);
    // Pixels of 5 cm, and what both cars leave on them.
    const auto screen = must(buss::collision_screen({car, a_from, a_to}, {car, b_from, b_to},
                                                    {.pixels = {.size = 0.05}}));
    std::printf("on the screen %zu collisions, known to %.2f m\n", screen.answer.collisions.size(),
                screen.answer.error_bound);
    const std::string file = argc > 1 ? argv[1] : "collision-screen.svg";
    if (draw(file, screen)) return 0;
    std::cerr << "collision_screen: " << file << ": cannot be written\n";
    return 1;
}
