// A slice of the campaign judge_contacts, and the judge itself: wrong answers that it must not let
// pass.

#include <gtest/gtest.h>

#include "swept/distance.h"
#include "swept/solids.h"
#include "tests/oracle/contacts_check.h"
#include "tests/with.h"

namespace swept {
namespace {

using oracle::Complaints;
using oracle::ContactCase;
using oracle::ContactTally;
using oracle::ContactTwin;

ContactSet contacts_of(const ContactCase& c, const ContactOptions& options) {
    thread_local Scratch scratch;
    return contacts({c.a.shape, c.world_from_a}, {c.b.shape, c.world_from_b},
                    with(options, &scratch));
}

DistanceResult distance_of(const ContactCase& c, const DistanceOptions& options) {
    thread_local Scratch scratch;
    return distance({c.a.shape, c.world_from_a}, {c.b.shape, c.world_from_b},
                    with(options, &scratch));
}

TEST(contacts, none_is_missed_and_none_is_made_up) {
    oracle::ContactRun run;
    run.placements = 1500;
    run.seed = 2;
    const ContactTally tally = oracle::judge_contacts(run, {contacts_of, distance_of});
    oracle::print_tally(tally);
    EXPECT_TRUE(oracle::all_right(tally));
}

// ---- Answers that are wrong on purpose ----

struct Caught {
    int cases = 0, caught = 0;
};

/// Spoils the twin's own answers, where there is something to spoil; counts what is caught.
template <class Spoil>
Caught count_caught(const Spoil& spoil) {
    Caught caught;
    for (std::uint64_t i = 0; caught.cases < 60 && i < 1000; ++i) {
        const ContactCase c = oracle::contact_case(3, i);
        ContactSet set = oracle::twin_contacts(c, c.contacts);
        if (set.contacts.empty()) continue;
        const ContactTwin twin(c.a.shape, c.world_from_a, c.b.shape, c.world_from_b);
        if (!spoil(c, twin, set)) continue;
        ++caught.cases;
        ContactTally tally;
        Complaints complaints;
        oracle::check_set(c, twin, set, oracle::unbounded, tally, complaints);
        caught.caught += complaints.empty() ? 0 : 1;
    }
    return caught;
}

TEST(judge_of_contacts, right_answer_passes) {
    const Caught caught =
        count_caught([](const ContactCase&, const ContactTwin&, ContactSet&) { return true; });
    EXPECT_EQ(caught.cases, 60);
    EXPECT_EQ(caught.caught, 0);
}

TEST(judge_of_contacts, missing_contact_is_caught) {
    const Caught caught =
        count_caught([](const ContactCase& c, const ContactTwin& twin, ContactSet& set) {
            for (std::size_t i = 0; i < set.contacts.size(); ++i) {
                const auto key = oracle::key_of(c, set.contacts[i]);
                const auto pair = twin.judge(set.contacts[i].kind, key[1], key[2], set.margin);
                if (!pair.must_be_reported()) continue;
                if (pair.distance > set.tolerance - twin.bound()) continue;
                set.contacts.erase(set.contacts.begin() + static_cast<std::ptrdiff_t>(i));
                return true;
            }
            return false;
        });
    EXPECT_EQ(caught.cases, 60);
    EXPECT_EQ(caught.caught, caught.cases);
}

TEST(judge_of_contacts, normal_to_the_wrong_side_is_caught) {
    const Caught caught =
        count_caught([](const ContactCase& c, const ContactTwin& twin, ContactSet& set) {
            Contact& contact = set.contacts.back();
            const auto key = oracle::key_of(c, contact);
            const auto pair = twin.judge(contact.kind, key[1], key[2], set.margin);
            contact.normal = -contact.normal;
            return pair.choices.size() == 1;
        });
    EXPECT_EQ(caught.caught, caught.cases);
}

TEST(judge_of_contacts, tilted_normal_is_caught) {
    const Caught caught =
        count_caught([](const ContactCase& c, const ContactTwin& twin, ContactSet& set) {
            Contact& contact = set.contacts.front();
            const auto key = oracle::key_of(c, contact);
            const auto pair = twin.judge(contact.kind, key[1], key[2], set.margin);
            contact.normal = (contact.normal + 0.01 * contact.normal.unitOrthogonal()).normalized();
            return pair.choices.size() == 1 && pair.turn < 1e-3L;
        });
    EXPECT_EQ(caught.cases, 60);
    EXPECT_EQ(caught.caught, caught.cases);
}

TEST(judge_of_contacts, wrong_separation_is_caught) {
    const Caught caught =
        count_caught([](const ContactCase&, const ContactTwin& twin, ContactSet& set) {
            set.contacts.front().separation += static_cast<double>(3 * twin.bound());
            return true;
        });
    EXPECT_EQ(caught.caught, caught.cases);
}

TEST(judge_of_contacts, contact_of_a_face_elsewhere_is_caught) {
    const Caught caught =
        count_caught([](const ContactCase& c, const ContactTwin& twin, ContactSet& set) {
            Contact& contact = set.contacts.front();
            if (contact.kind != ContactKind::vertex_face || c.b.shape.face_count() < 2)
                return false;
            const std::uint32_t other =
                (contact.obstacle.face_index.value + 1) % c.b.shape.face_count();
            const auto key = oracle::key_of(c, contact);
            const auto pair = twin.judge(contact.kind, key[1], other, set.margin);
            contact.obstacle = oracle::name_feature(twin.b(), oracle::Part::face, other);
            return !pair.inside;
        });
    EXPECT_GT(caught.cases, 20);
    EXPECT_EQ(caught.caught, caught.cases);
}

TEST(judge_of_contacts, steep_pair_is_caught) {
    // A corner over the middle of a face, reported for the face's edge too.
    const Polyhedron floor = Polyhedron::build(make_box({4, 4, 1}).value()).value();
    Mesh point;
    point.add_vertex({0, 0, 0});
    ContactCase c{{"point", Polyhedron::build(point).value()},
                  {"floor", floor},
                  Pose::make({1, 0, 1}).value(),
                  {},
                  {ContactTolerance::within(2).value()},
                  {}};
    ContactSet set = oracle::twin_contacts(c, c.contacts);
    ASSERT_EQ(set.contacts.size(), 1U);
    const ContactTwin twin(c.a.shape, c.world_from_a, c.b.shape, c.world_from_b);
    for (std::uint32_t e = 0; e < floor.edge_count(); ++e) {
        const auto pair = twin.judge(ContactKind::vertex_edge, 0, e, set.margin);
        if (pair.distance > 2) continue;
        ASSERT_EQ(pair.choices.size(), 1U);
        EXPECT_FALSE(pair.choices[0].holds) << e;
    }
}

}  // namespace
}  // namespace swept
