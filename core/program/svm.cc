// `whylight svm`: what a linear support vector machine makes of labelled texts,
// to compare classifiers with.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/format/json.h"
#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/program/verbs.h"
#include "core/systems/classifier/train/linear_svm.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

struct SvmFlags {
  std::string train;
  std::string dev;
  std::string test;
  DataOptions reading;
  int order = 0;
  std::size_t weights = 0;
  bool json = false;
};

Result<SvmTexts> ReadTexts(const SvmFlags& flags, const std::string& path,
                           const SvmTask& task) {
  const Result<LabelledFile> file = ReadLabelledFile(path, flags.reading);
  if (!file.ok()) return file.error();
  return task.Read(file.value());
}

ordered_json WeightsToJson(const SvmTask& task, const LinearSvm& svm,
                           std::size_t count) {
  ordered_json lists = ordered_json::object();
  for (std::size_t label = 0; label < task.labels().size(); ++label) {
    ordered_json list = ordered_json::array();
    for (const auto& [ngram, weight] :
         svm.Strongest(static_cast<std::int32_t>(label), count)) {
      list.push_back({{"ngram", task.NgramText(ngram)}, {"weight", weight}});
    }
    lists[task.labels()[label]] = std::move(list);
  }
  return lists;
}

ordered_json FiguresToJson(const SvmTexts& texts, double accuracy) {
  return {{"n", texts.texts.size()}, {"accuracy", accuracy}};
}

// The same for people.
std::string Show(const ordered_json& found) {
  const auto figures = [&](const char* name) {
    return fmt::format("{}: accuracy {:.4f} of {} texts\n", name,
                       found[name]["accuracy"].get<double>(),
                       found[name]["n"].get<std::size_t>());
  };
  std::string text =
      fmt::format("C {}, n-grams of up to {} words in {} or more texts: {}\n",
                  found["cost"].get<double>(), found["order"].get<int>(),
                  found["min_texts"].get<std::uint32_t>(),
                  found["features"].get<std::size_t>());
  text += figures("dev");
  if (found.contains("test")) text += figures("test");
  if (found.contains("weights")) {
    for (const auto& [label, list] : found["weights"].items()) {
      text += label + ":\n";
      for (const auto& entry : list) {
        text += fmt::format("  {:.3f} {}\n", entry["weight"].get<double>(),
                            entry["ngram"].get<std::string>());
      }
    }
  }
  text.pop_back();
  return text;
}

Result<ordered_json> Compare(const SvmFlags& flags) {
  const std::vector<int> orders = flags.order == 0
                                      ? std::vector<int>{1, 2, 3}
                                      : std::vector<int>{flags.order};
  const Result<LabelledFile> train =
      ReadLabelledFile(flags.train, flags.reading);
  if (!train.ok()) return train.error();
  const Result<SvmTask> task = SvmTask::Make(train.value(), orders.back());
  if (!task.ok()) return task.error();
  const Result<SvmTexts> dev = ReadTexts(flags, flags.dev, task.value());
  if (!dev.ok()) return dev.error();
  // An error in the test set is reported before the work is done.
  std::optional<SvmTexts> test;
  if (!flags.test.empty()) {
    Result<SvmTexts> read = ReadTexts(flags, flags.test, task.value());
    if (!read.ok()) return read.error();
    test = std::move(read).value();
  }
  const SvmChoice choice =
      ChooseSvm(task.value(), dev.value(), SvmGrid(orders));
  ordered_json found = {
      {"order", choice.options.order},
      {"min_texts", choice.options.min_texts},
      {"cost", choice.options.cost},
      {"features", choice.svm.features()},
      {"dev", FiguresToJson(dev.value(), choice.accuracy)},
  };
  if (test) found["test"] = FiguresToJson(*test, Accuracy(choice.svm, *test));
  if (flags.weights > 0) {
    found["weights"] = WeightsToJson(task.value(), choice.svm, flags.weights);
  }
  return found;
}

Status RunSvm(const SvmFlags& flags) {
  const Result<ordered_json> found = Compare(flags);
  if (!found.ok()) return found.error();
  return Print(flags.json ? DumpJson(found.value(), 2) : Show(found.value()));
}

}  // namespace

void AddSvmCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<SvmFlags>();
  CLI::App* verb =
      app.add_subcommand("svm",
                         "Train a linear SVM over n-grams as a baseline for "
                         "classifiers; prints the best on dev");
  verb->add_option("--train", flags->train,
                   "Labelled texts (docs/guides/data.md)")
      ->required();
  verb->add_option("--dev", flags->dev,
                   "The same, to choose C, the rarest n-grams and their length")
      ->required();
  verb->add_option("--test", flags->test,
                   "The same, to measure what was chosen");
  AddDataFlags(verb, &flags->reading, /*labels=*/true);
  AddCount(verb, "--order", &flags->order, {1, 3},
           "Words in the longest n-grams; by default the best of 1, 2 and 3");
  AddCount(verb, "--weights", &flags->weights, {1, 1'000'000},
           "Also print this many of each label's strongest n-grams");
  verb->add_flag("--json", flags->json, "Print JSON");
  verb->callback(
      [flags, &command] { command = [flags] { return RunSvm(*flags); }; });
}

}  // namespace whylight
