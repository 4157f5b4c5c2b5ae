// Draws a cut through a bolt in its nut (M16, in mm) into an SVG file: turned in by its own pitch,
// and by a pitch that is 1 % longer until a thread stops it. Shows how to get at where a path ends,
// at the contact, and at the faces and edges of a shape.
// Usage: thread_cut [FILE], by default bolt-and-nut.svg.

#include <swept/path.h>
#include <swept/solids.h>
#include <swept/swept.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <numbers>
#include <string>
#include <vector>

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

const swept::BoltOptions measures;  // the nut's own go with them
constexpr int turns = 3;
constexpr int poses_per_turn = 3;

// The sheet: two rows, along each the axis of the bolt, radii upward.
constexpr double scale = 118, first_height = -1, last_height = 6.3, least_radius = 6.45,
                 most_radius = 8.75;
constexpr double row_width = scale * (last_height - first_height);
constexpr double row_height = scale * (most_radius - least_radius);
constexpr double margin = 24, title_height = 34;

std::string with_digits(double value) {
    std::array<char, 32> text;
    (void)std::snprintf(text.data(), text.size(), "%.2f", value);
    return text.data();
}

/// From where the bolt's tip is level with the nut. As they are made the threads match, and there
/// the bolt is whole turns away.
swept::Pose turned_in(double by_turns, double pitch) {
    const double angle = 2 * std::numbers::pi * by_turns;
    return swept::Screw::make({0, 0, 0}, {0, 0, 1}, angle, pitch * by_turns)
        .value()
        .pose_at(swept::Pose::make({0, 0, -measures.length}).value(), 1);
}

std::vector<swept::Pose> path_with(double pitch) {
    std::vector<swept::Pose> poses;
    poses.reserve(poses_per_turn * turns + 1);
    for (int i = 0; i <= turns * poses_per_turn; ++i) {
        poses.push_back(turned_in(static_cast<double>(i) / poses_per_turn, pitch));
    }
    return poses;
}

/// A half plane from the axis outward.
struct HalfPlane {
    Vector3d outward;
    Vector3d across;

    explicit HalfPlane(double azimuth)
        : outward(std::cos(azimuth), std::sin(azimuth), 0),
          across(-std::sin(azimuth), std::cos(azimuth), 0) {}
    /// Within a row of the sheet.
    [[nodiscard]] Vector2d on_paper(const Vector3d& p) const {
        return {scale * (p.z() - first_height), scale * (most_radius - outward.dot(p))};
    }
};

/// Where a plane cuts the faces of a shape: from edge to edge. A corner in the plane counts as
/// beyond it, so that every face that is cut has exactly two edges that are.
class Cut {
   public:
    Cut(const swept::Polyhedron& shape, const swept::Pose& pose, const HalfPlane& plane) {
        for (std::uint32_t i = 0; i < shape.face_count(); ++i) {
            std::vector<std::uint32_t> crossed;
            for (const swept::EdgeIndex edge : shape.edges_of(swept::FaceIndex(i))) {
                const auto [a, b] = shape.ends(edge);
                const Vector3d p = pose * shape.position(a), q = pose * shape.position(b);
                const double at_p = plane.across.dot(p), at_q = plane.across.dot(q);
                if ((at_p < 0) == (at_q < 0)) continue;
                crossed.push_back(edge.value);
                points_[edge.value] = plane.on_paper(p + at_p / (at_p - at_q) * (q - p));
            }
            if (crossed.size() != 2) continue;
            next_[crossed[0]].push_back(crossed[1]);
            next_[crossed[1]].push_back(crossed[0]);
        }
    }

    /// All closed outlines, as the data of an SVG path.
    [[nodiscard]] std::string outlines() {
        std::string text;
        for (const auto& [first, point] : points_) {
            if (next_[first].empty()) continue;  // in one that is drawn
            char command = 'M';
            for (std::uint32_t edge = first; !next_[edge].empty(); command = 'L') {
                text +=
                    command + with_digits(points_[edge].x()) + ' ' + with_digits(points_[edge].y());
                const std::uint32_t other = next_[edge].back();
                next_[edge].pop_back();
                std::erase(next_[other], edge);
                edge = other;
            }
            text += 'Z';
        }
        return text;
    }

   private:
    std::map<std::uint32_t, Vector2d> points_;
    std::map<std::uint32_t, std::vector<std::uint32_t>> next_;
};

struct Row {
    std::string title;
    swept::Pose bolt;
    const swept::Contact* contact = nullptr;
};

void draw(std::ostream& svg, const Row& row, double y, const swept::Polyhedron& bolt,
          const swept::Polyhedron& nut, const HalfPlane& plane) {
    svg << "<text class='title' x='" << margin << "' y='" << y - 11 << "'>" << row.title
        << "</text>\n<svg x='" << margin << "' y='" << y << "' width='" << row_width << "' height='"
        << row_height << "'>\n<rect class='air' width='100%' height='100%'/>\n"
        << "<path class='nut' d='" << Cut(nut, {}, plane).outlines() << "'/>\n"
        << "<path class='bolt' d='" << Cut(bolt, row.bolt, plane).outlines() << "'/>\n"
        << "<text class='part' x='14' y='" << row_height - 16 << "'>bolt</text>\n"
        << "<text class='part' x='" << row_width - 48 << "' y='30'>nut</text>\n";
    if (row.contact != nullptr) {
        const Vector2d p = plane.on_paper(row.contact->point);
        svg << "<circle class='ring' cx='" << p.x() << "' cy='" << p.y() << "' r='13'/>\n"
            << "<circle class='spot' cx='" << p.x() << "' cy='" << p.y() << "' r='2.5'/>\n";
    }
    svg << "</svg>\n";
}

std::string title(double pitch) {
    return "By " + with_digits(pitch) + " mm a turn: ";
}

const char* const style = R"(<style>
.sheet{fill:#fbfcfe;stroke:#cfd8e3} .air{fill:#fff}
.nut{fill:#c9d3df;stroke:#5b6b7f} .bolt{fill:#b8d6f6;stroke:#2b5c94}
path{stroke-width:.8;stroke-linejoin:round;fill-rule:evenodd}
.ring{fill:none;stroke:#e8590c;stroke-width:2.5} .spot{fill:#e8590c}
text{font-family:system-ui,'Helvetica Neue',Arial,sans-serif;fill:#22344a}
.title{font-size:16px;font-weight:600} .part{font-size:14px}
</style>
)";

}  // namespace

int main(int argc, char** argv) {
    const std::string file = argc > 1 ? argv[1] : "bolt-and-nut.svg";
    const auto bolt = swept::Polyhedron::build(swept::make_bolt(measures).value()).value();
    const auto nut = swept::Polyhedron::build(swept::make_nut().value()).value();

    const double longer = 1.01 * measures.pitch;
    const auto right = swept::check_path(bolt, path_with(measures.pitch), {nut}).value();
    const auto wrong = swept::check_path(bolt, path_with(longer), {nut}).value();
    if (right.state != swept::State::free || wrong.state != swept::State::hit) {
        std::cerr << "thread_cut: the bolt must get in with its own pitch, and not with another\n";
        return 1;
    }
    const double turned = wrong.proven() / poses_per_turn;
    const HalfPlane plane(std::atan2(wrong.contact.point.y(), wrong.contact.point.x()));

    const double width = row_width + 2 * margin;
    const double height = 2 * (title_height + row_height) + 2 * margin;
    std::ofstream svg(file);
    svg << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << width << ' ' << height
        << "'>\n"
        << style << "<rect class='sheet' x='1' y='1' rx='18' width='" << width - 2 << "' height='"
        << height - 2 << "'/>\n";
    draw(svg,
         {title(measures.pitch) + "free, here after " + with_digits(turned) + " of " +
              std::to_string(turns) + " turns",
          turned_in(turned, measures.pitch)},
         margin + title_height - 8, bolt, nut, plane);
    draw(svg,
         {title(longer) + "stopped by the thread after " + with_digits(turned) + " turns",
          wrong.end, &wrong.contact},
         margin + 2 * title_height + row_height, bolt, nut, plane);
    svg << "</svg>\n";
    svg.close();
    if (!svg) std::cerr << "thread_cut: " << file << ": cannot be written\n";
    return svg ? 0 : 1;
}
