#pragma once

// What the library itself may do with polyhedra: change arrays before anybody else sees them.

#include <memory>

#include "shape/face_tree.h"
#include "shape/polyhedron_data.h"

namespace swept {

struct PolyhedronAccess {
    /// A shape from arrays that are complete.
    [[nodiscard]] static Polyhedron make(Polyhedron::Data data) {
        return make(std::make_shared<const Polyhedron::Data>(std::move(data)));
    }
    [[nodiscard]] static Polyhedron make(std::shared_ptr<const Polyhedron::Data> data) {
        return make(std::move(data), std::make_shared<FaceTreeHolder>());
    }
    /// With the trees that were made already.
    [[nodiscard]] static Polyhedron make(std::shared_ptr<const Polyhedron::Data> data,
                                         std::shared_ptr<FaceTreeHolder> trees) {
        return {std::move(data), std::move(trees)};
    }
};

}  // namespace swept
