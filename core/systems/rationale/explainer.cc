#include "core/systems/rationale/explainer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "core/explain/ngram_attribution.h"
#include "core/explain/ngram_lists.h"
#include "core/explain/position_curve.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

// Selections that are scored at once; bounds the memory they take.
constexpr std::size_t kScoredAtOnce = 64;

Error TooLong(const std::string& what, std::size_t words) {
  return {ErrorCode::kTextTooLong,
          what + ": expected at most " +
              std::to_string(RationaleExplainer::kMaxWordsCompared) +
              " words, found " + std::to_string(words)};
}

double Logistic(double x) { return 1 / (1 + std::exp(-x)); }

// One direction of the encoder over some words, rows in reading order.
struct DirectionRun {
  RcnnForm form;
  Matrix products;
  Matrix decays;
  Matrix c;
  Matrix states;
  RowVector bias;
};

struct EncoderRun {
  DirectionRun forward;
  DirectionRun backward;
};

// Nothing where the encoder is one recurrent convolution in both directions,
// which is what `what` is about.
Status CheckEncoder(const RationaleModel& model, const std::string& what) {
  if (model.encoder().rcnn() != nullptr) return {};
  return Error{ErrorCode::kInvalidArgument,
               what +
                   ": expected a model whose encoder is of the type \"rcnn\", "
                   "found \"layers\""};
}

EncoderRun RunEncoder(const RationaleModel& model, const WordIds& all_ids,
                      const std::vector<std::size_t>& words_read) {
  WordIds ids;
  for (const std::size_t word : words_read) ids.push_back(all_ids[word]);
  Graph graph(Graph::Mode::kInference);
  const WordIds* const text = &ids;
  const WordBatch batch = MakeWordBatch({&text, 1});
  const Var words = model.Lookup(graph, batch);
  const auto inputs = model.encoder().rcnn()->Project(graph, words);
  const auto run_one = [&](const RcnnInputs& one, Direction direction) {
    const RcnnRun run =
        RunRcnn(graph, one, batch.sequences, direction, Keep::kEverything);
    const auto in_reading_order = [&](Var var) -> Matrix {
      if (direction == Direction::kForward) return graph.value(var);
      return graph.value(var).colwise().reverse();
    };
    DirectionRun result{one.form,
                        Matrix(static_cast<Index>(ids.size()),
                               graph.value(one.candidates).cols()),
                        in_reading_order(*run.decays),
                        in_reading_order(*run.c),
                        in_reading_order(run.states),
                        graph.value(*one.bias)};
    for (std::size_t t = 0; t < ids.size(); ++t) {
      const std::size_t word =
          direction == Direction::kForward ? t : ids.size() - 1 - t;
      result.products.row(static_cast<Index>(t)) =
          graph.value(one.candidates).row(batch.sequences.rows[word]);
    }
    return result;
  };
  return {run_one(inputs.forward, Direction::kForward),
          run_one(inputs.backward, Direction::kBackward)};
}

// The last state, which is zero before any word.
RowVector LastState(const DirectionRun& run) {
  if (run.states.rows() == 0) return RowVector::Zero(run.bias.size());
  return run.states.bottomRows(1);
}

// The sum behind one direction's part of a logit, with `weights` [1 x h] on its
// last state. Adds to `completeness` all but the logit.
Result<NgramAttribution> AttributeDirection(const DirectionRun& run,
                                            const RowVector& weights,
                                            Completeness& completeness) {
  if (run.states.rows() == 0) return NgramAttribution{};
  const Index hidden = weights.size();
  const Matrix sums = run.c.bottomRows(1).rightCols(hidden) + run.bias;
  const Matrix slopes = ActivationSlopes(run.form.activation, sums);
  Matrix on_states = Matrix::Zero(run.states.rows(), hidden);
  on_states.bottomRows(1) = weights.cwiseProduct(slopes);
  completeness.bias +=
      on_states.bottomRows(1).cwiseProduct(run.bias).cast<double>().sum();
  completeness.residual +=
      ActivationResidual(run.form.activation, sums, weights);
  const Index order = run.products.cols() / hidden;
  Result<NgramAttribution> attributed =
      AttributeToNgrams({run.form, run.products, run.decays},
                        OnExposedState(run.form, order, on_states, RowVector()),
                        {.top = std::numeric_limits<std::size_t>::max()});
  if (attributed.ok()) completeness.ngrams += attributed.value().total;
  return attributed;
}

// The ratings of an aspect by the encoder that reads selections of these words.
// Both must outlive it.
SelectionScorer ScorerOf(const RationaleModel& model, const WordIds& ids,
                         std::size_t aspect) {
  return [&model, &ids, aspect](std::span<const Selection> selections) {
    std::vector<Real> scores;
    Graph graph(Graph::Mode::kInference);
    while (!selections.empty()) {
      const std::size_t count = std::min(kScoredAtOnce, selections.size());
      std::vector<WordIds> texts(count);
      std::vector<const WordIds*> pointers;
      for (std::size_t s = 0; s < count; ++s) {
        // Carrying the state over a word equals leaving the word out.
        for (std::size_t t = 0; t < ids.size(); ++t) {
          if (selections[s][t] != 0) texts[s].push_back(ids[t]);
        }
        pointers.push_back(&texts[s]);
      }
      const Matrix ratings = model.Rate(graph, MakeWordBatch(pointers));
      for (Index s = 0; s < ratings.rows(); ++s) {
        scores.push_back(ratings(s, static_cast<Index>(aspect)));
      }
      selections = selections.subspan(count);
    }
    return scores;
  };
}

}  // namespace

RationaleExplainer::RationaleExplainer(const RationaleModel& model,
                                       std::string_view utf8,
                                       RationaleExplanation explanation)
    : model_(&model),
      length_(Utf16Length(utf8)),
      tokens_(Tokenize(utf8)),
      ids_(model.Ids(tokens_)),
      explanation_(std::move(explanation)) {}

Result<RationaleExplainer> RationaleExplainer::Make(const RationaleModel& model,
                                                    std::string_view utf8,
                                                    PointIndex point) {
  Result<RationaleExplanation> explanation = model.Explain(utf8, point);
  if (!explanation.ok()) return explanation.error();
  return RationaleExplainer(model, utf8, std::move(explanation).value());
}

std::vector<std::size_t> RationaleExplainer::Read(std::size_t aspect,
                                                  WordsRead read) const {
  std::vector<std::size_t> words;
  for (std::size_t t = 0; t < tokens_.size(); ++t) {
    if (read == WordsRead::kAll ||
        explanation_.selected(static_cast<Index>(t),
                              static_cast<Index>(aspect)) != 0) {
      words.push_back(t);
    }
  }
  return words;
}

Result<RatingNgrams> RationaleExplainer::Ngrams(std::size_t aspect,
                                                WordsRead read,
                                                std::size_t top) const {
  if (Status rcnn = CheckEncoder(*model_, "n-grams"); !rcnn.ok()) {
    return rcnn.error();
  }
  const std::vector<std::size_t> words = Read(aspect, read);
  if (words.size() > kMaxWordsCompared) return TooLong("n-grams", words.size());
  const EncoderRun run = RunEncoder(*model_, ids_, words);

  const Dense& output = model_->encoder_output();
  const auto column = static_cast<Index>(aspect);
  const RowVector weights = output.weight().value.col(column).transpose();
  const Index hidden = weights.size() / 2;
  RatingNgrams result{};
  Completeness& completeness = result.completeness;
  completeness.bias = output.bias().value(0, column);
  completeness.logit = completeness.bias +
                       LastState(run.forward).dot(weights.head(hidden)) +
                       LastState(run.backward).dot(weights.tail(hidden));
  result.rating = Logistic(completeness.logit);

  const Result<NgramAttribution> forward =
      AttributeDirection(run.forward, weights.head(hidden), completeness);
  if (!forward.ok()) return forward.error();
  Result<NgramAttribution> backward =
      AttributeDirection(run.backward, weights.tail(hidden), completeness);
  if (!backward.ok()) return backward.error();

  MirrorNgrams(static_cast<Index>(words.size()), &backward.value().top);
  for (const NgramContribution& strong :
       StrongestTogether({&forward.value().top, &backward.value().top}, top)) {
    SpanNgram& ngram = result.ngrams.emplace_back();
    for (const Index position : strong.words) {
      ngram.words.push_back(SpanOf(words[static_cast<std::size_t>(position)]));
    }
    ngram.contribution = strong.contribution;
  }
  for (std::size_t w = 0; w < words.size(); ++w) {
    result.words.push_back(
        {SpanOf(words[w]),
         forward.value().word_marginals[w] +
             backward.value().word_marginals[words.size() - 1 - w]});
  }
  return result;
}

Result<RatingCurve> RationaleExplainer::Curve(std::size_t aspect,
                                              WordsRead read) const {
  if (Status rcnn = CheckEncoder(*model_, "curve"); !rcnn.ok()) {
    return rcnn.error();
  }
  const std::vector<std::size_t> words = Read(aspect, read);
  const EncoderRun run = RunEncoder(*model_, ids_, words);
  const Dense& output = model_->encoder_output();
  const auto column = static_cast<Index>(aspect);
  const RowVector weights = output.weight().value.col(column).transpose();
  const Real bias = output.bias().value(0, column);

  RatingCurve result{};
  RowVector last(weights.size());
  last << LastState(run.forward), LastState(run.backward);
  result.logit = last.dot(weights) + bias;
  result.mean_logit = result.logit;
  result.rating = Logistic(result.logit);
  if (words.empty()) return result;

  Matrix states(static_cast<Index>(words.size()), weights.size());
  states << run.forward.states, run.backward.states.colwise().reverse();
  // A rating is the second of two classes that stand for 0 and 1.
  Matrix head = Matrix::Zero(weights.size(), 2);
  head.col(1) = weights.transpose();
  RowVector biases(2);
  biases << 0, bias;
  const Result<PositionCurve> curve =
      TracePositions(states, head, biases, {0, 1});
  if (!curve.ok()) return curve.error();
  result.mean_logit = curve.value().mean_logits(1);
  for (std::size_t w = 0; w < words.size(); ++w) {
    result.words.push_back({SpanOf(words[w]), curve.value().curve[w]});
  }
  return result;
}

Result<RatingGates> RationaleExplainer::Gates(std::size_t aspect,
                                              WordsRead read) const {
  if (Status rcnn = CheckEncoder(*model_, "gates"); !rcnn.ok()) {
    return rcnn.error();
  }
  const std::vector<std::size_t> words = Read(aspect, read);
  RatingGates result;
  for (const std::size_t word : words) result.words.push_back(SpanOf(word));
  const EncoderRun run = RunEncoder(*model_, ids_, words);
  Result<GateProfile> forward = ProfileGates(run.forward.decays);
  if (!forward.ok()) return forward.error();
  Result<GateProfile> backward = ProfileGates(run.backward.decays);
  if (!backward.ok()) return backward.error();
  result.forward = std::move(forward).value();
  result.backward = std::move(backward).value();
  // From reading order to the text's.
  for (std::vector<Real>* numbers :
       {&result.backward.mean, &result.backward.max, &result.backward.memory}) {
    std::reverse(numbers->begin(), numbers->end());
  }
  return result;
}

Result<RatingFaithfulness> RationaleExplainer::MeasureSelection(
    std::size_t aspect, const FaithfulnessOptions& options) const {
  if (options.leave_one_out && tokens_.size() > kMaxWordsCompared) {
    return TooLong("leave-one-out", tokens_.size());
  }
  for (const Span& span : options.selection.value_or(std::vector<Span>())) {
    if (span.end <= length_) continue;
    return Invalid("selection: expected spans within the text, which ends at " +
                   std::to_string(length_) + ", found one to " +
                   std::to_string(span.end));
  }
  Selection selection(tokens_.size(), 0);
  std::vector<Real> ranking(tokens_.size());
  for (std::size_t t = 0; t < tokens_.size(); ++t) {
    ranking[t] = explanation_.probability(static_cast<Index>(t),
                                          static_cast<Index>(aspect));
    if (!options.selection) {
      selection[t] = explanation_.selected(static_cast<Index>(t),
                                           static_cast<Index>(aspect));
      continue;
    }
    for (const Span& span : *options.selection) {
      const Span word = SpanOf(t);
      if (span.start < word.end && word.start < span.end) selection[t] = 1;
    }
  }

  const SelectionScorer scorer = ScorerOf(*model_, ids_, aspect);

  const Result<Faithfulness> scores =
      MeasureFaithfulness(scorer, tokens_.size(), selection);
  if (!scores.ok()) return scores.error();
  Result<AopcCurves> aopc =
      TraceAopc(scorer, tokens_.size(), ranking, options.bins);
  if (!aopc.ok()) return aopc.error();
  RatingFaithfulness result{scores.value(), std::move(aopc).value(), {}};
  if (!options.leave_one_out) return result;
  const Result<std::vector<Real>> differences = LeaveOneOut(
      scorer, tokens_.size(), Selection(tokens_.size(), std::uint8_t{1}));
  if (!differences.ok()) return differences.error();
  for (std::size_t t = 0; t < tokens_.size(); ++t) {
    result.leave_one_out.push_back({SpanOf(t), differences.value()[t]});
  }
  return result;
}

Result<std::vector<SpanNumber>> LeaveWordsOut(const RationaleModel& model,
                                              std::string_view utf8,
                                              std::size_t aspect,
                                              const WordRange& range) {
  const std::vector<Token> tokens = Tokenize(utf8);
  if (tokens.size() > RationaleExplainer::kMaxWordsCompared) {
    return TooLong("leave-one-out", tokens.size());
  }
  std::vector<SpanNumber> words;
  if (range.first >= tokens.size()) return words;
  const WordIds ids = model.Ids(tokens);
  const Result<std::vector<Real>> differences =
      LeaveOneOut(ScorerOf(model, ids, aspect), tokens.size(),
                  Selection(tokens.size(), std::uint8_t{1}), range);
  if (!differences.ok()) return differences.error();
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    if (range.Has(t)) words.push_back({tokens[t].span, differences.value()[t]});
  }
  return words;
}

Result<TextMatches> MatchTexts(const RationaleModel& model,
                               std::string_view utf8_x, std::string_view utf8_y,
                               const StringKernelOptions& options,
                               std::size_t count) {
  const std::vector<Token> tokens_x = Tokenize(utf8_x);
  const std::vector<Token> tokens_y = Tokenize(utf8_y);
  for (const auto* tokens : {&tokens_x, &tokens_y}) {
    if (tokens->size() > RationaleExplainer::kMaxWordsCompared) {
      return TooLong("match", tokens->size());
    }
  }
  const auto unit_vectors = [&](const std::vector<Token>& tokens) {
    Graph graph(Graph::Mode::kInference);
    const WordIds ids = model.Ids(tokens);
    const WordIds* const text = &ids;
    const WordBatch batch = MakeWordBatch({&text, 1});
    Matrix distinct = graph.value(model.Lookup(graph, batch));
    // Words unknown to the model have no direction: their row stays zero.
    for (auto row : distinct.rowwise()) row.normalize();
    Matrix vectors(static_cast<Index>(ids.size()), distinct.cols());
    for (std::size_t t = 0; t < ids.size(); ++t) {
      vectors.row(static_cast<Index>(t)) =
          distinct.row(batch.sequences.rows[t]);
    }
    return vectors;
  };
  Matrix similarities =
      unit_vectors(tokens_x) * unit_vectors(tokens_y).transpose();
  for (std::size_t i = 0; i < tokens_x.size(); ++i) {
    for (std::size_t k = 0; k < tokens_y.size(); ++k) {
      if (tokens_x[i].text == tokens_y[k].text) {
        similarities(static_cast<Index>(i), static_cast<Index>(k)) = 1;
      }
    }
  }
  const Result<NgramMatches> found =
      StrongestMatches(similarities, options, count);
  if (!found.ok()) return found.error();
  TextMatches result{found.value().kernel, {}};
  const auto spans = [](const std::vector<Index>& positions,
                        const std::vector<Token>& tokens) {
    std::vector<Span> words;
    for (const Index position : positions) {
      words.push_back(tokens[static_cast<std::size_t>(position)].span);
    }
    return words;
  };
  for (const NgramMatch& match : found.value().matches) {
    result.matches.push_back({spans(match.x, tokens_x),
                              spans(match.y, tokens_y), match.similarities,
                              match.contribution, match.share});
  }
  return result;
}

}  // namespace whylight
