#include "core/training/engine/sweep.h"

#include <algorithm>
#include <filesystem>
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

struct Judge {
  std::string metric;  // "dev.accuracy"; empty: nobody said.
  bool larger_is_better = true;

  // False where either has no such number; the one that has it comes first.
  bool IsBetter(const ordered_json& a, const ordered_json& b) const {
    const std::optional<double> of_a = Number(a, metric);
    const std::optional<double> of_b = Number(b, metric);
    if (!of_a || !of_b) return of_a.has_value() && !of_b.has_value();
    return larger_is_better ? *of_a > *of_b : *of_a < *of_b;
  }
};

// How to judge, by the goal and a line of a log.
Judge MakeJudge(const SweepGoal& goal, const ordered_json& line) {
  Judge judge{goal.metric, goal.larger_is_better.value_or(true)};
  const ordered_json criterion = line.value("criterion", ordered_json());
  if (criterion.is_object()) {
    const std::string metric = Text(criterion, "metric");
    if (judge.metric.empty()) judge.metric = metric;
    const bool same = judge.metric == metric || judge.metric == "dev." + metric;
    if (same && !goal.larger_is_better) {
      judge.larger_is_better = Text(criterion, "goal") != "min";
    }
  }
  if (!judge.metric.empty() && !Number(line, judge.metric)) {
    judge.metric = "dev." + judge.metric;
  }
  return judge;
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
    return WriteFileAtomically(path, bytes);
  }

  bool IsFinished(const SweepRun& run) const {
    return finished_.contains(run.name);
  }

  std::string RunFolder(const SweepRun& run) const {
    return Inside(folder_, run.name.c_str());
  }

  void Add(const SweepRun& run, const Status& trained) {
    SweepResult result = {{"run", run.name}, {"status", "finished"}};
    if (!trained.ok()) {
      const bool stopped = trained.error().code == ErrorCode::kInterrupted;
      result["status"] = stopped ? "interrupted" : "failed";
    }
    for (const auto& [key, value] : run.overrides) {
      const ordered_json read = ordered_json::parse(value, nullptr, false);
      result["options"][key] = read.is_discarded() ? ordered_json(value) : read;
    }
    // The settings of a run that has not begun to log are known all the same.
    const Result<std::vector<ordered_json>> lines =
        ReadRunLog(Inside(RunFolder(run), "log.jsonl"));
    if (lines.ok() && !lines.value().empty()) {
      result.update(FindBest(lines.value()));
    }
    if (!trained.ok()) {
      result["error"] = std::string(ErrorCodeName(trained.error().code)) +
                        ": " + trained.error().message;
    }
    results_.push_back(std::move(result));
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
        finished_.insert(name);
      }
    }
    return {};
  }

  // Of the last stage, as an earlier one may be judged by another number.
  ordered_json FindBest(const std::vector<ordered_json>& lines) {
    const std::string stage = Text(lines.back(), "stage");
    const Judge judge = MakeJudge(goal_, lines.back());
    if (judge_.metric.empty()) judge_ = judge;
    const ordered_json* best = &lines.back();
    for (const ordered_json& line : lines) {
      if (Text(line, "stage") == stage && judge.IsBetter(line, *best)) {
        best = &line;
      }
    }
    ordered_json chosen = *best;
    chosen.erase("criterion");
    chosen.erase("best");
    return chosen;
  }

  std::string folder_;
  std::optional<WriterLock> lock_;
  SweepGoal goal_;
  Judge judge_;
  std::set<std::string> finished_;
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
  // Those first that need no training, so that results never get fewer.
  for (const SweepRun& run : runs) {
    if (sweep.IsFinished(run)) sweep.Add(run, {});
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
    sweep.Add(run, trained);
    if (Status written = sweep.WriteResults(); !written.ok()) {
      return written.error();
    }
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
