#include "fasteners.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "../common/data_folder.h"
#include "../common/medians.h"
#include "swept/mesh_io.h"

namespace swept::bench {

namespace {

constexpr double millimetre = 1e-3;  // of the cases; the meshes are in metres
constexpr double pitch = 2 * millimetre;

/// A line of a case file.
struct Case {
    Pose start;
    Screw screw;
    Known known;
    double earliest;
    double latest;
};

Eigen::Vector3d read_vector(std::istream& in) {
    Eigen::Vector3d v = Eigen::Vector3d::Zero();
    in >> v.x() >> v.y() >> v.z();
    return v;
}

/// `kind q0 (w x y z) T0 axis angle T1 gt_lo gt_hi gt dmin`; a turn at constant speed while the
/// origin goes straight, which is a screw when the origin is on the axis and stays on it.
Result<Case> parse(const std::string& line, const std::string& where) {
    std::istringstream in(line);
    int kind = 0, known = 0;
    double w = 0, angle = 0, earliest = 0, latest = 0;
    in >> kind >> w;
    const Eigen::Vector3d xyz = read_vector(in);
    const Eigen::Vector3d from = read_vector(in) * millimetre;
    const Eigen::Vector3d axis = read_vector(in);
    in >> angle;
    const Eigen::Vector3d to = read_vector(in) * millimetre;
    in >> earliest >> latest >> known;
    const Eigen::Vector3d way = to - from;
    if (!in || kind != 1 || known < 0 || known > 2 || way.cross(axis).norm() > 0) {
        return fail(ErrorCode::bad_file, "not a screw case", where);
    }
    const auto start = Pose::make(from, Quaternion(w, xyz.x(), xyz.y(), xyz.z()));
    const auto screw = Screw::make(from, axis, angle, way.dot(axis.normalized()));
    if (!start) return tl::unexpected(start.error());
    if (!screw) return tl::unexpected(screw.error());
    return Case{*start, *screw, static_cast<Known>(known), earliest, latest};
}

Result<std::vector<Case>> read_cases(const std::string& fit) {
    const std::filesystem::path path = data_folder() / ("fasteners/nb_m16_" + fit + ".txt");
    std::ifstream in(path);
    if (!in) return fail(ErrorCode::no_file, "cannot be read", path.filename().string());
    std::vector<Case> cases;
    for (std::string line; std::getline(in, line);) {
        if (line.empty()) continue;
        const auto parsed = parse(line, path.filename().string());
        if (!parsed) return tl::unexpected(parsed.error());
        cases.push_back(*parsed);
    }
    return cases;
}

/// A mesh of the folder with its tree.
Result<Polyhedron> read_shape(const std::string& name) {
    return read_mesh(data_folder() / "fasteners" / name)
        .and_then([](const MeshFile& file) { return Polyhedron::build(file.mesh); })
        .map([](Polyhedron shape) {
            (void)shape.box_tree();
            return shape;
        });
}

/// Poses all along what is called free, its two ends included.
void sample(const Polyhedron& nut, const Case& test, const Polyhedron& bolt, FastenerRow& row) {
    constexpr int count = 200;
    for (int i = 0; i < count; ++i) {
        const double fraction = row.answer.free_fraction * i / (count - 1);
        const Pose pose = test.screw.pose_at(test.start, fraction);
        ++row.samples;
        if (overlap({nut, pose}, {bolt}).relation != Relation::separate) ++row.meeting;
    }
}

}  // namespace

bool FastenerRow::right() const {
    constexpr double slack = 1e-6;
    if (meeting != 0) return false;
    const bool is_free = answer.state == State::free;
    if (!is_free && answer.state != State::hit) return false;
    if (known == Known::undecided) return true;
    if (is_free != (known == Known::free)) return false;
    return is_free ||
           (answer.free_fraction >= earliest - slack && answer.free_fraction <= latest + slack);
}

Result<std::vector<FastenerRow>> measure_fasteners(const std::string& fit, int rounds) {
    const auto cases = read_cases(fit);
    if (!cases) return tl::unexpected(cases.error());
    const auto nut = read_shape("nut_m16_" + fit + ".ply");
    if (!nut) return tl::unexpected(nut.error());
    const auto bolt = read_shape("bolt_m16_" + fit + ".ply");
    if (!bolt) return tl::unexpected(bolt.error());
    std::vector<FastenerRow> rows;
    for (const Case& test : *cases) {
        FastenerRow row{.fit = fit,
                        .number = static_cast<int>(rows.size()) + 1,
                        .nut_faces = nut->face_count(),
                        .bolt_faces = bolt->face_count(),
                        .known = test.known,
                        .earliest = test.earliest,
                        .latest = test.latest};
        const double threaded = pitch * test.screw.angle() / (2 * std::numbers::pi);
        row.pitches = test.screw.advance() / threaded;
        const auto ask = [&] { row.answer = sweep({*nut, test.start}, test.screw, {*bolt}); };
        row.seconds = cpu_medians(rounds, ask)[0];
        sample(*nut, test, *bolt, row);
        rows.push_back(row);
    }
    return rows;
}

}  // namespace swept::bench
