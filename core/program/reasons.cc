// The verbs `ngrams`, `curve`, `gates`, `faithfulness` and `match`: why a model
// rates a text as it does, as one JSON object (docs/explanations.md).
#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/format/json.h"
#include "core/program/line_writer.h"
#include "core/program/load_model.h"
#include "core/program/point_flag.h"
#include "core/program/verbs.h"
#include "core/systems/rationale/answers.h"

namespace whylight {
namespace {

struct ReasonFlags {
  std::string method;
  std::string model;
  std::string text;
  std::string other;
  std::string output;
  // Options that were given, as `ExplainAsJson` reads them.
  nlohmann::json options = nlohmann::json::object();
};

Status RunReason(const ReasonFlags& flags) {
  const Result<RationaleModel> model = LoadRationaleModel(flags.model);
  if (!model.ok()) return model.error();
  const std::string options = DumpJson(flags.options);
  const Result<std::string> answer = ExplainAsJson(
      model.value(), {flags.method, flags.text, flags.other, options});
  if (!answer.ok()) return answer.error();
  Result<LineWriter> writer = LineWriter::Open(flags.output);
  if (!writer.ok()) return writer.error();
  if (Status written = writer.value().Write(answer.value()); !written.ok()) {
    return written;
  }
  return writer.value().Finish();
}

// Adds verbs one by one, each with flags of its own.
class Verb {
 public:
  Verb(CLI::App& app, Command& command, const char* name,
       const char* description)
      : flags_(std::make_shared<ReasonFlags>()),
        verb_(app.add_subcommand(name, description)) {
    flags_->method = name;
    verb_->add_option("--model", flags_->model, "Folder of the model")
        ->required();
    verb_->add_option("--text", flags_->text, "The text itself")->required();
    verb_->add_option("--output", flags_->output,
                      "File to write instead of standard output");
    verb_->callback([flags = flags_, &command] {
      command = [flags] { return RunReason(*flags); };
    });
  }

  void Other(const char* flag, const char* description) {
    verb_->add_option(flag, flags_->other, description)->required();
  }

  /// An option whose value goes to the key `key` as it is.
  template <typename T>
  CLI::Option* Option(const char* flag, const char* key,
                      const char* description) {
    return verb_->add_option_function<T>(
        flag,
        [flags = flags_, key](const T& value) { flags->options[key] = value; },
        description);
  }

  void Flag(const char* flag, const char* key, const char* description) {
    verb_->add_flag_callback(
        flag, [flags = flags_, key] { flags->options[key] = true; },
        description);
  }

  /// Of the verbs that are about one rating: which one.
  void Rating() {
    Option<std::string>("--aspect", "aspect",
                        "Which rating; needed where the model has several");
    AddPointFlag(verb_, [flags = flags_](const std::size_t& point) {
      flags->options["point"] = point;
    });
  }

  void Read() {
    Option<std::string>("--read", "read",
                        "Words the encoder reads: rationale (default) or all");
  }

  void Top() { Option<std::uint64_t>("--top", "top", "How many to list (10)"); }

  /// Spans as START-END, e.g. 10-14.
  void Selection() {
    verb_
        ->add_option_function<std::vector<std::string>>(
            "--select",
            [flags = flags_](const std::vector<std::string>& spans) {
              for (const std::string& span : spans) {
                Append(span, flags->options["selection"]);
              }
            },
            "Selected words as START-END in UTF-16 units, any number of times; "
            "the rationale if absent")
        ->allow_extra_args(false);
  }

 private:
  static void Append(const std::string& span, nlohmann::json& list) {
    const std::size_t dash = span.find('-');
    const auto number = [&](const std::string& text) {
      if (text.empty() || text.size() > 9 ||
          text.find_first_not_of("0123456789") != std::string::npos) {
        throw CLI::ValidationError("--select",
                                   "expected START-END, found " + span);
      }
      return static_cast<std::uint32_t>(std::stoul(text));
    };
    if (dash == std::string::npos) number("");
    list.push_back({{"start", number(span.substr(0, dash))},
                    {"end", number(span.substr(dash + 1))}});
  }

  std::shared_ptr<ReasonFlags> flags_;
  CLI::App* verb_;
};

}  // namespace

void AddReasonCommands(CLI::App& app, Command& command) {
  Verb ngrams(app, command, "ngrams",
              "Print a rating's logit as a sum over skip n-grams");
  ngrams.Rating();
  ngrams.Read();
  ngrams.Top();

  Verb curve(app, command, "curve",
             "Print what the encoder would rate at every word");
  curve.Rating();
  curve.Read();

  Verb gates(app, command, "gates",
             "Print how far the encoder's gates open at every word");
  gates.Rating();
  gates.Read();

  Verb faithfulness(app, command, "faithfulness",
                    "Measure whether a rating rests on the selected words");
  faithfulness.Rating();
  faithfulness.Selection();
  faithfulness
      .Option<std::vector<double>>("--bins", "bins",
                                   "A fraction of the words for the AOPC "
                                   "curves, any number of times")
      ->allow_extra_args(false);
  faithfulness.Flag("--leave-one-out", "leaveOneOut",
                    "Rate the text without each word in turn, too");

  Verb match(app, command, "match",
             "Print which skip n-grams of two texts match");
  match.Other("--other", "The text to compare with");
  match.Option<std::uint64_t>("--order", "order", "Words in an n-gram (2)");
  match.Option<double>("--decay", "decay",
                       "What a word left out costs, in [0, 1) (0.5)");
  match.Option<std::string>("--mapping", "mapping",
                            "multiplicative (default) or additive: how the "
                            "likeness of words adds up");
  match.Option<std::string>("--weighting", "weighting",
                            "Words left out count within the n-gram, span "
                            "(default), or up to the text's end, end");
  match.Flag("--normalized", "normalized",
             "Divide by what all n-grams of the texts weigh");
  match.Top();
}

}  // namespace whylight
