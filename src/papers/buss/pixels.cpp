#include "papers/buss/pixels.h"

#include <numeric>

namespace swept::papers::buss {

namespace {

/// Choice. Bodies of fewer faces than this are drawn whole: their features are compared with the
/// other body one by one anyway.
constexpr std::size_t few_faces = 512;
/// Choice. A turn that moves nothing off a straight way by more than this share of a pixel, or of
/// the bodies if pixels are huge, is none.
constexpr double slight = 1.0 / 64;

/// Choice. Chords are cut no finer than this in time: where they meet, the moment is found on the
/// curves themselves.
constexpr double coarse_time = 1.0 / 8;

void take_all(const PlacedShape& placed, std::vector<std::uint32_t>& faces) {
    faces.resize(placed.face_count());
    std::iota(faces.begin(), faces.end(), 0U);
}

}  // namespace

Chart chart_of(const GlideStep& step, const Pixels& pixels) {
    const double size = pixels.size * step.scale;
    const double bodies =
        std::max(step.placed_a.shape.extent, step.placed_b.shape.extent) * step.scale;
    return Chart(step, slight * std::min(size, bodies / 16), size, 2 * pixels.time);
}

Result<bool> draw_screen(const GlideStep& step, const Chart& chart, const ScreenOptions& options,
                         bool everything, PixelMemory& memory, CollisionStats& stats) {
    ++stats.volume_tests;
    if (!everything && !chart.may_meet(chart.box_a(), chart.box_b())) return false;
    const bool small = std::max(step.placed_a.face_count(), step.placed_b.face_count()) < few_faces;
    if (everything || small || options.culling == ScreenCulling::none) {
        take_all(step.placed_a, memory.a.faces);
        take_all(step.placed_b, memory.b.faces);
    } else {
        cull_faces(step, chart, options.culling, memory.cull, memory.a.faces, memory.b.faces,
                   stats);
    }
    const Pixels& pixels = options.pixels;
    DrawOptions how{.size = pixels.size * step.scale,
                    .time = std::max(pixels.time, coarse_time),
                    .facing_slack = 2 * along_motion * step.speed + chart.deviation(),
                    .everything = everything};
    // Places are known to a pixel, and with them what faces the other body.
    if (pixels.mode == PixelMode::robust && chart.turning()) how.facing_slack += how.size;
    draw(step, chart, step.a, how, memory.a);
    draw(step, chart, step.b, how, memory.b);
    if (memory.a.pixels + memory.b.pixels > most_pixels) {
        return tl::unexpected(Error{ErrorCode::bad_argument,
                                    "more than 2^26 pixels would have to be drawn; make them "
                                    "larger, or use the exact method",
                                    "pixels.size"});
    }
    stats.faces += memory.a.drawn_faces.size() + memory.b.drawn_faces.size();
    return true;
}

Result<void> meet_on_screen(const GlideStep& step, const ScreenOptions& options,
                            PixelMemory& memory, std::vector<Meeting>& meetings,
                            ScreenStats& stats) {
    const Chart chart = chart_of(step, options.pixels);
    const auto drawn = draw_screen(step, chart, options, false, memory, stats);
    if (!drawn) return tl::unexpected(drawn.error());
    if (!*drawn) return {};
    const ScanInput input{
        step,     chart,   options.pixels, options.pixels.size * step.scale, options.min_properness,
        memory.a, memory.b};
    scan_faces(input, memory.scan, meetings, stats);
    scan_edges(input, memory.scan, meetings, stats);
    return {};
}

}  // namespace swept::papers::buss
