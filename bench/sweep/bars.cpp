// What the bars say, from the rows.

#include <algorithm>
#include <cmath>
#include <iterator>

#include "report.h"

namespace swept::bench {

namespace {

std::optional<double> geometric_mean(std::span<const double> values) {
    if (values.empty()) return std::nullopt;
    double sum = 0;
    for (const double v : values) sum += std::log(v);
    return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace

std::optional<double> bullet_ratio(const Results& results, double length) {
    std::vector<double> ratios;
    for (const BulletRow& row : results.bullet) {
        if (row.length == length) ratios.push_back(row.ratio());
    }
    return geometric_mean(ratios);
}

std::optional<double> fcl_ratio(const Results& results, std::size_t poses) {
    const auto which = static_cast<std::size_t>(
        std::distance(sampled_poses.begin(), std::ranges::find(sampled_poses, poses)));
    std::vector<double> ratios;
    for (const FclRow& row : results.fcl) ratios.push_back(row.ratio(which));
    return geometric_mean(ratios);
}

std::optional<double> large_ms(const Results& results, double share) {
    if (results.large.rows.empty()) return std::nullopt;
    return results.large.times.quantile(share) / 1000;
}

std::optional<double> zone_share(const Results& results) {
    std::optional<double> most;
    const auto add = [&](const Row& row) {
        most = std::max(most.value_or(row.zone_share), row.zone_share);
    };
    for (const Row& row : results.rows) add(row);
    for (const BulletRow& row : results.bullet) add(row.ours);
    for (const FclRow& row : results.fcl) add(row.ours);
    for (const Row& row : results.large.rows) add(row);
    return most;
}

std::optional<double> tori_exponent(const Results& results) {
    std::optional<double> most;
    for (const GrowthSeries& series : results.growth) {
        if (!series.name.starts_with("tori")) continue;
        most = std::max(most.value_or(series.exponent()), series.exponent());
    }
    return most;
}

std::optional<double> contacts_us(const Results& results) {
    double sum = 0, poses = 0;
    for (const ContactRow& row : results.contacts) {
        sum += row.mean * static_cast<double>(row.poses);
        poses += static_cast<double>(row.poses);
    }
    if (poses == 0) return std::nullopt;
    return sum / poses;
}

std::optional<double> distance_ratio(const Results& results) {
    std::vector<double> ratios;
    for (const DistanceRow& row : results.distances) ratios.push_back(row.ratio());
    return geometric_mean(ratios);
}

std::optional<double> distance_deviation(const Results& results) {
    std::optional<double> most;
    for (const DistanceRow& row : results.distances) {
        most = std::max(most.value_or(0), row.deviation);
    }
    return most;
}

}  // namespace swept::bench
