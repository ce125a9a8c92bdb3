// Two texts, and what holds of them: that the one follows from the other, say,
// or how alike they are (Tay19 chapters 2 and 3). Siamese: the same layers make
// a vector of each, and
//
//   ReLU([x; y; x ⊙ y; |x - y|] · V + c) · W + b
//
// are the logits of labels, or of grades whose mean by their probabilities is
// the grade of the pair (Tai et al. 2015). Layers may stand before W, such as
// the highway layers of CAFE (Tay19 section 3.2). Other kinds compare word by
// word (meeting.h) and have the vector of the pair in place of [x; y; ...].
//
// With a selector (core/model/word_selector.h) all this reads nothing but the
// words that are selected, as if the texts had no others: they are the reasons
// of the outcome (Lei17 chapter 3, for two texts).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/dense.h"
#include "core/model/layer_list.h"
#include "core/model/read_layers.h"
#include "core/model/sides.h"
#include "core/model/word_batch.h"
#include "core/model/word_selector.h"
#include "core/systems/pairs/meeting.h"
#include "core/systems/pairs/options.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// The ids of the words of two texts.
struct PairIds {
  WordIds first;
  WordIds second;

  std::size_t size() const { return first.size() + second.size(); }
};

/// Whether each word of two texts is selected.
struct PairSelection {
  WordSelection first;
  WordSelection second;
};

/// The words that are selected, or with `selected` false all others.
PairIds KeepWords(const PairIds& pair, const PairSelection& selection,
                  bool selected = true);

/// The first texts of the pairs, and after them the second ones.
WordBatch MakePairBatch(std::span<const PairIds* const> pairs);

class PairModel {
 public:
  /// A model to train, with parameters drawn from `seed`. `vectors` has a row
  /// per word of `vocabulary`. Fails with kInvalidArgument, naming the option.
  static Result<PairModel> Make(PairOptions options, Vocabulary vocabulary,
                                Matrix vectors, std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<PairModel> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Word vectors are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const PairOptions& options() const { return options_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// Whether two texts get a grade in place of a label.
  bool gives_grades() const { return !options_.grades.empty(); }
  /// Whether its outcomes rest on selected words alone.
  bool selects() const { return options_.selects(); }

  /// Ids of words in the model's vocabulary.
  WordIds Ids(const std::vector<Token>& tokens) const;

  /// A logit per label or grade for every pair of MakePairBatch, whatever
  /// would be selected: [pairs x outcomes]. The examples of `dropout` are those
  /// of the pairs. With `masks` of the words, which gradients reach; hard ones
  /// give what the pairs without the words left out would.
  Var Logits(Graph& graph, const WordBatch& batch,
             const TextDropout& dropout = {},
             const std::optional<PairMasks>& masks = std::nullopt) const;

  /// How much speaks for selecting each word, log p / (1 - p). Only of a model
  /// that selects.
  std::array<Var, 2> SelectionScores(Graph& graph, const WordBatch& batch,
                                     const TextDropout& dropout = {}) const;

  /// The words that each outcome rests on: those selected with p > 1/2, in a
  /// text without any the likeliest; all, if the model does not select. Clears
  /// `graph`.
  std::vector<PairSelection> Select(
      Graph& graph, std::span<const PairIds* const> pairs) const;

  /// The probabilities of labels or grades, from all words, also those that
  /// would not be selected. Clears `graph`.
  Matrix Probabilities(Graph& graph,
                       std::span<const PairIds* const> pairs) const;

  /// Σ_k grade_k p_k, within the grades. Only of a model that gives them.
  template <typename Row>
  double Grade(const Row& probabilities) const {
    double grade = 0;
    for (std::size_t k = 0; k < options_.grades.size(); ++k) {
      grade += options_.grades[k] *
               static_cast<double>(probabilities(static_cast<Index>(k)));
    }
    // Rounding may carry a certain grade beyond its end.
    return std::clamp(grade, options_.grades.front(), options_.grades.back());
  }

  /// How much each word of the first text reads of every word of the second,
  /// and the other way round: rows that add up to 1. Only where words meet.
  struct WordWeights {
    Matrix first;
    Matrix second;
  };
  WordWeights Align(Graph& graph, const PairIds& pair) const;

  /// The numbers beside the words of a pair, as sums; none where words get
  /// none.
  SplitFeatures Split(Graph& graph, const PairIds& pair) const;

  /// The parameters that training changes: of what gives logits, and with it
  /// of the selector.
  std::vector<Parameter*> ReaderParameters();
  std::vector<Parameter*> Parameters();

 private:
  /// What a model is made of, but for its dense units.
  struct Parts {
    LayerList layers;
    std::optional<WordMeeting> meeting;
    std::optional<WordSelector> selector;
    LayerList head;
  };

  PairModel(PairOptions options, Vocabulary vocabulary, Matrix vectors,
            Parts parts, std::uint64_t seed);

  /// The words of both texts of each pair before the layers.
  Sequences WordsOf(Graph& graph, const WordBatch& batch,
                    const TextDropout& of_both) const;
  /// The two texts of each pair after the layers.
  std::pair<PairSide, PairSide> ReadSides(
      Graph& graph, const WordBatch& batch, const TextDropout& dropout,
      const std::optional<PairMasks>& masks) const;
  /// A vector for each of them: [pairs x width].
  std::pair<Var, Var> PoolSides(Graph& graph, const WordBatch& batch,
                                const TextDropout& dropout,
                                const std::optional<PairMasks>& masks) const;
  Var SiameseFeatures(Graph& graph, Var x, Var y) const;
  /// Of the parts that are no layers.
  std::vector<Parameter*> DenseParameters();

  PairOptions options_;
  Vocabulary vocabulary_;
  Parameter vectors_;
  Matrix directions_;  // Of the vectors, where numbers beside words need them.
  LayerList layers_;
  std::optional<WordMeeting> meeting_;
  std::optional<WordSelector> selector_;
  Dense hidden_;
  LayerList head_;
  Dense output_;
};

}  // namespace whylight
