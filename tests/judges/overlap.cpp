// The exact decisions of the library before a judge: CGAL.
//
//   judge_overlap [--pairs N] [--placements N] [--seed S] [--data FOLDER] [--reproducers FOLDER]
//
// Pairs of triangles, a third of them degenerate, and placements of real meshes, many of them close
// to first contact, are decided by the library and by CGAL's exact predicates on the very same
// doubles. One answer in 64 is also judged in rational arithmetic: whether the triangles cross, and
// how far the common point lies from both. Prints how the answers fell, leaves what is wrong in the
// folder for reproducers for the tool to replay, and ends with 1 when an answer is wrong or a class
// of cases never had both answers.

#include <Eigen/Geometry>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/inside.h"
#include "shape/faces_meet.h"
#include "swept/mesh_io.h"
#include "swept/overlap.h"
#include "swept/solids.h"
#include "tests/judges/options.h"
#include "tests/oracle/cgal_faces.h"
#include "tests/oracle/cgal_meshes.h"
#include "tests/oracle/reproducer.h"
#include "tests/oracle/separation.h"

namespace swept::judge {
namespace {

using Eigen::Vector3d;
using oracle::TriangleCorners;

// ---- Chance ----

/// One stream of chance per chunk of work, so that the cases do not depend on the threads.
class Chance {
   public:
    Chance(std::uint64_t seed, std::uint64_t chunk) : engine_(seed * 0x9e3779b97f4a7c15 + chunk) {}

    int integer(int lower, int upper) {
        return std::uniform_int_distribution<int>(lower, upper)(engine_);
    }
    double real(double lower, double upper) {
        return std::uniform_real_distribution<double>(lower, upper)(engine_);
    }
    bool one_in(int n) { return integer(1, n) == 1; }
    double normal() { return normal_(engine_); }
    Vector3d vector() {
        const double x = normal(), y = normal(), z = normal();
        return {x, y, z};
    }
    Vector3d grid(int reach) {
        const int x = integer(-reach, reach), y = integer(-reach, reach),
                  z = integer(-reach, reach);
        return {double(x), double(y), double(z)};
    }
    Eigen::Quaterniond rotation() {
        const double w = normal(), x = normal(), y = normal(), z = normal();
        return Eigen::Quaterniond(w, x, y, z).normalized();
    }

   private:
    std::mt19937_64 engine_;
    std::normal_distribution<double> normal_;
};

// ---- Pairs of triangles ----

struct TrianglePair {
    TriangleCorners a;
    TriangleCorners b;
};

TriangleCorners random_triangle(Chance& chance, double size, const Vector3d& centre) {
    TriangleCorners t;
    for (Vector3d& corner : t) corner = centre + size * chance.vector();
    return t;
}

TriangleCorners grid_triangle(Chance& chance, int reach) {
    return {chance.grid(reach), chance.grid(reach), chance.grid(reach)};
}

TrianglePair general(Chance& chance) {
    return {random_triangle(chance, 1, Vector3d::Zero()),
            random_triangle(chance, 1, chance.real(0, 1) * chance.vector())};
}

TrianglePair small_and_large(Chance& chance) {
    const TriangleCorners a = random_triangle(chance, 1, Vector3d::Zero());
    const double size = std::exp2(chance.real(-20, 0));
    const Vector3d on_a = (a[0] + a[1] + a[2]) / 3 + chance.real(0, 1) * (a[1] - a[0]);
    return {a, random_triangle(chance, size, on_a + size * chance.vector())};
}

/// A corner close to the opposite side.
void make_thin(Chance& chance, TriangleCorners& t) {
    const double width = std::exp2(chance.real(-50, 0));
    t[2] = t[0] + chance.real(-0.5, 1.5) * (t[1] - t[0]) + width * chance.vector();
}

TrianglePair thin(Chance& chance) {
    TrianglePair pair = general(chance);
    make_thin(chance, pair.a);
    if (chance.one_in(2)) make_thin(chance, pair.b);
    const Vector3d in_a = pair.a[0] + chance.real(0, 1) * (pair.a[1] - pair.a[0]);
    const Vector3d in_b = pair.b[0] + chance.real(0, 1) * (pair.b[1] - pair.b[0]);
    for (Vector3d& corner : pair.b) corner += in_a - in_b;
    return pair;
}

/// Nearly one plane: the line that the planes share is ill defined in rounded arithmetic.
TrianglePair near_parallel(Chance& chance) {
    const Vector3d u = chance.vector(), v = chance.vector(), o = chance.vector();
    const double lift = std::exp2(chance.real(-54, -10));
    const auto corner = [&]() -> Vector3d {
        const double s = chance.real(-1, 1), t = chance.real(-1, 1);
        return o + s * u + t * v + lift * chance.vector();
    };
    return {{corner(), corner(), corner()}, {corner(), corner(), corner()}};
}

TrianglePair coarse_grid(Chance& chance) {
    const int reach = chance.integer(1, 4);
    return {grid_triangle(chance, reach), grid_triangle(chance, reach)};
}

TrianglePair coplanar(Chance& chance) {
    const Vector3d u = chance.grid(3), v = chance.grid(3), o = chance.grid(9);
    const auto corner = [&]() -> Vector3d {
        return o + chance.integer(-4, 4) * u + chance.integer(-4, 4) * v;
    };
    return {{corner(), corner(), corner()}, {corner(), corner(), corner()}};
}

TrianglePair shared_edge(Chance& chance) {
    TrianglePair pair{grid_triangle(chance, 6), grid_triangle(chance, 6)};
    pair.b[0] = pair.a[1];
    pair.b[1] = pair.a[0];
    return pair;
}

TrianglePair shared_vertex(Chance& chance) {
    TrianglePair pair{grid_triangle(chance, 6), grid_triangle(chance, 6)};
    pair.b[0] = pair.a[2];
    return pair;
}

/// An exact point of a triangle with corners on multiples of 8.
Vector3d inner_point(Chance& chance, const TriangleCorners& t) {
    const int s = chance.integer(1, 6), r = chance.integer(1, 7 - s);
    return (s * t[0] + r * t[1] + (8 - s - r) * t[2]) / 8;
}

TriangleCorners triangle_of_eights(Chance& chance) {
    TriangleCorners t = grid_triangle(chance, 4);
    for (Vector3d& corner : t) corner *= 8;
    return t;
}

TrianglePair corner_on_face(Chance& chance) {
    const TriangleCorners a = triangle_of_eights(chance);
    TriangleCorners b = grid_triangle(chance, 40);
    b[0] = inner_point(chance, a);
    return {a, b};
}

TrianglePair corner_on_edge(Chance& chance) {
    const TriangleCorners a = triangle_of_eights(chance);
    TriangleCorners b = grid_triangle(chance, 40);
    const int share = chance.integer(1, 7);
    b[0] = (share * a[0] + (8 - share) * a[1]) / 8;
    return {a, b};
}

TrianglePair edges_cross(Chance& chance) {
    const TriangleCorners a = triangle_of_eights(chance);
    const int share = chance.integer(1, 7);
    const Vector3d crossing = (share * a[0] + (8 - share) * a[1]) / 8;
    const Vector3d along = chance.grid(5);
    TriangleCorners b = grid_triangle(chance, 40);
    b[0] = crossing - chance.integer(1, 4) * along;
    b[1] = crossing + chance.integer(1, 4) * along;
    return {a, b};
}

TrianglePair edge_in_face_plane(Chance& chance) {
    const TriangleCorners a = triangle_of_eights(chance);
    TriangleCorners b = grid_triangle(chance, 40);
    b[0] = inner_point(chance, a) + chance.integer(-2, 2) * (a[1] - a[0]);
    b[1] = inner_point(chance, a) + chance.integer(-2, 2) * (a[2] - a[0]);
    return {a, b};
}

void flatten(Chance& chance, TriangleCorners& t) {
    const Vector3d along = chance.grid(1);
    t[1] = t[0] + chance.integer(-3, 3) * along;
    t[2] = t[0] + chance.integer(-3, 3) * along;
    if (chance.one_in(4)) t[1] = t[2] = t[0];
}

TrianglePair no_area(Chance& chance) {
    TrianglePair pair{grid_triangle(chance, 2), grid_triangle(chance, 2)};
    flatten(chance, pair.a);
    if (chance.one_in(2)) flatten(chance, pair.b);
    if (chance.one_in(2)) std::swap(pair.a, pair.b);
    return pair;
}

struct PairClass {
    const char* name;
    TrianglePair (*make)(Chance&);
    bool always_meet;  ///< as made; nudged and turned ones have both answers
};

constexpr PairClass general_classes[] = {
    {"general", general, false},
    {"small and large", small_and_large, false},
    {"thin", thin, false},
    {"near parallel", near_parallel, false},
};
constexpr PairClass degenerate_classes[] = {
    {"coarse grid", coarse_grid, false},
    {"coplanar", coplanar, false},
    {"shared edge", shared_edge, true},
    {"shared vertex", shared_vertex, true},
    {"corner on face", corner_on_face, true},
    {"corner on edge", corner_on_edge, true},
    {"edges cross", edges_cross, true},
    {"edge in face plane", edge_in_face_plane, false},
    {"no area", no_area, false},
};
constexpr std::size_t general_count = std::size(general_classes);
constexpr std::size_t degenerate_count = std::size(degenerate_classes);

/// What is done to a degenerate pair: nothing, some coordinates moved to a neighbouring double, all
/// rotated and moved (so that rounding breaks what was exact), scaled far up or down.
constexpr const char* treatments[] = {"exact", "nudged", "turned", "scaled"};
constexpr std::size_t treatment_count = std::size(treatments);

void nudge(Chance& chance, TriangleCorners& t) {
    for (Vector3d& corner : t) {
        for (int axis = 0; axis < 3; ++axis) {
            if (!chance.one_in(3)) continue;
            corner[axis] = std::nextafter(corner[axis], chance.one_in(2) ? 100.0 : -100.0);
        }
    }
}

void treat(Chance& chance, TrianglePair& pair, std::size_t treatment) {
    if (treatment == 1) {
        // Away from 0, where neighbouring doubles are not at a distance of rounding errors.
        const Vector3d shift(65.5, 66.25, 67.75);
        for (TriangleCorners* t : {&pair.a, &pair.b}) {
            for (Vector3d& corner : *t) corner += shift;
        }
        nudge(chance, chance.one_in(2) ? pair.a : pair.b);
    } else if (treatment == 2) {
        const Eigen::Matrix3d rotation = chance.rotation().toRotationMatrix();
        const Vector3d shift = chance.vector();
        for (TriangleCorners* t : {&pair.a, &pair.b}) {
            for (Vector3d& corner : *t) corner = rotation * corner + shift;
        }
    } else if (treatment == 3) {
        const double factor = std::ldexp(chance.real(0.5, 1), chance.integer(-80, 80));
        for (TriangleCorners* t : {&pair.a, &pair.b}) {
            for (Vector3d& corner : *t) corner *= factor;
        }
    }
}

// ---- Judging pairs ----

struct Tally {
    std::uint64_t apart = 0, touching = 0, crossing = 0, wrong = 0;
    std::uint64_t judged_exactly = 0;
    double worst_point = 0;  ///< distance of a common point from a triangle over the coordinates

    void add(const Tally& t) {
        apart += t.apart;
        touching += t.touching;
        crossing += t.crossing;
        wrong += t.wrong;
        judged_exactly += t.judged_exactly;
        worst_point = std::max(worst_point, t.worst_point);
    }
};

/// The most that a common point may be off, over the largest coordinate: what faces_meet.h says.
constexpr double point_bound = 32 * 0x1p-53;

void print_triangle(const char* name, const TriangleCorners& t) {
    std::printf("  %s", name);
    for (const Vector3d& p : t) std::printf("  (%a, %a, %a)", p[0], p[1], p[2]);
    std::printf("\n");
}

std::mutex output;
std::string reproducers;    // where to leave what is wrong
std::string seed_in_names;  // of what is left

bool some_faces_meet(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                     const Pose& pose_b) {
    bool found = false;
    visit_intersecting_faces({a, pose_a}, {b, pose_b}, [&](FaceIndex, FaceIndex) {
        found = true;
        return false;
    });
    return found;
}

/// What is wrong with answers about two placed shapes, given whether their surfaces meet.
std::vector<const char*> wrong_answers(const Polyhedron& a, const Pose& pose_a, const Polyhedron& b,
                                       const Pose& pose_b, bool expected,
                                       const OverlapResult& result) {
    std::vector<const char*> wrong;
    const auto check = [&](bool right, const char* what) {
        if (!right) wrong.push_back(what);
    };
    // Where the surfaces are apart: whether a part of one, all of it or not, is inside the other.
    const bool inside = !expected && oracle::holds_a_part(oracle::JudgedShape(a, pose_a),
                                                          oracle::JudgedShape(b, pose_b));
    const bool contained = result.contained != OverlapResult::Contained::none;
    check(some_faces_meet(a, pose_a, b, pose_b) == expected, "visit_meeting_pairs");
    check(inside || !contained, "contained");
    check(result.witness.has_value() == expected && result.state != State::undecided,
          "overlap, asked for meeting");
    check(
        (overlap({a, pose_a}, {b, pose_b}).relation != Relation::separate) == (expected || inside),
        "overlap");
    check(intersects({a, pose_a}, {b, pose_b}) == (expected || inside), "meet");
    return wrong;
}

/// The pairs of faces that meet; nothing when one is visited twice.
std::optional<std::set<std::pair<std::uint32_t, std::uint32_t>>> pairs_of(const Polyhedron& a,
                                                                          const Pose& pose_a,
                                                                          const Polyhedron& b,
                                                                          const Pose& pose_b) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> found;
    bool once = true;
    visit_intersecting_faces({a, pose_a}, {b, pose_b}, [&](FaceIndex face_a, FaceIndex face_b) {
        once = found.emplace(face_a.value, face_b.value).second && once;
        return true;
    });
    return once ? std::optional(found) : std::nullopt;
}

/// Leaves two placed shapes for the tool, with as few faces as show it.
void leave_reproducer(const std::string& name, const oracle::Shapes& shapes, const Pose& pose_a,
                      const Pose& pose_b, const char* what) {
    const oracle::Finding finding{
        {"a", "b"},
        shapes,
        {oracle::overlap_question(pose_a, pose_b)},
        [&](const oracle::Shapes& s) -> std::string {
            const oracle::PlacedTriangles triangles_a(s[0], pose_a), triangles_b(s[1], pose_b);
            const bool expected = oracle::meshes_meet(triangles_a, triangles_b);
            const OverlapResult result =
                overlap({s[0], pose_a}, {s[1], pose_b}, {.mode = OverlapMode::intersects});
            const auto wrong = wrong_answers(s[0], pose_a, s[1], pose_b, expected, result);
            if (!wrong.empty()) return wrong.front();
            const auto pairs = pairs_of(s[0], pose_a, s[1], pose_b);
            const bool same = pairs && *pairs == oracle::meeting_faces(triangles_a, triangles_b);
            return same ? "" : "the pairs that meet";
        }};
    std::fputs(oracle::left_behind(reproducers, name, finding, what).c_str(), stdout);
}

/// The name of what is left: the judge's own count of it.
std::string next_name(const char* what) {
    static std::atomic<int> count = 0;
    return "overlap-" + seed_in_names + "-" + what + "-" + std::to_string(++count);
}

void report_wrong(const char* what, const TrianglePair& pair) {
    const std::scoped_lock lock(output);
    std::printf("WRONG: %s\n", what);
    print_triangle("a", pair.a);
    print_triangle("b", pair.b);
    oracle::Shapes shapes;
    for (const TriangleCorners* t : {&pair.a, &pair.b}) {
        Mesh mesh;
        mesh.vertices.assign(t->begin(), t->end());
        mesh.add_polygon({0, 1, 2});
        if (const auto shape = Polyhedron::build(mesh)) shapes.push_back(*shape);
    }
    if (shapes.size() == 2) leave_reproducer(next_name("pair"), shapes, {}, {}, what);
}

double distance_over_size(const Vector3d& point, const TrianglePair& pair) {
    double size = 0;
    for (const TriangleCorners* t : {&pair.a, &pair.b}) {
        for (const Vector3d& corner : *t) size = std::max(size, corner.lpNorm<Eigen::Infinity>());
    }
    if (size == 0) return point == Vector3d::Zero() ? 0 : 1;
    double worst = 0;
    for (const TriangleCorners* t : {&pair.a, &pair.b}) {
        const auto relative_sq =
            oracle::distance_sq(point, *t) / (oracle::clipping::Number(size) * size);
        worst = std::max(worst, std::sqrt(relative_sq.convert_to<double>()));
    }
    return worst;
}

/// Crossing or touching, and the common point, in rational arithmetic.
void judge_exactly(const TrianglePair& pair, Meeting meeting, Tally& tally) {
    ++tally.judged_exactly;
    const bool cross = oracle::triangles_cross(pair.a, pair.b);
    if (cross != (meeting == Meeting::crossing)) {
        ++tally.wrong;
        report_wrong("crossing or touching", pair);
    }
    if (meeting == Meeting::apart) return;
    const double off = distance_over_size(point_on_both(pair.a, pair.b), pair);
    tally.worst_point = std::max(tally.worst_point, off);
    if (off <= point_bound) return;
    ++tally.wrong;
    report_wrong("the common point", pair);
}

void judge_pair(const TrianglePair& pair, bool exactly, Tally& tally) {
    const Meeting meeting = meeting_of(pair.a, pair.b);
    ++(meeting == Meeting::apart      ? tally.apart
       : meeting == Meeting::touching ? tally.touching
                                      : tally.crossing);
    const bool meet = oracle::triangles_meet(pair.a, pair.b);
    if (meet != (meeting != Meeting::apart) || meet != faces_meet(pair.a, pair.b)) {
        ++tally.wrong;
        report_wrong("meeting or apart", pair);
    }
    const TriangleCorners turned{pair.a[1], pair.a[2], pair.a[0]};
    if (meeting_of(pair.b, turned) != meeting) {
        ++tally.wrong;
        report_wrong("the order of the corners or of the triangles", {pair.b, turned});
    }
    if (exactly) judge_exactly(pair, meeting, tally);
}

/// Tallies by class; degenerate classes have one per treatment.
struct Tallies {
    Tally general[general_count];
    Tally degenerate[degenerate_count][treatment_count];

    void add(const Tallies& t) {
        for (std::size_t i = 0; i < general_count; ++i) general[i].add(t.general[i]);
        for (std::size_t i = 0; i < degenerate_count; ++i) {
            for (std::size_t k = 0; k < treatment_count; ++k) {
                degenerate[i][k].add(t.degenerate[i][k]);
            }
        }
    }
};

constexpr std::uint64_t chunk_size = 1 << 14;

Tallies judge_chunk(std::uint64_t seed, std::uint64_t chunk, std::uint64_t count) {
    Chance chance(seed, chunk);
    Tallies tallies;
    for (std::uint64_t i = 0; i < count; ++i) {
        const bool exactly = i % 64 == 0;
        if (!chance.one_in(3)) {
            const auto kind = std::size_t(chance.integer(0, general_count - 1));
            judge_pair(general_classes[kind].make(chance), exactly, tallies.general[kind]);
            continue;
        }
        const auto kind = std::size_t(chance.integer(0, degenerate_count - 1));
        const auto treatment = std::size_t(chance.integer(0, treatment_count - 1));
        TrianglePair pair = degenerate_classes[kind].make(chance);
        treat(chance, pair, treatment);
        judge_pair(pair, exactly, tallies.degenerate[kind][treatment]);
    }
    return tallies;
}

/// Calls work(chunk) for all chunks from as many threads as there are processors.
void for_chunks(std::uint64_t chunks, const std::function<void(std::uint64_t)>& work) {
    std::atomic<std::uint64_t> next = 0;
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
        threads.emplace_back([&] {
            for (std::uint64_t chunk = next++; chunk < chunks; chunk = next++) work(chunk);
        });
    }
    for (std::thread& thread : threads) thread.join();
}

void print_row(const char* name, const char* treatment, const Tally& t) {
    std::printf("  %-20s %-7s %10llu %10llu %10llu %8llu %6.2f u\n", name, treatment,
                static_cast<unsigned long long>(t.apart),
                static_cast<unsigned long long>(t.touching),
                static_cast<unsigned long long>(t.crossing),
                static_cast<unsigned long long>(t.wrong), t.worst_point / 0x1p-53);
}

/// A class that never had both answers has judged nothing.
bool both_answers(const char* name, const char* treatment, const Tally& t, bool always_meet) {
    const std::uint64_t meet = t.touching + t.crossing;
    if (meet > 0 && (t.apart > 0 || always_meet)) return true;
    std::printf("ONE-SIDED: %s, %s\n", name, treatment);
    return false;
}

bool print_tallies(const Tallies& tallies, bool demand_both) {
    std::printf("  %-20s %-7s %10s %10s %10s %8s %8s\n", "class", "", "apart", "touching",
                "crossing", "wrong", "point");
    Tally all;
    bool good = true;
    for (std::size_t i = 0; i < general_count; ++i) {
        const Tally& tally = tallies.general[i];
        print_row(general_classes[i].name, "", tally);
        good = good && (!demand_both || both_answers(general_classes[i].name, "", tally, false));
        all.add(tally);
    }
    for (std::size_t i = 0; i < degenerate_count; ++i) {
        const PairClass& kind = degenerate_classes[i];
        for (std::size_t k = 0; k < treatment_count; ++k) {
            const Tally& tally = tallies.degenerate[i][k];
            print_row(kind.name, treatments[k], tally);
            const bool always_meet = kind.always_meet && k != 1;  // both answers when nudged
            const bool enough =
                !demand_both || both_answers(kind.name, treatments[k], tally, always_meet);
            good = good && enough;
            all.add(tally);
        }
    }
    print_row("all", "", all);
    std::printf("  judged in rational arithmetic: %llu\n",
                static_cast<unsigned long long>(all.judged_exactly));
    return good && all.wrong == 0;
}

/// Says so each time another tenth is done; returns how many are.
std::uint64_t print_progress(std::uint64_t before, std::uint64_t more, std::uint64_t all) {
    const std::uint64_t done = before + more;
    if (done * 10 / all > before * 10 / all) {
        std::printf("  %llu\n", static_cast<unsigned long long>(done));
        std::fflush(stdout);
    }
    return done;
}

bool judge_pairs(std::uint64_t count, std::uint64_t seed) {
    std::printf("%llu pairs of triangles\n", static_cast<unsigned long long>(count));
    Tallies tallies;
    std::uint64_t done = 0;
    const std::uint64_t chunks = (count + chunk_size - 1) / chunk_size;
    for_chunks(chunks, [&](std::uint64_t chunk) {
        const std::uint64_t size = std::min(chunk_size, count - chunk * chunk_size);
        const Tallies some = judge_chunk(seed, chunk, size);
        const std::scoped_lock lock(output);
        tallies.add(some);
        done = print_progress(done, size, count);
    });
    return print_tallies(tallies, count >= 100'000);
}

// ---- Placements of meshes ----

struct NamedShape {
    std::string name;
    Polyhedron shape;
};

/// The mesh scaled to extent 1, so that any two make a pair.
std::optional<NamedShape> named_shape(const std::string& name, Mesh mesh) {
    Box box;
    for (const Vector3d& vertex : mesh.vertices) box.add(vertex);
    const Vector3d centre = box.centre();
    const double extent = box.size().norm();
    for (Vector3d& vertex : mesh.vertices) vertex = (vertex - centre) / extent;
    const auto shape = Polyhedron::build(mesh);
    if (shape) return NamedShape{name, *shape};
    std::printf("  left out: %s (%s)\n", name.c_str(), shape.error().what.c_str());
    return std::nullopt;
}

constexpr std::uintmax_t largest_file = 500'000;  // bytes; 10,000 placements take some minutes

std::vector<NamedShape> shapes_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const char* const part :
         {"robots", "gears", "fasteners", "products", "pegs", "mechanisms", "ariac"}) {
        std::error_code none;
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(folder / part, none)) {
            const std::string ending = entry.path().extension().string();
            if (ending != ".stl" && ending != ".ply" && ending != ".obj") continue;
            if (entry.file_size() <= largest_file) files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<NamedShape> shapes;
    for (const auto& file : files) {
        auto mesh = read_mesh(file);
        if (!mesh) {
            std::printf("  left out: %s (%s)\n", file.c_str(), mesh.error().what.c_str());
            continue;
        }
        const std::string name = file.lexically_relative(folder).string();
        if (auto shape = named_shape(name, std::move(mesh->mesh))) {
            shapes.push_back(std::move(*shape));
        }
    }
    return shapes;
}

std::vector<NamedShape> parametric_shapes() {
    std::vector<NamedShape> shapes;
    for (const char* const text :
         {"box", "prism", "sphere", "torus", "cylinder", "brick", "stairs", "room", "car"}) {
        auto mesh = make_solid(text);
        if (!mesh) continue;
        if (auto shape = named_shape(text, std::move(*mesh))) shapes.push_back(std::move(*shape));
    }
    return shapes;
}

/// Two shapes, one of them on its way from far away through the other.
struct Approach {
    const NamedShape* a;
    const NamedShape* b;
    Pose pose_a;
    Eigen::Quaterniond rotation_b;
    Vector3d direction;

    static Approach make(Chance& chance, const std::vector<NamedShape>& shapes) {
        const auto any = [&] {
            return &shapes[std::size_t(chance.integer(0, static_cast<int>(shapes.size()) - 1))];
        };
        const NamedShape *a = any(), *b = any();
        const Vector3d at = chance.real(0, 2) * chance.vector();
        return {a, b, Pose::make(at, chance.rotation()).value(), chance.rotation(),
                chance.vector().normalized()};
    }
    [[nodiscard]] Pose pose_b(double distance) const {
        return Pose::make(pose_a.translation() + distance * direction, rotation_b).value();
    }
    [[nodiscard]] bool meets(double distance) const {
        return some_faces_meet(a->shape, pose_a, b->shape, pose_b(distance));
    }
};

/// A distance close to first contact: halved between apart and meeting up to 55 times.
double near_contact(Chance& chance, const Approach& approach) {
    double apart = 1.1, meeting = apart;
    while (meeting > 0 && !approach.meets(meeting)) {
        apart = meeting;
        meeting -= 0.1;
    }
    const int halvings = chance.integer(4, 55);
    for (int i = 0; i < halvings; ++i) {
        const double middle = meeting + (apart - meeting) / 2;
        (approach.meets(middle) ? meeting : apart) = middle;
    }
    return chance.one_in(2) ? meeting : apart;
}

struct PlacementTally {
    std::uint64_t apart = 0, meeting = 0, contained = 0, near = 0, wrong = 0;
    std::uint64_t all_pairs = 0;  ///< placements whose whole set of pairs was compared
    std::uint64_t pairs = 0;      ///< pairs in these sets

    void add(const PlacementTally& t) {
        apart += t.apart;
        meeting += t.meeting;
        contained += t.contained;
        near += t.near;
        wrong += t.wrong;
        all_pairs += t.all_pairs;
        pairs += t.pairs;
    }
};

void report_wrong(const std::vector<const char*>& wrong, const Approach& approach,
                  double distance) {
    const std::scoped_lock lock(output);
    for (const char* what : wrong) {
        std::printf("WRONG: %s: %s, %s, distance %a\n", what, approach.a->name.c_str(),
                    approach.b->name.c_str(), distance);
    }
    leave_reproducer(next_name("placement"), {approach.a->shape, approach.b->shape},
                     approach.pose_a, approach.pose_b(distance), wrong.front());
}

bool same_pairs(const Approach& approach, const Pose& pose_b,
                const oracle::PlacedTriangles& triangles_a,
                const oracle::PlacedTriangles& triangles_b, PlacementTally& tally) {
    const auto found = pairs_of(approach.a->shape, approach.pose_a, approach.b->shape, pose_b);
    ++tally.all_pairs;
    tally.pairs += found ? found->size() : 0;
    return found && *found == oracle::meeting_faces(triangles_a, triangles_b);
}

void judge_placement(const Approach& approach, double distance,
                     const oracle::PlacedTriangles& triangles_a, bool all_pairs,
                     PlacementTally& tally) {
    const Polyhedron &a = approach.a->shape, &b = approach.b->shape;
    const Pose pose_b = approach.pose_b(distance);
    const oracle::PlacedTriangles triangles_b(b, pose_b);
    const bool expected = oracle::meshes_meet(triangles_a, triangles_b);
    const OverlapResult result =
        overlap({a, approach.pose_a}, {b, pose_b}, {.mode = OverlapMode::intersects});
    auto wrong = wrong_answers(a, approach.pose_a, b, pose_b, expected, result);
    if (all_pairs && !same_pairs(approach, pose_b, triangles_a, triangles_b, tally)) {
        wrong.push_back("the pairs that meet");
    }
    if (!wrong.empty()) report_wrong(wrong, approach, distance);
    tally.wrong += wrong.size();
    const bool contained = result.contained != OverlapResult::Contained::none;
    ++(expected ? tally.meeting : tally.apart);
    tally.contained += contained ? 1 : 0;
}

constexpr std::uint64_t placements_per_approach = 8;

PlacementTally judge_approach(std::uint64_t seed, std::uint64_t chunk, std::uint64_t count,
                              const std::vector<NamedShape>& shapes) {
    Chance chance(seed, chunk);
    PlacementTally tally;
    const Approach approach = Approach::make(chance, shapes);
    const oracle::PlacedTriangles triangles_a(approach.a->shape, approach.pose_a);
    for (std::uint64_t i = 0; i < count; ++i) {
        const bool near = i % 2 == 1;
        const double distance = near ? near_contact(chance, approach) : chance.real(0, 0.8);
        judge_placement(approach, distance, triangles_a, i == 0, tally);
        tally.near += near ? 1 : 0;
    }
    return tally;
}

bool print_placements(const PlacementTally& t) {
    const auto show = [](const char* what, std::uint64_t n) {
        std::printf("  %-38s %10llu\n", what, static_cast<unsigned long long>(n));
    };
    show("apart", t.apart);
    show("meeting", t.meeting);
    show("close to first contact, of all", t.near);
    show("one inside the other", t.contained);
    show("with all pairs compared", t.all_pairs);
    show("pairs of faces in these", t.pairs);
    show("wrong", t.wrong);
    const double share = static_cast<double>(t.meeting) / static_cast<double>(t.meeting + t.apart);
    if (t.meeting + t.apart >= 1000 && (share < 0.3 || share > 0.7)) {
        std::printf("ONE-SIDED: %.0f %% meet\n", 100 * share);
        return false;
    }
    return t.wrong == 0;
}

bool judge_placements(std::uint64_t count, std::uint64_t seed, const std::filesystem::path& data) {
    std::printf("%llu placements\n", static_cast<unsigned long long>(count));
    std::vector<NamedShape> shapes = shapes_in(data);
    if (shapes.empty()) {
        std::printf("  no meshes in %s: parametric solids instead\n", data.c_str());
        shapes = parametric_shapes();
    }
    std::printf("  %zu shapes\n", shapes.size());
    PlacementTally tally;
    std::uint64_t done = 0;
    const std::uint64_t chunks = (count + placements_per_approach - 1) / placements_per_approach;
    for_chunks(chunks, [&](std::uint64_t chunk) {
        const std::uint64_t size =
            std::min(placements_per_approach, count - chunk * placements_per_approach);
        const PlacementTally some = judge_approach(seed, chunk, size, shapes);
        const std::scoped_lock lock(output);
        tally.add(some);
        done = print_progress(done, size, count);
    });
    return print_placements(tally);
}

// ---- The command line ----

struct Options {
    std::uint64_t pairs = 10'000'000;
    std::uint64_t placements = 10'000;
    std::uint64_t seed = 1;
    std::filesystem::path data;
    std::string folder = usual_reproducers;
};

/// Real meshes, beside the project where they are at hand.
std::filesystem::path data_folder() {
    if (const char* const set = std::getenv("SWEPT_DATA")) return set;
    return std::filesystem::path(__FILE__).parent_path() / "../../../shared/data";
}

std::optional<Options> parse(int count, char** words) {
    Options options;
    options.data = data_folder();
    const bool known = read_options(count, words,
                                    {{"--pairs", &options.pairs},
                                     {"--placements", &options.placements},
                                     {"--seed", &options.seed},
                                     {"--data", &options.data},
                                     {"--reproducers", &options.folder}});
    return known ? std::optional(options) : std::nullopt;
}

int run(int count, char** words) {
    const std::optional<Options> options = parse(count, words);
    if (!options) {
        std::fprintf(stderr,
                     "judge_overlap [--pairs N] [--placements N] [--seed S] [--data FOLDER] "
                     "[--reproducers FOLDER]\n");
        return 2;
    }
    reproducers = options->folder;
    seed_in_names = std::to_string(options->seed);
    bool good = true;
    if (options->pairs > 0) good = judge_pairs(options->pairs, options->seed) && good;
    if (options->placements > 0) {
        good = judge_placements(options->placements, options->seed, options->data) && good;
    }
    std::printf(good ? "all right\n" : "NOT ALL RIGHT\n");
    return good ? 0 : 1;
}

}  // namespace
}  // namespace swept::judge

int main(int count, char** words) {
    return swept::judge::run(count, words);
}
