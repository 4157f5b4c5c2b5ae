#pragma once

// A hash over every bit of answers. What an answer does not promise is left out: seconds, bytes of
// memory, and of casts what it took to find them.

#include <swept/dynamics/simulation.h>
#include <swept/papers/buss.h>
#include <swept/papers/zachmann.h>
#include <swept/swept.h>

#include <bit>
#include <cstdint>
#include <string_view>

namespace swept::determinism {

class Hash {
   public:
    void word(std::uint64_t number) {
        value_ = (value_ ^ number) * 0xff51afd7ed558ccd;
        value_ ^= value_ >> 32U;
    }
    [[nodiscard]] std::uint64_t value() const { return value_; }

    /// How many answers there were, and in how many something was met, or made: a set of questions
    /// that are all answered alike shows little.
    struct Tally {
        std::uint64_t answers = 0;
        std::uint64_t met = 0;
    };
    [[nodiscard]] const Tally& tally() const { return tally_; }

    template <class T>
        requires std::is_integral_v<T> || std::is_enum_v<T>
    void add(T number) {
        word(static_cast<std::uint64_t>(number));
    }
    void add(double number) { word(std::bit_cast<std::uint64_t>(number)); }
    void add(std::string_view text) {
        add(text.size());
        for (const char c : text) add(c);
    }
    template <int n>
    void add(const Eigen::Matrix<double, n, 1>& vector) {
        for (int i = 0; i < n; ++i) add(vector[i]);
    }
    template <class Tag>
    void add(const Index<Tag>& index) {
        add(index.value);
    }
    template <class Tag>
    void add(const Id<Tag>& id) {
        add(id.value);
    }
    template <class T>
    void add(const std::optional<T>& maybe) {
        add(maybe.has_value());
        if (maybe) add(*maybe);
    }
    template <class T, std::size_t n>
    void add(const std::array<T, n>& list) {
        for (const T& item : list) add(item);
    }
    template <class T>
    void add(const std::vector<T>& list) {
        add(list.size());
        for (const T& item : list) add(item);
    }
    template <class T>
    void add(const Result<T>& result) {
        add(result.has_value());
        if (!result) return add(result.error());
        if constexpr (!std::is_void_v<T>) add(*result);
    }

    void add(const Error& error);
    void add(const Pose& pose);
    void add(const Motion& motion);
    void add(const Sphere& ball);
    void add(const SphereSet& spheres);
    void add(const Mesh& mesh);
    void add(const Polyhedron& shape);
    void add(const papers::zachmann::Statistics& statistics);

    void add(const FacePair& pair);
    void add(const Witness& witness);
    void add(const OverlapResult& result);
    void add(const ContactFeature& feature);
    void add(const Contact& contact);
    void add(const ContactSet& set);
    void add(const DistanceResult& result);
    void add(const SweepStats& stats);
    void add(const SweepResult& result);
    void add(const StepResult& result);
    void add(const MutualSweepResult& result);
    void add(const RelativeMotion& piece);
    void add(const PathResult& result);
    void add(const Collision& collision);
    void add(const CollisionResult& result);
    void add(const papers::buss::ScreenResult& result);
    void add(const CastHit& hit);
    void add(const CastResult& result);

    void add(const PolygonLabel& label);
    void add(const ColliderRef& collider);
    void add(const InWorld<CastResult>& result);
    void add(const InWorld<SweepResult>& result);
    void add(const InWorld<PathResult>& result);
    void add(const InWorld<Contact>& contact);
    void add(const WorldContactSet& set);
    void add(const InWorld<DistanceResult>& result);
    void add(const InWorld<OverlapResult>& result);
    void add(const BodyPair& pair);
    void add(const StepContact& contact);
    void add(const EditReport& report);
    void add(const CarveResult& carving);
    void add(const WorldSnapshot& world);

    void add(const StepReport& report);
    void add(const BodyState& state);
    void add(const TouchReport& touch);

   private:
    void add(const CollisionResult& result, std::uint64_t pixel_records);
    void count(bool met) {
        ++tally_.answers;
        tally_.met += met ? 1 : 0;
    }

    Tally tally_;
    std::uint64_t value_ = 0x243f6a8885a308d3;
};

}  // namespace swept::determinism
