#include "dynamics/touches.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "dynamics/manifold.h"
#include "dynamics/pairs.h"
#include "math/boxes.h"

namespace swept {

using Eigen::Vector3d;

namespace {

/// A number for the features of a contact. Two that share one would only take over an impulse that
/// is not theirs, which the solution mends.
std::uint64_t feature_of(const Contact& contact) {
    std::uint64_t made = static_cast<std::uint64_t>(contact.kind) + 1;
    for (const ContactFeature* side : {&contact.mover, &contact.obstacle}) {
        if (side->vertex_count == 0) made = made * 0x9e3779b97f4a7c15 + side->face_index.value + 1;
        for (std::uint8_t i = 0; i < side->vertex_count; ++i) {
            made = made * 0x9e3779b97f4a7c15 + side->vertex_indices[i].value + 1;
        }
    }
    return made;
}

auto order_of(const Touch& t) {
    return std::tuple(t.a, t.b, t.feature);
}

/// Calls see(normal) for every face around a feature of a placed shape, in world.
template <class See>
void each_normal(const Polyhedron& shape, const Pose& pose, const ContactFeature& feature,
                 const See& see) {
    if (feature.vertex_count == 0) return see(feature.face_normal);
    const Eigen::Matrix3d turn = pose.rotation_matrix();
    for (const EdgeIndex edge : shape.edges_of(feature.vertex_indices[0])) {
        if (feature.vertex_count == 2) {
            const auto ends = shape.ends(edge);
            const VertexIndex other = feature.vertex_indices[1];
            if (ends[0] != other && ends[1] != other) continue;
        }
        for (const FaceIndex face : shape.faces_of(edge)) see(turn * shape.plane(face).normal);
    }
}

/// Between an edge or vertex and what is as close as the skin, the way shows where within the skin
/// they are, and not how the surfaces lie: the normal is that of the face next to it that looks
/// that way, if one does. Else bricks that slide past each other by less than a skin would push
/// each other aside.
Vector3d steady_normal(const Contact& contact, const BodyRecord& a, const BodyRecord* b,
                       double skin) {
    Vector3d best = contact.normal;
    double most = 0.97;  // 14 degrees
    const auto offer = [&](const Vector3d& n) {
        const double along = n.dot(contact.normal);
        if (along <= most || (n - along * contact.normal).norm() * contact.separation > 2 * skin) {
            return;
        }
        most = along;
        best = n;
    };
    each_normal(a.body.shape, a.pose, contact.mover, [&](const Vector3d& n) { offer(-n); });
    if (b != nullptr) each_normal(b->body.shape, b->pose, contact.obstacle, offer);
    if (b == nullptr) offer(contact.obstacle.face_normal);  // of a room
    return best;
}

Touch touch_of(const Contact& contact, const BodyRecord& a) {
    Touch made;
    made.point = contact.point + contact.normal * (contact.separation / 2);
    made.normal = contact.normal;
    made.separation = contact.separation;
    made.feature = feature_of(contact);
    made.friction = a.body.friction;
    made.restitution = a.body.restitution;
    return made;
}

}  // namespace

double TouchFinder::reach(std::uint32_t a, std::uint32_t b, double time) const {
    const BodyRecord& p = bodies_[a];
    double speed = p.spin.norm() * p.radius, size = p.body.shape.extent();
    Vector3d velocity = p.velocity;
    if (b != no_body) {
        const BodyRecord& q = bodies_[b];
        speed += q.spin.norm() * q.radius;
        velocity -= q.velocity;
        size = std::min(size, q.body.shape.extent());
    }
    return near() + std::min((velocity.norm() + speed) * time, size / 20);
}

bool TouchFinder::may_touch(std::uint32_t a, std::uint32_t b, double reach) const {
    const BodyRecord &p = bodies_[a], &q = bodies_[b];
    return (p.body.mask & q.body.mask) != 0 && (p.dynamic() || q.dynamic()) &&
           math_detail::boxes_meet(p.box, q.box, reach) && !joints_.joined(a, b);
}

Vector3d& TouchFinder::direction(std::uint32_t a, std::uint32_t b) {
    const auto [at, fresh] = directions_.try_emplace(std::uint64_t{a} << 32 | b);
    if (fresh) {
        const Vector3d apart = bodies_[a].centre - bodies_[b].centre;
        at->second = apart.isZero(0) ? Vector3d(Vector3d::UnitZ()) : apart.normalized();
    }
    return at->second;
}

void TouchFinder::pair(std::uint32_t a, std::uint32_t b, double reach, std::vector<Touch>& found) {
    const BodyRecord &p = bodies_[a], &q = bodies_[b];
    if (p.hull->convex() && q.hull->convex()) {
        const std::size_t first = found.size();
        add_manifold(p, q, reach, skin_, direction(a, b), found);
        for (std::size_t i = first; i < found.size(); ++i) {
            found[i].a = a;
            found[i].b = b;
        }
        return;
    }
    ContactOptions options;
    options.reduced = true;
    options.tolerance = ContactTolerance::within(reach).value_or(ContactTolerance());
    options.scratch = &scratch_;
    find_contacts({p.body.shape, p.pose}, {q.body.shape, q.pose}, options, set_);
    for (const Contact& contact : set_.contacts) {
        Touch made = touch_of(contact, p);
        made.a = a;
        made.b = b;
        made.normal = steady_normal(contact, p, &q, skin_);
        made.friction = std::sqrt(p.body.friction * q.body.friction);
        made.restitution = std::max(p.body.restitution, q.body.restitution);
        found.push_back(made);
    }
}

void TouchFinder::rooms(std::uint32_t a, double reach, std::vector<Touch>& found) {
    if (!world_) return;
    const BodyRecord& p = bodies_[a];
    ContactOptions options;
    options.reduced = true;
    options.filter = {.mask = p.body.mask, .bodies = false};
    options.scratch = &scratch_;
    options.tolerance = ContactTolerance::within(reach).value_or(ContactTolerance());
    const WorldContactSet set = swept::contacts({p.body.shape, p.pose}, *world_, options);
    for (const InWorld<Contact>& contact : set.contacts) {
        Touch made = touch_of(contact.result, p);
        made.a = a;
        made.normal = steady_normal(contact.result, p, nullptr, skin_);
        made.collider = contact.collider;
        found.push_back(made);
    }
}

void refresh(std::vector<Touch>& touches, const Bodies& bodies, TouchFinder& finder, double time) {
    const auto rests = [&](std::uint32_t i) { return i == no_body || !bodies[i].moves(); };
    std::vector<Touch> found;
    for (const Touch& t : touches) {
        if (rests(t.a) && rests(t.b)) found.push_back(t);
    }
    double room = finder.near();  // the largest reach there is
    for (const BodyRecord& body : bodies) {
        if (!body.moves()) continue;
        const double way = 2 * (body.velocity.norm() + body.spin.norm() * body.radius) * time;
        room = std::max(room, finder.near() + std::min(way, body.body.shape.extent() / 20));
    }
    each_pair(bodies, room, [&](std::uint32_t a, std::uint32_t b) {
        if (rests(a) && rests(b)) return;
        const double reach = finder.reach(a, b, time);
        if (finder.may_touch(a, b, reach)) finder.pair(a, b, reach, found);
    });
    for (std::uint32_t a = 0; a < bodies.size(); ++a) {
        if (bodies[a].dynamic() && !rests(a)) {
            finder.rooms(a, finder.reach(a, no_body, time), found);
        }
    }
    std::ranges::stable_sort(found, {}, order_of);
    auto before = touches.begin();  // sorted, for it was made here
    for (Touch& t : found) {
        while (before != touches.end() && order_of(*before) < order_of(t)) ++before;
        if (before == touches.end()) break;
        if (order_of(*before) != order_of(t)) continue;
        t.impulse = before->impulse;
        t.rub = before->rub - before->rub.dot(t.normal) * t.normal;
    }
    touches = std::move(found);
}

}  // namespace swept
