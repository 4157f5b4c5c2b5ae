#pragma once

// Answers of casts before the twin. Each is compared with all faces: rays exactly, spheres and sets
// of spheres by distances in long double. The answers come from the caller, so that the judge
// itself can be tested with wrong ones.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "swept/cast.h"
#include "swept/tolerance.h"
#include "tests/oracle/cast_scenes.h"
#include "tests/oracle/cast_twin.h"

namespace swept::oracle {

/// Empty: right. Otherwise what is wrong.
using CastVerdict = std::string;

/// What was seen.
struct CastTally {
    std::uint64_t asked = 0, hits = 0, free = 0, wrong = 0;
    std::uint64_t started_touching = 0, started_overlapping = 0;
    std::uint64_t on_border = 0;  ///< both answers would have been right
    std::uint64_t gave_up = 0;    ///< the judge, on turns
    std::uint64_t features[3] = {};
    std::map<std::string, std::uint64_t> verdicts;  ///< what was wrong, how often
    double distance_off = 0;  ///< of a hit from what it hits, in units of `rounding`
    double late = 0;          ///< beyond another face that it meets, the same
    double point_off = 0;     ///< of the hit's point from the face, the same
    double rounding = 0;      ///< in units of u times the largest length

    void add(const CastTally& t);
    [[nodiscard]] double hit_share() const {
        return asked == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(asked);
    }
    void note(double& most, Length value) { most = std::max(most, static_cast<double>(value)); }
    void note_answer(const CastResult& r) {
        ++asked;
        ++(r.state == State::hit ? hits : free);
        if (r.start == Relation::touching) ++started_touching;
        if (r.start == Relation::overlapping) ++started_overlapping;
        if (r.state == State::hit) ++features[static_cast<std::size_t>(r.hit.feature)];
    }
};

/// Who starts within this many roundings of its radius is in contact, and may come so much closer.
inline constexpr Length contact_slack = 8;
/// Whose centre starts within this many roundings of a face is a particle on it.
inline constexpr Length particle_slack = 16;
/// The most that `rounding` may be, in units of u times the lengths there are; on turns.
inline constexpr Length most_rounding = 64;
inline constexpr Length most_rounding_turning = 512;

inline std::string said(const char* name, Length value) {
    char text[64];
    std::snprintf(text, sizeof text, "; %s %.9Lg", name, value);
    return text;
}

std::string text_of(const CastHit& h);
inline std::string text_of(const CastResult& r) {
    char text[128];
    std::snprintf(text, sizeof text, "%s, start %s, rounding %g",
                  std::string(name_of(r.state)).c_str(), std::string(name_of(r.start)).c_str(),
                  r.error_bound);
    return r.state == State::hit ? text + (", " + text_of(r.hit)) : text;
}

inline Sides sides_of(const Polyhedron& shape, const CastOptions& options) {
    return options.sides == Sides::automatic ? shape.sides() : options.sides;
}

// ---- What every answer must be ----

inline bool same_hit(const CastHit& a, const CastHit& b) {
    return a.fraction == b.fraction && a.point == b.point && a.normal == b.normal &&
           a.face == b.face && a.face_index == b.face_index && a.sphere == b.sphere &&
           a.feature == b.feature && a.side == b.side;
}
/// Whether two answers are the same but for what they took.
inline bool same_answer(const CastResult& a, const CastResult& b) {
    return a.state == b.state && a.start == b.start && a.error_bound == b.error_bound &&
           (a.state != State::hit || same_hit(a.hit, b.hit));
}

/// Whether the hit names a face, points and directions at all.
CastVerdict check_form(const CastShape& shape, const CastHit& h, Length until);
/// The face that a hit names, as the twin numbers them.
inline std::uint32_t named_face(const CastShape& shape, const CastHit& h) {
    return shape.is_points() ? h.face : h.face_index.value;
}

/// How well the normal of a triangle is known: off by this much, a sine.
inline Length normal_slack(const CastShape& shape, const CastTriangle& t) {
    const Length off =
        64 * 0x1p-53L * shape.largest_coordinate() + 4 * Length(shape.shape().plane_deviation());
    return std::min((t.width > 0 ? off / t.width : 1) + 64 * 0x1p-53L, Length(1));
}
/// The triangle of a face whose normal is known best.
inline const CastTriangle& widest_of(const CastShape& shape, std::uint32_t face) {
    return *std::ranges::max_element(shape.of_face(face), {}, &CastTriangle::width);
}

// ---- Rays ----

struct RayFaces {
    bool touches = false;  ///< the start lies on a face
    struct Met {
        const CastTriangle* triangle;
        RayMeeting meeting;
    };
    std::vector<Met> met;
};

RayFaces meet_all(const CastShape& shape, const RayTwin& ray, Sides sides);

CastVerdict check_ray_start(const CastShape& shape, const Ray& ray, const RayFaces& faces,
                            const CastOptions& options, const CastResult& r);

/// How far beyond the plane of a triangle, exactly where it matters.
inline Length beyond(const RayTwin& ray, const CastTriangle& t, double fraction, Length limit) {
    Length off = 0;
    const Length rough = ray.roughly_beyond(t, fraction, off);
    if (off < limit / 1024) return rough;
    return ray.beyond(t, fraction);
}

/// Of a polygon that rounding moved out of one plane several triangles may be met: the hit is of
/// one of them.
CastVerdict check_ray_hit(const CastShape& shape, const RayTwin& ray, const RayFaces& faces,
                          const CastHit& h, Length rounding, CastTally& tally);

CastVerdict check_rounding(const CastShape& shape, Length reach, Length most, const CastResult& r,
                           CastTally& tally);

CastVerdict check_ray(const CastShape& shape, const CastCase& c, const CastResult& r,
                      CastTally& tally);

/// All hits of a ray: exactly the faces that it meets, in order.
CastVerdict check_all_of_ray(const CastShape& shape, const CastCase& c,
                             const std::vector<CastHit>& hits, const CastResult& first,
                             CastTally& tally);

// ---- Spheres ----

/// Whether a face counts: no, perhaps (it is along the way, to rounding), yes.
enum class Counts : std::uint8_t { no, perhaps, yes };

inline Counts counts(const CastShape& shape, const CastTriangle& t, const LongVector& velocity) {
    const Length speed = velocity.norm(), slack = normal_slack(shape, t) * speed;
    if (speed == 0) return Counts::perhaps;
    const Length against = -t.normal.dot(velocity);
    return against > slack ? Counts::yes : against < -slack ? Counts::no : Counts::perhaps;
}
inline Counts counts(const CastShape& shape, std::uint32_t face, const LongVector& velocity,
                     Sides sides) {
    if (sides != Sides::front || shape.is_points()) return Counts::yes;
    return counts(shape, widest_of(shape, face), velocity);
}

/// One sphere on its way.
struct MovingSphere {
    CentreWay way;
    Length radius = 0;  ///< with the clearance
};

/// Where the sphere stops that starts as it does: between these distances from a face.
struct StopLevels {
    Length low = unbounded, high = 0;
    Length at_start = 0;               ///< no further away than this is what stops it at 0
    bool in_contact = false;           ///< surely
    bool is_particle = false;          ///< surely
    bool may_be_particle = false;      ///< as faces may count that are along the way, to rounding
    Length nearest = unbounded;        ///< the least distance at the start
    Length start = unbounded;          ///< the same from faces that count
    Length start_perhaps = unbounded;  ///< and with those that may count
};

/// How many roundings make the slack: of a set, whose spheres have roundings of their own that are
/// no larger than the one that is told, between these.
struct SlackRange {
    Length least = contact_slack, most = contact_slack;
};

/// From one of the distances that the start may have.
void add_levels(StopLevels& levels, Length start, Length radius, Length rounding, SlackRange slack);

StopLevels levels_of(const CastShape& shape, const MovingSphere& sphere, Sides sides,
                     Length rounding, SlackRange slack);

/// The parts of a way on which a face counts, surely or perhaps.
std::vector<Interval> counting_intervals(const CastShape& shape, std::uint32_t face,
                                         const CentreWay& way, Sides sides, Length until,
                                         Counts wanted);

/// Whether the way passes a ball at more than a distance. For straight ways only.
bool keeps_away(const CentreWay& way, Length until, const TwinBall& ball, Length distance);

/// The first moment at which a face that surely counts is within a level. A turn may bring it to
/// count when it is within already: that is no approach.
FirstBelow first_within(const CastShape& shape, const MovingSphere& sphere, Sides sides,
                        Length until, Length level, Length tolerance, Counts wanted);

/// Part of a face: how far its edges and vertices are from a point of it.
struct PartsAt {
    Length edge = unbounded, vertex = unbounded;
};
PartsAt parts_at(const CastShape& shape, std::uint32_t face, const LongVector& p);

/// Point, normal, feature and side of a hit. The point need not be the closest of the face: where
/// the sphere grazes, places far apart are as close, to rounding. `near`: how far it may be off.
CastVerdict check_sphere_contact(const CastShape& shape, const MovingSphere& sphere,
                                 const CastHit& h, Length near, Length rounding, CastTally& tally);

/// How the start stands: what it must be, or anything where the truth is on a border.
CastVerdict check_sphere_start(const CastShape& shape, const std::vector<MovingSphere>& spheres,
                               const std::vector<StopLevels>& levels, const CastOptions& options,
                               SlackRange slack, const CastResult& r, CastTally& tally);

CastVerdict check_sphere_hit(const CastShape& shape, const MovingSphere& sphere,
                             const StopLevels& levels, Sides sides, const CastHit& h,
                             Length rounding, CastTally& tally);

/// Whether a turn has brought faces to count that the sphere is closer to than the level: then it
/// is within all their neighbours' reach without having come in.
bool came_to_count_within(const CastShape& shape, const MovingSphere& sphere, Sides sides,
                          Length fraction, Length level);

CastVerdict check_spheres(const CastShape& shape, const std::vector<MovingSphere>& spheres,
                          const CastOptions& options, const CastResult& r, CastTally& tally);

/// All hits of spheres: each as it must be, and every face that surely comes within the level.
CastVerdict check_all_of_spheres(const CastShape& shape, const std::vector<MovingSphere>& spheres,
                                 const CastOptions& options, const std::vector<CastHit>& hits,
                                 Length rounding, CastTally& tally);

}  // namespace swept::oracle
