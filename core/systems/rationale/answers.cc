#include "core/systems/rationale/answers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "core/format/config_reader.h"
#include "core/format/json.h"
#include "core/systems/rationale/explainer.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// Options, a list in them, its entries.
constexpr std::size_t kMaxDepth = 3;
constexpr std::uint64_t kMostListed = 1000;

// A text to explain, and the options still to be read.
struct Question {
  const RationaleModel& model;
  const RationaleExplainer& explainer;
  std::size_t aspect;
  ConfigReader& reader;
};

ordered_json SpanToJson(const Span& span) {
  return {{"start", span.start}, {"end", span.end}};
}

ordered_json SpansToJson(const std::vector<Span>& spans) {
  ordered_json list = ordered_json::array();
  for (const Span& span : spans) list.push_back(SpanToJson(span));
  return list;
}

ordered_json NumbersToJson(const std::vector<SpanNumber>& words,
                           const char* name) {
  ordered_json list = ordered_json::array();
  for (const SpanNumber& word : words) {
    list.push_back(SpanToJson(word.span));
    list.back()[name] = word.number;
  }
  return list;
}

WordsRead ReadWordsRead(ConfigReader& reader) {
  WordsRead read = WordsRead::kRationale;
  reader.Choice<WordsRead>(
      "read", {{"rationale", WordsRead::kRationale}, {"all", WordsRead::kAll}},
      &read);
  return read;
}

Result<ordered_json> Ngrams(Question& question) {
  const WordsRead read = ReadWordsRead(question.reader);
  std::size_t top = 10;
  question.reader.Count("top", 1, kMostListed, &top);
  if (Status valid = question.reader.Finish(); !valid.ok()) {
    return valid.error();
  }
  const Result<RatingNgrams> found =
      question.explainer.Ngrams(question.aspect, read, top);
  if (!found.ok()) return found.error();
  const RatingNgrams& value = found.value();
  ordered_json ngrams = ordered_json::array();
  for (const SpanNgram& ngram : value.ngrams) {
    ngrams.push_back({{"spans", SpansToJson(ngram.words)},
                      {"contribution", ngram.contribution}});
  }
  return ordered_json{{"rating", value.rating},
                      {"logit", value.completeness.logit},
                      {"sum", value.completeness.ngrams},
                      {"bias", value.completeness.bias},
                      {"residual", value.completeness.residual},
                      {"error", value.completeness.error()},
                      {"ngrams", std::move(ngrams)},
                      {"words", NumbersToJson(value.words, "contribution")}};
}

Result<ordered_json> Curve(Question& question) {
  const WordsRead read = ReadWordsRead(question.reader);
  if (Status valid = question.reader.Finish(); !valid.ok()) {
    return valid.error();
  }
  const Result<RatingCurve> found =
      question.explainer.Curve(question.aspect, read);
  if (!found.ok()) return found.error();
  return ordered_json{{"rating", found.value().rating},
                      {"logit", found.value().logit},
                      {"meanLogit", found.value().mean_logit},
                      {"words", NumbersToJson(found.value().words, "rating")}};
}

Result<ordered_json> Gates(Question& question) {
  const WordsRead read = ReadWordsRead(question.reader);
  if (Status valid = question.reader.Finish(); !valid.ok()) {
    return valid.error();
  }
  const Result<RatingGates> found =
      question.explainer.Gates(question.aspect, read);
  if (!found.ok()) return found.error();
  const auto profile = [](const GateProfile& gates, std::size_t w) {
    return ordered_json{{"mean", gates.mean[w]},
                        {"max", gates.max[w]},
                        {"memory", gates.memory[w]}};
  };
  ordered_json words = ordered_json::array();
  for (std::size_t w = 0; w < found.value().words.size(); ++w) {
    words.push_back(SpanToJson(found.value().words[w]));
    words.back()["forward"] = profile(found.value().forward, w);
    words.back()["backward"] = profile(found.value().backward, w);
  }
  return ordered_json{{"words", std::move(words)}};
}

std::optional<std::vector<Span>> ReadSelection(ConfigReader& reader) {
  const json* list = reader.Find("selection");
  if (list == nullptr) return std::nullopt;
  std::vector<Span> spans;
  if (!list->is_array()) {
    reader.Complain("\"selection\": expected a list of spans");
    return spans;
  }
  for (const json& entry : *list) {
    Span span{};
    ConfigReader part(entry, "selection");
    constexpr std::uint64_t kLast = UINT32_MAX;
    part.Count("start", 0, kLast, &span.start);
    part.Count("end", 0, kLast, &span.end);
    if (span.end <= span.start) {
      part.Complain("expected \"end\" after \"start\" in every span");
    }
    reader.Merge(part.Finish());
    spans.push_back(span);
  }
  return spans;
}

Result<ordered_json> MeasureSelection(Question& question) {
  FaithfulnessOptions options;
  options.selection = ReadSelection(question.reader);
  question.reader.Flag("leaveOneOut", &options.leave_one_out);
  if (const json* bins = question.reader.Find("bins"); bins != nullptr) {
    options.bins.clear();
    for (const json& bin : *bins) {
      if (bin.is_number()) options.bins.push_back(bin.get<double>());
    }
    if (!bins->is_array() || options.bins.size() != bins->size()) {
      question.reader.Complain("\"bins\": expected a list of numbers");
    }
  }
  if (Status valid = question.reader.Finish(); !valid.ok()) {
    return valid.error();
  }
  const Result<RatingFaithfulness> found =
      question.explainer.MeasureSelection(question.aspect, options);
  if (!found.ok()) return found.error();
  const Faithfulness& scores = found.value().scores;
  const AopcCurves& aopc = found.value().aopc;
  ordered_json curve = ordered_json::array();
  for (std::size_t i = 0; i < aopc.selected.size(); ++i) {
    curve.push_back({{"fraction", options.bins[i]},
                     {"words", aopc.selected[i]},
                     {"sufficiency", aopc.sufficiency[i]},
                     {"comprehensiveness", aopc.comprehensiveness[i]}});
  }
  ordered_json answer{{"full", scores.full},
                      {"selection", scores.selection},
                      {"complement", scores.complement},
                      {"sufficiency", scores.sufficiency()},
                      {"comprehensiveness", scores.comprehensiveness()},
                      {"aopc",
                       {{"sufficiency", aopc.mean_sufficiency},
                        {"comprehensiveness", aopc.mean_comprehensiveness},
                        {"bins", std::move(curve)}}}};
  if (options.leave_one_out) {
    answer["words"] = NumbersToJson(found.value().leave_one_out, "difference");
  }
  return answer;
}

Result<ordered_json> Match(const RationaleModel& model,
                           const ExplanationRequest& request,
                           ConfigReader& reader) {
  StringKernelOptions options{.weighting = GapWeighting::kSpan};
  std::size_t top = 10;
  reader.Count("order", 1, kMaxOrder, &options.order);
  reader.Number("decay", 0, 1, &options.decay);
  reader.Choice<Mapping>("mapping",
                         {{"additive", Mapping::kAdditive},
                          {"multiplicative", Mapping::kMultiplicative}},
                         &options.mapping);
  reader.Choice<GapWeighting>(
      "weighting",
      {{"span", GapWeighting::kSpan}, {"end", GapWeighting::kToEnd}},
      &options.weighting);
  reader.Flag("normalized", &options.normalized);
  reader.Count("top", 1, kMostListed, &top);
  if (Status valid = reader.Finish(); !valid.ok()) return valid.error();
  const Result<TextMatches> found =
      MatchTexts(model, request.text, request.other, options, top);
  if (!found.ok()) return found.error();
  ordered_json matches = ordered_json::array();
  for (const SpanMatch& match : found.value().matches) {
    matches.push_back({{"x", SpansToJson(match.x)},
                       {"y", SpansToJson(match.y)},
                       {"similarities", match.similarities},
                       {"contribution", match.contribution},
                       {"share", match.share}});
  }
  return ordered_json{{"kernel", found.value().kernel},
                      {"matches", std::move(matches)}};
}

// The position of the aspect that the options name.
std::size_t ReadAspect(const RationaleModel& model, ConfigReader& reader) {
  std::vector<std::pair<std::string, std::size_t>> choices;
  for (const std::string& name : model.aspects()) {
    choices.emplace_back(name, choices.size());
  }
  std::size_t aspect = 0;
  reader.Choice("aspect", choices, &aspect);
  if (reader.Find("aspect") == nullptr && choices.size() > 1) {
    std::string names;
    for (const auto& [name, position] : choices) {
      names += (names.empty() ? "" : ", ") + Quote(name);
    }
    reader.Complain("\"aspect\": expected one of " + names + ", found none");
  }
  return aspect;
}

// The operating point that the options name, if any. Whether the model has it
// is for the explainer to say, in the words of every explanation.
PointIndex ReadPoint(ConfigReader& reader) {
  PointIndex point;
  reader.Count("point", 0, std::numeric_limits<std::size_t>::max(), &point);
  return point;
}

}  // namespace

Result<std::string> ExplainAsJson(const RationaleModel& model,
                                  const ExplanationRequest& request) {
  using Answer = Result<ordered_json> (*)(Question&);
  static const std::map<std::string_view, Answer> methods = {
      {"ngrams", Ngrams},
      {"curve", Curve},
      {"gates", Gates},
      {"faithfulness", MeasureSelection}};
  const auto method = methods.find(request.method);
  if (method == methods.end() && request.method != "match") {
    return Error{ErrorCode::kInvalidArgument,
                 "method: expected ngrams, curve, gates, faithfulness or "
                 "match, found " +
                     Quote(request.method)};
  }
  const Result<json> options = ParseJson(request.options, "options", kMaxDepth);
  if (!options.ok()) {
    return Error{ErrorCode::kInvalidArgument, options.error().message};
  }
  ConfigReader reader(options.value(), std::string(request.method));
  if (method == methods.end()) {
    const Result<ordered_json> answer = Match(model, request, reader);
    if (!answer.ok()) return answer.error();
    return DumpJson(answer.value());
  }
  const std::size_t aspect = ReadAspect(model, reader);
  const PointIndex point = ReadPoint(reader);
  const Result<RationaleExplainer> explainer =
      RationaleExplainer::Make(model, request.text, point);
  if (!explainer.ok()) return explainer.error();
  Question question{model, explainer.value(), aspect, reader};
  const Result<ordered_json> answer = method->second(question);
  if (!answer.ok()) return answer.error();
  ordered_json whole{{"aspect", model.aspects()[aspect]}};
  whole.update(answer.value());
  return DumpJson(whole);
}

}  // namespace whylight
