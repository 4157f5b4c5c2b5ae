// What is made before anything is asked: motions, polyhedra, trees, fitted spheres.

#include <limits>

#include "swept/papers/van_waveren.h"
#include "swept/papers/zachmann.h"
#include "tests/determinism/kinds.h"

namespace swept::determinism {
namespace {

/// Something is wrong with one in two: repaired, or an Error.
void spoil(Mesh& mesh, Random& random) {
    const auto vertices = static_cast<std::uint32_t>(mesh.vertices.size());
    Eigen::Vector3d& vertex = mesh.vertices[random.below(vertices)];
    switch (random.below(12)) {
        case 0:
            vertex[random.below(3)] = std::numeric_limits<double>::quiet_NaN();
            break;
        case 1:
            vertex *= 0x1p400;
            break;
        case 2:
            vertex = random.one_of(mesh.vertices);
            break;
        case 3:
            vertex += random.point(0.3);
            break;
        case 4:
            if (!mesh.corners.empty())
                mesh.corners[mesh.corners.size() / 2] = random.below(vertices + 1);
            break;
        case 5: {
            const std::uint32_t a = random.below(vertices), b = random.below(vertices);
            mesh.add_polygon({a, b, random.below(vertices)});
            break;
        }
        default:
            break;
    }
}

}  // namespace

void ask_motions(const Scenes& /*scenes*/, Random& random, const Manner& /*manner*/,
                 Hash& answers) {
    for (int i = 0; i < batch_size; ++i) {
        const Pose from = random.pose(2), to = random.pose(2);
        const Motion motion = random.motion(2), other = random.motion(2);
        const double fraction = random.between(0, 1);
        answers.add(from * to);
        answers.add(from.inverse());
        answers.add(displacement(motion, fraction));
        answers.add(pose_at(motion, from, fraction));
        answers.add(inverse(motion));
        answers.add(Motion(screw_between(from, to)));
        const TranslateThenRotate step = decompose(from, to, random.point(1));
        answers.add(Motion(step.translation));
        answers.add(Motion(step.rotation));
        const Sphere ball{random.point(1), 0.5};
        answers.add(relative_motion(motion, other, ball));
        if (i % 10 == 0) answers.add(relative_motion(motion, other, ball, 0.01));
        answers.add(pose_between(from, to, fraction, {.join = PathJoin::straight}));
        const Eigen::Vector3d axis =
            random.once_in(8) ? Eigen::Vector3d::Zero() : random.direction();
        const Result<Rotation> made = Rotation::make(from.translation(), axis, fraction);
        answers.add(made.has_value());
        if (!made) answers.add(made.error());
        answers.add(glide_error(fraction));
        answers.add(arc_sagitta(fraction, 2));
    }
}

void ask_polyhedra(const Scenes& scenes, Random& random, const Manner& /*manner*/, Hash& answers) {
    static constexpr Weld welds[] = {Weld::none, Weld::identical, Weld::within};
    for (int i = 0; i < batch_size; ++i) {
        Mesh mesh = random.one_of(scenes.meshes);
        const double scale = random.once_in(4) ? random.between(0.5, 2) : 1;
        for (Eigen::Vector3d& vertex : mesh.vertices) vertex *= scale;
        spoil(mesh, random);
        BuildOptions options{.weld = random.one_of(welds)};
        if (options.weld == Weld::within)
            options.weld_distance = random.one_of(std::array{-1.0, 0.01, 0.1, 0.25});
        if (random.once_in(3)) options.merge_coplanar = tolerance::merge;
        const Result<Polyhedron> shape = Polyhedron::build(mesh, options);
        answers.add(shape);
        if (!shape || i % 20 != 0) continue;
        answers.add(fit_spheres(*shape, 1 + random.below(8)));
        answers.add(papers::van_waveren::offset_inward(*shape, 0.01));
    }
}

void ask_trees(const Scenes& scenes, Random& random, const Manner& manner, Hash& answers) {
    static constexpr int orientations[] = {6, 8, 14, 18, 26, 7};  // the last is an Error
    using namespace papers::zachmann;
    static constexpr Builder builders[] = {Builder::surface_area, Builder::furthest_pair,
                                           Builder::longest_axis};
    for (int i = 0; i < batch_size; ++i) {
        const Polyhedron& shape = random.one_of(scenes.all);
        TreeOptions options{.orientations = random.one_of(orientations),
                            .builder = random.one_of(builders)};
        options.leaf_size = 1 + random.below(12);
        options.max_depth = 1 + random.below(20);
        options.threads = manner.threads;
        const Result<DopTree> made = DopTree::build(shape, options);
        if (!made) {
            answers.add(made.error());
            continue;
        }
        for (const std::byte byte : made->saved()) answers.add(byte);
        answers.add(made->statistics());
    }
}

}  // namespace swept::determinism
