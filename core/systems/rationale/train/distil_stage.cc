#include "core/systems/rationale/train/distil_stage.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/ops/ops.h"
#include "core/systems/rationale/train/estimators.h"
#include "core/training/data/batches.h"

namespace whylight {
namespace {

// Its steps draw other random numbers than those of other stages.
constexpr std::uint64_t kFirstKey = std::uint64_t{1} << 41;
constexpr std::size_t kTextsAtOnce = 16;

// Each word of a clause about an aspect speaks of it with at least this
// probability: below the threshold of reviews, and above that of single
// sentences, whose rating needs the "not" as well as the "good".
constexpr Real kLeastOfClause = Real(0.25);

// The least for all aspects together, which a word of a clause about one of
// them or about every one shares. So a verdict on the whole stands above what
// another aspect's word says of this one by chance.
Real LeastOf(bool every, Index aspects) {
  return every ? std::min(Real{1}, kLeastOfClause * static_cast<Real>(aspects))
               : kLeastOfClause;
}

}  // namespace

std::string FindTeacherProblem(const RationaleModel& model,
                               const RationaleModel& teacher) {
  const auto names = [](const RationaleModel& of) {
    std::string list;
    for (const RationaleAspect& aspect : of.options().aspects) {
      list.append(list.empty() ? "" : ", ").append(aspect.name);
    }
    return list;
  };
  if (names(teacher) != names(model)) {
    return "expected the aspects " + names(model) + ", found " + names(teacher);
  }
  if (teacher.options().choice != model.options().choice) {
    return "expected a model that chooses in the same way, found another "
           "\"choice\"";
  }
  if (teacher.depends()) {
    return "expected choices that do not depend on each other, found "
           "\"dependent\"";
  }
  if (teacher.vocabulary().Serialize() != model.vocabulary().Serialize()) {
    return "expected the " + std::to_string(model.vocabulary().size()) +
           " words of the model, found others";
  }
  return {};
}

void KeepToClauses(const RatedTexts& set, std::span<const std::size_t> examples,
                   const SequenceBatch& sequences, Choice choice,
                   Matrix* taught) {
  const bool competing = choice == Choice::kCompeting;
  const Index aspects = taught->cols() - (competing ? 1 : 0);
  ForEachWord(sequences, [&](Index b, Index t, Index row) {
    const std::size_t text = examples[static_cast<std::size_t>(b)];
    if (!set.IsTemplate(text)) return;
    const std::int16_t about = set.AboutOf(text)[static_cast<std::size_t>(t)];
    auto said = taught->row(row).head(aspects);
    const Real any = competing ? said.sum() : said.maxCoeff();
    const bool speaks = about != RatedTexts::kNoAspect;
    const bool every = about == RatedTexts::kEveryAspect;
    const Real least = LeastOf(every && competing, aspects);
    const Real own = speaks ? std::clamp(any, least, Real{1}) : 0;
    said.setZero();
    if (every) {
      said.setConstant(competing ? own / static_cast<Real>(aspects) : own);
    } else if (speaks) {
      said(about) = own;
    }
    if (competing) (*taught)(row, aspects) = 1 - own;
  });
}

std::vector<std::vector<std::size_t>> DistilStage::Batches(int epoch) const {
  return LengthBatches(LengthsOf(train_.texts), options().batch, training_.seed,
                       kFirstKey + static_cast<std::uint64_t>(epoch));
}

Matrix DistilStage::Taught(const WordBatch& batch) const {
  Matrix mean;
  for (const RationaleModel& teacher : teachers_) {
    Graph graph(Graph::Mode::kInference);
    const Var states = teacher.GeneratorStates(
        graph, teacher.Lookup(graph, batch), batch.sequences);
    Matrix numbers = graph.value(
        teacher.GeneratorNumbers(graph, states, batch.sequences, {}));
    Matrix probabilities(numbers.rows(), numbers.cols());
    ChoiceProbabilities(model_.options().choice, numbers, probabilities);
    if (mean.size() == 0) {
      mean = std::move(probabilities);
    } else {
      mean += probabilities;
    }
  }
  return mean / static_cast<Real>(teachers_.size());
}

Var DistilStage::CrossEntropy(Graph& graph, const WordBatch& batch, Var vectors,
                              const Matrix& taught, double texts) const {
  const Var states = model_.GeneratorStates(graph, vectors, batch.sequences);
  const Var numbers =
      model_.GeneratorNumbers(graph, states, batch.sequences, {});
  // Every text weighs the same.
  const auto weight = [&](Index b) {
    const Index length = batch.sequences.lengths[static_cast<std::size_t>(b)];
    return static_cast<Real>(1 / (texts * static_cast<double>(length)));
  };
  if (model_.options().choice == Choice::kIndependent) {
    Matrix weights = Matrix::Zero(taught.rows(), taught.cols());
    ForEachWord(batch.sequences, [&](Index b, Index, Index row) {
      weights.row(row).setConstant(weight(b));
    });
    return SigmoidCrossEntropy(graph, numbers, taught, weights);
  }
  std::vector<Var> parts;
  for (Index k = 0; k < taught.cols(); ++k) {
    const std::vector<std::int32_t> targets(
        static_cast<std::size_t>(taught.rows()), static_cast<std::int32_t>(k));
    std::vector<Real> weights(targets.size());
    ForEachWord(batch.sequences, [&](Index b, Index, Index row) {
      weights[static_cast<std::size_t>(row)] = weight(b) * taught(row, k);
    });
    parts.push_back(SoftmaxCrossEntropy(graph, numbers, targets, weights));
  }
  return WeightedSum(graph, parts, std::vector<Real>(parts.size(), Real{1}));
}

Var DistilStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                      const std::vector<double>& /*totals*/) {
  std::vector<const WordIds*> texts;
  for (const std::size_t review : shard.examples) {
    texts.push_back(&train_.texts[review]);
  }
  const WordBatch batch = MakeWordBatch(texts);
  const Var vectors = DropWords(graph, batch, model_.Lookup(graph, batch),
                                training_.distil.dropout, training_.seed,
                                kFirstKey + step.number, 0);
  Matrix taught = Taught(batch);
  if (training_.teach_clauses) {
    KeepToClauses(train_, shard.examples, batch.sequences,
                  model_.options().choice, &taught);
  }
  return CrossEntropy(graph, batch, vectors, taught,
                      static_cast<double>(step.batch_size));
}

Status DistilStage::Settle(ThreadPool& pool) {
  CalibrateDecoding(model_, dev_, training_, pool);
  return {};
}

Result<nlohmann::ordered_json> DistilStage::Evaluate(ThreadPool& pool) {
  const std::size_t pieces = (dev_.size() + kTextsAtOnce - 1) / kTextsAtOnce;
  std::vector<double> sums(pieces);
  pool.ParallelFor(pieces, [&](std::size_t piece) {
    const std::size_t start = piece * kTextsAtOnce;
    const std::size_t end = std::min(start + kTextsAtOnce, dev_.size());
    std::vector<const WordIds*> texts;
    for (std::size_t i = start; i < end; ++i) texts.push_back(&dev_.texts[i]);
    const WordBatch batch = MakeWordBatch(texts);
    Graph graph(Graph::Mode::kInference);
    const Var loss =
        CrossEntropy(graph, batch, model_.Lookup(graph, batch), Taught(batch),
                     static_cast<double>(dev_.size()));
    sums[piece] = static_cast<double>(graph.value(loss)(0, 0));
  });
  return nlohmann::ordered_json{
      {"cross_entropy", std::accumulate(sums.begin(), sums.end(), 0.0)}};
}

}  // namespace whylight
