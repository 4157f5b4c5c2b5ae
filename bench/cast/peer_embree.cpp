// Embree 3 in single precision. Its way of a ray is org + t dir; with dir the whole way, t is the
// fraction.

#include "peer.h"

namespace swept::bench {
bool has_embree() {
    return SWEPT_PEER_EMBREE != 0;
}
}  // namespace swept::bench

#if SWEPT_PEER_EMBREE
#include <embree3/rtcore.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include <limits>

#include "../common/cpu_clock.h"

namespace swept::bench {

namespace {

constexpr float endless = std::numeric_limits<float>::infinity();

float reach_of(Reach reach) {
    return reach == Reach::segment ? 1.0F : endless;
}

bool count_bytes(void* sum, ssize_t bytes, bool /*post*/) {
    *static_cast<ssize_t*>(sum) += bytes;
    return true;
}

/// While it lives, results too small for normal numbers become zero: Embree asks for it, for speed.
class DenormalsFlushed {
   public:
#ifdef __SSE__
    DenormalsFlushed() : before_(_mm_getcsr()) { _mm_setcsr(before_ | flush_to_zero | inputs_too); }
    ~DenormalsFlushed() { _mm_setcsr(before_); }
#else
    DenormalsFlushed() = default;
    ~DenormalsFlushed() = default;
#endif
    DenormalsFlushed(const DenormalsFlushed&) = delete;
    DenormalsFlushed& operator=(const DenormalsFlushed&) = delete;

   private:
    static constexpr unsigned flush_to_zero = 0x8000;
    static constexpr unsigned inputs_too = 0x0040;
    unsigned before_ = 0;
};

}  // namespace

class EmbreeScene {
   public:
    EmbreeScene(const Soup& soup, EmbreeQuality quality)
        : device_(rtcNewDevice("threads=1,set_affinity=0")), scene_(rtcNewScene(device_)) {
        for (const Eigen::Vector3d& p : soup.points) {
            for (int axis = 0; axis < 3; ++axis) points_.push_back(static_cast<float>(p[axis]));
        }
        points_.push_back(0);  // Embree reads sixteen bytes of the last vertex
        corners_ = soup.triangles;
        rtcSetDeviceMemoryMonitorFunction(device_, count_bytes, &bytes_);
        const RTCBuildQuality wanted =
            quality == EmbreeQuality::medium ? RTC_BUILD_QUALITY_MEDIUM : RTC_BUILD_QUALITY_HIGH;
        rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
        rtcSetSceneBuildQuality(scene_, wanted);
        attach_mesh(wanted, soup.points.size());
        commit();
    }
    ~EmbreeScene() {
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }
    EmbreeScene(const EmbreeScene&) = delete;
    EmbreeScene& operator=(const EmbreeScene&) = delete;

    [[nodiscard]] RTCScene scene() const { return scene_; }
    [[nodiscard]] const BuildCost& cost() const { return cost_; }

   private:
    void attach_mesh(RTCBuildQuality quality, std::size_t point_count) {
        RTCGeometry mesh = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
        rtcSetGeometryBuildQuality(mesh, quality);
        rtcSetSharedGeometryBuffer(mesh, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                   points_.data(), 0, 3 * sizeof(float), point_count);
        rtcSetSharedGeometryBuffer(mesh, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                   corners_.data(), 0, sizeof(corners_[0]), corners_.size());
        rtcCommitGeometry(mesh);
        rtcAttachGeometry(scene_, mesh);
        rtcReleaseGeometry(mesh);
    }

    void commit() {
        const ssize_t before = bytes_;
        cost_.seconds = cpu_seconds([&] { rtcCommitScene(scene_); });
        cost_.bytes = static_cast<std::size_t>(bytes_ - before);
    }

    ssize_t bytes_ = 0;
    std::vector<float> points_;
    std::vector<std::array<std::uint32_t, 3>> corners_;
    RTCDevice device_;
    RTCScene scene_;
    BuildCost cost_;
};

namespace {

class EmbreeSingle final : public CastPeer {
   public:
    explicit EmbreeSingle(std::shared_ptr<EmbreeScene> scene) : scene_(std::move(scene)) {}

    void cast(std::span<const Way> ways, Reach reach, std::span<PeerHit> hits) override {
        const DenormalsFlushed flushed;
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        const float far = reach_of(reach);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            RTCRayHit ray{};
            ray.ray.org_x = ways[i].from[0];
            ray.ray.org_y = ways[i].from[1];
            ray.ray.org_z = ways[i].from[2];
            ray.ray.dir_x = ways[i].vector[0];
            ray.ray.dir_y = ways[i].vector[1];
            ray.ray.dir_z = ways[i].vector[2];
            ray.ray.tfar = far;
            ray.ray.mask = ~0U;
            ray.hit.geomID = RTC_INVALID_GEOMETRY_ID;
            ray.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
            rtcIntersect1(scene_->scene(), &context, &ray);
            const bool hit = ray.hit.geomID != RTC_INVALID_GEOMETRY_ID;
            hits[i] = {double(ray.ray.tfar), hit ? ray.hit.primID : no_face};
        }
    }

   private:
    std::shared_ptr<EmbreeScene> scene_;
};

class EmbreePackets final : public CastPeer {
   public:
    explicit EmbreePackets(std::shared_ptr<EmbreeScene> scene) : scene_(std::move(scene)) {}

    void cast(std::span<const Way> ways, Reach reach, std::span<PeerHit> hits) override {
        const DenormalsFlushed flushed;
        RTCIntersectContext context;
        rtcInitIntersectContext(&context);
        for (std::size_t i = 0; i < ways.size(); i += 8) {
            const std::size_t count = std::min<std::size_t>(8, ways.size() - i);
            cast_packet(context, ways.subspan(i, count), reach_of(reach), hits.subspan(i, count));
        }
    }

   private:
    void cast_packet(RTCIntersectContext& context, std::span<const Way> ways, float far,
                     std::span<PeerHit> hits) {
        alignas(32) std::array<int, 8> valid{};
        alignas(32) RTCRayHit8 packet;
        for (std::size_t k = 0; k < ways.size(); ++k) {
            valid[k] = -1;
            packet.ray.org_x[k] = ways[k].from[0];
            packet.ray.org_y[k] = ways[k].from[1];
            packet.ray.org_z[k] = ways[k].from[2];
            packet.ray.dir_x[k] = ways[k].vector[0];
            packet.ray.dir_y[k] = ways[k].vector[1];
            packet.ray.dir_z[k] = ways[k].vector[2];
            packet.ray.tnear[k] = 0;
            packet.ray.tfar[k] = far;
            packet.ray.time[k] = 0;
            packet.ray.mask[k] = ~0U;
            packet.ray.id[k] = 0;
            packet.ray.flags[k] = 0;
            packet.hit.geomID[k] = RTC_INVALID_GEOMETRY_ID;
            packet.hit.instID[0][k] = RTC_INVALID_GEOMETRY_ID;
        }
        rtcIntersect8(valid.data(), scene_->scene(), &context, &packet);
        for (std::size_t k = 0; k < ways.size(); ++k) {
            const bool hit = packet.hit.geomID[k] != RTC_INVALID_GEOMETRY_ID;
            hits[k] = {double(packet.ray.tfar[k]), hit ? packet.hit.primID[k] : no_face};
        }
    }

    std::shared_ptr<EmbreeScene> scene_;
};

}  // namespace

std::shared_ptr<EmbreeScene> make_embree(const Soup& soup, EmbreeQuality quality) {
    return std::make_shared<EmbreeScene>(soup, quality);
}

BuildCost build_cost(const EmbreeScene& scene) {
    return scene.cost();
}

std::unique_ptr<CastPeer> embree_single(std::shared_ptr<EmbreeScene> scene) {
    return std::make_unique<EmbreeSingle>(std::move(scene));
}

std::unique_ptr<CastPeer> embree_packets(std::shared_ptr<EmbreeScene> scene) {
    return std::make_unique<EmbreePackets>(std::move(scene));
}

}  // namespace swept::bench

#else

namespace swept::bench {

class EmbreeScene {};

std::shared_ptr<EmbreeScene> make_embree(const Soup& /*soup*/, EmbreeQuality /*quality*/) {
    return nullptr;
}
BuildCost build_cost(const EmbreeScene& /*scene*/) {
    return {};
}
std::unique_ptr<CastPeer> embree_single(std::shared_ptr<EmbreeScene> /*scene*/) {
    return nullptr;
}
std::unique_ptr<CastPeer> embree_packets(std::shared_ptr<EmbreeScene> /*scene*/) {
    return nullptr;
}

}  // namespace swept::bench

#endif
