// Contacts and distances before a judge: all pairs of features in long double.
//
//   judge_contacts [--placements N] [--seed S] [--threads N] [--only I]
//                  [--close-corners 0|1] [--reproducers FOLDER]
//
// Random shapes of all kinds and sizes, touching exactly, at rest within the margin, close by and
// some sizes apart. Every answer is compared: no contact missed, none made up, normals, separations
// and distances that are right, the same when the shapes change places. Small real meshes from
// $SWEPT_DATA (../shared/data beside the project) are among them where they are. Ends with 1 when
// an answer is wrong or the cases were one-sided. --only I judges that one placement of the seed.
// --close-corners 1 gives every shape features below rounding (tests/oracle/close_corners.h).
// What is wrong is left in FOLDER (reproducers) for the tool to replay.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "swept/mesh_io.h"
#include "tests/judges/options.h"
#include "tests/oracle/contacts_check.h"
#include "tests/with.h"

namespace swept::judge {
namespace {

struct Options {
    oracle::ContactRun run;
    std::optional<std::uint64_t> only;
};

std::optional<Options> parse(int count, char** words) {
    Options options;
    options.run.reproducers = usual_reproducers;
    const bool known = read_options(count, words,
                                    {{"--placements", &options.run.placements},
                                     {"--seed", &options.run.seed},
                                     {"--threads", &options.run.threads},
                                     {"--only", &options.only},
                                     {"--close-corners", &oracle::scenes::only_close_corners},
                                     {"--reproducers", &options.run.reproducers}});
    return known ? std::optional(options) : std::nullopt;
}

oracle::ContactAnswerer product() {
    return {.contacts =
                [](const oracle::ContactCase& c, const ContactOptions& options) {
                    thread_local Scratch scratch;
                    return contacts({c.a.shape, c.world_from_a}, {c.b.shape, c.world_from_b},
                                    with(options, &scratch));
                },
            .distance =
                [](const oracle::ContactCase& c, const DistanceOptions& options) {
                    thread_local Scratch scratch;
                    return distance({c.a.shape, c.world_from_a}, {c.b.shape, c.world_from_b},
                                    with(options, &scratch));
                }};
}

/// Real meshes, beside the project where they are at hand.
std::filesystem::path data_folder() {
    if (const char* const set = std::getenv("SWEPT_DATA")) return set;
    return std::filesystem::path(__FILE__).parent_path() / "../../../shared/data";
}

/// Those with few polygons, about the origin, with a diagonal of 2.
oracle::scenes::RealMeshes small_meshes() {
    constexpr std::uintmax_t largest_file = 20'000;
    constexpr std::size_t most_polygons = 250;
    std::vector<std::filesystem::path> files;
    std::error_code none;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(data_folder(), none)) {
        const std::string ending = entry.path().extension().string();
        if ((ending == ".stl" || ending == ".obj") && entry.file_size() <= largest_file) {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    oracle::scenes::RealMeshes meshes;
    for (const auto& file : files) {
        auto read = read_mesh(file);
        if (!read || read->mesh.polygon_count() > most_polygons) continue;
        Box box;
        for (const Eigen::Vector3d& v : read->mesh.vertices) box.add(v);
        for (Eigen::Vector3d& v : read->mesh.vertices)
            v = 2 / box.size().norm() * (v - box.centre());
        if (Polyhedron::build(read->mesh)) meshes.push_back({file.filename().string(), read->mesh});
    }
    return meshes;
}

int judge_one(const oracle::ContactRun& run, std::uint64_t number) {
    const oracle::ContactCase c = oracle::contact_case(run.seed, number, run.real);
    oracle::ContactTally tally;
    const oracle::Complaints complaints = oracle::check_case(c, product(), tally);
    if (complaints.empty()) {
        oracle::print_complaints(run.seed, number, c, complaints);
    } else {
        oracle::report_wrong(run, number, c, product(), complaints);
    }
    for (const Contact& contact : product().contacts(c, c.contacts).contacts) {
        std::printf("    %s\n", oracle::text_of(contact).c_str());
    }
    oracle::print_tally(tally);
    return complaints.empty() ? 0 : 1;
}

int run(int count, char** words) {
    std::optional<Options> options = parse(count, words);
    if (!options) {
        std::fprintf(stderr,
                     "judge_contacts [--placements N] [--seed S] [--threads N] [--only I] "
                     "[--close-corners 0|1] [--reproducers FOLDER]\n");
        return 2;
    }
    options->run.real = small_meshes();
    if (options->only) return judge_one(options->run, *options->only);
    options->run.progress = isatty(STDERR_FILENO) != 0;
    const oracle::ContactTally tally = oracle::judge_contacts(options->run, product());
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
