// No allocation in the queries of a world once they are warm, but for answers that are lists. Every
// operator new of this program is counted; sanitizers bring operators of their own.

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include "swept/solids.h"
#include "swept/world.h"
#include "tests/counted_allocations.h"
#include "tests/oracle/corridor.h"
#include "tests/sweep/samples.h"
#include "tests/with.h"

namespace swept {
namespace {

using namespace test;

WorldSnapshot some_world() {
    WorldContents contents = oracle::corridor(3).contents;
    // Some polygons are hidden from some masks.
    for (PolygonLabel& label : contents.rooms[1].polygons.labels) label.mask = 3;
    contents.rooms[1].polygons.labels[0].mask = 1;
    contents.bodies.push_back({BodyId(5), {box(1, 1, 1), at(5, 4, 2), 1}});
    contents.bodies.push_back(
        {BodyId(6),
         {SphereSet::make({{{0, 0, 0}, 0.5}, {{0.5, 0, 0}, 0.25}}).value(), at(7, 4, 2), 3}});
    contents.bodies.push_back({BodyId(7), {built(make_prism(7, 0.5, 1)), at(15, 4, 0.6), 3}});
    return World::make(contents)->snapshot();
}

/// Three rooms with polyhedra and spheres in them, and things that move there.
class WorldAllocation : public testing::Test {
   protected:
    WorldAllocation() {
        Random random(7);
        for (int i = 0; i < count; ++i) {
            const Vector3d place =
                Vector3d(15, 4, 2) + random.point(1).cwiseProduct(Vector3d(14, 3, 1.4));
            const Pose turn = random.pose(1);
            starts_.push_back(Pose::make(place, turn.rotation()).value());
            motions_.push_back(Translation::make(random.point(8)).value());
            if (i % 3 == 0) motions_.back() = about(place + random.point(1), random.direction(), 2);
        }
        filters_ = {{}, {.mask = 2}, {.bodies = false}, {.portals = false}, {.except = BodyId(5)}};
    }

    static constexpr int count = 40;
    WorldSnapshot snapshot_ = some_world();
    std::vector<Pose> starts_;
    std::vector<Motion> motions_;
    std::vector<WorldFilter> filters_;
    Polyhedron mover_ = built(make_prism(6, 0.4, 0.7));

    /// Asks with every start, motion and filter.
    template <class Ask>
    int allocating(std::size_t allowed, const Ask& ask) {
        return allocating_once_warm(5 * count, allowed, [&](int i) {
            const auto k = static_cast<std::size_t>(i / 5);
            ask(starts_[k], motions_[k], filters_[static_cast<std::size_t>(i % 5)]);
        });
    }
};

TEST_F(WorldAllocation, is_none_in_sweeps) {
    Scratch scratch;
    int hits = 0;
    EXPECT_EQ(allocating(0,
                         [&](const Pose& start, const Motion& motion, const WorldFilter& filter) {
                             hits += sweep({mover_, start}, motion, snapshot_,
                                           {.filter = filter, .scratch = &scratch})
                                         .result.state == State::hit;
                         }),
              0);
    EXPECT_GT(hits, 100);
}

TEST_F(WorldAllocation, is_none_in_paths) {
    Scratch scratch;
    for (const PathJoin join : {PathJoin::screw, PathJoin::step, PathJoin::straight}) {
        PathOptions options;
        options.join = join;
        int hits = 0;
        const int found =
            allocating(0, [&](const Pose& start, const Motion& motion, const WorldFilter& filter) {
                const std::array<Pose, 2> poses{start, pose_at(motion, start, 0.7)};
                hits += check_path(mover_, poses, snapshot_, with(options, filter, &scratch))
                            ->result.state == State::hit;
            });
        EXPECT_EQ(found, 0) << name_of(join);
        EXPECT_GT(hits, 50);
    }
}

TEST_F(WorldAllocation, is_none_in_casts) {
    const SphereSet spheres = SphereSet::make({{{0, 0, 0}, 0.2}, {{0, 0, 0.3}, 0.1}}).value();
    int hits = 0;
    EXPECT_EQ(
        allocating(
            0,
            [&](const Pose& start, const Motion& motion, const WorldFilter& filter) {
                const Vector3d to = pose_at(motion, start, 1).translation();
                const Ray ray = Ray::between(start.translation(), to).value();
                const Radius radius = Radius::of(0.1).value();
                hits += cast(ray, snapshot_, {.filter = filter}).result.state == State::hit;
                hits += cast(SphereCast{ray, radius}, snapshot_, {.filter = filter}).result.state ==
                        State::hit;
                hits += cast(SphereSetCast{spheres, start, motion}, snapshot_, {.filter = filter})
                            .result.state == State::hit;
            }),
        0);
    EXPECT_GT(hits, 300);
}

TEST_F(WorldAllocation, is_none_in_contacts_into_an_answer_that_is_used_again) {
    Scratch scratch;
    WorldContactSet answer;
    std::size_t contacts = 0;
    ContactOptions wide;
    wide.tolerance = ContactTolerance::within(1).value();
    for (const ContactOptions& options : {ContactOptions(), wide}) {
        EXPECT_EQ(allocating(0,
                             [&](const Pose& start, const Motion&, const WorldFilter& filter) {
                                 find_contacts({mover_, start}, snapshot_,
                                               with(options, filter, &scratch), answer);
                                 contacts += answer.contacts.size();
                             }),
                  0);
    }
    EXPECT_GT(contacts, 100U);
}

TEST_F(WorldAllocation, is_none_in_distances_and_overlaps) {
    Scratch scratch;
    int near = 0, overlapping = 0;
    EXPECT_EQ(allocating(
                  0,
                  [&](const Pose& start, const Motion&, const WorldFilter& filter) {
                      near += !distance({mover_, start}, snapshot_,
                                        {.filter = filter, .scratch = &scratch})
                                   .result.beyond;
                      overlapping +=
                          overlap({mover_, start}, snapshot_, {.filter = filter}).result.relation ==
                          Relation::overlapping;
                  }),
              0);
    EXPECT_GT(near, 100);
    EXPECT_GT(overlapping, 2);
}

}  // namespace
}  // namespace swept
#endif
