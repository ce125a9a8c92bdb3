#include "core/training/engine/run_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/training/engine/run_log.h"
#include "core/training/engine/svg_chart.h"

namespace whylight {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostPanels = 8;

// A line of a log, as far as it can be drawn.
struct LogPoint {
  double x = 0;
  std::string stage;
  std::vector<std::pair<std::string, double>> numbers;

  std::optional<double> Find(std::string_view name) const {
    for (const auto& [key, value] : numbers) {
      if (key == name) return value;
    }
    return std::nullopt;
  }
};

LogPoint ReadPoint(const ordered_json& line) {
  LogPoint point;
  for (const auto& [name, value] : FlattenLogLine(line)) {
    if (value.is_number() && std::abs(value.get<double>()) < 1e100) {
      point.numbers.emplace_back(name, value.get<double>());
    } else if (name == "stage" && value.is_string()) {
      point.stage = value.get<std::string>();
    }
  }
  return point;
}

// The points of all runs, placed by "step" if every line names one; otherwise a
// line after the other. Returns what the axis is then called.
std::string ReadPoints(const std::vector<LoggedRun>& runs,
                       std::vector<std::vector<LogPoint>>* points) {
  bool steps = true;
  bool epochs = true;
  for (const LoggedRun& run : runs) {
    std::vector<LogPoint>& of_run = points->emplace_back();
    for (const ordered_json& line : run.lines) {
      of_run.push_back(ReadPoint(line));
      steps = steps && of_run.back().Find("step");
      epochs = epochs && of_run.back().Find("epoch");
    }
  }
  for (std::vector<LogPoint>& run : *points) {
    double count = 0;
    for (LogPoint& point : run) {
      point.x = steps ? *point.Find("step") : ++count;
    }
  }
  // Epochs are counted anew in each stage, lines are not.
  if (steps) return "step";
  return epochs ? "epoch" : "line";
}

// The metrics that can be drawn, in the order in which they are logged.
std::vector<std::string> AllMetrics(
    const std::vector<std::vector<LogPoint>>& runs) {
  std::vector<std::string> names;
  std::set<std::string> known = {"step", "epoch"};
  for (const auto& run : runs) {
    for (const LogPoint& point : run) {
      for (const auto& [name, value] : point.numbers) {
        if (known.insert(name).second) names.push_back(name);
      }
    }
  }
  return names;
}

// A count of examples, say, is no curve.
bool Changes(const std::vector<std::vector<LogPoint>>& runs,
             const std::string& metric) {
  std::set<double> values;
  bool single = true;
  for (const auto& run : runs) {
    std::size_t count = 0;
    for (const LogPoint& point : run) {
      if (const auto value = point.Find(metric)) {
        values.insert(*value);
        ++count;
      }
    }
    single = single && count < 2;
  }
  return single || values.size() > 1;
}

std::vector<std::string> DefaultMetrics(
    const std::vector<std::vector<LogPoint>>& runs,
    const std::vector<std::string>& all) {
  std::vector<std::string> chosen;
  for (const std::string& name : all) {
    if (name == "loss" || (name.starts_with("dev.") && Changes(runs, name))) {
      chosen.push_back(name);
    }
  }
  chosen.resize(std::min(chosen.size(), kMostPanels));
  return chosen;
}

Result<std::vector<std::string>> FindMetrics(
    const std::vector<std::string>& wanted,
    const std::vector<std::string>& all) {
  std::vector<std::string> found;
  for (const std::string& name : wanted) {
    const auto full =
        std::find_if(all.begin(), all.end(), [&](const std::string& one) {
          return one == name || one == "dev." + name;
        });
    if (full == all.end()) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("--metric: expected one of {}; found {}",
                               fmt::join(all, ", "), name)};
    }
    found.push_back(*full);
  }
  return found;
}

// A curve is interrupted where the next stage starts, which may have another
// loss, and where a line has the number as null: it was not finite.
ChartSeries MakeSeries(const LoggedRun& run,
                       const std::vector<LogPoint>& points,
                       const std::string& metric) {
  ChartSeries series;
  std::string stage;
  bool interrupted = true;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto value = points[i].Find(metric);
    if (!value) {
      const auto& line = run.lines[i];
      interrupted =
          interrupted || (line.contains(metric) && line.at(metric).is_null());
      continue;
    }
    if (interrupted || points[i].stage != stage) series.pieces.emplace_back();
    interrupted = false;
    stage = points[i].stage;
    series.pieces.back().push_back({points[i].x, *value});
  }
  return series;
}

// Where each stage starts; of a run of one stage, nothing.
std::vector<ChartMark> FindStages(const std::vector<LogPoint>& points) {
  std::vector<ChartMark> stages;
  for (const LogPoint& point : points) {
    if (stages.empty() || point.stage != stages.back().label) {
      stages.push_back({point.x, point.stage});
    }
  }
  if (stages.size() < 2) stages.clear();
  return stages;
}

// In several runs only if they are the same in all of them.
std::vector<ChartMark> CommonStages(
    const std::vector<std::vector<LogPoint>>& runs) {
  std::vector<ChartMark> stages = FindStages(runs.front());
  const auto same = [](const ChartMark& a, const ChartMark& b) {
    return a.x == b.x && a.label == b.label;
  };
  for (const auto& run : runs) {
    const std::vector<ChartMark> others = FindStages(run);
    if (!std::equal(stages.begin(), stages.end(), others.begin(), others.end(),
                    same)) {
      return {};
    }
  }
  return stages;
}

// "loss of b: 0.9 at step 10, 0.3 at step 90, from 0.25 to 0.9."
std::string Describe(const Chart& chart) {
  std::string text;
  for (const ChartPanel& panel : chart.panels) {
    for (std::size_t i = 0; i < panel.series.size(); ++i) {
      std::vector<ChartPoint> points;
      for (const auto& piece : panel.series[i].pieces) {
        points.insert(points.end(), piece.begin(), piece.end());
      }
      if (points.empty()) continue;
      const auto [low, high] = std::minmax_element(
          points.begin(), points.end(),
          [](ChartPoint a, ChartPoint b) { return a.y < b.y; });
      text += fmt::format(
          "{}{} of {}: {:.4g} at {} {:.10g}, {:.4g} at {} {:.10g}; lowest "
          "{:.4g}, highest {:.4g}.",
          text.empty() ? "" : " ", panel.title, chart.names[i],
          points.front().y, chart.x_title, points.front().x, points.back().y,
          chart.x_title, points.back().x, low->y, high->y);
    }
  }
  return text;
}

std::string LogPath(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored)
             ? (fs::path(path) / "log.jsonl").string()
             : path;
}

// The last `parts` parts of a run's folder.
std::string RunName(const std::string& path, std::size_t parts) {
  fs::path folder = fs::path(LogPath(path)).lexically_normal().parent_path();
  if (folder.filename().empty()) return path;
  fs::path name;
  for (; parts > 0 && !folder.filename().empty(); --parts) {
    name = name.empty() ? folder.filename() : folder.filename() / name;
    folder = folder.parent_path();
  }
  return name.string();
}

}  // namespace

Result<std::vector<LoggedRun>> ReadRuns(const std::vector<std::string>& paths) {
  constexpr std::size_t kMostParts = 8;
  std::vector<std::string> names;
  for (std::size_t parts = 1; parts <= kMostParts; ++parts) {
    names.clear();
    for (const std::string& path : paths) {
      names.push_back(RunName(path, parts));
    }
    if (std::set<std::string>(names.begin(), names.end()).size() ==
        names.size()) {
      break;
    }
  }
  std::vector<LoggedRun> runs;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    Result<std::vector<ordered_json>> lines = ReadRunLog(LogPath(paths[i]));
    if (!lines.ok()) return lines.error();
    runs.push_back({names[i], std::move(lines).value()});
  }
  return runs;
}

Result<std::string> PlotRuns(const std::vector<LoggedRun>& runs,
                             const std::vector<std::string>& metrics) {
  std::vector<std::vector<LogPoint>> points;
  Chart chart;
  chart.x_title = ReadPoints(runs, &points);
  const std::vector<std::string> all = AllMetrics(points);
  if (all.empty()) {
    return Error{ErrorCode::kBadData,
                 runs.front().name +
                     ": expected a log with numbers to plot, found none yet"};
  }
  Result<std::vector<std::string>> chosen =
      metrics.empty() ? DefaultMetrics(points, all) : FindMetrics(metrics, all);
  if (!chosen.ok()) return chosen.error();
  // A log with neither a loss nor a dev has something else.
  if (chosen.value().empty()) chosen = std::vector<std::string>{all.front()};
  chart.title = runs.size() == 1 ? runs.front().name
                                 : fmt::format("{} runs", runs.size());
  for (const LoggedRun& run : runs) chart.names.push_back(run.name);
  for (const std::string& metric : chosen.value()) {
    ChartPanel& panel = chart.panels.emplace_back();
    panel.title = metric;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      panel.series.push_back(MakeSeries(runs[i], points[i], metric));
    }
  }
  chart.marks = CommonStages(points);
  chart.description = Describe(chart);
  return DrawChart(chart);
}

}  // namespace whylight
