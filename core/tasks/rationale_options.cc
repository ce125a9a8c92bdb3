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

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kMaxAspects = 64;
constexpr double kLargestNumber = 1e6;

Result<Real> ReadNumber(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number() ||
      !(std::abs(found->get<double>()) <= kLargestNumber)) {
    return BadConfig("expected a number \"" + std::string(key) +
                     "\" of at most 1e6 in size");
  }
  return static_cast<Real>(found->get<double>());
}

ordered_json RcnnToJson(const RcnnOptions& options) {
  return {{"type", "rcnn"},
          {"hidden", options.hidden},
          {"order", options.order},
          {"decay", options.decay == Decay::kInput ? "x" : "xh"}};
}

Result<RcnnOptions> RcnnFromJson(const json& config, const char* key,
                                 Index inputs) {
  const auto found = config.find(key);
  if (found == config.end() || !found->is_object()) {
    return BadConfig("expected an object \"" + std::string(key) + "\"");
  }
  const auto type = found->find("type");
  if (type == found->end() || *type != "rcnn") {
    return BadConfig("expected \"type\" to be \"rcnn\" in \"" +
                     std::string(key) + "\"");
  }
  RcnnOptions options{.inputs = inputs};
  const Result<Index> hidden = ReadSize(*found, "hidden", kMaxWidth);
  if (!hidden.ok()) return hidden.error();
  options.hidden = hidden.value();
  const Result<Index> order = ReadSize(*found, "order", kMaxOrder);
  if (!order.ok()) return order.error();
  options.order = order.value();
  const auto decay = found->find("decay");
  if (decay == found->end() || (*decay != "x" && *decay != "xh")) {
    return BadConfig("expected \"decay\" to be \"x\" or \"xh\" in \"" +
                     std::string(key) + "\"");
  }
  options.decay = *decay == "x" ? Decay::kInput : Decay::kInputAndState;
  return options;
}

Result<std::vector<RationaleAspect>> AspectsFromJson(const json& config) {
  const auto list = config.find("aspects");
  if (list == config.end() || !list->is_array()) {
    return BadConfig("expected a list \"aspects\"");
  }
  std::vector<RationaleAspect> aspects;
  for (const json& entry : *list) {
    const auto name = entry.is_object() ? entry.find("name") : entry.end();
    if (name == entry.end() || !name->is_string()) {
      return BadConfig("expected a \"name\" for every aspect");
    }
    RationaleAspect aspect;
    aspect.name = name->get<std::string>();
    const auto reported = entry.find("reported");
    if (reported != entry.end()) {
      if (!reported->is_boolean()) {
        return BadConfig("expected \"reported\" to be true or false");
      }
      aspect.reported = reported->get<bool>();
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

}  // namespace

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

std::vector<std::string> ReportedNames(const RationaleOptions& options) {
  std::vector<std::string> names;
  for (const RationaleAspect& aspect : options.aspects) {
    if (aspect.reported) names.push_back(aspect.name);
  }
  return names;
}

std::uint64_t ParameterCount(const RationaleOptions& options) {
  const std::uint64_t aspects = options.aspects.size();
  const auto choice =
      (2 * static_cast<std::uint64_t>(options.generator.hidden) + 1) *
      (aspects + 1);
  const auto output =
      (2 * static_cast<std::uint64_t>(options.encoder.hidden) + 1) * aspects;
  return 2 * ParameterCount(options.generator) + choice +
         2 * ParameterCount(options.encoder) + output;
}

Result<RationaleOptions> ReadRationaleOptions(const json& config) {
  if (Status task = CheckTask(config, "rationale"); !task.ok()) {
    return task.error();
  }
  Result<std::vector<RationaleAspect>> aspects = AspectsFromJson(config);
  if (!aspects.ok()) return aspects.error();
  const Result<Index> dimensions = ReadSize(config, "dimensions", kMaxWidth);
  if (!dimensions.ok()) return dimensions.error();
  const Result<RcnnOptions> generator =
      RcnnFromJson(config, "generator", dimensions.value());
  if (!generator.ok()) return generator.error();
  const Result<RcnnOptions> encoder =
      RcnnFromJson(config, "encoder", dimensions.value());
  if (!encoder.ok()) return encoder.error();
  return RationaleOptions{.aspects = std::move(aspects).value(),
                          .generator = generator.value(),
                          .encoder = encoder.value()};
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
  (*config)["generator"] = RcnnToJson(options.generator);
  (*config)["encoder"] = RcnnToJson(options.encoder);
}

}  // namespace whylight
