// The interface of layers over sequences: any of them can follow any other.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/ops/rcnn.h"
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

/// The rows of `table` at the words of the only text of a batch, [L x columns].
Matrix AtWords(const Graph& graph, Var table, const SequenceBatch& words);

/// The selected words alone, without a mask: what a layer without recurrence
/// reads. Every z other than 0 selects its word as a whole, so masks must be
/// hard to mean what they mean to a recurrence, and no gradient reaches them.
Sequences SelectedWords(const Graph& graph, const Sequences& sequences);

/// A sequence of one vector for every row of `vectors`: what layers that pool
/// give.
Sequences OneVectorEach(const Graph& graph, Var vectors);

/// The vector at the last word of each text, mask or not; zeros for a text
/// without words: [batch x d].
Var LastVectors(Graph& graph, const Sequences& sequences);

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

/// The run of one recurrent convolution within a layer, for explanations. All
/// values are the graph's.
struct RcnnTrace {
  RcnnInputs inputs;
  SequenceBatch words;    ///< What it read, in the order it read.
  RcnnRun run;            ///< With everything kept.
  Index column = 0;       ///< Its states are these columns of the layer's, ...
  bool reversed = false;  ///< ... and stand there from last to first.
};

/// The kind of output at each word, and the use of a mask; each is more than
/// the one before.
enum class WordOutput {
  kOther,      ///< Not one vector per word: it pools, or gives other windows.
  kHardMasks,  ///< A vector per word, but no gradient reaches a mask.
  kCandidate,  ///< At a word left out, what it would be if it were selected.
  kState,      ///< At a word left out, the state after those before it.
};

/// The memory of a layer from word to word: [batch x width] each.
using CarriedState = std::vector<Matrix>;

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

  virtual WordOutput word_output() const { return WordOutput::kOther; }

  /// `Apply` that gives a vector at every word, also at those that the mask
  /// leaves out, and lets a gradient reach the mask; with hard masks it says of
  /// the selected words what `Apply` says. Only for kCandidate and kState.
  virtual Sequences ApplyAtEveryWord(Graph& graph,
                                     const Sequences& input) const {
    return Apply(graph, input);
  }

  /// From what it has `given` at every word, the state after all words:
  /// [batch x outputs]. Only for kState.
  virtual Var LastState(Graph& graph, const Sequences& given) const;

  /// `Apply` that adds to `traces` the recurrent convolutions whose sums show
  /// in what the layer gives. What no trace covers came about otherwise.
  virtual Sequences ApplyTraced(Graph& graph, const Sequences& input,
                                std::vector<RcnnTrace>* traces) const;

  /// The widths of the matrices of its CarriedState, or why it cannot go on
  /// from where it stopped.
  virtual Result<std::vector<Index>> CarriedWidths() const;

  /// `Apply` that goes on from `state` and leaves there what is remembered
  /// after the last words: a text read in pieces gives the bits of the whole
  /// text. No gradient reaches back to the piece before. Only for layers with
  /// CarriedWidths.
  virtual Sequences ApplyFrom(Graph& graph, const Sequences& input,
                              std::span<Matrix> state) const;

  /// Every number of every parameter, once.
  virtual std::vector<LayerTensor> Tensors() = 0;

  /// For training: what `Tensors` speaks of, each once.
  std::vector<Parameter*> Parameters();
};

/// The memory of `layer` before the first words of `batch` texts: zeros.
Result<CarriedState> StartState(const SequenceLayer& layer, Index batch);

}  // namespace whylight
