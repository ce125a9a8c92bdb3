// `whylight probes`: whether a model rates texts, or compares two, as it must
// that were written to test it.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/model_store.h"
#include "core/program/line_writer.h"
#include "core/program/verbs.h"
#include "core/systems/registry.h"
#include "core/training/probes/judge_probes.h"
#include "core/training/probes/read_probes.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

struct ProbesFlags {
  std::string model;
  std::vector<std::string> files;
  std::string half;
  bool failures = false;
  bool json = false;
};

Result<TextRater> ReadRater(const std::string& path) {
  Result<ModelFiles> files = ReadModelFolder(path);
  if (!files.ok()) return files.error();
  const ModelFolder folder{path, std::move(files).value()};
  const Result<const TrainableSystem*> system = TrainableSystemOf(folder);
  if (!system.ok()) return system.error();
  if (system.value()->rater == nullptr) {
    return Error{ErrorCode::kInvalidArgument,
                 path +
                     ": expected a model that rates or compares texts, found " +
                     system.value()->system->model};
  }
  return system.value()->rater(folder);
}

Result<std::vector<Probe>> ReadAllProbes(const ProbesFlags& flags) {
  std::optional<ProbeHalf> half;
  for (const auto& [name, value] : ProbeHalves()) {
    if (name == flags.half) half = value;
  }
  if (flags.files.empty()) {
    const std::string own = flags.model + "/probes.jsonl";
    Result<std::vector<Probe>> probes = ReadProbes(own, half);
    if (probes.ok() || probes.error().code != ErrorCode::kNotFound) {
      return probes;
    }
    return Error{ErrorCode::kNotFound,
                 own + ": expected probes there, or --file, found neither"};
  }
  std::vector<Probe> all;
  for (const std::string& path : flags.files) {
    Result<std::vector<Probe>> probes = ReadProbes(path, half);
    if (!probes.ok()) return probes.error();
    for (Probe& probe : probes.value()) all.push_back(std::move(probe));
  }
  return all;
}

std::string ShowCount(const std::string& name, std::size_t width,
                      const ProbeCount& count) {
  return fmt::format("{:{}} {:5} {:6} {:5.0f} %\n", name, width, count.n,
                     count.right, 100 * count.share());
}

std::string ShowRating(const std::optional<TextRating>& rating) {
  if (!rating) return "none";
  if (!rating->number) return rating->label;
  const std::string number = fmt::format("{:.2f}", *rating->number);
  return rating->label.empty() ? number : number + " (" + rating->label + ")";
}

std::string ShowRatings(const ProbeOutcome& outcome, const TextRatings& text) {
  std::string shown;
  for (std::size_t a = 0; a < text.size(); ++a) {
    const std::string number = ShowRating(text[a]);
    if (text.size() == 1) return number;
    if (!text[a]) continue;
    shown += (shown.empty() ? "" : ", ") + outcome.aspects[a] + " " + number;
  }
  return shown;
}

std::string ShowFailure(const ProbeOutcome& outcome) {
  const Probe& probe = outcome.probe;
  const std::string about =
      probe.aspect.empty() ? probe.kind : probe.kind + ", " + probe.aspect;
  std::string shown =
      fmt::format("{}:{}: {}: expected {}\n", probe.place.path,
                  probe.place.line, about, DescribeExpectation(probe));
  if (probe.compares()) {
    shown.pop_back();
    shown += fmt::format(", found {} ({:.2f})\n", outcome.verdict.label,
                         outcome.verdict.probability);
    for (const std::string& text : probe.texts) shown += "  " + text + "\n";
    return shown;
  }
  for (std::size_t t = 0; t < probe.texts.size(); ++t) {
    shown += fmt::format("  {}  {}\n", ShowRatings(outcome, outcome.ratings[t]),
                         probe.texts[t]);
  }
  return shown;
}

std::string Show(const ProbeFigures& figures,
                 const std::vector<ProbeOutcome>& failures) {
  std::size_t width = 16;
  for (const auto& [kind, count] : figures.kinds) {
    width = std::max(width, kind.size());
  }
  std::string text = fmt::format("{:{}} {:>5} {:>6} {:>7}\n", "kind", width,
                                 "n", "right", "share");
  for (const auto& [kind, count] : figures.kinds) {
    text += ShowCount(kind, width, count);
  }
  text += "\n";
  if (figures.negation.n > 0) {
    text += ShowCount("negation in all", width, figures.negation);
  }
  text += ShowCount("total but irony", width, figures.total);
  for (const ProbeOutcome& failure : failures) {
    text += "\n" + ShowFailure(failure);
  }
  text.pop_back();  // The writer ends the last line itself.
  return text;
}

Status RunProbes(const ProbesFlags& flags) {
  Result<std::vector<Probe>> probes = ReadAllProbes(flags);
  if (!probes.ok()) return probes.error();
  const Result<TextRater> rater = ReadRater(flags.model);
  if (!rater.ok()) return rater.error();
  const Result<std::vector<ProbeOutcome>> outcomes =
      JudgeProbes(rater.value(), std::move(probes).value());
  if (!outcomes.ok()) return outcomes.error();
  const ProbeFigures figures = CountProbes(outcomes.value());
  std::vector<ProbeOutcome> failures;
  for (const ProbeOutcome& outcome : outcomes.value()) {
    if (flags.failures && !outcome.right) failures.push_back(outcome);
  }
  std::string shown = Show(figures, failures);
  if (flags.json) {
    ordered_json all = FiguresToJson(figures);
    if (flags.failures) {
      all["failures"] = ordered_json::array();
      for (const ProbeOutcome& failure : failures) {
        all["failures"].push_back(OutcomeToJson(failure));
      }
    }
    shown = DumpJson(all, 2);
  }
  return Print(shown);
}

}  // namespace

void AddProbesCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<ProbesFlags>();
  CLI::App* verb = app.add_subcommand(
      "probes",
      "Test a model on short texts written for the purpose: negation, "
      "comparison, ...; prints how often it is right, by kind");
  verb->add_option("--model", flags->model,
                   "Folder of a model with rationales, of a classifier, or of "
                   "a model of pairs with labels")
      ->required();
  verb->add_option("--file", flags->files,
                   "Probes, in JSON lines (docs/reference/probes.md), instead "
                   "of the model's own, probes.jsonl in its folder; may be "
                   "repeated")
      ->allow_extra_args(false);
  std::vector<std::string> halves;
  for (const auto& [name, half] : ProbeHalves()) halves.push_back(name);
  verb->add_option("--half", flags->half,
                   "Only this half of the probes: those for choosing a model, "
                   "or those for its card")
      ->check(CLI::IsMember(halves));
  verb->add_flag("--failures", flags->failures,
                 "Also print each failure, with the ratings or the verdict");
  verb->add_flag("--json", flags->json, "Print JSON");
  verb->callback(
      [flags, &command] { command = [flags] { return RunProbes(*flags); }; });
}

}  // namespace whylight
