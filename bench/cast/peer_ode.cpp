// ODE: a ray against a mesh, the closest hit. Its own arithmetic is in double, its trees and the
// triangles in them in single precision. It casts no spheres.

#include "peer.h"

namespace swept::bench {
bool has_ode() {
    return SWEPT_PEER_ODE != 0;
}
}  // namespace swept::bench

#if SWEPT_PEER_ODE
#include "../common/ode.h"

namespace swept::bench {

namespace {

class OdeRays final : public CastPeer {
   public:
    OdeRays(const Soup& soup, double extent) : soup_(soup), leaving_(leaving_factor(extent)) {
        start_ode();
        data_ = dGeomTriMeshDataCreate();
        // ODE keeps pointers into these arrays.
        dGeomTriMeshDataBuildDouble(data_, soup_.points.data(), sizeof(soup_.points[0]),
                                    static_cast<int>(soup_.points.size()), soup_.triangles.data(),
                                    static_cast<int>(3 * soup_.triangles.size()),
                                    sizeof(soup_.triangles[0]));
        mesh_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
        ray_ = dCreateRay(nullptr, 1);
        dGeomRaySetFirstContact(ray_, 0);
        dGeomRaySetBackfaceCull(ray_, 0);
        dGeomRaySetClosestHit(ray_, 1);
    }

    ~OdeRays() override {
        dGeomDestroy(ray_);
        dGeomDestroy(mesh_);
        dGeomTriMeshDataDestroy(data_);
    }

    OdeRays(const OdeRays&) = delete;
    OdeRays& operator=(const OdeRays&) = delete;

    void cast(std::span<const Way> ways, Reach reach, std::span<PeerHit> hits) override {
        for (std::size_t i = 0; i < ways.size(); ++i) hits[i] = cast(ways[i], reach);
    }

   private:
    PeerHit cast(const Way& way, Reach reach) {
        const Eigen::Vector3d from = from_of(way), vector = vector_of(way);
        const double length = vector.norm();
        dGeomRaySet(ray_, from.x(), from.y(), from.z(), vector.x(), vector.y(), vector.z());
        dGeomRaySetLength(ray_, reach == Reach::segment ? length : length * leaving_);
        dContactGeom contact;
        if (dCollide(ray_, mesh_, 1, &contact, sizeof(contact)) == 0) return {};
        return {contact.depth / length, static_cast<std::uint32_t>(contact.side2)};
    }

    Soup soup_;
    double leaving_;
    dTriMeshDataID data_;
    dGeomID mesh_;
    dGeomID ray_;
};

}  // namespace

std::unique_ptr<CastPeer> ode_rays(const Soup& soup, double extent) {
    return std::make_unique<OdeRays>(soup, extent);
}

}  // namespace swept::bench

#else

namespace swept::bench {
std::unique_ptr<CastPeer> ode_rays(const Soup& /*soup*/, double /*extent*/) {
    return nullptr;
}
}  // namespace swept::bench

#endif
