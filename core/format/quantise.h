// Matrices as the numbers of a file: f32, f16, or i8 with a scale per row.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/safetensors.h"
#include "core/math/matrix.h"

namespace whylight {

/// A matrix where it lies in the bytes of a file, which must outlive it: of
/// dtype F32, F16 or I8, whose rows are multiplied by the numbers of an F32
/// tensor `name` + ".scale" of shape [rows].
class StoredMatrix {
 public:
  /// The tensor called `name`. Fails with kBadModel unless the shape is exactly
  /// [rows, cols] and every number is finite.
  static Result<StoredMatrix> Find(const SafetensorsView& tensors,
                                   std::string_view name, Index rows,
                                   Index cols);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  void ExpandRow(Index row, Real* numbers) const;

 private:
  StoredMatrix(Dtype dtype, std::string_view numbers, Index rows, Index cols)
      : dtype_(dtype), numbers_(numbers), rows_(rows), cols_(cols) {}

  /// The place of the first number that is not finite, counted along the rows;
  /// past the last one if there is none.
  Index FindNotFinite() const;

  Dtype dtype_;
  std::string_view numbers_;
  std::string_view scales_;  // For I8 only.
  Index rows_;
  Index cols_;
};

/// All rows of StoredMatrix::Find.
Result<Matrix> ReadMatrix(const SafetensorsView& tensors, std::string_view name,
                          Index rows, Index cols);

/// The numbers of a tensor of one or two dimensions, of any type; one of one
/// dimension becomes a row. Fails with kBadModel on other dimensions and on
/// numbers that are not finite.
Result<Matrix> TensorToMatrix(const Tensor& tensor);

/// The names of the types that a model is saved in, for options.
const std::vector<std::pair<std::string, Dtype>>& SavedDtypeNames();

/// A matrix in the numbers of a file.
struct EncodedMatrix {
  Dtype dtype;
  std::vector<std::size_t> shape;
  std::string bytes;
  std::string scales;  ///< For I8 only: one float per row.
};

/// Rounds each number of `matrix` to the nearest of `dtype`, ties of F16 to
/// even. I8 maps a row's
/// largest magnitude to 127, so the error is at most 1/254 of it. Fails with
/// kNotFinite on a NaN or an infinity and with kInvalidArgument on a number too
/// large for `dtype`, and on a dtype but F32, F16 and I8.
Result<EncodedMatrix> EncodeMatrix(const Matrix& matrix, Dtype dtype);

/// Appends the tensor (for I8: two) that ReadMatrix finds under `name`. They
/// point into `encoded`, which must outlive them.
void AppendTensors(const std::string& name, const EncodedMatrix& encoded,
                   std::vector<Tensor>& tensors);

}  // namespace whylight
