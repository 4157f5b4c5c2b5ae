// ODE: two triangle meshes, one contact wanted.

#include "peer.h"

#if SWEPT_PEER_ODE
#include "../common/ode.h"

namespace swept::bench {

namespace {

class OdePeer final : public Peer {
   public:
    explicit OdePeer(const Soup& soup) : soup_(soup) {
        start_ode();
        data_ = dGeomTriMeshDataCreate();
        // ODE keeps pointers into these arrays.
        dGeomTriMeshDataBuildDouble(data_, soup_.points.data(), sizeof(soup_.points[0]),
                                    static_cast<int>(soup_.points.size()), soup_.triangles.data(),
                                    static_cast<int>(3 * soup_.triangles.size()),
                                    sizeof(soup_.triangles[0]));
        a_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
        b_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
    }

    ~OdePeer() override {
        dGeomDestroy(a_);
        dGeomDestroy(b_);
        dGeomTriMeshDataDestroy(data_);
    }

    OdePeer(const OdePeer&) = delete;
    OdePeer& operator=(const OdePeer&) = delete;

    bool collide(const Pose& world_from_a, const Pose& world_from_b) override {
        put(a_, world_from_a);
        put(b_, world_from_b);
        constexpr int one_contact = static_cast<int>(1U | CONTACTS_UNIMPORTANT);
        dContactGeom contact;
        return dCollide(a_, b_, one_contact, &contact, sizeof(contact)) > 0;
    }

   private:
    static void put(dGeomID geom, const Pose& pose) {
        const Eigen::Matrix3d r = pose.rotation_matrix();
        const Eigen::Vector3d& t = pose.translation();
        const dMatrix3 rows = {r(0, 0), r(0, 1), r(0, 2), 0,       r(1, 0), r(1, 1),
                               r(1, 2), 0,       r(2, 0), r(2, 1), r(2, 2), 0};
        dGeomSetRotation(geom, rows);
        dGeomSetPosition(geom, t.x(), t.y(), t.z());
    }

    Soup soup_;
    dTriMeshDataID data_;
    dGeomID a_;
    dGeomID b_;
};

}  // namespace

std::vector<PeerKind> ode_kinds() {
    return {{"ODE trimesh", [](const Soup& soup) { return std::make_unique<OdePeer>(soup); }}};
}

}  // namespace swept::bench

#else

namespace swept::bench {
std::vector<PeerKind> ode_kinds() {
    return {};
}
}  // namespace swept::bench

#endif
