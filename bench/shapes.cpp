// reading a million triangles beside assimp, and building a polyhedron of them
//
// The torus is written to a temporary folder as .obj and .ply and read back by both in turns, from
// the page cache, one thread; assimp without any post-processing. The building takes the mesh as
// read.

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "bench.h"
#include "swept/mesh_io.h"
#include "swept/polyhedron.h"
#include "swept/solids.h"

#if SWEPT_PEER_ASSIMP
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#endif

namespace {

using namespace swept;
using bench::Wanted;

[[noreturn]] void stop(const Error& error) {
    (void)std::fprintf(stderr, "bench: %s\n", error.message().c_str());
    std::exit(1);
}

template <class T>
T take(Result<T> result) {
    if (!result) stop(result.error());
    return std::move(*result);
}

/// The answers in one number: a fast wrong answer shows.
std::uint64_t hash_of(const Mesh& mesh) {
    std::uint64_t h = 14695981039346656037ULL;
    const auto add = [&](std::uint64_t x) { h = (h ^ x) * 1099511628211ULL; };
    for (const Eigen::Vector3d& p : mesh.vertices) {
        for (int axis = 0; axis < 3; ++axis) add(std::bit_cast<std::uint64_t>(p[axis]));
    }
    for (const std::uint32_t v : mesh.corners) add(v);
    return h;
}

#if SWEPT_PEER_ASSIMP
std::size_t assimp_faces(const std::string& path) {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(path, 0);
    std::size_t faces = 0;
    for (unsigned i = 0; scene != nullptr && i < scene->mNumMeshes; ++i) {
        faces += scene->mMeshes[i]->mNumFaces;
    }
    return faces;
}
#endif

/// Reads one file with both; the ratio of assimp's time to ours, if assimp is there.
std::optional<double> compare_readers(const Mesh& mesh, const std::filesystem::path& path) {
    const WriteOptions options;
    if (Result<void> written = write_mesh(mesh, path, options); !written) stop(written.error());
    Mesh ours;
    std::vector<std::function<void()>> calls{[&] { ours = take(read_mesh(path)).mesh; }};
#if SWEPT_PEER_ASSIMP
    std::size_t theirs = 0;
    calls.emplace_back([&] { theirs = assimp_faces(path.string()); });
#endif
    const std::vector<double> times = bench::medians(5, calls);
    const double megabytes = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
    std::printf("%-5s %6.1f MB   swept %7.1f ms (%.0f MB/s)", path.extension().c_str(), megabytes,
                times[0] * 1e3, megabytes / times[0]);
    std::optional<double> ratio;
#if SWEPT_PEER_ASSIMP
    ratio = times[1] / times[0];
    std::printf("   assimp %7.1f ms   ratio %.1f   faces %zu and %zu", times[1] * 1e3, *ratio,
                ours.polygon_count(), theirs);
    if (theirs != mesh.polygon_count()) ratio.reset();
#else
    std::printf("   assimp is not installed: skipped");
#endif
    const bool same = hash_of(ours) == hash_of(mesh);
    std::printf("   hash %016llx %s\n", static_cast<unsigned long long>(hash_of(ours)),
                same ? "as written" : "NOT AS WRITTEN");
    return same ? ratio : std::nullopt;
}

struct TemporaryFolder {
    std::filesystem::path path;
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "swept-bench-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr)
            stop({ErrorCode::cannot_write, "no temporary folder", name});
        path = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
};

}  // namespace

int main() {
    const Mesh torus = take(make_torus(1000, 500, 0.7, 0.3));
    std::printf("torus: %zu triangles, %zu vertices\n", torus.polygon_count(),
                torus.vertices.size());

    const TemporaryFolder folder;
    const auto obj = compare_readers(torus, folder.path / "torus.obj");
    const auto ply = compare_readers(torus, folder.path / "torus.ply");

    Result<Polyhedron> shape = take(Polyhedron::build(torus));
    const double build = bench::medians(5, {[&] { shape = Polyhedron::build(torus); }})[0];
    const auto triangles = static_cast<double>(torus.polygon_count());
    const double bytes = static_cast<double>(take(shape).bytes());
    std::printf("build %7.1f ms, %.1f MB, %u internal edges, %u internal vertices, volume %.9f\n",
                build * 1e3, bytes / 1e6, shape->internal_edge_count(),
                shape->internal_vertex_count(), shape->volume().value_or(0));

    bench::bar("obj_vs_assimp", obj, Wanted::at_least, 3);
    bench::bar("ply_vs_assimp", ply, Wanted::at_least, 3);
    bench::bar("build_us_per_triangle", build * 1e6 / triangles, Wanted::at_most, 0.6);
    bench::bar("bytes_per_triangle", bytes / triangles, Wanted::at_most, 200);
}
