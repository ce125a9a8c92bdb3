#include "core/systems/questions/train/config.h"

#include <algorithm>
#include <functional>

#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/training/data/data_config.h"

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

const Fields<RankingTraining>& RankingTrainingFields() {
  using Training = RankingTraining;
  static const Names<RankingObjective> objectives = {
      {"hardest", RankingObjective::kHardest},
      {"every", RankingObjective::kEvery},
      {"softmax", RankingObjective::kSoftmax}};
  static const Names<DropoutPlace> places = {
      {"words_and_vector", DropoutPlace::kWordsAndVector},
      {"every_layer", DropoutPlace::kEveryLayer}};
  const auto of_loss = [](auto member) {
    return [member](Training & training) -> auto& {
      return training.loss.*member;
    };
  };
  static const auto fields =
      Fields<Training>("Learning from queries and their candidates.")
          .Include(&Training::stage, StageFields())
          .Choice(
              "loss", of_loss(&RankingLossOptions::objective), objectives,
              "The penalty for a positive below negatives: a hinge with the "
              "hardest negative or with every one, or a softmax over all.")
          .Number("margin", of_loss(&RankingLossOptions::margin), {0, 1000},
                  "How far above negatives a positive should score.")
          .When("loss is hardest or every")
          .Number("scale", of_loss(&RankingLossOptions::scale), {0.001, 1000},
                  "What scores are multiplied by before the softmax.")
          .When("loss is softmax")
          .Count("negatives", &Training::negatives, {0, 10000},
                 "Number of texts drawn as negatives for each query, besides "
                 "its own candidates.")
          .Flag("in_batch", &Training::in_batch,
                "Whether the texts of the other queries in the same part of "
                "the batch are negatives, too.")
          .Number("dropout", &Training::dropout, {0, 0.95}, "Dropout rate.")
          .Choice("dropout_place", &Training::dropout_place, places,
                  "Whether dropout applies to word vectors and the text's "
                  "vector, or to the input of each layer as well.");
  return fields;
}

const Fields<Pretraining>& PretrainingFields() {
  static const Names<PretrainingPairs> kinds = {
      {"text", PretrainingPairs::kText},
      {"body", PretrainingPairs::kBody},
      {"question", PretrainingPairs::kQuestion}};
  static const auto fields =
      Fields<Pretraining>(
          "Learning to write texts from vectors, before ranking.")
          .Include(&Pretraining::stage, StageFields())
          .Other(
              "pairs", "string[]",
              [](const json& value, const std::string& where,
                 Pretraining* options) -> Status {
                options->pairs.clear();
                for (const json& name : value) {
                  const auto found = std::find_if(
                      kinds.begin(), kinds.end(),
                      [&](const auto& kind) { return name == kind.first; });
                  if (found == kinds.end()) {
                    return Error{ErrorCode::kInvalidArgument,
                                 where +
                                     ": expected a list of \"text\", "
                                     "\"body\" and \"question\", found " +
                                     DumpJson(value)};
                  }
                  options->pairs.push_back(found->second);
                }
                return {};
              },
              [](const Pretraining& options) {
                ordered_json names = ordered_json::array();
                for (const PretrainingPairs kind : options.pairs) {
                  names.push_back(NameOf(kinds, kind));
                }
                return names;
              },
              "What is written, and from what vector: `text`: a text from its "
              "own; `question`: a question from that of one that asks the "
              "same; `body`: a title from that of its body; none: no "
              "pre-training.")
          .Texts("texts", &Pretraining::texts,
                 "Files of texts that are also written, each from its own "
                 "vector, below WHYLIGHT_DATA.")
          .Other(
              "decoder", "LayerSpec",
              [](const json& value, const std::string&, Pretraining* options) {
                options->decoder = value;
                return Status();
              },
              [](const Pretraining& options) {
                return ordered_json(options.decoder);
              },
              "The layer that writes; it reads forwards.")
          .Count("words", &Pretraining::words, {1, 1000000},
                 "Number of different words that are written; all others count "
                 "as one.")
          .Count("longest", &Pretraining::longest, {1, 1000},
                 "Number of words of a text that are written, from its start.")
          .Number("dropout", &Pretraining::dropout, {0, 0.95},
                  "Dropout rate of the encoder.");
  return fields;
}

const Fields<WordChoiceTraining>& WordChoiceTrainingFields() {
  using Training = WordChoiceTraining;
  static const auto fields =
      Fields<Training>("Learning which words say what is asked, after ranking.")
          .Include(&Training::stage, StageFields())
          .Number("rate_weight", &Training::rate_weight, {0, 1e6},
                  "Weight of the squared error of the share of words that are "
                  "chosen.")
          .Number("coherence", &Training::coherence, {0, 1e6},
                  "Weight of the number of changes between chosen words and "
                  "others, per word.")
          .Number("temperature", &Training::temperature, {0.01, 100},
                  "Temperature of the choices' gradient.")
          .Flag("train_encoder", &Training::train_encoder,
                "Whether the encoder is trained as well, on rationales and "
                "whole texts alike; otherwise it stays as it is.");
  return fields;
}

}  // namespace

const Names<WithoutPositives>& WithoutPositivesNames() {
  static const Names<WithoutPositives> names = {
      {"zero", WithoutPositives::kZero}, {"skip", WithoutPositives::kSkip}};
  return names;
}

const Fields<RetrieverConfig>& RetrieverFields() {
  using Config = RetrieverConfig;
  static const Names<WordWeight> weights = {{"none", WordWeight::kNone},
                                            {"idf", WordWeight::kIdf}};
  static const auto fields =
      Fields<Config>(
          "The config of a model that finds questions that ask the "
          "same.")
          .Fixed("task", "questions", "The system.")
          .Texts("train", &Config::train,
                 "Files of queries with candidates to train on, below "
                 "WHYLIGHT_DATA.")
          .Texts("dev", &Config::dev,
                 "Files of queries with candidates to choose the best epoch "
                 "on; the mean of their figures counts.")
          .Part("data", &Config::data, DataFields())
          .Text("vectors", &Config::vectors,
                "Word vectors: a folder that `whylight vectors` wrote, or a "
                "word2vec or GloVe file.")
          .Count("words", &Config::words, {0, 1e9},
                 "Size of the vocabulary: words of `train` first, then the "
                 "most frequent others; 0: all.")
          .Number("vector_length", &Config::vector_length, {0.001, 1000},
                  "Mean length to which vectors are scaled.")
          .Flag("unit_vectors", &Config::unit_vectors,
                "Whether every single vector is scaled to that length.")
          .Choice("word_weight", &Config::word_weight, weights,
                  "What vectors are multiplied by: nothing, or how rare a word "
                  "is in `train` (smoothed IDF).")
          .Include(&Config::model, RetrieverOptionsFields())
          .Count("seed", &Config::seed, {0, 9007199254740992},
                 "Seed of all random numbers.")
          .Part("pretraining", &Config::pretraining, PretrainingFields())
          .Part("training", &Config::training, RankingTrainingFields())
          .Part("selection", &Config::selection, WordChoiceTrainingFields())
          .Choice("without_positives", &Config::without_positives,
                  WithoutPositivesNames(),
                  "Whether a dev query without a relevant candidate counts as "
                  "0 or is left out.")
          .Part("store", &Config::store, StoreFields());
  return fields;
}

}  // namespace whylight
