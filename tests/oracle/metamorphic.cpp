#include "tests/oracle/metamorphic.h"

namespace swept::oracle {

namespace metamorphic {

bool same_bits(const SweepResult& a, const SweepResult& b, double factor) {
    if (a.state != b.state || a.start != b.start || a.free_fraction != b.free_fraction)
        return false;
    if (a.margin * factor != b.margin) return false;
    if (!same(factor * a.end.translation(), b.end.translation())) return false;
    if (a.end.rotation().coeffs() != b.end.rotation().coeffs()) return false;
    if (a.state != State::hit) return true;
    return a.contact.kind == b.contact.kind && same(factor * a.contact.point, b.contact.point) &&
           same(a.contact.normal, b.contact.normal) &&
           factor * a.contact.separation == b.contact.separation &&
           a.contact.mover.face == b.contact.mover.face &&
           a.contact.mover.vertices == b.contact.mover.vertices &&
           a.contact.obstacle.face == b.contact.obstacle.face &&
           a.contact.obstacle.vertices == b.contact.obstacle.vertices;
}

std::optional<NamedShape> times(const NamedShape& named, double factor) {
    Mesh mesh;
    for (const Vector3d& v : named.shape.vertices()) mesh.add_vertex(factor * v);
    for (std::uint32_t f = 0; f < named.shape.face_count(); ++f) {
        std::vector<std::uint32_t> corners;
        for (const VertexIndex v : named.shape.corners(FaceIndex(f))) corners.push_back(v.value);
        mesh.add_polygon(corners);
    }
    auto shape = Polyhedron::build(mesh);
    if (!shape) return std::nullopt;
    return NamedShape{named.name, *std::move(shape)};
}

std::optional<SweepCase> times(const SweepCase& c, double factor) {
    auto mover = times(c.mover, factor), obstacle = times(c.obstacle, factor);
    if (!mover || !obstacle) return std::nullopt;
    SweepCase made{*mover, *obstacle, {}, {}, c.motion, c.options};
    const auto pose = [&](const Pose& p) {
        return Pose::make(factor * p.translation(), p.rotation()).value();
    };
    made.world_from_mover = pose(c.world_from_mover);
    made.world_from_obstacle = pose(c.world_from_obstacle);
    if (const auto* t = std::get_if<Translation>(&c.motion)) {
        made.motion = Translation::make(factor * t->vector()).value();
    } else if (const auto* r = std::get_if<Rotation>(&c.motion)) {
        made.motion = Rotation::make(factor * r->origin(), r->axis(), r->angle()).value();
    } else {
        const Screw& s = std::get<Screw>(c.motion);
        made.motion =
            Screw::make(factor * s.origin(), s.axis(), s.angle(), factor * s.advance()).value();
    }
    if (c.options.margin.least() > 0) {
        made.options.margin = Margin::at_least(factor * c.options.margin.least()).value();
    }
    return made;
}

Motion seen_after(const Motion& motion, const Pose& pose) {
    const Eigen::Matrix3d turn = pose.rotation_matrix();
    if (const auto* t = std::get_if<Translation>(&motion)) {
        return Translation::make(turn * t->vector()).value();
    }
    if (const auto* r = std::get_if<Rotation>(&motion)) {
        return Rotation::make(pose * r->origin(), turn * r->axis(), r->angle()).value();
    }
    const Screw& s = std::get<Screw>(motion);
    return Screw::make(pose * s.origin(), turn * s.axis(), s.angle(), s.advance()).value();
}

std::optional<Motion> part_of(const Motion& motion, double share) {
    if (const auto* t = std::get_if<Translation>(&motion)) {
        return Translation::make(share * t->vector()).value();
    }
    if (const auto* r = std::get_if<Rotation>(&motion)) {
        if (std::abs(r->angle()) > 2 * std::numbers::pi) return std::nullopt;
        return Rotation::make(r->origin(), r->axis(), share * r->angle()).value();
    }
    const Screw& s = std::get<Screw>(motion);
    return Screw::make(s.origin(), s.axis(), share * s.angle(), share * s.advance()).value();
}

}  // namespace metamorphic

Verdict MetamorphicCheck::run(const SweepCase& c) {
    using namespace metamorphic;
    ++tally_.cases;
    const SweepResult first = sweeper_(c);
    if (!same_bits(first, ask(0, c), 1)) return "again: other bits";
    const double factor = std::ldexp(1.0, chance_.integer(-30, 30));
    // Both built anew: the builder may number faces differently than those of its own mesh.
    const auto plain = times(c, 1), scaled = times(c, factor);
    if (plain && scaled && !same_bits(ask(1, *plain), ask(1, *scaled), factor)) {
        return "scaled: other bits" + number("by", factor);
    }
    if (Verdict v = twice(c, first); !v.empty()) return v;
    if (Verdict v = judged(3, swapped(c)); !v.empty()) return v;
    const Pose pose =
        Pose::make(chance_.magnitude(1e-3, 1e3) * chance_.direction(), chance_.rotation()).value();
    SweepCase there = c;
    there.world_from_mover = pose * c.world_from_mover;
    there.world_from_obstacle = pose * c.world_from_obstacle;
    there.motion = seen_after(c.motion, pose);
    if (Verdict v = judged(4, there); !v.empty()) return v;
    if (Verdict v = halves(c); !v.empty()) return v;
    return back(c, first);
}

Verdict MetamorphicCheck::twice(const SweepCase& c, const SweepResult& first) {
    ++tally_.asked[2];
    const std::vector<Placed> both{{c.obstacle.shape, c.world_from_obstacle},
                                   {c.obstacle.shape, c.world_from_obstacle}};
    const SweepResult result =
        sweep({c.mover.shape, c.world_from_mover}, c.motion, both, c.options);
    return metamorphic::same_bits(first, result, 1) && result.obstacle == 0 ? ""
                                                                            : "twice: other bits";
}

Verdict MetamorphicCheck::halves(const SweepCase& c) {
    const double share = chance_.real(0.2, 0.8);
    const auto part = metamorphic::part_of(c.motion, share);
    if (!part) return "";
    SweepCase half = c;
    half.motion = *part;
    if (Verdict v = judged(5, half); !v.empty()) return v;
    const auto rest = metamorphic::part_of(c.motion, 1 - share);
    half.world_from_mover = pose_at(*part, c.world_from_mover, 1);
    half.motion = *rest;
    return judged(5, half);
}

Verdict MetamorphicCheck::back(const SweepCase& c, const SweepResult& first) {
    if (first.state == State::overlapping) return "";
    const auto inside = [&](const Pose& pose) {
        ++tally_.asked[7];
        return interpenetrate(c.mover.shape, pose, c.obstacle.shape, c.world_from_obstacle);
    };
    if (inside(c.world_from_mover)) return "";
    if (inside(first.end)) return "inside: the end is";
    const auto part = metamorphic::part_of(c.motion, first.free_fraction);
    if (!part || first.free_fraction == 0) return "";
    SweepCase again = c;
    again.world_from_mover = first.end;
    again.motion = inverse(*part);
    ++tally_.asked[6];
    const SweepResult result = sweeper_(again);
    if (result.state == State::overlapping) return "return: they overlap, it says";
    if (inside(result.end)) return "return: the end is inside";
    return "";
}

}  // namespace swept::oracle
