#pragma once

// Campaigns of the judge of casts: rays, spheres and sets of spheres against every face, rays at
// the edges and vertices of closed shapes. By the way every question is asked in the ways that must
// not matter: other culling, other trees, many at once, all hits, any hit.

#include <array>
#include <atomic>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "swept/cast.h"
#include "tests/oracle/cast_check.h"
#include "tests/oracle/reproducer.h"
#include "tests/oracle/threads.h"

namespace swept::oracle {

struct CastRun {
    std::uint64_t count = 0;  ///< of questions
    std::uint64_t seed = 1;
    unsigned threads = 0;           ///< 0: as many as there are
    std::uint64_t most_wrong = 20;  ///< then it ends
    bool progress = false;          ///< on stderr
    std::string reproducers{};      ///< where to leave what is wrong; empty: nowhere
};

/// One question, to be asked with any tree and any options.
struct CastQuestion {
    CastOptions options;
    std::function<CastResult(const Polyhedron&, const CastOptions&)> one;
    std::function<Relation(const Polyhedron&, const CastOptions&, std::vector<CastHit>&)> all;
};

/// A scene with other trees over the same shape.
struct JudgedScene {
    CastScene scene;
    CastShape shape;
    std::vector<Polyhedron> other_trees;

    JudgedScene(const CastScene& made, bool with_trees);
    JudgedScene(const JudgedScene&) = delete;
    JudgedScene& operator=(const JudgedScene&) = delete;
};

/// The same bits, whatever must not matter.
CastVerdict check_ways_of_asking(const JudgedScene& judged, const CastQuestion& q,
                                 const CastResult& answer);

/// All hits and any hit, against the first. Of spheres the first of all may be another that is as
/// early, to rounding: each face is looked at by itself there.
CastVerdict check_all_and_any(const JudgedScene& judged, const CastQuestion& q,
                              const CastResult& answer, bool particle);

// ---- Kinds of questions ----

CastQuestion question_of(const CastCase& c, const Pose& pose, bool ray);
CastQuestion question_of(const SetCase& c, const Pose& pose);

/// What is wrong with one question, and the question.
struct CastComplaint {
    std::vector<CastVerdict> wrong;
    std::string question;
    std::optional<CastCase> asked = std::nullopt;  ///< what the tool can be asked, too

    void add(const CastVerdict& verdict) {
        if (!verdict.empty()) wrong.push_back(verdict);
    }
};

inline bool is_particle(const CastCase& c) {
    return c.radius.length() + c.options.clearance.length() == 0;
}

CastComplaint ask_ray(const JudgedScene& judged, SceneChance& chance, bool thorough,
                      CastTally& tally);

inline std::vector<MovingSphere> moving_sphere(const CastCase& c) {
    const RayTwin ray(c.ray);
    return {{CentreWay(ray.start(), ray.vector(), ray.until()),
             Length(c.radius.length()) + Length(c.options.clearance.length())}};
}
std::vector<MovingSphere> moving_spheres(const SetCase& c);

/// A sphere whose centre starts on a face goes on as a particle.
CastVerdict check_start_on_a_face(const CastShape& shape, const CastCase& c, const CastResult& r);

CastComplaint judge_sphere(const JudgedScene& judged, const CastCase& c, bool thorough,
                           CastTally& tally);

inline CastComplaint ask_sphere(const JudgedScene& judged, SceneChance& chance, bool thorough,
                                CastTally& tally) {
    CastChance questions(chance, judged.scene, judged.shape);
    return judge_sphere(judged, questions.sphere(), thorough, tally);
}

/// Shrinks and writes what can be asked of the tool, rays as spheres without a radius.
std::string left_of_cast(const CastRun& run, const std::string& name, const CastScene& scene,
                         CastCase c, const CastVerdict& verdict);

CastComplaint ask_set(const JudgedScene& judged, SceneChance& chance, bool thorough,
                      CastTally& tally);

/// Many at once are answered as one after the other.
CastComplaint ask_batches(const JudgedScene& judged, SceneChance& chance);

// ---- Many scenes ----

using Asker = CastComplaint (*)(const JudgedScene&, SceneChance&, bool, CastTally&);

/// The questions of one scene.
void judge_scene(const CastRun& run, std::uint64_t number, std::uint64_t count, Asker ask,
                 const char* what, CastTally& tally,
                 const std::function<void(const std::string&)>& complain);

/// Some questions to each of many scenes.
CastTally judge_casts(const CastRun& run, std::uint64_t per_scene, Asker ask, const char* what);

inline CastTally judge_rays(const CastRun& run) {
    return judge_casts(run, 64, ask_ray, "rays");
}
inline CastTally judge_spheres(const CastRun& run) {
    return judge_casts(run, 32, ask_sphere, "spheres");
}
inline CastTally judge_sets(const CastRun& run) {
    return judge_casts(run, 8, ask_set, "sets of spheres");
}

void print_tally(const char* what, const CastTally& t);

/// Whether nothing was wrong and the questions were worth asking.
bool all_right(const CastTally& t);

// ---- Edges and vertices of closed shapes ----

struct EdgeTally {
    std::uint64_t rays = 0, at_vertices = 0, escaped = 0;
};

/// A closed shape and a place from inside which rays are sent.
struct ClosedShape {
    Mesh mesh;
    std::function<Vector3d(SceneChance&)> inside;
    bool convex = true;  ///< else a ray that misses a rounded point of an edge may go on inside
};

inline ClosedShape hull_about_its_mean(SceneChance& chance) {
    const Mesh mesh = random_hull(chance, chance.integer(6, 14));
    Vector3d mean = Vector3d::Zero();
    for (const Vector3d& v : mesh.vertices) mean += v / static_cast<double>(mesh.vertices.size());
    return {mesh, [mean](SceneChance&) { return mean; }};
}

ClosedShape closed_shape(SceneChance& chance);

/// Rays from inside one shape at its edges and vertices; what escapes is told.
void judge_edges_of(const CastRun& run, std::uint64_t number, std::uint64_t count, EdgeTally& tally,
                    const std::function<void(const std::string&)>& complain);

EdgeTally judge_edges(const CastRun& run);

inline void print_tally(const EdgeTally& t) {
    std::printf("%llu rays at edges and vertices from inside (%llu at vertices): %llu escaped\n",
                static_cast<unsigned long long>(t.rays),
                static_cast<unsigned long long>(t.at_vertices),
                static_cast<unsigned long long>(t.escaped));
    std::fflush(stdout);
}

}  // namespace swept::oracle
