// An evaluation of rationales as a page to read: its figures, and reviews with
// the selected words marked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/systems/rationale/model.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/training/data/reviews.h"

namespace whylight {

/// A review to show under a heading.
struct ReportExample {
  std::string heading;  ///< Examples of one heading stand together.
  const Review* review;
};

/// The `count` reviews whose ratings the rationale predicts best, the `count`
/// it predicts worst, and as many at random; of few reviews fewer. `errors` are
/// RationaleEvaluation::errors.
std::vector<ReportExample> ChooseExamples(const std::vector<Review>& reviews,
                                          const std::vector<double>& errors,
                                          std::size_t count,
                                          std::uint64_t seed);

/// A page in HTML that needs nothing beside it. `title` says what was
/// evaluated.
Result<std::string> WriteReport(const std::string& title,
                                const RationaleModel& model,
                                const RationaleEvaluation& evaluation,
                                const std::vector<ReportExample>& examples);

}  // namespace whylight
