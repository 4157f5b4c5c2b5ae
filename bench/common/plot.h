#pragma once

// Charts as SVG, for docs/.

#include <string>
#include <vector>

namespace swept::bench {

struct Series {
    std::string name;
    std::vector<std::pair<double, double>> points;
    int colour = 0;  ///< an index into the palette: the same thing keeps its colour in all charts
    bool strong = false;  ///< drawn thicker: what the chart is about
};

struct Plot {
    std::string title;
    std::string subtitle;
    std::string x_label;
    std::string y_label;
    bool log_x = false;
    bool log_y = false;
    std::vector<Series> series;
    std::vector<double> x_ticks = {};  ///< in place of round numbers
};

/// Groups of horizontal bars, on a logarithmic axis that begins at 1.
struct BarChart {
    struct Group {
        std::string name;
        std::vector<double> values;  ///< one for each name below
    };
    std::string title;
    std::string subtitle;
    std::vector<std::string> names;
    std::vector<Group> groups;
};

[[nodiscard]] std::string svg_of(const Plot& plot);
[[nodiscard]] std::string svg_of(const BarChart& chart);

}  // namespace swept::bench
