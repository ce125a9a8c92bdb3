// Ratings of 0 and 1 made of fields of records, as of documents that somebody
// has put into categories: binary targets.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace whylight {

struct BinaryTarget {
  std::string name;   ///< Of the rating.
  std::string field;  ///< What it is made of.
  /// The rating is 1 where the field has one of these values, 0 where it has
  /// another, and missing where there is none.
  std::vector<std::string> values;
};

/// Reads "NAME=FIELD:VALUE,VALUE,...". Fails with kInvalidArgument.
Result<BinaryTarget> ParseBinaryTarget(const std::string& text);

/// How often each rating was given.
struct TargetCounts {
  std::size_t ones = 0;
  std::size_t zeros = 0;
  std::size_t missing = 0;
};

/// Adds the ratings of `targets` under `key` to each object of a file of JSON
/// lines, beside those that are there, and calls `visit` with it. Values are
/// compared as texts, so 3 and "3" are the same. Fails where no object has a
/// value that makes a target 1, or none has another: there would be nothing to
/// learn. Returns the counts of each target.
Result<std::vector<TargetCounts>> AddBinaryTargets(
    const std::string& path, const std::vector<BinaryTarget>& targets,
    const std::string& key,
    const std::function<Status(const nlohmann::json&)>& visit);

}  // namespace whylight
