#include "readers.h"

#include <atomic>
#include <cstdlib>
#include <thread>
#include <utility>

#include "../common/medians.h"
#include "edits.h"
#include "running_clock.h"

namespace swept::bench {

namespace {

constexpr std::size_t batch = 256;

/// One stretch of reading.
struct Reading {
    double rate = 0;       ///< casts per second that the reader could run
    double wall_rate = 0;  ///< casts per second on the wall
    std::size_t versions = 0;
};

/// Through all rays again and again. The answers to the first of them stay.
class Reader {
   public:
    Reader(const World& world, std::vector<Ray> rays)
        : world_(world), rays_(std::move(rays)), answers_(rays_.size()) {}

    Reading read(double seconds) {
        const RunningClock clock;
        Reading reading;
        std::size_t casts = 0;
        std::uint64_t version = 0;
        for (; casts < rays_.size() || clock.seconds() < seconds; casts += batch) {
            const WorldSnapshot snapshot = world_.snapshot();
            reading.versions += std::exchange(version, snapshot.version()) != version ? 1U : 0U;
            for (std::size_t i = 0; i < batch; ++i) {
                const std::size_t at = (casts + i) % rays_.size();
                answers_[at] = cast(rays_[at], snapshot);
            }
        }
        reading.rate = static_cast<double>(casts) / clock.seconds_running();
        reading.wall_rate = static_cast<double>(casts) / clock.seconds();
        return reading;
    }
    [[nodiscard]] std::uint64_t hash() const { return hash_of(answers_); }

   private:
    const World& world_;
    std::vector<Ray> rays_;
    std::vector<InWorld<CastResult>> answers_;
};

/// Edits in a thread of its own until it is let go of.
class Editor {
   public:
    Editor(World& world, RoomSwapper& swapper, std::size_t& edits, double& seconds)
        : thread_([&, this] {
              const RunningClock clock;
              // At the end everything is as it was.
              for (std::size_t i = 0; i % swapper.period() != 0 || !done_; ++i) {
                  if (!RoomSwapper::apply(swapper.next(), world)) std::abort();
                  ++edits;
              }
              seconds += clock.seconds_running();
          }) {}
    Editor(const Editor&) = delete;
    Editor& operator=(const Editor&) = delete;
    ~Editor() {
        done_ = true;
        thread_.join();
    }

   private:
    std::atomic<bool> done_ = false;
    std::thread thread_;
};

}  // namespace

ReaderRow measure_readers(const Level& level, int rounds, double seconds) {
    World world = world_of(level);
    RoomSwapper swapper(level);
    Reader reader(world, rays_in(level, 64 * batch, 0, 83));
    (void)reader.read(0);  // what is made when it is first asked for
    ReaderRow row{.rooms = level.rooms(), .polygons = level.polygons, .rounds = rounds};
    row.hash = reader.hash();
    std::vector<double> alone, edited, shares, wall_shares;
    std::size_t edits = 0;
    double editing = 0;
    for (int round = 0; round < rounds; ++round) {
        const Reading first = reader.read(seconds);
        row.answered = row.answered && reader.hash() == row.hash;
        Reading second;
        {
            const Editor editor(world, swapper, edits, editing);
            second = reader.read(seconds);
        }
        (void)reader.read(0);
        row.versions += second.versions;
        alone.push_back(first.rate);
        edited.push_back(second.rate);
        shares.push_back(second.rate / first.rate);
        wall_shares.push_back(second.wall_rate / first.wall_rate);
    }
    row.alone = median(alone);
    row.while_edited = median(edited);
    row.share = median(shares);
    row.wall_share = median(wall_shares);
    row.edits = static_cast<double>(edits) / editing;
    return row;
}

}  // namespace swept::bench
