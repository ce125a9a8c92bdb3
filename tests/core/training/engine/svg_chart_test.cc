#include "core/training/engine/svg_chart.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "tests/core/training/engine/between.h"

namespace whylight {
namespace {

std::vector<std::string> Labels(double low, double high) {
  const RoundTicks ticks = MakeRoundTicks(low, high, 5);
  std::vector<std::string> labels;
  for (const double tick : ticks.values) {
    labels.push_back(TickLabel(tick, ticks));
  }
  return labels;
}

using Texts = std::vector<std::string>;

TEST(SvgChartTest, PutsTicksAtRoundNumbers) {
  EXPECT_EQ(Labels(0, 1), (Texts{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(Labels(0.31, 0.72),
            (Texts{"0.3", "0.4", "0.5", "0.6", "0.7", "0.8"}));
  EXPECT_EQ(Labels(-1.2, 1.7), (Texts{"-2", "-1", "0", "1", "2"}));
  EXPECT_EQ(Labels(0, 23000), (Texts{"0", "5k", "10k", "15k", "20k", "25k"}));
  EXPECT_EQ(Labels(0, 3e6), (Texts{"0", "1M", "2M", "3M"}));
  EXPECT_EQ(Labels(1, 1.00003),
            (Texts{"1.00000", "1.00001", "1.00002", "1.00003"}));
  EXPECT_EQ(Labels(0, 4e-7), (Texts{"0", "1e-07", "2e-07", "3e-07", "4e-07"}));
}

TEST(SvgChartTest, TicksHoldTheWholeRangeWhateverItIs) {
  for (double low = -1e6; low < 1e6; low = low / 3 + 17) {
    for (const double size : {1e-5, 0.3, 1.0, 7.0, 1234.5}) {
      const RoundTicks ticks = MakeRoundTicks(low, low + size, 5);
      EXPECT_LE(ticks.values.front(), low + size * 1e-6);
      EXPECT_GE(ticks.values.back(), low + size * (1 - 1e-6));
      EXPECT_LE(ticks.values.size(), 7u);
      EXPECT_GE(ticks.values.size(), 3u);
    }
    if (std::abs(low - 25.5) < 1e-3) break;
  }
}

Chart TwoCurves() {
  Chart chart;
  chart.title = "a < b & \"c\"";
  chart.description = "from \x01 to \xff";
  chart.x_title = "step";
  chart.names = {"one", "two"};
  chart.panels = {
      {"loss",
       {{{{{1, 0.5}, {2, 0.25}}, {{3, 0.1}}}}, {{{{1, 0.75}, {3, 0.5}}}}}}};
  return chart;
}

TEST(SvgChartTest, DrawsAPieceOfLineForEachPieceOfACurve) {
  const std::string svg = DrawChart(TwoCurves());
  // And one a name in the legend.
  EXPECT_EQ(Between(svg, "class=\"line\"", ">").size(), 5u);
  EXPECT_EQ(Between(svg, "class=\"dot\"", ">").size(), 7u);
  EXPECT_NE(svg.find("<title>two: 0.75 at step 1</title>"), std::string::npos);
}

TEST(SvgChartTest, TellsCurvesApartWithoutTheirColours) {
  Chart chart = TwoCurves();
  chart.names.assign(30, "run");
  chart.panels[0].series.assign(30, {{{{0, 0}, {1, 1}}}});
  const std::string svg = DrawChart(chart);
  std::set<std::string> styles;
  // A legend's line is in one line with its group, a curve is not.
  for (const std::string& style : Between(svg, "<g class=\"", " d=")) {
    if (style.find('\n') == std::string::npos) styles.insert(style);
  }
  EXPECT_EQ(styles.size(), 30u);
}

TEST(SvgChartTest, NamesItselfAndEscapesWhateverIsInATitle) {
  const std::string svg = DrawChart(TwoCurves());
  EXPECT_NE(svg.find("role=\"img\" aria-labelledby=\"title description\""),
            std::string::npos);
  EXPECT_NE(
      svg.find("<title id=\"title\">a &lt; b &amp; &quot;c&quot;</title>"),
      std::string::npos);
  EXPECT_NE(svg.find("<desc id=\"description\">from   to \xEF\xBF\xBD</desc>"),
            std::string::npos);
}

TEST(SvgChartTest, DrawsWhatHasNoBreadthOrNoPoints) {
  for (const double value : {0.0, 5.0, -1e-9, 1e15, 1 + 1e-15}) {
    Chart chart = TwoCurves();
    chart.panels[0].series = {{{{{7, value}, {7, value}}}}, {}};
    const std::string svg = DrawChart(chart);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
  }
  Chart empty;
  EXPECT_NE(DrawChart(empty).find("</svg>"), std::string::npos);
}

TEST(SvgChartTest, ThinsALongCurveButKeepsItsPeaks) {
  Chart chart = TwoCurves();
  std::vector<ChartPoint> points;
  for (int i = 0; i < 200'000; ++i) {
    points.push_back({static_cast<double>(i), i == 77'777 ? 9.0 : 1.0});
  }
  chart.panels[0].series = {{{points}}, {}};
  const std::string long_curve = DrawChart(chart);
  EXPECT_LT(long_curve.size(), 60'000u);
  chart.panels[0].series = {{{{{0, 1}, {77'777, 9}, {199'999, 1}}}}, {}};
  const std::vector<std::string> peak = Between(DrawChart(chart), "L", "L");
  ASSERT_EQ(peak.size(), 1u);
  EXPECT_NE(long_curve.find("L" + peak[0] + "L"), std::string::npos);
}

}  // namespace
}  // namespace whylight
