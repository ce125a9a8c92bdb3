#include "core/systems/answer_generator/decoder.h"

#include <numeric>
#include <utility>

#include "core/layers/initialise.h"
#include "core/model/layer_list.h"
#include "core/model/sides.h"
#include "core/model/text_pooling.h"
#include "core/ops/ops.h"

namespace whylight {

PointerDecoder::PointerDecoder(const PointerDecoderWidths& widths,
                               std::uint64_t seed)
    : state_(widths.state),
      start_("decoder.start", widths.words, 2 * widths.state, seed),
      word_keys_("decoder.word_keys", widths.words, widths.attention, seed,
                 Initialisation::kHe),
      state_keys_("decoder.state_keys", widths.state, widths.attention, seed,
                  Initialisation::kHe),
      question_("decoder.question",
                {.inputs = widths.question, .hidden = widths.attention}, seed),
      question_keys_("decoder.question_keys", widths.question, widths.attention,
                     seed),
      score_{"decoder.score",
             InitialMatrix(Initialisation::kXavier, widths.attention, 1, seed,
                           "decoder.score")},
      gates_("decoder.lstm", {"i.", "f.", "o.", "g."},
             widths.words + widths.vectors, widths.state,
             Initialisation::kXavier, seed),
      words_("decoder.words", widths.state, widths.generated, seed),
      copying_("decoder.copying", 2 * widths.state + widths.words, 1, seed) {
  // At first c is remembered.
  gates_.bias().value.middleCols(state_, state_).setOnes();
}

std::uint64_t PointerDecoder::Size(const PointerDecoderWidths& widths) {
  const auto [words, question, vectors, state, attention, generated] = widths;
  return static_cast<std::uint64_t>(
      words * (2 * state + attention + 4 * state + 1) +
      question * 2 * attention +
      state * (attention + 4 * vectors + 4 * state + generated + 2));
}

PointerDecoder::Reading PointerDecoder::Read(Graph& graph,
                                             const Sequences& words,
                                             const Sequences& question) const {
  Reading reading{words, {}, {}};
  const Index batch = words.batch.batch();
  for (std::size_t at = 0; at < words.batch.rows.size(); ++at) {
    const auto text = static_cast<std::int32_t>(static_cast<Index>(at) % batch);
    reading.texts.push_back(words.batch.rows[at] < 0 ? -1 : text);
  }
  const Var keys = Relu(graph, word_keys_.Apply(graph, words.words));
  const Var asked =
      question_keys_.Apply(graph, question_.Attend(graph, question).vectors);
  reading.keys = Add(graph, Gather(graph, keys, words.batch.rows),
                     Gather(graph, asked, reading.texts));
  return reading;
}

PointerDecoder::State PointerDecoder::Start(Graph& graph,
                                            const Reading& reading) const {
  const Var both =
      start_.Apply(graph, PoolWords(graph, reading.words, TextPooling::kMean));
  return {Columns(graph, both, 0, state_),
          Columns(graph, both, state_, state_)};
}

PointerDecoder::Step PointerDecoder::Next(Graph& graph, const Reading& reading,
                                          const State& state,
                                          Var before) const {
  const Sequences& words = reading.words;
  const Var query = Relu(graph, state_keys_.Apply(graph, state.h));
  const Var scores = MatMul(
      graph,
      Tanh(graph,
           Add(graph, reading.keys, Gather(graph, query, reading.texts))),
      graph.Use(score_));
  const Var weights =
      SoftmaxOverWords(graph, scores, words.batch.lengths, std::nullopt);
  const Var attended =
      WeightedSumOverWords(graph, words.words, words.batch, weights);
  std::vector<std::int32_t> rows(words.batch.lengths.size());
  std::iota(rows.begin(), rows.end(), 0);
  const Var gates = gates_.Apply(
      graph, gates_.Project(graph, ConcatColumns(graph, attended, before)),
      rows, state.h);
  const auto gate = [&](Index k) {
    return Columns(graph, gates, k * state_, state_);
  };
  const Var c =
      Add(graph, Multiply(graph, Sigmoid(graph, gate(1)), state.c),
          Multiply(graph, Sigmoid(graph, gate(0)), Tanh(graph, gate(3))));
  const Var h = Multiply(graph, Sigmoid(graph, gate(2)), Tanh(graph, c));
  const Var all = ConcatColumns(graph, ConcatColumns(graph, c, h), attended);
  return {{h, c}, {scores, copying_.Apply(graph, all), words_.Apply(graph, h)}};
}

std::vector<Parameter*> PointerDecoder::Parameters() {
  std::vector<Parameter*> parameters = {&score_};
  AddParametersOf(question_.Tensors(), &parameters);
  AddParametersOf(gates_.Tensors(), &parameters);
  for (Dense* dense : {&start_, &word_keys_, &state_keys_, &question_keys_,
                       &words_, &copying_}) {
    for (Parameter* parameter : dense->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

PointerSteps::PointerSteps(const PointerDecoder& decoder, Graph& graph,
                           PointerDecoder::Reading reading)
    : decoder_(decoder),
      graph_(graph),
      reading_(std::move(reading)),
      words_{"words", graph.value(reading_.words.words)},
      keys_{"keys", graph.value(reading_.keys)} {
  Keep(decoder.Start(graph, reading_));
}

CopyScores PointerSteps::Next(const Matrix& before) {
  graph_.Clear();
  reading_.words.words = graph_.Use(words_);
  reading_.keys = graph_.Use(keys_);
  const PointerDecoder::State last = {graph_.Constant(h_), graph_.Constant(c_)};
  const PointerDecoder::Step step =
      decoder_.Next(graph_, reading_, last, graph_.Constant(before));
  Keep(step.state);
  return step.scores;
}

void PointerSteps::Keep(const PointerDecoder::State& state) {
  h_ = graph_.value(state.h);
  c_ = graph_.value(state.c);
}

}  // namespace whylight
