// A text's vector as a sum over its n-grams, unit by unit.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/explain/recurrent_part.h"
#include "core/systems/questions/model.h"

namespace whylight {

/// The n-grams of one recurrence in the vector of a text.
struct TakenPart {
  RecurrentPart part;  ///< Its functional has a weight of one for each unit.
  Index column = 0;    ///< Its units are these columns of the vector, ...
  Index first = 0;     ///< ... its words begin with this one of the text ...
  Index length = 0;    ///< ... and are so many.
};

/// vector = the sums of all parts + bias + residual. All have the width of the
/// vector.
struct TakenText {
  std::vector<Span> words;  ///< Those that are read.
  Eigen::RowVectorXd vector;
  Eigen::RowVectorXd ngrams;  ///< The sums of all parts.
  Eigen::RowVectorXd bias;
  Eigen::RowVectorXd residual;
  std::vector<TakenPart> parts;
};

Result<TakenText> TakeTextApart(const Retriever& model, std::string_view text);

/// An n-gram by its words, and what it adds to vector · head.
struct HeadNgrams {
  std::vector<NgramContribution> strongest;  ///< Strongest first.
  std::vector<double> words;  ///< Of each word, adds up to all n-grams.
};

/// The `count` n-grams of a text that count most for vector · head.
Result<HeadNgrams> AttributeToHead(const TakenText& text,
                                   const Eigen::RowVectorXd& head,
                                   std::size_t count);

/// The vectors of n-grams, [n-grams x width].
Result<MatrixOf<double>> VectorsOf(
    const TakenText& text, const std::vector<NgramContribution>& ngrams);

}  // namespace whylight
