#pragma once

// Which steps are asked about: two bodies and steps of one past the other, the same in every run.
// The bodies are about as large as 1, but for threads, which are in millimetres.

#include <string>
#include <vector>

#include "swept/motion.h"
#include "swept/polyhedron.h"

namespace swept::bench {

/// A step of body a; b stands at the origin.
struct ScrewStep {
    Pose from;
    Pose to;
    Screw screw;           ///< between them
    double first = 1;      ///< the fraction of the first contact, by `sweep`; 1: there is none
    bool collides = true;  ///< whether there is one
};

struct Scene {
    std::string name;
    Polyhedron a;
    Polyhedron b;
    std::vector<ScrewStep> steps = {};

    /// A quarter of the edges of both bodies are no longer than this.
    [[nodiscard]] double short_edge() const;
};

/// A body, its largest side 1 and centred, with its trees made. The mesh is a good one.
[[nodiscard]] Polyhedron unit_body(Mesh mesh);

/// About so many rectangles (isosceles trapezoids, planar), rings to sides as 4 to 3; its outer
/// diameter is 1, the tube's 0.25.
[[nodiscard]] Polyhedron rectangle_torus(std::size_t faces);
/// About so many triangles; diameter 1.
[[nodiscard]] Polyhedron unit_ball(std::size_t faces);
/// About so many faces: the more, the more teeth.
[[nodiscard]] Polyhedron unit_gear(std::size_t faces);

/// Steps as in the paper's figure 13: from a separate start a screw of 20 to 45 degrees takes a
/// some 1.2 to 2.2 along, past or through b; only those that collide.
[[nodiscard]] std::vector<ScrewStep> passing_steps(const Polyhedron& a, const Polyhedron& b,
                                                   std::size_t count);
/// Steps of one torus hung in another, 20 to 45 degrees and 0.2 to 0.7 along; those that collide.
[[nodiscard]] std::vector<ScrewStep> linked_steps(const Polyhedron& torus, std::size_t count);

/// A screw from a pose as a step.
[[nodiscard]] ScrewStep step_of(const Polyhedron& a, const Pose& from, const Screw& screw,
                                const Polyhedron& b);

// The paper's own: cubes, the car of its figure 12, tori of 300 rectangles.
[[nodiscard]] Scene cubes(std::size_t steps);
[[nodiscard]] Scene cars(std::size_t steps);
[[nodiscard]] Scene apart_tori(std::size_t steps);
[[nodiscard]] Scene linked_tori(std::size_t steps);

/// Two gears, or tori, or balls, of about so many faces each.
[[nodiscard]] Scene gears(std::size_t faces, std::size_t steps);
[[nodiscard]] Scene large_tori(std::size_t faces, std::size_t steps);
[[nodiscard]] Scene large_balls(std::size_t faces, std::size_t steps);

/// A bolt M16 in its nut, turned by five degrees: along the thread, which is free, and with five
/// times the glide that the thread allows, into its flanks. Faces lie behind each other in as many
/// layers as the thread has turns.
[[nodiscard]] Scene bolt_on_thread();
[[nodiscard]] Scene bolt_off_thread();

}  // namespace swept::bench
