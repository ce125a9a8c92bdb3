// What layers over sequences have in common: any of them can follow any other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/ops/sequence.h"

namespace whylight {

/// A batch of sequences of vectors: what a layer reads, and what it gives.
struct Sequences {
  Var words;            ///< [D x d]: a table of distinct vectors.
  SequenceBatch batch;  ///< Which row of the table stands where.
  /// z, [max_length·batch x 1], time-major; all ones if absent. Words with
  /// z = 0 are left out: recurrences carry their state over them.
  std::optional<Var> mask;
};

/// The sequences whose vector at every position of `like` is its row of
/// `states`, [max_length·batch x h], time-major; mask and padding as in `like`.
Sequences AtEveryPosition(Var states, const Sequences& like);

/// The selected words alone, without a mask: what a layer without recurrence
/// reads. Every z other than 0 selects its word as a whole, so masks must be
/// hard to mean what they mean to a recurrence, and no gradient reaches them.
Sequences SelectedWords(const Graph& graph, const Sequences& sequences);

/// A sequence of one vector for every row of `vectors`: what layers that pool
/// give.
Sequences OneVectorEach(const Graph& graph, Var vectors);

/// A parameter, or some of its columns, by the name and in the shape other
/// programs know it: vectors are columns, so a matrix maps d inputs to h
/// outputs as an [h x d].
struct LayerTensor {
  std::string name;  ///< E.g. "W.2", "gate.U".
  /// E.g. {"h", "d"}: what --shapes prints. "d" is the width of the inputs.
  std::vector<std::string> dims;
  /// A matrix is kept transposed in columns [column, column + rows) of the
  /// parameter; a vector in those columns of its only row.
  Parameter* parameter;
  Index column;
  Index rows;  ///< The first of the tensor's sizes; the other of a matrix is
               ///< the number of rows of the parameter.
  bool transposed = true;  ///< False: the parameter is the matrix as it is.
};

/// The tensor as other programs see it: a matrix, or a vector as one row.
Matrix TensorValue(const LayerTensor& tensor);

/// Sets it to `value`, which must have that shape.
void SetTensor(const LayerTensor& tensor, const Matrix& value);

/// A layer over sequences.
class SequenceLayer {
 public:
  virtual ~SequenceLayer() = default;

  /// The width of the vectors it reads and of those it gives.
  virtual Index inputs() const = 0;
  virtual Index outputs() const = 0;

  /// `outputs` in the symbols of `Tensors`, e.g. "2h".
  virtual std::string OutputDim() const { return "h"; }

  /// Layers that pool give sequences of length one.
  virtual Sequences Apply(Graph& graph, const Sequences& input) const = 0;

  /// Every number of every parameter, once.
  virtual std::vector<LayerTensor> Tensors() = 0;

  /// For training: what `Tensors` speaks of, each once.
  std::vector<Parameter*> Parameters();
};

}  // namespace whylight
