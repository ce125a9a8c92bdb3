#include "core/training/probes/judge_probes.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/format/json.h"
#include "core/training/data/labels.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

// The places of the aspects that a probe asks about.
Result<std::vector<std::size_t>> AskedAspects(const TextRater& rater,
                                              const Probe& probe) {
  std::vector<std::size_t> all;
  std::string names;
  for (std::size_t a = 0; a < rater.aspects.size(); ++a) {
    if (probe.aspect == rater.aspects[a]) return std::vector{a};
    all.push_back(a);
    names.append(names.empty() ? "" : ", ").append(Quote(rater.aspects[a]));
  }
  if (probe.aspect.empty() &&
      (all.size() == 1 || probe.expectation == Expectation::kNothing)) {
    return all;
  }
  return probe.place.Fail(
      "\"aspect\": expected " + (all.size() == 1 ? names : "one of " + names) +
      ", found " + (probe.aspect.empty() ? "none" : Quote(probe.aspect)));
}

// The error of a text, told as one of the probe's line.
Error InPlace(const Place& place, const Error& error) {
  return Error{error.code, place.Fail(error.message).message};
}

// Fails where `probe` asks for a label that is none of `labels`, those of
// `named`.
Status CheckLabel(const std::vector<std::string>& labels,
                  const std::string& named, const Probe& probe) {
  if (probe.expectation != Expectation::kLabel) return {};
  if (labels.empty()) {
    return probe.place.Fail(
        "\"label\": expected a probe of another form, since " + named +
        " has no labels");
  }
  if (std::find(labels.begin(), labels.end(), probe.label) != labels.end()) {
    return {};
  }
  return probe.place.Fail("\"label\": expected one of " + ListLabels(labels) +
                          ", found " + Quote(probe.label));
}

Result<ProbeOutcome> JudgePair(const TextRater& rater, Probe probe) {
  if (Status checked = CheckLabel(rater.labels.front(), "the model", probe);
      !checked.ok()) {
    return checked.error();
  }
  const Result<PairVerdict> verdict =
      rater.compare(probe.texts[0], probe.texts[1]);
  if (!verdict.ok()) return InPlace(probe.place, verdict.error());
  const bool right = verdict.value().label == probe.label;
  return ProbeOutcome{
      .probe = std::move(probe), .right = right, .verdict = verdict.value()};
}

// Fails where the model can tell nothing of the kind that a probe expects.
Status CheckForm(const TextRater& rater, const Probe& probe) {
  const Place& place = probe.place;
  if (probe.compares() && !rater.compare) {
    return place.Fail(
        "\"other\": expected a probe of another form, since the model rates "
        "single texts");
  }
  if (!probe.compares() && rater.compare) {
    return place.Fail(
        "expected \"text\", \"other\" and \"label\", since the model compares "
        "two texts");
  }
  switch (probe.expectation) {
    case Expectation::kOrder:
    case Expectation::kSide:
      if (rater.has_numbers) return {};
      return place.Fail(
          "expected \"text\" and \"label\", or \"same\", since the labels of "
          "the model have no grades");
    case Expectation::kNothing:
      if (!rater.always_rates) return {};
      return place.Fail(
          "\"none\": expected a probe of another form, since the model rates "
          "every text");
    case Expectation::kLabel:
      if (std::any_of(rater.labels.begin(), rater.labels.end(),
                      [](const auto& labels) { return !labels.empty(); })) {
        return {};
      }
      return place.Fail(
          "\"label\": expected a probe of another form, since the model has no "
          "labels");
    case Expectation::kAlike:
      break;
  }
  return {};
}

Result<ProbeOutcome> JudgeProbe(const TextRater& rater, Probe probe) {
  if (Status checked = CheckForm(rater, probe); !checked.ok()) {
    return checked.error();
  }
  if (probe.compares()) return JudgePair(rater, std::move(probe));
  const Result<std::vector<std::size_t>> asked = AskedAspects(rater, probe);
  if (!asked.ok()) return asked.error();
  const std::size_t first = asked.value().front();
  if (Status checked =
          CheckLabel(rater.labels[first], Quote(rater.aspects[first]), probe);
      !checked.ok()) {
    return checked.error();
  }
  ProbeOutcome outcome{.probe = std::move(probe)};
  for (const std::size_t a : asked.value()) {
    outcome.aspects.push_back(rater.aspects[a]);
  }
  for (const std::string& text : outcome.probe.texts) {
    const Result<TextRatings> ratings = rater.rate(text);
    if (!ratings.ok()) return InPlace(outcome.probe.place, ratings.error());
    TextRatings& kept = outcome.ratings.emplace_back();
    for (const std::size_t a : asked.value()) {
      kept.push_back(ratings.value()[a]);
    }
  }
  outcome.right = Holds(outcome.probe, outcome.ratings);
  return outcome;
}

void AddTo(ProbeCount* count, bool right) {
  ++count->n;
  if (right) ++count->right;
}

ordered_json CountToJson(const ProbeCount& count) {
  return {{"n", count.n}, {"right", count.right}, {"share", count.share()}};
}

std::string ShowBound(double bound) { return nlohmann::json(bound).dump(); }

}  // namespace

bool Holds(const Probe& probe, const std::vector<TextRatings>& ratings) {
  const auto rated = [](const TextRatings& one) {
    return std::any_of(one.begin(), one.end(),
                       [](const auto& rating) { return rating.has_value(); });
  };
  if (probe.expectation == Expectation::kNothing) {
    return std::none_of(ratings.begin(), ratings.end(), rated);
  }
  if (!std::all_of(ratings.begin(), ratings.end(), rated)) return false;
  const TextRating& first = *ratings.front().front();
  switch (probe.expectation) {
    case Expectation::kOrder:
      return first.number > ratings.back().front()->number;
    case Expectation::kAlike: {
      const double number = first.number.value_or(0);
      double low = number;
      double high = number;
      for (const TextRatings& one : ratings) {
        low = std::min(low, one.front()->number.value_or(0));
        high = std::max(high, one.front()->number.value_or(0));
        if (one.front()->label != first.label) return false;
      }
      return high - low <= kAlikeWithin;
    }
    case Expectation::kSide:
      return !(probe.above && first.number <= *probe.above) &&
             !(probe.below && first.number >= *probe.below);
    case Expectation::kLabel:
      return first.label == probe.label;
    case Expectation::kNothing:
      break;
  }
  return false;
}

Result<std::vector<ProbeOutcome>> JudgeProbes(const TextRater& rater,
                                              std::vector<Probe> probes) {
  std::vector<ProbeOutcome> outcomes;
  outcomes.reserve(probes.size());
  for (Probe& probe : probes) {
    Result<ProbeOutcome> outcome = JudgeProbe(rater, std::move(probe));
    if (!outcome.ok()) return outcome.error();
    outcomes.push_back(std::move(outcome).value());
  }
  return outcomes;
}

ProbeFigures CountProbes(const std::vector<ProbeOutcome>& outcomes) {
  ProbeFigures figures;
  std::vector<std::string> kinds = ProbeKinds();
  for (const ProbeOutcome& outcome : outcomes) {
    const std::string& kind = outcome.probe.kind;
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      kinds.push_back(kind);
    }
  }
  for (const std::string& kind : kinds) {
    ProbeCount count;
    for (const ProbeOutcome& outcome : outcomes) {
      if (outcome.probe.kind != kind) continue;
      AddTo(&count, outcome.right);
      if (kind != "irony") AddTo(&figures.total, outcome.right);
      if (kind.find("negation") != std::string::npos) {
        AddTo(&figures.negation, outcome.right);
      }
    }
    if (count.n > 0) figures.kinds.emplace_back(kind, count);
  }
  return figures;
}

ordered_json FiguresToJson(const ProbeFigures& figures) {
  ordered_json kinds = ordered_json::object();
  for (const auto& [kind, count] : figures.kinds) {
    kinds[kind] = CountToJson(count);
  }
  return {{"total", CountToJson(figures.total)},
          {"negation", CountToJson(figures.negation)},
          {"kinds", std::move(kinds)}};
}

ordered_json OutcomeToJson(const ProbeOutcome& outcome) {
  const Probe& probe = outcome.probe;
  ordered_json told = {{"file", probe.place.path},
                       {"line", probe.place.line},
                       {"kind", probe.kind},
                       {"expected", DescribeExpectation(probe)}};
  ordered_json& texts = told["texts"] = ordered_json::array();
  if (probe.compares()) {
    for (const std::string& text : probe.texts) {
      texts.push_back({{"text", text}});
    }
    told["label"] = outcome.verdict.label;
    told["probability"] = outcome.verdict.probability;
    return told;
  }
  for (std::size_t t = 0; t < probe.texts.size(); ++t) {
    ordered_json ratings = ordered_json::object();
    ordered_json classes = ordered_json::object();
    for (std::size_t a = 0; a < outcome.aspects.size(); ++a) {
      const std::string& aspect = outcome.aspects[a];
      const std::optional<TextRating>& rating = outcome.ratings[t][a];
      ratings[aspect] = rating && rating->number ? ordered_json(*rating->number)
                                                 : ordered_json();
      if (rating && !rating->label.empty()) classes[aspect] = rating->label;
    }
    ordered_json& text = texts.emplace_back(ordered_json{
        {"text", probe.texts[t]}, {"ratings", std::move(ratings)}});
    if (!classes.empty()) text["classes"] = std::move(classes);
  }
  return told;
}

std::string DescribeExpectation(const Probe& probe) {
  switch (probe.expectation) {
    case Expectation::kOrder:
      return "the first higher";
    case Expectation::kAlike:
      return "the same class, and numbers within " + ShowBound(kAlikeWithin);
    case Expectation::kSide:
      if (probe.above && probe.below) {
        return "between " + ShowBound(*probe.above) + " and " +
               ShowBound(*probe.below);
      }
      return probe.above ? "above " + ShowBound(*probe.above)
                         : "below " + ShowBound(*probe.below);
    case Expectation::kNothing:
      return "no rating";
    case Expectation::kLabel:
      return probe.label;
  }
  return {};
}

}  // namespace whylight
