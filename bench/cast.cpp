// casts of rays and spheres in levels and past meshes, beside Embree, Bullet and ODE
//
// Questions are the same in every run. Times are processor times of one thread; all libraries take
// turns in one process.
//   --quick        a twentieth of the questions
//   --only NAME    one part (rays, spheres, builds, subdivision, sets), or one scene
//   --docs FOLDER  writes FOLDER/casts-measured.md, its tables and its chart

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

#include "cast/page.h"
#include "cast/report.h"
#include "common/data_folder.h"
#include "common/program.h"

namespace {

using namespace swept;
using namespace swept::bench;

constexpr Effort quick_effort{.rounds = 5,
                              .rays = 50'000,
                              .slow_rays = 1'000,
                              .judged_rays = 50,
                              .vertex_rays = 50,
                              .spheres = 5'000,
                              .slow_spheres = 200,
                              .judged_spheres = 50,
                              .builds = 1,
                              .subdivided = 300,
                              .set_sweeps = 20};

constexpr std::array parts{"rays", "spheres", "builds", "subdivision", "sets"};

/// Which parts of which scenes are asked for.
struct PartsWanted {
    explicit PartsWanted(const std::string& only)
        : part(std::ranges::find(parts, only) != parts.end() ? only : ""),
          scene(part.empty() ? only : "") {}

    [[nodiscard]] bool has(const char* name) const { return part.empty() || part == name; }

    std::string part;   ///< all when empty
    std::string scene;  ///< the same
};

void measure_scene(const Scene& scene, const PartsWanted& wanted, Results& results) {
    const Effort& effort = results.effort;
    if (wanted.has("builds")) results.builds.push_back(measure_builds(scene, effort.builds));
    if (!wanted.has("rays") && !wanted.has("spheres")) return;
    PeerScenes peers(scene);
    if (wanted.has("rays")) measure_rays(scene, peers, effort, results.rays);
    if (wanted.has("spheres")) measure_spheres(scene, peers, effort, results.spheres);
}

/// What is measured in one scene alone.
void measure_level(const Scene& level, const PartsWanted& wanted, const Stopwatch& clock,
                   Results& results) {
    const auto begins = [&](const char* part) {
        if (!wanted.has(part)) return false;
        (void)std::fprintf(stderr, "[%.0f s] %s\n", clock.seconds(), part);
        return true;
    };
    if (begins("subdivision")) results.subdivision = measure_subdivision(level, results.effort);
    if (begins("sets")) results.sets = measure_sets(level, results.effort);
}

/// The first scene is the level. What cannot be read is skipped with a word.
void measure_scenes(const PartsWanted& wanted, const Stopwatch& clock, Results& results) {
    bool first = true;
    for (const SceneSource& source : scene_sources()) {
        const std::string& name = source.source.name;
        const bool is_level = std::exchange(first, false);
        if (!wanted.scene.empty() && name != wanted.scene) continue;
        (void)std::fprintf(stderr, "[%.0f s] %s\n", clock.seconds(), name.c_str());
        const Result<Scene> scene = make_scene(source);
        if (!scene) {
            std::printf("%s: %s: skipped\n", name.c_str(), scene.error().message().c_str());
            continue;
        }
        measure_scene(*scene, wanted, results);
        if (!is_level) continue;
        results.level_faces = scene->triangles();
        measure_level(*scene, wanted, clock, results);
    }
}

/// What this run leaves out, in words.
void print_gaps() {
    if (!std::filesystem::exists(data_folder())) std::printf("no data folder: the level only\n");
    if (!has_embree()) std::printf("no Embree: skipped\n");
    if (!has_bullet()) std::printf("no Bullet: skipped\n");
    if (!has_ode()) std::printf("no ODE: skipped\n");
    if (has_ode()) std::printf("ODE casts no spheres\n");
}

}  // namespace

int main(int count, char** words) {
    const std::optional<RunFlags> flags = run_flags(count, words);
    if (!flags || flags->full) return refuse("cast [--quick] [--only NAME | --docs FOLDER]");
    const Stopwatch clock;
    Results results{.effort = flags->quick ? quick_effort : Effort{}};
    measure_scenes(PartsWanted(flags->only), clock, results);
    return finish(results, *flags, clock, print_gaps);
}
