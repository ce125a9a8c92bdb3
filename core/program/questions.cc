// `whylight questions`: what a model can be asked.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "core/format/json.h"
#include "core/model/system.h"
#include "core/program/line_writer.h"
#include "core/program/load_model.h"
#include "core/program/verbs.h"

namespace whylight {
namespace {

struct QuestionsFlags {
  std::string model;
  bool json = false;
};

std::string Show(const System& system) {
  std::string page;
  for (const Question& question : system.questions) {
    page += fmt::format("{} ({}): {}\n", question.name,
                        InputsName(question.inputs), question.summary);
    if (question.options == nullptr) continue;
    for (const Field& option : question.options->Describe()) {
      page += fmt::format("  {:<12} {}\n", option.key,
                          DescribeOption(option, question.options->Defaults()));
    }
  }
  page.pop_back();
  return page;
}

Status RunQuestions(const QuestionsFlags& flags) {
  const Result<LoadedModel> loaded = LoadModel(flags.model);
  if (!loaded.ok()) return loaded.error();
  const System& system = *loaded.value().system;
  if (!flags.json) return Print(Show(system));
  const nlohmann::ordered_json all = {{"task", system.name},
                                      {"model", loaded.value().model->About()},
                                      {"questions", QuestionsToJson(system)}};
  return Print(DumpJson(all, 2));
}

}  // namespace

void AddQuestionsCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<QuestionsFlags>();
  CLI::App* verb = app.add_subcommand(
      "questions", "List what a model can be asked; each question is a verb");
  verb->add_option("--model", flags->model, "Folder of the model")->required();
  verb->add_flag("--json", flags->json, "Print JSON");
  verb->callback([flags, &command] {
    command = [flags] { return RunQuestions(*flags); };
  });
}

}  // namespace whylight
