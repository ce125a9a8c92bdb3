#include "core/format/quantise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace whylight {
namespace {

// The definition, in double: no bits are moved.
double SlowHalf(std::uint16_t half) {
  const int exponent = (half >> 10) & 0x1F;
  const int mantissa = half & 0x3FF;
  const double sign = (half & 0x8000) != 0 ? -1 : 1;
  if (exponent == 0x1F) {
    return mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  }
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

std::string Bytes(const std::vector<std::uint16_t>& halves) {
  return {reinterpret_cast<const char*>(halves.data()), 2 * halves.size()};
}

// The halves that the file's encoder makes of `numbers`.
std::vector<std::uint16_t> Halves(const std::vector<float>& numbers) {
  Matrix row(1, static_cast<Index>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), row.data());
  const Result<EncodedMatrix> encoded = EncodeMatrix(row, Dtype::kF16);
  EXPECT_TRUE(encoded.ok());
  std::vector<std::uint16_t> halves(numbers.size());
  std::memcpy(halves.data(), encoded.value().bytes.data(),
              encoded.value().bytes.size());
  return halves;
}

// All halves: those that are finite, and the others.
struct Sorted {
  std::vector<std::uint16_t> finite;
  std::vector<std::uint16_t> others;
};

Sorted AllHalves() {
  Sorted sorted;
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    (std::isfinite(SlowHalf(half)) ? sorted.finite : sorted.others)
        .push_back(half);
  }
  return sorted;
}

TEST(HalfTest, EveryHalfHasItsValueAndComesBack) {
  const auto [halves, others] = AllHalves();
  for (const std::uint16_t half : others) {
    EXPECT_FALSE(TensorToMatrix({"m", Dtype::kF16, {1}, Bytes({half})}).ok())
        << half;
  }
  ASSERT_EQ(halves.size(), 0x10000u - 0x800u);
  const std::string bytes = Bytes(halves);
  const Result<Matrix> row =
      TensorToMatrix({"m", Dtype::kF16, {halves.size()}, bytes});
  ASSERT_TRUE(row.ok());
  std::vector<float> values;
  for (std::size_t i = 0; i < halves.size(); ++i) {
    values.push_back(static_cast<float>(row.value()(0, static_cast<Index>(i))));
    ASSERT_EQ(values[i], SlowHalf(halves[i])) << halves[i];
    ASSERT_EQ(std::signbit(values[i]), (halves[i] & 0x8000) != 0) << halves[i];
  }
  EXPECT_EQ(Halves(values), halves);
}

TEST(HalfTest, RoundsToTheNearestAndTiesToEven) {
  // Between each two neighbours: below, at and above the middle.
  std::vector<float> numbers;
  std::vector<std::uint16_t> expected;
  for (std::uint32_t bits = 0; bits < 0x7BFF; ++bits) {
    const auto low = static_cast<std::uint16_t>(bits);
    const auto high = static_cast<std::uint16_t>(bits + 1);
    const auto middle =
        static_cast<float>((SlowHalf(low) + SlowHalf(high)) / 2);
    const std::uint16_t even = (bits & 1) == 0 ? low : high;
    for (const auto& [number, half] :
         {std::pair(std::nextafter(middle, 0.0f), low),
          {middle, even},
          {std::nextafter(middle, 1e9f), high},
          {-middle, static_cast<std::uint16_t>(even | 0x8000)}}) {
      numbers.push_back(number);
      expected.push_back(half);
    }
  }
  EXPECT_EQ(Halves(numbers), expected);
}

TEST(HalfTest, RefusesWhatRoundsBeyondTheLargest) {
  EXPECT_EQ(Halves({std::nextafter(65520.0f, 0.0f),
                    std::numeric_limits<float>::denorm_min()}),
            (std::vector<std::uint16_t>{0x7BFF, 0}));
  for (const Real number : {Real(65520), Real(-1e30)}) {
    EXPECT_FALSE(EncodeMatrix(Matrix::Constant(1, 1, number), Dtype::kF16).ok())
        << number;
  }
}

Matrix Example() {
  Matrix matrix(3, 4);
  matrix << Real(0.5), Real(-1.25), Real(3), Real(0.001),  //
      0, 0, 0, 0,                                          //
      Real(-200), Real(7), Real(1e-7), Real(65504);
  return matrix;
}

std::string FileWith(const Matrix& matrix, Dtype dtype) {
  const Result<EncodedMatrix> encoded = EncodeMatrix(matrix, dtype);
  EXPECT_TRUE(encoded.ok());
  std::vector<Tensor> tensors;
  AppendTensors("m", encoded.value(), tensors);
  const Result<std::string> file = SerializeSafetensors(tensors);
  EXPECT_TRUE(file.ok());
  return file.value();
}

Result<Matrix> ReadBack(const std::string& file, Index rows, Index cols) {
  const Result<SafetensorsView> view =
      SafetensorsView::Parse(file, "model.safetensors");
  EXPECT_TRUE(view.ok());
  return ReadMatrix(view.value(), "m", rows, cols);
}

TEST(QuantiseTest, KeepsFloatsAsTheyAre) {
  const Matrix matrix = Example();
  const Result<Matrix> read = ReadBack(FileWith(matrix, Dtype::kF32), 3, 4);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value(), matrix.cast<float>().cast<Real>());
}

TEST(QuantiseTest, RoundsToHalves) {
  const Matrix matrix = Example();
  const Result<Matrix> read = ReadBack(FileWith(matrix, Dtype::kF16), 3, 4);
  ASSERT_TRUE(read.ok());
  for (Index i = 0; i < matrix.size(); ++i) {
    const double value = matrix.data()[i];
    EXPECT_NEAR(read.value().data()[i], value,
                std::max(std::abs(value) * 0x1p-11, 0x1p-25));
  }
}

TEST(QuantiseTest, RoundsBytesToHalfAStepOfTheirRow) {
  const Matrix matrix = Example();
  const Result<Matrix> read = ReadBack(FileWith(matrix, Dtype::kI8), 3, 4);
  ASSERT_TRUE(read.ok());
  for (Index r = 0; r < matrix.rows(); ++r) {
    const double step = matrix.row(r).cwiseAbs().maxCoeff() / 127;
    for (Index c = 0; c < matrix.cols(); ++c) {
      EXPECT_NEAR(read.value()(r, c), matrix(r, c), step * 0.50001);
    }
  }
}

TEST(QuantiseTest, ReadsBackBytesOfTheLargestFloats) {
  Matrix matrix(1, 2);
  matrix << -std::numeric_limits<float>::max(), 1;
  const Result<Matrix> read = ReadBack(FileWith(matrix, Dtype::kI8), 1, 2);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_NEAR(read.value()(0, 0) / matrix(0, 0), 1, 1e-6);
  EXPECT_EQ(read.value()(0, 1), 0);
}

TEST(QuantiseTest, KeepsRowsTooSmallForAScaleAtZero) {
  const Matrix matrix =
      Matrix::Constant(1, 2, std::numeric_limits<float>::denorm_min());
  const Result<Matrix> read = ReadBack(FileWith(matrix, Dtype::kI8), 1, 2);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value(), Matrix::Zero(1, 2));
}

TEST(QuantiseTest, HoldsMatricesWithoutNumbers) {
  for (const Dtype dtype : {Dtype::kF32, Dtype::kF16, Dtype::kI8}) {
    EXPECT_TRUE(ReadBack(FileWith(Matrix(0, 3), dtype), 0, 3).ok());
    EXPECT_TRUE(ReadBack(FileWith(Matrix(2, 0), dtype), 2, 0).ok());
  }
}

TEST(QuantiseTest, RefusesNumbersThatCannotBeWritten) {
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  const Real infinity = std::numeric_limits<Real>::infinity();
  for (const Dtype dtype : {Dtype::kF32, Dtype::kF16, Dtype::kI8}) {
    for (const Real bad : {nan, infinity, -infinity}) {
      Matrix matrix = Example();
      matrix(1, 2) = bad;
      const Result<EncodedMatrix> encoded = EncodeMatrix(matrix, dtype);
      ASSERT_FALSE(encoded.ok());
      EXPECT_EQ(encoded.error().code, ErrorCode::kNotFinite);
      EXPECT_EQ(encoded.error().message,
                "expected finite numbers, found another in row 1, column 2");
    }
  }
  const Result<EncodedMatrix> large =
      EncodeMatrix(Matrix::Constant(1, 1, -65520), Dtype::kF16);
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().code, ErrorCode::kInvalidArgument);
}

std::string ReadError(const std::vector<Tensor>& tensors, Index rows,
                      Index cols) {
  const Result<std::string> file = SerializeSafetensors(tensors);
  EXPECT_TRUE(file.ok());
  const Result<Matrix> read = ReadBack(file.value(), rows, cols);
  if (read.ok()) return "no error";
  EXPECT_EQ(read.error().code, ErrorCode::kBadModel);
  return read.error().message;
}

TEST(QuantiseTest, NamesTheTensorItCannotRead) {
  const std::string prefix = "model.safetensors: tensor ";
  const std::string zeros(16, '\0');
  EXPECT_EQ(ReadError({}, 1, 1),
            prefix + "\"m\": expected it, found no such tensor");
  EXPECT_EQ(ReadError({{"m", Dtype::kF32, {2, 2}, zeros}}, 1, 4),
            prefix + "\"m\": expected shape [1, 4], found [2, 2]");
  EXPECT_EQ(ReadError({{"m", Dtype::kF32, {4}, zeros}}, 1, 4),
            prefix + "\"m\": expected shape [1, 4], found [4]");
  const std::string_view four = std::string_view(zeros).substr(0, 4);
  EXPECT_EQ(ReadError({{"m", Dtype::kI8, {1, 4}, four}}, 1, 4),
            prefix + "\"m.scale\": expected it, found no such tensor");
  EXPECT_EQ(ReadError({{"m", Dtype::kI8, {1, 4}, four},
                       {"m.scale", Dtype::kI8, {1}, four.substr(0, 1)}},
                      1, 4),
            prefix + "\"m.scale\": expected dtype F32, found I8");
  EXPECT_EQ(ReadError({{"m", Dtype::kI8, {1, 4}, four},
                       {"m.scale", Dtype::kF32, {2}, zeros.substr(0, 8)}},
                      1, 4),
            prefix + "\"m.scale\": expected shape [1], found [2]");
}

TEST(HalfTest, EveryHalfOfAFileHasItsValueOrIsRefused) {
  const auto [halves, others] = AllHalves();
  for (const std::uint16_t half : others) {
    EXPECT_NE(ReadError({{"m", Dtype::kF16, {1, 1}, Bytes({half})}}, 1, 1), "")
        << half;
  }
  const std::string bytes = Bytes(halves);
  const std::string file =
      SerializeSafetensors({{"m", Dtype::kF16, {1, halves.size()}, bytes}})
          .value();
  const Matrix row = ReadMatrix(SafetensorsView::Parse(file, "file").value(),
                                "m", 1, static_cast<Index>(halves.size()))
                         .value();
  for (std::size_t i = 0; i < halves.size(); ++i) {
    const auto value = static_cast<double>(row(0, static_cast<Index>(i)));
    ASSERT_EQ(value, SlowHalf(halves[i])) << halves[i];
    ASSERT_EQ(std::signbit(value), (halves[i] & 0x8000) != 0) << halves[i];
  }
}

TEST(QuantiseTest, RefusesToReadNumbersThatAreNotFinite) {
  const std::string prefix =
      "model.safetensors: tensor \"m\": expected finite numbers, found another "
      "in ";
  const std::string one_then_infinity("\x00\x3C\x00\x7C", 4);
  EXPECT_EQ(ReadError({{"m", Dtype::kF16, {1, 2}, one_then_infinity}}, 1, 2),
            prefix + "row 0, column 1");
  const std::string nan("\xFF\xFF\xFF\x7F", 4);
  EXPECT_EQ(ReadError({{"m", Dtype::kF32, {1, 1}, nan}}, 1, 1),
            prefix + "row 0, column 0");
  const std::string largest("\xFF\xFF\x7F\xFF", 4);
  const std::string infinity("\x00\x00\x80\xFF", 4);
  EXPECT_EQ(ReadError({{"m", Dtype::kF32, {2, 1}, largest + infinity}}, 2, 1),
            prefix + "row 1, column 0");
  EXPECT_EQ(ReadError({{"m", Dtype::kI8, {1, 1}, "\x01"},
                       {"m.scale", Dtype::kF32, {1}, nan}},
                      1, 1),
            "model.safetensors: tensor \"m.scale\": expected finite numbers, "
            "found another in row 0, column 0");
  // 2 · 3e38 is beyond a float.
  const std::string large("\xC7\xB2\x61\x7F", 4);
  EXPECT_EQ(ReadError({{"m", Dtype::kI8, {1, 1}, "\x02"},
                       {"m.scale", Dtype::kF32, {1}, large}},
                      1, 1),
            prefix + "row 0, column 0");
}

TEST(QuantiseTest, TakesNumbersOfEveryType) {
  const auto bytes = [](auto... values) {
    std::string text;
    (text.append(reinterpret_cast<const char*>(&values), sizeof(values)), ...);
    return text;
  };
  const std::vector<std::pair<Dtype, std::string>> stored = {
      {Dtype::kF64, bytes(1.0, 2.0)},
      {Dtype::kF32, bytes(1.0f, 2.0f)},
      {Dtype::kF16, bytes(std::uint16_t{0x3C00}, std::uint16_t{0x4000})},
      {Dtype::kBF16, bytes(std::uint16_t{0x3F80}, std::uint16_t{0x4000})},
      {Dtype::kI64, bytes(std::int64_t{1}, std::int64_t{2})},
      {Dtype::kI32, bytes(std::int32_t{1}, std::int32_t{2})},
      {Dtype::kU8, bytes(std::uint8_t{1}, std::uint8_t{2})},
      {Dtype::kI8, bytes(std::int8_t{1}, std::int8_t{2})},
      {Dtype::kBool, bytes(std::uint8_t{1}, std::uint8_t{2})}};
  Matrix expected(1, 2);
  expected << 1, 2;
  for (const auto& [dtype, text] : stored) {
    const Result<Matrix> row = TensorToMatrix({"m", dtype, {2}, text});
    ASSERT_TRUE(row.ok()) << DtypeName(dtype);
    EXPECT_EQ(row.value(), expected) << DtypeName(dtype);
    const Result<Matrix> column = TensorToMatrix({"m", dtype, {2, 1}, text});
    ASSERT_TRUE(column.ok()) << DtypeName(dtype);
    EXPECT_EQ(column.value(), expected.transpose()) << DtypeName(dtype);
  }
  EXPECT_FALSE(TensorToMatrix({"m", Dtype::kU8, {1, 2, 1}, "12"}).ok());
}

}  // namespace
}  // namespace whylight
