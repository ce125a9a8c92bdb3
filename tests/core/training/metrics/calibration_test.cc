#include "core/training/metrics/calibration.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace whylight {
namespace {

constexpr double kTolerance = 1e-12;

using Numbers = std::vector<double>;
using Outcomes = std::vector<std::uint8_t>;

TEST(CalibrationTest, EqualsWhatIsWorkedOutByHand) {
  // In two rows: 0.2 and 0.4, of which one came true; 0.5, 0.9 and 1, of which
  // two did. Errors |0.3 - 0.5| of two and |0.8 - 2/3| of three.
  const auto read = MeasureCalibration(Numbers{0.2, 0.5, 0.4, 0.9, 1},
                                       Outcomes{0, 0, 1, 1, 1}, 2);
  ASSERT_TRUE(read.ok());
  const Calibration& calibration = read.value();
  EXPECT_EQ(calibration.n, 5u);
  EXPECT_NEAR(calibration.error, (2 * 0.2 + 3 * (0.8 - 2.0 / 3)) / 5,
              kTolerance);
  EXPECT_NEAR(calibration.largest_error, 0.2, kTolerance);
  ASSERT_EQ(calibration.rows.size(), 2u);
  EXPECT_EQ(calibration.rows[1].from, 0.5);
  EXPECT_EQ(calibration.rows[1].to, 1);
  EXPECT_EQ(calibration.rows[1].n, 3u);
  EXPECT_NEAR(calibration.rows[1].probability, 0.8, kTolerance);
  EXPECT_NEAR(calibration.rows[1].frequency, 2.0 / 3, kTolerance);
}

TEST(CalibrationTest, RowsWithoutPredictionsCountForNothing) {
  const auto read = MeasureCalibration(Numbers{0.95, 0.95}, Outcomes{1, 1});
  ASSERT_TRUE(read.ok());
  EXPECT_NEAR(read.value().error, 0.05, kTolerance);
  EXPECT_EQ(read.value().rows.size(), 10u);
  EXPECT_EQ(CalibrationToJson(read.value())["rows"].size(), 1u);
}

TEST(CalibrationTest, OfNoPredictionsIsNothing) {
  const auto read = MeasureCalibration({}, {});
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().error, 0);
}

TEST(CalibrationTest, RefusesWhatIsNoProbability) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(MeasureCalibration(Numbers{nan}, Outcomes{1}).error().code,
            ErrorCode::kNotFinite);
  for (const double p : {-0.1, 1.1}) {
    EXPECT_FALSE(MeasureCalibration(Numbers{p}, Outcomes{1}).ok());
  }
}

}  // namespace
}  // namespace whylight
