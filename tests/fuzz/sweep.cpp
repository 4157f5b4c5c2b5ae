// How far a shape gets past another.

#include "swept/sweep.h"

#include "swept/papers/van_waveren.h"
#include "tests/fuzz/target.h"
#include "tests/with.h"

namespace swept::fuzz {
namespace {

struct Question {
    Polyhedron mover;
    Pose from;
    Motion motion;
    Polyhedron obstacle;
    Pose obstacle_pose;
    SweepOptions options;
};

SweepResult asked(const Question& q, const SweepOptions& options, Scratch* scratch = nullptr) {
    return sweep({q.mover, q.from}, q.motion, {q.obstacle, q.obstacle_pose},
                 with(options, scratch));
}

/// By van Waveren's broad phase.
SweepResult asked_paper(const Question& q, papers::van_waveren::Zone zone) {
    const papers::van_waveren::SweepOptions options{.zone = zone,
                                                    .margin = q.options.margin,
                                                    .initial_overlap = q.options.initial_overlap,
                                                    .budget = q.options.budget};
    const papers::van_waveren::Model obstacle(q.obstacle);
    return papers::van_waveren::sweep({q.mover, q.from}, q.motion, {obstacle, q.obstacle_pose},
                                      options);
}

bool same(const SweepResult& a, const SweepResult& b) {
    return a.state == b.state && a.start == b.start &&
           same_bits(a.free_fraction, b.free_fraction) && same_bits(a.end, b.end) &&
           same_bits(a.margin, b.margin) && same_bits(a.contact.point, b.contact.point) &&
           same_bits(a.contact.normal, b.contact.normal) && a.contact.kind == b.contact.kind &&
           a.contact.mover.face == b.contact.mover.face &&
           a.contact.obstacle.face == b.contact.obstacle.face;
}

void check_answer(const SweepResult& result) {
    promise(result.free_fraction >= 0 && result.free_fraction <= 1, "a fraction is 0 to 1");
    promise((result.state == State::free) == (result.free_fraction == 1),
            "the fraction is 1 exactly when free");
    promise((result.state == State::overlapping) == (result.start == Relation::overlapping),
            "overlapping is about the start");
    promise(std::isfinite(result.margin) && result.margin >= 0, "the margin is finite");
    promise(result.end.translation().allFinite(), "the end is finite");
    if (result.state != State::hit) return;
    promise(result.contact.point.allFinite(), "a contact has a point");
    promise(is_unit(result.contact.normal), "a contact has a unit normal");
    promise(result.contact.separation >= 0, "a separation is a distance");
}

/// Never inside: judged by the exact overlap of the doubles returned.
void check_end(const Question& q, const SweepResult& result) {
    if (!is_sound(q.mover) || !is_sound(q.obstacle)) return;
    const auto start = overlap({q.mover, q.from}, {q.obstacle, q.obstacle_pose});
    if (start.relation != Relation::separate) return;
    const auto end = overlap({q.mover, result.end}, {q.obstacle, q.obstacle_pose});
    promise(end.relation == Relation::separate, "from a separate start it ends separate");
}

void check_again(const Question& q, const SweepResult& result) {
    Scratch scratch;
    promise(same(asked(q, q.options, &scratch), result), "the same question, the same bits");
    promise(same(asked(q, q.options, &scratch), result), "a scratch holds no answers");
    if (result.state == State::undecided) return;
    SweepOptions other = q.options;
    if (q.options.budget == no_budget) {
        other.warm_start = {result.contact.mover.face_index, result.contact.obstacle.face_index};
        promise(same(asked(q, other), result), "a warm start does not change the answer");
        promise(same(asked_paper(q, papers::van_waveren::Zone::rounded), result),
                "the broad phase does not change the answer");
    }
}

/// What may take long gets a budget, so that an input takes milliseconds.
SweepOptions take_options(Bytes& bytes, const Motion& motion, std::uint64_t face_pairs) {
    SweepOptions options;
    options.initial_overlap = bytes.coin() ? InitialOverlap::surfaces : InitialOverlap::solids;
    if (bytes.below(4) == 3) {
        options.margin = Margin::at_least(bytes.number()).value_or(Margin());
    }
    const auto* screw = std::get_if<Screw>(&motion);
    const bool long_way = screw != nullptr && std::abs(screw->angle()) > 7;
    const bool large = face_pairs > 200;
    if (long_way || large || bytes.below(4) == 3) options.budget = 16 * std::uint64_t{bytes.byte()};
    return options;
}

/// Whether two motions become few pieces: a million take a second.
bool are_few_pieces(const Question& q, const Motion& other) {
    const double size = std::min(q.mover.extent(), q.obstacle.extent());
    const Sphere ball{q.from * q.mover.box().centre(), q.mover.extent()};
    return relative_motion(q.motion, other, ball).deviation <= size;
}

}  // namespace
}  // namespace swept::fuzz

SWEPT_FUZZ_TARGET(sweep) {
    using namespace swept;
    using namespace swept::fuzz;
    const auto motion = take_motion(bytes);
    const Pose from = take_pose(bytes);
    const auto mover = take_shape(bytes);
    const Pose obstacle_pose = take_pose(bytes);
    const auto obstacle = take_shape(bytes);
    if (!mover || !obstacle || !motion) return;
    const std::uint64_t face_pairs = std::uint64_t{mover->face_count()} * obstacle->face_count();
    const Question q{*mover,    from,          *motion,
                     *obstacle, obstacle_pose, take_options(bytes, *motion, face_pairs)};
    const SweepResult result = asked(q, q.options);
    check_answer(result);
    check_end(q, result);
    check_again(q, result);
    if (bytes.below(4) != 3) return;
    promise(asked_paper(q, papers::van_waveren::Zone::paper).free_fraction <= 1,
            "the paper's zone answers, too");
    const auto other = take_motion(bytes);
    if (!other || !are_few_pieces(q, *other)) return;
    SweepOptions bounded = q.options;
    bounded.budget = std::min<std::uint64_t>(bounded.budget, 1000);
    check_answer(
        sweep_both({{*mover, from}, *motion}, {{*obstacle, obstacle_pose}, *other}, bounded).sweep);
}
