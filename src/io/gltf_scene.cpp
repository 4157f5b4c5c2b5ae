#include "io/gltf_scene.h"

#include <tiny_gltf.h>

#include <Eigen/Geometry>
#include <map>
#include <string>
#include <vector>

#include "io/gltf_accessor.h"

namespace swept::io_detail {
namespace {

constexpr int deepest_node = 1000;

// Instances let a small file stand for much. This many items are fine for any file, and so many
// more for each of its bytes.
constexpr std::uint64_t free_items = std::uint64_t{1} << 22;
constexpr std::uint64_t items_per_byte = 4;

Eigen::Affine3d parent_from_node(const tinygltf::Node& node) {
    if (node.matrix.size() == 16) {
        return Eigen::Affine3d(Eigen::Map<const Eigen::Matrix4d>(node.matrix.data()));
    }
    Eigen::Affine3d pose = Eigen::Affine3d::Identity();
    if (node.translation.size() == 3) {
        pose.translate(Eigen::Map<const Eigen::Vector3d>(node.translation.data()));
    }
    if (node.rotation.size() == 4) {
        const auto& q = node.rotation;
        const Eigen::Quaterniond rotation(q[3], q[0], q[1], q[2]);
        if (rotation.norm() > 0) pose.rotate(rotation.normalized());
    }
    if (node.scale.size() == 3) {
        pose.scale(Eigen::Map<const Eigen::Vector3d>(node.scale.data()));
    }
    return pose;
}

// The nodes that are nobody's child, for files that name no scene.
std::vector<int> root_nodes(const tinygltf::Model& model) {
    std::vector<bool> is_child(model.nodes.size(), false);
    for (const tinygltf::Node& node : model.nodes) {
        for (const int child : node.children) {
            if (static_cast<std::size_t>(child) < is_child.size()) {
                is_child[static_cast<std::size_t>(child)] = true;
            }
        }
    }
    std::vector<int> roots;
    for (std::size_t i = 0; i < is_child.size(); ++i) {
        if (!is_child[i]) roots.push_back(static_cast<int>(i));
    }
    return roots;
}

class SceneReader {
   public:
    SceneReader(const tinygltf::Model& model, std::uint64_t file_size, ReadContext& context,
                MeshBuilder& build)
        : model_(model),
          context_(context),
          build_(build),
          items_left_(free_items + items_per_byte * file_size),
          visited_(model.nodes.size(), false) {}

    bool read() {
        std::vector<int> roots;
        if (!find_roots(roots)) return false;
        push(roots, Eigen::Affine3d::Identity(), 0);
        while (!stack_.empty()) {
            const Visit visit = stack_.back();
            stack_.pop_back();
            if (!read_node(visit)) return false;
        }
        if (unread_ > 0) {
            context_.note(std::to_string(unread_) +
                          " primitives were not read: points, lines, or without positions");
        }
        return true;
    }

   private:
    struct Visit {
        int node;
        Eigen::Affine3d world_from_parent;
        int depth;
    };

    bool fail(const std::string& what) { return context_.fail(nullptr, what); }

    bool find_roots(std::vector<int>& roots) {
        if (model_.scenes.empty()) {
            roots = root_nodes(model_);
            return true;
        }
        const auto scene = static_cast<std::size_t>(std::max(model_.defaultScene, 0));
        if (scene >= model_.scenes.size()) {
            return fail("scene " + std::to_string(scene) + " does not exist; correct 'scene'");
        }
        roots = model_.scenes[scene].nodes;
        return true;
    }

    // In reverse, so that the first one is on top of the stack.
    void push(const std::vector<int>& nodes, const Eigen::Affine3d& world_from_parent, int depth) {
        for (std::size_t i = nodes.size(); i-- > 0;) {
            stack_.push_back(
                {.node = nodes[i], .world_from_parent = world_from_parent, .depth = depth});
        }
    }

    bool read_node(const Visit& visit) {
        const auto id = static_cast<std::size_t>(visit.node);
        const std::string name = "node " + std::to_string(visit.node);
        if (id >= model_.nodes.size()) return fail(name + " does not exist; check the hierarchy");
        if (visited_[id]) return fail(name + " is used twice; the hierarchy must be a tree");
        if (visit.depth > deepest_node) return fail(name + " is more than 1000 deep; flatten it");
        visited_[id] = true;
        const tinygltf::Node& node = model_.nodes[id];
        const Eigen::Affine3d world_from_node = visit.world_from_parent * parent_from_node(node);
        if (node.mesh >= 0 && !read_mesh(node.mesh, world_from_node)) return false;
        push(node.children, world_from_node, visit.depth + 1);
        return true;
    }

    bool read_mesh(int mesh, const Eigen::Affine3d& world_from_mesh) {
        const auto id = static_cast<std::size_t>(mesh);
        if (id >= model_.meshes.size()) {
            return fail("mesh " + std::to_string(mesh) + " does not exist; check the nodes");
        }
        first_vertices_.clear();
        for (const tinygltf::Primitive& primitive : model_.meshes[id].primitives) {
            if (!read_primitive(primitive, world_from_mesh)) return false;
        }
        return true;
    }

    bool read_primitive(const tinygltf::Primitive& primitive,
                        const Eigen::Affine3d& world_from_mesh) {
        const auto position = primitive.attributes.find("POSITION");
        const bool has_triangles = primitive.mode == TINYGLTF_MODE_TRIANGLES ||
                                   primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP ||
                                   primitive.mode == TINYGLTF_MODE_TRIANGLE_FAN;
        if (!has_triangles || position == primitive.attributes.end()) {
            ++unread_;
            return true;
        }
        GltfRows positions;
        GltfRows indices;
        if (!find_rows(model_, position->second, GltfRowKind::position, context_, positions)) {
            return false;
        }
        const bool indexed = primitive.indices >= 0;
        if (indexed &&
            !find_rows(model_, primitive.indices, GltfRowKind::index, context_, indices)) {
            return false;
        }
        std::uint64_t first = 0;
        if (!read_positions(position->second, positions, world_from_mesh, first)) return false;
        const bool mirrored = world_from_mesh.linear().determinant() < 0;
        return read_triangles(primitive.mode,
                              {.first_vertex = first,
                               .vertex_count = positions.count,
                               .indices = indexed ? &indices : nullptr},
                              mirrored);
    }

    bool take_items(std::uint64_t count) {
        if (count > items_left_) {
            return fail(
                "the nodes repeat the meshes beyond what the size of the file makes "
                "plausible; write the instances out");
        }
        items_left_ -= count;
        return true;
    }

    // Primitives of one mesh often share their vertices: they are read once per node.
    bool read_positions(int accessor, const GltfRows& rows, const Eigen::Affine3d& world_from_mesh,
                        std::uint64_t& first) {
        const auto [known, is_new] = first_vertices_.emplace(accessor, build_.vertex_count());
        first = known->second;
        if (!is_new) return true;
        if (!take_items(rows.count)) return false;
        for (std::uint64_t i = 0; i < rows.count; ++i) {
            const Eigen::Vector3d point(rows.number(i, 0), rows.number(i, 1), rows.number(i, 2));
            // A point that is not finite goes as it is: the transform would spread it to all axes.
            const bool finite = point.allFinite();
            if (!build_.add_vertex(finite ? world_from_mesh * point : point, nullptr)) return false;
        }
        return true;
    }

    struct Corners {
        std::uint64_t first_vertex;
        std::uint64_t vertex_count;
        const GltfRows* indices;  ///< nullptr: the vertices in their order

        [[nodiscard]] std::uint64_t count() const {
            return indices ? indices->count : vertex_count;
        }
        [[nodiscard]] std::uint64_t operator[](std::uint64_t i) const {
            return indices ? indices->index(i) : i;
        }
    };

    bool read_triangles(int mode, const Corners& corners, bool mirrored) {
        const bool separate = mode == TINYGLTF_MODE_TRIANGLES;
        const std::uint64_t count = corners.count();
        if (separate && count % 3 != 0) {
            return fail("a primitive has " + std::to_string(count) +
                        " corners, which is no multiple of 3; repair it");
        }
        if (!take_items(3 * count)) return false;
        for (std::uint64_t i = 0; i + 2 < count; i += separate ? 3 : 1) {
            const bool fan = mode == TINYGLTF_MODE_TRIANGLE_FAN;
            // Every other triangle of a strip is wound the other way.
            const bool odd = mode == TINYGLTF_MODE_TRIANGLE_STRIP && i % 2 == 1;
            const std::uint64_t a = corners[fan ? 0 : i];
            const std::uint64_t b = corners[i + 1];
            const std::uint64_t c = corners[i + 2];
            const bool turn = odd != mirrored;
            if (!add_triangle(corners, a, turn ? c : b, turn ? b : c)) return false;
        }
        return true;
    }

    bool add_triangle(const Corners& corners, std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        for (const std::uint64_t index : {a, b, c}) {
            if (index >= corners.vertex_count) {
                return build_.refuse_corner(static_cast<std::int64_t>(index), corners.vertex_count,
                                            nullptr);
            }
            build_.add_corner(static_cast<std::int64_t>(corners.first_vertex + index), nullptr);
        }
        return build_.end_polygon(nullptr);
    }

    const tinygltf::Model& model_;
    ReadContext& context_;
    MeshBuilder& build_;
    std::uint64_t items_left_;
    std::vector<bool> visited_;
    std::vector<Visit> stack_;
    std::map<int, std::uint64_t> first_vertices_;  ///< per position accessor of the mesh under way
    std::uint64_t unread_ = 0;
};

}  // namespace

bool read_gltf_scene(const tinygltf::Model& model, std::uint64_t file_size, ReadContext& context,
                     MeshBuilder& build) {
    return SceneReader(model, file_size, context, build).read();
}

}  // namespace swept::io_detail
