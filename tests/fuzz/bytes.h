#pragma once

// Bytes into numbers, meshes, poses and motions. Every choice takes few bytes, so that a small
// change of the input is a small change of the scene, and what is hard is likely: coordinates that
// coincide or differ by one rounding, zeros of both signs, denormals, huge numbers, infinities,
// NaN. When the bytes are used up all that follows is 0.

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "swept/mesh.h"
#include "swept/motion.h"
#include "swept/overlap.h"
#include "swept/polyhedron.h"
#include "swept/solids.h"

namespace swept::fuzz {

class Bytes {
   public:
    Bytes(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

    [[nodiscard]] bool empty() const { return left_.empty(); }
    [[nodiscard]] std::size_t size() const { return left_.size(); }

    /// All that is left, as it is.
    [[nodiscard]] std::string_view text() const {
        return {reinterpret_cast<const char*>(left_.data()), left_.size()};
    }

    template <class T>
    T take() {
        std::array<std::uint8_t, sizeof(T)> raw{};
        const std::size_t count = std::min(raw.size(), left_.size());
        std::copy_n(left_.begin(), count, raw.begin());
        left_ = left_.subspan(count);
        return std::bit_cast<T>(raw);
    }
    std::uint8_t byte() { return take<std::uint8_t>(); }
    /// 0 to limit - 1; the limit is at most 256.
    unsigned below(unsigned limit) { return byte() % limit; }
    bool coin() { return below(2) == 1; }
    template <class T, std::size_t count>
    T one_of(const std::array<T, count>& values) {
        return values[below(count)];
    }

    /// Any double whatever.
    double wild_number() { return below(4) == 0 ? take<double>() : number(true); }
    /// A finite double of moderate size.
    double number() { return number(false); }
    /// As `number`, or, in few cases, one that may be refused.
    Eigen::Vector3d point(bool wild = false) {
        const double x = number(wild);
        const double y = number(wild);
        return {x, y, number(wild)};
    }

   private:
    double number(bool wild) {
        const std::uint8_t kind = byte();
        const double value = new_number(kind, wild);
        earlier_[kind % earlier_.size()] = value;
        return value;
    }

    double new_number(std::uint8_t kind, bool wild) {
        constexpr double infinity = std::numeric_limits<double>::infinity();
        constexpr std::array tame = {0.0,    -0.0,    0.5,     1.0,   -1.0,        0x1p-52,
                                     1e-9,   0x1p-30, 1 / 3.0, 100.0, 1 + 0x1p-52, 1 - 0x1p-53,
                                     -1e-12, 1e-30,   1e6,     -3.0};
        constexpr std::array strange = {5e-324,    -5e-324,
                                        2.3e-308,  1e-160,
                                        0x1p-300,  0x1p300,
                                        -0x1p300,  1e150,
                                        0x1p299,   0x1p301,
                                        1.7e308,   infinity,
                                        -infinity, std::numeric_limits<double>::quiet_NaN()};
        switch (kind % 16) {
            case 0:
            case 1:
            case 2:
                return static_cast<std::int8_t>(byte()) / 16.0;
            case 3:
            case 4:
                return static_cast<int>(kind / 16) - 8;  // whole numbers: much coincides
            case 5:
            case 6:
                return take<std::int16_t>() / 1024.0;
            case 7:
            case 8:
                return earlier_[kind / 16];
            case 9:
                return std::nextafter(earlier_[kind / 16], 1e9);
            case 10:
                return earlier_[kind / 16] * (1 - 0x1p-50);
            case 11:
                return -earlier_[kind / 16];
            case 12:
                return static_cast<double>(take<std::int32_t>()) * 0x1p-28;
            case 13:
                return wild ? strange[static_cast<std::size_t>(kind / 16) % strange.size()]
                            : tame[kind / 16];
            default:
                return tame[kind / 16];
        }
    }

    std::span<const std::uint8_t> left_;
    std::array<double, 16> earlier_{};
};

// ---- poses and motions
// ---------------------------------------------------------------------------

inline Pose identity_or(const Result<Pose>& pose) {
    return pose ? *pose : Pose();
}

/// Often without a turn, or with one by a right angle: then faces and edges coincide.
inline Pose take_pose(Bytes& bytes) {
    const double half = std::sqrt(0.5);
    const unsigned kind = bytes.below(6);
    if (kind == 0) return {};
    const Eigen::Vector3d place = bytes.point();
    if (kind <= 2) return identity_or(Pose::make(place));
    if (kind == 3) {
        Eigen::Vector3d axis = Eigen::Vector3d::Zero();
        axis[static_cast<Eigen::Index>(bytes.below(3))] = half;
        return identity_or(Pose::make(place, Quaternion(half, axis[0], axis[1], axis[2])));
    }
    // In braces, which every compiler reads from left to right.
    Quaternion turn{bytes.number(), bytes.number(), bytes.number(), bytes.number()};
    if (!(turn.squaredNorm() > 1e-200)) return identity_or(Pose::make(place));
    turn.normalize();
    return identity_or(Pose::make(place, turn));
}

/// Nothing where the bytes make none; it need not be short.
inline std::optional<Motion> take_motion(Bytes& bytes) {
    const unsigned kind = bytes.below(8);
    if (kind < 3) {
        const auto motion = Translation::make(bytes.point());
        return motion ? std::optional<Motion>(*motion) : std::nullopt;
    }
    const Eigen::Vector3d origin = bytes.point();
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
    if (bytes.coin()) axis = bytes.point();
    constexpr std::array angles = {0.0,
                                   std::numbers::pi / 2,
                                   std::numbers::pi,
                                   -std::numbers::pi,
                                   6.28,
                                   2 * std::numbers::pi,
                                   1e-12,
                                   20.0};
    const double angle = bytes.coin() ? bytes.one_of(angles) : bytes.number();
    if (kind < 6) {
        const auto motion = Rotation::make(origin, axis, angle);
        return motion ? std::optional<Motion>(*motion) : std::nullopt;
    }
    const auto motion = Screw::make(origin, axis, angle, bytes.number());
    return motion ? std::optional<Motion>(*motion) : std::nullopt;
}

// ---- meshes
// --------------------------------------------------------------------------------------

/// A small solid with clean edges.
inline Mesh take_solid(Bytes& bytes) {
    constexpr std::array<std::string_view, 12> solids = {"box",
                                                         "box,size=1x2x3",
                                                         "box,size=4x4x0.5",
                                                         "prism,sides=3",
                                                         "prism,sides=7",
                                                         "sphere,rings=3,segments=4",
                                                         "prism,sides=4",
                                                         "torus,rings=4,sides=3",
                                                         "car",
                                                         "stairs,steps=3",
                                                         "brick",
                                                         "room"};
    const auto mesh = make_solid(bytes.one_of(solids));
    return mesh ? *mesh : Mesh();
}

/// Vertices and polygons as they come: soups, open sheets, points, slivers, nonsense. With `wild`,
/// numbers and indices may be such that no shape can be made of them.
inline Mesh take_soup(Bytes& bytes, bool wild) {
    Mesh mesh;
    const unsigned vertex_count = bytes.below(24);
    for (unsigned i = 0; i < vertex_count; ++i) mesh.vertices.push_back(bytes.point(wild));
    const unsigned polygon_count = bytes.below(20);
    for (unsigned i = 0; i < polygon_count; ++i) {
        const unsigned corner_count = wild ? bytes.below(9) : 3 + bytes.below(4);
        for (unsigned c = 0; c < corner_count; ++c) {
            const std::uint32_t corner = bytes.byte();
            const bool as_it_is = vertex_count == 0 || (wild && corner == 255);
            mesh.corners.push_back(as_it_is ? corner : corner % vertex_count);
        }
        mesh.polygon_ends.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
    }
    if (wild && bytes.below(32) == 31 && !mesh.polygon_ends.empty()) {
        mesh.polygon_ends[bytes.byte() % mesh.polygon_ends.size()] = bytes.take<std::uint32_t>();
    }
    return mesh;
}

/// A solid, a solid with some vertices moved and some polygons left out, or a soup.
inline Mesh take_mesh(Bytes& bytes, bool wild = false) {
    const unsigned kind = bytes.below(4);
    if (kind == 3) return take_soup(bytes, wild);
    Mesh mesh = take_solid(bytes);
    if (kind == 0) return mesh;
    if (kind == 1) {
        // To be as small or as large as can be, exactly: answers scale with it.
        const double scale = std::ldexp(1.0, static_cast<std::int8_t>(bytes.byte()) / 2);
        for (auto& vertex : mesh.vertices) vertex *= scale;
        return mesh;
    }
    for (unsigned i = bytes.below(4); i > 0; --i) {
        auto& vertex = mesh.vertices[bytes.byte() % mesh.vertices.size()];
        vertex =
            bytes.coin() ? mesh.vertices[bytes.byte() % mesh.vertices.size()] : bytes.point(wild);
    }
    const std::size_t kept =
        mesh.polygon_count() - std::min<std::size_t>(bytes.below(3), mesh.polygon_count() - 1);
    mesh.polygon_ends.resize(kept);
    mesh.corners.resize(mesh.polygon_ends.back());
    return mesh;
}

/// A shape for queries; nothing where the mesh cannot be one.
inline std::optional<Polyhedron> take_shape(Bytes& bytes) {
    BuildOptions options;
    options.sides =
        bytes.one_of(std::array{Sides::automatic, Sides::automatic, Sides::both, Sides::front});
    const auto shape = Polyhedron::build(take_mesh(bytes), options);
    return shape ? std::optional<Polyhedron>(*shape) : std::nullopt;
}

/// Whether what is promised of closed shapes can be: front sides are enough for a surface that
/// looks outward and does not cross itself. Only those who ask for them get them for others
/// (docs/guarantees.md).
inline bool is_sound(const Polyhedron& shape) {
    if (shape.sides() == Sides::both || shape.report().sides_reason == SidesReason::proven) {
        return true;
    }
    return shape.volume().value_or(0) > 0 && self_intersections(shape).empty();
}

// ---- comparing
// -----------------------------------------------------------------------------------

/// The same bits: what is promised of an answer that is asked for again.
inline bool same_bits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
inline bool same_bits(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    return same_bits(a[0], b[0]) && same_bits(a[1], b[1]) && same_bits(a[2], b[2]);
}
inline bool same_bits(const Pose& a, const Pose& b) {
    return same_bits(a.translation(), b.translation()) &&
           same_bits(a.rotation().w(), b.rotation().w()) &&
           same_bits(Eigen::Vector3d(a.rotation().vec()), Eigen::Vector3d(b.rotation().vec()));
}
inline bool same_bits(const Mesh& a, const Mesh& b) {
    return a.corners == b.corners && a.polygon_ends == b.polygon_ends &&
           std::equal(a.vertices.begin(), a.vertices.end(), b.vertices.begin(), b.vertices.end(),
                      [](const auto& x, const auto& y) { return same_bits(x, y); });
}

inline bool is_unit(const Eigen::Vector3d& v) {
    return std::abs(v.norm() - 1) < 1e-9;
}

}  // namespace swept::fuzz
