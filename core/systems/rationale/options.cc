#include "core/systems/rationale/options.h"

#include <algorithm>
#include <array>
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

// Reads the flag `key` of `object`, if there is one.
Status ReadFlag(const Document& object, std::string_view key, bool* flag) {
  const Document* const found = object.Find(key);
  if (found == nullptr) return {};
  if (!found->is(Document::Kind::kBoolean)) {
    return BadConfig("expected \"" + std::string(key) +
                     "\" to be true or false");
  }
  *flag = found->number != 0;
  return {};
}

// The lists of boundaries by their names in config.json.
std::array<std::pair<const char*, std::vector<std::string>*>, 5> WordLists(
    Boundaries& boundaries) {
  return {{{"sentence_ends", &boundaries.sentence_ends},
           {"breaks", &boundaries.breaks},
           {"open", &boundaries.open},
           {"negations", &boundaries.negations},
           {"glue", &boundaries.glue}}};
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

// The `count` numbers `key` of `object`; none if it has anything else.
std::vector<double> ReadNumbers(const Document& object, std::string_view key,
                                std::size_t count) {
  std::vector<double> numbers;
  const Document* const list = object.Find(key);
  if (list == nullptr || !list->is(Document::Kind::kList) ||
      list->items.size() != count) {
    return numbers;
  }
  for (const Document& item : list->items) {
    if (!item.is(Document::Kind::kNumber) ||
        !(std::abs(item.number) <= kLargestNumber)) {
      return {};
    }
    numbers.push_back(item.number);
  }
  return numbers;
}

// Reads the list `key` of `object`, texts of which none is empty, if there is
// one.
Status ReadTexts(const Document& object, std::string_view key,
                 std::vector<std::string>* texts) {
  const Document* const list = object.Find(key);
  if (list == nullptr) return {};
  bool fits = list->is(Document::Kind::kList);
  for (const Document& item : list->items) {
    fits = fits && item.is(Document::Kind::kText) && !item.text.empty();
    texts->push_back(item.text);
  }
  if (fits) return {};
  return BadConfig("expected " + Quote(std::string(key)) +
                   " to be a list of words");
}

// What an aspect has beside its name and its words.
Status ReadCalibration(const Document& entry, RationaleAspect* aspect) {
  if (entry.Find("mention") != nullptr) {
    const Result<Real> mention = ReadNumber(entry, "mention");
    if (!mention.ok()) return mention.error();
    aspect->mention = mention.value();
  }
  if (entry.Find("short_threshold") != nullptr) {
    const Result<Real> lower = ReadNumber(entry, "short_threshold");
    if (!lower.ok()) return lower.error();
    aspect->short_threshold = lower.value();
  }
  if (entry.Find("spread") != nullptr) {
    const std::vector<double> spread = ReadNumbers(entry, "spread", 3);
    if (spread.empty()) return BadConfig("expected 3 numbers \"spread\"");
    aspect->spread = {spread[0], spread[1], spread[2]};
  }
  std::vector<std::string>& labels = aspect->labels;
  if (Status read = ReadTexts(entry, "labels", &labels); !read.ok()) {
    return read;
  }
  if (entry.Find("labels") != nullptr &&
      (labels.size() != 2 || labels[0] == labels[1])) {
    return BadConfig("expected \"labels\" to be two names");
  }
  return {};
}

Status ReadAspects(const Document& config,
                   std::vector<RationaleAspect>* aspects) {
  const Document* const list = config.Find("aspects");
  if (list == nullptr || !list->is(Document::Kind::kList)) {
    return BadConfig("expected a list \"aspects\"");
  }
  for (const Document& entry : list->items) {
    const Document* const name = entry.Find("name");
    if (name == nullptr || !name->is(Document::Kind::kText)) {
      return BadConfig("expected a \"name\" for every aspect");
    }
    RationaleAspect& aspect = aspects->emplace_back();
    aspect.name = name->text;
    if (Status read = ReadFlag(entry, "reported", &aspect.reported);
        !read.ok()) {
      return read;
    }
    const Result<Real> threshold = ReadNumber(entry, "threshold");
    if (!threshold.ok()) return threshold.error();
    const Result<Real> cost = ReadNumber(entry, "transition_cost");
    if (!cost.ok()) return cost.error();
    if (cost.value() < 0) {
      return BadConfig("expected \"transition_cost\" of at least 0");
    }
    aspect.decoding = {threshold.value(), cost.value()};
    if (Status read = ReadCalibration(entry, &aspect); !read.ok()) {
      return read;
    }
  }
  const std::string problem = FindAspectProblem(*aspects);
  if (!problem.empty()) return BadConfig(problem);
  return {};
}

Status ReadPoints(const Document& config, std::size_t aspects,
                  std::vector<OperatingPoint>* points) {
  const Document* const list = config.Find("points");
  if (list == nullptr) return {};
  if (!list->is(Document::Kind::kList) || list->items.size() > kMaxPoints) {
    return BadConfig("expected \"points\" to be a list of at most " +
                     std::to_string(kMaxPoints));
  }
  for (const Document& entry : list->items) {
    const Document* const rate = entry.Find("rate");
    const double before = points->empty() ? 0 : points->back().rate;
    if (rate == nullptr || !rate->is(Document::Kind::kNumber) ||
        !(rate->number > before && rate->number < 1)) {
      return BadConfig(
          "expected every one of \"points\" to have a \"rate\" between 0 and "
          "1, "
          "above that of the one before");
    }
    const std::vector<double> thresholds =
        ReadNumbers(entry, "thresholds", aspects);
    std::vector<double> errors = ReadNumbers(entry, "errors", aspects);
    if (thresholds.empty() || errors.empty()) {
      return BadConfig("expected " + std::to_string(aspects) + " numbers \"" +
                       (thresholds.empty() ? "thresholds" : "errors") +
                       "\", one a reported aspect, in every one of "
                       "\"points\"");
    }
    OperatingPoint& point = points->emplace_back();
    point.rate = rate->number;
    for (const double threshold : thresholds) {
      point.thresholds.push_back(static_cast<Real>(threshold));
    }
    point.errors = std::move(errors);
  }
  return {};
}

Status ReadBoundaries(const Document& config, RationaleOptions* options) {
  const Document* const found = config.Find("boundaries");
  if (found == nullptr) return {};
  if (!found->is(Document::Kind::kObject)) {
    return BadConfig("expected \"boundaries\" to be an object");
  }
  if (options->dependent > 0) {
    return BadConfig("expected no \"boundaries\" beside \"dependent\"");
  }
  Boundaries& boundaries = options->boundaries.emplace();
  if (found->Find("cut_cost") != nullptr) {
    const Result<Real> cost = ReadNumber(*found, "cut_cost");
    if (!cost.ok()) return cost.error();
    if (cost.value() < 0) {
      return BadConfig("expected \"cut_cost\" of at least 0");
    }
    boundaries.cut_cost = cost.value();
  }
  if (Status read =
          ReadFlag(*found, "whole_sentences", &boundaries.whole_sentences);
      !read.ok()) {
    return read;
  }
  for (const auto& [key, words] : WordLists(boundaries)) {
    if (Status read = ReadTexts(*found, key, words); !read.ok()) return read;
  }
  return {};
}

Status ReadDomain(const Document& config, RationaleOptions* options) {
  const Document* const found = config.Find("domain");
  if (found == nullptr) return {};
  const Document* const threshold = found->Find("threshold");
  if (threshold == nullptr || !threshold->is(Document::Kind::kNumber) ||
      !(threshold->number >= 0 && threshold->number <= 1)) {
    return BadConfig("expected \"domain\" to have a \"threshold\" from 0 to 1");
  }
  options->domain =
      DomainOptions{.threshold = static_cast<Real>(threshold->number)};
  return ReadFlag(*found, "words", &options->domain->words);
}

// Filled in place, so that a failure has nothing to take down.
Status ReadOptions(const Document& config, RationaleOptions* options) {
  if (Status task = CheckTask(config, "rationale"); !task.ok()) return task;
  if (Status read = ReadAspects(config, &options->aspects); !read.ok()) {
    return read;
  }
  const Result<Index> dimensions = ReadSize(config, "dimensions", kMaxWidth);
  if (!dimensions.ok()) return dimensions.error();
  Result<Reads> generator = ReadReader(config, "generator", dimensions.value());
  if (!generator.ok()) return generator.error();
  for (const auto& [key, flag] : {std::pair("shared", &options->shared),
                                  {"spelling", &options->spelling}}) {
    if (Status read = ReadFlag(config, key, flag); !read.ok()) return read;
  }
  const std::string_view reads = options->shared ? "generator" : "encoder";
  Result<Reads> encoder = ReadReader(config, reads, dimensions.value());
  if (!encoder.ok()) return encoder.error();
  options->generator = generator.value().rcnn;
  options->generator_layers = std::move(generator.value().layers);
  options->encoder = encoder.value().rcnn;
  options->encoder_layers = std::move(encoder.value().layers);
  // Models of before there was a choice have none.
  if (config.Find("choice") != nullptr) {
    const Result<Choice> choice = ReadChoice(config, "choice", ChoiceNames());
    if (!choice.ok()) return choice.error();
    options->choice = choice.value();
  }
  if (options->encoder_layers) {
    const Result<TextPooling> pooling =
        ReadChoice(*config.Find(reads), "pooling", TextPoolingNames());
    if (!pooling.ok()) return pooling.error();
    options->pooling = pooling.value();
  }
  if (config.Find("dependent") != nullptr) {
    const Result<Index> states = ReadSize(config, "dependent", kMaxWidth);
    if (!states.ok()) return states.error();
    options->dependent = states.value();
  }
  if (Status read =
          ReadPoints(config, ReportedNames(*options).size(), &options->points);
      !read.ok()) {
    return read;
  }
  if (Status read = ReadBoundaries(config, options); !read.ok()) return read;
  return ReadDomain(config, options);
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
  std::uint64_t domain = 0;
  if (options.domain) {
    domain = static_cast<std::uint64_t>(generator_width + 1);
    if (options.domain->words) {
      domain += static_cast<std::uint64_t>(options.generator.inputs);
    }
  }
  return generator + choice + dependent + encoder + output + domain;
}

std::uint64_t ParameterCount(const RationaleOptions& options) {
  return ParameterCount(options, 2 * options.generator.hidden,
                        2 * options.encoder.hidden);
}

std::optional<Real> SpreadOf(const RationaleAspect& aspect, Real rating,
                             Index words) {
  if (!aspect.spread) return std::nullopt;
  const auto r = static_cast<double>(rating);
  const auto& [a, b, c] = *aspect.spread;
  const double variance =
      a + b * r * (1 - r) + c / (1 + static_cast<double>(words));
  return static_cast<Real>(std::sqrt(std::max(variance, 0.0)));
}

LabelChoice LabelOf(const RationaleAspect& aspect, Real rating) {
  const auto second = static_cast<double>(rating);
  return second > 0.5 ? LabelChoice{aspect.labels[1], second}
                      : LabelChoice{aspect.labels[0], 1 - second};
}

Result<RationaleOptions> ReadRationaleOptions(const Document& config) {
  RationaleOptions options;
  if (Status read = ReadOptions(config, &options); !read.ok()) {
    return read.error();
  }
  return options;
}

void WriteRationaleOptions(const RationaleOptions& options,
                           ordered_json* config) {
  ordered_json& aspects = (*config)["aspects"] = ordered_json::array();
  for (const RationaleAspect& aspect : options.aspects) {
    ordered_json& one = aspects.emplace_back(
        ordered_json{{"name", aspect.name},
                     {"reported", aspect.reported},
                     {"threshold", aspect.decoding.threshold},
                     {"transition_cost", aspect.decoding.transition_cost}});
    if (aspect.mention) one["mention"] = *aspect.mention;
    if (aspect.short_threshold) {
      one["short_threshold"] = *aspect.short_threshold;
    }
    if (aspect.spread) one["spread"] = *aspect.spread;
    if (!aspect.labels.empty()) one["labels"] = aspect.labels;
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
  if (options.spelling) (*config)["spelling"] = true;
  for (const OperatingPoint& point : options.points) {
    (*config)["points"].push_back({{"rate", point.rate},
                                   {"thresholds", point.thresholds},
                                   {"errors", point.errors}});
  }
  if (options.boundaries) {
    ordered_json& written = (*config)["boundaries"];
    Boundaries boundaries = *options.boundaries;
    written["cut_cost"] = boundaries.cut_cost;
    for (const auto& [key, words] : WordLists(boundaries)) {
      written[key] = *words;
    }
    if (boundaries.whole_sentences) written["whole_sentences"] = true;
  }
  if (options.domain) {
    ordered_json& written = (*config)["domain"];
    written["threshold"] = options.domain->threshold;
    if (options.domain->words) written["words"] = true;
  }
}

}  // namespace whylight
