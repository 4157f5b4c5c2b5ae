#include "race.h"

#include <algorithm>

#include "../common/medians.h"

namespace swept::bench {

std::vector<double> race(const std::vector<Runner>& runners, int rounds, std::size_t slice) {
    std::vector<std::vector<double>> times(runners.size());
    for (const Runner& runner : runners) runner.run(0, std::min<std::size_t>(runner.share, 1000));
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < runners.size(); ++i) {
            const Runner& runner = runners[i];
            const std::size_t first = static_cast<std::size_t>(round) * slice;
            const double begin = thread_now();
            runner.run(first, runner.share);
            times[i].push_back((thread_now() - begin) / static_cast<double>(runner.share));
            if (runner.keep) runner.keep(first, runner.share);
        }
    }
    std::vector<double> middle(times.size());
    std::ranges::transform(times, middle.begin(), median);
    return middle;
}

}  // namespace swept::bench
