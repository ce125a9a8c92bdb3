// Draws curves as an SVG picture: several panels with one legend, legible on a
// light and a dark page and without telling colours apart.
#pragma once

#include <string>
#include <vector>

namespace whylight {

struct ChartPoint {
  double x;
  double y;
};

/// A curve, in pieces where it is interrupted.
struct ChartSeries {
  std::vector<std::vector<ChartPoint>> pieces;
};

struct ChartPanel {
  std::string title;
  /// One for each name of the chart, in that order; may be without points.
  std::vector<ChartSeries> series;
};

/// A line across every panel, at the start of something.
struct ChartMark {
  double x;
  std::string label;
};

struct Chart {
  std::string title;
  std::string description;  ///< What the picture shows, for who cannot see it.
  std::string x_title;
  std::vector<std::string> names;
  std::vector<ChartPanel> panels;
  std::vector<ChartMark> marks;
};

/// The picture as text of an SVG file.
std::string DrawChart(const Chart& chart);

/// Round numbers, at most `most` + 1 and mostly more than half as many, that
/// are evenly spaced from at most `low` to at least `high`.
struct RoundTicks {
  double step;
  std::vector<double> values;
};
RoundTicks MakeRoundTicks(double low, double high, int most);

/// One of them as it is labelled: "0.25", "-3", "20k", "1.5M", "2e-07".
std::string TickLabel(double value, const RoundTicks& ticks);

}  // namespace whylight
