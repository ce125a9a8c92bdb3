// The reader of a text in a rationale model: a recurrent convolution in both
// directions, or any layers one after the other. It gives a vector per word,
// for a generator, or one per text, for an encoder.
//
// An encoder is given a mask in training: how much each word is selected. Where
// it is 0 or 1, the vector of a text is that of the selected words alone, as if
// there were no others; in between it is smooth, so that a gradient reaches the
// mask at every word, selected or not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/format/safetensors.h"
#include "core/graph/graph.h"
#include "core/layers/rcnn.h"
#include "core/model/layer_list.h"
#include "core/model/model_parts.h"
#include "core/model/text_pooling.h"
#include "core/systems/rationale/options.h"

namespace whylight {

class TextReader {
 public:
  /// Its part of a model: "generator" or "encoder", with which its parameters'
  /// names start. A generator may be the encoder, too (`options.shared`).
  enum class Part { kGenerator, kEncoder };

  /// The recurrent convolution of `options`, which has no layers for `part`;
  /// its parameters are drawn from `seed`.
  TextReader(Part part, const RationaleOptions& options, std::uint64_t seed);

  /// The layers of `options`, or the recurrent convolution if there are none.
  /// Fails with kInvalidArgument, naming the option.
  static Result<TextReader> Make(Part part, const RationaleOptions& options,
                                 std::uint64_t seed);
  /// The same as it was saved. Trusts nothing in `tensors`: layers are read, a
  /// recurrent convolution is made for its `Parameters` to be read. Fails with
  /// kBadModel.
  static Result<TextReader> Load(Part part, const RationaleOptions& options,
                                 const SafetensorsView& tensors,
                                 LayerMaker make);
  /// Adds the tensors of its layers; parameters of a recurrent convolution are
  /// the caller's.
  Status Save(Dtype dtype, TensorCollector* tensors) const;

  /// Width of the vectors that it gives.
  Index width() const { return width_; }

  /// The work that is the same however often a batch is read: done once for its
  /// distinct words, [D x d].
  struct Inputs {
    Var words;
    std::optional<BidirectionalRcnn::Inputs> projected;
  };
  Inputs Project(Graph& graph, Var words) const;

  /// A vector per word: [max_length·batch x width], time-major.
  Var States(Graph& graph, const Inputs& inputs,
             const SequenceBatch& words) const;

  /// A vector per text, from the words that `mask` selects, all if absent:
  /// [batch x width]. Not of a generator.
  Var TextVectors(Graph& graph, const Inputs& inputs,
                  const SequenceBatch& words, std::optional<Var> mask) const;

  std::vector<Parameter*> Parameters();

  /// The RCNN, if it is one.
  const BidirectionalRcnn* rcnn() const { return rcnn_ ? &*rcnn_ : nullptr; }

 private:
  TextReader(Part part, const RationaleOptions& options, LayerList layers);

  std::string name_;
  std::optional<BidirectionalRcnn> rcnn_;
  LayerList layers_;  // Without an RCNN; none: the word vectors themselves.
  TextPooling pooling_;
  Index width_;
};

}  // namespace whylight
