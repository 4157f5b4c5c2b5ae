// Real meshes as polyhedra, where they are at hand: their counts against the list that comes with
// them, their edge kinds against rational arithmetic. Without them, a solid that is written and
// read back.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "swept/mesh_io.h"
#include "swept/polyhedron.h"
#include "swept/solids.h"
#include "tests/io/samples.h"
#include "tests/oracle/edge_kind.h"

namespace swept::test {
namespace {

struct Listed {
    std::uint32_t vertices;
    std::uint32_t triangles;
    bool closed;
};

/// The rows of SOURCES.md: | file | repository | path | licence | text | verts | tris | closed |
/// ...
std::map<std::string, Listed> listed_meshes(const std::filesystem::path& list) {
    std::map<std::string, Listed> rows;
    std::ifstream file(list);
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> cells;
        std::istringstream text(line);
        for (std::string cell; std::getline(text, cell, '|');) cells.push_back(cell);
        if (cells.size() < 10) continue;
        const auto words = [&](std::size_t i) {
            std::istringstream cell(cells[i]);
            std::string word;
            cell >> word;
            return word;
        };
        const auto number = [&](std::size_t i) {
            return static_cast<std::uint32_t>(std::strtoul(words(i).c_str(), nullptr, 10));
        };
        // Assemblies, of which so many parts in all are closed, are counted part by part.
        if (words(8).find('/') != std::string::npos) continue;
        if (number(7) > 0) rows[words(1)] = {number(6), number(7), words(8) == "yes"};
    }
    return rows;
}

void expect_exact_edge_kinds(const Polyhedron& shape) {
    std::uint32_t total = 0;
    for (const std::uint32_t count : shape.edge_counts()) total += count;
    EXPECT_EQ(total, shape.edge_count());
    for (std::uint32_t e = 0; e < shape.edge_count(); ++e) {
        const EdgeKind kind = shape.kind(EdgeIndex(e));
        const std::size_t faces = shape.faces_of(EdgeIndex(e)).size();
        if (kind == EdgeKind::border) {
            EXPECT_EQ(faces, 1U);
        } else if (kind == EdgeKind::tangled) {
            EXPECT_GE(faces, 2U);
        } else {
            EXPECT_EQ(kind, oracle::edge_kind(shape, EdgeIndex(e)));
        }
    }
}

TEST(real_meshes, counts_and_edge_kinds_are_those_of_the_list_and_of_rationals) {
    const TempFolder folder;
    const auto own = folder.file("own.obj", "");
    ASSERT_TRUE(write_mesh(make_torus(12, 8, 0.7, 0.3).value(), own).has_value());
    std::map<std::string, Listed> meshes = listed_meshes(data_folder() / "SOURCES.md");
    meshes[own.string()] = {96, 192, true};
    // The judge is slow; all the small ones, which have every kind of edge, are enough.
    constexpr std::uint32_t most_faces_to_judge = 4000;
    int compared = 0;
    for (const auto& [name, listed] : meshes) {
        const auto file = read_mesh(data_folder() / name);
        if (!file) {
            EXPECT_TRUE(contains(file.error().what, "nan")) << name << file.error().message();
            continue;
        }
        const auto shape = Polyhedron::build(file->mesh);
        ASSERT_TRUE(shape.has_value()) << name << shape.error().message();
        // Some rows count the vertices of faces only,
        EXPECT_TRUE(listed.vertices == shape->vertex_count() ||
                    listed.vertices == shape->vertex_count() + shape->report().unused_vertices)
            << name;
        // or the triangles with three different corners only.
        EXPECT_TRUE(listed.triangles == file->mesh.polygon_count() ||
                    listed.triangles == shape->face_count())
            << name;
        EXPECT_TRUE(shape->volume().has_value() || !listed.closed) << name;
        if (shape->face_count() <= most_faces_to_judge) expect_exact_edge_kinds(*shape);
        ++compared;
    }
    EXPECT_GE(compared, 1);
}

}  // namespace
}  // namespace swept::test
