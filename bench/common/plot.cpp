// The chart is laid out from top to bottom: title, subtitle, then the frame with the curves. Each
// curve is named at its right end; names are pushed apart where curves end close together.

#include "plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "table.h"

namespace swept::bench {

namespace {

constexpr double width = 780;
constexpr double height = 440;
constexpr double left = 74;
constexpr double right = 630;
constexpr double top = 72;
constexpr double bottom = 380;

/// Told apart by most eyes, also by those that miss red or green (Okabe and Ito 2008).
constexpr std::array palette{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                             "#8a6d00", "#56b4e9", "#5b6b7f"};

constexpr const char* style =
    "<style>\n"
    "text{font-family:system-ui,'Helvetica Neue',Arial,sans-serif;font-size:13px;fill:#22344a}\n"
    ".title{font-size:17px;font-weight:600} .sub,.tick{fill:#5b6b7f;font-size:12px}\n"
    ".sheet{fill:#fbfcfe;stroke:#cfd8e3} .grid{stroke:#e3e9f0} .axis{stroke:#8796a8}\n"
    ".minor{stroke:#f0f3f7} .lead{stroke-width:.8;opacity:.6}\n"
    ".value{font-size:9px;fill:#5b6b7f}\n"
    ".curve{fill:none;stroke-width:1.8;stroke-linejoin:round} .strong{stroke-width:3.2}\n"
    "</style>\n";

/// One axis: numbers to places.
struct Axis {
    double from = 0;
    double to = 1;
    bool logarithmic = false;
    double begin = 0;  ///< the place of `from`
    double end = 1;

    [[nodiscard]] double operator()(double value) const {
        const double share = logarithmic ? std::log(value / from) / std::log(to / from)
                                         : (value - from) / (to - from);
        return begin + share * (end - begin);
    }
};

struct Tick {
    double value = 0;
    bool named = true;
};

/// A step of 1, 2 or 5 times a power of ten that gives about six ticks.
double nice_step(double range) {
    const double raw = range / 7;
    const double power = std::pow(10, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= raw * 0.999) return factor * power;
    }
    return 10 * power;
}

std::vector<Tick> ticks_of(const Axis& axis) {
    std::vector<Tick> ticks;
    if (!axis.logarithmic) {
        const double step = nice_step(axis.to - axis.from);
        for (int i = 0; axis.from + i * step <= axis.to * 1.0001; ++i) {
            ticks.push_back({axis.from + i * step});
        }
        return ticks;
    }
    // Over few decades 1, 2 and 5 are named, over many the powers of ten alone.
    const bool crowded = axis.to / axis.from > 2000;
    const int last = static_cast<int>(std::floor(std::log10(axis.to)));
    for (int e = static_cast<int>(std::floor(std::log10(axis.from))); e <= last; ++e) {
        const double power = std::pow(10, e);
        for (int digit = 1; digit < 10; ++digit) {
            const double value = digit * power;
            if (value < axis.from * 0.999 || value > axis.to * 1.001) continue;
            ticks.push_back({value, digit == 1 || (!crowded && (digit == 2 || digit == 5))});
        }
    }
    return ticks;
}

std::string name_of(double value) {
    if (std::abs(value) >= 1000) return grouped(static_cast<std::size_t>(std::llround(value)));
    return fmt::format("{:.6g}", value);
}

/// The axis that holds all values; a linear one begins at 0, unless
/// its ticks are given.
Axis axis_of(const Plot& plot, bool is_x) {
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    for (const Series& series : plot.series) {
        for (const auto& [x, y] : series.points) {
            low = std::min(low, is_x ? x : y);
            high = std::max(high, is_x ? x : y);
        }
    }
    Axis axis;
    axis.logarithmic = is_x ? plot.log_x : plot.log_y;
    axis.begin = is_x ? left : bottom;
    axis.end = is_x ? right : top;
    if (axis.logarithmic) {
        axis.from = low / (is_x ? 1.0 : 1.25);
        axis.to = high * (is_x ? 1.0 : 1.25);
    } else {
        const double step = nice_step(high);
        axis.from = is_x && !plot.x_ticks.empty() ? low : 0;
        axis.to = is_x ? high : std::ceil(high / step * 1.02) * step;
    }
    return axis;
}

std::string text_at(double x, double y, const char* anchor, const char* css,
                    const std::string& text) {
    return fmt::format("<text class='{}' x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>\n", css,
                       x, y, anchor, text);
}

std::string line_from(const char* css, double x1, double y1, double x2, double y2) {
    return fmt::format("<line class='{}' x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}'/>\n", css,
                       x1, y1, x2, y2);
}

std::string frame(const Plot& plot, const Axis& x, const Axis& y) {
    std::string text;
    std::vector<Tick> x_ticks;
    x_ticks.reserve(plot.x_ticks.size());
    for (const double value : plot.x_ticks) x_ticks.push_back({value});
    if (x_ticks.empty()) x_ticks = ticks_of(x);
    for (const Tick& tick : x_ticks) {
        const double at = x(tick.value);
        text += line_from(tick.named ? "grid" : "minor", at, top, at, bottom);
        if (tick.named) text += text_at(at, bottom + 18, "middle", "tick", name_of(tick.value));
    }
    for (const Tick& tick : ticks_of(y)) {
        const double at = y(tick.value);
        text += line_from(tick.named ? "grid" : "minor", left, at, right, at);
        if (tick.named) text += text_at(left - 8, at + 4, "end", "tick", name_of(tick.value));
    }
    text += line_from("axis", left, bottom, right, bottom);
    text += line_from("axis", left, top, left, bottom);
    text += text_at((left + right) / 2, bottom + 42, "middle", "", plot.x_label);
    const double middle = (top + bottom) / 2;
    text += fmt::format(
        "<text x='20' y='{:.1f}' text-anchor='middle' transform='rotate(-90 20 "
        "{:.1f})'>{}</text>\n",
        middle, middle, plot.y_label);
    return text;
}

std::string curve(const Series& series, const Axis& x, const Axis& y) {
    const char* const colour = palette.at(static_cast<std::size_t>(series.colour) % palette.size());
    std::string path;
    std::string dots;
    for (const auto& [px, py] : series.points) {
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', x(px), y(py));
        dots += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='{}' fill='{}'/>\n", x(px), y(py),
                            series.strong ? 3.5 : 2.5, colour);
    }
    return fmt::format("<path class='curve{}' stroke='{}' d='{}'/>\n{}",
                       series.strong ? " strong" : "", colour, path, dots);
}

/// Where the names of the curves stand: at their ends, but no closer than a line to each other.
std::vector<double> name_places(const Plot& plot, const Axis& y) {
    constexpr double line_height = 17;
    std::vector<std::size_t> order(plot.series.size());
    std::vector<double> places(plot.series.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
        places[i] = y(plot.series[i].points.back().second);
    }
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(places[i], i); });
    for (std::size_t i = 1; i < order.size(); ++i) {
        places[order[i]] = std::max(places[order[i]], places[order[i - 1]] + line_height);
    }
    // What was pushed out at the bottom moves up again.
    double limit = bottom;
    for (std::size_t i = order.size(); i-- > 0;) {
        places[order[i]] = std::min(places[order[i]], limit);
        limit = places[order[i]] - line_height;
    }
    return places;
}

std::string names(const Plot& plot, const Axis& x, const Axis& y) {
    const std::vector<double> places = name_places(plot, y);
    std::string text;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        const Series& series = plot.series[i];
        const char* const colour =
            palette.at(static_cast<std::size_t>(series.colour) % palette.size());
        const auto& [px, py] = series.points.back();
        text += fmt::format(
            "<path class='lead' fill='none' stroke='{}' d='M{:.1f} {:.1f}L{} {:.1f}'/>\n", colour,
            x(px), y(py), right + 14, places[i]);
        text += fmt::format("<text x='{}' y='{:.1f}' style='fill:{}{}'>{}</text>\n", right + 18,
                            places[i] + 4, colour, series.strong ? ";font-weight:600" : "",
                            series.name);
    }
    return text;
}

/// The sheet with its title.
std::string sheet(double high, const std::string& title, const std::string& subtitle) {
    return fmt::format(
               "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {}'>\n{}"
               "<rect class='sheet' x='1' y='1' rx='14' width='{}' height='{}'/>\n",
               width, high, style, width - 2, high - 2) +
           text_at(20, 30, "start", "title", title) + text_at(20, 50, "start", "sub", subtitle);
}

constexpr double bar_height = 9;
constexpr double bars_top = 96;

std::string bars_of(const BarChart::Group& group, const Axis& x, double at) {
    std::string text;
    for (std::size_t i = 0; i < group.values.size(); ++i) {
        const double y = at + bar_height * static_cast<double>(i);
        const double end = x(std::max(group.values[i], 1.0));
        text += fmt::format(
            "<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{}' rx='2' fill='{}'/>\n", x.begin,
            y, end - x.begin, bar_height - 1.5, palette.at(i));
        text += fmt::format("<text class='value' x='{:.1f}' y='{:.1f}'>{}</text>\n", end + 4,
                            y + bar_height - 2, short_number(group.values[i]));
    }
    return text;
}

std::string legend(const std::vector<std::string>& names) {
    std::string text;
    double at = 20;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += fmt::format("<rect x='{}' y='63' width='14' height='9' rx='2' fill='{}'/>\n", at,
                            palette.at(i));
        text += text_at(at + 20, 72, "start", "sub", names[i]);
        at += 50 + 7 * static_cast<double>(names[i].size());
    }
    return text;
}

}  // namespace

std::string svg_of(const BarChart& chart) {
    const double pitch = bar_height * static_cast<double>(chart.names.size()) + 7;
    const double end = bars_top + pitch * static_cast<double>(chart.groups.size());
    double most = 1;
    for (const auto& group : chart.groups) most = std::max(most, std::ranges::max(group.values));
    const Axis x{1, most * 1.2, true, 130, width - 30};
    std::string text = sheet(end + 34, chart.title, chart.subtitle) + legend(chart.names);
    for (const Tick& tick : ticks_of(x)) {
        text += line_from(tick.named ? "grid" : "minor", x(tick.value), bars_top - 8, x(tick.value),
                          end);
        if (tick.named)
            text += text_at(x(tick.value), end + 16, "middle", "tick", name_of(tick.value));
    }
    double at = bars_top;
    for (const auto& group : chart.groups) {
        text += text_at(x.begin - 8, at + pitch / 2, "end", "", group.name) + bars_of(group, x, at);
        at += pitch;
    }
    return text + line_from("axis", x.begin, bars_top - 8, x.begin, end) + "</svg>\n";
}

std::string svg_of(const Plot& plot) {
    const Axis x = axis_of(plot, true);
    const Axis y = axis_of(plot, false);
    std::string text = sheet(height, plot.title, plot.subtitle);
    text += frame(plot, x, y);
    // The strong curves last, on top.
    for (const bool strong : {false, true}) {
        for (const Series& series : plot.series) {
            if (series.strong == strong) text += curve(series, x, y);
        }
    }
    return text + names(plot, x, y) + "</svg>\n";
}

}  // namespace swept::bench
