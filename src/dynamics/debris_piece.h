#pragma once

// One piece of debris through one step: flight, hits, contact, rest. It depends on nothing but the
// piece, the world and the options.

#include <vector>

#include "swept/distance.h"
#include "swept/dynamics/debris.h"
#include "swept/sweep.h"

namespace swept::debris {

/// Choice. Numbers of the caller's beyond this are mistakes.
inline constexpr double largest_number = 1e9;

/// What the arrays hold of a piece.
struct Piece {
    const DebrisShape* shape = nullptr;  ///< null: a point
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    Quaternion rotation = Quaternion::Identity();
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
    Eigen::Vector3d spin = Eigen::Vector3d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();  ///< of points: what they last stood on
    /// For so long its flight is proven free in this world. Below 0: for so long no ball is tried.
    double free_time = 0;
    double slow_time = 0;  ///< for so long it has been slow in contact
    PieceState state = PieceState::flying;
};

/// Where the piece touches, and the way out of what it touches; in world.
struct PieceContact {
    Eigen::Vector3d point;
    Eigen::Vector3d normal;
    double separation;
};

/// How impulses are given.
struct ImpulseRule {
    double restitution = 0;
    double friction = 0;
    double bounce_speed = 0;  ///< slower contacts are stopped, not thrown back

    // Contacts that are stopped are brought to this gap in the time: nearer ones part, with no more
    // than this speed; further ones may still come closer. Time 0: all are just stopped.
    double gap = 0;
    double time = 0;
    double parting_speed = 0;
};

/// Kinetic energy per mass.
[[nodiscard]] double kinetic_energy(const Piece& piece);

/// Impulses at all contacts together, so that none approaches any more. The kinetic energy does not
/// grow; without restitution it falls at least by that of the change.
void apply_impulses(Piece& piece, std::span<const PieceContact> contacts, const ImpulseRule& rule);

/// Working memory, one per thread.
struct PieceScratch {
    Scratch queries;
    std::vector<PieceContact> touching;
};

/// What is the same for all pieces.
struct PieceWorld {
    const WorldSnapshot& world;
    const DebrisOptions& options;
    bool changed;  ///< since the last step: who touches may have been buried
};

/// Holds the piece and all of its flight that is proven free.
[[nodiscard]] Box reach_of(const Piece& piece, const DebrisOptions& options);

/// Moves a piece on that is flying or touching. Returns how often it was stopped.
[[nodiscard]] unsigned step_piece(Piece& piece, double dt, const PieceWorld& in,
                                  PieceScratch& scratch);

}  // namespace swept::debris
