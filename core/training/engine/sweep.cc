#include "core/training/engine/sweep.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/first_characters.h"
#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/format/native/writer_lock.h"
#include "core/training/engine/run_log.h"

namespace whylight {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostRuns = 10'000;
constexpr std::size_t kLongestName = 120;

// The name of an option in a folder's name: its last key, if no other ends so.
std::string ShortKey(const std::string& key, const ordered_json& grid) {
  const std::string last = key.substr(key.rfind('.') + 1);
  std::size_t ends = 0;
  for (const auto& [other, values] : grid.items()) {
    if (other.substr(other.rfind('.') + 1) == last) ++ends;
  }
  return ends == 1 ? last : key;
}

// Of a value, what can stand in the name of a folder.
std::string ShowInName(const ordered_json& value) {
  std::string text =
      value.is_string() ? value.get<std::string>() : DumpJson(value);
  for (char& c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       (c >= '0' && c <= '9') || c == '.' || c == '+' ||
                       c == '_';
    if (!plain) c = '-';
  }
  return text;
}

// No two names are alike, and none too long for a folder.
void MakeNamesUnique(std::vector<SweepRun>* runs) {
  std::set<std::string> taken;
  for (SweepRun& run : *runs) {
    const std::string name = run.name.substr(0, kLongestName);
    run.name = name;
    for (int i = 2; !taken.insert(run.name).second; ++i) {
      run.name = name + "-" + std::to_string(i);
    }
  }
}

std::string Inside(const std::string& folder, const char* name) {
  return (fs::path(folder) / name).string();
}

// The value of a field such as "dev.accuracy" if it is a number.
std::optional<double> Number(const ordered_json& line,
                             const std::string& name) {
  for (const auto& [key, value] : FlattenLogLine(line)) {
    if (key == name && value.is_number()) return value.get<double>();
  }
  return std::nullopt;
}

// The text of a field; empty where there is none.
std::string Text(const ordered_json& line, const char* key) {
  const auto field = line.find(key);
  return field != line.end() && field->is_string() ? field->get<std::string>()
                                                   : "";
}

// The options of a run, as its line in the results tells them.
ordered_json OptionsOf(const SweepRun& run) {
  ordered_json options;
  for (const auto& [key, value] : run.overrides) {
    const ordered_json read = ordered_json::parse(value, nullptr, false);
    options[key] = read.is_discarded() ? ordered_json(value) : read;
  }
  return options;
}

struct Judge {
  std::string metric;  // "dev.accuracy"; empty: nobody said.
  bool larger_is_better = true;
  bool as_trained = false;  // As the runs themselves judged their epochs.

  // False where either has no such number; the one that has it comes first.
  bool IsBetter(const ordered_json& a, const ordered_json& b) const {
    const std::optional<double> of_a = Number(a, metric);
    const std::optional<double> of_b = Number(b, metric);
    if (!of_a || !of_b) return of_a.has_value() && !of_b.has_value();
    return larger_is_better ? *of_a > *of_b : *of_a < *of_b;
  }
};

// What lines can be compared by, in the order in which they are logged. A
// number that was not finite is null.
std::vector<std::string> MetricsOf(const std::vector<ordered_json>& lines) {
  std::vector<std::string> metrics;
  std::set<std::string> known = {"step", "epoch"};
  for (const ordered_json& line : lines) {
    for (const auto& [name, value] : FlattenLogLine(line)) {
      if ((value.is_number() || value.is_null()) && known.insert(name).second) {
        metrics.push_back(name);
      }
    }
  }
  return metrics;
}

Error NoMetric(const std::string& found, const std::vector<std::string>& all) {
  std::string names;
  for (const std::string& name : all) {
    names.append(names.empty() ? "" : ", ").append(name);
  }
  return Invalid("--metric: expected one of " + names + ", found " +
                 Quote(found));
}

// How to judge, by the goal and the lines of a stage.
Result<Judge> MakeJudge(const SweepGoal& goal,
                        const std::vector<ordered_json>& lines) {
  const auto criterion = lines.back().find("criterion");
  const bool told = criterion != lines.back().end() && criterion->is_object();
  const std::string judged_by =
      told ? "dev." + Text(*criterion, "metric") : std::string();
  if (goal.metric.empty() && !told) return Judge{};
  Judge judge{goal.metric.empty() ? judged_by : goal.metric};
  const std::vector<std::string> metrics = MetricsOf(lines);
  const auto is_metric = [&](const std::string& name) {
    return std::find(metrics.begin(), metrics.end(), name) != metrics.end();
  };
  if (!is_metric(judge.metric)) judge.metric = "dev." + judge.metric;
  if (!is_metric(judge.metric)) {
    return NoMetric(goal.metric.empty() ? judged_by : goal.metric, metrics);
  }
  if (goal.larger_is_better) {
    judge.larger_is_better = *goal.larger_is_better;
  } else if (judge.metric == judged_by) {
    judge.larger_is_better = Text(*criterion, "goal") != "min";
  } else if (judge.metric == "loss" || judge.metric == "dev.loss") {
    judge.larger_is_better = false;
  } else {
    return Invalid("--goal: expected min or max for " + Quote(judge.metric) +
                   ", as the runs are judged by " +
                   (told ? Quote(judged_by) : "nothing") + ", found neither");
  }
  judge.as_trained =
      told && judge.metric == judged_by &&
      judge.larger_is_better == (Text(*criterion, "goal") != "min");
  return judge;
}

// Of the lines of a stage the best, and of several as good the first. Where the
// training judged them so, too, the one that it took: it may pass over some.
const ordered_json& BestOf(const std::vector<ordered_json>& lines,
                           const Judge& judge) {
  if (judge.as_trained) {
    const auto taken = std::find_if(
        lines.rbegin(), lines.rend(),
        [](const ordered_json& line) { return line.value("best", false); });
    if (taken != lines.rend()) return *taken;
  }
  const ordered_json* best = &lines.front();
  for (const ordered_json& line : lines) {
    if (judge.IsBetter(line, *best)) best = &line;
  }
  return *best;
}

class SweepInFolder {
 public:
  SweepInFolder(const std::string& folder, const SweepGoal& goal)
      : folder_(folder), goal_(goal) {}

  Status Begin(const nlohmann::json& config) {
    std::error_code failed;
    fs::create_directories(folder_, failed);
    if (failed) return Error{ErrorCode::kIo, folder_ + ": " + failed.message()};
    Result<WriterLock> lock = WriterLock::TakeFolder(folder_);
    if (!lock.ok()) return lock.error();
    lock_.emplace(std::move(lock).value());
    for (const char* name : {"sweep.json", "results.jsonl", "results.csv"}) {
      RemoveTemporarySiblings(Inside(folder_, name));
    }
    const std::string path = Inside(folder_, "sweep.json");
    const std::string bytes = DumpJson(config, 2) + "\n";
    const Result<std::string> before = ReadFile(path);
    if (before.ok() && before.value() != bytes) {
      return Invalid(folder_ +
                     ": expected runs of the same config, which is in " + path +
                     ", found another one; choose another --out");
    }
    if (before.ok()) return ReadFinished();
    if (before.error().code != ErrorCode::kNotFound) return before.error();
    for (const char* name : {"results.jsonl", "results.csv"}) {
      if (!fs::exists(Inside(folder_, name), failed)) continue;
      return Invalid(folder_ + ": expected no " + name +
                     " yet, found one that is of no sweep; choose another "
                     "--out");
    }
    return WriteFileAtomically(path, bytes);
  }

  bool IsFinished(const SweepRun& run) const {
    return finished_.contains(run.name);
  }

  // Fails if a run of that name was finished with other options, as names do
  // not tell all of them.
  Status CheckOptions(const SweepRun& run) const {
    const auto found = finished_.find(run.name);
    const ordered_json options = OptionsOf(run);
    if (found == finished_.end() || found->second == options) return {};
    return Invalid(RunFolder(run) + ": expected a run with " +
                   DumpJson(options) + ", found one with " +
                   DumpJson(found->second) +
                   "; choose another --out, or remove this folder to train the "
                   "run anew");
  }

  std::string RunFolder(const SweepRun& run) const {
    return Inside(folder_, run.name.c_str());
  }

  // Fails if the run cannot be compared as was asked for; it is added all the
  // same.
  Status Add(const SweepRun& run, const Status& trained) {
    SweepResult result = {{"run", run.name}, {"status", "finished"}};
    if (!trained.ok()) {
      const bool stopped = trained.error().code == ErrorCode::kInterrupted;
      result["status"] = stopped ? "interrupted" : "failed";
    }
    result["options"] = OptionsOf(run);
    // The settings of a run that has not begun to log are known all the same.
    const Result<std::vector<ordered_json>> lines =
        ReadRunLog(Inside(RunFolder(run), "log.jsonl"));
    Status compared;
    if (lines.ok() && !lines.value().empty()) {
      const Result<ordered_json> best = FindBest(lines.value());
      if (best.ok()) {
        result.update(best.value());
      } else if (trained.ok()) {
        compared = best.error();
      }
    }
    if (!trained.ok()) {
      result["error"] = std::string(ErrorCodeName(trained.error().code)) +
                        ": " + trained.error().message;
    }
    results_.push_back(std::move(result));
    return compared;
  }

  Status WriteResults() {
    std::stable_sort(results_.begin(), results_.end(),
                     [this](const SweepResult& a, const SweepResult& b) {
                       const bool a_finished = a["status"] == "finished";
                       const bool b_finished = b["status"] == "finished";
                       if (a_finished != b_finished) return a_finished;
                       return judge_.IsBetter(a, b);
                     });
    std::string lines;
    for (const SweepResult& result : results_) {
      lines += DumpJson(result) + "\n";
    }
    if (Status written =
            WriteFileAtomically(Inside(folder_, "results.jsonl"), lines);
        !written.ok()) {
      return written;
    }
    return WriteFileAtomically(Inside(folder_, "results.csv"),
                               FormatTable(results_));
  }

  SweepOutcome Outcome() const { return {results_, judge_.metric, {}}; }

 private:
  Status ReadFinished() {
    const Result<std::vector<ordered_json>> before =
        ReadRunLog(Inside(folder_, "results.jsonl"));
    if (!before.ok()) {
      if (before.error().code == ErrorCode::kNotFound) return {};
      return before.error();
    }
    for (const SweepResult& result : before.value()) {
      const std::string name = Text(result, "run");
      std::error_code ignored;
      // A folder that was removed is to be made anew.
      if (Text(result, "status") == "finished" &&
          fs::exists(Inside(folder_, name.c_str()), ignored)) {
        finished_[name] = result.value("options", ordered_json());
      }
    }
    return {};
  }

  // Of the last stage, as an earlier one may be judged by another number.
  Result<ordered_json> FindBest(std::vector<ordered_json> lines) {
    const std::string stage = Text(lines.back(), "stage");
    std::erase_if(lines, [&](const ordered_json& line) {
      return Text(line, "stage") != stage;
    });
    const Result<Judge> judge = MakeJudge(goal_, lines);
    if (!judge.ok()) return judge.error();
    if (judge_.metric.empty()) judge_ = judge.value();
    ordered_json chosen = BestOf(lines, judge.value());
    chosen.erase("criterion");
    chosen.erase("best");
    return chosen;
  }

  std::string folder_;
  std::optional<WriterLock> lock_;
  SweepGoal goal_;
  Judge judge_;
  std::map<std::string, ordered_json> finished_;  // Options by name.
  std::vector<SweepResult> results_;
};

}  // namespace

Result<std::vector<SweepRun>> ExpandGrid(const ordered_json& grid,
                                         const std::string& where) {
  if (!grid.is_object() || grid.empty()) {
    return Invalid(where + ": expected {\"KEY\": [VALUE, ...], ...}, found " +
                   FirstCharacters(DumpJson(grid)));
  }
  std::vector<SweepRun> runs(1);
  for (const auto& [key, values] : grid.items()) {
    std::set<std::string> known;
    for (const ordered_json& value : values) known.insert(DumpJson(value));
    if (!values.is_array() || values.empty() || known.size() < values.size()) {
      return Invalid(where + ": " + Quote(key) +
                     ": expected a list of values, each once, found " +
                     FirstCharacters(DumpJson(values)));
    }
    if (runs.size() * values.size() > kMostRuns) {
      return Invalid(where + ": expected at most " + std::to_string(kMostRuns) +
                     " combinations, found more");
    }
    const std::string short_key = ShortKey(key, grid);
    std::vector<SweepRun> longer;
    for (const SweepRun& run : runs) {
      for (const ordered_json& value : values) {
        SweepRun& next = longer.emplace_back(run);
        next.name.append(next.name.empty() ? "" : ",")
            .append(short_key)
            .append("=")
            .append(ShowInName(value));
        next.overrides.emplace_back(key, DumpJson(value));
      }
    }
    runs = std::move(longer);
  }
  MakeNamesUnique(&runs);
  return runs;
}

Result<SweepOutcome> RunSweep(const std::string& folder,
                              const nlohmann::json& config,
                              const std::vector<SweepRun>& runs,
                              const SweepGoal& goal, const SweepHooks& hooks) {
  SweepInFolder sweep(folder, goal);
  if (Status begun = sweep.Begin(config); !begun.ok()) return begun.error();
  for (const SweepRun& run : runs) {
    std::error_code ignored;
    const std::string run_folder = sweep.RunFolder(run);
    if (!fs::exists(run_folder, ignored)) continue;
    Status checked = sweep.CheckOptions(run);
    if (checked.ok()) checked = hooks.check(run, run_folder);
    if (!checked.ok()) return checked.error();
  }
  // Those first that need no training, so that results never get fewer.
  for (const SweepRun& run : runs) {
    if (!sweep.IsFinished(run)) continue;
    if (Status added = sweep.Add(run, {}); !added.ok()) return added.error();
  }
  std::optional<Error> failure;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const SweepRun& run = runs[i];
    if (sweep.IsFinished(run)) continue;
    hooks.on_start(run, i + 1);
    std::error_code ignored;
    const std::string run_folder = sweep.RunFolder(run);
    const Status trained =
        hooks.train(run, run_folder, fs::exists(run_folder, ignored));
    const Status added = sweep.Add(run, trained);
    if (Status written = sweep.WriteResults(); !written.ok()) {
      return written.error();
    }
    if (!added.ok()) return added.error();
    if (trained.ok()) continue;
    if (trained.error().code == ErrorCode::kInterrupted) {
      failure = trained.error();
      break;
    }
    hooks.on_failure(run, trained.error());
    if (!failure) failure = trained.error();
  }
  if (Status written = sweep.WriteResults(); !written.ok()) {
    return written.error();
  }
  SweepOutcome outcome = sweep.Outcome();
  outcome.failure = failure;
  return outcome;
}

}  // namespace whylight
