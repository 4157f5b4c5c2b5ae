// From any mesh to a polyhedron. The steps, in this order: check, weld, cut into convex faces,
// merge (on request), cut faces of many corners, keep the vertices in use, match edges, drop
// repeated faces, fit planes, classify, decide which sides collide. Each step works on flat arrays,
// in index order, so that the same mesh gives the same polyhedron bit for bit.

#include "shape/build.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "math/unit.h"
#include "shape/adjacency.h"
#include "shape/classify.h"
#include "shape/cut_polygon.h"
#include "shape/merge.h"
#include "shape/polygon.h"
#include "shape/polyhedron_access.h"
#include "shape/sides.h"
#include "shape/weld.h"
#include "swept/tolerance.h"

namespace swept::shape_detail {

namespace {

using Eigen::Vector3d;
constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t most = std::size_t{1} << 30;

std::string name_of(const char* what, std::size_t i) {
    return what + (" " + std::to_string(i));
}

class Builder {
   public:
    Builder(const Mesh& mesh, const BuildOptions& options, std::uint32_t own_polygons,
            Encloses encloses)
        : mesh_(mesh),
          options_(options),
          own_polygons_(own_polygons),
          encloses_(encloses),
          data_(std::make_shared<Polyhedron::Data>()) {}

    Result<Polyhedron> run() {
        for (const auto step : {&Builder::check, &Builder::weld, &Builder::cut_faces,
                                &Builder::merge_faces, &Builder::cut_large_faces,
                                &Builder::keep_used_vertices, &Builder::match, &Builder::fit_planes,
                                &Builder::classify, &Builder::measure, &Builder::decide_sides}) {
            if (Result<void> done = (this->*step)(); !done) return tl::unexpected(done.error());
            report_progress();
        }
        return PolyhedronAccess::make(data_, trees_);
    }

   private:
    const Mesh& mesh_;
    const BuildOptions& options_;
    std::uint32_t own_polygons_;
    Encloses encloses_;
    std::shared_ptr<Polyhedron::Data> data_;
    std::shared_ptr<FaceTreeHolder> trees_ = std::make_shared<FaceTreeHolder>();
    double largest_coordinate_ = 0;
    double moved_ = 0;                       // how far vertices were, by welding short edges
    std::vector<std::uint32_t> stands_for_;  // per vertex of the mesh
    Faces faces_;                            // corners are vertices of the mesh
    /// A polygon without area.
    struct Sliver {
        std::vector<std::uint32_t> outline;
        bool own;
        friend auto operator<=>(const Sliver&, const Sliver&) = default;
    };
    std::vector<Sliver> slivers_;
    std::vector<LooseEdge> loose_;                     // their sides
    Faces pieces_;                                     // what the faces were before merging
    std::vector<std::vector<std::uint32_t>> members_;  // per whole face: which of the pieces
    /// A face that was cut for its many corners. Its pieces lie in its plane: their own few corners
    /// may be almost on one line, and would tell another.
    struct CutFace {
        std::uint32_t whole;
        Plane plane;
    };
    std::vector<CutFace> cut_;           // in ascending order
    std::vector<std::uint32_t> wholes_;  // per face: which one before large ones were cut. Empty
                                         // where none was cut and none was merged
    int steps_done_ = 0;

    void report_progress() {
        ++steps_done_;
        if (options_.progress) options_.progress(steps_done_ / 11.0);
    }

    // ---- check ---------------------------------------------------------------------------------

    Result<void> check() {
        if (mesh_.vertices.size() > most || mesh_.corners.size() > most) {
            return fail(ErrorCode::bad_mesh, "more than 2^30 vertices or corners; split the mesh");
        }
        if (mesh_.vertices.empty()) {
            return fail(ErrorCode::bad_mesh,
                        "no face and no point; a shape needs at least one vertex");
        }
        if (Result<void> fine = check_options(); !fine) return fine;
        if (Result<void> fine = check_vertices(); !fine) return fine;
        return check_polygons();
    }

    Result<void> check_options() const {
        if (options_.weld == Weld::within &&
            !(options_.weld_distance >= 0 && std::isfinite(options_.weld_distance))) {
            return fail(ErrorCode::bad_argument, "must be a finite length of at least 0",
                        "weld_distance");
        }
        if (options_.weld != Weld::within && options_.weld_distance != 0) {
            return fail(ErrorCode::bad_argument, "has a meaning with Weld::within only",
                        "weld_distance");
        }
        if (options_.merge_coplanar &&
            !(*options_.merge_coplanar >= 0 && *options_.merge_coplanar <= 0.01)) {
            return fail(ErrorCode::bad_argument, "must be a share of the extent from 0 to 0.01",
                        "merge_coplanar");
        }
        return {};
    }

    Result<void> check_vertices() {
        for (std::size_t v = 0; v < mesh_.vertices.size(); ++v) {
            for (int axis = 0; axis < 3; ++axis) {
                const double x = std::abs(mesh_.vertices[v][axis]);
                // Written so that NaN fails it.
                if (!(x <= tolerance::largest_coordinate)) return bad_coordinate(v, axis);
                largest_coordinate_ = std::max(largest_coordinate_, x);
            }
        }
        if (options_.weld == Weld::within && options_.weld_distance > 0 &&
            !(largest_coordinate_ / options_.weld_distance < 0x1p52)) {
            return fail(ErrorCode::bad_argument,
                        "is below the rounding of the coordinates; weld identical ones instead",
                        "weld_distance");
        }
        return {};
    }

    [[nodiscard]] Result<void> bad_coordinate(std::size_t v, int axis) const {
        const bool finite = std::isfinite(mesh_.vertices[v][axis]);
        return fail(ErrorCode::bad_mesh,
                    std::string(1, "xyz"[axis]) +
                        (finite ? " is beyond 2^300 (2e90); use a larger unit of length"
                                : " is not a finite number; remove or repair the vertex"),
                    name_of("vertex", v));
    }

    [[nodiscard]] Result<void> check_polygons() const {
        std::uint32_t begin = 0;
        for (std::size_t i = 0; i < mesh_.polygon_count(); ++i) {
            const std::uint32_t end = mesh_.polygon_ends[i];
            if (end < begin || end > mesh_.corners.size()) {
                return fail(ErrorCode::bad_mesh, "polygon_ends must ascend within the corners",
                            name_of("face", i));
            }
            if (end - begin < 3) {
                return fail(ErrorCode::bad_mesh,
                            "has fewer than three corners; remove it or give it three",
                            name_of("face", i));
            }
            for (std::uint32_t c = begin; c < end; ++c) {
                if (mesh_.corners[c] < mesh_.vertices.size()) continue;
                return fail(ErrorCode::bad_mesh,
                            "refers to vertex " + std::to_string(mesh_.corners[c]) +
                                ", but there are " + std::to_string(mesh_.vertices.size()) +
                                "; check the indices",
                            name_of("face", i));
            }
            begin = end;
        }
        if (begin != mesh_.corners.size()) {
            return fail(ErrorCode::bad_mesh,
                        "corners after the last polygon; polygon_ends is too short",
                        "polygon_ends");
        }
        return {};
    }

    // ---- weld ----------------------------------------------------------------------------------

    Result<void> weld() {
        stands_for_ = weld_vertices(mesh_.vertices, options_.weld, options_.weld_distance);
        for (std::uint32_t v = 0; v < stands_for_.size(); ++v) {
            data_->report.welded_vertices += stands_for_[v] != v ? 1U : 0U;
        }
        if (options_.weld == Weld::none) return {};
        data_->report.close_vertices = weld_short_edges(mesh_, one_corner(), stands_for_);
        if (data_->report.close_vertices > 0) moved_ = one_corner();
        return {};
    }

    /// How far apart vertices are that are one but for rounding. Of a mesh that is itself not much
    /// larger than the rounding of its place, nothing is left out.
    [[nodiscard]] double one_corner() const {
        Box box;
        for (const Vector3d& p : mesh_.vertices) box.add(p);
        return std::min(tolerance::one_corner * largest_coordinate_,
                        0x1p-30 * stable_length(box.size()));
    }

    // ---- cut into convex faces -----------------------------------------------------------------

    Result<void> cut_faces() {
        faces_.corners.reserve(mesh_.corners.size());
        faces_.begins.reserve(mesh_.polygon_count() + 1);
        faces_.sources.reserve(mesh_.polygon_count());
        std::vector<std::uint32_t> loop;
        for (std::uint32_t i = 0; i < mesh_.polygon_count(); ++i) {
            loop.clear();
            for (const std::uint32_t v : mesh_.polygon(i)) {
                const std::uint32_t w = stands_for_[v];
                if (loop.empty() || loop.back() != w) loop.push_back(w);
            }
            while (loop.size() > 1 && loop.front() == loop.back()) loop.pop_back();
            const std::size_t repeated = mesh_.polygon(i).size() - loop.size();
            if (Result<void> done = add_face(i, loop, repeated); !done) return done;
        }
        if (mesh_.polygon_count() > 0 && faces_.size() == 0) {
            return fail(
                ErrorCode::bad_mesh,
                "every face has zero area; check the unit, the weld distance and the corners");
        }
        return {};
    }

    Result<void> add_face(std::uint32_t source, Loop loop, std::size_t repeated) {
        BuildReport& report = data_->report;
        const Positions positions = mesh_.vertices;
        if (loop.size() < 3 || has_zero_area(positions, loop)) {
            ++report.zero_area_faces;
            if (loop.size() >= 3) {  // fewer go there and back: they join nothing
                slivers_.push_back({{loop.begin(), loop.end()}, source < own_polygons_});
                start_at_lowest(slivers_.back().outline);
            }
            return {};
        }
        report.repeated_corners += static_cast<std::uint32_t>(repeated);
        if (loop.size() == 3) {
            faces_.add(loop, source);
            return {};
        }
        const double tolerance = tolerance::planarity * largest_coordinate_;
        const Plane plane = fit_plane(positions, loop);
        const bool planar = plane_deviation(plane, positions, loop) <= tolerance;
        if (planar && is_convex(plane, positions, loop)) {
            faces_.add(loop, source);
            return {};
        }
        const SplitResult split = split_polygon(positions, loop, source, tolerance, faces_);
        ++(split.planar ? report.split_nonconvex : report.split_nonplanar);
        report.self_crossing += split.self_crossing ? 1U : 0U;
        return {};
    }

    // ---- merge ---------------------------------------------------------------------------------

    Result<void> merge_faces() {
        if (!options_.merge_coplanar || faces_.size() == 0) return {};
        Box box;
        for (const std::uint32_t v : faces_.corners) box.add(mesh_.vertices[v]);
        // What is coplanar but for rounding is merged in any case.
        const double tolerance = std::max(*options_.merge_coplanar * stable_length(box.size()),
                                          tolerance::planarity * largest_coordinate_);
        pieces_ = faces_;
        members_ = merge_convex(mesh_.vertices, faces_, tolerance);
        data_->report.merged_faces = static_cast<std::uint32_t>(pieces_.size() - faces_.size());
        return {};
    }

    /// Of faces that were cut from one, the first has the list for all of them.
    void keep_pieces() {
        Polyhedron::Data& d = *data_;
        d.face_piece_begins.assign(1, 0);
        d.piece_begins.assign(1, 0);
        for (std::size_t f = 0; f < wholes_.size(); ++f) {
            if (begins_whole(f)) keep_members(members_[wholes_[f]]);
            d.face_piece_begins.push_back(static_cast<std::uint32_t>(d.piece_sources.size()));
        }
    }

    void keep_members(std::span<const std::uint32_t> members) {
        Polyhedron::Data& d = *data_;
        for (const std::uint32_t m : members) {
            for (const std::uint32_t v : pieces_[m]) d.piece_points.push_back(mesh_.vertices[v]);
            d.piece_begins.push_back(static_cast<std::uint32_t>(d.piece_points.size()));
            d.piece_sources.push_back(pieces_.sources[m]);
        }
    }

    // ---- cut faces of many corners -------------------------------------------------------------

    Result<void> cut_large_faces() {
        if (!members_.empty()) {
            wholes_.resize(faces_.size());
            std::iota(wholes_.begin(), wholes_.end(), 0U);
        }
        const auto is_large = [&](std::size_t f) {
            return faces_.begins[f + 1] - faces_.begins[f] > most_corners_of_face;
        };
        std::uint32_t f = 0;
        while (f < faces_.size() && !is_large(f)) ++f;
        if (f == faces_.size()) return {};
        Faces small;
        wholes_.clear();
        for (f = 0; f < faces_.size(); ++f) {
            if (!is_large(f) || !cut_large_face(f, small)) small.add(faces_[f], faces_.sources[f]);
            wholes_.resize(small.size(), f);
        }
        faces_ = std::move(small);
        return {};
    }

    bool cut_large_face(std::uint32_t f, Faces& small) {
        const Plane plane = fit_plane(mesh_.vertices, faces_[f]);
        if (!cut_convex_polygon(mesh_.vertices, plane, faces_[f], faces_.sources[f], small)) {
            return false;
        }
        cut_.push_back({f, plane});
        ++data_->report.split_large;
        return true;
    }

    /// Whether this is the first of the faces that one was cut into.
    [[nodiscard]] bool begins_whole(std::size_t f) const {
        return f == 0 || wholes_[f] != wholes_[f - 1];
    }

    /// The plane of the face that this one was cut from, or null.
    [[nodiscard]] const Plane* plane_before_cut(std::size_t f) const {
        if (cut_.empty()) return nullptr;
        const auto found = std::ranges::lower_bound(cut_, wholes_[f], {}, &CutFace::whole);
        return found != cut_.end() && found->whole == wholes_[f] ? &found->plane : nullptr;
    }

    // ---- vertices in use -----------------------------------------------------------------------

    Result<void> keep_used_vertices() {
        Polyhedron::Data& d = *data_;
        const std::size_t count = mesh_.vertices.size();
        std::vector<std::uint32_t> renumbered(count, nobody);
        std::vector<std::uint8_t> merged_away(members_.empty() ? 0 : count, 0);
        for (const std::uint32_t v : pieces_.corners) merged_away[v] = 1;
        if (faces_.size() == 0) {  // points
            for (std::uint32_t v = 0; v < count; ++v)
                renumbered[v] = stands_for_[v] == v ? 0 : nobody;
        }
        for (const std::uint32_t v : faces_.corners) renumbered[v] = 0;
        const auto used = static_cast<std::size_t>(
            std::ranges::count_if(renumbered, [](std::uint32_t v) { return v != nobody; }));
        d.positions.reserve(used);
        d.vertex_sources.reserve(used);
        for (std::uint32_t v = 0; v < count; ++v) {
            if (renumbered[v] != nobody) {
                renumbered[v] = static_cast<std::uint32_t>(d.positions.size());
                d.positions.push_back(mesh_.vertices[v]);
                d.vertex_sources.push_back(v);
            } else if (!merged_away.empty() && merged_away[v] != 0) {
                ++d.report.merged_vertices;
            } else if (stands_for_[v] == v) {
                ++d.report.unused_vertices;
            }
        }
        d.corners.reserve(faces_.corners.size());
        for (const std::uint32_t v : faces_.corners) d.corners.emplace_back(renumbered[v]);
        list_loose_edges(renumbered);
        d.face_begins = std::move(faces_.begins);
        d.face_sources = std::move(faces_.sources);
        return {};
    }

    /// The sides of the slivers, each sliver once however often it is repeated.
    void list_loose_edges(std::span<const std::uint32_t> renumbered) {
        std::ranges::sort(slivers_);
        slivers_.erase(std::ranges::unique(slivers_).begin(), slivers_.end());
        // A vertex of slivers alone gets a number that no other has: it joins nothing.
        const auto number = [&](std::uint32_t v) {
            return renumbered[v] == nobody ? nobody - v : renumbered[v];
        };
        for (const auto& [outline, own] : slivers_) {
            for (std::size_t i = 0; i < outline.size(); ++i) {
                loose_.push_back(
                    {number(outline[i]), number(outline[(i + 1) % outline.size()]), own});
            }
        }
    }

    // ---- edges ---------------------------------------------------------------------------------

    Result<void> match() {
        count_own_faces();
        const std::size_t open = match_edges(*data_, loose_);
        const std::vector<FaceIndex> repeated = repeated_faces(*data_);
        if (!repeated.empty()) match_without(repeated, open);
        link_vertices(*data_);
        return {};
    }

    /// Sources ascend.
    void count_own_faces() {
        const auto& sources = data_->face_sources;
        const auto end = std::ranges::lower_bound(sources, own_polygons_);
        data_->own_faces = static_cast<std::uint32_t>(end - sources.begin());
    }

    /// Leaves out repeated faces, unless they are needed: where two solids that overlap share a
    /// face, each is closed by its own, and without one of them neither would be. `open`: how many
    /// edges are, with all of them.
    void match_without(std::span<const FaceIndex> repeated, std::size_t open) {
        const Polyhedron::Data with_all = *data_;
        auto wholes_of_all = wholes_;
        drop_faces(repeated);
        count_own_faces();
        if (match_edges(*data_, loose_) > open) {
            *data_ = with_all;
            wholes_ = std::move(wholes_of_all);
            return;
        }
        data_->report.duplicate_faces = static_cast<std::uint32_t>(repeated.size());
    }

    /// Removes faces, given in ascending order; their vertices stay, for the first of them has the
    /// same.
    void drop_faces(std::span<const FaceIndex> dropped) {
        Polyhedron::Data& d = *data_;
        Faces kept;
        std::vector<std::uint32_t> kept_wholes, loop;
        auto next = dropped.begin();
        for (std::uint32_t f = 0; f < d.face_sources.size(); ++f) {
            if (next != dropped.end() && next->value == f) {
                ++next;
                continue;
            }
            loop.clear();
            for (std::uint32_t c = d.face_begins[f]; c < d.face_begins[f + 1]; ++c) {
                loop.push_back(d.corners[c].value);
            }
            kept.add(loop, d.face_sources[f]);
            if (!wholes_.empty()) kept_wholes.push_back(wholes_[f]);
        }
        d.face_begins = std::move(kept.begins);
        d.face_sources = std::move(kept.sources);
        d.corners.clear();
        for (const std::uint32_t v : kept.corners) d.corners.emplace_back(v);
        wholes_ = std::move(kept_wholes);
    }

    // ---- planes --------------------------------------------------------------------------------

    /// Written so that what is not a number would stay, and be seen.
    void widen_deviation(double deviation) {
        if (!(deviation <= data_->plane_deviation)) data_->plane_deviation = deviation;
    }

    Result<void> fit_planes() {
        Polyhedron::Data& d = *data_;
        const std::size_t faces = d.face_sources.size();
        d.planes.reserve(faces);
        std::vector<std::uint32_t> loop;
        for (std::size_t f = 0; f < faces; ++f) {
            loop.clear();
            for (std::uint32_t c = d.face_begins[f]; c < d.face_begins[f + 1]; ++c) {
                loop.push_back(d.corners[c].value);
            }
            const Plane* before_cut = plane_before_cut(f);
            d.planes.push_back(before_cut != nullptr ? *before_cut : fit_plane(d.positions, loop));
            widen_deviation(plane_deviation(d.planes[f], d.positions, loop));
            if (members_.empty() || !begins_whole(f)) continue;
            for (const std::uint32_t m : members_[wholes_[f]]) {
                widen_deviation(plane_deviation(d.planes[f], mesh_.vertices, pieces_[m]));
            }
        }
        if (!members_.empty()) keep_pieces();
        return {};
    }

    /// As of one_corner: not of a mesh as small as its rounding, all of which would be thin.
    [[nodiscard]] double thin_width() const {
        Box box;
        for (const Vector3d& p : data_->positions) box.add(p);
        return std::min(tolerance::thin * largest_coordinate_, 0x1p-27 * stable_length(box.size()));
    }

    // ---- kinds and measures --------------------------------------------------------------------

    Result<void> classify() {
        classify_edges(*data_, wholes_);
        list_thin_edges(*data_, thin_width());
        classify_vertices(*data_);
        return {};
    }

    Result<void> measure() {
        Polyhedron::Data& d = *data_;
        if (d.own_faces == d.planes.size()) {
            for (const Vector3d& p : d.positions) d.box.add(p);
        } else {
            for (std::uint32_t c = 0; c < d.face_begins[d.own_faces]; ++c) {
                d.box.add(d.positions[d.corners[c].value]);
            }
        }
        d.extent = stable_length(d.box.size());
        const Vector3d farthest = d.box.lower.cwiseAbs().cwiseMax(d.box.upper.cwiseAbs());
        d.error_bound = moved_ + d.plane_deviation + tolerance::placing * stable_length(farthest);
        d.volume = d.is_solid() ? signed_volume() : 0;
        return {};
    }

    Result<void> decide_sides() {
        Polyhedron::Data& d = *data_;
        BuildReport& report = d.report;
        d.sides = options_.sides;
        if (options_.sides != Sides::automatic) return {};
        d.sides = Sides::both;
        report.sides_reason = SidesReason::open;
        if (!d.is_sealed()) return {};
        report.sides_reason = SidesReason::unproven;
        if (options_.weld == Weld::none && has_twins()) return {};
        const SidesProof proof = prove_front_sides(d, trees_->boxes(d), encloses_);
        if (proof.reason == SidesReason::proven) d.sides = Sides::front;
        report.sides_reason = proof.reason;
        for (std::size_t i = 0; i < 2 && !proof.faces[i].is_none(); ++i) {
            report.sides_faces[i] = d.face_sources[proof.faces[i].value];
        }
        return {};
    }

    /// Whether two vertices are at one place: edges that are one are then not known as such.
    [[nodiscard]] bool has_twins() const {
        const auto first = weld_vertices(data_->positions, Weld::identical, 0);
        for (std::uint32_t v = 0; v < first.size(); ++v) {
            if (first[v] != v) return true;
        }
        return false;
    }

    [[nodiscard]] double signed_volume() const {
        const Polyhedron::Data& d = *data_;
        const Vector3d centre = d.box.centre();  // near by, or the terms would dwarf the sum
        double six_volumes = 0;
        for (std::size_t f = 0; f < d.planes.size(); ++f) {
            const std::uint32_t begin = d.face_begins[f];
            const Vector3d a = d.positions[d.corners[begin].value] - centre;
            for (std::uint32_t c = begin + 1; c + 1 < d.face_begins[f + 1]; ++c) {
                const Vector3d b = d.positions[d.corners[c].value] - centre;
                const Vector3d e = d.positions[d.corners[c + 1].value] - centre;
                six_volumes += a.dot(b.cross(e));
            }
        }
        return six_volumes / 6;
    }
};

}  // namespace

Result<Polyhedron> build_among_neighbours(const Mesh& mesh, std::uint32_t own_polygons,
                                          const BuildOptions& options) {
    return Builder(mesh, options, own_polygons, Encloses::air).run();
}

}  // namespace swept::shape_detail

namespace swept {

using namespace shape_detail;

Result<Polyhedron> Polyhedron::build(const Mesh& mesh, const BuildOptions& options) {
    return Builder(mesh, options, nobody, Encloses::matter).run();
}

}  // namespace swept
