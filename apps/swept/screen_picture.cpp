// Laid out from top to bottom: title, what the colours mean, the screen. h runs to the right and r
// upward, so that rows of pixels are rows.

#include "screen_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "command.h"
#include "json_text.h"

namespace swept::tool {
namespace {

using papers::buss::CollisionScreen;
using papers::buss::ScreenLine;
using papers::buss::ScreenMark;
using papers::buss::ScreenRun;

constexpr double left = 74;
constexpr double top = 150;
constexpr double below = 62;  // the axis with its numbers and name
constexpr double margin = 24;
constexpr double least_width = 730;

constexpr const char* style =
    "<style>\n"
    "text{font-family:system-ui,'Helvetica Neue',Arial,sans-serif;font-size:13px;fill:#22344a}\n"
    ".title{font-size:17px;font-weight:600} .sub,.tick{fill:#5b6b7f;font-size:12px}\n"
    ".sheet{fill:#fbfcfe;stroke:#cfd8e3} .air{fill:#fff} .grid{stroke:#eef2f6;stroke-width:.6}\n"
    ".axis{stroke:#8796a8} .body{opacity:.72}\n"
    ".a{fill:#9ccbec} .a.corner{fill:#3f97cf} .a.virtual{fill:#deedf7}\n"
    ".b{fill:#f4bd95} .b.corner{fill:#e2813d} .b.virtual{fill:#fbe8d9}\n"
    ".edge{fill:none;stroke-width:1.1;stroke-linecap:round} .thin{stroke-width:.4}\n"
    ".of_a{stroke:#005a8e} .of_b{stroke:#a84900}\n"
    ".mark{stroke:#22344a;stroke-width:1.2}\n"
    "</style>\n";

// ---- places ----

/// The screen on paper: `cell` for each pixel.
struct Paper {
    ScreenExtent extent;
    double size = 1;  ///< of a pixel, a length
    double cell = 1;

    [[nodiscard]] double x(double column) const {
        return left + (column - extent.first_column) * cell;
    }
    [[nodiscard]] double y(double row) const {
        return top + (double(extent.last_row) + 1 - row) * cell;
    }
    [[nodiscard]] double right() const { return x(double(extent.last_column) + 1); }
    [[nodiscard]] double bottom() const { return y(extent.first_row); }
};

Paper paper_of(const CollisionScreen& screen) {
    constexpr double most_width = 860, most_height = 560, most_cell = 22;
    Paper paper{extent_of(screen), screen.size};
    paper.cell = std::min({most_cell, most_width / double(paper.extent.columns()),
                           most_height / double(paper.extent.rows())});
    return paper;
}

// ---- parts of the text ----

/// Any name as text of XML: what is not UTF-8 is replaced, what cannot be printed is told as JSON
/// tells it.
std::string xml_of(const std::string& name) {
    const std::string quoted = json_string(name);
    std::string text;
    for (const char c : quoted.substr(1, quoted.size() - 2)) {
        if (c == '&') {
            text += "&amp;";
        } else if (c == '<') {
            text += "&lt;";
        } else {
            text += c;
        }
    }
    return text;
}

std::string text_at(double x, double y, const char* anchor, const char* css,
                    const std::string& text) {
    return fmt::format("<text class='{}' x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>\n", css,
                       x, y, anchor, text);
}

std::string path_of(const char* css, double x1, double y1, double x2, double y2) {
    return fmt::format("<path class='{}' d='M{:.2f} {:.2f}L{:.2f} {:.2f}'/>\n", css, x1, y1, x2,
                       y2);
}

// ---- properness ----

bool is_proper(const Collision& collision) {
    return collision.properness >= 0;
}

/// From pale at 0 to deep at 1: green; and to -1: purple.
std::string colour_of(double properness) {
    struct Colour {
        double red, green, blue;
    };
    const bool proper = properness >= 0;
    const Colour pale = proper ? Colour{214, 245, 214} : Colour{247, 209, 232};
    const Colour deep = proper ? Colour{0, 110, 60} : Colour{112, 10, 92};
    // The first steps away from 0 are the ones that matter: they are spread.
    const double share = std::sqrt(std::min(std::abs(properness), 1.0));
    const auto mixed = [&](double from, double to) {
        return static_cast<int>(from + share * (to - from));
    };
    return fmt::format("rgb({},{},{})", mixed(pale.red, deep.red), mixed(pale.green, deep.green),
                       mixed(pale.blue, deep.blue));
}

// ---- above the screen ----

bool is_straight(const Motion& motion) {
    if (std::holds_alternative<Translation>(motion)) return true;
    const auto* screw = std::get_if<Screw>(&motion);
    return screw != nullptr && screw->angle() == 0;
}

std::string title(const CollisionScreen& screen, const ScreenExtent& extent) {
    const auto& all = screen.answer.collisions;
    const auto proper = static_cast<std::size_t>(std::ranges::count_if(all, is_proper));
    return text_at(20, 30, "start", "title",
                   fmt::format("The collision screen: {}, {} of them proper",
                               counted(all.size(), "collision"), proper)) +
           text_at(20, 50, "start", "sub",
                   fmt::format("{} x {} pixels of {:.6g}", extent.rows(), extent.columns(),
                               screen.size));
}

std::string key_of(double y, const char* body, const std::string& name,
                   const std::vector<ScreenRun>& runs) {
    const auto unreal =
        static_cast<std::size_t>(std::ranges::count_if(runs, &ScreenRun::is_virtual));
    return fmt::format(
               "<rect class='{0}' x='20' y='{1}' width='14' height='10'/>\n"
               "<rect class='{0} corner' x='38' y='{1}' width='14' height='10'/>\n"
               "<rect class='{0} virtual' x='56' y='{1}' width='14' height='10'/>\n",
               body, y - 9) +
           text_at(78, y, "start", "sub",
                   fmt::format("{}: {}, {} of them of virtual edges", xml_of(name),
                               counted(runs.size(), "run of pixels", "runs of pixels"),
                               grouped(unreal)));
}

/// What lines and marks mean.
std::string key_of_marks() {
    constexpr double y = 114;
    std::string text = text_at(20, y, "start", "sub", "pixels: of an edge, of a corner, virtual") +
                       path_of("edge of_a", 262, y - 4, 286, y - 4) +
                       text_at(292, y, "start", "sub", "edge") +
                       path_of("edge thin of_a", 330, y - 4, 354, y - 4) +
                       text_at(360, y, "start", "sub", "virtual edge");
    constexpr int steps = 20;
    constexpr double begin = 448, step = 4.2;
    for (int i = -steps; i < steps; ++i) {
        text += fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='10' fill='{}'/>\n",
                            begin + step * (i + steps), y - 9, step + 0.1,
                            colour_of((i + 0.5) / double(steps)));
    }
    for (const int end : {-1, 0, 1}) {
        text += text_at(begin + step * steps * (end + 1), y + 14, "middle", "tick",
                        fmt::format("{}", end));
    }
    return text + text_at(begin + step * 2 * steps + 12, y, "start", "sub", "properness");
}

// ---- the screen ----

/// A step of 1, 2 or 5 times a power of ten that gives up to so many parts.
double round_step(double range, double parts) {
    const double least = range / parts;
    double power = 1;
    while (power * 10 <= least) power *= 10;
    while (power > least) power /= 10;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least) return factor * power;
    }
    return 10 * power;
}

/// Calls visit with each multiple of a round step between two lengths.
template <class Visit>
void for_each_tick(double from, double to, double parts, const Visit& visit) {
    const double step = round_step(to - from, parts);
    for (double i = std::ceil(from / step); i * step <= to; ++i) visit(i * step);
}

std::string grid(const Paper& paper) {
    const double right = paper.right(), bottom = paper.bottom();
    std::string text =
        fmt::format("<rect class='air' x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}'/>\n",
                    left, top, right - left, bottom - top);
    constexpr double visible = 5;
    if (paper.cell < visible) return text;
    std::string lines;
    for (std::int64_t i = 0; i <= paper.extent.columns(); ++i) {
        const double x = left + double(i) * paper.cell;
        lines += fmt::format("M{:.2f} {:.2f}V{:.2f}", x, top, bottom);
    }
    for (std::int64_t i = 0; i <= paper.extent.rows(); ++i) {
        const double y = top + double(i) * paper.cell;
        lines += fmt::format("M{:.2f} {:.2f}H{:.2f}", left, y, right);
    }
    return text + fmt::format("<path class='grid' d='{}'/>\n", lines);
}

std::string axes(const Paper& paper, bool straight) {
    constexpr double length = 5, wide = 70, high = 40;  // of a tick; of the space that one needs
    const double right = paper.right(), bottom = paper.bottom();
    const ScreenExtent& extent = paper.extent;
    std::string text =
        path_of("axis", left, bottom, right, bottom) + path_of("axis", left, top, left, bottom);
    for_each_tick(extent.first_column * paper.size, (double(extent.last_column) + 1) * paper.size,
                  std::max(1.0, (right - left) / wide), [&](double h) {
                      const double x = paper.x(h / paper.size);
                      text += path_of("axis", x, bottom, x, bottom + length) +
                              text_at(x, bottom + 18, "middle", "tick", fmt::format("{:.6g}", h));
                  });
    for_each_tick(extent.first_row * paper.size, (double(extent.last_row) + 1) * paper.size,
                  std::max(1.0, (bottom - top) / high), [&](double r) {
                      const double y = paper.y(r / paper.size);
                      text += path_of("axis", left - length, y, left, y) +
                              text_at(left - 8, y + 4, "end", "tick", fmt::format("{:.6g}", r));
                  });
    const double middle = (top + bottom) / 2;
    return text +
           text_at(left, bottom + 42, "start", "",
                   straight ? "h, across the motion" : "h, height across the flow") +
           fmt::format(
               "<text x='24' y='{0:.1f}' text-anchor='middle' transform='rotate(-90 24 "
               "{0:.1f})'>{1}</text>\n",
               middle, straight ? "r, across the motion" : "r, from the axis");
}

std::string pixels(const Paper& paper, const std::vector<ScreenRun>& runs, const char* body) {
    const double gap = paper.cell > 4 ? 0.4 : 0;  // on each side
    std::string text = "<g class='body'>\n";
    for (const ScreenRun& run : runs) {
        const char* const kind = run.is_virtual ? " virtual" : run.is_vertex ? " corner" : "";
        text += fmt::format(
            "<rect class='run {}{}' x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}'/>\n", body,
            kind, paper.x(run.first) + gap, paper.y(double(run.row) + 1) + gap,
            (double(run.last) - run.first + 1) * paper.cell - 2 * gap, paper.cell - 2 * gap);
    }
    return text + "</g>\n";
}

std::string lines(const Paper& paper, const std::vector<ScreenLine>& lines, const char* body) {
    std::string text;
    for (const bool is_virtual : {true, false}) {
        std::string path;
        for (const ScreenLine& line : lines) {
            if (line.is_virtual != is_virtual) continue;
            const Eigen::Vector2d from = line.from / paper.size, to = line.to / paper.size;
            path += fmt::format("M{:.2f} {:.2f}L{:.2f} {:.2f}", paper.x(from.y()),
                                paper.y(from.x()), paper.x(to.y()), paper.y(to.x()));
        }
        if (path.empty()) continue;
        text += fmt::format("<path class='edge{} {}' d='{}'/>\n", is_virtual ? " thin" : "", body,
                            path);
    }
    return text;
}

std::string marks(const Paper& paper, const CollisionScreen& screen) {
    const double radius = std::clamp(0.4 * paper.cell, 3.0, 6.0);
    std::string text;
    for (const ScreenMark& mark : screen.marks) {
        const Collision& collision = screen.answer.collisions[mark.collision];
        const Eigen::Vector2d place = mark.place / paper.size;
        text += fmt::format(
            "<circle class='mark' cx='{:.2f}' cy='{:.2f}' r='{:.1f}' fill='{}'>"
            "<title>{}: {}, fraction {:.6g}, properness {:.3f}</title></circle>\n",
            paper.x(place.y()), paper.y(place.x()), radius, colour_of(collision.properness),
            mark.collision, name_of(collision.contact.kind), collision.fraction,
            collision.properness);
    }
    return text;
}

/// About as wide as a text of the legend.
double width_of(const std::string& name) {
    return 78 + 6.6 * double(name.size() + 60);
}

}  // namespace

ScreenExtent extent_of(const CollisionScreen& screen) {
    constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    if (screen.runs_a.empty() && screen.runs_b.empty()) return {};
    ScreenExtent extent{most, least, most, least};
    for (const auto* runs : {&screen.runs_a, &screen.runs_b}) {
        for (const ScreenRun& run : *runs) {
            extent.first_row = std::min(extent.first_row, run.row);
            extent.last_row = std::max(extent.last_row, run.row);
            extent.first_column = std::min(extent.first_column, run.first);
            extent.last_column = std::max(extent.last_column, run.last);
        }
    }
    return extent;
}

std::string svg_of(const CollisionScreen& screen, const std::string& a, const std::string& b) {
    const Paper paper = paper_of(screen);
    const double width = std::max({least_width, paper.right() + margin, width_of(a), width_of(b)});
    const double height = paper.bottom() + below;
    return fmt::format(
               "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {:.1f} {:.1f}'>\n{}"
               "<rect class='sheet' x='1' y='1' rx='14' width='{:.1f}' height='{:.1f}'/>\n",
               width, height, style, width - 2, height - 2) +
           title(screen, paper.extent) + key_of(74, "a", "A, " + a, screen.runs_a) +
           key_of(93, "b", "B, " + b, screen.runs_b) + key_of_marks() + grid(paper) +
           axes(paper, is_straight(screen.answer.motion)) + pixels(paper, screen.runs_a, "a") +
           pixels(paper, screen.runs_b, "b") + lines(paper, screen.lines_a, "of_a") +
           lines(paper, screen.lines_b, "of_b") + marks(paper, screen) + "</svg>\n";
}

}  // namespace swept::tool
