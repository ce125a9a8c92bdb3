// The configuration of a training of the system "questions".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/format/fields_fwd.h"
#include "core/ops/ranking_loss.h"
#include "core/systems/questions/model.h"
#include "core/training/data/data_options.h"
#include "core/training/engine/stage_options.h"
#include "core/training/engine/store_options.h"
#include "core/training/metrics/ranking.h"

namespace whylight {

/// What word vectors are multiplied by before training.
enum class WordWeight {
  kNone,  ///< 1
  kIdf,   ///< log((1 + n) / (1 + texts with the word)) + 1, over the texts of
          ///< `train`: the "reweight" of the released code.
};

/// Learning from queries and their candidates.
struct RankingTraining {
  StageOptions stage = {.epochs = 20,
                        .batch = 64,
                        .optimiser = {.learning_rate = 1e-3},
                        .keep_best = true};
  RankingLossOptions loss = {};
  std::size_t negatives = 20;  ///< Texts drawn at random for each query.
  bool in_batch = false;  ///< The texts of other queries are negatives too.
  double dropout = 0;
  DropoutPlace dropout_place = DropoutPlace::kWordsAndVector;
};

/// What is written from the vector of what.
enum class PretrainingPairs {
  kText,      ///< A text from itself.
  kBody,      ///< Its title from its body.
  kQuestion,  ///< A question from one that asks the same.
};

/// Learning to write texts from vectors, before ranking.
struct Pretraining {
  StageOptions stage = {
      .epochs = 5, .batch = 64, .optimiser = {.learning_rate = 1e-3}};
  std::vector<PretrainingPairs> pairs;  ///< None: no pre-training.
  std::vector<std::string> texts;       ///< Files of texts, for kText.
  nlohmann::json decoder = {{"type", "rcnn"}, {"hidden", 200}};
  std::size_t words = 10000;  ///< That are written; others are one.
  std::size_t longest = 30;   ///< Words of a text that are written.
  double dropout = 0;
};

/// Learning which words say what is asked.
struct WordChoiceTraining {
  StageOptions stage = {.epochs = 5,
                        .batch = 64,
                        .optimiser = {.learning_rate = 1e-3},
                        .keep_best = true};
  double rate_weight = 10;     ///< Of the square by which the share is off.
  double coherence = 0;        ///< Cost of a change, over the number of words.
  double temperature = 1;      ///< Of the choices' gradient.
  bool train_encoder = false;  ///< From rationales and whole texts alike.
};

struct RetrieverConfig {
  std::vector<std::string> train;  ///< Queries with candidates.
  std::vector<std::string> dev;    ///< The same, to choose the best epoch by.
  DataOptions data;                ///< How all of them are read.
  std::string vectors;             ///< Word vectors.
  std::size_t words = 0;           ///< Keep the most frequent words; 0: all.
  double vector_length = 1;   ///< What word vectors are scaled to, in the mean,
  bool unit_vectors = false;  ///< or each by itself.
  WordWeight word_weight = WordWeight::kNone;
  RetrieverOptions model;
  std::uint64_t seed = 1;
  Pretraining pretraining;
  RankingTraining training;
  WordChoiceTraining selection;  ///< Where `model.rationale` has a share.
  WithoutPositives without_positives = WithoutPositives::kZero;  ///< On dev.
  StoreOptions store;
};

/// The keys of a config.
const Fields<RetrieverConfig>& RetrieverFields();

/// The names of protocols.
const std::vector<std::pair<std::string, WithoutPositives>>&
WithoutPositivesNames();

}  // namespace whylight
