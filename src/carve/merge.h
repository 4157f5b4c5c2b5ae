#pragma once

// What a carve does to its polygons last: points at one place become one, pieces of one flat thing
// become larger convex ones again.

#include "shape/faces.h"
#include "shape/polygon.h"

namespace swept {

/// Points at one place become one: each new point stands for the lowest point there, those below
/// `first_new` for themselves. Renaming corners keeps what is closed closed, whatever the points.
class Welding {
   public:
    void reset(std::size_t point_count);
    /// Welds the points that some faces use.
    void weld(Positions points, std::uint32_t first_new, std::span<const Faces* const> faces);
    /// The faces with the points that theirs stand for; what is left without an inside is dropped.
    [[nodiscard]] Faces apply(const Faces& faces) const;

   private:
    std::vector<std::uint32_t> stands_for_;
};

/// Starts a face at the corner from which its fan has the best shaped triangles.
void start_well(Positions points, std::vector<std::uint32_t>& loop);

/// Takes out faces with all corners exactly on one line, where another face can take their corners
/// into its side: what was a - m - b on one side and a - b on the other is a - m - b on both.
/// Sources stay with their faces.
void drop_slivers(Positions points, Faces& faces);

/// Takes out corners on straight sides where just two faces meet: nothing ends there.
void drop_straight_corners(Positions points, Faces& faces);

/// Cuts faces that Polyhedron::build would not take as they are into triangles.
void cut_bent(Positions points, Faces& faces);

/// Whether all corners lie in a plane to rounding: within what Polyhedron::build takes as planar.
[[nodiscard]] bool lies_in(Positions points, const Plane& plane, Loop loop);

/// Merges those faces that lie in the plane to rounding; the others stay as they are.
void merge_in_plane(Positions points, const Plane& plane, Faces& faces);

}  // namespace swept
