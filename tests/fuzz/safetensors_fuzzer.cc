// A file of tensors is read whole or not at all, and written again it holds the
// same; numbers that were rounded for a file are as near as they promise.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

bool IsSame(const Tensor& a, const Tensor& b) {
  return a.name == b.name && a.dtype == b.dtype && a.shape == b.shape &&
         a.bytes == b.bytes;
}

void CheckTensor(const SafetensorsView& view, const Tensor& tensor) {
  const Result<Matrix> matrix = TensorToMatrix(tensor);
  if (matrix.ok()) {
    Expect(matrix.value().allFinite(), "all its numbers are finite");
  } else {
    ExpectError(matrix.error(), ErrorCode::kBadModel);
  }
  if (tensor.shape.size() != 2 || tensor.shape[0] > 4096 ||
      tensor.shape[1] > 4096) {
    return;
  }
  const Result<Matrix> read =
      ReadMatrix(view, tensor.name, static_cast<Index>(tensor.shape[0]),
                 static_cast<Index>(tensor.shape[1]));
  if (!read.ok()) return ExpectError(read.error(), ErrorCode::kBadModel);
  Expect(read.value().allFinite(), "a matrix is finite");
  if (tensor.dtype != Dtype::kI8) {
    Expect(matrix.ok() && matrix.value() == read.value(),
           "both ways of reading give the same numbers");
  }
}

void CheckFile(std::string_view file) {
  const Result<SafetensorsView> view = SafetensorsView::Parse(file, "name");
  if (!view.ok()) return ExpectError(view.error(), ErrorCode::kBadModel);
  std::size_t bytes = 0;
  for (const Tensor& tensor : view.value().tensors()) {
    Expect(tensor.bytes.empty() || (tensor.bytes.data() >= file.data() &&
                                    tensor.bytes.data() + tensor.bytes.size() <=
                                        file.data() + file.size()),
           "its bytes are the file's");
    bytes += tensor.bytes.size();
    CheckTensor(view.value(), tensor);
  }
  Expect(bytes < file.size(), "no byte is of two tensors");
  const Result<std::string> written =
      SerializeSafetensors(view.value().tensors(), view.value().metadata());
  Expect(written.ok(), "what was read can be written");
  const Result<SafetensorsView> again =
      SafetensorsView::Parse(written.value(), "name");
  Expect(again.ok(), "what was written can be read");
  Expect(again.value().metadata() == view.value().metadata(),
         "metadata stay the same");
  Expect(again.value().tensors().size() == view.value().tensors().size(),
         "there are as many tensors");
  for (const Tensor& tensor : view.value().tensors()) {
    const Tensor* const other = again.value().Find(tensor.name);
    Expect(other != nullptr && IsSame(*other, tensor), "tensors stay the same");
  }
}

// How far `found` may be from `number`, in a row of that largest magnitude.
double Slack(Dtype dtype, double number, double largest) {
  if (dtype == Dtype::kF32) return 0;
  if (dtype == Dtype::kF16)
    return std::max(0x1p-25, std::abs(number) * 0x1p-11);
  // Half a step, and the rounding of the scale and of its multiple.
  return largest / 254 * (1 + 1e-5) + 127 * 0x1p-149;
}

void CheckRounding(const Matrix& matrix, Dtype dtype) {
  const Result<EncodedMatrix> encoded = EncodeMatrix(matrix, dtype);
  if (!matrix.allFinite()) {
    Expect(!encoded.ok(), "only finite numbers are written");
    // Of what is wrong, the first is told.
    if (encoded.error().code == ErrorCode::kInvalidArgument) return;
    return ExpectError(encoded.error(), ErrorCode::kNotFinite);
  }
  if (!encoded.ok()) {
    Expect(dtype == Dtype::kF16 && matrix.cwiseAbs().maxCoeff() > 65504,
           "numbers fit");
    return ExpectError(encoded.error(), ErrorCode::kInvalidArgument);
  }
  std::vector<Tensor> tensors;
  AppendTensors("m", encoded.value(), tensors);
  const std::string file = SerializeSafetensors(std::move(tensors)).value();
  const SafetensorsView view = SafetensorsView::Parse(file, "name").value();
  const Result<Matrix> read =
      ReadMatrix(view, "m", matrix.rows(), matrix.cols());
  Expect(read.ok(), "what was written can be read");
  for (Index r = 0; r < matrix.rows(); ++r) {
    const double largest = matrix.row(r).cwiseAbs().maxCoeff();
    for (Index c = 0; c < matrix.cols(); ++c) {
      const double number = matrix(r, c);
      const double found = read.value()(r, c);
      Expect(std::abs(found - number) <= Slack(dtype, number, largest),
             "a number is the nearest there is");
    }
  }
}

// The bytes as floats, in rows.
Matrix ToMatrix(std::string_view bytes, Index cols) {
  const Index rows = static_cast<Index>(bytes.size() / sizeof(float)) / cols;
  Matrix matrix(rows, cols);
  if (rows == 0) return matrix;
  std::memcpy(matrix.data(), bytes.data(),
              static_cast<std::size_t>(matrix.size()) * sizeof(float));
  return matrix;
}

}  // namespace
}  // namespace whylight

// The first byte: 0 for a file; else the type of number, and how many a row
// has.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  if (size == 0) return 0;
  const std::string_view bytes = AsText(data + 1, size - 1);
  const unsigned kind = data[0] % 4;
  if (kind == 0) {
    CheckFile(bytes);
    return 0;
  }
  const Matrix matrix = ToMatrix(bytes, 1 + data[0] / 4 % 8);
  if (matrix.size() == 0) return 0;
  CheckRounding(matrix, kind == 1   ? Dtype::kF32
                        : kind == 2 ? Dtype::kF16
                                    : Dtype::kI8);
  return 0;
}
