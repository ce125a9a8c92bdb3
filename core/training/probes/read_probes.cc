#include "core/training/probes/read_probes.h"

#include <set>
#include <string_view>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/training/data/json_line.h"
#include "core/training/data/record.h"

namespace whylight {
namespace {

// A line as it is written.
struct ProbeLine {
  std::string kind;
  std::optional<ProbeHalf> half;
  std::string aspect;
  std::string higher;
  std::string lower;
  std::vector<std::string> same;
  std::string text;
  std::optional<double> above;
  std::optional<double> below;
  std::string other;
  std::string label;
  std::string none;
};

const Fields<ProbeLine>& ProbeFields() {
  static const auto fields =
      Fields<ProbeLine>()
          .Text("kind", &ProbeLine::kind, "What is tested.")
          .Required()
          .Choice("half", &ProbeLine::half, ProbeHalves(),
                  "Whether it serves to choose a model or to report on it.")
          .Text("aspect", &ProbeLine::aspect, "Aspect whose rating is meant.")
          .Text("higher", &ProbeLine::higher, "Text of the higher rating.")
          .Text("lower", &ProbeLine::lower, "Text of the lower rating.")
          .Texts("same", &ProbeLine::same, "Texts of the same rating.")
          .Text("text", &ProbeLine::text,
                "Text whose rating is bounded or whose label is told, or "
                "the first of two.")
          .Number("above", &ProbeLine::above, {0, 1}, "It is above this.")
          .Number("below", &ProbeLine::below, {0, 1}, "It is below this.")
          .Text("other", &ProbeLine::other, "The second text.")
          .Text("label", &ProbeLine::label,
                "The label of the text, or of the two.")
          .Text("none", &ProbeLine::none, "Text without a rating.");
  return fields;
}

constexpr char kForms[] =
    "expected \"higher\" and \"lower\", \"same\", \"text\" with \"above\", "
    "\"below\" or \"label\", \"text\" with \"other\" and \"label\", or "
    "\"none\"";

// What is wrong with the texts, or nothing. A text may follow from itself.
std::string FindTextProblem(const Probe& probe) {
  std::set<std::string_view> seen;
  for (const std::string& text : probe.texts) {
    if (IsBlank(text)) return "expected texts with words, found a blank one";
    if (!probe.compares() && !seen.insert(text).second) {
      return "expected different texts, found twice " + Quote(text);
    }
  }
  return {};
}

Result<Probe> ToProbe(ProbeLine line, const Place& place) {
  if (IsBlank(line.kind)) {
    return place.Fail("\"kind\": expected a name, found " + Quote(line.kind));
  }
  Probe probe{.kind = std::move(line.kind),
              .half = line.half,
              .aspect = std::move(line.aspect),
              .above = line.above,
              .below = line.below,
              .place = place};
  const bool bounded = line.above || line.below;
  int forms = 0;
  if (!line.higher.empty() || !line.lower.empty()) {
    ++forms;
    if (line.higher.empty() || line.lower.empty()) return place.Fail(kForms);
    probe.expectation = Expectation::kOrder;
    probe.texts = {std::move(line.higher), std::move(line.lower)};
  }
  if (!line.same.empty()) {
    ++forms;
    if (line.same.size() < 2) {
      return place.Fail("\"same\": expected two texts or more, found one");
    }
    probe.expectation = Expectation::kAlike;
    probe.texts = std::move(line.same);
  }
  if (!line.other.empty() || !line.label.empty()) {
    forms += bounded ? 2 : 1;
    if (line.text.empty() || line.label.empty()) return place.Fail(kForms);
    probe.expectation = Expectation::kLabel;
    probe.texts = {std::move(line.text)};
    if (!line.other.empty()) probe.texts.push_back(std::move(line.other));
    probe.label = std::move(line.label);
  } else if (!line.text.empty() || bounded) {
    ++forms;
    if (line.text.empty() || !bounded) return place.Fail(kForms);
    if (line.above && line.below && *line.above >= *line.below) {
      return place.Fail("expected \"above\" to be less than \"below\"");
    }
    probe.expectation = Expectation::kSide;
    probe.texts = {std::move(line.text)};
  }
  if (!line.none.empty()) {
    ++forms;
    probe.expectation = Expectation::kNothing;
    probe.texts = {std::move(line.none)};
  }
  if (forms != 1) {
    return place.Fail(std::string(kForms) + ", found " +
                      (forms == 0 ? "none of them" : "several"));
  }
  if (std::string problem = FindTextProblem(probe); !problem.empty()) {
    return place.Fail(problem);
  }
  return probe;
}

Result<Probe> ReadProbe(std::string_view line, const Place& place) {
  const Result<nlohmann::json> object = ParseJsonLine(line, place);
  if (!object.ok()) return object.error();
  ProbeLine read;
  const std::string where = place.path + ":" + std::to_string(place.line);
  if (Status status = ProbeFields().Read(object.value(), where, &read);
      !status.ok()) {
    return Error{ErrorCode::kBadData, status.error().message};
  }
  return ToProbe(std::move(read), place);
}

}  // namespace

const std::vector<std::pair<std::string, ProbeHalf>>& ProbeHalves() {
  static const std::vector<std::pair<std::string, ProbeHalf>> halves = {
      {"choose", ProbeHalf::kChoose}, {"card", ProbeHalf::kCard}};
  return halves;
}

const std::vector<std::string>& ProbeKinds() {
  static const std::vector<std::string> kinds = {"plain",
                                                 "negation near",
                                                 "negation far",
                                                 "double negation",
                                                 "contrast",
                                                 "other aspect",
                                                 "degree",
                                                 "reported speech",
                                                 "comparison",
                                                 "idiom",
                                                 "neutral",
                                                 "names",
                                                 "numbers",
                                                 "punctuation",
                                                 "case",
                                                 "typos",
                                                 "not mentioned",
                                                 "other subject",
                                                 "other language",
                                                 "negation",
                                                 "opposites",
                                                 "roles",
                                                 "kinds of things",
                                                 "more said",
                                                 "quantities",
                                                 "passive",
                                                 "same meaning",
                                                 "unrelated",
                                                 "irony"};
  return kinds;
}

Result<std::vector<Probe>> ReadProbes(const std::string& path,
                                      std::optional<ProbeHalf> half) {
  Result<LineReader> reader = LineReader::Open(path);
  if (!reader.ok()) return reader.error();
  std::vector<Probe> probes;
  while (true) {
    const Result<std::optional<std::string_view>> line = reader.value().Next();
    if (!line.ok()) return line.error();
    if (!line.value()) break;
    if (IsBlank(*line.value())) continue;
    Result<Probe> probe = ReadProbe(*line.value(), reader.value().place());
    if (!probe.ok()) return probe.error();
    if (half && probe.value().half != half) continue;
    probes.push_back(std::move(probe).value());
  }
  if (!probes.empty()) return probes;
  return NothingRead(
      path, "probe" + (half ? " of half " + Quote(NameOf(ProbeHalves(), *half))
                            : std::string()));
}

}  // namespace whylight
