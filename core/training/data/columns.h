// Reads the columns of records from what a file holds.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/record.h"
#include "core/training/data/source.h"

namespace whylight {

/// The columns that a table must have.
std::vector<std::string> TableColumns(const DataOptions& options,
                                      const Wanted& wanted);

/// Fails if files of that format have no such records; `path` is for the error.
Status CheckFormatHas(const std::string& path, DataFormat format,
                      const Wanted& wanted);

/// The records of `source`: more than one of a tree whose phrases are wanted,
/// none of what `merge` leaves out.
Result<std::vector<Record>> RecordsOf(const SourceRecord& source,
                                      const DataOptions& options,
                                      const Wanted& wanted);

/// The label of a text, as it stands in the file.
Result<std::string> LabelOf(const SourceRecord& source,
                            const DataOptions& options);

/// Reads the wanted ratings of `record`, and its rationales if those are
/// wanted; its text has been read.
Status ReadRatings(const SourceRecord& source, const DataOptions& options,
                   const Wanted& wanted, Record* record);
Status ReadRationales(const SourceRecord& source, const DataOptions& options,
                      const Wanted& wanted, Record* record);

/// Reads the text of `record`, with its tokens if the file lists them.
Status ReadText(const SourceRecord& source, const DataOptions& options,
                Record* record);

/// Reads its number of any size.
Status ReadGrade(const SourceRecord& source, const DataOptions& options,
                 Record* record);

/// What `object` says under `key`: a text, a whole number or a boolean. They
/// are compared as text, so 3 and "3" are the same. `options` say in an error
/// how to name another key.
Result<std::string> LabelOfJson(const Place& place, const std::string& key,
                                const nlohmann::json& object,
                                const DataOptions& options);

/// The name by which the file knows an aspect.
const std::string& RatingName(const std::string& aspect,
                              const DataOptions& options);

}  // namespace whylight
