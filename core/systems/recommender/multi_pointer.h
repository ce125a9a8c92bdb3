// Multi-pointer co-attention (Tay19 section 7): which review of a user and
// which of an item say most about each other, and which words of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/dense.h"
#include "core/model/read_layers.h"
#include "core/ops/sequence.h"
#include "core/systems/recommender/options.h"

namespace whylight {

/// The randomness of a step of training.
struct RecommenderNoise {
  TextDropout dropout;     ///< Of what the last step reads; numbers examples.
  double temperature = 1;  ///< Of the softmax that gradients see.
  bool gumbel = false;     ///< Whether pointers are drawn; else the best.
};

class MultiPointer {
 public:
  /// Of checked options and word vectors of width `inputs`, d. Of pointer k,
  /// from 1, parameters are those of the Dense layers `pointer.k.reviews.l` and
  /// `pointer.k.words.l` and the matrices `pointer.k.reviews.M` and
  /// `pointer.k.words.M` [d x d]; and of the Dense layers `gate`, `update`,
  /// `combine.users` and `combine.items`.
  MultiPointer(const RecommenderOptions& options, Index inputs,
               std::uint64_t seed);

  /// How many numbers those are.
  static std::uint64_t Size(const RecommenderOptions& options, Index inputs);
  /// The width of the vector of a user, and of an item.
  static Index Width(const RecommenderOptions& options, Index inputs);

  /// Texts, whose words are rows of `table`, and which of them are the reviews
  /// of each user and of each item: one or more.
  struct Reviews {
    Var table;
    SequenceBatch texts;
    SequenceBatch of_users;
    SequenceBatch of_items;
  };

  /// What points at one review of each user, or of each item.
  struct Side {
    Var scores;  ///< Of each review, [max_length·batch x 1], time-major.
    Var choice;  ///< One-hot at one of them, likewise.
    /// Of the words of the reviews chosen, if words are weighed.
    SequenceBatch words = {};
    std::optional<Var> weights = {};  ///< [max_length·batch x 1], time-major.
    Var vectors = {};                 ///< [batch x d].
  };

  struct Reading {
    Var users;  ///< [batch x Width].
    Var items;
    std::vector<std::array<Side, 2>> pointers;  ///< Of users, then of items.
  };
  Reading Apply(Graph& graph, const Reviews& reviews,
                const RecommenderNoise& noise) const;

  std::vector<Parameter*> Parameters();

 private:
  // F and M: the score of x and y is F(x) M F(y)ᵀ.
  struct Scorer {
    std::vector<Dense> layers;
    Parameter matrix;
  };
  struct Pointer {
    Scorer reviews;
    std::optional<Scorer> words;
  };

  static Scorer MakeScorer(const std::string& name, Index depth, Index inputs,
                           std::uint64_t seed);
  // Sums of the words of each text, through the gates.
  Var Gated(Graph& graph, Var sums) const;
  std::array<Side, 2> Point(Graph& graph, const Pointer& pointer,
                            const Reviews& reviews, Var gated,
                            const RecommenderNoise& noise,
                            std::uint64_t number) const;
  static void WeighWords(Graph& graph, const Scorer& scorer,
                         const Reviews& reviews, std::array<Side, 2>* sides);

  RecommenderOptions options_;
  std::optional<Dense> gate_;
  std::optional<Dense> update_;
  std::vector<Pointer> pointers_;
  std::optional<Dense> combine_users_;
  std::optional<Dense> combine_items_;
};

}  // namespace whylight
