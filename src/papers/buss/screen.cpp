// The collision screen of a step as a picture (Buss 7, figure 14).

#include <limits>

#include "collisions/relative.h"
#include "math/elementary.h"
#include "papers/buss/memory.h"
#include "papers/buss/rows.h"

namespace swept::papers::buss {

namespace {

class Picture {
   public:
    Picture(const Chart& chart, double scale, const Pixels& pixels, CollisionScreen& screen)
        : chart_(chart), scale_(scale), size_(pixels.size * scale), screen_(screen) {
        screen.size = pixels.size;
    }

    void add(const DrawnBody& body, std::vector<ScreenLine>& lines, std::vector<ScreenRun>& runs) {
        for (const Chord& chord : body.chords) {
            lines.push_back({place(chord.from), place(chord.to), chord.is_virtual});
        }
        constexpr double all = std::numeric_limits<double>::max();
        constexpr Interval any{-all, all};
        fill_pixels(body.chords, {.size = size_, .window = {any, any, any}}, records_);
        for (const PixelRecord& record : records_) {
            ScreenRun& run = runs.emplace_back();
            run.row = record.row;
            run.first = record.first;
            run.last = record.last;
            run.begin = static_cast<double>(record.begin);
            run.end = static_cast<double>(record.end);
            run.is_virtual = body.chords[record.chord].is_virtual;
            for (std::uint32_t i = record.chord; i <= record.last_chord; ++i) {
                const Chord& chord = body.chords[i];
                run.is_vertex = run.is_vertex || (chord.from_vertex && is_in(chord.from, run)) ||
                                (chord.to_vertex && is_in(chord.to, run));
            }
        }
    }

    /// The places of the answer's collisions, seen from b.
    void mark(const Motion& motion, const Pose& a_from) {
        const std::vector<Collision>& collisions = screen_.answer.collisions;
        for (std::uint32_t i = 0; i < collisions.size(); ++i) {
            const Collision& c = collisions[i];
            const Eigen::Vector3d seen = pose_at(motion, a_from, c.fraction) * c.point_in_a;
            screen_.marks.push_back({place(project(chart_.local(seen * scale_))), i});
        }
    }

   private:
    const Chart& chart_;
    double scale_;
    double size_;
    CollisionScreen& screen_;
    std::vector<PixelRecord> records_;

    [[nodiscard]] Eigen::Vector2d place(const ScreenPoint& point) const {
        return Eigen::Vector2d(point.u, point.v) / scale_;
    }
    [[nodiscard]] ScreenPoint project(const ChartPoint& x) const {
        if (!chart_.turning()) return screen_place(chart_, x);
        return screen_place(chart_, x.head<2>().norm(), math::atan2(x[1], x[0]), x[2]);
    }
    [[nodiscard]] bool is_in(const ScreenPoint& point, const ScreenRun& run) const {
        return std::floor(point.u / size_) == run.row && std::floor(point.v / size_) >= run.first &&
               std::floor(point.v / size_) <= run.last;
    }
};

}  // namespace

Result<CollisionScreen> collision_screen(const BodyStep& a, const BodyStep& b,
                                         const ScreenOptions& options) {
    const ScratchLease lease(options.scratch);
    ScreenOptions asked = options;
    asked.scratch = &*lease;
    auto answer = all_collisions(a, b, asked);
    if (!answer) return tl::unexpected(answer.error());
    CollisionScreen screen;
    screen.answer = std::move(*answer);
    screen.size = options.pixels.size;
    const RelativeStep relative(a.from, a.to, b.from, b.to);
    const PlacedStep placed({a.shape, a.from}, relative.motion(), {b.shape, b.from});
    if (placed.setup().still) return screen;
    ScreenMemory& memory = lease->memory().get<ScreenMemory>();
    const GlideStep step = placed.in(memory.common.positions);
    const Chart chart = chart_of(step, options.pixels);
    CollisionStats stats;  // those of the answer stay
    const auto drawn = draw_screen(step, chart, options, true, memory.pixels, stats);
    if (!drawn) return tl::unexpected(drawn.error());
    Picture picture(chart, step.scale, options.pixels, screen);
    picture.add(memory.pixels.a, screen.lines_a, screen.runs_a);
    picture.add(memory.pixels.b, screen.lines_b, screen.runs_b);
    picture.mark(relative.motion(), a.from);
    return screen;
}

}  // namespace swept::papers::buss
