#include "ways.h"

namespace swept::bench {

ScreenOptions pixel_options(const Scene& scene, double pixels_of_an_edge) {
    return {.pixels = {.size = scene.short_edge() / pixels_of_an_edge}};
}

Way screen_way(std::string name, const ScreenOptions& options) {
    return {std::move(name), [options](const BodyStep& a, const BodyStep& b, Scratch& scratch) {
                ScreenOptions asked = options;
                asked.scratch = &scratch;
                return papers::buss::all_collisions(a, b, asked)
                    .map([](papers::buss::ScreenResult result) {
                        const std::uint64_t records = result.pixel_records;
                        return StepAnswer{std::move(result), records};
                    });
            }};
}

Way culled_way(std::string name, ScreenCulling culling) {
    return {std::move(name), [culling](const BodyStep& a, const BodyStep& b, Scratch& scratch) {
                return papers::buss::exact_collisions(a, b,
                                                      {.culling = culling, .scratch = &scratch})
                    .map([](CollisionResult result) { return StepAnswer{std::move(result)}; });
            }};
}

}  // namespace swept::bench
