// Reads rated reviews: records (record.h) with a text and ratings.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/record.h"

namespace whylight {

using Review = Record;

enum class Rationales { kIgnore, kRead };

/// Calls `visit` with each review of JSON lines,
/// `{"text": "...", "ratings": {"aroma": 0.7, ...}}`, or of a table, where a
/// rating is a column; other keys and columns are ignored. At least one is
/// expected.
Status VisitReviews(const std::string& path,
                    const std::vector<std::string>& aspects,
                    const DataOptions& options, const RecordVisitor& visit,
                    Rationales rationales = Rationales::kIgnore);

/// All reviews of a file.
Result<std::vector<Review>> ReadReviews(
    const std::string& path, const std::vector<std::string>& aspects,
    const DataOptions& options = {},
    Rationales rationales = Rationales::kIgnore);

}  // namespace whylight
