// What casts are asked with: checked when it is made, so that casts themselves are total.

#include <array>
#include <string>

#include "math/checks.h"
#include "math/extremes.h"
#include "swept/cast.h"
#include "swept/tolerance.h"

namespace swept::cast_detail {

using Eigen::Vector3d;

}  // namespace swept::cast_detail

namespace swept {

using namespace cast_detail;

std::string_view name_of(CastFeature feature) {
    constexpr std::array<std::string_view, 3> names{"face", "edge", "vertex"};
    return names[static_cast<std::size_t>(feature)];
}

std::string_view name_of(FaceSide side) {
    return side == FaceSide::front ? "front" : "back";
}

Result<Ray> Ray::between(const Vector3d& from, const Vector3d& to) {
    if (auto error = check_lengths(from, "from")) return tl::unexpected(*error);
    if (auto error = check_lengths(to, "to")) return tl::unexpected(*error);
    return Ray(from, to, true);
}

Result<Ray> Ray::towards(const Vector3d& from, const Vector3d& direction) {
    if (auto error = check_lengths(from, "from")) return tl::unexpected(*error);
    if (auto error = check_lengths(direction, "direction")) return tl::unexpected(*error);
    if (direction.isZero(0)) {
        return fail(ErrorCode::bad_argument,
                    "the direction has no length; a ray without end needs one, a single point is "
                    "a segment",
                    "direction");
    }
    if (!(max_abs(direction) >= 1 / tolerance::largest_coordinate)) {
        return fail(ErrorCode::bad_argument,
                    "the direction is shorter than 2^-300; where a ray hits is counted in its "
                    "lengths, so give a longer one, such as a unit vector",
                    "direction");
    }
    return Ray(from, direction, false);
}

Vector3d Ray::at(double fraction) const {
    if (bounded_ && fraction == 1) return to_;
    return from_ + fraction * vector();
}

Result<Radius> Radius::of(double length) {
    if (auto error = check_number(length, "radius")) return tl::unexpected(*error);
    if (length < 0) {
        return fail(ErrorCode::bad_argument,
                    "the radius is negative; give it a length of 0 or more", "radius");
    }
    Radius made;
    made.length_ = length;
    return made;
}

Result<SphereSet> SphereSet::make(std::vector<Sphere> spheres) {
    constexpr std::size_t most = std::size_t{1} << 20;
    if (spheres.empty()) {
        return fail(ErrorCode::bad_argument, "there is no sphere; a set needs at least one",
                    "spheres");
    }
    if (spheres.size() > most) {
        return fail(ErrorCode::bad_argument,
                    "there are more than 2^20 spheres; use fewer, or a mesh", "spheres");
    }
    for (std::size_t i = 0; i < spheres.size(); ++i) {
        const std::string where = "sphere " + std::to_string(i);
        if (auto error = check_lengths(spheres[i].centre, where.c_str())) {
            return tl::unexpected(*error);
        }
        if (auto radius = Radius::of(spheres[i].radius); !radius) {
            return fail(radius.error().code, radius.error().what, where);
        }
    }
    return SphereSet(std::make_shared<const std::vector<Sphere>>(std::move(spheres)));
}

}  // namespace swept
