#include "core/systems/rationale/train/selection_sampler.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/systems/rationale/train/estimators.h"

namespace whylight {

bool RegulatesSamples(const SelectionOptions& options) {
  return options.estimator == Estimator::kReinforce &&
         options.control == SelectionControl::kFixed;
}

double Ramp(double progress, double from, double to) {
  return std::clamp((progress - from) / (to - from), 0.0, 1.0);
}

SelectionSampler::SelectionSampler(const RationaleModel& model,
                                   const RationaleTraining& training)
    : model_(model),
      options_(training.selection),
      seed_(training.seed),
      choice_(model.options().choice),
      aspects_(static_cast<Index>(model.options().aspects.size())) {}

Index SelectionSampler::NoiseWidth() const {
  return choice_ == Choice::kCompeting ? aspects_ + 1 : aspects_;
}

// Added to the generator's numbers, or for HardKuma the uniform numbers that a
// sample is made from.
Matrix SelectionSampler::Noise(const Shard& shard, const Step& step,
                               const SequenceBatch& units, int sample) const {
  const Index columns = NoiseWidth();
  // A sample of other than the generator's own distribution would be a biased
  // one; gradients through a sample may be of any.
  const double scale =
      options_.estimator == Estimator::kReinforce
          ? 1
          : options_.noise_from + (options_.noise_to - options_.noise_from) *
                                      Ramp(step.progress, 0.3, 0.9);
  Matrix noise = Matrix::Constant(units.max_length * units.batch(), columns,
                                  choice_ == Choice::kHardKuma ? 0.5 : 0);
  for (Index b = 0; b < units.batch(); ++b) {
    const CounterRandom random(seed_, RandomPurpose::kSelection, step.number,
                               shard.examples[static_cast<std::size_t>(b)]);
    const Index length = units.lengths[static_cast<std::size_t>(b)];
    for (Index t = 0; t < length; ++t) {
      for (Index k = 0; k < columns; ++k) {
        const auto position =
            static_cast<std::uint64_t>((sample * length + t) * columns + k);
        double drawn = 0;
        switch (choice_) {
          case Choice::kCompeting:
            drawn = scale * random.Gumbel(position);
            break;
          case Choice::kIndependent: {
            const double u = random.Uniform(position);
            drawn = scale * (std::log(u) - std::log1p(-u));
            break;
          }
          case Choice::kHardKuma:
            drawn = random.Uniform(position);
            break;
        }
        noise(t * units.batch() + b, k) = static_cast<Real>(drawn);
      }
    }
  }
  return noise;
}

Matrix SelectionSampler::Selected(const Matrix& numbers,
                                  const Matrix& noise) const {
  if (choice_ != Choice::kHardKuma) {
    return ChooseLargest(choice_, numbers + noise);
  }
  Graph graph(Graph::Mode::kInference);
  return graph.value(HardKuma(graph, graph.Constant(numbers), noise));
}

Var SelectionSampler::Numbers(Graph& graph, const SequenceBatch& sequences,
                              const ChoiceUnits& units, Var states,
                              const Matrix& noise) const {
  Matrix chosen;
  if (model_.depends()) {
    const Index batch = sequences.batch();
    chosen =
        model_
            .ChooseInOrder(graph.value(states), sequences,
                           [&](Index t, const Matrix& numbers) -> Matrix {
                             return Selected(numbers,
                                             noise.middleRows(t * batch, batch))
                                 .leftCols(aspects_);
                           })
            .chosen;
  }
  return units.MeanOfWords(
      graph, model_.GeneratorNumbers(graph, states, sequences, chosen));
}

std::vector<Var> SelectionSampler::ColumnsOf(Graph& graph, Var masks) const {
  std::vector<Var> columns;
  for (Index a = 0; a < aspects_; ++a) {
    columns.push_back(Columns(graph, masks, a, 1));
  }
  return columns;
}

SelectionSample SelectionSampler::Draw(Graph& graph, const Shard& shard,
                                       const Step& step,
                                       const SequenceBatch& sequences,
                                       const ChoiceUnits& units, Var states,
                                       int sample) const {
  const Matrix noise = Noise(shard, step, units.sequences(), sample);
  const auto temperature = static_cast<Real>(options_.temperature);
  SelectionSample drawn;
  drawn.numbers = Numbers(graph, sequences, units, states, noise);
  Var masks;
  if (options_.estimator == Estimator::kReinforce) {
    drawn.drawn = Selected(graph.value(drawn.numbers), noise);
    masks = graph.Constant(drawn.drawn);
  } else if (choice_ == Choice::kCompeting) {
    masks = StraightThroughSoftmax(graph, drawn.numbers, noise, temperature);
  } else if (choice_ == Choice::kIndependent) {
    masks = StraightThroughSigmoid(graph, drawn.numbers, noise, temperature);
  } else {
    masks = HardKuma(graph, drawn.numbers, noise);
  }
  drawn.masks = ColumnsOf(graph, masks);
  return drawn;
}

std::vector<Var> SelectionSampler::Greedy(Graph& graph,
                                          const SequenceBatch& sequences,
                                          const ChoiceUnits& units,
                                          Var states) const {
  const SequenceBatch& chosen = units.sequences();
  const Matrix noise =
      Matrix::Zero(chosen.max_length * chosen.batch(), NoiseWidth());
  const Var numbers = Numbers(graph, sequences, units, states, noise);
  return ColumnsOf(graph,
                   graph.Constant(Selected(graph.value(numbers), noise)));
}

std::vector<Var> SelectionSampler::Regulated(
    Graph& graph, const std::vector<SelectionSample>& samples) const {
  const bool hard = choice_ != Choice::kHardKuma &&
                    (RegulatesSamples(options_) ||
                     options_.estimator == Estimator::kGradient);
  std::vector<Var> regulated;
  for (const SelectionSample& sample : samples) {
    if (hard) {
      regulated.insert(regulated.end(), sample.masks.begin(),
                       sample.masks.end());
      continue;
    }
    const Var probabilities = choice_ == Choice::kCompeting
                                  ? Softmax(graph, sample.numbers)
                              : choice_ == Choice::kIndependent
                                  ? Sigmoid(graph, sample.numbers)
                                  : HardKumaPresence(graph, sample.numbers);
    const std::vector<Var> columns = ColumnsOf(graph, probabilities);
    regulated.insert(regulated.end(), columns.begin(), columns.end());
    // All samples have the same ones unless choices depend on each other.
    if (!model_.depends()) break;
  }
  return regulated;
}

}  // namespace whylight
