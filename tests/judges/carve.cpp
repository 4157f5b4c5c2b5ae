// Solids that are carved, before a judge that knows where the surface must be.
//
//   judge_carve [--carves N] [--rays N] [--seed S] [--only CASE] [--most-wrong N]
//
// Boxes, prisms, spheres, tori, a hollow room and a room in rock are carved one to four times with
// spheres, prisms and boxes, turned or not. Half of the tools are where ties are: on a grid, at the
// point where a ray hits a wall, with a vertex on a plane or a corner of the surface. After every
// carve: the surface is where it must be and nowhere else (tests/oracle/carve_check.h), it is
// closed, what was taken out is closed, also as a mesh, and has the volume that is missing. Ends
// with 1 on any violation.

#include <algorithm>
#include <cstdio>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "swept/solids.h"
#include "swept/swept.h"
#include "swept/world.h"
#include "tests/judges/options.h"
#include "tests/oracle/carve_check.h"

namespace swept::judge {
namespace {

using Eigen::Vector3d;

struct Options {
    std::uint64_t carves = 20'000;
    std::uint64_t rays = 40;
    std::uint64_t seed = 1;
    std::optional<std::uint64_t> only = std::nullopt;
    std::uint64_t most_wrong = 20;
};

struct Tally {
    std::uint64_t carves = 0, met = 0, tied = 0, rays = 0, crossings = 0, wrong = 0;
    std::map<std::string, std::uint64_t> faults;
};

class Random {
   public:
    explicit Random(std::uint64_t seed) : bits(seed) {}
    double between(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(bits);
    }
    int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(bits); }
    Vector3d vector(double reach) {
        Vector3d v;
        for (double& x : v) x = between(-reach, reach);
        return v;
    }
    std::mt19937_64 bits;
};

struct Start {
    Mesh mesh;
    bool rock = false;
};

Mesh turned_over(Mesh mesh) {
    Mesh over;
    over.vertices = mesh.vertices;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto loop = mesh.polygon(i);
        over.add_polygon(std::vector<std::uint32_t>(loop.rbegin(), loop.rend()));
    }
    return over;
}

void append(Mesh& mesh, const Mesh& other) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vector3d& v : other.vertices) mesh.add_vertex(v);
    for (std::size_t i = 0; i < other.polygon_count(); ++i) {
        std::vector<std::uint32_t> loop;
        for (const std::uint32_t v : other.polygon(i)) loop.push_back(first + v);
        mesh.add_polygon(loop);
    }
}

Start start_of(Random& random) {
    switch (random.whole(0, 9)) {
        case 0:
            return {make_prism(random.whole(3, 9), 1, 2).value()};
        case 1:
            return {make_sphere(1.25, random.whole(3, 7), random.whole(3, 9)).value()};
        case 2:
            return {make_torus(random.whole(5, 9), random.whole(3, 6), 1, 0.5).value()};
        case 3:
        case 4: {  // a room with thick walls
            Mesh room = make_box({3, 2.5, 2}).value();
            append(room, turned_over(make_box({2.5, 2, 1.5}).value()));
            return {room};
        }
        case 5:
            return {turned_over(make_box({2, 2, 2}).value()), true};
        default:
            return {make_box({2, 2, 2}).value()};
    }
}

Mesh tool_of(Random& random, bool on_grid) {
    const auto size = [&] {
        return on_grid ? random.whole(1, 6) * 0.25 : random.between(0.2, 1.4);
    };
    switch (random.whole(0, 2)) {
        case 0: {
            const double x = size(), y = size(), z = size();
            return make_box({x, y, z}).value();
        }
        case 1: {
            const int sides = random.whole(3, 9);
            const double radius = size(), height = size();
            return make_prism(sides, radius, height).value();
        }
        default: {
            const int rings = random.whole(2, 8), segments = random.whole(3, 9);
            return make_sphere(random.whole(0, 1) == 0 ? size() : random.between(0.2, 0.9), rings,
                               segments)
                .value();
        }
    }
}

Quaternion turn_of(Random& random, bool on_grid) {
    const int kind = random.whole(0, 5);
    if (on_grid ? kind < 3 : kind < 1) return Quaternion::Identity();
    if (on_grid && kind < 5) {  // by right angles
        const double half = std::sqrt(0.5);
        const Eigen::Vector3d axis = Vector3d::Unit(random.whole(0, 2));
        return Quaternion(half, half * axis.x(), half * axis.y(), half * axis.z());
    }
    Eigen::Quaterniond q(random.between(-1, 1), 0, 0, 0);
    q.vec() = random.vector(1);
    return Quaternion(q.normalized());
}

/// A corner, the middle of a side, or a middle of the surface as it is now.
Vector3d feature_of(Random& random, const Mesh& mesh) {
    const auto loop = mesh.polygon(
        static_cast<std::size_t>(random.whole(0, static_cast<int>(mesh.polygon_count()) - 1)));
    const auto corner =
        static_cast<std::size_t>(random.whole(0, static_cast<int>(loop.size()) - 1));
    const Vector3d &a = mesh.vertices[loop[corner]],
                   &b = mesh.vertices[loop[(corner + 1) % loop.size()]];
    const int kind = random.whole(0, 3);
    if (kind == 0) return a;
    if (kind == 1) return 0.5 * (a + b);
    const Vector3d& c = mesh.vertices[loop[(corner + 2) % loop.size()]];
    // Planes across an axis keep their coordinate.
    Vector3d point = a + 0.5 * (c - a) + random.between(0, 0.4) * (b - a);
    for (int k = 0; k < 3; ++k) {
        if (a[k] == b[k] && b[k] == c[k]) point[k] = a[k];
    }
    return point;
}

/// Where a ray hits a wall, as a rocket does; with the wall's own coordinate.
Vector3d hit_of(Random& random, const WorldSnapshot& world) {
    for (int i = 0; i < 20; ++i) {
        const Vector3d to = random.vector(0.9);
        Vector3d from = to;
        from[random.whole(0, 2)] += random.whole(0, 1) == 0 ? 9 : -9;
        const auto hit = cast(Ray::between(from, to).value(), world, {.sides = Sides::both});
        if (hit.result.state == State::hit) return hit.result.hit.point;
    }
    return random.vector(1);
}

Pose place_of(Random& random, const Polyhedron& tool, const WorldSnapshot& world, bool tied) {
    const Quaternion turn = turn_of(random, tied);
    if (!tied) return Pose::make(random.vector(1.5), turn).value();
    const Mesh now = world.polygons(RoomId(0))->mesh;
    Vector3d place = random.vector(1);
    switch (now.polygon_count() == 0 ? 0 : random.whole(0, 4)) {
        case 0:
            for (double& x : place) x = std::round(4 * x) / 4;
            break;
        case 1:
        case 2:
            place = hit_of(random, world);
            break;
        case 3:
            place = feature_of(random, now);
            break;
        default: {  // a vertex of the tool on it, but for a rounding
            const Vector3d vertex = turn * tool.vertices()[static_cast<std::size_t>(random.whole(
                                               0, static_cast<int>(tool.vertex_count()) - 1))];
            place = feature_of(random, now) - vertex;
        }
    }
    return Pose::make(place, turn).value();
}

double volume_of(const Mesh& mesh) {
    double sum = 0;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto loop = mesh.polygon(i);
        const Vector3d& a = mesh.vertices[loop[0]];
        for (std::size_t k = 2; k < loop.size(); ++k) {
            sum += a.dot(mesh.vertices[loop[k - 1]].cross(mesh.vertices[loop[k]]));
        }
    }
    return sum / 6;
}

/// Whether as many sides run each way between any two places.
bool is_closed(const Mesh& mesh) {
    using Place = std::array<double, 3>;
    const auto place = [&](std::uint32_t v) {
        const Vector3d& p = mesh.vertices[v];
        return Place{p[0] + 0.0, p[1] + 0.0, p[2] + 0.0};
    };
    std::map<std::pair<Place, Place>, int> sides;
    for (std::size_t i = 0; i < mesh.polygon_count(); ++i) {
        const auto loop = mesh.polygon(i);
        for (std::size_t k = 0; k < loop.size(); ++k) {
            const Place a = place(loop[k]), b = place(loop[(k + 1) % loop.size()]);
            sides[a < b ? std::pair(a, b) : std::pair(b, a)] += a < b ? 1 : -1;
        }
    }
    return std::ranges::all_of(sides, [](const auto& s) { return s.second == 0; });
}

/// One solid, carved a few times. Returns what is wrong.
class Case {
   public:
    Case(std::uint64_t seed, const Options& options, Tally& tally)
        : random_(seed), options_(options), tally_(tally) {}

    std::string run() {
        const Start start = start_of(random_);
        World world;
        const auto added = world.edit([&](WorldEdit& edit) {
            return edit.add_room(RoomId(0), RoomPolygons{start.mesh, {}});
        });
        if (!added) return "the solid was refused";
        oracle::CarveCheck check(world.snapshot().polygons(RoomId(0))->mesh, start.rock);
        log += "  solid of " + std::to_string(start.mesh.polygon_count()) + " polygons" +
               (start.rock ? ", inside out\n" : "\n");
        const int carves = random_.whole(1, 4);
        for (int i = 0; i < carves; ++i) {
            std::string fault = carve(world, check);
            tally_.rays += check.asked;
            tally_.crossings += check.crossed;
            check.asked = check.crossed = 0;
            if (!fault.empty()) return fault;
        }
        return {};
    }
    std::string log;

   private:
    Random random_;
    const Options& options_;
    Tally& tally_;

    std::string carve(World& world, oracle::CarveCheck& check) {
        const bool tied = random_.whole(0, 1) == 0;
        const Polyhedron tool = Polyhedron::build(tool_of(random_, tied)).value();
        const Pose pose = place_of(random_, tool, world.snapshot(), tied);
        const double before = volume_of(world.snapshot().polygons(RoomId(0))->mesh);
        CarveResult carving;
        const auto report = world.edit([&](WorldEdit& edit) -> Result<void> {
            auto carved = edit.carve({tool, pose});
            if (!carved) return tl::unexpected(carved.error());
            carving = std::move(*carved);
            return {};
        });
        ++tally_.carves;
        tally_.tied += tied ? 1U : 0U;
        note(tool, pose, tied);
        if (!report) return "refused: " + report.error().message();
        if (carving.rooms.empty()) return {};
        ++tally_.met;
        check.add_tool(tool, pose);
        const Mesh after = world.snapshot().polygons(RoomId(0))->mesh;
        if (!world.snapshot().seams().closed) return "the surface is open";
        const double missing = before - volume_of(after);
        const double taken = carving.piece ? volume_of(carving.piece->mesh()) : 0;
        if (std::abs(missing - taken) > 1e-9) return "the piece is not what is missing";
        if (carving.piece && !is_closed(carving.piece->mesh())) return "the piece's mesh is open";
        return check.fault(after, random_.bits, static_cast<int>(options_.rays));
    }
    void note(const Polyhedron& tool, const Pose& pose, bool tied) {
        char text[400];
        const Vector3d &p = pose.translation(), size = tool.box().size();
        const Quaternion& q = pose.rotation();
        std::snprintf(text, sizeof text,
                      "  tool of %u vertices, %.17g x %.17g x %.17g, at %.17g,%.17g,%.17g turned "
                      "%.17g,%.17g,%.17g,%.17g%s\n",
                      static_cast<unsigned>(tool.vertex_count()), size.x(), size.y(), size.z(),
                      p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z(), tied ? " (tied)" : "");
        log += text;
    }
};

int run(int count, char** words) {
    Options options;
    const bool good = read_options(count, words,
                                   {{"--carves", &options.carves},
                                    {"--rays", &options.rays},
                                    {"--seed", &options.seed},
                                    {"--only", &options.only},
                                    {"--most-wrong", &options.most_wrong}});
    if (!good) {
        std::fprintf(stderr,
                     "usage: judge_carve [--carves N] [--rays N] [--seed S] [--only CASE] "
                     "[--most-wrong N]\n");
        return 2;
    }
    Tally tally;
    for (std::uint64_t i = options.only.value_or(0); tally.carves < options.carves; ++i) {
        Case one(options.seed * 1'000'000'007 + i, options, tally);
        const std::string fault = one.run();
        if (!fault.empty()) {
            ++tally.wrong;
            ++tally.faults[fault.substr(0, 24)];
            if (tally.wrong <= options.most_wrong) {
                std::printf("wrong, --only %llu: %s\n%s", static_cast<unsigned long long>(i),
                            fault.c_str(), one.log.c_str());
            }
        }
        if (options.only) break;
    }
    const auto n = [](std::uint64_t value) { return static_cast<unsigned long long>(value); };
    std::printf("%llu carves, %llu with ties, %llu met something\n", n(tally.carves), n(tally.tied),
                n(tally.met));
    std::printf("%llu rays with %llu crossings: %llu solids wrong\n", n(tally.rays),
                n(tally.crossings), n(tally.wrong));
    for (const auto& [what, times] : tally.faults) {
        std::printf("  %llu: %s\n", n(times), what.c_str());
    }
    if (tally.wrong == 0) std::printf("all right\n");
    return tally.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace swept::judge

int main(int count, char** words) {
    return swept::judge::run(count, words);
}
