// All collisions of a step, exactly and by pixels.

#include <optional>

#include "swept/collisions.h"
#include "swept/papers/buss.h"
#include "tests/fuzz/target.h"

namespace swept::fuzz {
namespace {

using namespace papers::buss;

struct Moves {
    BodyStep a, b;
};

/// By pixels, or exactly: by the library itself, where the culling is by trees.
struct Question {
    double min_properness = -0.1;
    std::optional<Pixels> pixels = std::nullopt;
    ScreenCulling culling = ScreenCulling::trees;
};

Question take_question(Bytes& bytes, double extent) {
    Question options;
    constexpr std::array least = {-0.1, -1.0, 0.0, 0.5, 1.0};
    options.min_properness = bytes.below(8) == 7 ? bytes.wild_number() : bytes.one_of(least);
    options.culling =
        bytes.one_of(std::array{ScreenCulling::trees, ScreenCulling::coarse, ScreenCulling::none});
    if (bytes.below(3) != 2) return options;
    Pixels pixels;
    // Coarse: the time grows with the number of pixels. 2^26 of them are refused only after that.
    pixels.size = extent / (1 + bytes.below(24));
    if (bytes.below(16) == 15) pixels.size = -std::abs(bytes.wild_number());
    if (bytes.coin()) pixels.time = 1.0 / (1 + bytes.below(32));
    pixels.mode = bytes.coin() ? PixelMode::plain : PixelMode::robust;
    pixels.store = bytes.coin() ? PixelStore::hashed : PixelStore::sorted;
    options.pixels = pixels;
    return options;
}

void check_answer(const CollisionResult& result, const Question& options) {
    promise(std::isfinite(result.error_bound) && result.error_bound >= 0, "the rounding is finite");
    double last = 0;
    for (const Collision& collision : result.collisions) {
        promise(collision.fraction >= 0 && collision.fraction <= 1, "a fraction is 0 to 1");
        promise(collision.fraction >= last, "collisions are sorted");
        last = collision.fraction;
        promise(collision.properness >= -1 && collision.properness <= 1, "properness is -1 to 1");
        promise(collision.properness >= options.min_properness, "less proper is left out");
        promise(collision.contact.point.allFinite(), "a collision has a place");
        promise(collision.point_in_a.allFinite(), "in both bodies");
        promise(is_unit(collision.contact.normal), "and a unit normal");
        promise(collision.contact.kind == ContactKind::vertex_face ||
                    collision.contact.kind == ContactKind::face_vertex ||
                    collision.contact.kind == ContactKind::edge_edge,
                "it is one of three kinds");
    }
}

bool same(const CollisionResult& a, const CollisionResult& b) {
    const auto same_collision = [](const Collision& x, const Collision& y) {
        return same_bits(x.fraction, y.fraction) && same_bits(x.properness, y.properness) &&
               x.contact.kind == y.contact.kind && same_bits(x.contact.point, y.contact.point) &&
               x.contact.mover.face == y.contact.mover.face &&
               x.contact.mover.vertices == y.contact.mover.vertices &&
               x.contact.obstacle.face == y.contact.obstacle.face &&
               x.contact.obstacle.vertices == y.contact.obstacle.vertices;
    };
    return std::ranges::equal(a.collisions, b.collisions, same_collision);
}

template <class A, class... Rest>
Result<CollisionResult> asked(const Question& options, Scratch* scratch, const A& a,
                              const Rest&... rest) {
    if (options.pixels) {
        return papers::buss::all_collisions(
            a, rest...,
            ScreenOptions{*options.pixels, options.min_properness, options.culling, scratch});
    }
    if (options.culling != ScreenCulling::trees) {
        return exact_collisions(a, rest...,
                                ExactOptions{options.min_properness, options.culling, scratch});
    }
    return swept::all_collisions(a, rest..., CollisionOptions{options.min_properness, scratch});
}

void check_step(const Moves& step, Question options, Bytes& bytes) {
    const auto result = asked(options, nullptr, step.a, step.b);
    if (!result) return check_error(result.error());
    check_answer(*result, options);
    Scratch scratch;
    const auto again = asked(options, &scratch, step.a, step.b);
    promise(again.has_value() && same(*result, *again), "the same question, the same bits");
    options.culling =
        bytes.one_of(std::array{ScreenCulling::none, ScreenCulling::coarse, ScreenCulling::trees});
    if (options.pixels) {
        options.pixels->store =
            options.pixels->store == PixelStore::hashed ? PixelStore::sorted : PixelStore::hashed;
    }
    const auto other = asked(options, &scratch, step.a, step.b);
    promise(other.has_value() && same(*result, *other),
            "the answer does not depend on culling and store");
}

void check_spheres(const Moves& step, const Question& options, Bytes& bytes) {
    std::vector<Sphere> balls;
    for (unsigned count = bytes.below(4); count > 0; --count) {
        const Eigen::Vector3d centre = bytes.point(true);
        balls.push_back({centre, bytes.wild_number()});
    }
    const auto set = SphereSet::make(balls);
    if (!set) return check_error(set.error());
    const auto result = all_collisions(SphereSetStep{*set, step.a.from, step.a.to}, step.b,
                                       CollisionOptions{options.min_properness});
    if (!result) return check_error(result.error());
    double last = 0;
    for (const Collision& collision : result->collisions) {
        promise(collision.fraction >= last && collision.fraction <= 1, "sorted and 0 to 1");
        last = collision.fraction;
        promise(collision.contact.point.allFinite(), "a collision has a place");
    }
}

}  // namespace
}  // namespace swept::fuzz

SWEPT_FUZZ_TARGET(collisions) {
    using namespace swept;
    using namespace swept::fuzz;
    const unsigned kind = bytes.below(4);
    const Pose a_from = take_pose(bytes);
    const Pose a_to = take_pose(bytes);
    const auto a = take_shape(bytes);
    const Pose b_from = take_pose(bytes);
    const Pose b_to = bytes.coin() ? b_from : take_pose(bytes);
    const auto b = take_shape(bytes);
    if (!a || !b) return;
    const Moves step{{*a, a_from, a_to}, {*b, b_from, b_to}};
    const Question options =
        take_question(bytes, std::max(a->extent(), b->extent()) +
                                 (a_to.translation() - a_from.translation()).norm() +
                                 (b_to.translation() - b_from.translation()).norm());
    if (kind == 3) return check_spheres(step, options, bytes);
    if (kind < 2) return check_step(step, options, bytes);
    const auto motion = take_motion(bytes);
    const auto* screw = motion ? std::get_if<Screw>(&*motion) : nullptr;
    if (!motion || (screw != nullptr && std::abs(screw->angle()) > 20)) return;
    const auto result = asked(options, nullptr, Placed{*a, a_from}, *motion, Placed{*b, b_from});
    if (!result) return check_error(result.error());
    check_answer(*result, options);
}
