#include "models.h"

#include "cpu_clock.h"
#include "swept/mesh_io.h"
#include "swept/solids.h"

namespace swept::bench {

namespace {

ModelSource solid(std::string name, std::string what, std::function<Result<Mesh>()> make) {
    return {std::move(name), Origin::solid, std::move(what), std::move(make)};
}

ModelSource file(std::string name, const std::string& path) {
    return {
        std::move(name), Origin::file, path, [path]() -> Result<Mesh> {
            return read_mesh(data_folder() / path).map([](const MeshFile& f) { return f.mesh; });
        }};
}

/// The largest side of the box becomes 2, its centre the origin.
void fit(Mesh& mesh) {
    Box box;
    for (const Eigen::Vector3d& p : mesh.vertices) box.add(p);
    const Eigen::Vector3d centre = box.centre();
    const double scale = 2 / box.size().maxCoeff();
    for (Eigen::Vector3d& p : mesh.vertices) p = (p - centre) * scale;
}

std::size_t triangle_count(const Polyhedron& shape) {
    std::size_t triangles = 0;
    for (std::uint32_t i = 0; i < shape.face_count(); ++i) {
        triangles += shape.corners(FaceIndex(i)).size() - 2;
    }
    return triangles;
}

}  // namespace

ModelSource torus_source(int sides) {
    const int triangles = 4 * sides * sides;
    return solid("torus " + std::to_string(triangles), "radii 0.7 and 0.3, axis along y", [sides] {
        // make_torus turns about z, as the benchmark does: laid down, so that turning moves it.
        return make_torus(2 * sides, sides, 0.7, 0.3).map([](Mesh mesh) {
            for (Eigen::Vector3d& p : mesh.vertices) p = Eigen::Vector3d(p.x(), -p.z(), p.y());
            return mesh;
        });
    });
}

std::vector<ModelSource> model_sources() {
    std::vector<ModelSource> sources{
        torus_source(56),
        torus_source(116),
        torus_source(136),
        solid("sphere 22952", "76 rows of 151", [] { return make_sphere(1, 77, 151); }),
        solid("sphere 97032", "156 rows of 311", [] { return make_sphere(1, 157, 311); }),
        solid("cylinder 20444", "twice as high as wide",
              [] { return make_cylinder(0.5, 2, 144, 70); })};
    if (!std::filesystem::exists(data_folder() / "products")) return sources;
    sources.push_back(file("car", "products/CarConcept.ply"));
    sources.push_back(file("watch", "products/ChronographWatch.ply"));
    sources.push_back(file("chair", "products/SheenChair.ply"));
    sources.push_back(file("helmet", "products/SciFiHelmet.ply"));
    sources.push_back(file("gear", "gears/gear_medium_space_5e-4.ply"));
    sources.push_back(file("bolt", "fasteners/bolt_m16_tight.ply"));
    sources.push_back(file("chain link", "mechanisms/chain_link_sub4.obj"));
    sources.push_back(file("robot base", "robots/panda/visual/link0.ply"));
    sources.push_back(file("insert", "ariac/insert_collision.stl"));
    sources.push_back(file("level", "levels/lq_e1m1.obj"));
    return sources;
}

Result<Model> load(const ModelSource& source) {
    Result<Mesh> mesh = source.make();
    if (!mesh) return tl::unexpected(mesh.error());
    fit(*mesh);
    Result<Polyhedron> shape = Polyhedron::build(*mesh);
    if (!shape) return tl::unexpected(shape.error());
    const double build = cpu_seconds([&] { shape = Polyhedron::build(*mesh); });
    return Model{source.name, source.origin, source.what, *shape, triangle_count(*shape), build};
}

}  // namespace swept::bench
