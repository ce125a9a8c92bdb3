#include "core/systems/classifier/explainer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

#include "core/explain/ngram_attribution.h"
#include "core/explain/position_curve.h"
#include "core/math/kernels.h"
#include "core/model/limits.h"

namespace whylight {
namespace {

// How many n-grams are looked at, and how many numbers of theirs: a second at
// most.
constexpr double kMaxNgrams = 5e5;
constexpr double kMaxNumbers = 2e8;

using Doubles = std::vector<double>;

// What the layers gave for a text of L words.
struct TextRun {
  Matrix features;  // What the softmax reads, [1 x features].
  /// The features before they were pooled, [L x features], if all layers that
  /// are read give a vector per word.
  std::optional<Matrix> states;
  std::vector<RcnnTrace> traces;  // Of columns of the features.
};

bool HasVectorAWord(const Sequences& sequences, std::size_t words) {
  return words > 0 && sequences.batch.max_length == static_cast<Index>(words);
}

Matrix AtWords(const Graph& graph, Var table, const SequenceBatch& words) {
  const ConstMatrixView rows = graph.value(table);
  Matrix states(words.max_length, rows.cols());
  for (Index t = 0; t < states.rows(); ++t) {
    states.row(t) = rows.row(words.row(t, 0));
  }
  return states;
}

void AppendColumns(const ConstMatrixView& more, Matrix* matrix) {
  matrix->conservativeResize(more.rows(), matrix->cols() + more.cols());
  matrix->rightCols(more.cols()) = more;
}

bool IsTakenApart(const Classifier& model, std::size_t words) {
  return words > 0 && words <= kMaxWordsTakenApart &&
         model.options().pooling != TextPooling::kMax;
}

TextRun RunLayers(const Classifier& model, const WordIds& ids, Graph& graph) {
  const WordIds* const text = &ids;
  const WordBatch batch = MakeWordBatch({&text, 1});
  Sequences sequences{model.Lookup(graph, batch), batch.sequences, {}};
  TextRun run{Matrix(1, 0), Matrix(static_cast<Index>(ids.size()), 0), {}};
  const auto read = [&](std::vector<RcnnTrace> traces) {
    const Index column = run.features.cols();
    AppendColumns(
        graph.value(PoolWords(graph, sequences, model.options().pooling)),
        &run.features);
    if (!HasVectorAWord(sequences, ids.size())) {
      run.states.reset();
      return;
    }
    if (run.states) {
      const Matrix given = AtWords(graph, sequences.words, sequences.batch);
      AppendColumns({given.data(), given.rows(), given.cols()}, &*run.states);
    }
    for (RcnnTrace& trace : traces) {
      trace.column += column;
      run.traces.push_back(std::move(trace));
    }
  };
  const LayerList& layers = model.layers();
  for (std::size_t k = 0; k < layers.size(); ++k) {
    const bool is_read =
        model.options().output == StackOutput::kAll || k + 1 == layers.size();
    std::vector<RcnnTrace> traces;
    sequences = is_read && IsTakenApart(model, ids.size())
                    ? layers[k]->ApplyTraced(graph, sequences, &traces)
                    : layers[k]->Apply(graph, sequences);
    if (is_read) read(std::move(traces));
  }
  if (layers.empty()) read({});
  return run;
}

// Recurrences of one form over the same words are one recurrence with the units
// of all of them.
struct Part {
  RcnnRecord record;
  StateFunctional functional;
  Index order;
  bool reversed;

  Index units() const { return record.decays.cols(); }
  auto kind() const {
    const RcnnForm& form = record.form;
    return std::tuple(form.mapping, form.normalized, form.same_step, reversed);
  }
};

Matrix InReadingOrder(const Matrix& at_words, bool reversed) {
  return reversed ? Matrix(at_words.colwise().reverse()) : at_words;
}

// What `trace` adds to a functional with `weights` [L x h] on its states. Adds
// to `completeness` what is no n-gram, and to `carried` what words add that a
// highway carries past it.
Part TakeApart(const Graph& graph, const RcnnTrace& trace,
               const Matrix& state_weights, Completeness* completeness,
               RowVector* carried) {
  const RcnnInputs& inputs = trace.inputs;
  Matrix weights = InReadingOrder(state_weights, trace.reversed);
  if (inputs.highway) {
    const Matrix gates = AtWords(graph, inputs.highway->gate, trace.words);
    const Matrix words = AtWords(graph, inputs.highway->words, trace.words);
    const RowVector sums =
        (weights.array() * (1 - gates.array()) * words.array()).rowwise().sum();
    *carried += trace.reversed ? RowVector(sums.reverse()) : sums;
    weights.array() *= gates.array();
  }
  if (trace.run.output_gates) {
    weights.array() *= graph.value(*trace.run.output_gates).array();
  }
  const RowVector mix =
      inputs.mix ? RowVector(graph.value(*inputs.mix)) : RowVector();
  Matrix sums = ExposedStates(inputs.form, graph.value(*trace.run.c),
                              graph.value(*trace.run.z), inputs.order, mix);
  if (inputs.output_matrix) sums *= graph.value(*inputs.output_matrix);
  if (inputs.bias) sums.rowwise() += graph.value(*inputs.bias).row(0);
  completeness->residual +=
      ActivationResidual(inputs.form.activation, sums, weights);
  weights.array() *= ActivationSlopes(inputs.form.activation, sums).array();
  if (inputs.bias) {
    completeness->bias += (weights.cast<double>() *
                           graph.value(*inputs.bias).cast<double>().transpose())
                              .sum();
  }
  if (inputs.output_matrix) {
    weights *= graph.value(*inputs.output_matrix).transpose();
  }
  return {{inputs.form, AtWords(graph, inputs.candidates, trace.words),
           graph.value(*trace.run.decays)},
          OnExposedState(inputs.form, inputs.order, weights, mix),
          inputs.order,
          trace.reversed};
}

// N-grams of one word as a recurrence of the kind of `like` with one unit that
// forgets at once.
Part OfWords(const RowVector& terms, const Part* like) {
  Part part{
      {{.mapping = Mapping::kMultiplicative, .normalized = false}, {}, {}},
      {},
      1,
      false};
  if (like != nullptr) {
    part.record.form = like->record.form;
    part.reversed = like->reversed;
  }
  part.record.products = InReadingOrder(terms.transpose(), part.reversed);
  part.record.decays = Matrix::Zero(terms.size(), 1);
  part.functional.z_weights = Matrix::Ones(terms.size(), 1);
  return part;
}

// `parts` of one kind as one.
Part SideBySide(const std::vector<Part>& parts) {
  const Index length = parts.front().record.decays.rows();
  Index units = 0;
  Index order = 0;
  for (const Part& part : parts) {
    units += part.units();
    order = std::max(order, part.order);
  }
  const Matrix none = Matrix::Zero(length, order * units);
  Part all{{parts.front().record.form, none, Matrix(length, units)},
           {none, none},
           order,
           parts.front().reversed};
  Index unit = 0;
  for (const Part& part : parts) {
    const Index width = part.units();
    all.record.decays.middleCols(unit, width) = part.record.decays;
    const auto copy_levels = [&](const Matrix& from, Matrix* to) {
      for (Index j = 0; j < part.order && from.size() > 0; ++j) {
        to->middleCols(j * units + unit, width) =
            from.middleCols(j * width, width);
      }
    };
    copy_levels(part.record.products, &all.record.products);
    copy_levels(part.functional.c_weights, &all.functional.c_weights);
    copy_levels(part.functional.z_weights, &all.functional.z_weights);
    unit += width;
  }
  return all;
}

// The number of n-grams of 1 to `order` words, with one of them at several
// places if they `repeat`, within so many of `length` neighbouring words.
double CountNgrams(Index length, Index order, bool repeat, Index window) {
  double count = 0;
  for (Index end = 0; end < length; ++end) {
    const Index before = std::min(end, window - 1);
    double ways = 1;
    for (Index members = 1; members <= order; ++members) {
      count += ways;
      const Index choices = repeat ? before + members : before - members + 1;
      ways *= static_cast<double>(std::max<Index>(choices, 0)) /
              static_cast<double>(members);
    }
  }
  return count;
}

// The widest window whose n-grams can all be looked at.
Index WidestWindow(const std::vector<Part>& parts, Index length) {
  const auto fits = [&](Index window) {
    double ngrams = 0;
    double numbers = 0;
    for (const Part& part : parts) {
      const double count =
          CountNgrams(length, part.order, part.record.form.same_step, window);
      ngrams += count;
      numbers += count * static_cast<double>(part.units());
    }
    return ngrams <= kMaxNgrams && numbers <= kMaxNumbers;
  };
  Index fitting = 1;
  Index beyond = length + 1;
  while (beyond - fitting > 1) {
    const Index middle = fitting + (beyond - fitting) / 2;
    (fits(middle) ? fitting : beyond) = middle;
  }
  return std::min(fitting, length);
}

// The n-grams of all parts together, as many as are asked for.
Status ListNgrams(const std::vector<Part>& parts, std::size_t count,
                  Classification* result) {
  const auto length = static_cast<Index>(result->words.size());
  const Index window = WidestWindow(parts, length);
  result->window = static_cast<std::size_t>(window);
  std::vector<std::vector<NgramContribution>> lists;
  for (const Part& part : parts) {
    NgramAttributionOptions options{.top = count, .window = window};
    // What is weak in one may be strong in all together.
    if (parts.size() > 1 && count > 0) {
      options.top = std::numeric_limits<std::size_t>::max();
    }
    Result<NgramAttribution> attributed =
        AttributeToNgrams(part.record, part.functional, options);
    if (!attributed.ok()) return attributed.error();
    result->completeness.ngrams += attributed.value().total;
    lists.push_back(std::move(attributed.value().top));
    if (part.reversed) MirrorNgrams(length, &lists.back());
  }
  std::vector<const std::vector<NgramContribution>*> pointers;
  for (const auto& list : lists) pointers.push_back(&list);
  for (const NgramContribution& strong : StrongestTogether(pointers, count)) {
    SpanNgram& ngram = result->ngrams.emplace_back();
    for (const Index position : strong.words) {
      ngram.words.push_back(result->words[static_cast<std::size_t>(position)]);
    }
    ngram.contribution = strong.contribution;
  }
  return {};
}

// The parts of the functional with the weights `head` on the features. Adds to
// `completeness` what is in none of them.
std::vector<Part> FindParts(const Classifier& model, const TextRun& run,
                            const Graph& graph, const RowVector& head,
                            Index length, Completeness* completeness) {
  const bool last = model.options().pooling == TextPooling::kLast;
  const auto state_weights = [&](Index column, Index width) {
    Matrix weights = Matrix::Zero(length, width);
    if (last) {
      weights.bottomRows(1) = head.segment(column, width);
    } else {
      weights.rowwise() =
          RowVector(head.segment(column, width) / static_cast<Real>(length));
    }
    return weights;
  };
  std::map<decltype(std::declval<Part>().kind()), std::vector<Part>> kinds;
  RowVector unexplained = head.cwiseProduct(run.features.row(0));
  RowVector of_words = RowVector::Zero(length);
  for (const RcnnTrace& trace : run.traces) {
    const Index width = graph.value(trace.run.states).cols();
    unexplained.segment(trace.column, width).setZero();
    Part part = TakeApart(graph, trace, state_weights(trace.column, width),
                          completeness, &of_words);
    kinds[part.kind()].push_back(std::move(part));
  }
  // Word vectors themselves.
  if (model.layers().empty() &&
      IsTakenApart(model, static_cast<std::size_t>(length))) {
    unexplained.setZero();
    of_words =
        run.states->cwiseProduct(state_weights(0, head.size())).rowwise().sum();
  }
  completeness->residual += unexplained.cast<double>().sum();
  if ((of_words.array() != 0).any()) {
    const Part* like = kinds.empty() ? nullptr : &kinds.begin()->second.front();
    Part part = OfWords(of_words, like);
    kinds[part.kind()].push_back(std::move(part));
  }
  std::vector<Part> parts;
  for (const auto& [kind, alike] : kinds) parts.push_back(SideBySide(alike));
  return parts;
}

// What each logit counts for in what is taken apart.
Doubles Functional(const ClassifierOptions& options,
                   const std::optional<std::size_t>& label) {
  Doubles weights(options.labels.size(), 0);
  if (label) {
    weights[*label] = 1;
    return weights;
  }
  weights = options.grades;
  const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) /
                      static_cast<double>(weights.size());
  for (double& weight : weights) weight -= mean;
  return weights;
}

// The grades of the text and, if the model reads vectors of the words, their
// mean or the last, what it would say at each word.
Status TraceGrades(const Classifier& model, const TextRun& run,
                   Classification* result) {
  const ClassifierOptions& options = model.options();
  std::vector<Real> grades;
  for (const double grade : options.grades) {
    grades.push_back(static_cast<Real>(grade));
  }
  if (!grades.empty()) {
    const auto [least, most] =
        std::minmax_element(grades.begin(), grades.end());
    result->grade =
        std::clamp(std::inner_product(grades.begin(), grades.end(),
                                      result->probabilities.begin(), Real{0}),
                   *least, *most);
  }
  if (!run.states || options.pooling == TextPooling::kMax) return {};
  const bool has_grades = !grades.empty();
  grades.resize(options.labels.size());
  Result<PositionCurve> curve =
      TracePositions(*run.states, model.output().weight().value,
                     model.output().bias().value, grades);
  if (!curve.ok()) return curve.error();
  result->local_probabilities = std::move(curve.value().probabilities);
  if (has_grades) result->local_grades = std::move(curve.value().curve);
  return {};
}

}  // namespace

Result<Classification> ClassifyWithReasons(const Classifier& model,
                                           std::string_view utf8,
                                           const ClassifierQuestion& question) {
  const ClassifierOptions& options = model.options();
  const std::size_t labels = options.labels.size();
  if (question.label && *question.label >= labels) {
    return Error{ErrorCode::kInvalidArgument,
                 "label: expected a number below " + std::to_string(labels) +
                     ", found " + std::to_string(*question.label)};
  }
  const std::vector<Token> tokens = Tokenize(utf8);
  if (tokens.size() > kMaxWords) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(kMaxWords) +
                     " words, found " + std::to_string(tokens.size())};
  }
  Classification result{};
  for (const Token& token : tokens) result.words.push_back(token.span);
  Graph graph(Graph::Mode::kInference);
  const TextRun run = RunLayers(model, model.Ids(tokens), graph);
  const Matrix& weight = model.output().weight().value;
  const RowVector bias = model.output().bias().value;
  const RowVector logits = run.features * weight + bias;
  Matrix probabilities = logits;
  SoftmaxRows<Real>(probabilities);
  result.probabilities.assign(probabilities.data(),
                              probabilities.data() + probabilities.size());
  Index best = 0;
  probabilities.row(0).maxCoeff(&best);
  result.label = static_cast<std::size_t>(best);
  if (Status traced = TraceGrades(model, run, &result); !traced.ok()) {
    return traced.error();
  }

  const Doubles functional = Functional(
      options, question.label || !options.grades.empty() ? question.label
                                                         : result.label);
  const Eigen::Map<const Eigen::VectorXd> by_logit(functional.data(),
                                                   static_cast<Index>(labels));
  result.completeness.logit = logits.cast<double>().dot(by_logit);
  result.completeness.bias = bias.cast<double>().dot(by_logit);
  const RowVector head =
      (weight.cast<double>() * by_logit).cast<Real>().transpose();
  const std::vector<Part> parts =
      FindParts(model, run, graph, head, static_cast<Index>(tokens.size()),
                &result.completeness);
  if (Status listed = ListNgrams(parts, question.ngrams, &result);
      !listed.ok()) {
    return listed.error();
  }
  return result;
}

}  // namespace whylight
