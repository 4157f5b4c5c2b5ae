#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include "engine.h"

namespace swept::bench {

namespace {

class SweptEngine final : public Engine {
   public:
    explicit SweptEngine(const Eigen::Vector3d& gravity) { options_.gravity = gravity; }

    void add(const BodyDef& body) override {
        const BodyId id(count_++);
        if (simulation_) {
            if (const auto added = simulation_->add(id, body); !added) {
                (void)std::fprintf(stderr, "bench: %s\n", added.error().message().c_str());
                std::exit(1);
            }
        } else {
            start_.push_back({id, body});
        }
    }
    void step(double duration) override {
        begin();
        (void)simulation_->step(duration).value();
    }
    [[nodiscard]] BodyState state(std::size_t number) const override {
        if (simulation_) return *simulation_->state(BodyId(number));
        const BodyDef& body = start_[number].body;
        return {.world_from_body = body.world_from_body,
                .velocity = body.velocity,
                .angular_velocity = body.angular_velocity};
    }

   private:
    SimulationOptions options_;
    std::vector<NumberedBodyDef> start_;
    std::uint64_t count_ = 0;
    std::optional<Simulation> simulation_;

    void begin() {
        if (!simulation_) simulation_ = Simulation::make(start_, options_).value();
    }
};

}  // namespace

std::unique_ptr<Engine> make_swept(const Eigen::Vector3d& gravity) {
    return std::make_unique<SweptEngine>(gravity);
}

}  // namespace swept::bench
