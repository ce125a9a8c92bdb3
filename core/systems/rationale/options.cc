#include "core/systems/rationale/options.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/json.h"
#include "core/model/limits.h"
#include "core/model/model_parts.h"

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

ordered_json ReaderToJson(const RcnnOptions& options,
                          const std::optional<LayerSpecs>& layers) {
  if (layers) {
    ordered_json list = ordered_json::array();
    for (const Document& layer : *layers) {
      list.push_back(ordered_json(ToJson(layer)));
    }
    return {{"type", "layers"}, {"layers", list}};
  }
  return {{"type", "rcnn"},
          {"hidden", options.hidden},
          {"order", options.order},
          {"decay", {{"type", options.decay == Decay::kInput ? "x" : "xh"}}}};
}

// The names that `choices` has for a text `key` of `object`, or what it
// expects.
template <typename Value>
Result<Value> ReadChoice(
    const Document& object, const std::string& key,
    const std::vector<std::pair<std::string, Value>>& choices) {
  const Document* const found = object.Find(key);
  std::string known;
  for (const auto& [name, choice] : choices) {
    if (found != nullptr && found->IsText(name)) return choice;
    known.append(known.empty() ? "" : ", ").append(Quote(name));
  }
  return BadConfig("expected \"" + key + "\" to be one of " + known);
}

// The reader of a text: an RCNN or, where `layers` says so, layers.
struct Reads {
  RcnnOptions rcnn;
  std::optional<LayerSpecs> layers;
};

Result<Reads> ReadReader(const Document& config, std::string_view key,
                         Index inputs) {
  const std::string name = "\"" + std::string(key) + "\"";
  const Document* const found = config.Find(key);
  if (found == nullptr || !found->is(Document::Kind::kObject)) {
    return BadConfig("expected an object " + name);
  }
  const Document* const type = found->Find("type");
  if (type != nullptr && type->IsText("layers")) {
    const Document* const layers = found->Find("layers");
    if (layers == nullptr || !layers->is(Document::Kind::kList) ||
        layers->items.size() > kMaxListedLayers) {
      return BadConfig("expected a list \"layers\" of at most " +
                       std::to_string(kMaxListedLayers) + " in " + name);
    }
    return Reads{{.inputs = inputs}, layers->items};
  }
  if (type == nullptr || !type->IsText("rcnn")) {
    return BadConfig("expected \"type\" to be \"rcnn\" or \"layers\" in " +
                     name);
  }
  RcnnOptions options{.inputs = inputs};
  const Result<Index> hidden = ReadSize(*found, "hidden", kMaxWidth);
  if (!hidden.ok()) return hidden.error();
  options.hidden = hidden.value();
  const Result<Index> order = ReadSize(*found, "order", kMaxOrder);
  if (!order.ok()) return order.error();
  options.order = order.value();
  // Models of before have the type alone in its place.
  const Document* const spec = found->Find("decay");
  const Document* const decay =
      spec != nullptr && spec->is(Document::Kind::kObject) ? spec->Find("type")
                                                           : spec;
  if (decay == nullptr || !(decay->IsText("x") || decay->IsText("xh"))) {
    return BadConfig("expected \"decay\" to be \"x\" or \"xh\" in " + name);
  }
  options.decay = decay->IsText("x") ? Decay::kInput : Decay::kInputAndState;
  return Reads{options, std::nullopt};
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
  bool reported = true;
  for (const RationaleAspect& aspect : aspects) {
    if (aspect.name.empty()) return "expected a name for every aspect";
    const auto same = std::find_if(aspects.begin(), aspects.end(),
                                   [&](const RationaleAspect& other) {
                                     return other.name == aspect.name;
                                   });
    if (&*same != &aspect) {
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

bool ReadsByRcnns(const RationaleOptions& options) {
  return !options.generator_layers && !options.encoder_layers;
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

RcnnOptions DependentOptions(const RationaleOptions& options, Index width) {
  return {.inputs = width + static_cast<Index>(options.aspects.size()),
          .hidden = options.dependent,
          .decay = Decay::kInputAndState};
}

std::uint64_t ParameterCount(const RationaleOptions& options,
                             Index generator_width, Index encoder_width) {
  const std::uint64_t aspects = options.aspects.size();
  const auto choice =
      static_cast<std::uint64_t>(generator_width + options.dependent + 1) *
      static_cast<std::uint64_t>(
          ChoiceWidth(options.choice, static_cast<Index>(aspects)));
  const auto output = static_cast<std::uint64_t>(encoder_width + 1) * aspects;
  const std::uint64_t dependent =
      options.dependent > 0
          ? ParameterCount(DependentOptions(options, generator_width))
          : 0;
  const std::uint64_t generator =
      options.generator_layers ? 0 : 2 * ParameterCount(options.generator);
  const std::uint64_t encoder = options.shared || options.encoder_layers
                                    ? 0
                                    : 2 * ParameterCount(options.encoder);
  return generator + choice + dependent + encoder + output;
}

std::uint64_t ParameterCount(const RationaleOptions& options) {
  return ParameterCount(options, 2 * options.generator.hidden,
                        2 * options.encoder.hidden);
}

Result<RationaleOptions> ReadRationaleOptions(const Document& config) {
  if (Status task = CheckTask(config, "rationale"); !task.ok()) {
    return task.error();
  }
  Result<std::vector<RationaleAspect>> aspects = ReadAspects(config);
  if (!aspects.ok()) return aspects.error();
  const Result<Index> dimensions = ReadSize(config, "dimensions", kMaxWidth);
  if (!dimensions.ok()) return dimensions.error();
  const Result<Reads> generator =
      ReadReader(config, "generator", dimensions.value());
  if (!generator.ok()) return generator.error();
  const Document* const folded = config.Find("shared");
  const bool shared = folded != nullptr &&
                      folded->is(Document::Kind::kBoolean) &&
                      folded->number != 0;
  const Result<Reads> encoder =
      shared ? generator : ReadReader(config, "encoder", dimensions.value());
  if (!encoder.ok()) return encoder.error();
  // Models of before there was a choice have none.
  const Result<Choice> choice =
      config.Find("choice") == nullptr
          ? Choice::kCompeting
          : ReadChoice(config, "choice", ChoiceNames());
  if (!choice.ok()) return choice.error();
  TextPooling pooling = TextPooling::kLast;
  if (encoder.value().layers) {
    const Result<TextPooling> found =
        ReadChoice(*config.Find(shared ? "generator" : "encoder"), "pooling",
                   TextPoolingNames());
    if (!found.ok()) return found.error();
    pooling = found.value();
  }
  Index dependent = 0;
  if (config.Find("dependent") != nullptr) {
    const Result<Index> states = ReadSize(config, "dependent", kMaxWidth);
    if (!states.ok()) return states.error();
    dependent = states.value();
  }
  RationaleOptions options{.aspects = std::move(aspects).value(),
                           .choice = choice.value(),
                           .generator = generator.value().rcnn,
                           .generator_layers = generator.value().layers,
                           .dependent = dependent,
                           .encoder = encoder.value().rcnn,
                           .encoder_layers = encoder.value().layers,
                           .pooling = pooling,
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
  ordered_json generator =
      ReaderToJson(options.generator, options.generator_layers);
  ordered_json encoder = ReaderToJson(options.encoder, options.encoder_layers);
  for (const auto& [name, value] : TextPoolingNames()) {
    if (value != options.pooling || !options.encoder_layers) continue;
    (options.shared ? generator : encoder)["pooling"] = name;
  }
  (*config)["generator"] = std::move(generator);
  if (options.dependent > 0) (*config)["dependent"] = options.dependent;
  if (options.shared) {
    (*config)["shared"] = true;
  } else {
    (*config)["encoder"] = std::move(encoder);
  }
  for (const OperatingPoint& point : options.points) {
    (*config)["points"].push_back({{"rate", point.rate},
                                   {"thresholds", point.thresholds},
                                   {"errors", point.errors}});
  }
}

}  // namespace whylight
