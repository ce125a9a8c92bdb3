// `whylight sweep`: trains with every combination of some options' values, and
// compares the runs.
#include "core/training/engine/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/first_characters.h"
#include "core/format/json.h"
#include "core/format/native/file.h"
#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/program/progress.h"
#include "core/program/tell.h"
#include "core/program/training_run.h"
#include "core/program/verbs.h"
#include "core/systems/registry.h"
#include "core/training/engine/config_overrides.h"
#include "core/training/engine/mpi_launch.h"
#include "core/training/engine/run_folder.h"
#include "core/training/engine/run_log.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

struct SweepFlags {
  TrainFlags training;  // Of every run; `out` and `overrides` are added.
  std::string train;
  std::string dev;
  std::string vectors;
  std::string grid;
  std::string out;
  std::string metric;
  std::string goal;
};

// The keys of a grid are varied in the order in which they are written.
Result<ordered_json> ReadOrdered(const std::string& path) {
  constexpr std::size_t kMaxNesting = 16;
  const Result<std::string> bytes = ReadFile(path);
  if (!bytes.ok()) return bytes.error();
  const Result<json> checked =
      ParseConfigJson(bytes.value(), path, kMaxNesting);
  if (!checked.ok()) return checked.error();
  return ordered_json::parse(bytes.value(), nullptr, false, true);
}

Result<std::vector<SweepRun>> ReadGrid(const SweepFlags& flags,
                                       const ordered_json& config) {
  if (!flags.grid.empty()) {
    const Result<ordered_json> grid = ReadOrdered(flags.grid);
    if (!grid.ok()) return grid.error();
    return ExpandGrid(grid.value(), flags.grid);
  }
  const auto grid = config.find("sweep");
  if (grid == config.end()) {
    return Error{ErrorCode::kInvalidArgument,
                 flags.training.config +
                     ": expected \"sweep\": {\"KEY\": [VALUE, ...], ...} in "
                     "it, or --grid FILE"};
  }
  return ExpandGrid(*grid, flags.training.config + ": sweep");
}

// Fails if what `flag` gives to `key` is part of what the grid varies: one of
// the two would have no effect.
Status CheckNotVaried(const std::string& flag, const std::string& key,
                      const std::vector<SweepRun>& runs) {
  for (const auto& [varied, value] : runs.front().overrides) {
    if (key != varied && !key.starts_with(varied + ".")) continue;
    return Invalid("--" + flag +
                   ": expected an option that the grid does not vary");
  }
  return {};
}

Status CheckNotVaried(const TrainFlags& flags, const json& config,
                      const std::vector<SweepRun>& runs) {
  std::vector<std::pair<std::string, std::string>> given;  // Flags and keys.
  for (const auto& [key, typed] : flags.overrides) given.emplace_back(key, key);
  for (const auto& [key, path] : flags.files) given.emplace_back(key, key);
  const Result<const TrainableSystem*> system =
      FindTrainableSystem(config, flags.config, "");
  // Of an unknown system a run says so.
  if (flags.epochs && system.ok()) {
    given.emplace_back("epochs", system.value()->epochs_key);
  }
  for (const auto& [flag, key] : given) {
    if (Status free = CheckNotVaried(flag, key, runs); !free.ok()) return free;
  }
  return {};
}

// The config that all runs share, as a folder of runs notes it.
Result<json> SharedConfig(const ordered_json& config, const TrainFlags& flags) {
  json shared = config;
  shared.erase("sweep");
  if (Status applied = ApplyOverrides(&shared, flags.overrides);
      !applied.ok()) {
    return applied.error();
  }
  json files = json::object();
  for (const auto& [key, path] : flags.files) {
    files[key] = std::filesystem::path(path).filename().string();
  }
  json all = {{"config", shared}, {"files", files}};
  if (flags.epochs) all["epochs"] = *flags.epochs;
  return all;
}

std::string Show(const ordered_json& value) {
  if (!value.is_number_float()) return DumpJson(value);
  const double number = value.get<double>();
  const double size = std::abs(number);
  return size < 0.01 || size >= 1e5 ? fmt::format("{:.4g}", number)
                                    : fmt::format("{:.4f}", number);
}

// A run's cells of the table: its metric, epoch and time, or why it has none.
std::vector<std::string> Cells(const SweepResult& result,
                               const std::string& metric) {
  const std::string status = result["status"].get<std::string>();
  if (status != "finished") return {status, "", ""};
  std::vector<std::string> cells(3);
  for (const auto& [key, value] : FlattenLogLine(result)) {
    if (key == metric) cells[0] = Show(value);
    if (key == "epoch") cells[1] = Show(value);
    if (key == "seconds" && value.is_number()) {
      cells[2] = FormatDuration(value.get<double>());
    }
  }
  return cells;
}

Status PrintTable(const SweepOutcome& outcome) {
  std::vector<std::vector<std::string>> rows = {
      {"run", outcome.metric, "epoch", "time"}};
  for (const SweepResult& result : outcome.results) {
    std::vector<std::string>& row = rows.emplace_back();
    row = Cells(result, outcome.metric);
    row.insert(row.begin(), result["run"].get<std::string>());
  }
  std::vector<std::size_t> widths(rows.front().size());
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  Result<LineWriter> writer = LineWriter::Open("");
  if (!writer.ok()) return writer.error();
  for (const std::vector<std::string>& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) {
      line += fmt::format("  {:>{}}", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    if (Status written = writer.value().Write(line); !written.ok()) {
      return written;
    }
  }
  return writer.value().Finish();
}

TrainFlags FlagsOfRun(TrainFlags flags, const SweepRun& run,
                      const std::string& folder) {
  flags.overrides.insert(flags.overrides.end(), run.overrides.begin(),
                         run.overrides.end());
  flags.out = folder;
  return flags;
}

// The options of a run that may name files, which numbers do not.
std::string OptionsThatName(const Overrides& overrides) {
  std::string names;
  for (const auto& [key, typed] : overrides) {
    const json value = json::parse(typed, nullptr, false);
    if (value.is_number() || value.is_boolean()) continue;
    names.append(key).append("=").append(typed).append("\n");
  }
  return names;
}

// Fails if the run in `flags.out` began with other data than are there now.
// `known` keeps those of the options that name them, as all are read for it.
Status CheckData(const TrainFlags& flags, const SweepRun& run,
                 std::map<std::string, ordered_json>* known) {
  const RunFolder folder(flags.out, EarlierRun::kResume);
  if (!folder.HasRun()) return {};
  const std::string options = OptionsThatName(run.overrides);
  auto data = known->find(options);
  if (data == known->end()) {
    Result<ordered_json> read = RecordTrainingData(flags);
    // A run that is to be trained on them says why they cannot be read; one
    // that is finished needs them no longer.
    if (!read.ok()) return {};
    data = known->emplace(options, std::move(read).value()).first;
  }
  const std::string changed = folder.DataChangedSinceBegun(data->second);
  if (changed.empty()) return {};
  return Invalid(flags.out + ": cannot go on with the sweep: " + changed +
                 "; choose another --out, or remove this folder to train the "
                 "run anew");
}

Status RunSweepVerb(SweepFlags flags, const std::vector<std::string>& extras) {
  if (LaunchedRanks() > 1) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected a sweep to be started without mpirun"};
  }
  TrainFlags& training = flags.training;
  Result<Overrides> overrides = ParseOverrides(extras);
  if (!overrides.ok()) return overrides.error();
  training.overrides = std::move(overrides).value();
  for (const auto& [key, path] :
       {std::pair("train", flags.train), std::pair("dev", flags.dev),
        std::pair("vectors", flags.vectors)}) {
    if (path.empty()) continue;
    if (Status twice = CheckReadTwice(std::string("--") + key, path);
        !twice.ok()) {
      return twice;
    }
    training.files[key] = path;
  }
  const Result<ordered_json> config = ReadOrdered(training.config);
  if (!config.ok()) return config.error();
  if (!config.value().is_object()) {
    return Invalid(training.config + ": expected an object, found " +
                   FirstCharacters(DumpJson(config.value())));
  }
  const Result<std::vector<SweepRun>> runs = ReadGrid(flags, config.value());
  if (!runs.ok()) return runs.error();
  if (Status free =
          CheckNotVaried(training, json(config.value()), runs.value());
      !free.ok()) {
    return free;
  }
  const Result<json> shared = SharedConfig(config.value(), training);
  if (!shared.ok()) return shared.error();

  SweepGoal goal{flags.metric, {}};
  if (!flags.goal.empty()) goal.larger_is_better = flags.goal == "max";
  SweepHooks hooks;
  hooks.train = [&](const SweepRun& run, const std::string& folder,
                    bool resume) {
    TrainFlags one = FlagsOfRun(training, run, folder);
    one.resume = resume;
    return RunTraining(one);
  };
  const std::size_t count = runs.value().size();
  hooks.on_start = [&](const SweepRun& run, std::size_t number) {
    Tell("run {} of {}: {}\n", number, count, run.name);
  };
  std::map<std::string, ordered_json> data;
  hooks.check = [&](const SweepRun& run, const std::string& folder) {
    return CheckData(FlagsOfRun(training, run, folder), run, &data);
  };
  std::size_t failures = 0;
  hooks.on_failure = [&](const SweepRun& run, const Error& error) {
    ++failures;
    Tell("{}: [{}] {}\n", run.name, ErrorCodeName(error.code), error.message);
  };
  const Result<SweepOutcome> outcome =
      RunSweep(flags.out, shared.value(), runs.value(), goal, hooks);
  if (!outcome.ok()) return outcome.error();
  if (Status printed = PrintTable(outcome.value()); !printed.ok()) {
    return printed;
  }
  const std::optional<Error>& failure = outcome.value().failure;
  if (!failure) return {};
  if (failure->code == ErrorCode::kInterrupted) {
    return Error{ErrorCode::kInterrupted,
                 "stopped; the same command goes on from here"};
  }
  return Error{failure->code,
               fmt::format("{} of {} runs failed, {}/results.csv says why",
                           failures, count, flags.out)};
}

}  // namespace

void AddSweepCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<SweepFlags>();
  TrainFlags& training = flags->training;
  training.threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  CLI::App* verb = app.add_subcommand(
      "sweep", "Train with every combination of some options' values");
  AddPath(verb, "--config", &training.config,
          "What to train: a JSON file, which may hold the grid as "
          "\"sweep\": {\"KEY\": [VALUE, ...], ...}")
      ->required();
  AddPath(verb, "--grid", &flags->grid,
          "The grid alone, instead of the config's: a JSON file");
  AddPath(verb, "--out,--output", &flags->out,
          "Folder of all runs, with one folder per run; an "
          "interrupted sweep is continued")
      ->required();
  AddPath(verb, "--train", &flags->train,
          "Data to train on, instead of the config's");
  AddPath(verb, "--dev", &flags->dev,
          "Data to tune on, instead of the config's");
  AddPath(verb, "--vectors", &flags->vectors,
          "Word vectors, instead of the config's");
  AddCount(verb, "--epochs", &training.epochs, {1, 100'000},
           "Epochs, instead of the config's; for a rationale model those of "
           "\"selection\"");
  AddMaxErrors(verb, &training.max_errors,
               "Skip and report up to this many bad lines of each data file");
  verb->add_option("--metric", flags->metric,
                   "Compare runs by this figure on dev, or by loss, instead of "
                   "by the one that chooses their best epoch");
  verb->add_option("--goal", flags->goal,
                   "Whether the smallest or the largest figure is best. By "
                   "default min for the loss and, for the figure that chooses "
                   "the best epoch, as there; needed for others")
      ->check(CLI::IsMember({"min", "max"}));
  AddThreadsFlag(verb, &training.threads);
  verb->footer(
      "Options that all runs share can be given as --KEY VALUE, as with train");
  verb->allow_extras();
  verb->callback([verb, flags, &command] {
    command = [verb, flags] { return RunSweepVerb(*flags, verb->remaining()); };
  });
}

}  // namespace whylight
