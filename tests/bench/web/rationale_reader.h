// The network of `npm run bench:web` as a page uses it: hard selection, an
// encoder that reads the rationale alone, and nothing computed anew that an
// earlier text has left. What RationaleEngine is made of, for this network.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/inference/edit.h"
#include "core/inference/rcnn_states.h"
#include "core/inference/word_projections.h"
#include "core/systems/rationale/fast/engine.h"
#include "tests/bench/web/network_r.h"

namespace whylight::bench {

class RationaleReader {
 public:
  /// `file` holds the vectors of `words` words in the format of model files, as
  /// a tensor "vectors" [words x hidden].
  RationaleReader(Index hidden, WeightReader weights, Index words,
                  std::shared_ptr<const std::string> file);

  struct Answer {
    std::vector<std::int32_t> selected;  ///< Where the rationale's words are.
    std::array<Real, kAspects> ratings;
  };

  /// Reads a text of `words`, of which there is at least one.
  Answer Read(std::vector<std::int32_t> words);

 private:
  // The weights in their order.
  struct Weights {
    Weights(Index hidden, WeightReader& weights);

    LayerWeights forward;
    LayerWeights backward;
    LayerWeights lower;
    LayerWeights upper;
    Dense probability;
    Dense rating;
  };
  RationaleReader(Index hidden, Weights weights, Index words,
                  std::shared_ptr<const std::string> file);

  void Generate(const std::vector<const Real*>& rows, const CommonEnds& same);
  std::vector<std::int32_t> Select() const;
  void Encode(const std::vector<const Real*>& rows, const CommonEnds& same);

  Index hidden_;
  WordProjections projections_;        // Of both directions.
  WordProjections lower_projections_;  // Of words that were selected.
  RcnnCell forward_;
  RcnnCell backward_;
  RcnnCell lower_;
  RcnnCell upper_;
  Projection upper_projection_;
  Dense probability_;
  Dense rating_;

  // Of the last text.
  std::vector<std::int32_t> words_;
  std::vector<std::int32_t> rationale_;
  RcnnStates forward_states_;
  RcnnStates backward_states_;
  Matrix probabilities_;  // [words x 1]
  RcnnStates lower_states_;
  Matrix upper_rows_;  // The rationale as the upper layer reads it.
  RcnnStates upper_states_;
};

}  // namespace whylight::bench
