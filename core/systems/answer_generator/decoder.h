// Writes an answer word by word: copies words of a text, or takes them from a
// list (Tay19 chapter 6). For words y_i of the text and vectors q_j of the
// question, with F of its own each time,
//
//   h_0, c_0  = F(mean of y)
//   a_t       = softmax_i(u · tanh(F(y_i) + F(h[t-1]) + F(Σ_j α_j q_j)))
//   ȳ_t       = Σ_i a_ti y_i
//   h_t, c_t  = LSTM([ȳ_t; w[t-1]]; h[t-1], c[t-1])
//
// where w[t-1] is the vector of the word before and α are weights of attention
// pooling. The word at t is drawn from the mixture (core/ops/copy_mixture.h) of
// the places of the text, by a_t, and of the words of the list, by F(h_t);
// σ(F([c_t; h_t; ȳ_t])) is the probability of copying. F(y) and F(h) in tanh
// are ReLU of a linear map, all others linear.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/parameter.h"
#include "core/layers/attention_pooling.h"
#include "core/layers/dense.h"
#include "core/layers/gates.h"
#include "core/layers/sequence_layer.h"
#include "core/ops/copy_mixture.h"

namespace whylight {

struct PointerDecoderWidths {
  Index words;      ///< Of what is known of a word of the text,
  Index question;   ///< and of one of the question.
  Index vectors;    ///< Of the vector of the word before.
  Index state;      ///< Of h and c.
  Index attention;  ///< Of what is scored by u.
  Index generated;  ///< How many words are in the list.
};

class PointerDecoder {
 public:
  /// Parameters are called "decoder." and so on.
  PointerDecoder(const PointerDecoderWidths& widths, std::uint64_t seed);

  /// How many numbers are in the matrices of one.
  static std::uint64_t Size(const PointerDecoderWidths& widths);

  /// What it reads at every step: the same for all.
  struct Reading {
    Sequences words;
    std::vector<std::int32_t> texts;  // Of each position; -1 at padding.
    Var keys;                         // What of tanh's sum does not change.
  };
  Reading Read(Graph& graph, const Sequences& words,
               const Sequences& question) const;

  /// [texts x state] each.
  struct State {
    Var h;
    Var c;
  };
  /// Before the first word.
  State Start(Graph& graph, const Reading& reading) const;

  struct Step {
    State state;
    CopyScores scores;  ///< Of the next word.
  };
  /// `before` is the vector of the word before in each text, zeros at the
  /// start.
  Step Next(Graph& graph, const Reading& reading, const State& state,
            Var before) const;

  std::vector<Parameter*> Parameters();

 private:
  Index state_;
  Dense start_;
  Dense word_keys_;
  Dense state_keys_;
  AttentionPoolingLayer question_;
  Dense question_keys_;
  Parameter score_;  // u, [attention x 1].
  Gates gates_;      // i, f, o and g.
  Dense words_;
  Dense copying_;
};

/// The steps of writing after one reading, without a way back: they take as
/// much memory for many words as for one.
class PointerSteps {
 public:
  /// `reading` is in `graph`, which every step clears. The graph and `decoder`
  /// must outlive this.
  PointerSteps(const PointerDecoder& decoder, Graph& graph,
               PointerDecoder::Reading reading);

  /// The scores of the next word, in the graph until the next call. `before`
  /// is as in PointerDecoder::Next.
  CopyScores Next(const Matrix& before);

 private:
  void Keep(const PointerDecoder::State& state);

  const PointerDecoder& decoder_;
  Graph& graph_;
  PointerDecoder::Reading reading_;
  // What a step needs of those before it, out of the graph.
  Parameter words_;
  Parameter keys_;
  Matrix h_;
  Matrix c_;
};

}  // namespace whylight
