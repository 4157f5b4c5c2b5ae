#include "tests/determinism/run.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace swept::determinism {
namespace {

std::uint64_t seed_of(std::string_view kind, int batch) {
    Hash seed;
    seed.add(kind);
    seed.add(batch);
    return seed.value();
}

/// The answers of one batch.
Hash ask(const Scenes& scenes, const Kind& kind, int batch, const Manner& manner) {
    Random random(seed_of(kind.name, batch));
    Hash answers;
    kind.ask(scenes, random, manner, answers);
    return answers;
}

/// The answers of all batches of a kind. Threads take them as they come, so that each run has
/// another order.
std::vector<Hash> ask_all(const Scenes& scenes, const Kind& kind, int count,
                          const Variant& variant) {
    std::vector<Hash> answers(static_cast<std::size_t>(count));
    const Manner manner{variant.in_batches, variant.in_batches ? variant.threads : 1};
    std::atomic<int> next{0};
    const auto work = [&] {
        for (int batch = next++; batch < count; batch = next++) {
            answers[static_cast<std::size_t>(batch)] = ask(scenes, kind, batch, manner);
        }
    };
    std::vector<std::thread> threads;
    if (!variant.in_batches) {
        for (unsigned i = 1; i < variant.threads; ++i) threads.emplace_back(work);
    }
    work();
    for (std::thread& thread : threads) thread.join();
    return answers;
}

BlockHashes blocks_of(const std::vector<Hash>& batches) {
    BlockHashes blocks;
    for (std::size_t begin = 0; begin < batches.size(); begin += batches_in_block) {
        Hash block;
        for (std::size_t i = 0; i < batches_in_block; ++i) block.add(batches[begin + i].value());
        blocks.push_back(static_cast<std::uint32_t>(block.value() >> 32U));
    }
    return blocks;
}

}  // namespace

std::string Variant::name() const {
    const std::string of_whom = in_batches ? " of the library" : "";
    return target.name + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads") +
           of_whom;
}

Run run(const Extent& extent, const Variant& variant) {
    use_simd_target(variant.target.bit);
    const Scenes scenes = Scenes::make();
    Run made;
    for (const Kind& kind : extent.kinds) {
        const auto begin = std::chrono::steady_clock::now();
        const auto answers = ask_all(scenes, kind, extent.blocks * batches_in_block, variant);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        made.hashes[std::string(kind.name)] = blocks_of(answers);
        Run::Account& account = made.accounts[std::string(kind.name)];
        account.seconds = took.count();
        for (const Hash& batch : answers) {
            account.tally.answers += batch.tally().answers;
            account.tally.met += batch.tally().met;
        }
    }
    use_simd_target(0);
    return made;
}

std::vector<Variant> variants(bool few) {
    std::vector<SimdTarget> targets = simd_targets();
    if (targets.empty()) targets.push_back({0, "no vector kernels"});
    std::vector<Variant> made;
    for (const SimdTarget& target : targets) {
        const bool best = target.bit == targets.front().bit;
        if (!few || best) made.push_back({target, 1, false});
        if (few != best) made.push_back({target, 2, false});
        if (!few) made.push_back({target, 8, false});
        if (!few && best) made.push_back({target, 2, true});
        if (!few || best) made.push_back({target, 8, true});
    }
    return made;
}

}  // namespace swept::determinism
