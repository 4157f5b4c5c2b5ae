// Walks before an exact judge: sweep, move to the end that the answer names, and on, for ever.
//
//   judge_walks [--moves N] [--seed S] [--threads N] [--state FILE] [--block I] [--data FOLDER]
//               [--reproducers FOLDER]
//
// After every move the placed doubles are judged in long double and, where that cannot decide, in
// rational numbers: never inside, never closer than half the thinnest margin of the walk. With
// --state the counts are written after every block and a run that was ended goes on from there.
// --block I walks that one block of the seed and shows odd moves too: stopped although they led
// away, or with a large loss of separation. A wrong move is left in the folder for reproducers for
// the tool to replay, past the one obstacle that shows it. Ends with 1 on any violation.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "swept/mesh_io.h"
#include "tests/judges/options.h"
#include "tests/oracle/walks.h"
#include "tests/with.h"

namespace swept::judge {
namespace {

struct Options {
    oracle::WalkRun run;
    std::optional<std::uint64_t> block;
    std::filesystem::path data;
};

/// Real meshes, beside the project where they are at hand.
std::filesystem::path data_folder() {
    if (const char* const set = std::getenv("SWEPT_DATA")) return set;
    return std::filesystem::path(__FILE__).parent_path() / "../../../shared/data";
}

constexpr std::uintmax_t largest_file = 500'000;  // bytes

/// The mesh about the origin, with a diagonal of 2.
std::optional<oracle::NamedShape> named_shape(const std::string& name, Mesh mesh) {
    Box box;
    for (const Eigen::Vector3d& vertex : mesh.vertices) box.add(vertex);
    const Eigen::Vector3d centre = box.centre();
    const double factor = 2 / box.size().norm();
    for (Eigen::Vector3d& vertex : mesh.vertices) vertex = factor * (vertex - centre);
    const auto shape = Polyhedron::build(mesh);
    if (!shape) return std::nullopt;
    return oracle::NamedShape{name, *shape};
}

oracle::RealMeshes meshes_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const char* const part : {"levels", "pegs", "gears", "mechanisms", "fasteners"}) {
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator(folder / part, none)) {
            const std::string ending = entry.path().extension().string();
            if (ending != ".stl" && ending != ".ply" && ending != ".obj") continue;
            if (entry.file_size() <= largest_file) files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    oracle::RealMeshes meshes;
    for (const auto& file : files) {
        auto mesh = read_mesh(file);
        if (!mesh) continue;
        if (auto shape = named_shape(file.filename().string(), std::move(mesh->mesh))) {
            meshes.push_back(std::move(*shape));
        }
    }
    return meshes;
}

std::optional<Options> parse(int count, char** words) {
    Options options;
    options.run.reproducers = usual_reproducers;
    options.data = data_folder();
    const bool known = read_options(count, words,
                                    {{"--moves", &options.run.moves},
                                     {"--seed", &options.run.seed},
                                     {"--threads", &options.run.threads},
                                     {"--block", &options.block},
                                     {"--state", &options.run.state_file},
                                     {"--data", &options.data},
                                     {"--reproducers", &options.run.reproducers}});
    return known ? std::optional(options) : std::nullopt;
}

SweepResult swept_by_product(const Polyhedron& mover, const Pose& pose, const Motion& motion,
                             std::span<const Placed> obstacles, const SweepOptions& options) {
    thread_local Scratch scratch;
    return sweep({mover, pose}, motion, obstacles, with(options, &scratch));
}

int run(int count, char** words) {
    std::optional<Options> options = parse(count, words);
    if (!options) {
        std::fprintf(stderr,
                     "judge_walks [--moves N] [--seed S] [--threads N] [--state FILE] [--block I] "
                     "[--data FOLDER] [--reproducers FOLDER]\n");
        return 2;
    }
    oracle::WalkRun& run = options->run;
    const oracle::RealMeshes meshes = meshes_in(options->data);
    std::printf("%zu real meshes\n", meshes.size());
    const oracle::WalkSweeper sweeper = swept_by_product;
    if (options->block) {
        run.show_odd = true;
        oracle::Walk walk(run, *options->block, meshes, sweeper);
        const oracle::WalkTally tally = walk.run();
        std::fputs(walk.report().c_str(), stdout);
        oracle::print_tally(tally);
        return tally.violations() == 0 ? 0 : 1;
    }
    run.progress = isatty(STDERR_FILENO) != 0;
    oracle::WalkTally tally;
    if (!run.state_file.empty()) {
        bool fits = true;
        if (const auto before = oracle::read_state(run.state_file, run, fits)) tally = *before;
        if (!fits) {
            std::fprintf(stderr, "judge_walks: %s is of another run\n", run.state_file.c_str());
            return 2;
        }
    }
    tally = oracle::judge_walks(run, meshes, sweeper, tally);
    oracle::print_tally(tally);
    const bool good = oracle::all_right(tally);
    std::printf(good ? "all right\n" : "NOT ALL RIGHT\n");
    return good ? 0 : 1;
}

}  // namespace
}  // namespace swept::judge

int main(int count, char** words) {
    return swept::judge::run(count, words);
}
