// Words chosen by simpler means than a rationale model, to be measured in its
// place: at the same share of the words, rated by the same encoder.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/systems/rationale/train/evaluation.h"
#include "core/training/baselines/linear_ratings.h"

namespace whylight {

/// How much each word of a text is worth choosing: [words x aspects].
using WordScorer = std::function<Matrix(const std::vector<Token>& tokens)>;

/// Near the aspect's keywords: the nearer the better, within the clause first,
/// which ends at any punctuation.
WordScorer ScoreByKeywords(const AspectKeywords& keywords,
                           const std::vector<std::string>& aspects);

/// By the weights of a linear model of the ratings (Lei17 section 3.4.1),
/// whose words are those of `vocabulary`.
WordScorer ScoreByWeights(std::shared_ptr<const LinearRatings> ratings,
                          const Vocabulary& vocabulary, std::size_t aspects);

/// Chooses, over all `reviews` together, the share `rates` of the words that
/// are worth most, for each aspect; of equals all or none, whichever is nearer.
WordChooser ChooseBest(const WordScorer& scorer,
                       const std::vector<Review>& reviews,
                       const std::vector<double>& rates);

/// Chooses the share `rates` of each text's words for each aspect, the first
/// ones: a choice by place, whatever the words say.
WordChooser ChooseFirst(const std::vector<double>& rates);

}  // namespace whylight
