#include "core/systems/answer_generator/decoder.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// Of two texts at a time, of 4 and 2 words.
class PointerDecoderTest : public testing::Test {
 protected:
  PointerDecoder::Reading Read(Graph& graph) const {
    const Sequences words = {graph.Constant(RandomMatrix(5, 6, "words")),
                             MakeSequences({{0, 3, 1, 0}, {4, 2}}),
                             {}};
    const Sequences question = {graph.Constant(RandomMatrix(3, 2, "question")),
                                MakeSequences({{0}, {1, 2}}),
                                {}};
    return decoder_.Read(graph, words, question);
  }

  // The vectors of the words before a step.
  static Matrix Before(int step) {
    return step == 0 ? Matrix::Zero(2, 3)
                     : RandomMatrix(2, 3, std::to_string(step));
  }

  PointerDecoder decoder_ = PointerDecoder({.words = 6,
                                            .question = 2,
                                            .vectors = 3,
                                            .state = 4,
                                            .attention = 5,
                                            .generated = 7},
                                           3);
};

TEST_F(PointerDecoderTest, StepsAreThoseOfOneGraphToTheBit) {
  Graph whole(Graph::Mode::kInference);
  const PointerDecoder::Reading reading = Read(whole);
  PointerDecoder::State state = decoder_.Start(whole, reading);
  Graph graph(Graph::Mode::kInference);
  PointerSteps steps(decoder_, graph, Read(graph));
  for (int t = 0; t < 6; ++t) {
    const PointerDecoder::Step expected =
        decoder_.Next(whole, reading, state, whole.Constant(Before(t)));
    state = expected.state;
    const CopyScores found = steps.Next(Before(t));
    for (const auto part :
         {&CopyScores::places, &CopyScores::copying, &CopyScores::words}) {
      EXPECT_EQ(graph.value(found.*part), whole.value(expected.scores.*part));
    }
  }
}

TEST_F(PointerDecoderTest, StepsTakeAsMuchMemoryForManyWordsAsForOne) {
  Graph graph(Graph::Mode::kInference);
  PointerSteps steps(decoder_, graph, Read(graph));
  // Values are numbered as they come, and their memory starts at the front.
  const CopyScores first = steps.Next(Before(0));
  const Real* const place = graph.value(first.words).data();
  for (int t = 1; t < 50; ++t) {
    const CopyScores scores = steps.Next(Before(t));
    EXPECT_EQ(scores.words.index, first.words.index);
    EXPECT_EQ(graph.value(scores.words).data(), place);
  }
}

}  // namespace
}  // namespace whylight
