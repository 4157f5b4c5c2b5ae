#pragma once

// Random shapes with rays, spheres and sets of spheres for the judge of casts: aimed at vertices,
// edges and faces, past them by a hair, along them, starting on them, inside and in contact. All
// from a seed.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "swept/cast.h"
#include "swept/solids.h"
#include "swept/tolerance.h"
#include "tests/oracle/cast_twin.h"
#include "tests/oracle/contacts_scenes.h"

namespace swept::oracle {

/// A placed shape; many questions are asked of one.
struct CastScene {
    NamedShape named;
    Pose world_from_shape;
    bool in_eighths = false;  ///< placed coordinates are whole numbers of eighths
};

/// A question to a scene.
struct CastCase {
    Ray ray;
    Radius radius;
    CastOptions options;
};

struct SetCase {
    SphereSet spheres;
    Pose world_from_spheres;
    Motion motion;
    CastOptions options;
};

inline std::string describe(const CastScene& scene) {
    return "    shape " + describe(scene.named) + "    at " + describe(scene.world_from_shape) +
           "\n";
}
inline std::string describe(const CastOptions& options) {
    char text[128];
    std::snprintf(text, sizeof text, "    sides %d, clearance %a, start %d\n",
                  static_cast<int>(options.sides), options.clearance.length(),
                  static_cast<int>(options.initial_overlap));
    return text;
}
inline std::string describe(const CastCase& c) {
    char text[64];
    std::snprintf(text, sizeof text, ", radius %a\n", c.radius.length());
    return "    from " + hex(c.ray.from()) + (c.ray.is_bounded() ? " to " : " towards ") +
           hex(c.ray.to()) + text + describe(c.options);
}
std::string describe(const SetCase& c);

namespace scenes {

/// Solids of many faces.
NamedMesh large_mesh(SceneChance& chance);

inline CastScene eighths_scene(SceneChance& chance) {
    const Vector3d place(chance.integer(-32, 32) / 8.0, chance.integer(-32, 32) / 8.0,
                         chance.integer(-32, 32) / 8.0);
    return {eighths_shape(chance), Pose::make(place).value(), true};
}

}  // namespace scenes

CastScene cast_scene(SceneChance& chance);

/// Asks questions of one placed shape.
class CastChance {
   public:
    CastChance(SceneChance& chance, const CastScene& scene, const CastShape& shape)
        : chance_(&chance),
          scene_(&scene),
          shape_(&shape),
          size_(radius_of(scene.named.shape)),
          middle_(shape.ball().centre.cast<double>()) {}

    [[nodiscard]] double size() const { return size_; }

    /// On a vertex, an edge or a face, as far as doubles go.
    Vector3d place_on();

    Ray ray();

    CastOptions options() {
        CastOptions options;
        options.sides = static_cast<Sides>(chance_->integer(0, 2));
        if (chance_->one_in(6)) options.initial_overlap = InitialOverlap::solids;
        return options;
    }

    /// The radius of a sphere on a way: any, or so that it is touching at the start, or passes by
    /// touching, to within some roundings.
    double radius(const Ray& ray);
    /// A distance, or a few roundings more or less, or a bit less.
    double near_to(Length distance, const CentreWay& way);
    [[nodiscard]] Length distance_at(const CentreWay& way, Length fraction) const;
    [[nodiscard]] Length least_on(const CentreWay& way) const {
        Length least = distance_at(way, 0);
        for (const CastTriangle& t : shape_->triangles()) {
            least = std::min(least, least_distance(t, way, {0, way.until()}, least).distance);
        }
        return least;
    }

    CastCase sphere();

    /// A few spheres, one of them taken close to the shape.
    SetCase sphere_set();

   private:
    SceneChance* chance_;
    const CastScene* scene_;
    const CastShape* shape_;
    double size_;
    Vector3d middle_;

    Vector3d start();
    Vector3d target() {
        const int kind = chance_->integer(0, 6);
        if (kind <= 2) return place_on();
        if (kind == 3) return middle_ + size_ * chance_->unit() * chance_->direction();
        const double off = kind == 4 ? chance_->magnitude(1e-15, 1e-3) : chance_->real(0, 1.5);
        return place_on() + size_ * off * chance_->direction();
    }
    /// A ray that ends before, at or behind its goal, or nowhere.
    Ray towards(const Vector3d& from, const Vector3d& goal);
    Ray along_an_axis() {
        const Vector3d goal = place_on();
        const Vector3d axis = chance_->sign() * Vector3d::Unit(chance_->integer(0, 2));
        const double back =
            scene_->in_eighths ? chance_->integer(0, 64) / 8.0 : size_ * chance_->real(0, 3);
        return towards(goal - back * axis, goal);
    }
    Ray along_an_edge() {
        const CastTriangle& t = chance_->any_of(shape_->triangles());
        const Vector3d &a = t.corners[0], &b = t.corners[1];
        const double before = chance_->integer(-1, 4) / 2.0, behind = chance_->integer(0, 4) / 2.0;
        return towards(a - before * (b - a), b + behind * (b - a));
    }
    /// In the plane of a triangle, or off it by a little.
    Ray along_a_face();

    Motion motion(const Vector3d& from);
};

}  // namespace swept::oracle
