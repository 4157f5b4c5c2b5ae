#include "tests/oracle/walks.h"

namespace swept::oracle {

void WalkTally::add(const WalkTally& other) {
    std::vector<std::uint64_t> counts;
    std::vector<double> extremes;
    each_count(other, [&](const char*, std::uint64_t n) { counts.push_back(n); });
    each_extreme(other, [&](const char*, double x, bool) { extremes.push_back(x); });
    std::size_t i = 0, k = 0;
    each_count(*this, [&](const char*, std::uint64_t& n) { n += counts[i++]; });
    each_extreme(*this, [&](const char*, double& x, bool largest) {
        x = largest ? std::max(x, extremes[k]) : std::min(x, extremes[k]);
        ++k;
    });
}

const char* malformed(const SweepResult& r) {
    if (r.state == State::overlapping) return "overlapping, from a separate start";
    if (!(r.free_fraction >= 0 && r.free_fraction <= 1)) return "free_fraction";
    if ((r.state == State::free) != (r.free_fraction == 1)) {
        return "free_fraction is 1 exactly when free";
    }
    if (!(r.margin > 0 && std::isfinite(r.margin))) return "margin";
    if (r.state == State::hit && !(std::abs(r.contact.normal.norm() - 1) < 1e-12)) {
        return "the normal is not of unit length";
    }
    return nullptr;
}

std::optional<TwinAnswer> whole_way(const Polyhedron& mover, const Pose& begin,
                                    const Motion& motion, const Placed& o, double level,
                                    double until) {
    if (mover.vertex_count() + o.shape.vertex_count() > 60) return std::nullopt;
    const SweepTwin twin(mover, begin, motion, o.shape, o.world_from_shape);
    const Length sizes = twin.largest_coordinate() + twin.travel();
    const Length rounding = tolerance::unit_roundoff * sizes;
    if (level < 64 * std::numeric_limits<Length>::epsilon() * sizes) return std::nullopt;
    return twin.search({.level = level,
                        .tolerance = rounding / 16,
                        .until = until,
                        .least = false,
                        .most_steps = 20'000});
}

std::string verdict_of_move(const SweepCase& c, const BlamedMove& move,
                            const WalkSweeper& sweeper) {
    const Placed obstacle{c.obstacle.shape, c.world_from_obstacle};
    const auto how_it_stands = [&](const Pose& pose, double least) -> std::string {
        const Polyhedron &a = c.mover.shape, &b = obstacle.shape;
        if (interpenetrate(a, pose, b, obstacle.world_from_shape)) return "inside";
        const bool apart =
            !(least > 0) || separation_at_least(a, pose, b, obstacle.world_from_shape, least);
        return apart ? "" : "too close";
    };
    if (!how_it_stands(c.world_from_mover, move.thinnest / 2).empty()) return "";
    const SweepResult r =
        sweeper(c.mover.shape, c.world_from_mover, c.motion, std::span(&obstacle, 1), c.options);
    if (const char* why = malformed(r)) return why;
    const double thinnest = std::min(move.thinnest, r.margin);
    if (auto v = how_it_stands(r.end, thinnest / 2); !v.empty()) return v + " at the end";
    if (r.state == State::hit &&
        how_it_stands(r.end, 1.5 * r.margin + 64 * move.rounding).empty()) {
        return "stopped by nothing near";
    }
    const Pose on_the_way = pose_at(c.motion, c.world_from_mover,
                                    std::min(std::max(move.fraction, 0.0), r.free_fraction));
    if (auto v = how_it_stands(on_the_way, 0.4 * thinnest); !v.empty()) return v + " on the way";
    const auto way = whole_way(c.mover.shape, c.world_from_mover, c.motion, obstacle,
                               0.4 * thinnest, r.free_fraction);
    return way && way->reached ? "too close on the way, says the twin" : "";
}

WalkTally Walk::run() {
    tally_.blocks = 1;
    if (!find_start()) {
        tally_.no_start = 1;
        return tally_;
    }
    // Two points have no size but their distance: they come closer by a factor in each move.
    constexpr double smallest = 1e-200;
    for (move_ = 0; move_ < run_.moves_per_block && good_ && thinnest_ > smallest; ++move_) {
        step();
    }
    return tally_;
}

bool Walk::find_start() {
    const Vector3d middle = middle_of(scene_.mover.shape);
    double distance = scene_.start_distance;
    const double apart = 0.005 * scene_.scale;  // more than any margin of these scenes
    for (int i = 0; i < 20; ++i, distance += scene_.reach / 8) {
        const Vector3d place = scene_.centre + distance * scene_.start_direction;
        state_.pose =
            Pose::make(place - scene_.start_rotation * middle, scene_.start_rotation).value();
        mover_.emplace(scene_.mover.shape, state_.pose);
        const Separation s = look(state_.pose, apart, nullptr);
        if (s.distance >= apart && !s.interpenetrate()) {
            state_.distance = state_.known_to = apart;
            return true;
        }
    }
    return false;
}

Separation Walk::look(const Pose& pose, double reach, std::vector<NearPair>* near) {
    mover_->move(scene_.mover.shape, pose);
    Separation all;
    all.distance = reach;
    for (const JudgedShape& obstacle : obstacles_) {
        const Separation one = separation(*mover_, obstacle, reach, [&](const NearPair& pair) {
            if (near != nullptr) near->push_back(pair);
        });
        all.crossing |= one.crossing;
        all.inside |= one.inside;
        all.distance = std::min(all.distance, one.distance);
        tally_.rational += one.rational;
    }
    return all;
}

bool Walk::surely_closer(const Pose& pose, double d) {
    mover_->move(scene_.mover.shape, pose);
    const exact_distance::Number wanted(d);
    bool closer = false;
    for (const JudgedShape& obstacle : obstacles_) {
        separation(*mover_, obstacle, d, [&](const NearPair& pair) {
            if (closer || pair.distance >= d) return;
            const exact_distance::Number sq = exact_distance::triangles_sq(
                mover_->points_of(pair.triangle_a), obstacle.points_of(pair.triangle_b));
            if (sq < wanted * wanted) closer = true;
        });
    }
    return closer;
}

void Walk::step() {
    const Move move = next_move(chance_, scene_, state_);
    const SweepResult result =
        sweeper_(scene_.mover.shape, state_.pose, move.motion, scene_.obstacles, scene_.options);
    ++tally_.moves;
    ++tally_.by_kind[static_cast<std::size_t>(move.kind)];
    const Pose begin = state_.pose;
    tally_.undecided += result.state == State::undecided ? 1 : 0;
    if (const char* why = malformed(result)) {
        ++tally_.malformed;
        return blame(why, begin, move, result, 0);
    }
    ++(result.state == State::hit ? tally_.hits : tally_.free);
    thinnest_ = std::min(thinnest_, result.margin);
    const double rounding = rounding_of(move.motion);
    tally_.thinnest_zone = std::min(tally_.thinnest_zone, result.margin / rounding);
    tally_.thickest_zone = std::max(tally_.thickest_zone, result.margin / rounding);
    note_zero(move, result);
    if (move_ % 4 == 0 && result.free_fraction > 0) judge_on_the_way(begin, move, result);
    if (good_ && move_ % 16 == 1) judge_whole_way(begin, move, result);
    if (good_) judge_end(begin, move, result, rounding);
}

double Walk::rounding_of(const Motion& motion) {
    const TwinMotion twin(motion);
    const Vector3d middle = state_.pose * middle_of(scene_.mover.shape);
    const TwinTrack track = twin.track(wide(middle));
    const auto travel =
        static_cast<double>(track.speed + std::abs(track.angle) * radius_of(scene_.mover.shape));
    double largest = mover_->largest_coordinate();
    for (const JudgedShape& o : obstacles_) largest = std::max(largest, o.largest_coordinate());
    for (const Vector3d& corner :
         {scene_.mover.shape.box().lower, scene_.mover.shape.box().upper}) {
        largest = std::max(largest, corner.cwiseAbs().maxCoeff());
    }
    return tolerance::unit_roundoff * (largest + travel);
}

void Walk::note_zero(const Move& move, const SweepResult& result) {
    const bool zero = result.free_fraction == 0;
    const bool away = leads_away(move.motion, result.margin);
    tally_.leaving += away ? 1 : 0;
    const bool stuck = away && zero && !comes_closer(move.motion, result.margin);
    tally_.stuck += stuck ? 1 : 0;
    if (stuck) show_odd("stuck", state_.pose, move, result, state_.distance);
    if (move.kind == MoveKind::outward) {
        ++tally_.outward;
        held_ = zero && away ? held_ + 1 : 0;
        if (held_ >= 3) {
            ++tally_.held;
            blame("held for ever: three clear ways out in a row stopped at once", state_.pose, move,
                  result, state_.distance);
        }
    }
    if (!zero) {
        state_.zeros = 0;
        return;
    }
    ++tally_.zeros;
    ++tally_.zeros_by_kind[static_cast<std::size_t>(move.kind)];
    state_.zeros = move.kind == MoveKind::outward ? state_.zeros - 2 : state_.zeros + 1;
}

bool Walk::leads_away(const Motion& motion, double margin) const {
    if (state_.near.empty() || state_.distance > margin) return false;
    const TwinMotion twin(motion);
    const TwinMoment start = twin.moment(0);
    Length fastest = 0;
    for (const Vector3d& v : scene_.mover.shape.vertices()) {
        fastest = std::max(fastest, twin.track(wide(state_.pose * v)).speed);
    }
    return std::ranges::all_of(state_.near, [&](const NearPair& pair) {
        const LongVector velocity = twin.track(wide(pair.on_a)).velocity(start);
        return pair.distance > 4 * margin || velocity.dot(wide(pair.normal)) > fastest / 10;
    });
}

void Walk::judge_on_the_way(const Pose& begin, const Move& move, const SweepResult& result) {
    const double fraction = chance_.unit() * result.free_fraction;
    const Pose pose = pose_at(move.motion, begin, fraction);
    const double least = 0.4 * thinnest_;  // these poses are rounded apart from the answer
    const Separation s = look(pose, least, nullptr);
    if (s.interpenetrate()) {
        ++tally_.crossings;
        blame("they cross on the way", begin, move, result, s.distance, fraction);
    } else if (s.distance < least && surely_closer(pose, least)) {
        ++tally_.too_close;
        blame("too close on the way", begin, move, result, s.distance, fraction);
    }
}

void Walk::judge_whole_way(const Pose& begin, const Move& move, const SweepResult& result) {
    for (const Placed& o : scene_.obstacles) {
        const auto way = whole_way(scene_.mover.shape, begin, move.motion, o, 0.4 * thinnest_,
                                   result.free_fraction);
        if (!way) continue;
        ++tally_.whole_ways;
        tally_.gave_up += way->gave_up ? 1U : 0U;
        if (!way->reached) continue;
        ++tally_.too_close;
        return blame("too close on the way, says the twin", begin, move, result,
                     static_cast<double>(way->least), static_cast<double>(*way->reached));
    }
}

void Walk::judge_end(const Pose& begin, const Move& move, const SweepResult& result,
                     double rounding) {
    state_.near.clear();
    const double reach = 4 * result.margin;
    const Separation s = look(result.end, reach, &state_.near);
    if (s.interpenetrate()) {
        ++tally_.crossings;
        return blame(s.inside ? "inside at the end" : "crossing at the end", begin, move, result,
                     s.distance);
    }
    if (s.distance < thinnest_ / 2 && surely_closer(result.end, thinnest_ / 2)) {
        ++tally_.too_close;
        return blame("closer than half the thinnest margin", begin, move, result, s.distance);
    }
    if (result.state == State::hit && s.distance > 1.5 * result.margin + 64 * rounding) {
        ++tally_.no_contact;
        return blame("stopped by nothing near", begin, move, result, s.distance);
    }
    tally_.closest = std::min(tally_.closest, s.distance / thinnest_);
    if (state_.distance < state_.known_to && state_.distance <= result.margin) {
        const double loss = state_.distance - s.distance;
        tally_.largest_loss = std::max(tally_.largest_loss, loss / result.margin);
        tally_.loss_in_rounding = std::max(tally_.loss_in_rounding, loss / rounding);
        if (loss > result.margin / 32) show_odd("large loss", begin, move, result, s.distance);
    }
    state_.pose = result.end;
    state_.distance = s.distance;
    state_.known_to = reach;
    if (result.state == State::hit) {
        state_.last_hit = result;
    } else if (state_.near.empty()) {
        state_.last_hit.reset();
    }
}

void Walk::blame(const char* why, const Pose& begin, const Move& move, const SweepResult& result,
                 double distance, double on_the_way) {
    good_ = false;
    describe_move(why, begin, move, result, distance);
    if (on_the_way >= 0) {
        char text[64];
        std::snprintf(text, sizeof text, "    judged at fraction %a\n", on_the_way);
        report_ += text;
    }
    const double thinnest = result.margin > 0 ? std::min(thinnest_, result.margin) : 0;
    leave_reproducer(why, result.obstacle,
                     {begin, move.motion, thinnest, rounding_of(move.motion), on_the_way});
}

void Walk::leave_reproducer(const char* why, std::uint32_t named, const BlamedMove& move) {
    if (run_.reproducers.empty()) return;
    const auto count = scene_.obstacles.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t k = (named + i) % count;
        const SweepCase c{scene_.mover, {scene_.obstacle_names[k], scene_.obstacles[k].shape},
                          move.begin,   scene_.obstacles[k].world_from_shape,
                          move.motion,  scene_.options};
        const auto judged = [&](const SweepCase& other) {
            return verdict_of_move(other, move, sweeper_);
        };
        if (judged(c).empty()) continue;
        const std::string name = "walks-" + std::to_string(run_.seed) + "-" +
                                 std::to_string(block_) + "-" + std::to_string(move_);
        report_ += left_behind(run_.reproducers, name, finding_of(c, judged), why);
        return;
    }
    report_ += "    no obstacle alone shows it\n";
}

void Walk::describe_move(const char* why, const Pose& begin, const Move& move,
                         const SweepResult& result, double distance) {
    char text[512];
    std::snprintf(text, sizeof text,
                  "WRONG: %s\n  block %llu of seed %llu, scene %s, move %llu (%s): state %d "
                  "fraction %a (%.17g) margin %a (%g), thinnest so far %g, distance before %g, "
                  "after %g, of margin %g\n",
                  why, static_cast<unsigned long long>(block_),
                  static_cast<unsigned long long>(run_.seed), scene_.name.c_str(),
                  static_cast<unsigned long long>(move_),
                  move_names[static_cast<std::size_t>(move.kind)], static_cast<int>(result.state),
                  result.free_fraction, result.free_fraction, result.margin, result.margin,
                  thinnest_, state_.distance, distance, distance / result.margin);
    report_ += text;
    report_ += "    mover " + describe(scene_.mover) + "    at " + describe(begin) + "\n    " +
               describe(move.motion) + "\n    end at " + describe(result.end) + "\n";
    if (result.state == State::hit) {
        std::snprintf(
            text, sizeof text, "    contact %d of obstacle %u, normal (%g %g %g) separation %g\n",
            static_cast<int>(result.contact.kind), result.obstacle, result.contact.normal[0],
            result.contact.normal[1], result.contact.normal[2], result.contact.separation);
        report_ += text;
    }
    for (std::size_t i = 0; i < scene_.obstacles.size(); ++i) {
        report_ += "    obstacle " +
                   describe(NamedShape{scene_.obstacle_names[i], scene_.obstacles[i].shape}) +
                   "    at " + describe(scene_.obstacles[i].world_from_shape) + "\n";
    }
    std::snprintf(text, sizeof text, "    margin at least %a\n", scene_.options.margin.least());
    report_ += text;
}

bool write_state(const std::string& file, const WalkRun& run, const WalkTally& tally) {
    const std::string next = file + ".next";
    std::FILE* out = std::fopen(next.c_str(), "w");
    if (out == nullptr) return false;
    std::fprintf(out, "seed %llu\nmoves_per_block %llu\n",
                 static_cast<unsigned long long>(run.seed),
                 static_cast<unsigned long long>(run.moves_per_block));
    WalkTally::each_count(tally, [&](const char* name, std::uint64_t n) {
        std::fprintf(out, "%s %llu\n", name, static_cast<unsigned long long>(n));
    });
    WalkTally::each_extreme(
        tally, [&](const char* name, double x, bool) { std::fprintf(out, "%s %.17g\n", name, x); });
    std::fclose(out);
    return std::rename(next.c_str(), file.c_str()) == 0;
}

std::optional<WalkTally> read_state(const std::string& file, const WalkRun& run, bool& fits) {
    fits = true;
    std::FILE* in = std::fopen(file.c_str(), "r");
    if (in == nullptr) return std::nullopt;
    std::map<std::string, std::string> values;
    char name[64], value[64];
    while (std::fscanf(in, "%63s %63s", name, value) == 2) values[name] = value;
    std::fclose(in);
    fits = values["seed"] == std::to_string(run.seed) &&
           values["moves_per_block"] == std::to_string(run.moves_per_block);
    WalkTally tally;
    WalkTally::each_count(tally, [&](const char* key, std::uint64_t& n) {
        n = std::strtoull(values[key].c_str(), nullptr, 10);
    });
    WalkTally::each_extreme(tally, [&](const char* key, double& x, bool) {
        x = std::strtod(values[key].c_str(), nullptr);
    });
    return tally;
}

WalkTally judge_walks(const WalkRun& run, const RealMeshes& meshes, const WalkSweeper& sweeper,
                      WalkTally tally) {
    struct Done {
        WalkTally tally;
        std::string report;
    };
    const std::uint64_t blocks = (run.moves + run.moves_per_block - 1) / run.moves_per_block;
    std::atomic<std::uint64_t> next = tally.blocks;
    std::atomic<bool> stop = false;
    std::map<std::uint64_t, Done> waiting;
    std::mutex mutex;
    const auto work = [&] {
        while (!stop) {
            const std::uint64_t block = next.fetch_add(1);
            if (block >= blocks) return;
            Walk walk(run, block, meshes, sweeper);
            Done done{walk.run(), walk.report()};
            const std::scoped_lock lock(mutex);
            waiting.emplace(block, std::move(done));
            while (!waiting.empty() && waiting.begin()->first == tally.blocks && !stop) {
                const Done& first = waiting.begin()->second;
                std::fputs(first.report.c_str(), stdout);
                tally.add(first.tally);
                waiting.erase(waiting.begin());
                stop = tally.violations() >= run.most_violations;
            }
            std::fflush(stdout);
            if (!run.state_file.empty()) write_state(run.state_file, run, tally);
            if (run.progress) {
                std::fprintf(stderr, "\r%llu of %llu moves, %llu violations ",
                             static_cast<unsigned long long>(tally.moves),
                             static_cast<unsigned long long>(run.moves),
                             static_cast<unsigned long long>(tally.violations()));
            }
        }
    };
    on_threads(run.threads, work);
    if (run.progress) std::fprintf(stderr, "\n");
    return tally;
}

void print_tally(const WalkTally& t) {
    const auto n = [](std::uint64_t x) { return static_cast<unsigned long long>(x); };
    std::printf(
        "%llu moves in %llu walks (%llu without a start): %llu hits, %llu free, %llu at "
        "fraction 0; %llu judged all along by the twin (%llu given up)\n",
        n(t.moves), n(t.blocks), n(t.no_start), n(t.hits), n(t.free), n(t.zeros), n(t.whole_ways),
        n(t.gave_up));
    std::printf(
        "interpenetrations %llu, below half the margin %llu, stopped by nothing %llu, "
        "malformed %llu, held %llu; undecided %llu\n",
        n(t.crossings), n(t.too_close), n(t.no_contact), n(t.malformed), n(t.held), n(t.undecided));
    std::printf("leaving %llu, stuck of these %llu; ways out after many stops %llu\n", n(t.leaving),
                n(t.stuck), n(t.outward));
    std::printf(
        "closest %.4f of the thinnest margin, largest loss in a move %.3g of the margin, %.1f u "
        "(L + T); zones from %.0f to %.3g u (L + T); %llu decided in rationals\n",
        t.closest, t.largest_loss, t.loss_in_rounding, t.thinnest_zone, t.thickest_zone,
        n(t.rational));
    for (std::size_t i = 0; i < move_kinds; ++i) {
        std::printf("  %-14s %10llu, %llu stopped at fraction 0\n", move_names[i], n(t.by_kind[i]),
                    n(t.zeros_by_kind[i]));
    }
}

}  // namespace swept::oracle
