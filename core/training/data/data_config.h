// How data files are read, as a part of a config.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/format/fields_fwd.h"
#include "core/training/data/data_options.h"

namespace whylight {

/// The keys of "data".
const Fields<DataOptions>& DataFields();

/// "jsonl": how configs and flags call a format.
std::string DataFormatName(DataFormat format);

/// "jsonl, text, ...": the names of all formats.
std::string DataFormatNames();

/// The format of that name, e.g. "jsonl".
Result<DataFormat> ParseDataFormat(const std::string& name);

}  // namespace whylight
