// Draws a level of a game as rays see it, into a PNG file: rays through every pixel, and from what
// they hit on to a lamp. All through cast_batch, on all cores; tells how fast it was.
// Usage: render [FILE], by default level.png.

#include <swept/solids.h>
#include <swept/swept.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using Eigen::Vector3d;

constexpr std::size_t width = 640, height = 360;
constexpr std::size_t fine = 3;  // rays in a pixel, each way

// ---- what is seen ----

struct Camera {
    Vector3d eye, ahead, right, up;

    Camera(const Vector3d& from, const Vector3d& towards) : eye(from) {
        constexpr double half_width = 0.85;  // of the picture, at a distance of 1
        ahead = (towards - from).normalized();
        right = ahead.cross(Vector3d::UnitZ()).normalized() * half_width;
        up = right.cross(ahead) * (double(height) / double(width));
    }
    /// Through a place of the picture, each way from -1 to 1.
    [[nodiscard]] swept::Ray ray(double x, double y) const {
        return swept::Ray::towards(eye, ahead + x * right + y * up).value();
    }
};

std::vector<swept::Ray> rays_of(const Camera& camera) {
    std::vector<swept::Ray> rays;
    rays.reserve(width * height * fine * fine);
    const auto place = [](std::size_t i, std::size_t count) {
        return (2 * double(i) + 1) / double(count) - 1;
    };
    for (std::size_t row = 0; row < fine * height; ++row) {
        for (std::size_t column = 0; column < fine * width; ++column) {
            rays.push_back(camera.ray(place(column, fine * width), -place(row, fine * height)));
        }
    }
    return rays;
}

/// The lamp is a square; each ray of a pixel sees another part of it, so that shadows are soft.
struct Lamp {
    Vector3d middle;
    double size;

    [[nodiscard]] Vector3d part(std::size_t ray) const {
        const std::size_t row = ray / (fine * width) % fine, column = ray % fine;
        const Vector3d place(double(column), double(row), 0);
        return middle + size * (place / double(fine - 1) - Vector3d(0.5, 0.5, 0));
    }
};

/// From where each ray ended to the lamp. What stands on a face may leave it to the front: no
/// offset is needed. Where nothing was hit the way has no length.
std::vector<swept::Ray> ways_to(const Lamp& lamp, const std::vector<swept::CastResult>& seen) {
    std::vector<swept::Ray> ways;
    ways.reserve(seen.size());
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const bool hit = seen[i].state == swept::State::hit;
        const Vector3d to = lamp.part(i);
        ways.push_back(swept::Ray::between(hit ? seen[i].hit.point : to, to).value());
    }
    return ways;
}

/// Casts them all, and adds how long that took.
std::vector<swept::CastResult> answers(const std::vector<swept::Ray>& rays,
                                       const swept::Polyhedron& level, swept::CastMode mode,
                                       double& seconds) {
    swept::CastOptions options;
    options.mode = mode;
    const auto begin = std::chrono::steady_clock::now();
    std::vector<swept::CastResult> results = swept::cast_batch(rays, {level}, options);
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return results;
}

// ---- light ----

/// Which way a face looks tells its paint.
Vector3d paint_of(const Vector3d& normal) {
    const Vector3d upward(0.86, 0.72, 0.52), downward(0.60, 0.62, 0.66);
    const Vector3d along_x(0.45, 0.66, 0.72), along_y(0.74, 0.52, 0.44);
    if (std::abs(normal.z()) > 0.7) return normal.z() > 0 ? upward : downward;
    const double share = normal.x() * normal.x();
    return share * along_x + (1 - share) * along_y;
}

/// The light that comes from a place; near the lamp it is brighter.
Vector3d colour(const swept::CastHit& hit, const Vector3d& lamp, bool in_shadow) {
    const Vector3d to_lamp = lamp - hit.point;
    const double facing = std::max(0.0, hit.normal.dot(to_lamp.normalized()));
    const double from_lamp = in_shadow ? 0 : 0.95 * facing / (1 + to_lamp.squaredNorm() / 90);
    const double from_everywhere = 0.13 + 0.04 * hit.normal.z();
    return paint_of(hit.normal) * (from_everywhere + from_lamp);
}

std::uint8_t byte_of(double light) {
    return static_cast<std::uint8_t>(std::lround(255 * std::sqrt(std::clamp(light, 0.0, 1.0))));
}

/// The pixels, row by row: the rays of each, averaged.
std::vector<std::uint8_t> pixels_of(const std::vector<swept::CastResult>& seen,
                                    const std::vector<swept::CastResult>& lit, const Lamp& lamp) {
    std::vector<Vector3d> sums(width * height, Vector3d::Zero());
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (seen[i].state != swept::State::hit) continue;
        const std::size_t row = i / (fine * width) / fine, column = i % (fine * width) / fine;
        const bool in_shadow = lit[i].state == swept::State::hit;
        sums[row * width + column] += colour(seen[i].hit, lamp.part(i), in_shadow);
    }
    std::vector<std::uint8_t> pixels;
    for (const Vector3d& sum : sums) {
        for (const double light : Vector3d(sum / double(fine * fine))) {
            pixels.push_back(byte_of(light));
        }
    }
    return pixels;
}

// ---- the file: PNG, not compressed ----

using Bytes = std::string;

Bytes big_endian(std::uint32_t number) {
    Bytes bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 255U);
    return bytes;
}

std::uint32_t crc_of(const Bytes& bytes) {
    std::uint32_t crc = 0xffffffffU;
    for (const char c : bytes) {
        crc ^= static_cast<std::uint8_t>(c);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
    }
    return ~crc;
}

std::uint32_t adler_of(const Bytes& bytes) {
    std::uint32_t a = 1, b = 0;
    for (const char c : bytes) {
        a = (a + static_cast<std::uint8_t>(c)) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

Bytes chunk(const Bytes& type, const Bytes& data) {
    return big_endian(static_cast<std::uint32_t>(data.size())) + type + data +
           big_endian(crc_of(type + data));
}

/// As a zlib stream of blocks that are stored as they are.
Bytes stored(const Bytes& bytes) {
    constexpr std::size_t most = 65535;
    Bytes stream = "\x78\x01";
    for (std::size_t begin = 0; begin < bytes.size(); begin += most) {
        const std::size_t size = std::min(most, bytes.size() - begin);
        const auto low = static_cast<char>(size & 255U), high = static_cast<char>(size >> 8);
        stream += begin + size == bytes.size() ? '\1' : '\0';
        stream += {low, high, static_cast<char>(~low), static_cast<char>(~high)};
        stream += bytes.substr(begin, size);
    }
    return stream + big_endian(adler_of(bytes));
}

Bytes png_of(const std::vector<std::uint8_t>& pixels) {
    Bytes rows;
    for (std::size_t row = 0; row < height; ++row) {
        rows += '\0';  // no filter
        for (std::size_t i = 0; i < 3 * width; ++i) {
            rows += static_cast<char>(pixels[row * 3 * width + i]);
        }
    }
    const Bytes header = big_endian(width) + big_endian(height) + Bytes("\x08\x02\0\0\0", 5);
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", stored(rows)) +
           chunk("IEND", "");
}

}  // namespace

int main(int argc, char** argv) {
    const std::string path = argc > 1 ? argv[1] : "level.png";
    const swept::Polyhedron level =
        swept::Polyhedron::build(swept::make_level({.rooms = 9, .seed = 3, .clutter = 16}).value())
            .value();
    const Camera camera({-3.2, -4.7, 3.2}, {1.3, 2.6, 0.4});
    const Lamp lamp{{0.5, -1, 3.6}, 0.5};

    double seconds = 0;
    const std::vector<swept::Ray> rays = rays_of(camera);
    const auto seen = answers(rays, level, swept::CastMode::first, seconds);
    const auto lit = answers(ways_to(lamp, seen), level, swept::CastMode::any, seconds);
    std::printf("%zu rays past %u faces\n", 2 * rays.size(), level.face_count());
    (void)std::fprintf(stderr, "%.1f million rays a second\n",
                       2e-6 * double(rays.size()) / seconds);

    std::ofstream file(path, std::ios::binary);
    file << png_of(pixels_of(seen, lit, lamp));
    file.close();
    if (!file) std::cerr << "render: " << path << ": cannot be written\n";
    return file ? 0 : 1;
}
