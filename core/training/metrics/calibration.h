// Whether probabilities are what they say (Guo et al. 2017, section 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace whylight {

/// Predictions with a probability in [from, to), the last row's with 1 too.
struct ReliabilityRow {
  double from = 0;
  double to = 0;
  std::size_t n = 0;
  double probability = 0;  ///< Their mean; 0 of none.
  double frequency = 0;    ///< Share of them that came true; 0 of none.
};

struct Calibration {
  std::size_t n = 0;
  /// The expected calibration error: the mean of |probability - frequency|
  /// over rows, each with the weight of its predictions.
  double error = 0;
  double largest_error = 0;  ///< Of a row with predictions.
  std::vector<ReliabilityRow> rows;
};

/// In rows of equal width. Fails where a probability is NaN or none.
Result<Calibration> MeasureCalibration(std::span<const double> probabilities,
                                       std::span<const std::uint8_t> came_true,
                                       std::size_t rows = 10);

/// Its members by their names; rows without predictions are left out.
nlohmann::ordered_json CalibrationToJson(const Calibration& calibration);

}  // namespace whylight
