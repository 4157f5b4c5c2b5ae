// Impulses on a piece at several contacts: projected Gauss-Seidel over normal and friction, for
// unit mass. How far it converges is a matter of looks; that no energy comes of it is made sure of
// at the end.

#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/debris_piece.h"

namespace swept::debris {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

constexpr std::size_t most_contacts = 12;
constexpr int rounds = 12;

/// A contact as the rounds see it.
struct Row {
    Vector3d arm;  // from the centre
    Vector3d normal;
    Vector3d turn;  // what a unit impulse along the normal adds to the spin
    double weight;  // impulse per change of normal speed
    double wanted;  // normal speed afterwards, at least
    double pushed = 0;
    Vector3d rubbed = Vector3d::Zero();
};

class Rounds {
   public:
    Rounds(Piece& piece, std::span<const PieceContact> contacts, const ImpulseRule& rule)
        : piece_(piece), friction_(rule.friction), start_(piece.velocity.norm()) {
        if (piece.shape != nullptr) {
            const Matrix3d turn = piece.rotation.toRotationMatrix();
            inverse_ = turn * piece.shape->inverse_inertia() * turn.transpose();
        }
        for (const PieceContact& contact : contacts) {
            if (count_ == most_contacts) break;
            Row& row = rows_[count_++];
            row.arm = piece.shape != nullptr ? Vector3d(contact.point - piece.centre)
                                             : Vector3d(Vector3d::Zero());
            row.normal = contact.normal;
            const Vector3d lever = row.arm.cross(row.normal);
            row.turn = turn_by(lever);
            row.weight = 1 / (1 + lever.dot(row.turn));
            const double speed = at(row).dot(row.normal);
            row.wanted = wanted(rule, contact, speed);
        }
    }

    void run() {
        for (int round = 0; round < rounds; ++round) {
            double change = 0;
            for (std::size_t i = 0; i < count_; ++i) {
                change = std::max(change, push(rows_[i]));
                if (friction_ > 0) change = std::max(change, rub(rows_[i]));
            }
            if (change <= 1e-5 * start_) break;
        }
    }

   private:
    Piece& piece_;
    double friction_;
    double start_;  // the speed before
    Matrix3d inverse_ = Matrix3d::Zero();
    std::array<Row, most_contacts> rows_;
    std::size_t count_ = 0;

    static double wanted(const ImpulseRule& rule, const PieceContact& contact, double speed) {
        if (-speed > rule.bounce_speed && rule.restitution > 0) return -rule.restitution * speed;
        if (!(rule.time > 0)) return 0;
        return std::min((rule.gap - contact.separation) / rule.time, rule.parting_speed);
    }

    [[nodiscard]] Vector3d at(const Row& row) const {
        return piece_.velocity + piece_.spin.cross(row.arm);
    }

    /// The spin that an angular impulse gives. Spelled out: the compiler leaves Eigen's product as
    /// a call.
    [[nodiscard]] Vector3d turn_by(const Vector3d& t) const {
        const Matrix3d& m = inverse_;
        return {(m(0, 0) * t[0] + m(0, 1) * t[1]) + m(0, 2) * t[2],
                (m(1, 0) * t[0] + m(1, 1) * t[1]) + m(1, 2) * t[2],
                (m(2, 0) * t[0] + m(2, 1) * t[1]) + m(2, 2) * t[2]};
    }

    double push(Row& row) {
        const double missing = row.wanted - at(row).dot(row.normal);
        const double pushed = std::max(0.0, row.pushed + row.weight * missing);
        const double change = pushed - row.pushed;
        row.pushed = pushed;
        piece_.velocity += change * row.normal;
        piece_.spin += change * row.turn;
        return std::abs(change);
    }

    /// Against the sliding, as far as Coulomb's cone allows.
    double rub(Row& row) {
        const Vector3d speed = at(row);
        const Vector3d sliding = speed - speed.dot(row.normal) * row.normal;
        const double length = sliding.norm();
        Vector3d rubbed = row.rubbed;
        if (length > 0) {
            const Vector3d along = sliding / length, lever = row.arm.cross(along);
            rubbed -= length / (1 + lever.dot(turn_by(lever))) * along;
        }
        const double most = friction_ * row.pushed, size = rubbed.norm();
        if (size > most) rubbed *= most / size;
        const Vector3d change = rubbed - row.rubbed;
        row.rubbed = rubbed;
        piece_.velocity += change;
        piece_.spin += turn_by(row.arm.cross(change));
        return change.norm();
    }
};

/// The product that makes kinetic energies: v v' + w I w'.
double product(const Piece& piece, const Vector3d& v, const Vector3d& w, const Vector3d& v2,
               const Vector3d& w2) {
    if (piece.shape == nullptr) return v.dot(v2);
    const Quaternion back = piece.rotation.conjugate();
    return v.dot(v2) + (back * w).dot(piece.shape->inertia() * (back * w2));
}

}  // namespace

double kinetic_energy(const Piece& piece) {
    return product(piece, piece.velocity, piece.spin, piece.velocity, piece.spin) / 2;
}

void apply_impulses(Piece& piece, std::span<const PieceContact> contacts, const ImpulseRule& rule) {
    const Vector3d velocity = piece.velocity, spin = piece.spin;
    Rounds(piece, contacts, rule).run();
    // |u + s d|² <= |u|² up to s = -2 u.d / d.d. Without restitution half of that: then the speed
    // that is left has nothing of the impulse in it, and gravity cannot gain by it (see the head of
    // debris_piece.cpp). Parting is on top of that, and paid for at the end of the step.
    const Vector3d dv = piece.velocity - velocity, dw = piece.spin - spin;
    const double size = product(piece, dv, dw, dv, dw);
    if (!(size > 0)) return;
    const double down = -product(piece, velocity, spin, dv, dw);
    const double share =
        std::clamp((rule.restitution > 0 || rule.time > 0 ? 2 : 1) * down / size, 0.0, 1.0);
    if (share < 1) {
        piece.velocity = velocity + share * dv;
        piece.spin = spin + share * dw;
    }
}

}  // namespace swept::debris
