// What a model says of two texts, and what each of their words does to it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/base/steps.h"
#include "core/systems/pairs/model.h"

namespace whylight {

struct Comparison {
  std::size_t label = 0;            ///< The likeliest,
  std::vector<Real> probabilities;  ///< and those of all labels or grades.
  std::optional<double> grade;      ///< In place of a label.
  /// Of a model that selects, the words of each text on which this rests; empty
  /// of others.
  std::array<std::vector<Span>, 2> selected = {};
  /// Of each text the share of its words that the model knows.
  std::array<double, 2> known = {};
};

/// Any bytes are accepted. Fails with kInvalidArgument where a text has no
/// words, and with kTextTooLong beyond kMaxWords, or kMostWordPairs.
Result<Comparison> Compare(const PairModel& model, std::string_view first,
                           std::string_view second);

struct AlignedWords {
  std::vector<Span> first;
  std::vector<Span> second;
  PairModel::WordWeights weights;
};

/// What the words of each text read of the other. Fails as Compare does, and
/// with kInvalidArgument if the words of this model's texts do not meet.
Result<AlignedWords> AlignWords(const PairModel& model, std::string_view first,
                                std::string_view second);

/// The pairs of words, one of each text, that a model reads whose words meet or
/// are selected.
inline constexpr std::size_t kMostWordPairs = 1 << 22;

struct SplitWords {
  std::vector<Span> first;
  std::vector<Span> second;
  SplitFeatures features;
};

/// What each number beside a word is made of; of a model that selects, beside
/// selected words. Fails as Compare does, with kTextTooLong beyond
/// kMostFeatureWords, and with kInvalidArgument if the words of this model get
/// no numbers.
Result<SplitWords> SplitWordFeatures(const PairModel& model,
                                     std::string_view first,
                                     std::string_view second);

/// The words of both texts together that SplitWordFeatures reads.
inline constexpr std::size_t kMostFeatureWords = 500;

struct WordEffect {
  Span span;
  /// By how much the value would be less if the text were without the word.
  double effect = 0;
};

struct WordEffects {
  std::size_t label = 0;  ///< Whose probability the value is,
  double value = 0;       ///< or the grade of a model that gives them.
  std::vector<WordEffect> first;
  std::vector<WordEffect> second;
};

/// The words of both texts together that BeginWordEffects reads.
inline constexpr std::size_t kMostEffects = 1000;

/// Leaves each word out by itself; `label` is the likeliest by default. Fails
/// as Compare does, with kTextTooLong beyond kMostEffects. The model must
/// outlive the steps.
Begun<WordEffects> BeginWordEffects(const PairModel& model,
                                    std::string_view first,
                                    std::string_view second,
                                    std::optional<std::size_t> label = {});

}  // namespace whylight
