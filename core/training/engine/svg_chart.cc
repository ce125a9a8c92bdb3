#include "core/training/engine/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "core/text/xml.h"

namespace whylight {
namespace {

constexpr double kMargin = 20;
constexpr double kPanelWidth = 400;
constexpr double kPanelHeight = 250;
constexpr double kPanelGap = 24;
constexpr double kWideWidth = 720;  // Of a panel that is alone.
constexpr double kWideHeight = 380;
// Around the curves of a panel: its title, and the labels of its axes.
constexpr double kTop = 30;
constexpr double kLeft = 56;
constexpr double kBottom = 42;
constexpr double kRight = 12;
constexpr double kLegendRow = 22;
constexpr double kSample = 36;         // A legend's piece of line.
constexpr double kLetter = 7.2;        // Widest mean of a text of 13 px.
constexpr std::size_t kMostDots = 40;  // A curve of more has no dots.

// Colours of Okabe and Ito, darkened for white, lightened for black; each has a
// contrast of 3:1 and more with its page.
constexpr std::array<std::pair<const char*, const char*>, 6> kColours = {{
    {"#0072b2", "#56b4e9"},
    {"#c24e00", "#f5a623"},
    {"#007d5c", "#35c99b"},
    {"#a8437f", "#e59ac6"},
    {"#4d4d4d", "#d9d9d9"},
    {"#8a6d00", "#f0e442"},
}};
// As there are 6 colours and 5 dashes, 30 curves differ in one of them.
constexpr std::array<const char*, 5> kDashes = {"none", "7 3", "2 3", "9 3 2 3",
                                                "4 2"};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void Add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  // Room around what is nothing, or all the same but for rounding.
  void Widen() {
    if (low > high) *this = {0, 1};
    const double size = std::max(std::abs(low), std::abs(high));
    if (high - low > 1e-9 * size) return;
    const double room = size == 0 ? 1 : size / 2;
    low -= room;
    high += room;
  }
};

// Where a value is drawn.
struct Axis {
  Range values;
  double from;
  double to;

  double operator()(double value) const {
    return from +
           (value - values.low) / (values.high - values.low) * (to - from);
  }
};

// The points that show where many share the breadth of a pixel: the first, the
// lowest, the highest and the last of them.
std::vector<ChartPoint> Thin(const std::vector<ChartPoint>& points,
                             const Axis& x) {
  if (points.size() < 4 * static_cast<std::size_t>(x.to - x.from)) {
    return points;
  }
  std::vector<ChartPoint> thin;
  const auto by_height = [](const ChartPoint& a, const ChartPoint& b) {
    return a.y < b.y;
  };
  for (auto begin = points.begin(); begin != points.end();) {
    const double pixel = std::floor(x(begin->x));
    const auto end = std::find_if(begin, points.end(), [&](ChartPoint point) {
      return std::floor(x(point.x)) != pixel;
    });
    const auto [low, high] = std::minmax_element(begin, end, by_height);
    std::array<std::vector<ChartPoint>::const_iterator, 4> kept = {
        begin, low, high, std::prev(end)};
    std::sort(kept.begin(), kept.end());
    const auto last = std::unique(kept.begin(), kept.end());
    std::for_each(kept.begin(), last, [&](auto one) { thin.push_back(*one); });
    begin = end;
  }
  return thin;
}

// A dot's outline around (0, 0), another for each dash.
const char* DotShape(std::size_t series) {
  constexpr std::array<const char*, 5> kShapes = {
      "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z", "M-2.7-2.7h5.4v5.4h-5.4z",
      "M0-3.8l3.6 6.4h-7.2z", "M0-3.9l3.9 3.9l-3.9 3.9l-3.9-3.9z",
      "M0 3.8l3.6-6.4h-7.2z"};
  return kShapes[series % kShapes.size()];
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart) {}

  std::string Draw() {
    const std::size_t panels = std::max<std::size_t>(1, chart_.panels.size());
    const bool wide = panels == 1;
    const double width = wide ? kWideWidth : kPanelWidth;
    const double height = wide ? kWideHeight : kPanelHeight;
    const std::size_t columns = wide ? 1 : 2;
    const double total_width = 2 * kMargin +
                               static_cast<double>(columns) * width +
                               static_cast<double>(columns - 1) * kPanelGap;
    const double panels_top = DrawHead(total_width);
    FindHorizontalRange();
    for (std::size_t i = 0; i < chart_.panels.size(); ++i) {
      const std::size_t row = i / columns;
      const double left =
          kMargin + static_cast<double>(i % columns) * (width + kPanelGap);
      const double top =
          panels_top + static_cast<double>(row) * (height + kPanelGap);
      DrawPanel(chart_.panels[i], left, top, width, height);
    }
    const std::size_t rows = (panels + columns - 1) / columns;
    const double total_height =
        panels_top + static_cast<double>(rows) * (height + kPanelGap) -
        kPanelGap + kMargin;
    return Frame(total_width, total_height);
  }

 private:
  template <typename... Arguments>
  void Add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(body_), format,
                   std::forward<Arguments>(arguments)...);
  }

  void AddText(double x, double y, const char* style, const std::string& text) {
    Add("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\">{}</text>\n", x, y, style,
        EscapeXml(text));
  }

  // The title and, of several series, the legend; returns where they end.
  double DrawHead(double total_width) {
    double y = kMargin + 16;
    AddText(kMargin, y, "title", chart_.title);
    y += 14;
    if (chart_.names.size() < 2) return y;
    double x = kMargin;
    y += 12;
    for (std::size_t i = 0; i < chart_.names.size(); ++i) {
      const double width =
          kSample + 8 + kLetter * static_cast<double>(chart_.names[i].size()) +
          16;
      if (x > kMargin && x + width > total_width - kMargin) {
        x = kMargin;
        y += kLegendRow;
      }
      Add("<g class=\"c{}\"><path class=\"line\" "
          "stroke-dasharray=\"{}\" d=\"M{:.1f} {:.1f}h{}\"/>",
          i % kColours.size(), kDashes[i % kDashes.size()], x, y - 4, kSample);
      Add("<path class=\"dot\" transform=\"translate({:.1f} {:.1f})\" "
          "d=\"{}\"/></g>\n",
          x + kSample / 2, y - 4, DotShape(i));
      AddText(x + kSample + 8, y, "label", chart_.names[i]);
      x += width;
    }
    return y + 14;
  }

  void FindHorizontalRange() {
    for (const ChartPanel& panel : chart_.panels) {
      for (const ChartSeries& series : panel.series) {
        for (const auto& piece : series.pieces) {
          for (const ChartPoint& point : piece) x_range_.Add(point.x);
        }
      }
    }
    x_range_.Widen();
  }

  void DrawPanel(const ChartPanel& panel, double left, double top, double width,
                 double height) {
    Range heights;
    for (const ChartSeries& series : panel.series) {
      for (const auto& piece : series.pieces) {
        for (const ChartPoint& point : piece) heights.Add(point.y);
      }
    }
    heights.Widen();
    const RoundTicks y_ticks = MakeRoundTicks(heights.low, heights.high, 5);
    const Axis x{x_range_, left + kLeft, left + width - kRight};
    const Axis y{{y_ticks.values.front(), y_ticks.values.back()},
                 top + height - kBottom,
                 top + kTop};
    Add("<g role=\"group\" aria-label=\"{}\">\n", EscapeXml(panel.title));
    AddText(left, top + 12, "panel", panel.title);
    for (const double tick : y_ticks.values) {
      Add("<path class=\"grid\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", x.from,
          y(tick), x.to);
      AddText(x.from - 8, y(tick) + 4, "label end", TickLabel(tick, y_ticks));
    }
    DrawHorizontalAxis(x, y);
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      DrawSeries(panel.series[i], i, x, y);
    }
    Add("</g>\n");
  }

  void DrawHorizontalAxis(const Axis& x, const Axis& y) {
    Add("<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", x.from, y.from,
        x.to);
    const RoundTicks ticks = MakeRoundTicks(x.values.low, x.values.high, 6);
    for (const double tick : ticks.values) {
      if (tick < x.values.low || tick > x.values.high) continue;
      Add("<path class=\"axis\" d=\"M{:.1f} {:.1f}v4\"/>\n", x(tick), y.from);
      AddText(x(tick), y.from + 18, "label middle", TickLabel(tick, ticks));
    }
    AddText((x.from + x.to) / 2, y.from + 34, "label middle", chart_.x_title);
    for (const ChartMark& mark : chart_.marks) {
      Add("<path class=\"mark\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n", x(mark.x),
          y.from, y.to);
      AddText(x(mark.x), y.to - 5, "note", mark.label);
    }
  }

  void DrawSeries(const ChartSeries& series, std::size_t index, const Axis& x,
                  const Axis& y) {
    std::size_t points = 0;
    for (const auto& piece : series.pieces) points += piece.size();
    Add("<g class=\"c{}\">\n", index % kColours.size());
    for (const auto& piece : series.pieces) {
      std::string line;
      for (const ChartPoint& point : Thin(piece, x)) {
        fmt::format_to(std::back_inserter(line), "{}{:.1f} {:.1f}",
                       line.empty() ? "M" : "L", x(point.x), y(point.y));
      }
      Add("<path class=\"line\" stroke-dasharray=\"{}\" d=\"{}\"/>\n",
          kDashes[index % kDashes.size()], line);
      // A piece of one point would not be seen without its dot.
      if (points > kMostDots && piece.size() > 1) continue;
      for (const ChartPoint& point : piece) {
        Add("<path class=\"dot\" transform=\"translate({:.1f} {:.1f})\" "
            "d=\"{}\"><title>{}: {:.6g} at {} {:.10g}</title></path>\n",
            x(point.x), y(point.y), DotShape(index),
            EscapeXml(chart_.names[index]), point.y, EscapeXml(chart_.x_title),
            point.x);
      }
    }
    Add("</g>\n");
  }

  std::string Frame(double width, double height) const {
    std::string light;
    std::string dark;
    for (std::size_t i = 0; i < kColours.size(); ++i) {
      light += fmt::format(".c{}{{color:{}}}\n", i, kColours[i].first);
      dark += fmt::format(".c{}{{color:{}}}\n", i, kColours[i].second);
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" "
        "aria-labelledby=\"title description\">\n"
        "<title id=\"title\">{2}</title>\n"
        "<desc id=\"description\">{3}</desc>\n"
        "<style>\n"
        "svg{{color-scheme:light dark}}\n"
        "text{{font:13px system-ui,sans-serif;fill:#1f2328}}\n"
        "text.title{{font-size:18px;font-weight:600}}\n"
        "text.panel{{font-weight:600}}\n"
        "text.label,text.note{{fill:#57606a}}\n"
        "text.note{{font-size:11px}}\n"
        ".end{{text-anchor:end}}\n"
        ".middle{{text-anchor:middle}}\n"
        ".page{{fill:#fff}}\n"
        ".grid{{stroke:#dfe3e8;fill:none}}\n"
        ".axis{{stroke:#57606a;fill:none}}\n"
        ".mark{{stroke:#57606a;stroke-dasharray:1 3;fill:none}}\n"
        ".line{{stroke:currentColor;stroke-width:2;stroke-linejoin:round;"
        "fill:none}}\n"
        ".dot{{fill:currentColor}}\n"
        "{4}"
        "@media (prefers-color-scheme:dark){{\n"
        "text{{fill:#e6edf3}}\n"
        "text.label,text.note{{fill:#9aa4af}}\n"
        ".page{{fill:#0d1117}}\n"
        ".grid{{stroke:#2b3138}}\n"
        ".axis,.mark{{stroke:#9aa4af}}\n"
        "{5}}}\n"
        "</style>\n"
        "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n"
        "{6}</svg>\n",
        width, height, EscapeXml(chart_.title), EscapeXml(chart_.description),
        light, dark, body_);
  }

  const Chart& chart_;
  Range x_range_;
  std::string body_;
};

}  // namespace

std::string DrawChart(const Chart& chart) { return Drawing(chart).Draw(); }

RoundTicks MakeRoundTicks(double low, double high, int most) {
  const double raw = (high - low) / most;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  double step = 10 * power;
  for (const double round : {1.0, 2.0, 5.0}) {
    if (round * power >= raw * (1 - 1e-9)) {
      step = round * power;
      break;
    }
  }
  // Ticks are multiples of the step, not sums of steps, so that 0 is 0. What is
  // off by rounding needs no tick more.
  RoundTicks ticks{step, {}};
  const double first = std::floor(low / step + 1e-9);
  const double last = std::ceil(high / step - 1e-9);
  for (double k = first; k <= last; ++k) ticks.values.push_back(k * step);
  return ticks;
}

std::string TickLabel(double value, const RoundTicks& ticks) {
  if (value == 0) return "0";
  // All labels of an axis are written alike, so the largest decides.
  const double largest =
      std::max(std::abs(ticks.values.front()), std::abs(ticks.values.back()));
  if (largest < 1e-3 || largest >= 1e10) return fmt::format("{:.3g}", value);
  double unit = 1;
  const char* suffix = "";
  if (largest >= 1e6) {
    unit = 1e6;
    suffix = "M";
  } else if (largest >= 1e4) {
    unit = 1e3;
    suffix = "k";
  }
  const double digits = std::floor(std::log10(ticks.step / unit) + 1e-9);
  const int decimals = std::max(0, -static_cast<int>(digits));
  return fmt::format("{:.{}f}{}", value / unit, decimals, suffix);
}

}  // namespace whylight
