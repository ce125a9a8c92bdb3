#include "core/format/quantise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/format/json.h"
#include "core/format/model_folder.h"

namespace whylight {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the file's numbers are read as they are in memory");

constexpr std::string_view kScaleSuffix = ".scale";

template <typename T>
T Load(std::string_view bytes, Index index) {
  T value;
  std::memcpy(&value,
              bytes.data() + static_cast<std::size_t>(index) * sizeof(T),
              sizeof(T));
  return value;
}

template <typename T>
void Append(T value, std::string& bytes) {
  char buffer[sizeof(T)];
  std::memcpy(buffer, &value, sizeof(T));
  bytes.append(buffer, sizeof(T));
}

std::string Place(Index row, Index col) {
  return "row " + std::to_string(row) + ", column " + std::to_string(col);
}

Error BadTensor(std::string_view name, const std::string& message) {
  return {ErrorCode::kBadModel, "tensor " + Quote(name) + ": " + message};
}

// Fills `matrix` with numbers that are stored as T.
template <typename T>
void Fill(std::string_view bytes, Matrix& matrix) {
  for (Index i = 0; i < matrix.size(); ++i) {
    matrix.data()[i] = static_cast<Real>(Load<T>(bytes, i));
  }
}

void Fill(const Tensor& tensor, Matrix& matrix) {
  switch (tensor.dtype) {
    case Dtype::kF64:
      return Fill<double>(tensor.bytes, matrix);
    case Dtype::kF32:
      return Fill<float>(tensor.bytes, matrix);
    case Dtype::kF16:
      return Fill<Eigen::half>(tensor.bytes, matrix);
    case Dtype::kBF16:
      return Fill<Eigen::bfloat16>(tensor.bytes, matrix);
    case Dtype::kI64:
      return Fill<std::int64_t>(tensor.bytes, matrix);
    case Dtype::kI32:
      return Fill<std::int32_t>(tensor.bytes, matrix);
    case Dtype::kI8:
      return Fill<std::int8_t>(tensor.bytes, matrix);
    case Dtype::kU8:
    case Dtype::kBool:
      return Fill<std::uint8_t>(tensor.bytes, matrix);
  }
}

// The first number that is not finite, or nothing.
Status CheckFinite(const std::string& name, const Matrix& matrix) {
  for (Index r = 0; r < matrix.rows(); ++r) {
    for (Index c = 0; c < matrix.cols(); ++c) {
      if (!std::isfinite(matrix(r, c))) {
        return BadTensor(
            name, "expected finite numbers, found another in " + Place(r, c));
      }
    }
  }
  return {};
}

Result<const Tensor*> FindTensor(const SafetensorsView& tensors,
                                 const std::string& name,
                                 const std::vector<std::size_t>& shape) {
  const Tensor* const tensor = tensors.Find(name);
  if (tensor == nullptr) {
    return BadTensor(name, "expected it, found no such tensor");
  }
  if (tensor->shape != shape) {
    const auto text = [](const std::vector<std::size_t>& extents) {
      std::string list;
      for (const std::size_t extent : extents) {
        list += (list.empty() ? "" : ", ") + std::to_string(extent);
      }
      return "[" + list + "]";
    };
    return BadTensor(name, "expected shape " + text(shape) + ", found " +
                               text(tensor->shape));
  }
  return tensor;
}

// What follows runs over each number of a model that a page loads, by a
// compiler that has no time: plain loops, and no types that it would have to
// see through.

// The first of `count` numbers that is infinite or none, or `count`: those with
// all bits of the exponent.
template <typename Bits>
Index FindFullExponent(std::string_view bytes, Index count, Bits exponent) {
  const char* from = bytes.data();
  for (Index i = 0; i < count; ++i, from += sizeof(Bits)) {
    Bits bits;
    std::memcpy(&bits, from, sizeof(Bits));
    if ((bits & exponent) == exponent) return i;
  }
  return count;
}

template <typename Stored, typename Convert>
void Expand(const char* from, Index count, Real* numbers, Convert convert) {
  for (Index i = 0; i < count; ++i, from += sizeof(Stored)) {
    Stored stored;
    std::memcpy(&stored, from, sizeof(Stored));
    numbers[i] = static_cast<Real>(convert(stored));
  }
}

// Of a finite half. Its exponent and mantissa, in the place of a float's, are
// 2^112 times too small; the product is exact, also where they are subnormal.
float HalfToFloat(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t magnitude = (half & 0x7fffU) << 13;
  const float number = Eigen::numext::bit_cast<float>(magnitude) * 0x1p112F;
  return Eigen::numext::bit_cast<float>(
      Eigen::numext::bit_cast<std::uint32_t>(number) | sign);
}

}  // namespace

Result<Matrix> TensorToMatrix(const Tensor& tensor) {
  const std::size_t dimensions = tensor.shape.size();
  if (dimensions != 1 && dimensions != 2) {
    return BadTensor(tensor.name, "expected one or two dimensions, found " +
                                      std::to_string(dimensions));
  }
  const std::size_t rows = dimensions == 1 ? 1 : tensor.shape.front();
  Matrix matrix(static_cast<Index>(rows),
                static_cast<Index>(tensor.shape.back()));
  Fill(tensor, matrix);
  const Status finite = CheckFinite(tensor.name, matrix);
  if (!finite.ok()) return finite.error();
  return matrix;
}

Result<StoredMatrix> StoredMatrix::Find(const SafetensorsView& tensors,
                                        std::string_view name, Index rows,
                                        Index cols) {
  const auto fail = [](Error error) {
    return Error{error.code, std::string(kTensorsFile) + ": " + error.message};
  };
  const std::string own_name(name);
  const auto height = static_cast<std::size_t>(rows);
  const Result<const Tensor*> found =
      FindTensor(tensors, own_name, {height, static_cast<std::size_t>(cols)});
  if (!found.ok()) return fail(found.error());
  const Tensor& tensor = *found.value();
  StoredMatrix matrix(tensor.dtype, tensor.bytes, rows, cols);
  switch (tensor.dtype) {
    case Dtype::kF32:
    case Dtype::kF16:
      break;
    case Dtype::kI8: {
      const std::string scale_name = own_name + std::string(kScaleSuffix);
      const Result<const Tensor*> scale =
          FindTensor(tensors, scale_name, {height});
      if (!scale.ok()) return fail(scale.error());
      if (scale.value()->dtype != Dtype::kF32) {
        return fail(BadTensor(
            scale_name, "expected dtype F32, found " +
                            std::string(DtypeName(scale.value()->dtype))));
      }
      const Result<Matrix> scales = TensorToMatrix(*scale.value());
      if (!scales.ok()) return fail(scales.error());
      matrix.scales_ = scale.value()->bytes;
      break;
    }
    default:
      return fail(BadTensor(name, "expected dtype F32, F16 or I8, found " +
                                      std::string(DtypeName(tensor.dtype))));
  }
  const Index other = matrix.FindNotFinite();
  if (other < rows * cols) {
    return fail(BadTensor(name, "expected finite numbers, found another in " +
                                    Place(other / cols, other % cols)));
  }
  return matrix;
}

Index StoredMatrix::FindNotFinite() const {
  const Index count = rows_ * cols_;
  switch (dtype_) {
    case Dtype::kF16:
      return FindFullExponent<std::uint16_t>(numbers_, count, 0x7c00);
    case Dtype::kF32:
      return FindFullExponent<std::uint32_t>(numbers_, count, 0x7f800000);
    default:
      break;
  }
  RowVector row(cols_);
  for (Index r = 0; r < rows_; ++r) {
    // Bytes times a moderate scale need no second look.
    if (std::abs(Load<float>(scales_, r)) < 1e30f) continue;
    ExpandRow(r, row.data());
    for (Index c = 0; c < cols_; ++c) {
      if (!std::isfinite(row(c))) return r * cols_ + c;
    }
  }
  return count;
}

void StoredMatrix::ExpandRow(Index row, Real* numbers) const {
  const char* const from =
      numbers_.data() +
      static_cast<std::size_t>(row * cols_) * DtypeBytes(dtype_);
  switch (dtype_) {
    case Dtype::kI8: {
      const auto scale = static_cast<Real>(Load<float>(scales_, row));
      return Expand<std::int8_t>(from, cols_, numbers, [=](std::int8_t byte) {
        return static_cast<Real>(byte) * scale;
      });
    }
    case Dtype::kF16:
      return Expand<std::uint16_t>(from, cols_, numbers, HalfToFloat);
    default:
      return Expand<float>(from, cols_, numbers,
                           [](float number) { return number; });
  }
}

Result<Matrix> ReadMatrix(const SafetensorsView& tensors, std::string_view name,
                          Index rows, Index cols) {
  const Result<StoredMatrix> stored =
      StoredMatrix::Find(tensors, name, rows, cols);
  if (!stored.ok()) return stored.error();
  Matrix matrix(rows, cols);
  for (Index r = 0; r < rows; ++r) {
    stored.value().ExpandRow(r, matrix.row(r).data());
  }
  return matrix;
}

Result<EncodedMatrix> EncodeMatrix(const Matrix& matrix, Dtype dtype) {
  EncodedMatrix encoded{dtype,
                        {static_cast<std::size_t>(matrix.rows()),
                         static_cast<std::size_t>(matrix.cols())},
                        {},
                        {}};
  encoded.bytes.reserve(static_cast<std::size_t>(matrix.size()) *
                        DtypeBytes(dtype));
  const auto too_large = [&](Index r, Index c) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected numbers that fit " + std::string(DtypeName(dtype)) +
                     ", found " + std::to_string(matrix(r, c)) + " in " +
                     Place(r, c)};
  };
  for (Index r = 0; r < matrix.rows(); ++r) {
    Real largest = 0;
    for (Index c = 0; c < matrix.cols(); ++c) {
      const Real value = matrix(r, c);
      if (!std::isfinite(value)) {
        return Error{
            ErrorCode::kNotFinite,
            "expected finite numbers, found another in " + Place(r, c)};
      }
      if (!std::isfinite(static_cast<float>(value))) return too_large(r, c);
      largest = std::max(largest, std::abs(value));
    }
    auto scale = static_cast<float>(largest / 127);
    // Rounded up, the largest multiple of all would be beyond all floats.
    if (std::isinf(127 * scale)) scale = std::nextafter(scale, 0.0f);
    if (dtype == Dtype::kI8) Append(scale, encoded.scales);
    for (Index c = 0; c < matrix.cols(); ++c) {
      const auto value = static_cast<float>(matrix(r, c));
      switch (dtype) {
        case Dtype::kF32:
          Append(value, encoded.bytes);
          break;
        case Dtype::kF16: {
          const Eigen::half half(value);
          if (Eigen::numext::isinf(half)) return too_large(r, c);
          Append(half, encoded.bytes);
          break;
        }
        case Dtype::kI8: {
          // A row of zeros, or of numbers too small for a scale, is all zero.
          const float steps = scale > 0 ? std::round(value / scale) : 0;
          Append(static_cast<std::int8_t>(std::clamp(steps, -127.0f, 127.0f)),
                 encoded.bytes);
          break;
        }
        default:
          return Error{ErrorCode::kInvalidArgument,
                       "expected dtype F32, F16 or I8, found " +
                           std::string(DtypeName(dtype))};
      }
    }
  }
  return encoded;
}

void AppendTensors(const std::string& name, const EncodedMatrix& encoded,
                   std::vector<Tensor>& tensors) {
  tensors.push_back({name, encoded.dtype, encoded.shape, encoded.bytes});
  if (encoded.dtype == Dtype::kI8) {
    tensors.push_back({name + std::string(kScaleSuffix),
                       Dtype::kF32,
                       {encoded.shape[0]},
                       encoded.scales});
  }
}

const std::vector<std::pair<std::string, Dtype>>& SavedDtypeNames() {
  static const std::vector<std::pair<std::string, Dtype>> names = {
      {"f32", Dtype::kF32}, {"f16", Dtype::kF16}, {"i8", Dtype::kI8}};
  return names;
}

}  // namespace whylight
