// A rationale model that explains, and does nothing else: fast, in little
// memory, without a graph. It says what RationaleModel says, to the bit.
//
// It saves work: a word is projected once, for this text and those to come
// (WordProjections), and for the encoder not before it is selected; after an
// edit only what the change can reach is read again (RcnnStates); the encoder
// reads the selected words alone; several texts are read as one batch
// (ReadBatch).
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/json.h"
#include "core/format/model_folder.h"
#include "core/inference/rcnn_batch.h"
#include "core/inference/rcnn_cell.h"
#include "core/inference/rcnn_states.h"
#include "core/inference/weight.h"
#include "core/inference/word_projections.h"
#include "core/math/kernels.h"
#include "core/model/word_batch.h"
#include "core/systems/rationale/boundaries.h"
#include "core/systems/rationale/explanation.h"
#include "core/systems/rationale/options.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

struct RationaleEngineOptions {
  /// The memory that projections of words seen may take, in bytes.
  std::size_t projection_bytes = std::size_t{32} << 20;
  /// Integers do not give the bits of RationaleModel.
  WeightMaker make_weight = MakeFloatWeight;
};

/// How `projection_bytes` are divided if the encoder has projections of its
/// own: for four words of the generator's, which reads them all, one of those
/// that are selected. The widths are those of a word's projections.
struct ProjectionBytes {
  ProjectionBytes(std::size_t bytes, Index generator_width,
                  Index encoder_width);

  std::size_t generator;
  std::size_t encoder;
};

class RationaleEngine {
 public:
  /// Whether it reads models of this shape; all others RationaleModel does.
  static bool Reads(const RationaleOptions& options) {
    return ReadsByRcnns(options) && options.dependent == 0;
  }

  /// Reads a model from the bytes of its files, and keeps those of
  /// model.safetensors. Trusts nothing in them. Fails as RationaleModel::Load
  /// does, and with kOutOfMemory.
  static Result<RationaleEngine> Load(
      ModelFiles files, const RationaleEngineOptions& options = {},
      DocumentParser parse = ParseDocument);

  /// The reported aspects.
  const std::vector<std::string>& aspects() const { return names_; }

  const RationaleOptions& options() const { return options_; }

  /// What it rates where it reads no words, one a reported aspect.
  const std::vector<Real>& priors() const { return priors_; }

  /// As RationaleModel::Explain. Cheapest for a text that is the last one but
  /// for a few words, and at another point, where only the words are chosen
  /// anew and those that came or went are read. Fails with kTextTooLong, with
  /// kInvalidArgument where there is no such point, and with kOutOfMemory.
  Result<RationaleExplanation> Explain(std::string_view utf8,
                                       PointIndex point = {});

  /// The same of several texts, which gains most where they are of about one
  /// length. Fails if one of them does, naming its place. The last text of
  /// `Explain` stays what it was.
  Result<std::vector<RationaleExplanation>> ExplainMany(
      std::span<const std::string_view> texts, PointIndex point = {});

 private:
  // A layer in both directions, and where what it reads of a word starts in a
  // row of its projections, which may be another layer's, too.
  struct Layer {
    std::array<RcnnCell, 2> cells;
    std::array<Index, 2> columns;
    std::shared_ptr<WordProjections> projections;

    // The rows of the words of each text, until the next call.
    std::vector<WordRows> Find(std::span<const WordIds> texts) const;
  };
  struct Output {
    PackedMatrix<Real> weight;
    RowVector bias;

    Matrix Of(const Matrix& states) const;
  };
  // A sequence of words that was read, and the states of both directions.
  struct Reading {
    WordIds words;
    std::array<RcnnStates, 2> states;
  };
  // A text to explain.
  struct Text {
    WordIds words;
    WordFlags flags;
    Real known = 0;  // The share of its words that the vocabulary has.
  };
  // What the generator says of each word.
  struct Judgement {
    Matrix probability;  // [words x reported aspects]
    Matrix scores;       // [words x reported aspects]
    Matrix domain;       // [words x 1], or no columns without a score for it.
  };
  // The last text, and what was said of its words.
  struct LastText {
    std::vector<Token> tokens;
    WordFlags flags;
    Reading generator;
    Judgement judgement;
    std::vector<Reading> rationales;  // One a reported aspect.
  };
  class LayerReader;
  using Range = RcnnStates::Range;

  RationaleEngine(RationaleOptions&& options, Vocabulary vocabulary,
                  Layer generator, Output judge,
                  std::unique_ptr<WordProjections> domain_words, Layer encoder,
                  Output output);

  Result<std::vector<Token>> Read(std::string_view utf8) const;
  // Its words, which `explanation` gets, too. Those that the last text starts
  // or ends with are not looked up again.
  Text Look(const std::vector<Token>& tokens,
            RationaleExplanation* explanation);
  // What a word is to boundaries, where it has that number.
  std::uint8_t FlagsIn(const Token& token, std::int32_t id);

  void ExplainEdit(const Text& text, PointIndex point,
                   RationaleExplanation* explanation);
  // `texts` come longest first.
  void ExplainBatch(std::span<const Text> texts, PointIndex point,
                    std::span<RationaleExplanation* const> explanations);

  // Reads `words` after what `reading` read before. Returns, in the order of
  // the text, whose states are not those that stood there.
  static Range ReadOn(Layer& layer, const WordIds& words,
                      std::span<const Real* const> rows, Reading* reading);
  // The output of `read` for the words of a batch, in both directions.
  static std::array<Matrix, 2> ReadLayer(
      Layer& layer, std::span<const WordRows> texts,
      Matrix (*read)(RcnnCell&, std::span<const WordRows>, Direction));

  // Of the generator's states, both directions side by side, one word per row:
  // writes the rows from `from` on.
  void Judge(const Matrix& states, Index from, Judgement* judgement) const;
  // A judgement of that many words.
  Judgement MakeJudgement(Index words) const;
  // Says all but the words of the aspects and their ratings.
  void Describe(const Text& text, const Judgement& judgement,
                RationaleExplanation* explanation) const;
  // Chooses the words of the next aspect, and returns them.
  WordIds Select(const Text& text, const Matrix& scores, std::size_t aspect,
                 PointIndex point, RationaleExplanation* explanation) const;
  // What the encoder rates from `words` words.
  void SetRating(std::size_t aspect, Real rating, std::size_t words,
                 RationaleExplanation* explanation) const;
  // Ratings of all aspects, a row each, from the encoder's last states, both
  // directions side by side.
  Matrix Rate(const Matrix& states) const;

  RationaleOptions options_;
  std::vector<std::string> names_;
  Vocabulary vocabulary_;
  // What its words are to boundaries, once a text has them.
  static constexpr std::uint8_t kUnasked = 0xFF;
  WordFlags flags_;
  Layer generator_;
  Output judge_;  // What words are chosen by, then the score of the domain.
  // What words' vectors add to that score, if they do.
  std::unique_ptr<WordProjections> domain_words_;
  Layer encoder_;
  Output output_;
  std::vector<Real> priors_;
  LastText last_;
};

}  // namespace whylight
