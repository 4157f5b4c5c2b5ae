// A spur gear: one tooth in polar coordinates, turned about the axis, extruded.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "math/elementary.h"
#include "solids/mesh_rings.h"
#include "solids/solid_check.h"
#include "swept/solids.h"

namespace swept::solids_detail {

namespace {

using Eigen::Vector2d;

using std::numbers::pi;
constexpr double addendum = 1;     // in modules
constexpr double dedendum = 1.25;  // the same

/// The involute from the base circle to a radius turns by u - atan(u), where u is this.
double roll_angle(double radius, double base) {
    return std::sqrt(std::max(0.0, (radius / base) * (radius / base) - 1));
}

/// A tooth about +x.
struct Tooth {
    double pitch_radius, base, root, tip;
    double flank_begin;         ///< radius at which the involute begins
    double half_angle_at_base;  ///< or where its involute would be there

    explicit Tooth(const GearOptions& options)
        : pitch_radius(options.module * options.teeth / 2),
          base(pitch_radius * math::cos(options.pressure_angle_deg * pi / 180)),
          root(pitch_radius - dedendum * options.module),
          tip(pitch_radius + addendum * options.module),
          flank_begin(std::max(base, root)) {
        const double thickness = pi * options.module / 2 - options.backlash / 2;
        const double u = roll_angle(pitch_radius, base);
        half_angle_at_base = thickness / (2 * pitch_radius) + u - math::atan(u);
    }
    [[nodiscard]] double half_angle(double radius) const {
        const double u = roll_angle(radius, base);
        return half_angle_at_base - (u - math::atan(u));
    }
    [[nodiscard]] bool has_radial_part() const { return root < flank_begin * (1 - 1e-6); }
};

/// The gear's outline, tooth after tooth.
struct GearOutline {
    std::vector<Vector2d> points;
    std::uint32_t per_tooth = 0;  ///< points of a tooth, and the last one amid the gap after it
};

/// Both flanks are the same numbers with y of either sign, so that each tooth is symmetric. Tip and
/// root are two chords each.
GearOutline gear_outline(const Tooth& tooth, const GearOptions& options) {
    std::vector<Vector2d> flank;  // the right one, with y < 0, from the root to the tip
    const auto add = [&](double radius, double angle) {
        flank.emplace_back(radius * math::cos(angle), -radius * math::sin(angle));
    };
    if (tooth.has_radial_part()) add(tooth.root, tooth.half_angle(tooth.flank_begin));
    const double first = roll_angle(tooth.flank_begin, tooth.base);
    const double last = roll_angle(tooth.tip, tooth.base);
    for (int i = 0; i < options.flank_points; ++i) {
        const double u = std::lerp(first, last, i / (options.flank_points - 1.0));
        const double radius = tooth.base * std::sqrt(1 + u * u);
        add(radius, tooth.half_angle(radius));
    }
    std::vector<Vector2d> shape = flank;
    shape.emplace_back(tooth.tip, 0);
    for (auto point = flank.rbegin(); point != flank.rend(); ++point) {
        shape.emplace_back(point->x(), -point->y());
    }
    const double gap_radius = flank.front().norm();
    shape.emplace_back(gap_radius * on_circle(1, 2 * std::int64_t{options.teeth}));

    GearOutline outline;
    outline.per_tooth = static_cast<std::uint32_t>(shape.size());
    for (int k = 0; k < options.teeth; ++k) {
        const Vector2d x = on_circle(k, options.teeth);
        const Vector2d y(-x.y(), x.x());
        for (const Vector2d& p : shape) outline.points.emplace_back(p.x() * x + p.y() * y);
    }
    return outline;
}

/// One end of the gear, from the outline to a ring with a corner in the middle of each tooth and
/// one in the middle of each gap: convex polygons for teeth and gaps, triangles between them.
void add_end(Mesh& mesh, const GearOutline& outline, std::uint32_t first_of_outline,
             std::uint32_t first_of_ring, Facing facing) {
    const auto n = static_cast<std::uint32_t>(outline.points.size());
    const std::uint32_t teeth = n / outline.per_tooth;
    const auto rim = [&](std::uint32_t i) { return first_of_outline + i % n; };
    const auto ring = [&](std::uint32_t i) { return first_of_ring + i % (2 * teeth); };
    for (std::uint32_t k = 0; k < teeth; ++k) {
        const std::uint32_t begin = k * outline.per_tooth;
        const std::uint32_t gap = begin + outline.per_tooth - 1;
        std::vector<std::uint32_t> tooth{ring(2 * k)};
        for (std::uint32_t i = begin; i < gap; ++i) tooth.push_back(rim(i));
        add_flat(mesh, tooth, facing);
        add_flat(mesh, {ring(2 * k + 1), rim(gap - 1), rim(gap), rim(gap + 1)}, facing);
        add_flat(mesh, {ring(2 * k), rim(gap - 1), ring(2 * k + 1)}, facing);
        add_flat(mesh, {ring(2 * k + 1), rim(gap + 1), ring(2 * k + 2)}, facing);
    }
}

Check check_gear(const GearOptions& options) {
    Check check;
    check.count("teeth", options.teeth, 4)
        .length("module", options.module)
        .length("width", options.width)
        .demand(options.pressure_angle_deg >= 5 && options.pressure_angle_deg <= 45,
                "pressure_angle_deg",
                text_of(options.pressure_angle_deg) + " is out of range; it must be 5 to 45")
        .demand(options.backlash >= 0 && options.backlash < pi * options.module, "backlash",
                text_of(options.backlash) + " is out of range; it must be 0 to less than " +
                    text_of(pi * options.module) + ", or no tooth is left")
        .count("flank_points", options.flank_points, 2)
        .vertices("teeth", (4.0 * options.flank_points + 10) * options.teeth);
    if (check.complaint()) return check;

    const Tooth tooth(options);
    const double at_root = tooth.half_angle(tooth.flank_begin);
    const double half_pitch = pi / options.teeth;
    // The faces of make_gear are convex as long as the ring of the bore is below all chords of the
    // root circle.
    const double largest_bore =
        1.98 * tooth.root * math::cos(std::max(at_root, half_pitch - at_root));
    return check
        .demand(tooth.half_angle(tooth.tip) > 0, "pressure_angle_deg",
                text_of(options.pressure_angle_deg) +
                    " is too large; the flanks of a tooth meet below its tip")
        .demand(at_root < half_pitch, "pressure_angle_deg",
                text_of(options.pressure_angle_deg) +
                    " is too large; neighbouring teeth meet above their roots")
        .demand(options.bore >= 0 && options.bore <= largest_bore, "bore",
                text_of(options.bore) + " is out of range; it must be 0 to " +
                    text_of(largest_bore) + ", below the roots");
}

}  // namespace

}  // namespace swept::solids_detail

namespace swept {

using namespace solids_detail;

Result<Mesh> make_gear(const GearOptions& options) {
    if (const Check check = check_gear(options); check.complaint()) return refuse(check);

    const Tooth tooth(options);
    const GearOutline outline = gear_outline(tooth, options);
    const auto n = static_cast<std::uint32_t>(outline.points.size());
    const auto ring_size = 2 * static_cast<std::uint32_t>(options.teeth);
    const bool has_bore = options.bore > 0;
    const std::vector<Vector2d> ring =
        circle(2 * options.teeth, has_bore ? options.bore / 2 : tooth.root / 2);

    Mesh mesh;
    const double z = options.width / 2;
    const std::uint32_t lower = add_outline(mesh, outline.points, -z);
    const std::uint32_t upper = add_outline(mesh, outline.points, z);
    const std::uint32_t lower_ring = add_outline(mesh, ring, -z);
    const std::uint32_t upper_ring = add_outline(mesh, ring, z);
    add_walls(mesh, lower, upper, n);
    add_end(mesh, outline, lower, lower_ring, Facing::down);
    add_end(mesh, outline, upper, upper_ring, Facing::up);
    if (has_bore) {
        add_walls(mesh, upper_ring, lower_ring, ring_size);  // upside down: it looks to the axis
    } else {
        add_flat(mesh, numbered(lower_ring, ring_size), Facing::down);
        add_flat(mesh, numbered(upper_ring, ring_size), Facing::up);
    }
    return mesh;
}

}  // namespace swept
