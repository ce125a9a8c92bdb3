#include "core/systems/pairs/stack_comparison.h"

#include <string>
#include <utility>

#include "core/model/read_layers.h"
#include "core/ops/co_stack.h"
#include "core/ops/ops.h"

namespace whylight {
namespace {

constexpr char kStack[] = "stack";

// The start of the names of what is between layer k and the next.
std::string NumbersPrefix(std::size_t k) {
  return "between." + std::to_string(k + 1) + ".";
}

// What keeps layers from being read side by side, or nothing.
std::string FindProblem(const LayerList& stack, const PairOptions& options) {
  const std::string unfit = FindUnfitReader(options, options.stack, kStack,
                                            stack, WordOutput::kHardMasks);
  if (!unfit.empty()) return unfit;
  const Index width = stack.front()->outputs();
  for (std::size_t k = 0; k < stack.size(); ++k) {
    if (stack[k]->outputs() == width) continue;
    return std::string(kStack) + "[" + std::to_string(k) +
           "]: expected width " + std::to_string(width) +
           ", that of the first layer, found " +
           std::to_string(stack[k]->outputs());
  }
  const Status checked = WordNumbers::Check(options, width);
  return checked.ok() ? "" : checked.error().message;
}

}  // namespace

StackComparison::StackComparison(LayerList stack,
                                 std::vector<WordNumbers> numbers,
                                 bool drops_inputs)
    : stack_(std::move(stack)),
      numbers_(std::move(numbers)),
      drops_inputs_(drops_inputs) {}

Result<std::unique_ptr<WordComparison>> StackComparison::Make(
    const PairOptions& options, Index inputs, std::uint64_t seed) {
  Result<LayerList> stack =
      MakeNewLayers(options.stack, kStack, inputs, kStack, seed,
                    WordNumbers::Count(options.kind));
  if (!stack.ok()) return stack.error();
  const std::string problem = FindProblem(stack.value(), options);
  if (!problem.empty()) return Invalid(problem);
  const Index width = stack.value().front()->outputs();
  std::vector<WordNumbers> numbers;
  for (std::size_t k = 0; k + 1 < stack.value().size(); ++k) {
    numbers.emplace_back(NumbersPrefix(k), options, width, seed);
  }
  return std::unique_ptr<WordComparison>(new StackComparison(
      std::move(stack).value(), std::move(numbers), !options.layers.empty()));
}

Result<std::unique_ptr<WordComparison>> StackComparison::Load(
    const PairOptions& options, Index inputs, const SafetensorsView& tensors,
    std::string_view file) {
  Result<LayerList> stack =
      LoadLayers(options.stack, "stack: ", inputs, tensors, kStack, MakeLayer,
                 WordNumbers::Count(options.kind));
  if (!stack.ok()) return stack.error();
  const std::string problem = FindProblem(stack.value(), options);
  if (!problem.empty()) return BadConfig(problem);
  const Index width = stack.value().front()->outputs();
  // Before memory is taken for as many.
  const auto gaps = static_cast<Index>(stack.value().size()) - 1;
  if (Status fits = CheckModelSize(
          static_cast<std::uint64_t>(gaps) *
              static_cast<std::uint64_t>(WordNumbers::Size(options, width)),
          file);
      !fits.ok()) {
    return fits.error();
  }
  std::vector<WordNumbers> numbers;
  for (std::size_t k = 0; k + 1 < stack.value().size(); ++k) {
    numbers.emplace_back(NumbersPrefix(k), options, width, 0);
    Status read = ReadParameters(tensors, numbers.back().Parameters());
    if (!read.ok()) return read.error();
  }
  return std::unique_ptr<WordComparison>(new StackComparison(
      std::move(stack).value(), std::move(numbers), !options.layers.empty()));
}

Index StackComparison::outputs() const {
  return 4 * static_cast<Index>(stack_.size()) * stack_.front()->outputs();
}

std::vector<ComparedWords> StackComparison::ReadStack(
    Graph& graph, const PairSide& first, const PairSide& second,
    std::uint64_t reader) const {
  std::vector<ComparedWords> given;
  ComparedWords words = {first.words, second.words};
  for (std::size_t k = 0; k < stack_.size(); ++k) {
    if (k > 0) words = numbers_[k - 1].Apply(graph, words.first, words.second);
    const auto read = [&](const Sequences& side, const TextDropout& dropout) {
      const Sequences dropped =
          k > 0 || drops_inputs_ ? DropOfWords(graph, side, dropout, reader + k)
                                 : side;
      return ApplyLayer(graph, *stack_[k], dropped);
    };
    words = {read(words.first, first.dropout),
             read(words.second, second.dropout)};
    given.push_back(words);
  }
  return given;
}

StackComparison::Stacked StackComparison::Read(Graph& graph,
                                               const PairSide& first,
                                               const PairSide& second,
                                               std::uint64_t reader) const {
  const std::vector<ComparedWords> layers =
      ReadStack(graph, first, second, reader);
  const auto side_by_side = [&](Sequences ComparedWords::*side) {
    Var all = AtPositions(graph, layers.front().*side);
    for (std::size_t k = 1; k < layers.size(); ++k) {
      all = ConcatColumns(graph, all, AtPositions(graph, layers[k].*side));
    }
    return AtEveryPosition(all, layers.front().*side);
  };
  const Sequences x = side_by_side(&ComparedWords::first);
  const Sequences y = side_by_side(&ComparedWords::second);
  const Var scores = CoStackScores(graph, x.words, x.batch, y.words, y.batch,
                                   static_cast<Index>(layers.size()));
  return {x, y, AlignByScores(graph, scores, x, y)};
}

Alignment StackComparison::Align(Graph& graph, const PairSide& first,
                                 const PairSide& second) const {
  return Read(graph, first, second, 0).aligned;
}

ComparedWords StackComparison::Compare(Graph& graph, const PairSide& first,
                                       const PairSide& second,
                                       std::uint64_t reader) const {
  const Stacked read = Read(graph, first, second, reader);
  const auto compared = [&](const Attention& other, const Sequences& words) {
    return AtEveryPosition(SideBySide(graph, other.vectors, words.words),
                           words);
  };
  return {compared(read.aligned.left, read.first),
          compared(read.aligned.right, read.second)};
}

SplitFeatures StackComparison::Split(Graph& graph, const PairSide& first,
                                     const PairSide& second) const {
  const std::vector<ComparedWords> layers = ReadStack(graph, first, second, 0);
  SplitFeatures all;
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    SplitFeatures split =
        numbers_[k].Split(graph, layers[k].first, layers[k].second);
    for (auto side : {&SplitFeatures::first, &SplitFeatures::second}) {
      for (SplitFeature& feature : split.*side) {
        feature.layer = k + 1;
        (all.*side).push_back(std::move(feature));
      }
    }
  }
  return all;
}

std::vector<Parameter*> StackComparison::NumbersParameters() {
  std::vector<Parameter*> parameters;
  for (WordNumbers& numbers : numbers_) {
    for (Parameter* parameter : numbers.Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

std::vector<Parameter*> StackComparison::Parameters() {
  std::vector<Parameter*> parameters = NumbersParameters();
  for (const auto& layer : stack_) {
    for (Parameter* parameter : layer->Parameters()) {
      parameters.push_back(parameter);
    }
  }
  return parameters;
}

Status StackComparison::Save(Dtype dtype, TensorCollector* tensors) const {
  // Only asked where they are.
  Status saved = SaveParameters(
      const_cast<StackComparison*>(this)->NumbersParameters(), dtype, tensors);
  return saved.ok() ? SaveLayers(stack_, kStack, dtype, tensors) : saved;
}

}  // namespace whylight
