#include "common/cpu_clock.h"
#include "papers/zachmann.h"

namespace swept::bench::zachmann {

namespace {

/// Sides of the tori: steps of 2 in polygons.
constexpr std::array torus_sides{16, 23, 32, 40, 56, 79, 112, 158, 224};

class TreePeer final : public Peer {
   public:
    explicit TreePeer(DopTree tree) : tree_(std::move(tree)) {}

    bool collide(const Pose& world_from_a, const Pose& world_from_b) override {
        return papers::zachmann::intersects({tree_, world_from_a}, {tree_, world_from_b});
    }

   private:
    DopTree tree_;
};

DopTree tree_of(const Polyhedron& shape, int orientations, Builder builder) {
    return DopTree::build(shape, {.orientations = orientations, .builder = builder, .threads = 1})
        .value();
}

std::vector<Curve> time_trees(const std::vector<DopTree>& trees, const Course& course, int rounds) {
    std::vector<std::unique_ptr<Peer>> peers;
    std::vector<Peer*> contestants;
    for (const DopTree& tree : trees) {
        peers.push_back(std::make_unique<TreePeer>(tree));
        contestants.push_back(peers.back().get());
    }
    return time_course(contestants, course, rounds);
}

std::vector<double> time_near(const std::vector<DopTree>& trees, const Effort& effort) {
    std::vector<std::unique_ptr<Peer>> peers;
    std::vector<Peer*> contestants;
    for (const DopTree& tree : trees) {
        peers.push_back(std::make_unique<TreePeer>(tree));
        contestants.push_back(peers.back().get());
    }
    return time_all(contestants, near_poses(trees[0].shape(), effort.near_angles), effort.rounds);
}

/// The tests of a query, mean over the course.
void count_tests(const DopTree& tree, const Course& course, TreeRow& row) {
    OverlapStats total;
    for (const Pose& pose : course.poses) {
        const OverlapStats stats = papers::zachmann::overlap({tree, Pose()}, {tree, pose},
                                                             {.mode = OverlapMode::intersects})
                                       .stats;
        total.volume_tests += stats.volume_tests;
        total.face_tests += stats.face_tests;
    }
    const auto queries = static_cast<double>(course.poses.size());
    row.volume_tests = static_cast<double>(total.volume_tests) / queries;
    row.face_tests = static_cast<double>(total.face_tests) / queries;
}

TorusRow measure_torus(int sides, const Effort& effort) {
    const Model model = load(torus_source(sides)).value();
    std::vector<DopTree> trees{tree_of(model.shape, 6, Builder::surface_area)};
    for (const int k : all_orientations) {
        trees.push_back(tree_of(model.shape, k, Builder::furthest_pair));
    }
    const Course course = make_coarse_course(model.shape, effort.turns);
    std::vector<Curve> curves = time_trees(trees, course, effort.rounds);
    TorusRow row{.triangles = model.triangles, .swept = curves[0], .dops = {}};
    row.dops.assign(curves.begin() + 1, curves.end());
    return row;
}

}  // namespace

MeshRow measure_mesh(const Model& model, const Effort& effort) {
    MeshRow row{.name = model.name, .triangles = model.triangles};
    std::vector<DopTree> trees;
    for (const Builder builder : all_builders) {
        for (const int k : all_orientations) {
            TreeRow tree{.orientations = k, .builder = builder};
            tree.build_seconds =
                cpu_seconds([&] { trees.push_back(tree_of(model.shape, k, builder)); });
            tree.statistics = trees.back().statistics();
            row.trees.push_back(std::move(tree));
        }
    }
    const Course course = make_coarse_course(model.shape, effort.turns);
    row.distances = course.distances;
    const std::vector<Curve> curves = time_trees(trees, course, effort.rounds);
    const std::vector<double> near = time_near(trees, effort);
    for (std::size_t i = 0; i < trees.size(); ++i) {
        row.trees[i].curve = curves[i];
        row.trees[i].near = near[i];
        count_tests(trees[i], course, row.trees[i]);
    }
    return row;
}

std::vector<TorusRow> measure_tori(const Effort& effort) {
    std::vector<TorusRow> rows;
    for (const int sides : torus_sides) {
        if (static_cast<std::size_t>(4 * sides * sides) > effort.largest) break;
        (void)std::fprintf(stderr, "torus of %d triangles\n", 4 * sides * sides);
        rows.push_back(measure_torus(sides, effort));
    }
    return rows;
}

}  // namespace swept::bench::zachmann
