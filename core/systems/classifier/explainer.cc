#include "core/systems/classifier/explainer.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "core/explain/position_curve.h"
#include "core/explain/recurrent_part.h"
#include "core/math/kernels.h"
#include "core/model/find_words.h"
#include "core/model/limits.h"

namespace whylight {
namespace {

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

// The parts of the functional with the weights `head` on the features. Adds to
// `completeness` what is in none of them.
std::vector<RecurrentPart> FindParts(const Classifier& model,
                                     const TextRun& run, const Graph& graph,
                                     const RowVector& head, Index length,
                                     Completeness* completeness) {
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
  std::vector<RecurrentPart> parts;
  RowVector unexplained = head.cwiseProduct(run.features.row(0));
  RowVector of_words = RowVector::Zero(length);
  for (const RcnnTrace& trace : run.traces) {
    const Index width = graph.value(trace.run.states).cols();
    unexplained.segment(trace.column, width).setZero();
    parts.push_back(TakeApart(graph, trace, state_weights(trace.column, width),
                              completeness, &of_words));
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
    parts.push_back(PartOfWords(of_words.transpose(), parts));
  }
  return MergeParts(parts);
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

// If the model reads vectors of the words, their mean or the last: what it
// would say at each word.
Status TraceGrades(const Classifier& model, const TextRun& run,
                   Classification* result) {
  const ClassifierOptions& options = model.options();
  if (!run.states || options.pooling == TextPooling::kMax) return {};
  // The curve is made of the probabilities here, as the text's grade is.
  const std::vector<Real> no_values(options.labels.size());
  Result<PositionCurve> curve =
      TracePositions(*run.states, model.output().weight().value,
                     model.output().bias().value, no_values);
  if (!curve.ok()) return curve.error();
  result->local_probabilities = std::move(curve.value().probabilities);
  if (options.grades.empty()) return {};
  for (Index t = 0; t < result->local_probabilities.rows(); ++t) {
    result->local_grades.push_back(
        model.ReadGrade(result->local_probabilities.row(t)).grade);
  }
  return {};
}

// A text as the model has read it, before its n-grams are listed.
struct ReadText {
  Classification found{};
  Graph graph{Graph::Mode::kInference};
  TextRun run;
  RowVector head;  // What the features count for.
};

Result<std::shared_ptr<ReadText>> Read(const Classifier& model,
                                       const std::vector<Token>& tokens,
                                       std::optional<std::size_t> label) {
  const ClassifierOptions& options = model.options();
  auto text = std::make_shared<ReadText>();
  Classification& found = text->found;
  for (const Token& token : tokens) found.words.push_back(token.span);
  const WordIds ids = model.Ids(tokens);
  found.known = KnownShare(tokens, ids);
  text->run = RunLayers(model, ids, text->graph);
  const Matrix& weight = model.output().weight().value;
  const RowVector bias = model.output().bias().value;
  const RowVector logits = text->run.features * weight + bias;
  Matrix probabilities = logits;
  SoftmaxRows<Real>(probabilities);
  found.probabilities.assign(probabilities.data(),
                             probabilities.data() + probabilities.size());
  const GradeScale::Reading reading = model.ReadGrade(probabilities.row(0));
  found.label = reading.label;
  if (!options.grades.empty()) found.grade = reading.grade;
  if (Status traced = TraceGrades(model, text->run, &found); !traced.ok()) {
    return traced.error();
  }

  if (!label && options.grades.empty()) label = found.label;
  const Doubles functional = Functional(options, label);
  const Eigen::Map<const Eigen::VectorXd> by_logit(
      functional.data(), static_cast<Index>(functional.size()));
  found.completeness.logit = logits.cast<double>().dot(by_logit);
  found.completeness.bias = bias.cast<double>().dot(by_logit);
  text->head = (weight.cast<double>() * by_logit).cast<Real>().transpose();
  return text;
}

// The n-grams of all parts together, as many as are asked for.
Begun<Classification> BeginListing(const Classifier& model,
                                   const std::shared_ptr<ReadText>& text,
                                   std::size_t count) {
  const auto length = static_cast<Index>(text->found.words.size());
  std::vector<RecurrentPart> parts =
      FindParts(model, text->run, text->graph, text->head, length,
                &text->found.completeness);
  return Then(BeginAttributingParts(std::move(parts), length, count),
              [text](const PartNgrams& listed) {
                Classification found = std::move(text->found);
                found.window = static_cast<std::size_t>(listed.window);
                found.completeness.ngrams += listed.total;
                for (const NgramContribution& strong : listed.strongest) {
                  SpanNgram& ngram = found.ngrams.emplace_back();
                  for (const Index position : strong.words) {
                    ngram.words.push_back(
                        found.words[static_cast<std::size_t>(position)]);
                  }
                  ngram.contribution = strong.contribution;
                }
                return found;
              });
}

}  // namespace

Result<Classification> ClassifyWithReasons(const Classifier& model,
                                           std::string_view utf8,
                                           const ClassifierQuestion& question) {
  return Finished(BeginClassifying(model, utf8, question));
}

Begun<Classification> BeginClassifying(const Classifier& model,
                                       std::string_view utf8,
                                       const ClassifierQuestion& question) {
  const std::size_t labels = model.options().labels.size();
  if (question.label && *question.label >= labels) {
    return Error{ErrorCode::kInvalidArgument,
                 "label: expected a number below " + std::to_string(labels) +
                     ", found " + std::to_string(*question.label)};
  }
  std::vector<Token> tokens = Tokenize(utf8);
  if (tokens.size() > kMaxWords) {
    return Error{ErrorCode::kTextTooLong,
                 "expected at most " + std::to_string(kMaxWords) +
                     " words, found " + std::to_string(tokens.size())};
  }
  const auto read = [&model, tokens = std::move(tokens),
                     label = question.label] {
    return Read(model, tokens, label);
  };
  return After(Later(read), [&model, count = question.ngrams](
                                const std::shared_ptr<ReadText>& text) {
    return BeginListing(model, text, count);
  });
}

}  // namespace whylight
