#include "tests/determinism/hash.h"

namespace swept::determinism {

void Hash::add(const Error& error) {
    count(false);
    add(error.code);
    add(std::string_view(error.what));
    add(std::string_view(error.where));
}

void Hash::add(const Pose& pose) {
    add(pose.translation());
    for (const double x :
         {pose.rotation().w(), pose.rotation().x(), pose.rotation().y(), pose.rotation().z()})
        add(x);
}

void Hash::add(const Motion& motion) {
    add(motion.index());
    if (const auto* way = std::get_if<Translation>(&motion)) return add(way->vector());
    const auto turn = [&](const auto& of) {
        add(of.origin());
        add(of.axis());
        add(of.angle());
    };
    if (const auto* rotation = std::get_if<Rotation>(&motion)) return turn(*rotation);
    turn(std::get<Screw>(motion));
    add(std::get<Screw>(motion).advance());
}

void Hash::add(const Sphere& ball) {
    add(ball.centre);
    add(ball.radius);
}

void Hash::add(const SphereSet& spheres) {
    for (const Sphere& ball : spheres.spheres()) add(ball);
}

void Hash::add(const Mesh& mesh) {
    add(mesh.vertices);
    add(mesh.corners);
    add(mesh.polygon_ends);
}

void Hash::add(const Polyhedron& shape) {
    count(true);
    add(shape.mesh());
    for (std::uint32_t i = 0; i < shape.face_count(); ++i) {
        const FaceIndex face(i);
        add(shape.plane(face).normal);
        add(shape.plane(face).offset);
        add(shape.source_face(face));
        for (const EdgeIndex edge : shape.edges_of(face)) add(edge);
    }
    for (std::uint32_t i = 0; i < shape.edge_count(); ++i) {
        const EdgeIndex edge(i);
        add(shape.ends(edge));
        add(shape.kind(edge));
        add(shape.is_internal(edge));
        add(shape.owner(edge));
        for (const FaceIndex face : shape.faces_of(edge)) add(face);
    }
    for (std::uint32_t i = 0; i < shape.vertex_count(); ++i) {
        const VertexIndex vertex(i);
        add(shape.source_vertex(vertex));
        add(shape.is_internal(vertex));
        add(shape.owner(vertex));
    }
    for (const double number : {shape.extent(), shape.plane_deviation(), shape.error_bound()})
        add(number);
    add(shape.is_closed());
    add(shape.is_oriented());
    add(shape.sides());
    add(shape.volume());
    const BuildReport& r = shape.report();
    for (const std::uint32_t count :
         {r.welded_vertices, r.close_vertices, r.unused_vertices, r.repeated_corners,
          r.zero_area_faces, r.duplicate_faces, r.split_nonconvex, r.split_nonplanar,
          r.self_crossing, r.merged_faces, r.merged_vertices}) {
        add(count);
    }
}

void Hash::add(const papers::zachmann::Statistics& statistics) {
    count(true);
    add(statistics.orientations);
    add(statistics.builder);
    add(statistics.nodes);
    add(statistics.leaves);
    add(statistics.leaves_at_depth);
    for (const double x : {statistics.total_volume, statistics.balance, statistics.sibling_overlap})
        add(x);
}

void Hash::add(const FacePair& pair) {
    add(pair.a);
    add(pair.b);
}

void Hash::add(const Witness& witness) {
    add(witness.faces);
    add(witness.indices);
    add(witness.point);
}

void Hash::add(const OverlapResult& result) {
    count(result.relation != Relation::separate);
    add(result.relation);
    add(result.state != State::undecided);
    add(result.witness);
    add(result.contained);
    add(result.stats.volume_tests);
    add(result.stats.face_tests);
}

void Hash::add(const ContactFeature& feature) {
    add(feature.face);
    add(feature.vertex_count);
    add(feature.vertices);
    add(feature.edge_kind);
    add(feature.face_normal);
    add(feature.face_index);
    add(feature.vertex_indices);
}

void Hash::add(const Contact& contact) {
    add(contact.kind);
    add(contact.point);
    add(contact.normal);
    add(contact.separation);
    add(contact.mover);
    add(contact.obstacle);
}

void Hash::add(const ContactSet& set) {
    count(!set.contacts.empty());
    add(set.relation);
    add(set.contacts);
    add(set.witness);
    add(set.contained);
    add(set.tolerance);
    add(set.margin);
    for (const std::uint64_t n :
         {set.stats.volume_tests, set.stats.face_pairs, set.stats.feature_pairs})
        add(n);
}

void Hash::add(const DistanceResult& result) {
    count(result.distance > 0);
    add(result.relation);
    add(result.distance);
    add(result.beyond);
    add(result.closest);
    add(result.points);
    add(result.witness);
    add(result.contained);
    for (const std::uint64_t n :
         {result.stats.volume_tests, result.stats.face_pairs, result.stats.feature_pairs}) {
        add(n);
    }
}

void Hash::add(const SweepStats& stats) {
    for (const std::uint64_t n :
         {stats.volume_tests, stats.face_pairs, stats.feature_pairs, stats.search_steps}) {
        add(n);
    }
}

void Hash::add(const SweepResult& result) {
    count(result.state == State::hit);
    add(result.start);
    add(result.state);
    add(result.free_fraction);
    add(result.end);
    add(result.contact);
    add(result.mover);
    add(result.obstacle);
    add(result.contained);
    add(result.margin);
    add(result.stats);
}

void Hash::add(const StepResult& result) {
    add(result.translation);
    add(result.rotation);
    add(result.end);
}

void Hash::add(const MutualSweepResult& result) {
    add(result.sweep);
    add(result.end_of_obstacle);
}

void Hash::add(const RelativeMotion& piece) {
    add(piece.begin);
    add(piece.end);
    add(piece.motion);
    add(piece.start);
    add(piece.deviation);
}

void Hash::add(const PathResult& result) {
    count(result.state == State::hit);
    add(result.start);
    add(result.state);
    add(result.segment);
    add(result.fraction);
    add(result.end);
    add(result.contact);
    add(result.part);
    add(result.obstacle);
    add(result.contained);
    add(result.margin);
    add(result.stats);
}

void Hash::add(const Collision& collision) {
    add(collision.fraction);
    add(collision.properness);
    add(collision.contact);
    add(collision.point_in_a);
}

void Hash::add(const CollisionResult& result) {
    add(result, 0);
}
void Hash::add(const papers::buss::ScreenResult& result) {
    add(result, result.pixel_records);
}
void Hash::add(const CollisionResult& result, std::uint64_t pixel_records) {
    count(!result.collisions.empty());
    add(result.collisions);
    add(result.motion);
    add(result.error_bound);
    const CollisionStats& s = result.stats;
    for (const std::uint64_t n :
         {s.volume_tests, s.faces, pixel_records, s.candidates, s.search_steps})
        add(n);
}

void Hash::add(const CastHit& hit) {
    add(hit.fraction);
    add(hit.point);
    add(hit.normal);
    add(hit.face);
    add(hit.face_index);
    add(hit.sphere);
    add(hit.feature);
    add(hit.side);
}

void Hash::add(const CastResult& result) {
    count(result.state == State::hit);
    add(result.hit);
    add(result.start);
    // As it was numbered when the answers were kept: a cast never overlaps.
    add(result.state == State::undecided ? 2 : static_cast<int>(result.state));
    add(result.error_bound);
}

void Hash::add(const PolygonLabel& label) {
    add(label.id);
    add(label.mask);
}

void Hash::add(const ColliderRef& collider) {
    add(collider.kind);
    add(collider.room);
    add(collider.polygon);
    add(collider.body);
}

void Hash::add(const InWorld<CastResult>& result) {
    add(result.result);
    add(result.collider);
}

void Hash::add(const InWorld<SweepResult>& result) {
    add(result.result);
    add(result.collider);
}

void Hash::add(const InWorld<PathResult>& result) {
    add(result.result);
    add(result.collider);
}

void Hash::add(const InWorld<Contact>& contact) {
    add(contact.result);
    add(contact.collider);
}

void Hash::add(const WorldContactSet& set) {
    count(!set.contacts.empty());
    add(set.relation);
    add(set.contacts);
    add(set.witness);
    add(set.collider);
    add(set.contained);
    add(set.tolerance);
    add(set.margin);
}

void Hash::add(const InWorld<DistanceResult>& result) {
    add(result.result);
    add(result.collider);
}

void Hash::add(const InWorld<OverlapResult>& result) {
    add(result.result);
    add(result.collider);
}

void Hash::add(const BodyPair& pair) {
    add(pair.a);
    add(pair.b);
}

void Hash::add(const StepContact& contact) {
    count(contact.state == State::hit);
    add(contact.state);
    add(contact.free_fraction);
    add(contact.mover);
    add(contact.obstacle);
    add(contact.contact);
}

void Hash::add(const EditReport& report) {
    count(true);
    add(report.version);
    add(report.changed);
    add(report.rejoined);
}

void Hash::add(const CarveResult& carving) {
    add(carving.rooms);
    add(carving.piece);
    add(carving.piece_labels);
    for (const CarveResult::Fragment& loose : carving.fragments) {
        add(loose.shape);
        add(loose.labels);
        add(loose.rooms);
    }
}

void Hash::add(const WorldSnapshot& world) {
    add(world.version());
    for (const RoomId room : world.rooms()) {
        const RoomPolygons polygons = world.polygons(room).value();
        add(room);
        add(polygons.mesh);
        add(polygons.labels);
    }
    for (const BodyId body : world.bodies()) {
        add(body);
        add(world.body(body)->world_from_body);
        add(world.body(body)->mask);
    }
    const WorldSnapshot::Seams seams = world.seams();
    add(seams.seam_edges);
    add(seams.open_edges);
    add(seams.closed);
}

void Hash::add(const StepReport& report) {
    count(report.hits > 0 || report.contacts > 0);
    for (const std::uint32_t number : {report.awake, report.contacts, report.hits, report.blocked})
        add(number);
    add(report.sweeps);
    add(report.lost);
}

void Hash::add(const BodyState& state) {
    add(state.world_from_body);
    add(state.centre);
    add(state.velocity);
    add(state.angular_velocity);
    add(state.asleep);
}

void Hash::add(const TouchReport& touch) {
    add(touch.a);
    add(touch.b);
    add(touch.point);
    add(touch.normal);
    add(touch.impulse);
}

}  // namespace swept::determinism
