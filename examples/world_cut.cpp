// Draws two rooms of a world before and after the wall between them is blown open, cut at the
// height of a ray, and what a lamp there lights: two thousand rays in one batch. crater.cpp tells
// the same with numbers. Usage: world_cut [FILE], by default world-crater.svg.

#include <swept/solids.h>
#include <swept/world.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

const Vector3d eye(1.2, 11.6, 0.7), target(17, 11, 0.7), wall(5.3, 10.6, 0.9);
const swept::PolygonId crater(1'000'000);
const swept::BodyId crate(1);

/// The value, or the end of the program with the reason why there is none.
template <class Value>
Value must(swept::Result<Value> result) {
    if (!result) {
        std::cerr << "world_cut: " << result.error().message() << '\n';
        std::exit(1);
    }
    return std::move(*result);
}

swept::Polyhedron built(const swept::Result<swept::Mesh>& mesh) {
    return must(swept::Polyhedron::build(must(mesh)));
}

std::string with_digits(double value) {
    std::array<char, 32> text;
    (void)std::snprintf(text.data(), text.size(), "%.2f", value);
    return text.data();
}

std::string words_of(const swept::InWorld<swept::CastResult>& answer) {
    if (answer.result.state != swept::State::hit) return "nothing";
    return "polygon " + std::to_string(answer.collider.polygon.id.value) + " of room " +
           std::to_string(answer.collider.room.value) + " after " +
           with_digits((answer.result.hit.point - eye).norm()) + " m";
}

// ---- the picture ----

// The sheet: two plans, one above the other, x to the right and y upward.
constexpr double scale = 37, lower_x = -6, upper_x = 16.6, lower_y = 4.6, upper_y = 16.6;
constexpr double plan_width = scale * (upper_x - lower_x);
constexpr double plan_height = scale * (upper_y - lower_y);
constexpr double margin = 22, title_height = 36;

Vector2d on_paper(const Vector3d& p) {
    return {scale * (p.x() - lower_x), scale * (upper_y - p.y())};
}

std::string text_of(const Vector2d& p) {
    return with_digits(p.x()) + ' ' + with_digits(p.y());
}

/// Where the polygons of a room cross the height of the ray.
class Cut {
   public:
    explicit Cut(const swept::RoomPolygons& room) {
        for (std::size_t i = 0; i < room.mesh.polygon_count(); ++i) {
            const auto corners = room.mesh.polygon(i);
            Vector3d down = Vector3d::Zero(), up = Vector3d::Zero();
            bool crosses = false;
            for (std::size_t k = 0; k < corners.size(); ++k) {
                const Vector3d& a = room.mesh.vertices[corners[k]];
                const Vector3d& b = room.mesh.vertices[corners[(k + 1) % corners.size()]];
                if ((a.z() < eye.z()) == (b.z() < eye.z())) continue;
                crosses = true;
                (a.z() < b.z() ? up : down) = crossing(a, b);
            }
            // Seen from above, what is solid lies to the left of the way from `up` to `down`.
            if (crosses) next_[key(up)].push_back(down);
            if (crosses && room.labels[i].id == crater) crater_ += line(up, down);
        }
    }

    /// All closed outlines, as the data of an SVG path.
    [[nodiscard]] std::string outlines() const {
        std::string text;
        auto next = next_;
        for (auto& [first, ways] : next) {
            while (!ways.empty()) {
                text += 'M' + text_of(on_paper({first.first, first.second, 0}));
                for (auto at = next.find(first); at != next.end() && !at->second.empty();) {
                    const Vector3d to = at->second.back();
                    at->second.pop_back();
                    text += 'L' + text_of(on_paper(to));
                    at = next.find(key(to));
                }
                text += 'Z';
            }
        }
        return text;
    }
    [[nodiscard]] const std::string& crater_walls() const { return crater_; }

   private:
    using Key = std::pair<double, double>;

    static Key key(const Vector3d& p) { return {p.x(), p.y()}; }
    /// The same bits whichever polygon of the edge asks.
    static Vector3d crossing(Vector3d a, Vector3d b) {
        if (b.z() < a.z()) std::swap(a, b);
        return a + (eye.z() - a.z()) / (b.z() - a.z()) * (b - a);
    }
    static std::string line(const Vector3d& a, const Vector3d& b) {
        return 'M' + text_of(on_paper(a)) + 'L' + text_of(on_paper(b));
    }

    std::map<Key, std::vector<Vector3d>> next_;
    std::string crater_;
};

struct Plan {
    std::string title;
    const swept::WorldSnapshot& world;
    const swept::InWorld<swept::CastResult>& seen;
};

/// All that is seen from the eye at its height: where rays all round end.
std::string lit_from_eye(const swept::WorldSnapshot& world) {
    constexpr int count = 2000;
    constexpr double far = 40;
    std::vector<swept::Ray> rays;
    rays.reserve(count);
    for (int i = 0; i < count; ++i) {
        const double angle = 2 * std::numbers::pi * i / count;
        const Vector3d end = eye + far * Vector3d(std::cos(angle), std::sin(angle), 0);
        rays.push_back(must(swept::Ray::between(eye, end)));
    }
    const auto results = cast_batch(rays, world);
    std::string text;
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const bool hit = results[i].result.state == swept::State::hit;
        text += (i == 0 ? 'M' : 'L') +
                text_of(on_paper(hit ? results[i].result.hit.point : rays[i].to()));
    }
    return text + 'Z';
}

/// A body of the world, as the outline of its box.
std::string outline_of(const swept::Body& body, const swept::Box& box) {
    std::string text;
    for (const auto& [x, y] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}}) {
        const Vector3d corner((x == 0 ? box.lower : box.upper).x(),
                              (y == 0 ? box.lower : box.upper).y(), 0);
        text += (text.empty() ? 'M' : 'L') + text_of(on_paper(body.world_from_body * corner));
    }
    return text + 'Z';
}

void draw(std::ostream& svg, const Plan& plan, double y) {
    svg << "<text class='title' x='" << margin << "' y='" << y - 12 << "'>" << plan.title
        << "</text>\n<svg x='" << margin << "' y='" << y << "' width='" << plan_width
        << "' height='" << plan_height << "'>\n<rect class='air' width='100%' height='100%'/>\n";
    svg << "<path class='lit' d='" << lit_from_eye(plan.world) << "'/>\n";
    std::string walls, broken;
    for (const swept::RoomId room : plan.world.rooms()) {
        const Cut cut(*plan.world.polygons(room));
        walls += cut.outlines();
        broken += cut.crater_walls();
    }
    // The shells of rooms overlap: lines first, so that the fill hides those within walls.
    svg << "<path class='line' d='" << walls << "'/>\n<path class='wall' d='" << walls << "'/>\n"
        << "<path class='broken' d='" << broken << "'/>\n";
    for (const swept::BodyId id : plan.world.bodies()) {
        const swept::Body body = *plan.world.body(id);
        const swept::Box& box = std::get<swept::Polyhedron>(body.shape).box();
        svg << "<path class='crate' d='" << outline_of(body, box) << "'/>\n";
    }
    const bool hit = plan.seen.result.state == swept::State::hit;
    const Vector2d from = on_paper(eye), to = on_paper(hit ? plan.seen.result.hit.point : target);
    svg << "<path class='ray' d='M" << text_of(from) << 'L' << text_of(to) << "'/>\n"
        << "<circle class='eye' cx='" << from.x() << "' cy='" << from.y() << "' r='4.5'/>\n"
        << "<circle class='hit' cx='" << to.x() << "' cy='" << to.y() << "' r='5'/>\n</svg>\n";
}

const char* const style = R"(<style>
.sheet{fill:#fbfcfe;stroke:#cfd8e3} .air{fill:#eef1f5}
.lit{fill:#ffefb8} .line{fill:none;stroke:#5b6b7f;stroke-width:2.4;stroke-linejoin:round} .wall{fill:#c9d3df}
.broken{fill:none;stroke:#e8590c;stroke-width:2.6;stroke-linecap:round}
.crate{fill:#b8d6f6;stroke:#2b5c94;stroke-width:1.4}
.ray{stroke:#2b5c94;stroke-width:1.8;stroke-dasharray:7 4} .eye{fill:#2b5c94} .hit{fill:#e8590c}
text{font-family:system-ui,'Helvetica Neue',Arial,sans-serif;fill:#22344a}
.title{font-size:16px;font-weight:600}
</style>
)";

bool draw(const std::string& file, const Plan& before, const Plan& after) {
    const double width = plan_width + 2 * margin;
    const double height = 2 * (title_height + plan_height) + 2 * margin;
    std::ofstream svg(file);
    svg << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " << width << ' ' << height
        << "'>\n"
        << style << "<rect class='sheet' x='1' y='1' rx='18' width='" << width - 2 << "' height='"
        << height - 2 << "'/>\n";
    draw(svg, before, margin + title_height - 8);
    draw(svg, after, margin + 2 * title_height + plan_height);
    svg << "</svg>\n";
    svg.close();
    if (!svg) std::cerr << "world_cut: " << file << ": cannot be written\n";
    return svg.good();
}

}  // namespace

int main(int argc, char** argv) {
    swept::World world =
        must(swept::World::make(must(swept::make_level_world({.rooms = 4, .seed = 18}))));
    const swept::WorldSnapshot before = world.snapshot();
    const swept::Ray ray = must(swept::Ray::between(eye, target));
    const swept::InWorld<swept::CastResult> seen = cast(ray, before);

    // A crater in the wall, whose new polygons carry a label of their own, and a crate that went
    // through the hole.
    const swept::Polyhedron blast = built(swept::make_sphere(1.25, 7, 11));
    const swept::Polyhedron box = built(swept::make_box({0.8, 0.8, 0.8}));
    must(world.edit([&](swept::WorldEdit& edit) -> swept::Result<void> {
        swept::CarveOptions options;
        options.label = swept::PolygonLabel{crater};
        const auto carved = edit.carve({blast, must(swept::Pose::make(wall))}, options);
        if (!carved) return tl::unexpected(carved.error());
        return edit.insert_body(crate, {box, must(swept::Pose::make({8, 10.1, 0.6}))});
    }));
    const swept::WorldSnapshot after = world.snapshot();
    const swept::InWorld<swept::CastResult> seen_after = cast(ray, after);

    const std::string file = argc > 1 ? argv[1] : "world-crater.svg";
    return draw(file, {"The ray meets " + words_of(seen), before, seen},
                {"The wall is blown open: it meets " + words_of(seen_after), after, seen_after})
               ? 0
               : 1;
}
