#include "core/systems/rationale/train/encoder_stage.h"

#include <limits>
#include <optional>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/systems/rationale/train/evaluation.h"
#include "core/training/data/batches.h"

namespace whylight {
namespace {

// Its steps draw other random numbers than those of the selection.
constexpr std::uint64_t kFirstKey = std::uint64_t{1} << 40;

// Where clauses are taught, at most this share of the words selected in short
// texts stands in clauses about other aspects.
constexpr double kMostAstray = 0.01;

// Stands for no threshold of short texts: the lower of it and that of reviews
// counts.
constexpr Real kNone = std::numeric_limits<Real>::infinity();

}  // namespace

EncoderStage::EncoderStage(EncoderReads reads, RationaleModel& model,
                           const RatedTexts& train, const RatedTexts& dev,
                           const std::vector<whylight::Review>& dev_reviews,
                           const CalibrationTexts& calibration,
                           const RationaleTraining& training,
                           const std::vector<RationaleModel>& teachers)
    : reads_(reads),
      model_(model),
      train_(train),
      dev_(dev),
      dev_reviews_(dev_reviews),
      calibration_(calibration),
      training_(training),
      teachers_(teachers),
      own_(reads == EncoderReads::kRationale ? training.refit
                                             : training.full_text),
      aspects_(model.options().aspects.size()) {
  if (reads_ == EncoderReads::kRationale) {
    read_at_.value = Matrix(1, static_cast<Index>(aspects_));
  }
  scales_ = ErrorScales(train.ratings, FirstNumbers(train.reviews), aspects_);
}

std::pair<std::size_t, std::size_t> EncoderStage::Aspects(
    std::size_t example) const {
  if (reads_ == EncoderReads::kAllWords) return {0, aspects_};
  const std::size_t aspect = example % examples() % aspects_;
  return {aspect, aspect + 1};
}

std::vector<Parameter*> EncoderStage::Parameters() {
  std::vector<Parameter*> parameters = model_.EncoderParameters();
  if (model_.options().shared && reads_ == EncoderReads::kAllWords) {
    for (Parameter* parameter : model_.GeneratorParameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

void EncoderStage::FitSelection(std::optional<double> most_astray,
                                ThreadPool& pool) {
  // Thresholds of reviews are found without those of short texts.
  for (std::size_t a = 0; a < aspects_; ++a) {
    model_.SetShortThreshold(a, std::nullopt);
  }
  CalibrateDecoding(model_, dev_, training_, pool);
  FitShortTexts(model_, calibration_.templates, most_astray, pool);
}

Status EncoderStage::Settle(ThreadPool& pool) {
  if (reads_ == EncoderReads::kAllWords) {
    CalibrateDecoding(model_, dev_, training_, pool);
    return {};
  }
  // Whether an aspect is mentioned comes first: nothing else is selected.
  found_["mention"] =
      FitMention(model_, calibration_.templates, training_.mention_slack, pool);
  const auto most_astray =
      training_.teach_clauses ? std::optional(kMostAstray) : std::nullopt;
  if (FitsDomain(model_, calibration_)) {
    // Thresholds tell the domain, which tells the texts that they are for. The
    // domain to begin with must not be what was found for the last encoder,
    // which a run that goes on does not know.
    model_.UnsetDomain();
    FitSelection(most_astray, pool);
    FitDomain(model_, calibration_, training_.turn_away_cost, pool);
  }
  FitSelection(most_astray, pool);
  MeasurePoints(model_, dev_, pool);
  FitSpread(model_, calibration_.dev, pool);
  found_["domain"] =
      FitDomain(model_, calibration_, training_.turn_away_cost, pool);
  return {};
}

Status EncoderStage::Begin(ThreadPool& pool) {
  if (reads_ == EncoderReads::kAllWords) {
    texts_ = train_.texts;
    return {};
  }
  FitMention(model_, calibration_.templates, training_.mention_slack, pool);
  // It learns from more of a short text than it shows of it: an encoder that
  // has read all that a sentence says rates a part of it better, too.
  FitSelection(std::nullopt, pool);
  for (std::size_t a = 0; a < aspects_; ++a) {
    read_at_.value(0, static_cast<Index>(a)) =
        model_.options().aspects[a].short_threshold.value_or(kNone);
  }
  TakeRationales(pool);
  return {};
}

Status EncoderStage::GoOn(ThreadPool& pool) {
  if (reads_ == EncoderReads::kAllWords) return {};
  // The thresholds that `Begin` has found are those of an encoder that has
  // learned since.
  bool same = true;
  for (std::size_t a = 0; a < aspects_; ++a) {
    const Real threshold = read_at_.value(0, static_cast<Index>(a));
    const auto begun =
        threshold == kNone ? std::nullopt : std::optional(threshold);
    if (model_.options().aspects[a].short_threshold == begun) continue;
    model_.SetShortThreshold(a, begun);
    same = false;
  }
  if (!same) TakeRationales(pool);
  return {};
}

void EncoderStage::TakeRationales(ThreadPool& pool) {
  FitDomain(model_, calibration_, training_.turn_away_cost, pool);
  texts_.clear();
  const auto take = [&](const SetSelections& selected) {
    for (std::size_t i = 0; i < train_.size(); ++i) {
      for (std::size_t a = 0; a < aspects_; ++a) {
        texts_.push_back(TakeWords(train_.texts[i], selected[a][i]));
      }
    }
  };
  take(SelectWords(model_, train_, pool));
  for (const SetSelections& selected : SelectAtPoints(model_, train_, pool)) {
    take(selected);
  }
}

std::vector<std::vector<std::size_t>> EncoderStage::Batches(int epoch) const {
  std::vector<std::size_t> examples = FirstNumbers(this->examples());
  if (const std::size_t points = texts_.size() / examples.size() - 1;
      points > 0) {
    const CounterRandom random(training_.seed, RandomPurpose::kSample,
                               static_cast<std::uint64_t>(epoch));
    for (std::size_t& example : examples) {
      // The first half of the numbers is for the shown rates.
      const std::size_t drawn = random.Below(example, 2 * points);
      if (drawn >= points) example += (drawn - points + 1) * examples.size();
    }
  }
  // Nothing is learned from a rationale whose aspect the review does not rate.
  std::erase_if(examples, [this](std::size_t example) {
    const auto [first, last] = Aspects(example);
    const auto review = static_cast<Index>(Review(example));
    return last == first + 1 &&
           !IsRated(train_.ratings(review, static_cast<Index>(first)));
  });
  return LengthBatches(examples, LengthsOf(texts_), options().batch,
                       training_.seed,
                       kFirstKey + static_cast<std::uint64_t>(epoch));
}

std::string EncoderStage::ExampleName(std::size_t example) const {
  std::string review = "example " + std::to_string(Review(example) + 1);
  if (reads_ == EncoderReads::kAllWords) return review;
  return model_.options().aspects[Aspects(example).first].name + " of " +
         review;
}

void EncoderStage::AskTeachers(const std::vector<std::size_t>& examples,
                               Matrix* targets) const {
  if (reads_ == EncoderReads::kAllWords || training_.teacher_share == 0) return;
  std::vector<const WordIds*> texts;
  std::vector<Index> rows;
  std::vector<Real> shares;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::size_t text = Review(examples[i]);
    if (train_.IsTemplate(text)) continue;
    texts.push_back(&texts_[examples[i]]);
    rows.push_back(static_cast<Index>(i));
    shares.push_back(text < train_.reviews
                         ? static_cast<Real>(training_.teacher_share)
                         : Real{1});
  }
  if (texts.empty()) return;
  const WordBatch words = MakeWordBatch(texts);
  Matrix sum = Matrix::Zero(static_cast<Index>(rows.size()), targets->cols());
  for (const RationaleModel& teacher : teachers_) {
    Graph graph(Graph::Mode::kInference);
    sum += graph.value(teacher.EncoderRatings(
        graph, teacher.EncoderInputs(graph, teacher.Lookup(graph, words)),
        words.sequences, std::nullopt));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto said =
        sum.row(static_cast<Index>(i)) / static_cast<Real>(teachers_.size());
    auto target = targets->row(rows[i]);
    target += shares[i] * (said - target);
  }
}

Var EncoderStage::Loss(Graph& graph, const Shard& shard, const Step& step,
                       const std::vector<double>& /*totals*/) {
  std::vector<const WordIds*> texts;
  const auto count = static_cast<Index>(shard.examples.size());
  const auto width = static_cast<Index>(aspects_);
  Matrix target = Matrix::Zero(count, width);
  Matrix weight = Matrix::Zero(count, width);
  for (std::size_t i = 0; i < shard.examples.size(); ++i) {
    const std::size_t example = shard.examples[i];
    texts.push_back(&texts_[example]);
    const auto row = static_cast<Index>(i);
    const auto [first, last] = Aspects(example);
    for (std::size_t aspect = first; aspect < last; ++aspect) {
      const auto column = static_cast<Index>(aspect);
      target(row, column) =
          train_.ratings(static_cast<Index>(Review(example)), column);
      weight(row, column) = static_cast<Real>(
          1 / (scales_[aspect] * static_cast<double>(step.batch_size)));
    }
  }
  AskTeachers(shard.examples, &target);
  const WordBatch words = MakeWordBatch(texts);
  const Var vectors =
      DropWords(graph, words, model_.Lookup(graph, words), own_.dropout,
                training_.seed, kFirstKey + step.number, 1);
  const Var ratings =
      model_.EncoderRatings(graph, model_.EncoderInputs(graph, vectors),
                            words.sequences, std::nullopt);
  return SquaredError(graph, ratings, target, weight);
}

Result<nlohmann::ordered_json> EncoderStage::Evaluate(ThreadPool& pool) {
  const Result<RationaleEvaluation> evaluation = EvaluateRationale(
      model_, dev_reviews_, {.seed = training_.seed, .brief = true}, pool);
  if (!evaluation.ok()) return evaluation.error();
  nlohmann::ordered_json json = EvaluationToJson(evaluation.value());
  if (reads_ == EncoderReads::kRationale) json["calibration"] = found_;
  return json;
}

}  // namespace whylight
