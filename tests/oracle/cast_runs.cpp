#include "tests/oracle/cast_runs.h"

#include "swept/solids.h"
#include "tests/other_trees.h"

namespace swept::oracle {

JudgedScene::JudgedScene(const CastScene& made, bool with_trees)
    : scene(made), shape(scene.named.shape, scene.world_from_shape) {
    if (!with_trees) return;
    for (const test::Halving halving : test::all_halvings) {
        other_trees.push_back(test::with_other_tree(scene.named.shape, 4, halving));
    }
}

CastVerdict check_ways_of_asking(const JudgedScene& judged, const CastQuestion& q,
                                 const CastResult& answer) {
    for (const Polyhedron& tree : judged.other_trees) {
        if (!same_answer(q.one(tree, q.options), answer)) {
            return "another tree, another answer: " + text_of(q.one(tree, q.options));
        }
    }
    return "";
}

CastVerdict check_all_and_any(const JudgedScene& judged, const CastQuestion& q,
                              const CastResult& answer, bool particle) {
    const Polyhedron& shape = judged.scene.named.shape;
    std::vector<CastHit> hits;
    const Relation start = q.all(shape, q.options, hits);
    if (start != answer.start) return "all: another start";
    if (hits.empty() != (answer.state == State::free)) return "all: another state";
    if (particle && !hits.empty() && !same_hit(hits.front(), answer.hit)) {
        return "all: another first hit, " + text_of(hits.front());
    }
    for (std::size_t i = 0; i + 1 < hits.size(); ++i) {
        const CastHit &a = hits[i], &b = hits[i + 1];
        const auto key = [&](const CastHit& h) {
            return std::tuple(h.fraction, h.sphere, named_face(judged.shape, h));
        };
        if (!(key(a) < key(b))) return "all: out of order";
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> faces;
    for (const CastHit& h : hits) faces.emplace_back(h.sphere, named_face(judged.shape, h));
    std::ranges::sort(faces);
    if (std::ranges::adjacent_find(faces) != faces.end()) return "all: a face twice";
    CastOptions options = q.options;
    options.mode = CastMode::any;
    const CastResult any = q.one(shape, options);
    if (any.state != answer.state) return "any: another state, " + text_of(any);
    if (any.start != answer.start) return "any: another start, " + text_of(any);
    // It may be another triangle of the same face, off by a rounding.
    const auto is_it = [&](const CastHit& h) {
        return h.sphere == any.hit.sphere && h.face == any.hit.face &&
               h.face_index == any.hit.face_index && (!particle || h.fraction <= any.hit.fraction);
    };
    if (any.state == State::hit && std::ranges::none_of(hits, is_it)) {
        return "any: not one of all, " + text_of(any);
    }
    return "";
}

CastQuestion question_of(const CastCase& c, const Pose& pose, bool ray) {
    CastQuestion q;
    q.options = c.options;
    q.one = [c, pose, ray](const Polyhedron& shape, const CastOptions& options) {
        return ray ? cast(c.ray, {shape, pose}, options)
                   : cast(SphereCast{c.ray, c.radius}, {shape, pose}, options);
    };
    q.all = [c, pose, ray](const Polyhedron& shape, const CastOptions& options,
                           std::vector<CastHit>& hits) {
        return ray ? cast_all(c.ray, {shape, pose}, options, hits).start
                   : cast_all(SphereCast{c.ray, c.radius}, {shape, pose}, options, hits).start;
    };
    return q;
}

CastQuestion question_of(const SetCase& c, const Pose& pose) {
    CastQuestion q;
    q.options = c.options;
    q.one = [c, pose](const Polyhedron& shape, const CastOptions& options) {
        return cast(SphereSetCast{c.spheres, c.world_from_spheres, c.motion}, {shape, pose},
                    options);
    };
    q.all = [c, pose](const Polyhedron& shape, const CastOptions& options,
                      std::vector<CastHit>& hits) {
        return cast_all(SphereSetCast{c.spheres, c.world_from_spheres, c.motion}, {shape, pose},
                        options, hits)
            .start;
    };
    return q;
}

CastComplaint ask_ray(const JudgedScene& judged, SceneChance& chance, bool thorough,
                      CastTally& tally) {
    CastChance questions(chance, judged.scene, judged.shape);
    const Ray ray = questions.ray();
    const CastCase c{ray, {}, questions.options()};
    const CastQuestion q = question_of(c, judged.scene.world_from_shape, true);
    const CastResult r = q.one(judged.scene.named.shape, c.options);
    CastComplaint complaint{{}, describe(c) + "    " + text_of(r) + "\n", c};
    complaint.add(check_ray(judged.shape, c, r, tally));
    if (thorough) {
        std::vector<CastHit> hits;
        q.all(judged.scene.named.shape, c.options, hits);
        CastTally later;
        complaint.add(check_all_of_ray(judged.shape, c, hits, r, later));
        complaint.add(check_all_and_any(judged, q, r, true));
        complaint.add(check_ways_of_asking(judged, q, r));
    }
    return complaint;
}

std::vector<MovingSphere> moving_spheres(const SetCase& c) {
    std::vector<MovingSphere> spheres;
    for (const Sphere& b : c.spheres.spheres()) {
        spheres.push_back({CentreWay(c.world_from_spheres * b.centre, c.motion),
                           Length(b.radius) + Length(c.options.clearance.length())});
    }
    return spheres;
}

CastVerdict check_start_on_a_face(const CastShape& shape, const CastCase& c, const CastResult& r) {
    const Sides sides = sides_of(shape.shape(), c.options);
    const MovingSphere sphere = moving_sphere(c).front();
    if (!levels_of(shape, sphere, sides, r.error_bound, {}).is_particle) return "";
    const bool meets = !meet_all(shape, RayTwin(c.ray), sides).met.empty();
    if (meets == (r.state == State::hit)) return "";
    return meets ? "a particle would be stopped" : "a particle would not be stopped";
}

CastComplaint judge_sphere(const JudgedScene& judged, const CastCase& c, bool thorough,
                           CastTally& tally) {
    const CastQuestion q = question_of(c, judged.scene.world_from_shape, false);
    const CastResult r = q.one(judged.scene.named.shape, c.options);
    CastComplaint complaint{{}, describe(c) + "    " + text_of(r) + "\n", c};
    if (is_particle(c)) {
        complaint.add(check_ray(judged.shape, c, r, tally));
    } else {
        complaint.add(check_spheres(judged.shape, moving_sphere(c), c.options, r, tally));
        complaint.add(check_start_on_a_face(judged.shape, c, r));
    }
    if (thorough && !is_particle(c)) {
        std::vector<CastHit> hits;
        q.all(judged.scene.named.shape, c.options, hits);
        CastTally later;
        complaint.add(check_all_of_spheres(judged.shape, moving_sphere(c), c.options, hits,
                                           r.error_bound, later));
    }
    if (thorough) {
        complaint.add(check_all_and_any(judged, q, r, is_particle(c)));
        complaint.add(check_ways_of_asking(judged, q, r));
    }
    return complaint;
}

std::string left_of_cast(const CastRun& run, const std::string& name, const CastScene& scene,
                         CastCase c, const CastVerdict& verdict) {
    c.options = cast_options_of_tool(c.options);
    ToolQuestion one = cast_question(scene.world_from_shape, c.ray, c.radius, c.options), all = one;
    all.flags += " --all";
    const Finding finding{{"mesh"},
                          {scene.named.shape},
                          {one, all},
                          [&](const Shapes& shapes) {
                              CastScene other = scene;
                              other.named.shape = shapes[0];
                              CastTally unused;
                              const auto wrong =
                                  judge_sphere(JudgedScene(other, true), c, true, unused).wrong;
                              return wrong.empty() ? CastVerdict() : wrong.front();
                          },
                          all_sides};
    return left_behind(run.reproducers, name, finding, verdict);
}

CastComplaint ask_set(const JudgedScene& judged, SceneChance& chance, bool thorough,
                      CastTally& tally) {
    CastChance questions(chance, judged.scene, judged.shape);
    const SetCase c = questions.sphere_set();
    const CastQuestion q = question_of(c, judged.scene.world_from_shape);
    const CastResult r = q.one(judged.scene.named.shape, c.options);
    CastComplaint complaint{{}, describe(c) + "    " + text_of(r) + "\n"};
    complaint.add(check_spheres(judged.shape, moving_spheres(c), c.options, r, tally));
    if (thorough) {
        std::vector<CastHit> hits;
        q.all(judged.scene.named.shape, c.options, hits);
        CastTally later;
        complaint.add(check_all_of_spheres(judged.shape, moving_spheres(c), c.options, hits,
                                           r.error_bound, later));
        complaint.add(check_all_and_any(judged, q, r, false));
        complaint.add(check_ways_of_asking(judged, q, r));
    }
    return complaint;
}

CastComplaint ask_batches(const JudgedScene& judged, SceneChance& chance) {
    CastChance questions(chance, judged.scene, judged.shape);
    const CastOptions options = questions.options();
    std::vector<Ray> rays;
    std::vector<SphereCast> spheres;
    for (int i = 0; i < 12; ++i) {
        rays.push_back(questions.ray());
        const CastCase c = questions.sphere();
        spheres.push_back({c.ray, c.radius});
    }
    const Polyhedron& shape = judged.scene.named.shape;
    const Pose& pose = judged.scene.world_from_shape;
    const auto of_rays = cast_batch(rays, {shape, pose}, options, 1);
    const auto of_spheres = cast_batch(spheres, {shape, pose}, options, 1);
    for (std::size_t i = 0; i < rays.size(); ++i) {
        const CastResult ray = cast(rays[i], {shape, pose}, options);
        const CastResult sphere =
            cast(SphereCast{spheres[i].path, spheres[i].radius}, {shape, pose}, options);
        if (!same_answer(ray, of_rays[i])) {
            return {{"a batch of rays: another answer, " + text_of(of_rays[i])},
                    describe(CastCase{rays[i], {}, options}) + "    " + text_of(ray) + "\n"};
        }
        if (!same_answer(sphere, of_spheres[i])) {
            return {{"a batch of spheres: another answer, " + text_of(of_spheres[i])},
                    describe(CastCase{spheres[i].path, spheres[i].radius, options}) + "    " +
                        text_of(sphere) + "\n"};
        }
    }
    return {};
}

void judge_scene(const CastRun& run, std::uint64_t number, std::uint64_t count, Asker ask,
                 const char* what, CastTally& tally,
                 const std::function<void(const std::string&)>& complain) {
    SceneChance chance(run.seed, number);
    const bool with_trees = number % 4 == 0;
    const JudgedScene judged(cast_scene(chance), with_trees);
    const auto tell = [&](const CastComplaint& complaint, std::uint64_t i) {
        if (complaint.wrong.empty()) return;
        ++tally.wrong;
        for (const CastVerdict& verdict : complaint.wrong) {
            ++tally.verdicts[verdict.substr(0, verdict.find_first_of(";,"))];
        }
        std::string text;
        for (const CastVerdict& verdict : complaint.wrong) text += "WRONG: " + verdict + "\n";
        text += "  scene " + std::to_string(number) + " of seed " + std::to_string(run.seed) +
                ":\n" + complaint.question + describe(judged.scene);
        if (complaint.asked) {
            const std::string name = what + ("-" + std::to_string(run.seed)) + "-" +
                                     std::to_string(number) + "-" + std::to_string(i);
            text += left_of_cast(run, name, judged.scene, *complaint.asked, complaint.wrong[0]);
        }
        complain(text);
    };
    for (std::uint64_t i = 0; i < count; ++i) {
        const bool thorough = with_trees ? i % 4 == 0 : i % 16 == 0;
        tell(ask(judged, chance, thorough, tally), i);
    }
    if (with_trees) tell(ask_batches(judged, chance), count);
}

CastTally judge_casts(const CastRun& run, std::uint64_t per_scene, Asker ask, const char* what) {
    const std::uint64_t scenes = (run.count + per_scene - 1) / per_scene;
    std::atomic<std::uint64_t> next = 0, bad = 0;
    std::mutex mutex;
    CastTally tally;
    on_threads(run.threads, [&] {
        for (;;) {
            const std::uint64_t i = next.fetch_add(1);
            if (i >= scenes || bad >= run.most_wrong) return;
            CastTally some;
            judge_scene(run, i, std::min(per_scene, run.count - i * per_scene), ask, what, some,
                        [&](const std::string& text) {
                            const std::scoped_lock lock(mutex);
                            if (bad++ < run.most_wrong) std::printf("%s", text.c_str());
                            std::fflush(stdout);
                        });
            const std::scoped_lock lock(mutex);
            tally.add(some);
            if (run.progress && i % 64 == 0) {
                std::fprintf(stderr, "\r%llu of %llu %s, %llu wrong ",
                             static_cast<unsigned long long>(tally.asked),
                             static_cast<unsigned long long>(run.count), what,
                             static_cast<unsigned long long>(tally.wrong));
            }
        }
    });
    if (run.progress) std::fprintf(stderr, "\n");
    return tally;
}

void print_tally(const char* what, const CastTally& t) {
    const auto n = [](std::uint64_t x) { return static_cast<unsigned long long>(x); };
    std::printf(
        "%llu %s: %llu wrong; %.0f %% hit (face %llu, edge %llu, vertex %llu), %llu start "
        "touching, %llu overlapping; %llu on a border, %llu given up; in roundings: distance "
        "%.3f, late %.3f, point %.3f; rounding at most %.1f u\n",
        n(t.asked), what, n(t.wrong), 100 * t.hit_share(), n(t.features[0]), n(t.features[1]),
        n(t.features[2]), n(t.started_touching), n(t.started_overlapping), n(t.on_border),
        n(t.gave_up), t.distance_off, t.late, t.point_off, t.rounding);
    for (const auto& [verdict, count] : t.verdicts) {
        std::printf("  %llu times: %s\n", n(count), verdict.c_str());
    }
    std::fflush(stdout);
}

bool all_right(const CastTally& t) {
    if (t.wrong > 0) return false;
    if (t.asked < 500) return true;
    const bool one_sided = t.hit_share() < 0.3 || t.hit_share() > 0.7;
    const bool vague = t.on_border * 10 > t.asked || t.gave_up * 100 > t.asked;
    if (one_sided) std::printf("ONE-SIDED\n");
    if (vague) std::printf("TOO MANY ON A BORDER\n");
    return !one_sided && !vague;
}

ClosedShape closed_shape(SceneChance& chance) {
    const auto about_origin = [](double reach) {
        return [reach](SceneChance& c) { return Vector3d(reach * c.unit() * c.direction()); };
    };
    switch (chance.integer(0, 6)) {
        case 0:
            return {make_sphere(1, chance.integer(4, 40), chance.integer(5, 60)).value(),
                    about_origin(0.3)};
        case 1:
            return {make_torus(chance.integer(8, 60), chance.integer(5, 30), 0.7, 0.3).value(),
                    [](SceneChance& c) {
                        const double angle = c.real(0, 7);
                        return Vector3d(0.69 * std::cos(angle), 0.69 * std::sin(angle), 0);
                    },
                    false};
        case 2:
            return hull_about_its_mean(chance);
        case 3:
            return {make_box({1, 0.5, 0.75}).value(), about_origin(0.2)};
        case 4:
            return {make_brick({1, 0.6, 0.4}, 0.05).value(), about_origin(0.15)};
        case 5:
            return {make_cylinder(0.5, 1, chance.integer(5, 50), chance.integer(1, 8)).value(),
                    about_origin(0.3)};
        default: {
            GearOptions options;
            options.teeth = chance.integer(6, 30);
            options.bore = 0;
            return {make_gear(options).value(), about_origin(1), false};
        }
    }
}

void judge_edges_of(const CastRun& run, std::uint64_t number, std::uint64_t count, EdgeTally& tally,
                    const std::function<void(const std::string&)>& complain) {
    SceneChance chance(run.seed + 77, number);
    const ClosedShape made = closed_shape(chance);
    const auto built = Polyhedron::build(made.mesh);
    if (!built || !built->is_closed()) return;
    const CastScene scene{
        {"closed", *built},
        chance.one_in(3)
            ? Pose()
            : Pose::make(chance.magnitude(0.1, 1e3) * chance.direction(), chance.rotation())
                  .value(),
        false};
    const Polyhedron& shape = scene.named.shape;
    const Pose& pose = scene.world_from_shape;
    const CastShape twin(shape, pose);
    CastOptions options;
    options.sides = Sides::both;
    for (std::uint64_t i = 0; i < count;) {
        const Vector3d from = pose * made.inside(chance);
        for (int k = 0; k < 500 && i < count; ++k, ++i) {
            const bool at_vertex = chance.one_in(3);
            const auto ends = shape.ends(EdgeIndex(static_cast<std::uint32_t>(
                chance.integer(0, static_cast<int>(shape.edge_count()) - 1))));
            const Vector3d &a = twin.points()[ends[0].value], &b = twin.points()[ends[1].value];
            const Vector3d goal = at_vertex ? a : Vector3d(a + chance.unit() * (b - a));
            // Exactly to a vertex, or through it or a point of an edge and on without end.
            const bool ends_there = at_vertex && k % 2 == 0;
            const Ray ray = ends_there ? Ray::between(from, goal).value()
                                       : Ray::towards(from, goal - from).value();
            const CastResult r = cast(ray, {shape, pose}, options);
            ++tally.rays;
            tally.at_vertices += at_vertex ? 1 : 0;
            const double latest = ends_there ? 1 : made.convex ? 1 + 1e-9 : 1e9;
            if (r.state == State::hit && r.hit.fraction <= latest) continue;
            ++tally.escaped;
            const std::string name = "edges-" + std::to_string(run.seed) + "-" +
                                     std::to_string(number) + "-" + std::to_string(i);
            const CastCase asked{ray, {}, options};
            complain("ESCAPED\n  shape " + std::to_string(number) + " of seed " +
                     std::to_string(run.seed) + ":\n" + describe(asked) + "    " + text_of(r) +
                     "\n" + describe(scene) + left_of_cast(run, name, scene, asked, "escaped"));
        }
    }
}

EdgeTally judge_edges(const CastRun& run) {
    constexpr std::uint64_t per_shape = 20'000;
    const std::uint64_t shapes = (run.count + per_shape - 1) / per_shape;
    std::atomic<std::uint64_t> next = 0, bad = 0;
    std::mutex mutex;
    EdgeTally tally;
    on_threads(run.threads, [&] {
        for (;;) {
            const std::uint64_t i = next.fetch_add(1);
            if (i >= shapes || bad >= run.most_wrong) return;
            EdgeTally some;
            judge_edges_of(run, i, std::min(per_shape, run.count - i * per_shape), some,
                           [&](const std::string& text) {
                               const std::scoped_lock lock(mutex);
                               if (bad++ < run.most_wrong) std::printf("%s", text.c_str());
                           });
            const std::scoped_lock lock(mutex);
            tally.rays += some.rays;
            tally.at_vertices += some.at_vertices;
            tally.escaped += some.escaped;
            if (run.progress) {
                std::fprintf(stderr, "\r%llu of %llu rays at edges, %llu escaped ",
                             static_cast<unsigned long long>(tally.rays),
                             static_cast<unsigned long long>(run.count),
                             static_cast<unsigned long long>(tally.escaped));
            }
        }
    });
    if (run.progress) std::fprintf(stderr, "\n");
    return tally;
}

}  // namespace swept::oracle
