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
  RowVector row(cols);
  for (Index r = 0; r < rows; ++r) {
    // Bytes times a moderate scale need no second look.
    if (tensor.dtype == Dtype::kI8 &&
        std::abs(Load<float>(matrix.scales_, r)) < 1e30f) {
      continue;
    }
    matrix.ExpandRow(r, row.data());
    for (Index c = 0; c < cols; ++c) {
      if (!std::isfinite(row(c))) {
        return fail(BadTensor(
            name, "expected finite numbers, found another in " + Place(r, c)));
      }
    }
  }
  return matrix;
}

void StoredMatrix::ExpandRow(Index row, Real* numbers) const {
  const auto expand = [&](auto convert) {
    for (Index c = 0; c < cols_; ++c) {
      numbers[c] = static_cast<Real>(convert(row * cols_ + c));
    }
  };
  switch (dtype_) {
    case Dtype::kI8: {
      const auto scale = static_cast<Real>(Load<float>(scales_, row));
      return expand([&](Index i) {
        return static_cast<Real>(Load<std::int8_t>(numbers_, i)) * scale;
      });
    }
    case Dtype::kF16:
      return expand([&](Index i) { return Load<Eigen::half>(numbers_, i); });
    default:
      return expand([&](Index i) { return Load<float>(numbers_, i); });
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
    const auto scale = static_cast<float>(largest / 127);
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
