// Writes a text from the vector of another: what an encoder is pre-trained with
// (Lei17 section 2.5.3, figure 2-6 b). It is not part of a model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/layers/dense.h"
#include "core/layers/sequence_layer.h"
#include "core/systems/questions/model.h"

namespace whylight {

/// The words that a decoder writes: the most frequent ones of some texts, one
/// that stands for all others, and the end.
class DecodedWords {
 public:
  /// The `count` most frequent of the words of `texts`, of equals the smaller
  /// id.
  DecodedWords(const std::vector<const WordIds*>& texts, std::size_t count);

  std::int32_t Find(std::int32_t word) const;
  std::int32_t end() const { return static_cast<std::int32_t>(known_.size()); }
  /// How many there are, with the two that are no words.
  Index size() const { return static_cast<Index>(known_.size()) + 2; }

 private:
  std::vector<std::int32_t> known_;  // Sorted ids.
};

/// P(text | vector) = Π over its words and the end of P(word | vector, words
/// before it). A layer that reads forwards gets the vector, as wide as a word,
/// as its first word, so that it determines the state that the text starts
/// from.
class QuestionDecoder {
 public:
  /// A decoder to train. Fails with kInvalidArgument, naming the option, on a
  /// layer that does not read forwards or gives no vector per word.
  static Result<QuestionDecoder> Make(const nlohmann::json& layer,
                                      const std::string& where,
                                      const Retriever& model,
                                      DecodedWords words, std::uint64_t seed);

  /// The sum over texts of -weight · log P(text | row of `vectors`) -> [1 x 1];
  /// `vectors` has a row per text.
  Var Loss(Graph& graph, const Retriever& model, const UnknownWords& unknown,
           Var vectors, const std::vector<const WordIds*>& texts,
           Real weight) const;

  std::vector<Parameter*> Parameters();

 private:
  QuestionDecoder(DecodedWords words, std::unique_ptr<SequenceLayer> layer,
                  const Retriever& model, std::uint64_t seed);

  DecodedWords words_;
  std::unique_ptr<SequenceLayer> layer_;
  Dense start_;
  Dense output_;
};

}  // namespace whylight
