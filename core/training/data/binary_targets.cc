#include "core/training/data/binary_targets.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/format/json.h"
#include "core/training/data/columns.h"
#include "core/training/data/json_line.h"
#include "core/training/data/line_reader.h"

namespace whylight {
namespace {

// Gives the object the rating of `target`, if it has the field.
Status AddTarget(const Place& place, const BinaryTarget& target,
                 nlohmann::json* object, nlohmann::json* ratings,
                 TargetCounts* counts) {
  const auto field = object->find(target.field);
  if (field == object->end() || field->is_null()) {
    ++counts->missing;
    return {};
  }
  const Result<std::string> value =
      LabelOfJson(place, target.field, *object, {});
  if (!value.ok()) return value.error();
  const bool is_one = std::find(target.values.begin(), target.values.end(),
                                value.value()) != target.values.end();
  ++(is_one ? counts->ones : counts->zeros);
  (*ratings)[target.name] = is_one ? 1 : 0;
  return {};
}

}  // namespace

Result<BinaryTarget> ParseBinaryTarget(const std::string& text) {
  BinaryTarget target;
  const std::size_t name = text.find('=');
  const std::size_t field = text.find(':', name == text.npos ? 0 : name);
  if (name != text.npos && field != text.npos) {
    target.name = text.substr(0, name);
    target.field = text.substr(name + 1, field - name - 1);
    for (std::size_t start = field + 1; start <= text.size();) {
      const std::size_t end = std::min(text.find(',', start), text.size());
      target.values.push_back(text.substr(start, end - start));
      start = end + 1;
    }
  }
  if (target.name.empty() || target.field.empty() ||
      std::count(target.values.begin(), target.values.end(), "") > 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected NAME=FIELD:VALUE,..., found " + Quote(text)};
  }
  return target;
}

Result<std::vector<TargetCounts>> AddBinaryTargets(
    const std::string& path, const std::vector<BinaryTarget>& targets,
    const std::string& key,
    const std::function<Status(const nlohmann::json&)>& visit) {
  Result<LineReader> reader = LineReader::Open(path);
  if (!reader.ok()) return reader.error();
  std::vector<TargetCounts> counts(targets.size());
  while (true) {
    const auto line = reader.value().Next();
    if (!line.ok()) return line.error();
    if (!line.value()) break;
    if (IsBlank(*line.value())) continue;
    const Place place = reader.value().place();
    Result<nlohmann::json> object = ParseJsonLine(*line.value(), place);
    if (!object.ok()) return object.error();
    nlohmann::json ratings = object.value().value(key, nlohmann::json());
    // Also where they are null, as a missing rating may be.
    if (ratings.is_null()) ratings = nlohmann::json::object();
    if (!ratings.is_object()) {
      return place.Fail("expected " + Quote(key) + " to be an object, found " +
                        Describe(ratings));
    }
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (Status added = AddTarget(place, targets[i], &object.value(), &ratings,
                                   &counts[i]);
          !added.ok()) {
        return added.error();
      }
    }
    object.value()[key] = std::move(ratings);
    if (Status visited = visit(object.value()); !visited.ok()) {
      return visited.error();
    }
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (counts[i].ones > 0 && counts[i].zeros > 0) continue;
    return Error{ErrorCode::kBadData,
                 path + ": expected a field " + Quote(targets[i].field) +
                     " with some of the values of " + Quote(targets[i].name) +
                     " and with others, found " +
                     std::to_string(counts[i].ones) + " and " +
                     std::to_string(counts[i].zeros)};
  }
  return counts;
}

}  // namespace whylight
