// Further formats through assimp, which works in single precision.

#include "io/formats.h"

#if SWEPT_WITH_ASSIMP

#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <Eigen/Geometry>
#include <assimp/Importer.hpp>
#include <cstddef>
#include <exception>
#include <vector>

#include "io/mesh_builder.h"

namespace swept::io_detail {
namespace {

Eigen::Affine3d to_eigen(const aiMatrix4x4& m) {
    Eigen::Matrix4f matrix;
    matrix << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2,
        m.d3, m.d4;
    return Eigen::Affine3d(matrix.cast<double>());
}

class AssimpReader {
   public:
    AssimpReader(const aiScene& scene, const ReadOptions& options)
        : scene_(scene), context_({}, Places::bytes, options.progress), build_(context_, 0) {}

    Result<MeshFile> read(const std::string& format) {
        if (scene_.mRootNode != nullptr) read_nodes();
        if (skipped_ > 0) {
            context_.note(std::to_string(skipped_) + " points or lines were not read");
        }
        auto file = build_.finish(format);
        if (file) file->double_precision = false;
        return file;
    }

   private:
    struct Visit {
        const aiNode* node;
        Eigen::Affine3d world_from_parent;
    };

    // Depth first in the order of the file: children wait on the stack in reverse.
    bool read_nodes() {
        std::vector<Visit> stack{
            {.node = scene_.mRootNode, .world_from_parent = Eigen::Affine3d::Identity()}};
        while (!stack.empty()) {
            const Visit visit = stack.back();
            stack.pop_back();
            const Eigen::Affine3d world_from_node =
                visit.world_from_parent * to_eigen(visit.node->mTransformation);
            for (unsigned i = 0; i < visit.node->mNumMeshes; ++i) {
                const unsigned mesh = visit.node->mMeshes[i];
                if (mesh < scene_.mNumMeshes &&
                    !read_mesh(*scene_.mMeshes[mesh], world_from_node)) {
                    return false;
                }
            }
            for (unsigned i = visit.node->mNumChildren; i-- > 0;) {
                stack.push_back(
                    {.node = visit.node->mChildren[i], .world_from_parent = world_from_node});
            }
        }
        return true;
    }

    bool read_mesh(const aiMesh& mesh, const Eigen::Affine3d& world_from_mesh) {
        const std::uint64_t first = build_.vertex_count();
        for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
            const aiVector3D& p = mesh.mVertices[i];
            const Eigen::Vector3d position(static_cast<double>(p.x), static_cast<double>(p.y),
                                           static_cast<double>(p.z));
            if (!build_.add_vertex(world_from_mesh * position, nullptr)) return false;
        }
        const bool mirrored = world_from_mesh.linear().determinant() < 0;
        for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
            const aiFace& face = mesh.mFaces[i];
            skipped_ += face.mNumIndices < 3 ? 1 : 0;
            if (face.mNumIndices >= 3 && !read_face(face, first, mirrored)) return false;
        }
        return true;
    }

    bool read_face(const aiFace& face, std::uint64_t first, bool mirrored) {
        for (unsigned i = 0; i < face.mNumIndices; ++i) {
            const unsigned corner = mirrored ? face.mNumIndices - 1 - i : i;
            // Past the vertices of its own mesh, which are the last ones, there are none.
            const std::uint64_t index = first + face.mIndices[corner];
            if (index >= build_.vertex_count()) {
                return build_.refuse_corner(face.mIndices[corner], build_.vertex_count() - first,
                                            nullptr);
            }
            if (!build_.add_corner(static_cast<std::int64_t>(index), nullptr)) return false;
        }
        return build_.end_polygon(nullptr);
    }

    const aiScene& scene_;
    ReadContext context_;
    MeshBuilder build_;
    std::uint64_t skipped_ = 0;
};

}  // namespace

Result<MeshFile> read_with_assimp(const std::filesystem::path& path, const std::string& ending,
                                  const ReadOptions& options) {
    try {
        Assimp::Importer importer;
        const aiScene* const scene = importer.ReadFile(path.string(), 0);
        if (scene == nullptr) {
            return fail(ErrorCode::bad_file,
                        "assimp cannot read it: " + one_line(importer.GetErrorString()) +
                            "; repair it or convert it to obj, stl or ply");
        }
        return AssimpReader(*scene, options).read(ending);
    } catch (const std::exception& problem) {
        return fail(ErrorCode::bad_file, "assimp gave up: " + one_line(problem.what()) +
                                             "; convert it to obj, stl or ply");
    }
}

// assimp lists them as "*.3ds;*.dae;...".
std::vector<std::string> assimp_endings() {
    std::vector<std::string> endings;
    try {
        aiString list;
        const Assimp::Importer importer;
        importer.GetExtensionList(list);
        std::string_view rest(list.C_Str());
        while (rest.size() > 2) {
            const std::size_t end = std::min(rest.find(';'), rest.size());
            endings.emplace_back(rest.substr(2, end - 2));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    } catch (const std::exception&) {
        endings.clear();
    }
    return endings;
}

}  // namespace swept::io_detail

#else

namespace swept::io_detail {

Result<MeshFile> read_with_assimp(const std::filesystem::path& /*path*/, const std::string& ending,
                                  const ReadOptions& /*options*/) {
    return fail(ErrorCode::unsupported, "the format '" + ending + "' needs assimp; build with it");
}

std::vector<std::string> assimp_endings() {
    return {};
}

}  // namespace swept::io_detail

#endif
