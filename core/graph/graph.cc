#include "core/graph/graph.h"

#include <algorithm>
#include <limits>

namespace whylight {
namespace {

// Where assertions are on, whoever reads what has been given back is noticed.
#ifdef NDEBUG
constexpr bool kSpoilsReleased = false;
#else
constexpr bool kSpoilsReleased = true;
#endif
// Fewer numbers are not worth the search for them.
constexpr std::size_t kLeastReleased = kSpoilsReleased ? 1 : 1024;

}  // namespace

Var Graph::NewValue(Index rows, Index cols) {
  // Where indices have 32 bits, the product may have more.
  const std::uint64_t count =
      static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(cols);
  if (count > static_cast<std::uint64_t>(PTRDIFF_MAX)) {
    Eigen::internal::throw_std_bad_alloc();
  }
  Real* data = arena_.Take(static_cast<std::size_t>(count));
  nodes_.push_back({rows, cols, data, data, nullptr, nullptr});
  return {nodes_.size() - 1};
}

Var Graph::Constant(const Eigen::Ref<const Matrix>& value) {
  const Var var = NewValue(value.rows(), value.cols());
  MutableValue(var) = value;
  return var;
}

Var Graph::Use(const Parameter& parameter) {
  const auto [entry, inserted] =
      parameters_.try_emplace(&parameter, nodes_.size());
  if (inserted) {
    const Matrix& value = parameter.value;
    nodes_.push_back(
        {value.rows(), value.cols(), value.data(), nullptr, nullptr, {}, true});
  }
  return {entry->second};
}

Var Graph::UseRows(const Parameter& parameter,
                   std::span<const std::int32_t> rows) {
  const Var var =
      NewValue(static_cast<Index>(rows.size()), parameter.value.cols());
  MatrixView values = MutableValue(var);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto value = values.row(static_cast<Index>(i));
    if (rows[i] < 0) {
      value.setZero();
    } else {
      value = parameter.value.row(rows[i]);
    }
  }
  nodes_[var.index].mutable_value = nullptr;
  row_uses_.push_back({&parameter, {rows.begin(), rows.end()}, var});
  return var;
}

ConstMatrixView Graph::value(Var var) const {
  const Node& node = nodes_[var.index];
  return {node.value, node.rows, node.cols};
}

PackedWeight Graph::Packed(Var var, bool transposed) const {
  if (KeepsPacked(var)) return cache_->Packed(value(var), transposed);
  return PackWeight(value(var), transposed);
}

MatrixView Graph::MutableValue(Var var) {
  const Node& node = nodes_[var.index];
  eigen_assert(node.mutable_value != nullptr);
  return {node.mutable_value, node.rows, node.cols};
}

MatrixView Graph::Gradient(Var var) {
  WholeGradient gradient = GradientToWrite(var);
  if (gradient.into == Into::kReplace) gradient.values.setZero();
  return gradient.values;
}

Graph::WholeGradient Graph::GradientToWrite(Var var) {
  Node& node = nodes_[var.index];
  Into into = node.gradient == nullptr ? Into::kReplace : Into::kAdd;
  if (into == Into::kReplace) {
    node.gradient = TakeAgain(static_cast<std::size_t>(node.rows * node.cols));
  }
  const MatrixView values(node.gradient, node.rows, node.cols);
  for (const auto& [a, b] : TakeGradientProducts(var)) {
    TransposedProduct<Real>(a, b, values, into);
    into = Into::kAdd;
  }
  return {values, into};
}

void Graph::AddGradientProduct(Var weight, const ConstRef<Real>& a,
                               const ConstRef<Real>& b) {
  Node& node = nodes_[weight.index];
  // Shards whose gradient is larger than what it is made of are not to pass
  // over all of it each, as memory would have to keep up. To add to a gradient
  // that is there costs little, and waiting factors keep all of the memory.
  if (node.is_parameter && node.gradient == nullptr &&
      a.size() + b.size() < node.rows * node.cols) {
    eigen_assert(a.outerStride() == a.cols() && b.outerStride() == b.cols());
    node.products.push_back(
        {{a.data(), a.rows(), a.cols()}, {b.data(), b.rows(), b.cols()}});
    factors_.insert({a.data(), b.data()});
    return;
  }
  auto [values, into] = GradientToWrite(weight);
  TransposedProduct<Real>(a, b, values, into);
}

void Graph::OnBackward(Var var, std::function<void()> backward) {
  nodes_[var.index].backward = std::move(backward);
}

void Graph::Backward(Var scalar, Lasting lasting) {
  eigen_assert(value(scalar).size() == 1);
  Gradient(scalar).array() += Real{1};
  std::size_t end = scalar.index;
  std::size_t begin = end;
  for (std::size_t i = scalar.index + 1; i-- > 0;) {
    if (!nodes_[i].backward || nodes_[i].gradient == nullptr) continue;
    nodes_[i].backward();
    if (lasting == Lasting::kAll) continue;
    // What an operation keeps for its way back stands behind its result, so
    // that nodes wait until the operation before them has run, too.
    Release(begin, end);
    end = std::exchange(begin, i);
  }
}

void Graph::Release(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    Node& node = nodes_[i];
    const auto size = static_cast<std::size_t>(node.rows * node.cols);
    if (node.mutable_value == nullptr || size < kLeastReleased) continue;
    const auto release = [&](Real* data) {
      if (data == nullptr) return;
      const auto factor = factors_.lower_bound(data);
      if (factor != factors_.end() && *factor < data + size) return;
      if (kSpoilsReleased) {
        std::fill_n(data, size, std::numeric_limits<Real>::quiet_NaN());
      }
      released_[size].push_back(data);
    };
    release(std::exchange(node.mutable_value, nullptr));
    release(std::exchange(node.gradient, nullptr));
    // What the way back has captured stays: it may be a factor, too.
    node.value = nullptr;
  }
}

Real* Graph::TakeAgain(std::size_t count) {
  const auto found = released_.find(count);
  if (found == released_.end() || found->second.empty()) {
    return arena_.Take(count);
  }
  Real* const data = found->second.back();
  found->second.pop_back();
  return data;
}

std::optional<Arena> Graph::GiveMemory(Arena* gradients) {
  if (!factors_.empty()) return std::nullopt;
  for (Node& node : nodes_) {
    node.backward = nullptr;  // With all that it has captured.
    if (node.mutable_value == nullptr && node.gradient != nullptr) {
      const auto size = static_cast<std::size_t>(node.rows * node.cols);
      Real* const kept = gradients->Take(size);
      std::copy_n(node.gradient, size, kept);
      node.gradient = kept;
    } else {
      node.mutable_value = nullptr;
      node.gradient = nullptr;
    }
    if (!node.is_parameter) node.value = nullptr;
  }
  released_.clear();
  return std::exchange(arena_, Arena());
}

void Graph::Clear() {
  nodes_.clear();
  parameters_.clear();
  row_uses_.clear();
  released_.clear();
  factors_.clear();
  arena_.Reset();
}

}  // namespace whylight
