// The bidirectional attention connector (Tay19 section 5.2): three numbers
// beside each word of two texts that say how it fits what it reads of the
// other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/alignment.h"
#include "core/layers/pair_compression.h"
#include "core/layers/sequence_layer.h"
#include "core/systems/reader/options.h"

namespace whylight {

/// The alignment of words of width `inputs` of question and text, by
/// F(x) · F(y) / √width.
AlignmentOptions ReaderAlignment(const ReaderOptions& options, Index inputs);

class Connector {
 public:
  static constexpr Index kNumbers = PairCompression::kOutputs;

  /// For words of width `inputs`. Parameters are those of the AlignmentLayer
  /// `name`.align and the PairCompression `name`.numbers.
  Connector(const std::string& name, const ReaderOptions& options, Index inputs,
            std::uint64_t seed);

  /// How many numbers are in its matrices.
  static Index Size(const ReaderOptions& options, Index inputs);

  /// Of the words of both texts at every position: [max_length·batch x 3],
  /// time-major.
  struct Numbers {
    Var left;
    Var right;
  };
  Numbers Apply(Graph& graph, const Sequences& left,
                const Sequences& right) const;

  /// The left ones alone.
  Var ApplyToLeft(Graph& graph, const Sequences& left,
                  const Sequences& right) const;

  std::vector<Parameter*> Parameters();

 private:
  AlignmentLayer align_;
  PairCompression numbers_;
};

}  // namespace whylight
