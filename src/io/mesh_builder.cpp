#include "io/mesh_builder.h"

namespace swept::io_detail {

bool MeshBuilder::refuse_vertex(const Eigen::Vector3d& position, const char* at) {
    if (vertex_count() >= most_items) {
        return context_.fail(at, "more than 2^30 vertices; split the mesh");
    }
    int axis = 0;
    while (axis < 2 && std::isfinite(position[axis])) ++axis;
    const std::string value = std::isnan(position[axis]) ? "nan"
                              : position[axis] > 0       ? "inf (or too large for a double)"
                                                         : "-inf (or too large for a double)";
    const auto id = static_cast<std::int64_t>(vertex_count()) + first_id_;
    return context_.fail(at, "vertex " + std::to_string(id) + " has " + "xyz"[axis] + " = " +
                                 value + "; remove or repair it");
}

bool MeshBuilder::refuse_polygon(std::uint64_t size, const char* at) {
    if (size < 3) {
        return context_.fail(at, "face has " + std::to_string(size) +
                                     (size == 1 ? " corner" : " corners") +
                                     " but needs at least 3; remove or repair it");
    }
    return context_.fail(at, "more than 2^30 corners; split the mesh");
}

bool MeshBuilder::refuse_corner(std::int64_t id, std::uint64_t vertex_count, const char* at) {
    return context_.fail(at, "face refers to vertex " + std::to_string(id) + " but only " +
                                 std::to_string(vertex_count) + " are defined (counted from " +
                                 std::to_string(first_id_) + "); check the indices");
}

bool MeshBuilder::expect_vertex(std::int64_t index, const char* at) {
    if (index < 0) return refuse_corner(index + first_id_, vertex_count(), at);
    if (index > expected_index_) {
        expected_index_ = index;
        expected_at_ = at;
    }
    return true;
}

Result<MeshFile> MeshBuilder::finish(std::string format) {
    if (!context_.failed() && expected_index_ >= static_cast<std::int64_t>(vertex_count())) {
        refuse_corner(expected_index_ + first_id_, vertex_count(), expected_at_);
    }
    if (!context_.failed() && vertex_count() == 0) {
        context_.fail(nullptr,
                      "holds no vertices; check that it is a mesh of the format " + format);
    }
    if (context_.failed()) return tl::unexpected<Error>(context_.take_error());
    context_.advance(context_.end());
    return MeshFile{.mesh = std::move(mesh_),
                    .format = std::move(format),
                    .double_precision = true,
                    .notes = context_.take_notes()};
}

}  // namespace swept::io_detail
