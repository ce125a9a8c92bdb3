// `whylight train`: trains the model that a config file describes.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/training_run.h"
#include "core/program/verbs.h"
#include "core/systems/registry.h"

namespace whylight {
namespace {

struct Options {
  TrainFlags flags;
  std::string train;
  std::string dev;
  std::string vectors;
  std::optional<std::uint64_t> seed;
};

Status RunTrain(const Options& options,
                const std::vector<std::string>& extras) {
  TrainFlags flags = options.flags;
  if (flags.config.empty() && flags.task.empty() && !flags.resume) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected --config FILE, --task NAME with all that it needs, "
                 "or --resume with the --out of an earlier run"};
  }
  Result<Overrides> overrides = ParseOverrides(extras);
  if (!overrides.ok()) return overrides.error();
  flags.overrides = std::move(overrides).value();
  if (options.seed) {
    flags.overrides.push_back({"seed", std::to_string(*options.seed)});
  }
  for (const auto& [key, path] :
       {std::pair("train", options.train), std::pair("dev", options.dev),
        std::pair("vectors", options.vectors)}) {
    if (!path.empty()) flags.files[key] = path;
  }
  return RunTraining(flags);
}

// "rationale, classifier or language-model (lm)", say.
std::string TaskNames() {
  std::string names;
  const auto systems = TrainableSystems();
  for (const TrainableSystem* one : systems) {
    if (one != systems.front()) names += one == systems.back() ? " or " : ", ";
    names += one->system->name;
    if (!one->short_name.empty()) names += " (" + one->short_name + ")";
  }
  return names;
}

}  // namespace

void AddTrainCommand(CLI::App& app, Command& command) {
  auto options = std::make_shared<Options>();
  TrainFlags& flags = options->flags;
  flags.threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  CLI::App* verb = app.add_subcommand(
      "train",
      "Train a model (docs/reference/options.md describes the config)");
  AddPath(verb, "--config", &flags.config,
          "What to train: a JSON file. Not needed with --resume, or "
          "if flags say everything");
  verb->add_option("--task", flags.task,
                   TaskNames() + ", if the config does not say it");
  AddPath(verb, "--train", &options->train,
          "Data to train on, instead of the config's (docs/guides/data.md)");
  AddPath(verb, "--dev", &options->dev,
          "Data to tune on, instead of the config's");
  AddPath(verb, "--vectors", &options->vectors,
          "Word vectors, instead of the config's");
  AddPath(verb, "--out,--output", &flags.out,
          "Folder of the run: model/, checkpoints/, log.jsonl, "
          "log.csv, config.json, run.json")
      ->required();
  verb->add_flag("--resume", flags.resume,
                 "Continue the run in --out, bit for bit as if it had not been "
                 "interrupted")
      ->excludes(verb->add_flag("--overwrite", flags.overwrite,
                                "Replace an earlier run in --out, or other "
                                "files that are named like those of a run"));
  verb->add_flag("--dry-run", flags.dry_run,
                 "Check config and data, print the config with every default, "
                 "and train nothing");
  AddCount(verb, "--seed", &options->seed, {}, "Seed, instead of the config's");
  AddCount(verb, "--epochs", &flags.epochs, {1, 100'000},
           "Epochs, instead of the config's; for a rationale model those of "
           "\"selection\"");
  AddMaxErrors(verb, &flags.max_errors,
               "Skip and report up to this many bad lines of each data file");
  AddThreadsFlag(verb, &flags.threads);
  verb->footer(
      "Any option of the config can be given as --KEY VALUE, where dots lead\n"
      "into objects and lists:\n"
      "  --selection.optimiser.learning_rate 0.001 --aspects.0.rate=0.2\n"
      "`whylight options TASK` lists them.\n"
      "\n"
      "Before its last line, a run warns on standard error if the model is no\n"
      "better than a guess, or a stage continued past its best epoch.");
  verb->allow_extras();
  verb->callback([verb, options, &command] {
    command = [verb, options] { return RunTrain(*options, verb->remaining()); };
  });
}

}  // namespace whylight
