// How data files are read, as a part of a config; docs/reference/options.md
// describes every key.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"
#include "core/training/data/data_options.h"

namespace whylight {

/// Reads the keys of DataOptions; absent ones keep their value.
Status ReadDataOptions(const nlohmann::json& object, const std::string& where,
                       DataOptions* options);

/// Every key with its value; keys of pairs, candidates, documents and grades
/// only where they are not the usual ones.
nlohmann::ordered_json DataOptionsToJson(const DataOptions& options);

/// The format of that name, e.g. "jsonl".
Result<DataFormat> ParseDataFormat(const std::string& name);

}  // namespace whylight
