// Labels as a data file has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/line_reader.h"

namespace whylight {

/// By the alphabet, or by size if all are whole numbers.
std::vector<std::string> SortedLabels(std::vector<std::string> labels);

/// How many texts have each of the `labels`, by the numbers of theirs.
std::map<std::string, std::size_t> CountLabels(
    const std::vector<std::int32_t>& of_texts,
    const std::vector<std::string>& labels);

/// In quotes, with commas between them; of many the first.
std::string ListLabels(const std::vector<std::string>& labels);

/// The place of `label`, which stands at `place`, among the `labels` of a
/// model.
Result<std::int32_t> FindLabel(const std::string& label, const Place& place,
                               const std::vector<std::string>& labels);

/// Fails with the first of the `labels` that no text of the file has, by the
/// numbers of theirs; `advice` says what to do about it.
Status CheckHasLabels(const std::string& path,
                      const std::vector<std::int32_t>& of_texts,
                      const std::vector<std::string>& labels,
                      const std::string& advice);

}  // namespace whylight
