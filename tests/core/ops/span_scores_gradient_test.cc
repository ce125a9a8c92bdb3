// Gradients of the loss of spans, and of attention within a band.
#include <gtest/gtest.h>

#include "core/ops/band_attention.h"
#include "core/ops/span_scores.h"
#include "tests/core/gradient_check.h"
#include "tests/core/random_matrix.h"
#include "tests/core/scalar.h"

namespace whylight {
namespace {

TEST(SpanLossGradientTest, AgreesWithCentralDifferences) {
  const std::vector<Index> lengths = {5, 1, 3};
  const SpanTarget first = {{{0, 2}, {1, 2}, {1, 4}}, 0.3};
  const SpanTarget second = {{{0, 1}}, 0};
  const SpanTarget third = {};
  const SpanTarget* const targets[] = {&first, &second, &third};
  const Real weights[] = {1, 0.5, 2};
  Parameter starts{"starts", RandomMatrix(15, 1, "starts")};
  Parameter ends{"ends", RandomMatrix(15, 1, "ends")};
  Parameter none{"none", RandomMatrix(3, 1, "none")};
  for (const Index longest : {3, 9}) {
    CheckGradients({&starts, &ends, &none}, [&](Graph& graph) {
      return SpanLoss(graph,
                      {graph.Use(starts), graph.Use(ends), graph.Use(none)},
                      lengths, longest, targets, weights);
    });
  }
}

TEST(BandAttentionGradientTest, AgreesWithCentralDifferences) {
  // A row may stand at several places.
  SequenceBatch words;
  words.lengths = {5, 2};
  words.max_length = 5;
  words.rows = {0, 3, 1, 0, 2, -1, 1, -1, 4, -1};
  Parameter queries{"queries", RandomMatrix(5, 3, "queries")};
  Parameter keys{"keys", RandomMatrix(5, 3, "keys")};
  Parameter values{"values", RandomMatrix(5, 2, "values")};
  for (const Index band : {0, 1, 2, 9}) {
    CheckGradients({&queries, &keys, &values}, [&](Graph& graph) {
      const Var read = AttendInBand(graph, graph.Use(queries), graph.Use(keys),
                                    graph.Use(values), words, band, Real(0.7));
      return Scalar(graph, read);
    });
  }
}

}  // namespace
}  // namespace whylight
