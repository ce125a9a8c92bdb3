#include "core/tasks/rationale_options.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "core/format/json.h"
#include "core/tasks/limits.h"
#include "core/tasks/model_parts.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMaxAspects = 64;
constexpr double kLargestNumber = 1e6;

Result<Real> ReadNumber(const Document& object, std::string_view key) {
  const Document* const found = object.Find(key);
  if (found == nullptr || !found->is(Document::Kind::kNumber) ||
      !(std::abs(found->number) <= kLargestNumber)) {
    return BadConfig("expected a number \"" + std::string(key) +
                     "\" of at most 1e6 in size");
  }
  return static_cast<Real>(found->number);
}

ordered_json RcnnToJson(const RcnnOptions& options) {
  return {{"type", "rcnn"},
          {"hidden", options.hidden},
          {"order", options.order},
          {"decay", options.decay == Decay::kInput ? "x" : "xh"}};
}

Result<RcnnOptions> ReadRcnn(const Document& config, std::string_view key,
                             Index inputs) {
  const std::string name = "\"" + std::string(key) + "\"";
  const Document* const found = config.Find(key);
  if (found == nullptr || !found->is(Document::Kind::kObject)) {
    return BadConfig("expected an object " + name);
  }
  const Document* const type = found->Find("type");
  if (type == nullptr || !type->IsText("rcnn")) {
    return BadConfig("expected \"type\" to be \"rcnn\" in " + name);
  }
  RcnnOptions options{.inputs = inputs};
  const Result<Index> hidden = ReadSize(*found, "hidden", kMaxWidth);
  if (!hidden.ok()) return hidden.error();
  options.hidden = hidden.value();
  const Result<Index> order = ReadSize(*found, "order", kMaxOrder);
  if (!order.ok()) return order.error();
  options.order = order.value();
  const Document* const decay = found->Find("decay");
  if (decay == nullptr || !(decay->IsText("x") || decay->IsText("xh"))) {
    return BadConfig("expected \"decay\" to be \"x\" or \"xh\" in " + name);
  }
  options.decay = decay->IsText("x") ? Decay::kInput : Decay::kInputAndState;
  return options;
}

Result<std::vector<RationaleAspect>> ReadAspects(const Document& config) {
  const Document* const list = config.Find("aspects");
  if (list == nullptr || !list->is(Document::Kind::kList)) {
    return BadConfig("expected a list \"aspects\"");
  }
  std::vector<RationaleAspect> aspects;
  for (const Document& entry : list->items) {
    const Document* const name = entry.Find("name");
    if (name == nullptr || !name->is(Document::Kind::kText)) {
      return BadConfig("expected a \"name\" for every aspect");
    }
    RationaleAspect aspect;
    aspect.name = name->text;
    if (const Document* const reported = entry.Find("reported")) {
      if (!reported->is(Document::Kind::kBoolean)) {
        return BadConfig("expected \"reported\" to be true or false");
      }
      aspect.reported = reported->number != 0;
    }
    const Result<Real> threshold = ReadNumber(entry, "threshold");
    if (!threshold.ok()) return threshold.error();
    const Result<Real> cost = ReadNumber(entry, "transition_cost");
    if (!cost.ok()) return cost.error();
    if (cost.value() < 0) {
      return BadConfig("expected \"transition_cost\" of at least 0");
    }
    aspect.decoding = {threshold.value(), cost.value()};
    aspects.push_back(std::move(aspect));
  }
  const std::string problem = FindAspectProblem(aspects);
  if (!problem.empty()) return BadConfig(problem);
  return aspects;
}

Result<std::vector<double>> ReadNumbers(const Document& object,
                                        std::string_view key,
                                        std::size_t count) {
  const Document* const list = object.Find(key);
  const bool fits = list != nullptr && list->is(Document::Kind::kList) &&
                    list->items.size() == count;
  std::vector<double> numbers;
  for (std::size_t i = 0; fits && i < count; ++i) {
    const Document& item = list->items[i];
    if (!item.is(Document::Kind::kNumber) ||
        !(std::abs(item.number) <= kLargestNumber)) {
      break;
    }
    numbers.push_back(item.number);
  }
  if (!fits || numbers.size() < count) {
    return BadConfig("expected " + std::to_string(count) + " numbers " +
                     Quote(std::string(key)) + ", one a reported aspect, in " +
                     "every one of \"points\"");
  }
  return numbers;
}

Result<std::vector<OperatingPoint>> ReadPoints(const Document& config,
                                               std::size_t aspects) {
  std::vector<OperatingPoint> points;
  const Document* const list = config.Find("points");
  if (list == nullptr) return points;
  if (!list->is(Document::Kind::kList) || list->items.size() > kMaxPoints) {
    return BadConfig("expected \"points\" to be a list of at most " +
                     std::to_string(kMaxPoints));
  }
  for (const Document& entry : list->items) {
    const Document* const rate = entry.Find("rate");
    const double before = points.empty() ? 0 : points.back().rate;
    if (rate == nullptr || !rate->is(Document::Kind::kNumber) ||
        !(rate->number > before && rate->number < 1)) {
      return BadConfig(
          "expected every one of \"points\" to have a \"rate\" between 0 and "
          "1, "
          "above that of the one before");
    }
    const Result<std::vector<double>> thresholds =
        ReadNumbers(entry, "thresholds", aspects);
    if (!thresholds.ok()) return thresholds.error();
    Result<std::vector<double>> errors = ReadNumbers(entry, "errors", aspects);
    if (!errors.ok()) return errors.error();
    OperatingPoint& point = points.emplace_back();
    point.rate = rate->number;
    for (const double threshold : thresholds.value()) {
      point.thresholds.push_back(static_cast<Real>(threshold));
    }
    point.errors = std::move(errors).value();
  }
  return points;
}

// Models of before there was a choice have none.
Result<Choice> ReadChoice(const Document& config) {
  const Document* const found = config.Find("choice");
  if (found == nullptr) return Choice::kCompeting;
  std::string known;
  for (const auto& [name, choice] : ChoiceNames()) {
    if (found->IsText(name)) return choice;
    known.append(known.empty() ? "" : ", ").append(Quote(name));
  }
  return BadConfig("expected \"choice\" to be one of " + known);
}

}  // namespace

const std::vector<std::pair<std::string, Choice>>& ChoiceNames() {
  static const std::vector<std::pair<std::string, Choice>> names = {
      {"competing", Choice::kCompeting},
      {"independent", Choice::kIndependent},
      {"hard_kuma", Choice::kHardKuma}};
  return names;
}

std::string FindAspectProblem(const std::vector<RationaleAspect>& aspects) {
  if (aspects.size() > kMaxAspects) {
    return "expected at most " + std::to_string(kMaxAspects) +
           " aspects, found " + std::to_string(aspects.size());
  }
  if (aspects.empty() || !aspects.front().reported) {
    return "expected at least one reported aspect, and it first";
  }
  std::set<std::string> names;
  bool reported = true;
  for (const RationaleAspect& aspect : aspects) {
    if (aspect.name.empty()) return "expected a name for every aspect";
    if (!names.insert(aspect.name).second) {
      return "expected distinct aspects, found " + Quote(aspect.name) +
             " twice";
    }
    if (aspect.reported && !reported) {
      return "expected reported aspects before the others, found " +
             Quote(aspect.name) + " after one that is not";
    }
    reported = aspect.reported;
  }
  return {};
}

Decoding DecodingAt(const RationaleOptions& options, std::size_t aspect,
                    PointIndex point) {
  Decoding decoding = options.aspects[aspect].decoding;
  if (point && options.aspects[aspect].reported) {
    decoding.threshold = options.points[*point].thresholds[aspect];
  }
  return decoding;
}

std::vector<std::string> ReportedNames(const RationaleOptions& options) {
  std::vector<std::string> names;
  for (const RationaleAspect& aspect : options.aspects) {
    if (aspect.reported) names.push_back(aspect.name);
  }
  return names;
}

Status CheckPoint(const RationaleOptions& options, PointIndex point) {
  if (!point || *point < options.points.size()) return {};
  const std::string expected =
      options.points.empty()
          ? "none, since this model has no points"
          : "one from 0 to " + std::to_string(options.points.size() - 1);
  return Error{
      ErrorCode::kInvalidArgument,
      "point: expected " + expected + ", found " + std::to_string(*point)};
}

RcnnOptions DependentOptions(const RationaleOptions& options) {
  return {.inputs = 2 * options.generator.hidden +
                    static_cast<Index>(options.aspects.size()),
          .hidden = options.dependent,
          .decay = Decay::kInputAndState};
}

std::uint64_t ParameterCount(const RationaleOptions& options) {
  const std::uint64_t aspects = options.aspects.size();
  const auto choice =
      (2 * static_cast<std::uint64_t>(options.generator.hidden) +
       static_cast<std::uint64_t>(options.dependent) + 1) *
      static_cast<std::uint64_t>(
          ChoiceWidth(options.choice, static_cast<Index>(aspects)));
  const auto output =
      (2 * static_cast<std::uint64_t>(options.encoder.hidden) + 1) * aspects;
  const std::uint64_t dependent =
      options.dependent > 0 ? ParameterCount(DependentOptions(options)) : 0;
  return 2 * ParameterCount(options.generator) + choice + dependent +
         (options.shared ? 0 : 2 * ParameterCount(options.encoder)) + output;
}

Result<RationaleOptions> ReadRationaleOptions(const Document& config) {
  if (Status task = CheckTask(config, "rationale"); !task.ok()) {
    return task.error();
  }
  Result<std::vector<RationaleAspect>> aspects = ReadAspects(config);
  if (!aspects.ok()) return aspects.error();
  const Result<Index> dimensions = ReadSize(config, "dimensions", kMaxWidth);
  if (!dimensions.ok()) return dimensions.error();
  const Result<RcnnOptions> generator =
      ReadRcnn(config, "generator", dimensions.value());
  if (!generator.ok()) return generator.error();
  const Document* const folded = config.Find("shared");
  const bool shared = folded != nullptr &&
                      folded->is(Document::Kind::kBoolean) &&
                      folded->number != 0;
  const Result<RcnnOptions> encoder =
      shared ? generator : ReadRcnn(config, "encoder", dimensions.value());
  if (!encoder.ok()) return encoder.error();
  const Result<Choice> choice = ReadChoice(config);
  if (!choice.ok()) return choice.error();
  Index dependent = 0;
  if (config.Find("dependent") != nullptr) {
    const Result<Index> states = ReadSize(config, "dependent", kMaxWidth);
    if (!states.ok()) return states.error();
    dependent = states.value();
  }
  RationaleOptions options{.aspects = std::move(aspects).value(),
                           .choice = choice.value(),
                           .generator = generator.value(),
                           .dependent = dependent,
                           .encoder = encoder.value(),
                           .shared = shared,
                           .points = {}};
  Result<std::vector<OperatingPoint>> points =
      ReadPoints(config, ReportedNames(options).size());
  if (!points.ok()) return points.error();
  options.points = std::move(points).value();
  return options;
}

void WriteRationaleOptions(const RationaleOptions& options,
                           ordered_json* config) {
  ordered_json& aspects = (*config)["aspects"] = ordered_json::array();
  for (const RationaleAspect& aspect : options.aspects) {
    aspects.push_back({{"name", aspect.name},
                       {"reported", aspect.reported},
                       {"threshold", aspect.decoding.threshold},
                       {"transition_cost", aspect.decoding.transition_cost}});
  }
  (*config)["dimensions"] = options.generator.inputs;
  for (const auto& [name, choice] : ChoiceNames()) {
    if (choice == options.choice) (*config)["choice"] = name;
  }
  (*config)["generator"] = RcnnToJson(options.generator);
  if (options.dependent > 0) (*config)["dependent"] = options.dependent;
  if (options.shared) {
    (*config)["shared"] = true;
  } else {
    (*config)["encoder"] = RcnnToJson(options.encoder);
  }
  for (const OperatingPoint& point : options.points) {
    (*config)["points"].push_back({{"rate", point.rate},
                                   {"thresholds", point.thresholds},
                                   {"errors", point.errors}});
  }
}

}  // namespace whylight
