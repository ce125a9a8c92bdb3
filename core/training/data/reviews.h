// Reads rated reviews, in any of the formats of docs/data.md that have ratings.
// Every complaint names the file and the line, what was expected and what was
// found.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/math/matrix.h"
#include "core/training/data/data_options.h"

namespace whylight {

struct Review {
  std::string text;
  std::vector<Real> ratings = {};  ///< In [0, 1]; one for each wanted aspect.
  /// Where the tokens of the text stand, if the file lists them.
  std::vector<Span> tokens = {};
  /// What people marked as the reasons for each wanted aspect, if the record
  /// says and it was asked for. For evaluation, never for training.
  std::optional<std::vector<std::vector<Span>>> rationales = {};
  std::size_t line = 0;  ///< Of the file, from 1: the first of the record.
};

enum class Rationales { kIgnore, kRead };

/// Calls `visit` with each review of JSON lines,
/// `{"text": "...", "ratings": {"aroma": 0.7, ...}}`, or of a table, where a
/// rating is a column. Every aspect in `aspects` must be rated, unless
/// `skip_unrated` leaves out reviews where one is not; other keys and columns
/// are ignored, and blank lines passed over. Texts beyond kMaxWords are
/// bad lines.
Status VisitReviews(const std::string& path,
                    const std::vector<std::string>& aspects,
                    const DataOptions& options,
                    const std::function<Status(const Review&)>& visit,
                    Rationales rationales = Rationales::kIgnore);

/// All reviews of a file; at least one is expected.
Result<std::vector<Review>> ReadReviews(
    const std::string& path, const std::vector<std::string>& aspects,
    const DataOptions& options = {},
    Rationales rationales = Rationales::kIgnore);

}  // namespace whylight
