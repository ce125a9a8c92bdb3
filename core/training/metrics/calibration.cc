#include "core/training/metrics/calibration.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/training/metrics/check_numbers.h"

namespace whylight {

Result<Calibration> MeasureCalibration(std::span<const double> probabilities,
                                       std::span<const std::uint8_t> came_true,
                                       std::size_t rows) {
  if (Status checked = CheckNumbers(probabilities, came_true.size());
      !checked.ok()) {
    return checked.error();
  }
  Calibration calibration{.n = probabilities.size(),
                          .rows = std::vector<ReliabilityRow>(rows)};
  const auto count = static_cast<double>(rows);
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    const double p = probabilities[i];
    if (p < 0 || p > 1) {
      return Error{
          ErrorCode::kInvalidArgument,
          "expected a probability between 0 and 1, found " + std::to_string(p)};
    }
    ReliabilityRow& row =
        calibration
            .rows[std::min(static_cast<std::size_t>(p * count), rows - 1)];
    ++row.n;
    row.probability += p;
    row.frequency += came_true[i] != 0 ? 1 : 0;
  }
  for (std::size_t r = 0; r < rows; ++r) {
    ReliabilityRow& row = calibration.rows[r];
    row.from = static_cast<double>(r) / count;
    row.to = static_cast<double>(r + 1) / count;
    if (row.n == 0) continue;
    const auto n = static_cast<double>(row.n);
    row.probability /= n;
    row.frequency /= n;
    const double error = std::abs(row.probability - row.frequency);
    calibration.error += error * n / static_cast<double>(calibration.n);
    calibration.largest_error = std::max(calibration.largest_error, error);
  }
  return calibration;
}

nlohmann::ordered_json CalibrationToJson(const Calibration& calibration) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const ReliabilityRow& row : calibration.rows) {
    if (row.n == 0) continue;
    rows.push_back({{"from", row.from},
                    {"to", row.to},
                    {"n", row.n},
                    {"probability", row.probability},
                    {"frequency", row.frequency}});
  }
  return {{"n", calibration.n},
          {"error", calibration.error},
          {"largest_error", calibration.largest_error},
          {"rows", rows}};
}

}  // namespace whylight
