// A player who walks through a world. The head of the header tells the order of things.

#include "swept/dynamics/character.h"
#include "math/elementary.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/inside.h"
#include "dynamics/character_sweeps.h"
#include "dynamics/walk.h"
#include "math/checks.h"

namespace swept {

using Eigen::Vector3d;

std::string_view name_of(CharacterState state) {
    switch (state) {
        case CharacterState::moved:
            return "moved";
        case CharacterState::overlapping:
            return "overlapping";
        case CharacterState::undecided:
            return "undecided";
    }
    return "";
}

namespace {

tl::unexpected<Error> bad(const char* what, const char* where) {
    return fail(ErrorCode::bad_argument, what, where);
}

/// Choice. A vertex may stand out of the plane of a face by this share of the extent: a mesh of a
/// ball is convex but for its rounding.
constexpr double convexity = 1e-9;

bool is_convex_solid(const Polyhedron& shape) {
    if (!(shape.volume().value_or(0) > 0)) return false;
    for (std::uint32_t f = 0; f < shape.face_count(); ++f) {
        const Plane& plane = shape.plane(FaceIndex(f));
        for (std::uint32_t v = 0; v < shape.vertex_count(); ++v) {
            const double above = plane.normal.dot(shape.position(VertexIndex(v))) + plane.offset;
            if (above > convexity * shape.extent()) return false;
        }
    }
    return true;
}

Box box_of(const BodyShape& shape) {
    if (const auto* polyhedron = std::get_if<Polyhedron>(&shape)) return polyhedron->box();
    Box box;
    for (const Sphere& ball : std::get<SphereSet>(shape).spheres()) {
        box.add(ball.centre - Vector3d::Constant(ball.radius));
        box.add(ball.centre + Vector3d::Constant(ball.radius));
    }
    return box;
}

/// How far the shape reaches along `up`, from its lowest to its highest point.
double height_of(const BodyShape& shape, const Vector3d& up) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    const auto add = [&](const Vector3d& place, double radius) {
        low = std::min(low, place.dot(up) - radius);
        high = std::max(high, place.dot(up) + radius);
    };
    if (const auto* polyhedron = std::get_if<Polyhedron>(&shape)) {
        for (std::uint32_t i = 0; i < polyhedron->vertex_count(); ++i) {
            add(polyhedron->position(VertexIndex(i)), 0);
        }
    } else {
        for (const Sphere& ball : std::get<SphereSet>(shape).spheres())
            add(ball.centre, ball.radius);
    }
    return high - low;
}

/// The centres of spheres as a shape, numbered as they are.
Result<Polyhedron> centres_of(const SphereSet& spheres) {
    Mesh mesh;
    for (const Sphere& ball : spheres.spheres()) mesh.add_vertex(ball.centre);
    return Polyhedron::build(mesh, {.weld = Weld::none});
}

}  // namespace

Result<Character> Character::make(const Polyhedron& shape, const CharacterOptions& options) {
    if (!is_convex_solid(shape)) {
        return bad("not a convex solid; use its hull, or spheres (fit_spheres)", "shape");
    }
    return checked(Character(shape), options);
}

Result<Character> Character::make(const SphereSet& shape, const CharacterOptions& options) {
    for (std::size_t i = 0; i < shape.spheres().size(); ++i) {
        if (shape.spheres()[i].radius > 0) continue;
        return fail(ErrorCode::bad_argument, "a sphere of radius 0; give it a size",
                    "sphere " + std::to_string(i));
    }
    const auto centres = centres_of(shape);
    if (!centres) return tl::unexpected(centres.error());
    Character made((BodyShape(shape)));
    made.centres_ = *centres;
    return checked(std::move(made), options);
}

Result<Character> Character::checked(Character made, const CharacterOptions& options) {
    if (auto error = check_lengths(options.up, "up")) return tl::unexpected(*error);
    made.up_ = options.up.stableNormalized();
    if (!(std::abs(made.up_.norm() - 1) < tolerance::rigid)) {
        return bad("the direction has no length; give it one", "up");
    }
    const double slope = options.steepest_slope;
    if (!(slope >= 0 && slope < std::numbers::pi / 2)) {
        return bad("not an angle from 0 to less than half of pi, in radians", "steepest_slope");
    }
    // A slope of just this angle is walkable, whichever way its normal was rounded.
    made.walkable_ = math::cos(slope) - 1e-9;
    const double extent = box_of(made.shape_).size().norm();
    made.skin_ = options.skin.value_or(1e-4 * extent);
    if (!(made.skin_ > 0 && made.skin_ <= 0.1 * extent)) {
        return bad("not a length above 0 and at most a tenth of the shape's extent", "skin");
    }
    made.step_height_ = options.step_height.value_or(height_of(made.shape_, made.up_) / 5);
    if (auto error = check_number(made.step_height_, "step_height")) return tl::unexpected(*error);
    if (made.step_height_ < 0) {
        return bad("the height is negative; give it a length of 0 or more", "step_height");
    }
    if (options.slides < 1 || options.slides > 64) return bad("not from 1 to 64", "slides");
    made.slides_ = options.slides;
    return made;
}

void Character::place(const Pose& world_from_mover) {
    pose_ = world_from_mover;
    grounds_.clear();
    on_edge_ = false;
}

Result<CharacterMove> Character::move(const Vector3d& displacement, const WorldSnapshot& world,
                                      const WorldFilter& filter, Scratch* scratch) {
    CharacterMove made;
    if (const auto done = move_into(made, displacement, world, filter, scratch); !done) {
        return tl::unexpected(done.error());
    }
    return made;
}

Result<void> Character::move_into(CharacterMove& answer, const Vector3d& displacement,
                                  const WorldSnapshot& world, const WorldFilter& filter,
                                  Scratch* scratch) {
    if (auto error = check_lengths(displacement, "displacement")) return tl::unexpected(*error);
    const core_detail::ScratchLease lease(scratch);
    CharacterMemory& memory = lease->memory().get<CharacterMemory>();
    CharacterSweeps probe(shape_, centres_ ? &*centres_ : nullptr, skin_, world, filter, memory);
    CharacterWalk walk({.up = up_,
                        .step_height = step_height_,
                        .walkable = walkable_,
                        .skin = skin_,
                        .slides = slides_},
                       probe, pose_, answer, memory);
    walk.run(displacement, grounds_, on_ground());
    pose_ = answer.end;
    grounds_ = walk.footing().grounds;
    on_edge_ = answer.on_ground && grounds_.empty();
    return {};
}

}  // namespace swept
