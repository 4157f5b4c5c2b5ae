#include "shape/adjacency.h"

#include <algorithm>
#include <cstdlib>

namespace swept::shape_detail {

namespace {

/// A side of a face, filed under the lower of its two vertices.
struct Side {
    std::uint32_t high;    // the other vertex
    std::uint32_t corner;  // where it starts in corners
    std::uint32_t face;
};

/// Sides grouped by their lower vertex, in the order of faces within each group.
struct SideTable {
    std::vector<std::uint32_t> begins;
    std::vector<Side> sides;
};

SideTable sides_by_lower_vertex(const Polyhedron::Data& data) {
    SideTable table;
    table.begins.assign(data.positions.size() + 1, 0);
    const std::size_t faces = data.face_begins.size() - 1;
    const auto for_each_side = [&](const auto& visit) {
        for (std::uint32_t face = 0; face < faces; ++face) {
            const std::uint32_t begin = data.face_begins[face], end = data.face_begins[face + 1];
            std::uint32_t from = data.corners[end - 1].value;
            for (std::uint32_t c = begin; c < end; ++c) {
                const std::uint32_t to = data.corners[c].value;
                visit(std::min(from, to), std::max(from, to), c == begin ? end - 1 : c - 1, face);
                from = to;
            }
        }
    };
    for_each_side([&](std::uint32_t low, std::uint32_t, std::uint32_t, std::uint32_t) {
        ++table.begins[low + 1];
    });
    for (std::size_t v = 1; v < table.begins.size(); ++v) table.begins[v] += table.begins[v - 1];
    table.sides.resize(data.corners.size());
    std::vector<std::uint32_t> next(table.begins.begin(), table.begins.end() - 1);
    for_each_side([&](std::uint32_t low, std::uint32_t high, std::uint32_t corner,
                      std::uint32_t face) { table.sides[next[low]++] = {high, corner, face}; });
    return table;
}

/// Orders the sides of one vertex by their other vertex; equal ones keep the order of faces.
void sort_sides(std::span<Side> sides) {
    if (sides.size() > 32) {
        std::ranges::stable_sort(sides, {}, &Side::high);
        return;
    }
    for (std::size_t i = 1; i < sides.size(); ++i) {
        const Side side = sides[i];
        std::size_t j = i;
        for (; j > 0 && sides[j - 1].high > side.high; --j) sides[j] = sides[j - 1];
        sides[j] = side;
    }
}

/// How often the faces run along an edge from its lower to its higher vertex, less how often back.
int balance(const Polyhedron::Data& data, std::uint32_t low, std::span<const Side> group) {
    int sum = 0;
    for (const Side& side : group) sum += data.corners[side.corner].value == low ? 1 : -1;
    return sum;
}

/// An edge on which the faces do not cancel out: what an unclosed or unoriented surface is known
/// by.
struct Unbalanced {
    std::uint32_t low;
    std::uint32_t high;
    int count;    // faces
    int balance;  // forward less backward
    bool own;     // it has a face of the shape itself: where neighbours end is not for it to say

    [[nodiscard]] bool is_odd() const { return count % 2 != 0; }
    [[nodiscard]] bool is_open() const { return own && is_odd(); }
    [[nodiscard]] bool is_twisted() const { return own && std::abs(balance) > (is_odd() ? 1 : 0); }
};

void set_closed_and_oriented(Polyhedron::Data& data, std::span<const Unbalanced> edges) {
    data.closed = !data.edge_ends.empty() && std::ranges::none_of(edges, &Unbalanced::is_open);
    data.oriented = std::ranges::none_of(edges, &Unbalanced::is_twisted);
}

/// A polygon without area between two faces closes the gap between them though it is not there: its
/// sides are added to the balance. Only what this closes counts; slivers beside the surface do not
/// open it.
void close_over_slivers(Polyhedron::Data& data, std::vector<Unbalanced> edges,
                        std::span<const LooseEdge> loose) {
    for (const LooseEdge& side : loose) {
        const bool forward = side.from < side.to;
        edges.push_back({std::min(side.from, side.to), std::max(side.from, side.to), 1,
                         forward ? 1 : -1, side.own});
    }
    const auto place = [](const Unbalanced& e) { return std::pair(e.low, e.high); };
    std::ranges::stable_sort(edges, {}, place);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (kept > 0 && place(edges[kept - 1]) == place(edges[i])) {
            edges[kept - 1].count += edges[i].count;
            edges[kept - 1].balance += edges[i].balance;
            edges[kept - 1].own = edges[kept - 1].own || edges[i].own;
        } else {
            edges[kept++] = edges[i];
        }
    }
    edges.resize(kept);
    if (std::ranges::any_of(edges, &Unbalanced::is_open)) return;
    set_closed_and_oriented(data, edges);
}

void add_edge(Polyhedron::Data& data, std::uint32_t low, std::span<const Side> group, int sum) {
    const EdgeIndex edge(static_cast<std::uint32_t>(data.edge_ends.size()));
    for (const Side& side : group) data.corner_edges[side.corner] = edge;
    // As the first face runs along it.
    const VertexIndex lower(low), higher(group[0].high);
    const bool forward = data.corners[group[0].corner] == lower;
    data.edge_ends.push_back({forward ? lower : higher, forward ? higher : lower});
    const FaceIndex first(group[0].face);
    if (group.size() == 1) {
        data.edge_faces.push_back({first, FaceIndex()});
        data.edge_kinds.push_back(EdgeKind::border);
    } else if (group.size() == 2 && sum == 0) {
        data.edge_faces.push_back({first, FaceIndex(group[1].face)});
        data.edge_kinds.push_back(EdgeKind::convex);
    } else {
        const auto begin = static_cast<std::uint32_t>(data.tangled_faces.size());
        for (const Side& side : group) data.tangled_faces.emplace_back(side.face);
        const auto end = static_cast<std::uint32_t>(data.tangled_faces.size());
        data.edge_faces.push_back({FaceIndex(begin), FaceIndex(end)});
        data.edge_kinds.push_back(EdgeKind::tangled);
    }
}

}  // namespace

std::size_t match_edges(Polyhedron::Data& data, std::span<const LooseEdge> loose) {
    SideTable table = sides_by_lower_vertex(data);
    data.corner_edges.resize(data.corners.size());
    data.tangled_faces.clear();
    data.edge_ends.clear();
    data.edge_faces.clear();
    data.edge_kinds.clear();
    const std::size_t expected = data.corners.size() / 2 + 8;  // exact for closed surfaces
    data.edge_ends.reserve(expected);
    data.edge_faces.reserve(expected);
    data.edge_kinds.reserve(expected);
    std::vector<Unbalanced> unbalanced;
    for (std::uint32_t low = 0; low + 1 < table.begins.size(); ++low) {
        const std::span sides(table.sides.data() + table.begins[low],
                              table.begins[low + 1] - table.begins[low]);
        sort_sides(sides);
        for (std::size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
            while (end < sides.size() && sides[end].high == sides[begin].high) ++end;
            const std::span<const Side> group = sides.subspan(begin, end - begin);
            const int sum = balance(data, low, group);
            add_edge(data, low, group, sum);
            if (sum != 0 || group.size() % 2 != 0) {
                unbalanced.push_back({low, group[0].high, static_cast<int>(group.size()), sum,
                                      group[0].face < data.own_faces});
            }
        }
    }
    set_closed_and_oriented(data, unbalanced);
    const auto count =
        static_cast<std::size_t>(std::ranges::count_if(unbalanced, &Unbalanced::own));
    if (!data.closed && !loose.empty()) close_over_slivers(data, std::move(unbalanced), loose);
    return count;
}

void start_at_lowest(std::vector<std::uint32_t>& outline) {
    std::ranges::rotate(outline, std::ranges::min_element(outline));
}

std::vector<FaceIndex> repeated_faces(const Polyhedron::Data& data) {
    const std::size_t faces = data.face_begins.size() - 1;
    if (data.tangled_faces.empty()) return {};
    using Outline = std::pair<std::vector<std::uint32_t>, FaceIndex>;
    std::vector<Outline> outlines;
    for (std::uint32_t face = 0; face < faces; ++face) {
        const std::uint32_t begin = data.face_begins[face], end = data.face_begins[face + 1];
        const auto tangled = [&](EdgeIndex e) {
            return data.edge_kinds[e.value] == EdgeKind::tangled;
        };
        if (!std::all_of(data.corner_edges.begin() + begin, data.corner_edges.begin() + end,
                         tangled)) {
            continue;
        }
        std::vector<std::uint32_t> outline;
        for (std::uint32_t c = begin; c < end; ++c) outline.push_back(data.corners[c].value);
        start_at_lowest(outline);
        outlines.emplace_back(std::move(outline), face);
    }
    std::ranges::sort(outlines);
    std::vector<FaceIndex> repeated;
    for (std::size_t i = 1; i < outlines.size(); ++i) {
        if (outlines[i].first == outlines[i - 1].first) repeated.push_back(outlines[i].second);
    }
    std::ranges::sort(repeated);
    return repeated;
}

void link_vertices(Polyhedron::Data& data) {
    const std::size_t vertices = data.positions.size();
    data.vertex_edge_begins.assign(vertices + 1, 0);
    for (const auto& ends : data.edge_ends) {
        for (const VertexIndex v : ends) ++data.vertex_edge_begins[v.value + 1];
    }
    for (std::size_t v = 0; v < vertices; ++v) {
        data.vertex_edge_begins[v + 1] += data.vertex_edge_begins[v];
    }
    data.vertex_edges.resize(2 * data.edge_ends.size());
    std::vector<std::uint32_t> next(data.vertex_edge_begins.begin(),
                                    data.vertex_edge_begins.end() - 1);
    for (std::uint32_t e = 0; e < data.edge_ends.size(); ++e) {
        for (const VertexIndex v : data.edge_ends[e])
            data.vertex_edges[next[v.value]++] = EdgeIndex(e);
    }
    data.vertex_owners.assign(vertices, FaceIndex());
    for (std::uint32_t face = 0; face + 1 < data.face_begins.size(); ++face) {
        for (std::uint32_t c = data.face_begins[face]; c < data.face_begins[face + 1]; ++c) {
            FaceIndex& owner = data.vertex_owners[data.corners[c].value];
            if (owner.is_none()) owner = FaceIndex(face);
        }
    }
}

}  // namespace swept::shape_detail
