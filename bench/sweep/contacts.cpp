#include "contacts.h"

#include <bit>
#include <cstdio>

#include "../common/hash.h"
#include "../common/levels.h"
#include "../common/medians.h"
#include "swept/distance.h"

namespace swept::bench {

namespace {

/// Where falls end.
std::vector<Pose> rests_in(const Place& place, const Body& body, std::size_t count) {
    const Motion fall = Translation::make({0, 0, -20}).value();
    std::vector<Pose> rests;
    for (const Pose& stand : stands_in(place, body, count, 21)) {
        const SweepResult fell = sweep({body.subject.shape, stand}, fall, {place.obstacle.shape});
        if (fell.state == State::hit) rests.push_back(fell.end);
    }
    return rests;
}

void add_answer(const ContactSet& answer, Hash& hash, ContactRow& row) {
    row.contacts += static_cast<double>(answer.contacts.size());
    if (answer.contacts.empty()) ++row.empty;
    hash.add(static_cast<std::uint64_t>(answer.relation));
    for (const Contact& contact : answer.contacts) {
        hash.add(static_cast<std::uint64_t>(contact.kind));
        hash.add(contact.mover);
        hash.add(contact.obstacle);
        for (const double x : contact.point) hash.add(std::bit_cast<std::uint64_t>(x));
    }
}

ContactRow measure_level(const Place& place, std::size_t wanted, int rounds) {
    const Body body = box_body();
    const std::vector<Pose> rests = rests_in(place, body, wanted);
    ContactRow row{
        .level = place.obstacle.name, .faces = place.obstacle.face_count(), .poses = rests.size()};
    ContactSet answer;
    if (rests.empty()) return row;
    const auto find = [&](std::size_t i) {
        find_contacts({body.subject.shape, rests[i]}, {place.obstacle.shape}, {}, answer);
    };
    row.times = Times(least_microseconds(rests.size(), rounds, find));
    const auto count = static_cast<double>(rests.size());
    row.mean = 1e6 / count * cpu_medians(rounds, [&] {
                   for (std::size_t i = 0; i < rests.size(); ++i) find(i);
               })[0];
    Hash hash;
    for (std::size_t i = 0; i < rests.size(); ++i) {
        find(i);
        add_answer(answer, hash, row);
    }
    row.contacts /= count;
    row.hash = hash.value();
    return row;
}

}  // namespace

std::vector<ContactRow> measure_contacts(std::size_t poses, int rounds) {
    std::vector<ContactRow> rows;
    for (const PlaceSource& source : level_sources()) {
        (void)std::fprintf(stderr, "contacts: %s\n", source.source.name.c_str());
        const Result<Place> place = make_place(source);
        if (place) rows.push_back(measure_level(*place, poses, rounds));
    }
    return rows;
}

}  // namespace swept::bench
