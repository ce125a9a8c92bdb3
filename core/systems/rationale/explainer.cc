#include "core/systems/rationale/explainer.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/explain/ngram_attribution.h"
#include "core/explain/ngram_lists.h"
#include "core/explain/position_curve.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

// Selections that are scored in one step, and words in all of them.
constexpr std::size_t kScoredAtOnce = 64;
constexpr std::size_t kWordsAtOnce = 600;
// Words of a text that are compared with those of another in one step.
constexpr Index kComparedAtOnce = 32;

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

// The sum behind one direction's part of a logit.
struct DirectionParts {
  std::vector<double> words;  // In the order in which it reads them.
  NgramWalk walk;
};

// With `weights` [1 x h] on the last state of at least one. Adds to
// `completeness` all but the logit.
Result<DirectionParts> AttributeDirection(const DirectionRun& run,
                                          Direction direction,
                                          const RowVector& weights,
                                          Completeness& completeness) {
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
  const RcnnRecord record{run.form, run.products, run.decays};
  const StateFunctional functional =
      OnExposedState(run.form, order, on_states, RowVector());
  const Result<NgramAttribution> attributed =
      AttributeToNgrams(record, functional, {.top = 0});
  if (!attributed.ok()) return attributed.error();
  completeness.ngrams += attributed.value().total;
  Result<NgramWalk> walk = NgramWalk::Begin(
      record, functional, direction == Direction::kBackward, {.narrows = true});
  if (!walk.ok()) return walk.error();
  return DirectionParts{attributed.value().word_marginals,
                        std::move(walk).value()};
}

// The encoder over some words, and what an aspect's rating makes of its states.
struct RatingRun {
  EncoderRun run;
  std::vector<Span> words;
  RowVector weights;  // Of both directions side by side.
  Real bias;
};

// Adds up one direction after the other, then lists the n-grams of both.
class NgramSteps final : public Steps<RatingNgrams> {
 public:
  NgramSteps(RatingRun rating, std::size_t top)
      : rating_(std::move(rating)),
        top_(top),
        completeness_(found_.completeness) {
    const Index hidden = rating_.weights.size() / 2;
    completeness_.bias = rating_.bias;
    completeness_.logit =
        rating_.bias +
        LastState(rating_.run.forward).dot(rating_.weights.head(hidden)) +
        LastState(rating_.run.backward).dot(rating_.weights.tail(hidden));
    found_.rating = Logistic(completeness_.logit);
    for (const Span& word : rating_.words) found_.words.push_back({word, 0});
  }

  bool Step() override {
    const bool any = !rating_.words.empty() && failure_.ok();
    if (any && attributed_ < 2) {
      failure_ = Attribute(attributed_++ == 0 ? Direction::kForward
                                              : Direction::kBackward);
      return true;
    }
    while (any && top_ > 0 && !walks_.empty()) {
      if (sums_.AddNext(walks_.front())) return true;
      walks_.erase(walks_.begin());
    }
    return false;
  }

  Result<RatingNgrams> Finish() override {
    if (!failure_.ok()) return failure_.error();
    for (const NgramContribution& strong : sums_.Strongest(top_)) {
      SpanNgram& ngram = found_.ngrams.emplace_back();
      for (const Index position : strong.words) {
        ngram.words.push_back(
            rating_.words[static_cast<std::size_t>(position)]);
      }
      ngram.contribution = strong.contribution;
    }
    return std::move(found_);
  }

 private:
  Status Attribute(Direction direction) {
    const bool forward = direction == Direction::kForward;
    const Index hidden = rating_.weights.size() / 2;
    const RowVector weights =
        forward ? rating_.weights.head(hidden) : rating_.weights.tail(hidden);
    Result<DirectionParts> parts =
        AttributeDirection(forward ? rating_.run.forward : rating_.run.backward,
                           direction, weights, completeness_);
    if (!parts.ok()) return parts.error();
    const std::size_t count = found_.words.size();
    for (std::size_t w = 0; w < count; ++w) {
      found_.words[w].number +=
          parts.value().words[forward ? w : count - 1 - w];
    }
    // The same for both, which have as many words and one order.
    found_.window = static_cast<std::size_t>(parts.value().walk.window());
    walks_.push_back(std::move(parts.value().walk));
    return {};
  }

  RatingRun rating_;
  std::size_t top_;
  RatingNgrams found_{};
  Completeness& completeness_;
  int attributed_ = 0;  // Directions.
  std::vector<NgramWalk> walks_;
  NgramSums sums_;
  Status failure_;
};

// What is measured of a text: its words and a selection of them.
struct Measured {
  std::vector<Span> words;
  Selection selection;
  std::vector<Real> ranking;
  std::vector<double> bins;
  bool leave_one_out;
};

Result<RatingFaithfulness> Measure(const Measured& text,
                                   const SelectionScorer& scorer) {
  const std::size_t count = text.words.size();
  const Result<Faithfulness> scores =
      MeasureFaithfulness(scorer, count, text.selection);
  if (!scores.ok()) return scores.error();
  Result<AopcCurves> aopc = TraceAopc(scorer, count, text.ranking, text.bins);
  if (!aopc.ok()) return aopc.error();
  RatingFaithfulness result{scores.value(), std::move(aopc).value(), {}};
  if (!text.leave_one_out) return result;
  const Result<std::vector<Real>> differences =
      LeaveOneOut(scorer, count, Selection(count, std::uint8_t{1}));
  if (!differences.ok()) return differences.error();
  for (std::size_t t = 0; t < count; ++t) {
    result.leave_one_out.push_back({text.words[t], differences.value()[t]});
  }
  return result;
}

// Rates some selections at a time, then measures.
class FaithfulnessSteps final : public Steps<RatingFaithfulness> {
 public:
  /// `selections` are those that Measure asks for, in order.
  FaithfulnessSteps(const RationaleModel& model, WordIds ids,
                    std::size_t aspect, Measured text,
                    std::vector<Selection> selections)
      : model_(&model),
        ids_(std::move(ids)),
        aspect_(static_cast<Index>(aspect)),
        text_(std::move(text)),
        selections_(std::move(selections)) {}

  bool Step() override {
    if (scores_.size() == selections_.size()) return false;
    std::vector<WordIds> texts;
    std::size_t words = 0;
    do {
      texts.push_back(SelectedIds(selections_[scores_.size() + texts.size()]));
      words += texts.back().size();
    } while (scores_.size() + texts.size() < selections_.size() &&
             texts.size() < kScoredAtOnce && words < kWordsAtOnce);
    std::vector<const WordIds*> pointers;
    for (const WordIds& text : texts) pointers.push_back(&text);
    const Matrix ratings = model_->Rate(graph_, MakeWordBatch(pointers));
    for (Index s = 0; s < ratings.rows(); ++s) {
      scores_.push_back(ratings(s, aspect_));
    }
    return true;
  }

  Result<RatingFaithfulness> Finish() override {
    auto next = scores_.begin();
    return Measure(text_, [&next](std::span<const Selection> asked) {
      const auto first = next;
      next += static_cast<std::ptrdiff_t>(asked.size());
      return std::vector<Real>(first, next);
    });
  }

 private:
  // Carrying the state over a word equals leaving the word out.
  WordIds SelectedIds(const Selection& selection) const {
    WordIds selected;
    for (std::size_t t = 0; t < ids_.size(); ++t) {
      if (selection[t] != 0) selected.push_back(ids_[t]);
    }
    return selected;
  }

  const RationaleModel* model_;
  WordIds ids_;
  Index aspect_;
  Measured text_;
  std::vector<Selection> selections_;
  std::vector<Real> scores_;
  Graph graph_{Graph::Mode::kInference};
};

// The vectors of these words in length 1; zeros for words unknown to the model,
// which have no direction.
Matrix UnitVectors(const RationaleModel& model,
                   const std::vector<Token>& tokens) {
  Graph graph(Graph::Mode::kInference);
  const WordIds ids = model.Ids(tokens);
  const WordIds* const text = &ids;
  const WordBatch batch = MakeWordBatch({&text, 1});
  Matrix distinct = graph.value(model.Lookup(graph, batch));
  for (auto row : distinct.rowwise()) row.normalize();
  Matrix vectors(static_cast<Index>(ids.size()), distinct.cols());
  for (std::size_t t = 0; t < ids.size(); ++t) {
    vectors.row(static_cast<Index>(t)) = distinct.row(batch.sequences.rows[t]);
  }
  return vectors;
}

// Compares the words of two texts, some at a time, then searches for matches.
class TextMatchSteps final : public Steps<TextMatches> {
 public:
  TextMatchSteps(const RationaleModel& model, std::vector<Token> tokens_x,
                 std::vector<Token> tokens_y,
                 const StringKernelOptions& options, std::size_t count)
      : tokens_x_(std::move(tokens_x)),
        tokens_y_(std::move(tokens_y)),
        vectors_x_(UnitVectors(model, tokens_x_)),
        vectors_y_(UnitVectors(model, tokens_y_)),
        options_(options),
        count_(count),
        similarities_(vectors_x_.rows(), vectors_y_.rows()) {}

  bool Step() override {
    if (compared_ < similarities_.rows()) {
      Compare();
      return true;
    }
    if (!search_) {
      search_ = BeginStrongestMatches(similarities_, options_, count_);
      return true;
    }
    return search_->ok() && search_->value()->Step();
  }

  Result<TextMatches> Finish() override {
    if (!search_->ok()) return search_->error();
    const Result<NgramMatches> found = search_->value()->Finish();
    if (!found.ok()) return found.error();
    TextMatches result{found.value().kernel, {}};
    for (const NgramMatch& match : found.value().matches) {
      result.matches.push_back({SpansOf(match.x, tokens_x_),
                                SpansOf(match.y, tokens_y_), match.similarities,
                                match.contribution, match.share});
    }
    return result;
  }

 private:
  void Compare() {
    const Index rows =
        std::min(kComparedAtOnce, similarities_.rows() - compared_);
    similarities_.middleRows(compared_, rows) =
        vectors_x_.middleRows(compared_, rows) * vectors_y_.transpose();
    for (Index i = compared_; i < compared_ + rows; ++i) {
      const std::string& word = tokens_x_[static_cast<std::size_t>(i)].text;
      for (std::size_t k = 0; k < tokens_y_.size(); ++k) {
        if (word == tokens_y_[k].text) {
          similarities_(i, static_cast<Index>(k)) = 1;
        }
      }
    }
    compared_ += rows;
  }

  static std::vector<Span> SpansOf(const std::vector<Index>& positions,
                                   const std::vector<Token>& tokens) {
    std::vector<Span> words;
    for (const Index position : positions) {
      words.push_back(tokens[static_cast<std::size_t>(position)].span);
    }
    return words;
  }

  std::vector<Token> tokens_x_;
  std::vector<Token> tokens_y_;
  Matrix vectors_x_;
  Matrix vectors_y_;
  StringKernelOptions options_;
  std::size_t count_;
  Matrix similarities_;
  Index compared_ = 0;
  std::optional<Begun<NgramMatches>> search_;
};

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
  return Finished(BeginNgrams(aspect, read, top));
}

Begun<RatingNgrams> RationaleExplainer::BeginNgrams(std::size_t aspect,
                                                    WordsRead read,
                                                    std::size_t top) const {
  if (Status rcnn = CheckEncoder(*model_, "n-grams"); !rcnn.ok()) {
    return rcnn.error();
  }
  const std::vector<std::size_t> words = Read(aspect, read);
  if (words.size() > kMaxWordsCompared) return TooLong("n-grams", words.size());
  const Dense& output = model_->encoder_output();
  const auto column = static_cast<Index>(aspect);
  RatingRun rating{RunEncoder(*model_, ids_, words),
                   {},
                   output.weight().value.col(column).transpose(),
                   output.bias().value(0, column)};
  for (const std::size_t word : words) rating.words.push_back(SpanOf(word));
  return {std::make_unique<NgramSteps>(std::move(rating), top)};
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
  return Finished(BeginMeasuring(aspect, options));
}

Begun<RatingFaithfulness> RationaleExplainer::BeginMeasuring(
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
  Measured text{{},
                Selection(tokens_.size(), 0),
                std::vector<Real>(tokens_.size()),
                options.bins,
                options.leave_one_out};
  for (std::size_t t = 0; t < tokens_.size(); ++t) {
    const Span word = SpanOf(t);
    text.words.push_back(word);
    text.ranking[t] = explanation_.probability(static_cast<Index>(t),
                                               static_cast<Index>(aspect));
    if (!options.selection) {
      text.selection[t] = explanation_.selected(static_cast<Index>(t),
                                                static_cast<Index>(aspect));
      continue;
    }
    for (const Span& span : *options.selection) {
      if (span.start < word.end && word.start < span.end) text.selection[t] = 1;
    }
  }
  // What is to be rated is known when all of it was asked for once.
  std::vector<Selection> selections;
  const Result<RatingFaithfulness> asked =
      Measure(text, [&selections](std::span<const Selection> some) {
        selections.insert(selections.end(), some.begin(), some.end());
        return std::vector<Real>(some.size());
      });
  if (!asked.ok()) return asked.error();
  return {std::make_unique<FaithfulnessSteps>(
      *model_, ids_, aspect, std::move(text), std::move(selections))};
}

Result<TextMatches> MatchTexts(const RationaleModel& model,
                               std::string_view utf8_x, std::string_view utf8_y,
                               const StringKernelOptions& options,
                               std::size_t count) {
  return Finished(BeginMatchingTexts(model, utf8_x, utf8_y, options, count));
}

Begun<TextMatches> BeginMatchingTexts(const RationaleModel& model,
                                      std::string_view utf8_x,
                                      std::string_view utf8_y,
                                      const StringKernelOptions& options,
                                      std::size_t count) {
  std::vector<Token> tokens_x = Tokenize(utf8_x);
  std::vector<Token> tokens_y = Tokenize(utf8_y);
  for (const auto* tokens : {&tokens_x, &tokens_y}) {
    if (tokens->size() > RationaleExplainer::kMaxWordsCompared) {
      return TooLong("match", tokens->size());
    }
  }
  return {std::make_unique<TextMatchSteps>(
      model, std::move(tokens_x), std::move(tokens_y), options, count)};
}

}  // namespace whylight
