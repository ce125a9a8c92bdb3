// Predicts what a user rates an item: a mean, what each of them adds by name,
// and what kinds of models make of vectors or reviews of both (Tay19 section
// 7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/format/model_folder.h"
#include "core/format/quantise.h"
#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/factorisation_machine.h"
#include "core/model/layer_list.h"
#include "core/model/word_batch.h"
#include "core/systems/recommender/multi_pointer.h"
#include "core/systems/recommender/name_list.h"
#include "core/systems/recommender/options.h"
#include "core/text/tokenizer.h"
#include "core/text/vocabulary.h"

namespace whylight {

/// A user and an item: their numbers in the model, or kUnknownName, and the
/// words of their reviews (bank.h). Whoever has none counts for the mean of
/// all.
struct Interaction {
  std::int32_t user = kUnknownName;
  std::int32_t item = kUnknownName;
  std::vector<const WordIds*> of_user = {};
  std::vector<const WordIds*> of_item = {};
};

/// What training data say before any training.
struct RatedNames {
  double mean = 0;  ///< Of all ratings.
  NameList users;
  NameList items;
};

class Recommender {
 public:
  /// A model to train, with parameters drawn from `seed`. Kinds that read
  /// reviews take a row of `vectors` a word of `vocabulary`; those with a
  /// vector a name take its width, `dimensions`. Fails with kInvalidArgument,
  /// naming the option.
  static Result<Recommender> Make(RecommenderOptions options, RatedNames names,
                                  Vocabulary vocabulary, Matrix vectors,
                                  Index dimensions, std::uint64_t seed);

  /// Reads a model from the bytes of its files. Trusts nothing in them.
  static Result<Recommender> Load(const ModelFiles& files);

  /// The files of this model. `about` is a JSON object for people, kept in
  /// config.json as "training". Vectors of words are stored as `vectors`, all
  /// other tensors as `network`.
  Result<ModelFiles> Save(Dtype vectors, Dtype network,
                          std::string_view about) const;

  const RecommenderOptions& options() const { return options_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// Nobody where the model needs no names.
  const NameList& users() const { return users_; }
  const NameList& items() const { return items_; }
  /// The mean of the ratings it was trained on.
  double mean() const { return mean_; }

  /// The words of a review that are read, and where they stand.
  struct ReadReview {
    WordIds words;
    std::vector<Span> spans;
  };
  /// Any bytes are accepted. Fails beyond kMaxWords.
  Result<ReadReview> Read(std::string_view utf8) const;

  /// `rating` within the range.
  double Clip(double rating) const;

  /// What a rating is the sum of, before it is kept within the range.
  struct Prediction {
    Var rating;                ///< [n x 1].
    std::optional<Var> match;  ///< What the kind adds, [n x 1].
    std::vector<std::array<MultiPointer::Side, 2>> pointers = {};
    /// Of kMpcn, the reviews as `pointers` have them: row r of a sequence is
    /// the r-th of the interaction.
    SequenceBatch of_users = {};
    SequenceBatch of_items = {};
  };
  Prediction Predict(Graph& graph, std::span<const Interaction> interactions,
                     const RecommenderNoise& noise = {}) const;

  /// What the names of an interaction add.
  double UserBias(std::int32_t user) const;
  double ItemBias(std::int32_t item) const;

  /// The parameters that training changes.
  std::vector<Parameter*> Parameters();

 private:
  struct Layers {
    LayerList users;
    LayerList items;
  };

  Recommender(RecommenderOptions options, RatedNames names,
              Vocabulary vocabulary, Matrix vectors, Index dimensions,
              Layers layers, std::uint64_t seed);

  static Index MachineInputs(const RecommenderOptions& options,
                             const Layers& layers, Index dimensions);
  static std::uint64_t Size(const RecommenderOptions& options,
                            const Layers& layers, Index dimensions,
                            std::uint64_t users, std::uint64_t items);

  // All but those of words and layers.
  std::vector<Parameter*> OwnParameters();
  Var MatchVectors(Graph& graph, std::span<const Interaction> interactions,
                   const RecommenderNoise& noise) const;
  Var MatchTexts(Graph& graph, std::span<const Interaction> interactions,
                 const RecommenderNoise& noise) const;
  Var MatchPointed(Graph& graph, std::span<const Interaction> interactions,
                   const RecommenderNoise& noise, Prediction* prediction) const;
  Var Machine(Graph& graph, Var users, Var items,
              const RecommenderNoise& noise) const;

  RecommenderOptions options_;
  double mean_;
  NameList users_;
  NameList items_;
  Vocabulary vocabulary_;
  Index dimensions_;
  Parameter words_;
  Parameter user_biases_;
  Parameter item_biases_;
  Parameter user_vectors_;
  Parameter item_vectors_;
  Layers layers_;
  std::optional<MultiPointer> pointers_;
  std::optional<FactorisationMachineLayer> machine_;
};

}  // namespace whylight
