// How far does one mesh get before it meets another? first MOVER OBSTACLE
#include <swept/mesh_io.h>
#include <swept/swept.h>

#include <cstdio>

// A file becomes a mesh, and a mesh a shape; what cannot be used says why.
swept::Result<swept::Polyhedron> shape_of(const char* file) {
    return swept::read_mesh(file).and_then(
        [](const swept::MeshFile& read) { return swept::Polyhedron::build(read.mesh); });
}

int main(int argc, char** argv) {
    if (argc != 3) return std::fprintf(stderr, "first MOVER OBSTACLE\n"), 2;
    const auto mover = shape_of(argv[1]), obstacle = shape_of(argv[2]);
    const auto failed = [](const char* file, const swept::Error& error) {
        return std::fprintf(stderr, "%s: %s\n", file, error.message().c_str()), 1;
    };
    if (!mover) return failed(argv[1], mover.error());
    if (!obstacle) return failed(argv[2], obstacle.error());

    const auto start = swept::Pose::make({-4, 0, 0.5});
    const auto way = swept::Translation::make({6, 0, 0});
    const auto answer = swept::sweep({*mover, *start}, *way, {*obstacle});
    std::printf("%s, free for %.9f of the way\n", swept::name_of(answer.state).data(),
                answer.free_fraction);
    if (answer.state != swept::State::hit) return 0;
    std::printf("face %u met face %u\n", answer.contact.mover.face, answer.contact.obstacle.face);
}
