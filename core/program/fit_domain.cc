// `whylight fit-domain`: which texts a rationale model takes for its domain.
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/format/native/model_store.h"
#include "core/program/checked_flags.h"
#include "core/program/line_writer.h"
#include "core/program/output_place.h"
#include "core/program/training_run.h"
#include "core/program/verbs.h"
#include "core/systems/rationale/train/refit_domain.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

struct FitDomainFlags {
  std::string config;
  std::string model;
  std::string output;
  int threads =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
};

// As its config says, and nothing else does.
DataOptions ReadingOfConfig() {
  DataOptions reading;
  for (const Field& option : DataFields().Describe()) {
    reading.named_by[option.key] =
        Quote(option.key) + " in \"data\" of the config";
  }
  return reading;
}

Status RunFitDomain(const FitDomainFlags& flags) {
  const Result<nlohmann::json> config = ReadTrainingConfig(flags.config);
  if (!config.ok()) return config.error();
  Result<ModelFiles> files = ReadModelFolder(flags.model);
  if (!files.ok()) return files.error();
  const Result<WriterLock> lock = TakePlace(flags.output, OutputKind::kFolder);
  if (!lock.ok()) return lock.error();
  ThreadPool pool(flags.threads);
  const Result<RefittedDomain> refitted =
      RefitDomain({.config = config.value(),
                   .name = flags.config,
                   .files = {},
                   .data = ReadingOfConfig()},
                  {flags.model, std::move(files).value()}, pool);
  if (!refitted.ok()) return refitted.error();
  if (Status written = WriteModelFolder(flags.output, refitted.value().files);
      !written.ok()) {
    return written;
  }
  return Print(DumpJson(refitted.value().shares));
}

}  // namespace

void AddFitDomainCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<FitDomainFlags>();
  CLI::App* verb = app.add_subcommand(
      "fit-domain",
      "Fit again which texts a rationale model accepts as its domain; prints "
      "the shares that it accepts, as JSON");
  AddPath(verb, "--config", &flags->config,
          "A config of the task rationale, which says what belongs to the "
          "domain (train, more, templates) and what does not (outside)")
      ->required();
  AddPath(verb, "--model", &flags->model, "Folder of the model")->required();
  AddPath(verb, "--output", &flags->output,
          "Folder for the new model, which differs in this alone")
      ->required();
  AddThreadsFlag(verb, &flags->threads);
  verb->callback([flags, &command] {
    command = [flags] { return RunFitDomain(*flags); };
  });
}

}  // namespace whylight
