// Bolt and nut. Unrolled from its cylinder, a threaded surface is a rectangle of turns and heights.
// Columns (constant angle) and helices (the corners of the profile, one pitch per turn) cut it into
// cells; what the two end planes leave of each is a convex polygon within one side of the profile.
// Its corners lie on the ideal surface, those at the ends too, so one bound holds for all of it
// (thread_deviation).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numbers>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "math/elementary.h"
#include "solids/mesh_rings.h"
#include "solids/solid_check.h"
#include "swept/solids.h"

namespace swept::solids_detail {

namespace {

using Eigen::Vector2d;

using std::numbers::pi;

// A helix that meets a column this close to an end plane, as a share of its rise from column to
// column, is taken to meet it in the plane: no slivers.
constexpr double snap = 1e-3;

// Shares of the pitch. Flats and lengths that are no smaller cannot be snapped away.
constexpr double least_flat = 1e-2;
constexpr double least_length = 1e-2;

// Share of the diameter: a core remains, and the rims are so round that a hexagon sees all sides.
constexpr double largest_pitch = 0.5;

// ---- the profile ----

/// A corner of the profile, in a half plane through the axis.
struct Knot {
    double height;  ///< at angle 0, within one period
    double radius;
};

struct Thread {
    double pitch;
    std::array<Knot, 4> knots;  ///< both ends of the crest, both ends of the root
    [[nodiscard]] double crest() const { return knots[0].radius; }
    [[nodiscard]] double root() const { return knots[2].radius; }
};

/// Flanks at 60 degrees to each other, crest pitch/8 and root pitch/4 wide; then all sides are
/// moved outward by `offset`. As flanks rise by sqrt(3), their ends move by offset/sqrt(3) along.
Thread make_thread(double diameter, double pitch, double offset) {
    const double crest = diameter / 2 + offset;
    const double root = crest - 5 * std::numbers::sqrt3 / 16 * pitch;
    const double along = offset * std::numbers::inv_sqrt3;
    const double crest_end = pitch / 16 + along;
    const double root_begin = 3 * pitch / 8 + along;
    return {pitch,
            {{{-crest_end, crest},
              {crest_end, crest},
              {root_begin, root},
              {pitch - root_begin, root}}}};
}

/// How far the mesh strays from the ideal surface at most, seen in the half plane through the axis.
/// A point of a triangle is the mean, with weights w, of corners on one side of the profile, with
/// radii r and angles a within a step = 2 pi / segments. On that side lies the point with the means
/// of r and a; the true ones differ from these:
/// - Corners reach at least r cos(step/2) along the middle of the wedge, so the radius is at most
///   crest (1 - cos(step/2)) short.
/// - The direction of the point is nearly the mean of a with weights w r / mean(r); that differs
///   from mean(a) by the covariance of r and a over mean(r), at most (depth/2) (step/2) / root.
/// - "Nearly": for angles x about that direction mean(sin x) = 0 and not mean(x) = 0, which differ
///   by at most step - sin(step).
/// An angle counts as pitch / (2 pi) of height. Snapped corners are off by snap pitch / segments.
double thread_deviation(const Thread& thread, int segments) {
    const double step = 2 * pi / segments;
    const double depth = thread.crest() - thread.root();
    const double sine = math::sin(step / 4);
    const double radius = 2 * thread.crest() * sine * sine;
    const double angle = step * depth / (4 * thread.root()) + step - math::sin(step);
    return radius + thread.pitch / (2 * pi) * (angle + snap * step);
}

/// The fewest segments, a multiple of 4, that keep the mesh within a quarter of the clearance.
int fitting_segments(const Thread& thread, double clearance) {
    const auto quarters = std::views::iota(3, 1 << 27);
    return 4 * *std::ranges::partition_point(quarters, [&](int quarter) {
               return thread_deviation(thread, 4 * quarter) > clearance / 4;
           });
}

// ---- the surface ----

/// The surface of a thread between z = 0 and z = length, added to a mesh cell by cell.
class ThreadedSurface {
   public:
    enum class Look : std::uint8_t { outward, inward };

    ThreadedSurface(const Thread& thread, int segments, double length, Look look)
        : thread_(thread), columns_(segments), length_(length), look_(look) {}

    /// Its rims at z = 0 and at z = length.
    std::array<Rim, 2> add_to(Mesh& mesh);

   private:
    static constexpr int none = std::numeric_limits<int>::min();

    /// A corner of a cell lies on two of these: a column, a helix, an end plane.
    struct Corner {
        int column = none;  ///< 0 to columns_: the last is the first again, one turn later
        int helix = none;   ///< knot number + 4 times the period
        int end = none;     ///< 0 or 1
        double turns = 0;
        double z = 0;
        double radius = 0;
    };
    using Cell = std::vector<Corner>;

    [[nodiscard]] Corner corner(int column, int helix) const;
    [[nodiscard]] double beyond(const Corner& corner, int end) const;
    [[nodiscard]] Corner crossing(const Corner& inside, const Corner& outside, int end) const;
    [[nodiscard]] Cell clipped(const Cell& cell, int end) const;
    [[nodiscard]] Cell cell(int column, int helix) const;
    std::uint32_t vertex(Mesh& mesh, const Corner& corner);

    Thread thread_;
    int columns_;
    double length_;
    Look look_;
    std::map<std::array<int, 3>, std::uint32_t> vertices_;  ///< by column, helix and end
    std::array<Rim, 2> rims_;
};

/// Where a helix meets a column. After a turn it is the helix of the next period at the start.
ThreadedSurface::Corner ThreadedSurface::corner(int column, int helix) const {
    const int from_start = column == columns_ ? 0 : column;
    const int risen = column == columns_ ? helix + 4 : helix;
    const auto& [height, radius] = thread_.knots[static_cast<unsigned>(risen) % 4];
    const double periods = (risen - (risen & 3)) / 4;
    const double rise = thread_.pitch / columns_;
    Corner result{.column = column, .helix = helix};
    result.turns = static_cast<double>(column) / columns_;
    result.radius = radius;
    result.z = height + thread_.pitch * periods + rise * from_start;
    if (std::abs(result.z) < snap * rise) result.z = 0;
    if (std::abs(result.z - length_) < snap * rise) result.z = length_;
    return result;
}

/// How far a corner lies beyond an end plane, negative on the thread's side.
double ThreadedSurface::beyond(const Corner& corner, int end) const {
    return end == 0 ? -corner.z : corner.z - length_;
}

/// Where a side of a cell, a piece of a column or of a helix, passes an end plane.
ThreadedSurface::Corner ThreadedSurface::crossing(const Corner& inside, const Corner& outside,
                                                  int end) const {
    const double share = beyond(inside, end) / (beyond(inside, end) - beyond(outside, end));
    Corner result{.end = end};
    (inside.column == outside.column ? result.column : result.helix) =
        inside.column == outside.column ? inside.column : inside.helix;
    result.turns = std::lerp(inside.turns, outside.turns, share);
    result.radius = std::lerp(inside.radius, outside.radius, share);
    result.z = end == 0 ? 0 : length_;
    return result;
}

ThreadedSurface::Cell ThreadedSurface::clipped(const Cell& cell, int end) const {
    Cell result;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const Corner& here = cell[i];
        const Corner& next = cell[i + 1 < cell.size() ? i + 1 : 0];
        const double here_beyond = beyond(here, end);
        const double next_beyond = beyond(next, end);
        if (here_beyond <= 0) result.push_back(here);
        if (here_beyond < 0 && next_beyond > 0) result.push_back(crossing(here, next, end));
        if (here_beyond > 0 && next_beyond < 0) result.push_back(crossing(next, here, end));
    }
    return result;
}

/// What the end planes leave of a cell: its corners run counter-clockwise seen from outside.
ThreadedSurface::Cell ThreadedSurface::cell(int column, int helix) const {
    const Cell whole{corner(column, helix), corner(column + 1, helix),
                     corner(column + 1, helix + 1), corner(column, helix + 1)};
    return clipped(clipped(whole, 0), 1);
}

/// The vertex of a corner: the same for all cells that have this corner, also across the seam.
std::uint32_t ThreadedSurface::vertex(Mesh& mesh, const Corner& corner) {
    const bool after_a_turn = corner.column == columns_;
    const int column = after_a_turn ? 0 : corner.column;
    const int helix = after_a_turn && corner.helix != none ? corner.helix + 4 : corner.helix;
    const auto [place, is_new] = vertices_.try_emplace({column, helix, corner.end});
    if (!is_new) return place->second;

    const double turns = after_a_turn ? 0 : corner.turns;
    const Vector2d outward = column == none
                                 ? Vector2d(math::cos(2 * pi * turns), math::sin(2 * pi * turns))
                                 : on_circle(column, columns_);
    const Vector2d point = corner.radius * outward;
    place->second = mesh.add_vertex({point.x(), point.y(), corner.z});
    for (const int end : {0, 1}) {
        if (beyond(corner, end) == 0)
            rims_[static_cast<unsigned>(end)].push_back({turns, place->second});
    }
    return place->second;
}

std::array<Rim, 2> ThreadedSurface::add_to(Mesh& mesh) {
    const int highest = 4 * static_cast<int>(length_ / thread_.pitch) + 8;
    for (int helix = -8; helix < highest; ++helix) {
        for (int column = 0; column < columns_; ++column) {
            std::vector<std::uint32_t> polygon;
            for (const Corner& corner : cell(column, helix)) {
                polygon.push_back(vertex(mesh, corner));
            }
            if (look_ == Look::inward) std::ranges::reverse(polygon);
            for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
                mesh.add_polygon({polygon[0], polygon[i], polygon[i + 1]});
            }
        }
    }
    for (Rim& rim : rims_) std::ranges::sort(rim, {}, &RimCorner::turns);
    return std::move(rims_);
}

// ---- the solids ----

/// Six vertices at a height; the first lies over the x axis.
Rim add_hexagon(Mesh& mesh, double across_flats, double z) {
    const std::uint32_t first =
        add_outline(mesh, circle(6, across_flats * std::numbers::inv_sqrt3), z);
    Rim rim;
    for (std::uint32_t i = 0; i < 6; ++i) rim.push_back({i / 6.0, first + i});
    return rim;
}

tl::unexpected<Error> refuse_width(std::string_view name, double width, const Thread& thread) {
    return refuse(Check().demand(
        false, name,
        text_of(width) + " is too small; the hexagon must surround the thread, whose diameter is " +
            text_of(2 * thread.crest()) + ", with a margin"));
}

/// What bolt and nut have in common.
struct ThreadArguments {
    double diameter, pitch, length, clearance;
    int segments;
    std::string_view length_name;
};

Check check_thread(const ThreadArguments& given) {
    const double largest_clearance = (1.0 / 4 - least_flat) * given.pitch * std::numbers::sqrt3 / 2;
    return Check()
        .length("diameter", given.diameter)
        .length("pitch", given.pitch)
        .demand(given.pitch <= largest_pitch * given.diameter, "pitch",
                text_of(given.pitch) + " is too large; it must be at most " +
                    text_of(largest_pitch * given.diameter) + ", half of the diameter")
        .length(given.length_name, given.length)
        .demand(given.length >= least_length * given.pitch, given.length_name,
                text_of(given.length) + " is too short; it must be at least " +
                    text_of(least_length * given.pitch) + ", a hundredth of the pitch")
        .demand(given.clearance >= 0 && given.clearance <= largest_clearance, "clearance",
                text_of(given.clearance) + " is out of range; it must be 0 to " +
                    text_of(largest_clearance) + ", or the nut's crests vanish")
        .demand(given.segments == 0 || given.segments >= 3, "segments",
                std::to_string(given.segments) + " is out of range; it must be 3 or more, or 0")
        .demand(given.segments != 0 || given.clearance > 0, "clearance",
                "0 does not tell how fine the mesh must be; give the segments");
}

Result<ThreadedSurface> threaded_surface(const ThreadArguments& given, const Thread& thread,
                                         ThreadedSurface::Look look) {
    const int segments =
        given.segments == 0 ? fitting_segments(thread, given.clearance) : given.segments;
    const Check check = Check().vertices(given.segments == 0 ? "clearance" : "segments",
                                         4.0 * segments * (given.length / given.pitch + 1));
    if (check.complaint()) return refuse(check);
    return ThreadedSurface(thread, segments, given.length, look);
}

}  // namespace

}  // namespace swept::solids_detail

namespace swept {

using namespace solids_detail;

Result<Mesh> make_bolt(const BoltOptions& options) {
    const ThreadArguments given{options.diameter,  options.pitch,    options.length,
                                options.clearance, options.segments, "length"};
    Check check = check_thread(given);
    if (options.head_height != 0) {
        check.length("head_height", options.head_height).length("head_width", options.head_width);
    }
    if (check.complaint()) return refuse(check);

    const Thread thread = make_thread(options.diameter, options.pitch, 0);
    auto surface = threaded_surface(given, thread, ThreadedSurface::Look::outward);
    if (!surface) return tl::unexpected(surface.error());
    Mesh mesh;
    const auto [base, tip] = surface->add_to(mesh);
    add_disc(mesh, tip, Facing::up);
    if (options.head_height == 0) {
        add_disc(mesh, base, Facing::down);
        return mesh;
    }
    const Rim bottom = add_hexagon(mesh, options.head_width, -options.head_height);
    const Rim top = add_hexagon(mesh, options.head_width, 0);
    add_flat(mesh, numbered(bottom[0].vertex, 6), Facing::down);
    add_walls(mesh, bottom[0].vertex, top[0].vertex, 6);
    if (!add_ring(mesh, base, top, Facing::up)) {
        return refuse_width("head_width", options.head_width, thread);
    }
    return mesh;
}

Result<Mesh> make_nut(const NutOptions& options) {
    const ThreadArguments given{options.diameter,  options.pitch,    options.height,
                                options.clearance, options.segments, "height"};
    const Check check = check_thread(given).length("width", options.width);
    if (check.complaint()) return refuse(check);

    const Thread thread = make_thread(options.diameter, options.pitch, options.clearance);
    auto surface = threaded_surface(given, thread, ThreadedSurface::Look::inward);
    if (!surface) return tl::unexpected(surface.error());
    Mesh mesh;
    const auto [hole_below, hole_above] = surface->add_to(mesh);
    const Rim bottom = add_hexagon(mesh, options.width, 0);
    const Rim top = add_hexagon(mesh, options.width, options.height);
    add_walls(mesh, bottom[0].vertex, top[0].vertex, 6);
    if (!add_ring(mesh, hole_below, bottom, Facing::down) ||
        !add_ring(mesh, hole_above, top, Facing::up)) {
        return refuse_width("width", options.width, thread);
    }
    return mesh;
}

}  // namespace swept
