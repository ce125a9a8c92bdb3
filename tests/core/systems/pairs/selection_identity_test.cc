// Masks of both texts against the texts without the words they leave out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/systems/pairs/model.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

// The mask of a side of a batch whose texts have these selections.
Matrix MaskOf(const std::vector<std::vector<std::uint8_t>>& texts) {
  std::size_t longest = 0;
  for (const auto& text : texts) longest = std::max(longest, text.size());
  const auto count = static_cast<Index>(texts.size());
  Matrix mask = Matrix::Zero(static_cast<Index>(longest) * count, 1);
  for (std::size_t b = 0; b < texts.size(); ++b) {
    for (std::size_t t = 0; t < texts[b].size(); ++t) {
      mask(static_cast<Index>(t) * count + static_cast<Index>(b), 0) =
          texts[b][t];
    }
  }
  return mask;
}

class PairSelectionIdentityTest : public testing::Test {
 protected:
  static PairModel Make(PairOptions options) {
    options.labels = {"no", "yes"};
    options.hidden = 4;
    options.align = 3;
    options.compare = 3;
    options.factors = 2;
    options.selector = {.hidden = 3};
    auto made = PairModel::Make(
        options, Vocabulary::FromWords({"a", "b", "c", "d", "e"}).value(),
        RandomMatrix(5, 4, "vectors"), 13);
    EXPECT_TRUE(made.ok()) << made.error().message;
    return std::move(made).value();
  }
};

TEST_F(PairSelectionIdentityTest, AHardMaskLeavesItsWordsOut) {
  const json rcnn = {{"type", "rcnn"}, {"hidden", 3u}, {"order", 2u}};
  const json both = {{"type", "bidirectional"}, {"layer", rcnn}};
  const json highway = {{"type", "highway"}};
  const std::vector<PairIds> pairs = {
      {{0, 1, 2, 1, 3}, {4, 2}}, {{4, 0}, {2, kUnknownWord, 0, 1}}, {{1}, {3}}};
  const std::vector<PairSelection> selections = {
      {{1, 0, 1, 1, 0}, {0, 1}}, {{0, 0}, {1, 1, 0, 1}}, {{1}, {1}}};
  std::vector<PairIds> kept;
  std::vector<const PairIds*> all;
  std::vector<const PairIds*> some;
  std::vector<std::vector<std::uint8_t>> first;
  std::vector<std::vector<std::uint8_t>> second;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    kept.push_back(KeepWords(pairs[i], selections[i]));
    first.push_back(selections[i].first);
    second.push_back(selections[i].second);
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    all.push_back(&pairs[i]);
    some.push_back(&kept[i]);
  }
  for (const PairOptions& options : std::vector<PairOptions>{
           {},
           {.layers = {both}, .pooling = TextPooling::kMax},
           {.layers = {both, highway}, .output = StackOutput::kAll},
           {.kind = PairKind::kDecomposable, .layers = {rcnn}},
           {.kind = PairKind::kEsim, .layers = {both}, .composition = {both}},
           {.kind = PairKind::kCafe,
           .layers = {highway},
           .composition = {rcnn}},
           {.kind = PairKind::kMcan, .composition = {rcnn}},
           {.kind = PairKind::kCsran,
           .stack = {both, both},
           .composition = {rcnn}}}) {
    const PairModel model = Make(options);
    Graph graph(Graph::Mode::kInference);
    const Matrix expected =
        graph.value(model.Logits(graph, MakePairBatch(some)));
    graph.Clear();
    const PairMasks masks = {graph.Constant(MaskOf(first)),
                             graph.Constant(MaskOf(second))};
    const Matrix found =
        graph.value(model.Logits(graph, MakePairBatch(all), {}, masks));
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-12)
        << "kind " << static_cast<int>(options.kind);
  }
}

}  // namespace
}  // namespace whylight
