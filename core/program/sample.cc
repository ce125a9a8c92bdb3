// `whylight sample`: text that a language model makes up.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/format/native/model_store.h"
#include "core/program/line_writer.h"
#include "core/program/verbs.h"
#include "core/systems/language_model/model.h"

namespace whylight {
namespace {

struct SampleFlags {
  std::string model;
  std::string prompt;
  std::string output;
  std::size_t words = 100;
  std::uint64_t seed = 1;
  double temperature = 1;
};

Status RunSample(const SampleFlags& flags) {
  const Result<ModelFiles> files = ReadModelFolder(flags.model);
  if (!files.ok()) return files.error();
  const Result<LanguageModel> model = LanguageModel::Load(files.value());
  if (!model.ok()) {
    return Error{model.error().code, flags.model + "/" + model.error().message};
  }
  Result<LineWriter> writer = LineWriter::Open(flags.output);
  if (!writer.ok()) return writer.error();
  // A sentence a line, as the model was trained on.
  std::string line = flags.prompt;
  for (const std::string& word : model.value().Sample(
           flags.prompt, flags.words, flags.temperature, flags.seed)) {
    if (word != kEndOfSentence) {
      line.append(line.empty() ? "" : " ").append(word);
      continue;
    }
    if (Status written = writer.value().Write(line); !written.ok()) {
      return written;
    }
    line.clear();
  }
  if (!line.empty()) {
    if (Status written = writer.value().Write(line); !written.ok()) {
      return written;
    }
  }
  return writer.value().Finish();
}

}  // namespace

void AddSampleCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<SampleFlags>();
  CLI::App* verb =
      app.add_subcommand("sample", "Print text that a language model makes up");
  verb->add_option("--model", flags->model, "Folder of the model")->required();
  verb->add_option("--words", flags->words, "How many, ends of sentences too")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  verb->add_option("--seed", flags->seed, "Another seed, another text")
      ->capture_default_str();
  verb->add_option("--prompt", flags->prompt,
                   "How the first sentence starts, words between spaces");
  verb->add_option("--temperature", flags->temperature,
                   "Below 1 likely words are drawn more often, above 1 less")
      ->capture_default_str()
      ->check(CLI::Range(0.01, 100.0));
  verb->add_option("--output", flags->output,
                   "File to write instead of standard output");
  verb->callback(
      [flags, &command] { command = [flags] { return RunSample(*flags); }; });
}

}  // namespace whylight
