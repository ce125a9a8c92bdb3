#include "core/systems/rationale/train/choice_units.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/ops/ops.h"
#include "core/systems/rationale/train/estimators.h"
#include "core/text/tokenizer.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

RationaleModel Model(bool whole_sentences) {
  RationaleOptions options;
  options.aspects = {{"one", true, {}}, {"two", true, {}}};
  options.generator = {.inputs = 3, .hidden = 2};
  options.encoder = options.generator;
  options.boundaries = {.sentence_ends = {"."},
                        .whole_sentences = whole_sentences};
  return {options, Vocabulary::FromWords({"a", "b", "c", ".", ","}).value(),
          RandomMatrix(5, 3, "vectors"), 1};
}

// Of different lengths; one has no sentence, and one has no mark.
class ChoiceUnitsTest : public testing::Test {
 protected:
  ChoiceUnitsTest() {
    std::vector<const WordIds*> pointers;
    for (const char* text : {"a b , c . . , b .", "a", ", .", "b . a a ."}) {
      texts_.push_back(model_.Ids(Tokenize(text)));
    }
    for (const WordIds& text : texts_) pointers.push_back(&text);
    batch_ = MakeWordBatch(pointers);
  }

  const RationaleModel model_ = Model(true);
  std::vector<WordIds> texts_;
  WordBatch batch_;
  // The words of each sentence: text, first and last.
  struct Sentence {
    Index text;
    Index number;
    Index first;
    Index last;
  };
  const std::vector<Sentence> sentences_ = {
      {0, 0, 0, 3}, {0, 1, 7, 7}, {1, 0, 0, 0}, {3, 0, 0, 0}, {3, 1, 2, 3}};
  Index Rows() const {
    return batch_.sequences.max_length * batch_.sequences.batch();
  }
};

TEST_F(ChoiceUnitsTest, AreSentencesForWhichTheMeanOfTheirWordsSpeaks) {
  const ChoiceUnits units(model_, batch_);
  EXPECT_EQ(units.sequences().lengths, (std::vector<Index>{2, 1, 0, 2}));
  EXPECT_EQ(units.sequences().max_length, 2);
  const Matrix said = RandomMatrix(Rows(), 3, "said");
  Graph graph(Graph::Mode::kInference);
  const Matrix means =
      graph.value(units.MeanOfWords(graph, graph.Constant(said)));
  ASSERT_EQ(means.rows(), 2 * 4);
  for (const Sentence& sentence : sentences_) {
    RowVector sum = RowVector::Zero(3);
    for (Index t = sentence.first; t <= sentence.last; ++t) {
      sum += said.row(t * 4 + sentence.text);
    }
    const Matrix expected =
        sum / static_cast<Real>(sentence.last - sentence.first + 1);
    EXPECT_LT((means.row(sentence.number * 4 + sentence.text) - expected)
                  .cwiseAbs()
                  .maxCoeff(),
              1e-6);
  }
}

TEST_F(ChoiceUnitsTest, GiveTheirWordsWhatTheyHaveAndOthersNothing) {
  const ChoiceUnits units(model_, batch_);
  const Matrix had = RandomMatrix(2 * 4, 1, "had");
  Matrix expected = Matrix::Zero(Rows(), 1);
  for (const Sentence& sentence : sentences_) {
    for (Index t = sentence.first; t <= sentence.last; ++t) {
      expected(t * 4 + sentence.text, 0) =
          had(sentence.number * 4 + sentence.text, 0);
    }
  }
  Graph graph(Graph::Mode::kInference);
  EXPECT_EQ(Matrix(graph.value(units.ToWords(graph, graph.Constant(had)))),
            expected);
}

TEST_F(ChoiceUnitsTest, ChangeBeforeEachSentenceAndAfterIt) {
  const ChoiceUnits units(model_, batch_);
  for (unsigned chosen = 0; chosen < (1U << sentences_.size()); ++chosen) {
    Parameter selection{"selection", Matrix::Zero(2 * 4, 1)};
    for (std::size_t s = 0; s < sentences_.size(); ++s) {
      selection.value(sentences_[s].number * 4 + sentences_[s].text, 0) =
          static_cast<Real>((chosen >> s) & 1U);
    }
    Graph graph(Graph::Mode::kTraining);
    const Var used = graph.Use(selection);
    const Var changes = units.Changes(graph, used);
    const Var counted = Transitions(graph, units.ToWords(graph, used),
                                    batch_.sequences.lengths);
    EXPECT_EQ(graph.value(changes)(0, 0), graph.value(counted)(0, 0));
    // One more sentence, two more changes, whatever else is selected.
    graph.Backward(changes);
    for (const Sentence& sentence : sentences_) {
      EXPECT_EQ(graph.Gradient(used)(sentence.number * 4 + sentence.text, 0),
                2);
    }
  }
}

TEST_F(ChoiceUnitsTest, AreWordsWhereRationalesAreAnyRuns) {
  const RationaleModel model = Model(false);
  const ChoiceUnits units(model, batch_);
  EXPECT_EQ(units.sequences().lengths, batch_.sequences.lengths);
  Graph graph(Graph::Mode::kInference);
  const Matrix said = RandomMatrix(Rows(), 1, "said");
  const Var var = graph.Constant(said);
  EXPECT_EQ(Matrix(graph.value(units.MeanOfWords(graph, var))), said);
  EXPECT_EQ(Matrix(graph.value(units.ToWords(graph, var))), said);
  EXPECT_EQ(
      graph.value(units.Changes(graph, var))(0, 0),
      graph.value(Transitions(graph, var, batch_.sequences.lengths))(0, 0));
}

}  // namespace
}  // namespace whylight
