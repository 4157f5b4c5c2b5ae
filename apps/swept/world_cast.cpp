// swept world FILE cast: what does a ray or a sphere hit first in a world?

#include <fmt/format.h>

#include "batch.h"
#include "cast_command.h"
#include "command_line.h"
#include "format.h"
#include "json_blocks.h"
#include "world_source.h"

namespace swept::tool {
namespace {

struct Flags {
    SharedWorldFlags world;
    WayFlags way;
    FilterFlags filter;
};

/// The world and how every question about it is asked.
struct Setting {
    WorldSnapshot world;
    CastOptions options;
};

InWorld<CastResult> answered(const Setting& setting, const SphereCast& question) {
    return cast(question, setting.world, setting.options);
}

void add_answer(const InWorld<CastResult>& answer, JsonObject& json) {
    const auto& [result, collider] = answer;
    const bool hit = result.state == State::hit;
    json.add("start", name_of(result.start));
    json.add("hit", hit);
    if (hit) {
        add_hit(json, result.hit);
    } else {
        add_no_hit(json);
    }
    add_thing(json, hit ? collider : ColliderRef{});
}

std::string what_was_hit(const CastHit& hit, const ColliderRef& collider) {
    if (collider.kind == ColliderRef::Kind::room) return part_in_words(hit, words_of(collider));
    if (hit.face_index.is_none())
        return fmt::format("sphere {} of {}", hit.face, words_of(collider));
    return part_in_words(hit, fmt::format("face {} of {}", hit.face, words_of(collider)));
}

void print_text(const Flags& flags, const SphereCast& question, const InWorld<CastResult>& answer) {
    const bool hit = answer.result.state == State::hit;
    print_headline(fmt::format("{} in {}: {}", caster(question), short_name(flags.world->world),
                               hit ? "hit" : "free"));
    print_row("start", std::string(name_of(answer.result.start)));
    if (!hit) return;
    print_row("hit", what_was_hit(answer.result.hit, answer.collider));
    print_hit(answer.result.hit, question.path);
}

void draw(const Flags& flags, const Setting& setting, const SphereCast& question,
          const InWorld<CastResult>& answer) {
    const bool hit = answer.result.state == State::hit;
    Picture picture{.command = "world",
                    .text = picture_text([&] { print_text(flags, question, answer); }),
                    .state = std::string(name_of(answer.result.state))};
    add_world(picture, setting.world, answer.collider,
              hit ? answer.result.hit.face_index : FaceIndex());
    double reach = 0;
    for (const PictureShape& collider : picture.shapes) reach += collider.shape.extent();
    add_cast_way(picture, question, hit ? &answer.result.hit : nullptr, reach);
    if (hit) {
        add_cast_hit(picture, answer.result.hit, words_of(answer.collider),
                     question.radius.length() > 0);
    }
    write_picture(picture, flags.world->picture, *flags.world);
}

/// The world last: what is wrong with the flags is told before it is read.
Setting setting_of(const Flags& flags) {
    CastOptions options = cast_options(flags.way);
    options.filter = filter_of(flags.filter);
    return {load_world(*flags.world).snapshot(), options};
}

void run_many(const Flags& flags) {
    const Radius usual = usual_radius(flags.way);
    const LineInput input(flags.way.batch);
    const Setting setting = setting_of(flags);
    const auto answer = [&](const Json& line, JsonObject& json) {
        add_answer(answered(setting, question_of(line, usual)), json);
    };
    run_batch(input, {{std::begin(way_keys), std::end(way_keys)}, answer}, *flags.world);
}

void run(const Flags& flags) {
    check_way(flags.way, flags.world->json, "world cast");
    check_picture(flags.world->picture, flags.way.batch, "world cast");
    check_exit_code(*flags.world, flags.way.batch, "world cast");
    if (!flags.way.batch.empty()) return run_many(flags);
    const SphereCast question = question_of(flags.way);
    const Setting setting = setting_of(flags);
    const InWorld<CastResult> answer = answered(setting, question);
    if (flags.world->json) {
        JsonObject json;
        add_answer(answer, json);
        fmt::print("{}\n", std::move(json).text());
    } else {
        print_text(flags, question, answer);
    }
    if (!flags.world->picture.empty()) draw(flags, setting, question, answer);
    end_query(*flags.world, answer.result.state != State::free);
}

}  // namespace

void add_world_cast(Command& world, const SharedWorldFlags& world_flags) {
    Command command = world.question("cast", "What does a ray or a sphere hit first?");
    command.examples(
        "  swept world hall.world.json cast --from 0,0,1.7 --to 25,0,1.7\n"
        "  swept world hall.world.json cast --from 0,0,1.7 --direction 1,0,0 --radius 0.3\n"
        "  swept world hall.world.json cast --mask 0x4 --batch rays.jsonl > answers.jsonl\n"
        "A line of a batch: {\"id\":...,\"from\":[x,y,z],\"to\":[x,y,z],\"radius\":r}, or with\n"
        "        \"direction\" in place of \"to\"; id and radius are optional");
    auto flags = std::make_shared<Flags>();
    flags->world = world_flags;
    add_way_flags(command, flags->way);
    add_picture_flag(command, world_flags->picture);
    add_exit_code_flag(command, *world_flags);
    add_outside_flag(command, world_flags->allow_outside);
    add_filter_flags(command, flags->filter);
    add_common_flags(command, *world_flags);
    command.does([flags] { run(*flags); });
}

}  // namespace swept::tool
