// A mask of a text against the text without the words it leaves out.
#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/systems/reader/model.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

TEST(ReaderSelectionIdentityTest, AHardMaskLeavesItsWordsOut) {
  const nlohmann::json rcnn = {{"type", "rcnn"}, {"hidden", 3u}};
  const nlohmann::json both = {{"type", "bidirectional"}, {"layer", rcnn}};
  const std::vector<QuestionIds> questions = {
      {{0, 1}, {1, 2, 1, 3, 4}}, {{4, 0, 3}, {2, kUnknownWord, 0}}, {{1}, {3}}};
  const std::vector<WordSelection> selections = {
      {1, 0, 1, 1, 0}, {0, 1, 1}, {1}};
  std::vector<QuestionIds> kept;
  for (std::size_t b = 0; b < questions.size(); ++b) {
    kept.push_back(
        {questions[b].question, KeepWords(questions[b].text, selections[b])});
  }
  const QuestionIds* const all[] = {&questions[0], &questions[1],
                                    &questions[2]};
  const QuestionIds* const some[] = {&kept[0], &kept[1], &kept[2]};
  for (const ReaderOptions& options : std::vector<ReaderOptions>{
           {.selector = {.hidden = 3}},
           {.layers = {both}, .after = {both}, .selector = {.hidden = 3}},
           {.layers = {both, {{"type", "highway"}}},
           .beside = {.similarity = true},
           .align = 0,
           .after = {rcnn, both},
           .selector = {.layers = {both}, .hidden = 3}}}) {
    const Reader model =
        Reader::Make(options,
                     Vocabulary::FromWords({"a", "b", "c", "d", "e"}).value(),
                     RandomMatrix(5, 4, "vectors"), 13)
            .value();
    Graph graph(Graph::Mode::kInference);
    const ReaderNetwork::Scored short_texts = model.Score(graph, some);
    Matrix mask = Matrix::Zero(15, 1);
    for (std::size_t b = 0; b < 3; ++b) {
      for (std::size_t t = 0; t < selections[b].size(); ++t) {
        mask(static_cast<Index>(3 * t + b), 0) = selections[b][t];
      }
    }
    const ReaderNetwork::Scored masked =
        model.Score(graph, all, {}, graph.Constant(mask));
    for (std::size_t b = 0; b < 3; ++b) {
      const auto text = static_cast<Index>(b);
      const TextSpanScores expected = SpanScoresOf(
          graph, short_texts.scores, short_texts.texts.lengths, text);
      const TextSpanScores found =
          SpanScoresOf(graph, masked.scores, masked.texts.lengths, text);
      EXPECT_NEAR(found.none, expected.none, 1e-12);
      std::size_t next = 0;
      for (std::size_t t = 0; t < selections[b].size(); ++t) {
        if (selections[b][t] == 0) {
          EXPECT_EQ(found.starts[t], -ReaderNetwork::kUnread);
          EXPECT_EQ(found.ends[t], -ReaderNetwork::kUnread);
          continue;
        }
        EXPECT_NEAR(found.starts[t], expected.starts[next], 1e-12);
        EXPECT_NEAR(found.ends[t], expected.ends[next++], 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace whylight
