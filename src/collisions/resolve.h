#pragma once

// What the methods find are meetings of features of all six kinds; what is reported are vertices
// with faces and edges with edges, each once, with normal and properness (Buss 5).

#include <span>
#include <vector>

#include "collisions/step.h"
#include "core/namespaces.h"

namespace swept::collisions_detail {

/// Two features that meet, as the polyhedra number them: vertices, edges or faces as the kind says.
struct Meeting {
    ContactKind kind = ContactKind::vertex_face;
    std::uint32_t feature_a = 0;
    std::uint32_t feature_b = 0;
    double t = 0;                                     ///< the moment
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< where, with b at rest; scaled
    double separation = 0;                            ///< as far as the method knows; scaled
    double blur = 0;  ///< so far may the place be off; what faces the other body there, too
};

}  // namespace swept::collisions_detail

namespace swept::collisions_detail {

using collisions_detail::Meeting;  // src/overlap has another

/// What a meeting comes to: a vertex and a face, or two edges.
struct Resolved {
    Meeting met;
    ContactKind kind = ContactKind::vertex_face;
    std::uint32_t feature_a = 0;
    std::uint32_t feature_b = 0;
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    double properness = 0;
    bool is_repeat = false;  ///< another stands for it
};

/// How near two meetings of the same features are that count as one.
struct SameMeeting {
    double place = 0;  ///< scaled
    double time = 0;   ///< of moments
};

/// Appends to `found` what the meetings come to, in the order of an answer. Meetings of the same
/// features count once where they are as near as `same` says: so that a least properness leaves out
/// what is below it, and nothing else. `kept` is working memory. Places and
/// normals are those of the world with b at rest; `point_in_a` is not set.
SWEPT_API void resolve(const GlideStep& step, std::span<const Meeting> meetings,
                       double min_properness, const SameMeeting& same, std::vector<Resolved>& kept,
                       std::vector<Collision>& found);

}  // namespace swept::collisions_detail
