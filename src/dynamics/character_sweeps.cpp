// How a character feels its way.

#include "dynamics/character_sweeps.h"

#include <algorithm>
#include <cmath>

#include "core/inside.h"
#include "features/contact_frame.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// Choice. What is this many skins away is touched. A sweep stops at one skin, to rounding; more is
/// needed for slides that lean outward by a billionth, much more would call a wall what is not yet
/// in the way.
constexpr double touch_skins = 1.25;

WayEnd stays(const Pose& from, CharacterState state) {
    return {.pose = from, .fraction = 0, .state = state};
}

WayEnd ended(const SweepResult& sweep, const Pose& from) {
    if (sweep.state == State::overlapping) return stays(from, CharacterState::overlapping);
    WayEnd end{.pose = sweep.end, .fraction = sweep.free_fraction};
    end.hit = sweep.state == State::hit;
    end.met.result = sweep.contact;
    if (sweep.state == State::undecided) end.state = CharacterState::undecided;
    return end;
}

WayEnd ended(const CastResult& cast, const SphereSet& spheres, const Pose& from,
             const Motion& motion) {
    if (cast.state == State::undecided) return stays(from, CharacterState::undecided);
    if (cast.state == State::free) return {.pose = pose_at(motion, from, 1)};
    WayEnd end{.pose = pose_at(motion, from, cast.hit.fraction), .fraction = cast.hit.fraction};
    end.hit = true;
    Contact& contact = end.met.result;
    contact.kind = cast.hit.feature == CastFeature::face   ? ContactKind::vertex_face
                   : cast.hit.feature == CastFeature::edge ? ContactKind::vertex_edge
                                                           : ContactKind::vertex_vertex;
    contact.point = cast.hit.point;
    contact.normal = cast.hit.normal;
    const Sphere& ball = spheres.spheres()[cast.hit.sphere];
    contact.separation = (end.pose * ball.centre - cast.hit.point).norm() - ball.radius;
    contact.mover.face = cast.hit.sphere;
    contact.mover.vertex_count = 1;
    contact.obstacle.face = cast.hit.face;
    contact.obstacle.face_index = cast.hit.face_index;
    contact.obstacle.vertex_count =
        static_cast<std::uint8_t>(contact.kind == ContactKind::vertex_edge     ? 2
                                  : contact.kind == ContactKind::vertex_vertex ? 1
                                                                               : 0);
    return end;
}

}  // namespace

CharacterSweeps::CharacterSweeps(const BodyShape& shape, const Polyhedron* centres, double skin,
                                 const WorldSnapshot& world, const WorldFilter& filter,
                                 CharacterMemory& memory)
    : shape_(shape), centres_(centres), skin_(skin), world_(world), memory_(memory) {
    sweep_options_.filter = cast_options_.filter = filter;
    sweep_options_.scratch = &memory.queries;
    if (const auto margin = Margin::at_least(skin)) sweep_options_.margin = *margin;
    if (const auto clearance = Clearance::of(skin)) cast_options_.clearance = *clearance;
    if (const auto* spheres = std::get_if<SphereSet>(&shape)) {
        for (const Sphere& ball : spheres->spheres()) thickest_ = std::max(thickest_, ball.radius);
    }
}

WayEnd CharacterSweeps::go(const Pose& from, const Vector3d& way) {
    const auto motion = Translation::make(way);
    if (!motion || way.isZero(0)) return {.pose = from};
    ++sweeps_;
    if (const auto* spheres = std::get_if<SphereSet>(&shape_)) {
        if (!clear_ && overlaps(*spheres, from)) return stays(from, CharacterState::overlapping);
        clear_ = true;  // what ends a cast begins the next one
        const InWorld<CastResult> found =
            cast(SphereSetCast{*spheres, from, *motion}, world_, cast_options_);
        WayEnd end = ended(found.result, *spheres, from, *motion);
        end.met.collider = found.collider;
        return end;
    }
    const InWorld<SweepResult> found =
        sweep({std::get<Polyhedron>(shape_), from}, *motion, world_, sweep_options_);
    // What ends a sweep outside of all solids begins the next one there, too.
    sweep_options_.initial_overlap = InitialOverlap::surfaces;
    WayEnd end = ended(found.result, from);
    end.met.collider = found.collider;
    return end;
}

/// A cast that starts within the skin does not tell whether it overlaps.
bool CharacterSweeps::overlaps(const SphereSet& spheres, const Pose& pose) const {
    const CastOptions options{.mode = CastMode::any,
                              .initial_overlap = InitialOverlap::solids,
                              .filter = cast_options_.filter};
    const CastResult found =
        cast(SphereSetCast{spheres, pose, Translation()}, world_, options).result;
    return found.start == Relation::overlapping;
}

WayEnd CharacterSweeps::go_past(const Pose& from, const Vector3d& way, const Polyhedron& body,
                                const Pose& world_from_body) {
    const auto motion = Translation::make(way);
    if (!motion || way.isZero(0)) return {.pose = from};
    ++sweeps_;
    if (const auto* spheres = std::get_if<SphereSet>(&shape_)) {
        return ended(
            cast(SphereSetCast{*spheres, from, *motion}, {body, world_from_body}, cast_options_),
            *spheres, from, *motion);
    }
    return ended(sweep({std::get<Polyhedron>(shape_), from}, *motion, {body, world_from_body},
                       sweep_options_),
                 from);
}

WayEnd CharacterSweeps::approach(const Pose& character, const Polyhedron& body,
                                 const Pose& world_from_body, const Motion& motion) {
    ++sweeps_;
    if (const auto* spheres = std::get_if<SphereSet>(&shape_)) {
        // Seen from the body the spheres go the other way; what they meet is carried along again.
        const Motion back = inverse(motion);
        const CastOptions plain{.mode = CastMode::any, .initial_overlap = InitialOverlap::solids};
        if (cast(SphereSetCast{*spheres, character, Translation()}, {body, world_from_body}, plain)
                .start == Relation::overlapping) {
            return stays(character, CharacterState::overlapping);
        }
        WayEnd end = ended(
            cast(SphereSetCast{*spheres, character, back}, {body, world_from_body}, cast_options_),
            *spheres, character, back);
        const Pose carried = displacement(motion, end.fraction);
        end.met.result = in_frame(carried, end.met.result);
        end.pose = character;
        return end;
    }
    const SweepResult found = sweep({body, world_from_body}, motion,
                                    {std::get<Polyhedron>(shape_), character}, sweep_options_);
    WayEnd end = ended(found, character);
    end.pose = character;
    end.met.result = exchanged(end.met.result);  // the point on the body, not on the character
    return end;
}

void CharacterSweeps::touching(const Pose& pose, std::vector<InWorld<Contact>>& found) {
    found.clear();
    ContactOptions options;
    options.initial_overlap = InitialOverlap::surfaces;  // a sweep ended here
    options.filter = sweep_options_.filter;
    options.scratch = &memory_.queries;
    const double reach = touch_skins * skin_;
    if (const auto within = ContactTolerance::within(thickest_ + reach))
        options.tolerance = *within;
    const Polyhedron& shape = centres_ != nullptr ? *centres_ : std::get<Polyhedron>(shape_);
    WorldContactSet& all = memory_.touching;
    find_contacts({shape, pose}, world_, options, all);
    if (centres_ == nullptr) {
        std::swap(found, all.contacts);
        return;
    }
    const auto spheres = std::get<SphereSet>(shape_).spheres();
    for (InWorld<Contact>& contact : all.contacts) {
        contact.result.separation -= spheres[contact.result.mover.face].radius;
        if (contact.result.separation <= reach) found.push_back(contact);
    }
}

bool CharacterSweeps::is_floor_between(const Vector3d& top, const Vector3d& bottom,
                                       const Vector3d& up, double walkable) const {
    const auto ray = Ray::between(top, bottom);
    if (!ray) return false;
    const CastResult found = cast(*ray, world_, {.filter = sweep_options_.filter}).result;
    return found.state == State::hit && found.hit.normal.dot(up) >= walkable;
}

double CharacterSweeps::lowest(const Pose& pose, const Vector3d& up) const {
    double lowest = HUGE_VAL;
    if (const auto* spheres = std::get_if<SphereSet>(&shape_)) {
        for (const Sphere& ball : spheres->spheres()) {
            lowest = std::min(lowest, (pose * ball.centre).dot(up) - ball.radius);
        }
        return lowest;
    }
    const auto& shape = std::get<Polyhedron>(shape_);
    for (std::uint32_t i = 0; i < shape.vertex_count(); ++i) {
        lowest = std::min(lowest, (pose * shape.position(VertexIndex(i))).dot(up));
    }
    return lowest;
}

}  // namespace swept
