#include "core/layers/pair_compression.h"

#include <utility>

#include "core/layers/check_size.h"
#include "core/layers/layer_names.h"
#include "core/ops/ops.h"
#include "core/ops/subtract.h"

namespace whylight {
namespace {

constexpr const char* kPairParts[] = {"c", "s", "m"};

}  // namespace

const std::vector<std::pair<std::string, Compression>>& CompressionNames() {
  static const Names<Compression> names = {
      {"factorisation", Compression::kFactorisation},
      {"dense", Compression::kDense},
      {"sum", Compression::kSum}};
  return names;
}

const Fields<PairCompressionOptions>& PairCompressionFields() {
  static const auto fields =
      Fields<PairCompressionOptions>(
          "A word and what is aligned with it, made into three numbers (Tay19 "
          "section 4.2).")
          .Choice("compression", &PairCompressionOptions::compression,
                  CompressionNames(),
                  "What makes a number of a vector x: a factorisation machine, "
                  "max(0, w · x + b), or the sum of its numbers.")
          .Count("factors", &PairCompressionOptions::factors, {1, kMaxWidth},
                 "Number of factors of each factorisation machine.")
          .When("compression is factorisation")
          .Choice("initialisation", &PairCompressionOptions::initialisation,
                  InitialisationNames(), "How matrices are initialised.")
          .When("the layer is to be trained");
  return fields;
}

Status CheckPairCompressionOptions(const PairCompressionOptions& options) {
  Status checked = CheckSize("compression", "inputs", options.inputs);
  if (!checked.ok() || options.compression != Compression::kFactorisation) {
    return checked;
  }
  return CheckSize("compression", "factors", options.factors);
}

PairCompression::PairCompression(const std::string& name,
                                 const PairCompressionOptions& options,
                                 std::uint64_t seed)
    : compression_(options.compression) {
  for (const char* part : kPairParts) {
    const std::string part_name = name + "." + part;
    const Index width =
        part == kPairParts[0] ? 2 * options.inputs : options.inputs;
    if (compression_ == Compression::kFactorisation) {
      machines_.emplace_back(
          part_name,
          FactorisationMachineOptions{.inputs = width,
                                      .factors = options.factors,
                                      .initialisation = options.initialisation},
          seed);
    } else if (compression_ == Compression::kDense) {
      dense_.emplace_back(part_name, width, 1, seed, options.initialisation);
    }
  }
}

Var PairCompression::Compress(Graph& graph, std::size_t part, Var x) const {
  switch (compression_) {
    case Compression::kFactorisation:
      return machines_[part].Apply(graph, x);
    case Compression::kDense:
      return Relu(graph, dense_[part].Apply(graph, x));
    case Compression::kSum:
      break;
  }
  return MatMul(graph, x,
                graph.Constant(Matrix::Ones(graph.value(x).cols(), 1)));
}

Var PairCompression::Apply(Graph& graph, Var left, Var right) const {
  const Var concatenated =
      Compress(graph, 0, ConcatColumns(graph, left, right));
  const Var subtracted = Compress(graph, 1, Subtract(graph, left, right));
  const Var multiplied = Compress(graph, 2, Multiply(graph, left, right));
  return ConcatColumns(graph, ConcatColumns(graph, concatenated, subtracted),
                       multiplied);
}

SplitNumber PairCompression::SplitAt(std::size_t part, const RowVector& x,
                                     const RowVector& base) const {
  switch (compression_) {
    case Compression::kFactorisation: {
      // Between two points a square rises by the mean of their slopes.
      const FactorisationMachineLayer& machine = machines_[part];
      return {machine.At(base),
              (machine.SlopeAt(base) + machine.SlopeAt(x)) / 2};
    }
    case Compression::kDense: {
      const RowVector weight = dense_[part].weight().value.transpose();
      const Real bias = dense_[part].bias().value(0, 0);
      if (x.dot(weight) + bias <= 0) return {0, RowVector::Zero(x.size())};
      return {base.dot(weight) + bias, weight};
    }
    case Compression::kSum:
      break;
  }
  return {base.sum(), RowVector::Ones(x.size())};
}

std::array<SplitNumber, PairCompression::kOutputs> PairCompression::Split(
    const RowVector& left, const RowVector& right) const {
  const Index width = left.size();
  const RowVector zero = RowVector::Zero(width);
  const auto beside = [&](const RowVector& first) {
    RowVector both(2 * width);
    both << first, right;
    return both;
  };
  std::array<SplitNumber, kOutputs> split = {
      SplitAt(0, beside(left), beside(zero)), SplitAt(1, left - right, -right),
      SplitAt(2, left.cwiseProduct(right), zero)};
  split[0].slope = RowVector(split[0].slope.head(width));
  split[2].slope = split[2].slope.cwiseProduct(right);
  return split;
}

std::vector<LayerTensor> PairCompression::Tensors() {
  std::vector<LayerTensor> tensors;
  const auto add = [&](std::size_t part, LayerTensor tensor) {
    tensor.name = std::string(kPairParts[part]) + "." + tensor.name;
    if (part == 0) {
      for (std::string& dim : tensor.dims) {
        if (dim == "d") dim = "2d";
      }
    }
    tensors.push_back(std::move(tensor));
  };
  for (std::size_t part = 0; part < machines_.size(); ++part) {
    for (LayerTensor& tensor : machines_[part].Tensors()) {
      add(part, std::move(tensor));
    }
  }
  for (std::size_t part = 0; part < dense_.size(); ++part) {
    add(part, {"W", {"1", "d"}, &dense_[part].weight(), 0, 1});
    add(part, {"b", {"1"}, &dense_[part].bias(), 0, 1});
  }
  return tensors;
}

}  // namespace whylight
