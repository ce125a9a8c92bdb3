// The network of `npm run bench:web` (network.mjs) on the core's kernels.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/inference/rcnn_cell.h"
#include "core/inference/weight.h"
#include "core/inference/word_projections.h"
#include "core/math/kernels.h"
#include "core/math/matrix.h"

namespace whylight::bench {

inline constexpr Index kOrder = 2;
inline constexpr Index kAspects = 5;

/// Goes through the weights in the order in which network.mjs draws them.
class WeightReader {
 public:
  explicit WeightReader(std::span<const float> weights) : rest_(weights) {}

  /// The next rows · cols numbers.
  Matrix Read(Index rows, Index cols);

 private:
  std::span<const float> rest_;
};

/// A product that is not computed, for a profile: what it takes is by how much
/// the rest is faster.
std::unique_ptr<Weight> MakeNoWeight(const ConstRef<Real>& matrix);

/// What of a network is computed.
struct Computed {
  WeightMaker word_products = MakeFloatWeight;
  WeightMaker state_products = MakeFloatWeight;
  bool layers = true;  ///< Both products, and a word after the other.
};

/// The matrix a recurrent convolution multiplies words by, and the convolution.
struct LayerWeights {
  LayerWeights(Index hidden, WeightReader& weights,
               WeightMaker state_products = MakeFloatWeight);

  Matrix words;         ///< W_1, W_2 and W^λ side by side.
  RowVector word_bias;  ///< Of what they give: zeros, then b^λ.
  RcnnCell cell;
};

/// A linear map of rows and a sigmoid.
struct Dense {
  Dense(Index inputs, Index outputs, WeightReader& weights);

  void Run(const ConstRef<Real>& rows, Real* results) const;

  PackedMatrix<Real> weight;
  RowVector bias;
};

/// The network with a soft mask, which computes no word less often than it
/// stands in the text: the arithmetic that other libraries do.
class Network {
 public:
  Network(Index hidden, WeightReader weights, const Computed& computed = {});

  /// The probability of each of `words`, a row each, then the ratings. What is
  /// returned holds until the next call.
  std::span<const Real> Run(const ConstRef<Real>& words);

 private:
  enum class Direction { kForward, kBackward };

  // A layer that projects the words it reads.
  struct Layer {
    Layer(Index hidden, WeightReader& weights, const Computed& which);
    Layer(LayerWeights weights, const Computed& which);

    void Read(const ConstRef<Real>& words, Direction direction,
              MutableRef<Real> states);

    Projection projection;
    RcnnCell cell;
    bool computed;
    Matrix projected;  // Of some words at a time.
    Matrix levels;     // After a word, and after the one before it.
  };

  Index hidden_;
  Layer forward_;
  Layer backward_;
  Layer lower_;
  Layer upper_;
  Dense probability_;
  Dense rating_;

  Matrix states_;  // Both layers' side by side.
  Matrix masked_;
  std::vector<Real> answer_;
};

/// What a layer's words take when nothing else is done in between.
class LayerAlone {
 public:
  LayerAlone(Index hidden, WeightReader weights);

  void MultiplyWords(int words);
  void MultiplyStates(int words);
  void ReadWords(int words);

 private:
  Matrix words_;  // As many as the network multiplies at a time.
  Projection projection_;
  std::unique_ptr<Weight> state_;
  RcnnCell cell_;  // Without products.
  Matrix projected_;
  Matrix states_;
  Matrix levels_;
};

}  // namespace whylight::bench
