// Spheres around a surface. The faces are cut into pieces small beside the spheres to come; the
// pieces are shared out by halving, always the share with the largest ball, so that all end up
// about as large. A share's ball holds the corners of its pieces, and being convex the pieces:
// nothing of a face is left out.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "cast/small_ball.h"
#include "core/assert.h"
#include "core/parallel.h"
#include "features/distance.h"
#include "math/extremes.h"
#include "swept/cast.h"
#include "swept/overlap.h"
#include "swept/tolerance.h"

namespace swept::cast_detail {

namespace {

using Eigen::Vector3d;

constexpr unsigned most_spheres = 4096;

/// A choice. How long the edges of pieces are beside sqrt(surface / spheres), which is about as
/// long as a sphere is thick. Shorter edges make closer spheres and take longer.
constexpr double piece_length = 0.3;

/// A choice. At most so many cuts for each sphere, however long and thin the faces.
constexpr std::size_t most_cuts = 64;

/// A choice. Into a solid a ball is moved by up to so many steps, each so long beside its radius.
/// Further steps bring little more and make the balls large.
constexpr int most_steps = 6;
constexpr double step_length = 0.5;

/// A choice. A share whose normals add up to less than this share of its surface goes all round
/// something and has no way inward.
constexpr double least_side = 0.25;

/// A triangle of the surface, or a part of one. Of a point all corners are the same.
struct Piece {
    std::array<Vector3d, 3> corners;
    Vector3d normal = Vector3d::Zero();  ///< of the face; of a point none
    int cuts = 0;                        ///< how often it was halved until it was this small
    Sphere around = {};                  ///< about its centre of mass, once all cuts are made
};

std::vector<Piece> pieces_of(const Polyhedron& shape) {
    std::vector<Piece> pieces;
    if (shape.face_count() == 0) {
        for (const Vector3d& point : shape.vertices())
            pieces.push_back({{point, point, point}, Vector3d::Zero()});
    }
    for (std::uint32_t face = 0; face < shape.face_count(); ++face) {
        const auto corners = shape.corners(FaceIndex(face));
        const Vector3d& normal = shape.plane(FaceIndex(face)).normal;
        for (std::size_t i = 2; i < corners.size(); ++i) {
            pieces.push_back({{shape.position(corners[0]), shape.position(corners[i - 1]),
                               shape.position(corners[i])},
                              normal});
        }
    }
    return pieces;
}

// ---- cutting ----

/// The longest edge of a piece.
struct Edge {
    double length;      ///< scaled
    std::size_t piece;  ///< whose edge it is
    unsigned corner;    ///< it leads from this corner to the next

    /// For a queue: the longest first, and one order in all cases.
    [[nodiscard]] friend bool operator<(const Edge& a, const Edge& b) {
        return std::pair(a.length, a.piece) < std::pair(b.length, b.piece);
    }
};

Edge longest_edge(const std::vector<Piece>& pieces, std::size_t piece, double scale) {
    SWEPT_ASSERT(piece < pieces.size(), "one of the pieces");
    Edge longest{-1, piece, 0};
    for (unsigned i = 0; i < 3; ++i) {
        const auto& corners = pieces[piece].corners;
        const double length = ((corners[(i + 1) % 3] - corners[i]) * scale).norm();
        if (length > longest.length) longest = {length, piece, i};
    }
    return longest;
}

/// Halves a piece at the middle of an edge; the other half goes to the end.
void halve(std::vector<Piece>& pieces, const Edge& edge) {
    Piece& piece = pieces[edge.piece];
    piece.cuts += 1;
    Piece other = piece;
    const unsigned from = edge.corner, to = (edge.corner + 1) % 3;
    const Vector3d middle = (piece.corners[from] + piece.corners[to]) / 2;
    piece.corners[to] = middle;
    other.corners[from] = middle;
    pieces.push_back(other);
}

double area_of(const std::vector<Piece>& pieces, double scale) {
    double area = 0;
    for (const Piece& piece : pieces) {
        const auto& [a, b, c] = piece.corners;
        area += ((b - a) * scale).cross((c - a) * scale).norm() / 2;
    }
    return area;
}

/// Cuts what is large beside the spheres to come, the longest edges first.
void cut_large(std::vector<Piece>& pieces, unsigned count, double size) {
    if (count == 1 || size == 0) return;  // one sphere is the same with cuts or without
    const double scale = unit_scale(size);
    const double longest = piece_length * std::sqrt(area_of(pieces, scale) / count);
    std::priority_queue<Edge> queue;
    const auto consider = [&](std::size_t piece) {
        const Edge edge = longest_edge(pieces, piece, scale);
        if (edge.length > longest) queue.push(edge);
    };
    for (std::size_t i = 0; i < pieces.size(); ++i) consider(i);
    for (std::size_t cuts = 0; !queue.empty() && cuts < most_cuts * count; ++cuts) {
        const Edge edge = queue.top();
        queue.pop();
        halve(pieces, edge);
        consider(edge.piece);
        consider(pieces.size() - 1);
    }
}

void put_balls_around(std::vector<Piece>& pieces) {
    for (Piece& piece : pieces) {
        const auto& [a, b, c] = piece.corners;
        piece.around = ball_about(a / 3 + b / 3 + c / 3, piece.corners);
    }
}

// ---- sharing out ----

/// Pieces that one ball holds: a range of all.
struct Share {
    std::size_t begin, end;
    Sphere ball;

    [[nodiscard]] bool is_one_piece() const { return end - begin == 1; }
    /// For a queue: the largest first, and one order in all cases.
    [[nodiscard]] friend bool operator<(const Share& a, const Share& b) {
        return std::pair(a.ball.radius, a.begin) < std::pair(b.ball.radius, b.begin);
    }
};

class SharingOut {
   public:
    explicit SharingOut(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {}

    void into(unsigned count);
    /// Moves balls into the solid that this is the surface of.
    void sink_into(const Polyhedron& solid);
    /// One for each share; every point that a piece stands for is in that of its share.
    [[nodiscard]] std::vector<Sphere> balls(double largest_coordinate) const;

   private:
    [[nodiscard]] std::vector<Vector3d> corners(const Share& share) const;
    [[nodiscard]] Share share(std::size_t begin, std::size_t end) const;
    [[nodiscard]] std::size_t halved(const Share& share);
    [[nodiscard]] Vector3d outward(const Share& share) const;
    [[nodiscard]] double room_about(const Vector3d& point, const Share& first) const;
    [[nodiscard]] Sphere sunk(const Share& share, const Polyhedron& solid) const;

    std::vector<Piece> pieces_;
    std::vector<Share> shares_;
};

void SharingOut::into(unsigned count) {
    std::priority_queue<Share> queue;
    queue.push(share(0, pieces_.size()));
    while (!queue.empty()) {
        const Share largest = queue.top();
        queue.pop();
        const bool full = shares_.size() + queue.size() + 1 == count;
        if (full || largest.is_one_piece() || largest.ball.radius == 0) {
            shares_.push_back(largest);
            continue;
        }
        const std::size_t middle = halved(largest);
        queue.push(share(largest.begin, middle));
        queue.push(share(middle, largest.end));
    }
}

std::vector<Vector3d> SharingOut::corners(const Share& share) const {
    std::vector<Vector3d> corners;
    corners.reserve(3 * (share.end - share.begin));
    for (std::size_t i = share.begin; i < share.end; ++i) {
        corners.insert(corners.end(), pieces_[i].corners.begin(), pieces_[i].corners.end());
    }
    return corners;
}

Share SharingOut::share(std::size_t begin, std::size_t end) const {
    SWEPT_ASSERT(begin < end && end <= pieces_.size(), "a share is not empty");
    Share made{begin, end, {}};
    made.ball = small_ball(corners(made));
    return made;
}

/// Puts the pieces on this side of the middle before those beyond; returns where those begin.
std::size_t SharingOut::halved(const Share& share) {
    SWEPT_ASSERT(share.end - share.begin >= 2, "a single piece is not shared out");
    const auto begin = pieces_.begin() + static_cast<std::ptrdiff_t>(share.begin);
    const auto end = pieces_.begin() + static_cast<std::ptrdiff_t>(share.end);
    Box box;
    for (auto piece = begin; piece != end; ++piece) box.add(piece->around.centre);
    int axis = 0;
    box.size().maxCoeff(&axis);
    const double middle = box.centre()[axis];
    auto beyond = std::partition(
        begin, end, [&](const Piece& piece) { return piece.around.centre[axis] <= middle; });
    // All at one place: however they are shared out.
    if (beyond == begin || beyond == end) beyond = begin + (end - begin) / 2;
    return static_cast<std::size_t>(beyond - pieces_.begin());
}

/// How far the corners of a piece may be from where cuts without rounding would have put them, and
/// so how far what it stands for may reach beyond it: a middle is off by u of the largest
/// coordinate, each way, more than its edge's ends are (and by a denormal).
double cut_error(int cuts, double largest_coordinate) {
    constexpr double diagonal = 2;  // more than sqrt(3), for all the roundings here
    return cuts * diagonal *
           (tolerance::unit_roundoff * largest_coordinate +
            std::numeric_limits<double>::denorm_min());
}

std::vector<Sphere> SharingOut::balls(double largest_coordinate) const {
    std::vector<Sphere> balls;
    for (const Share& share : shares_) {
        int cuts = 0;
        for (std::size_t i = share.begin; i < share.end; ++i)
            cuts = std::max(cuts, pieces_[i].cuts);
        Sphere ball = share.ball;
        if (cuts > 0) {
            const double radius = ball.radius + cut_error(cuts, largest_coordinate);
            ball.radius = std::nextafter(radius, infinity);
        }
        balls.push_back(ball);
    }
    return balls;
}

// ---- closer to a solid ----
// The ball of a flat share sticks out by its radius. About a centre further inside it is larger,
// but sticks out less: by no more than its radius less the room about its centre, for the ball that
// fills the room is in the solid. What is chosen here is about closeness alone: all balls hold
// their shares.

void SharingOut::sink_into(const Polyhedron& solid) {
    std::vector<Sphere> sunken(shares_.size());
    parallel::for_each(shares_.size(), 0,
                       [&](std::size_t i) { sunken[i] = sunk(shares_[i], solid); });
    for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i].ball = sunken[i];
}

/// The mean normal of a share; zero where it looks all ways.
Vector3d SharingOut::outward(const Share& share) const {
    const double scale = unit_scale(share.ball.radius);
    Vector3d sum = Vector3d::Zero();
    double surface = 0;
    for (std::size_t i = share.begin; i < share.end; ++i) {
        const auto& [a, b, c] = pieces_[i].corners;
        const Vector3d normal = ((b - a) * scale).cross((c - a) * scale);
        sum += normal;
        surface += normal.norm();
    }
    const double length = sum.norm();
    return length > least_side * surface ? Vector3d(sum / length) : Vector3d::Zero();
}

/// Whether a ball has a point that is nearer than this.
bool is_nearer(const Sphere& ball, const Vector3d& point, double distance) {
    const double reach = distance + ball.radius;
    return (point - ball.centre).squaredNorm() < reach * reach;
}

/// How far the nearest piece is, looked for in one share first.
double SharingOut::room_about(const Vector3d& point, const Share& first) const {
    double room = infinity;
    const auto look = [&](const Share& share) {
        if (!is_nearer(share.ball, point, room)) return;
        for (std::size_t i = share.begin; i < share.end; ++i) {
            const Piece& piece = pieces_[i];
            if (!is_nearer(piece.around, point, room)) continue;
            room = std::min(room, point_to_face(point, {piece.corners, piece.normal}).distance);
        }
    };
    look(first);
    for (const Share& share : shares_) look(share);
    return room;
}

Sphere SharingOut::sunk(const Share& share, const Polyhedron& solid) const {
    const Vector3d step = -step_length * share.ball.radius * outward(share);
    const auto sticks_out = [&](const Sphere& ball) {
        const double room = room_about(ball.centre, share);
        const bool inside = classify_point({solid}, ball.centre) == PointLocation::inside;
        return inside ? ball.radius - room : ball.radius + room;
    };
    if (step.isZero(0)) return share.ball;
    const std::vector<Vector3d> held = corners(share);
    Sphere best = share.ball;
    double least = sticks_out(best);
    for (int i = 1; i <= most_steps; ++i) {
        const Sphere next = ball_about(share.ball.centre + i * step, held);
        const double out = sticks_out(next);
        if (out >= least) break;
        least = out;
        best = next;
    }
    return best;
}

}  // namespace

}  // namespace swept::cast_detail

namespace swept {

using namespace cast_detail;

Result<SphereSet> fit_spheres(const Polyhedron& shape, unsigned count) {
    if (count == 0 || count > most_spheres) {
        return fail(ErrorCode::bad_argument,
                    "must be 1 to " + std::to_string(most_spheres) + " spheres, not " +
                        std::to_string(count) + "; choose another number",
                    "count");
    }
    const Box& box = shape.box();
    std::vector<Piece> pieces = pieces_of(shape);
    cut_large(pieces, count, box.size().maxCoeff());
    put_balls_around(pieces);
    SharingOut sharing(std::move(pieces));
    sharing.into(count);
    if (shape.is_closed() && shape.is_oriented()) sharing.sink_into(shape);
    const double largest = box.lower.cwiseAbs().cwiseMax(box.upper.cwiseAbs()).maxCoeff();
    return SphereSet::make(sharing.balls(largest));
}

}  // namespace swept
