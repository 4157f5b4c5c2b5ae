#include "tests/oracle/rational_translation.h"

namespace swept::oracle {

namespace translation {

std::vector<Vector> bounding_directions(const Triangle& a, const Triangle& b) {
    const std::array<Vector, 6> edges{a[1] - a[0], a[2] - a[1], a[0] - a[2],
                                      b[1] - b[0], b[2] - b[1], b[0] - b[2]};
    std::vector<Vector> directions;
    for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t k = i + 1; k < 6; ++k) {
            const Vector across = cross(edges[i], edges[k]);
            if (!is_zero(across)) directions.push_back(across);
        }
    }
    const bool flat = std::ranges::all_of(
        directions, [&](const Vector& d) { return is_zero(cross(d, directions[0])); });
    if (!flat) return directions;
    if (!directions.empty()) {  // in one plane
        const Vector normal = directions[0];
        for (const Vector& e : edges) directions.push_back(cross(normal, e));
        return directions;
    }
    // On a line, or a point: the three axes bound the latter, and the edge with what is across it
    // the former.
    const Vector x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    directions = {x, y, z};
    for (const Vector& e : edges) {
        for (const Vector& axis : {x, y, z}) directions.push_back(cross(e, axis));
        directions.push_back(e);
    }
    return directions;
}

}  // namespace translation

RationalTranslation::RationalTranslation(const Triangles& mover, const Triangles& obstacle,
                                         const Eigen::Vector3d& vector) {
    note(vector);
    for (const auto* shape : {&mover, &obstacle}) {
        for (const auto& t : *shape) {
            for (const Eigen::Vector3d& p : t) note(p);
        }
    }
    vector_ = whole(vector);
    for (const auto& t : mover) mover_.push_back({whole(t[0]), whole(t[1]), whole(t[2])});
    for (const auto& t : obstacle) {
        obstacle_.push_back({whole(t[0]), whole(t[1]), whole(t[2])});
    }
}

std::optional<RationalTranslation::Contact> RationalTranslation::first() const {
    std::optional<Contact> found;
    translation::Moment best{1, 1};
    for (std::size_t i = 0; i < mover_.size(); ++i) {
        for (std::size_t k = 0; k < obstacle_.size(); ++k) {
            const auto moments = meet(mover_[i], obstacle_[k], {{0, 1}, best});
            if (!moments || (found && !(moments->from < best))) continue;
            best = moments->from;
            const auto whole_stay = meet(mover_[i], obstacle_[k], {{0, 1}, {1, 1}});
            found = Contact{whole_stay->from.value(), whole_stay->until.value(), i, k};
        }
    }
    return found;
}

double RationalTranslation::depth(std::size_t mover, std::size_t obstacle,
                                  const translation::Rational& at) const {
    using translation::Rational;
    const auto &a = mover_[mover], &b = obstacle_[obstacle];
    double least = std::numeric_limits<double>::infinity();
    for (const translation::Vector& n : translation::bounding_directions(a, b)) {
        if (translation::is_zero(n)) continue;
        const auto [low, high] = span(a, b, n);
        const Rational along = at * Rational(translation::dot(n, vector_));
        const Rational room = std::min(Rational(along - low), Rational(high - along));
        // Its square, so that numbers beyond the reach of doubles cancel out.
        const Rational share = room * room / Rational(translation::dot(n, n));
        const double depth = std::sqrt(share.convert_to<double>());
        least = std::min(least, room < 0 ? 0 : depth);
    }
    return std::ldexp(least, lowest_);
}

translation::Vector RationalTranslation::whole(const Eigen::Vector3d& p) const {
    translation::Vector made;
    for (std::size_t i = 0; i < 3; ++i) {
        int exponent = 0;
        const double share = std::frexp(p[static_cast<Eigen::Index>(i)], &exponent);
        translation::Integer w = static_cast<long long>(std::ldexp(share, 53));
        const int shift = exponent - 53 - lowest_;
        if (shift > 0) w <<= static_cast<unsigned>(shift);
        if (shift < 0) w >>= static_cast<unsigned>(-shift);  // zeros only
        made[i] = w;
    }
    return made;
}

bool RationalTranslation::narrow(const translation::Triangle& a, const translation::Triangle& b,
                                 const translation::Vector& n, translation::Moments& left) const {
    auto [low, high] = span(a, b, n);
    translation::Integer rate = translation::dot(n, vector_);
    if (rate == 0) return low <= 0 && high >= 0;
    if (rate < 0) {
        std::swap(low, high);
        low = -low, high = -high, rate = -rate;
    }
    const translation::Moment from{low, rate}, until{high, rate};
    if (left.from < from) left.from = from;
    if (until < left.until) left.until = until;
    return !left.none();
}

std::optional<translation::Moments> RationalTranslation::meet(const translation::Triangle& a,
                                                              const translation::Triangle& b,
                                                              translation::Moments left) const {
    // Their boxes first: most pairs need no more.
    for (std::size_t i = 0; i < 3; ++i) {
        translation::Vector axis{0, 0, 0};
        axis[i] = 1;
        if (!narrow(a, b, axis, left)) return std::nullopt;
    }
    for (const translation::Vector& n : translation::bounding_directions(a, b)) {
        if (!narrow(a, b, n, left)) return std::nullopt;
    }
    return left;
}

}  // namespace swept::oracle
