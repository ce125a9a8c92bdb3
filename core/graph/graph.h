// The computation graph: every operation writes its value here and, while
// recording, how to send a gradient back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/graph/arena.h"
#include "core/graph/parameter.h"
#include "core/graph/weight_cache.h"
#include "core/math/kernels.h"
#include "core/math/matrix.h"

namespace whylight {

/// A value in a graph. Valid until the graph is cleared or gives its memory.
struct Var {
  std::size_t index;
};

/// Values in the order they were computed, which is the topological order that
/// `Backward` walks in reverse (Goldberg15 section 6.2, algorithms 3 and 4).
///
/// An inference graph records nothing: it only keeps values. One graph serves
/// one thread; `Clear` makes it ready for the next text and keeps its memory.
class Graph {
 public:
  enum class Mode { kInference, kTraining };

  /// With a cache, which must outlive it, parameters are packed once for all
  /// graphs that share it.
  explicit Graph(Mode mode, WeightCache* cache = nullptr)
      : mode_(mode), cache_(cache) {}
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  /// True if operations must say how to go back.
#ifdef WHYLIGHT_INFERENCE_ONLY
  // Known to the compiler, so that no way back is in the program.
  static constexpr bool recording() { return false; }
#else
  bool recording() const { return mode_ == Mode::kTraining; }
#endif

  /// A new [rows x cols] value, uninitialised: the operation that asks for it
  /// fills it through `value`.
  Var NewValue(Index rows, Index cols);

  /// Numbers that are no value but last as long, uninitialised.
  MatrixView Scratch(Index rows, Index cols) {
    return {arena_.Take(static_cast<std::size_t>(rows * cols)), rows, cols};
  }

  /// A copy of `value` as a constant.
  Var Constant(const Eigen::Ref<const Matrix>& value);

  /// The parameter itself, not a copy: it must outlive the graph's values and
  /// keep its shape. Using it twice gives the same Var, so that gradients meet.
  Var Use(const Parameter& parameter);

  /// True if `Use` was called with `parameter`.
  bool Uses(const Parameter& parameter) const {
    return parameters_.contains(&parameter);
  }

  /// Rows of the parameter, copied: row i is row `rows[i]`, or zeros that get
  /// no gradient where that is -1. Each row may be named once. -> [n x cols].
  Var UseRows(const Parameter& parameter, std::span<const std::int32_t> rows);

  /// The results of `UseRows`, in order: row i of the gradient of `var` belongs
  /// to row `rows[i]` of the parameter, if that is not -1.
  struct RowUse {
    const Parameter* parameter;
    std::vector<std::int32_t> rows;
    Var var;
  };
  const std::vector<RowUse>& RowUses() const { return row_uses_; }

  ConstMatrixView value(Var var) const;

  /// The value of `var`, or its transpose, packed for products.
  PackedWeight Packed(Var var, bool transposed = false) const;
  /// True if `Packed` costs nothing, but for the first time.
  bool KeepsPacked(Var var) const {
    return cache_ != nullptr && nodes_[var.index].is_parameter;
  }

  /// For the operation that creates `var`, and for nobody else.
  MatrixView MutableValue(Var var);

  /// True if a gradient sent to `var` would get anywhere: it is a parameter,
  /// or an operation on one.
  bool NeedsGradient(Var var) const {
    const Node& node = nodes_[var.index];
    return node.mutable_value == nullptr || node.backward;
  }

  /// d(scalar) / d(var), zero until something flows back. Only in training.
  MatrixView Gradient(Var var);
  /// The same for an operation that writes every number: what `into` says it
  /// should add to, or what nothing has reached yet and is not cleared.
  struct WholeGradient {
    MatrixView values;
    Into into;
  };
  WholeGradient GradientToWrite(Var var);
  /// Adds `gradient`, an expression of the shape of `var`.
  template <typename Expression>
  void AddGradient(Var var, const Expression& gradient) {
    auto [values, into] = GradientToWrite(var);
    if (into == Into::kAdd) {
      values.array() += gradient.array();
    } else {
      values.array() = gradient.array();
    }
  }
  /// Adds aᵀ · b to the gradient of `weight`. If `weight` is a parameter that
  /// has more numbers than both and no gradient yet, they must stay as they are
  /// until the graph is cleared: the product is made when the gradient is asked
  /// for, or by whoever takes it.
  void AddGradientProduct(Var weight, const ConstRef<Real>& a,
                          const ConstRef<Real>& b);
  /// aᵀ · b, a term of a gradient.
  struct GradientProduct {
    ConstMatrixView a;
    ConstMatrixView b;
  };
  /// What has not been added to the gradient of `var`, for others to add.
  std::vector<GradientProduct> TakeGradientProducts(Var var) {
    return std::exchange(nodes_[var.index].products, {});
  }
  /// True if a gradient has reached `var`.
  bool HasGradient(Var var) const {
    const Node& node = nodes_[var.index];
    return node.gradient != nullptr || !node.products.empty();
  }

  /// Registers how the gradient of `var` is passed on to its arguments; it
  /// runs only when a gradient has reached `var`.
  void OnBackward(Var var, std::function<void()> backward);

  /// What lasts of a backward pass, until the graph is cleared: all values and
  /// gradients, or the gradients of parameters and `scalar` alone. What is
  /// passed by then gives its memory to the gradients before it.
  enum class Lasting { kAll, kParameters };

  /// Adds d(scalar) = 1 and runs everything recorded in reverse. `scalar` is
  /// [1 x 1].
  void Backward(Var scalar, Lasting lasting = Lasting::kAll);

  /// After `Backward` that let parameters' gradients last alone: moves these to
  /// `gradients` and gives away the memory of all else, for another graph to
  /// take. Nothing if a product was put off, as its factors lie there.
  std::optional<Arena> GiveMemory(Arena* gradients);
  /// Before the first value, memory that another graph gave.
  void TakeMemory(Arena memory) {
    arena_ = std::move(memory);
    arena_.Reset();
  }

  /// Forgets all values, keeps the memory.
  void Clear();

 private:
  struct Node {
    Index rows;
    Index cols;
    const Real* value;
    Real* mutable_value;  // Null for parameters and rows of them.
    Real* gradient;
    std::function<void()> backward;
    bool is_parameter = false;                   // All of it, where it lies.
    std::vector<GradientProduct> products = {};  // Not yet in the gradient.
  };

  // Gives back the memory of the nodes from `begin` to `end`.
  void Release(std::size_t begin, std::size_t end);
  // For a gradient: what was given back, if any of that size was.
  Real* TakeAgain(std::size_t count);

  [[maybe_unused]] Mode mode_;
  WeightCache* cache_;
  Arena arena_;
  std::vector<Node> nodes_;
  std::unordered_map<const Parameter*, std::size_t> parameters_;
  std::vector<RowUse> row_uses_;
  // Memory that was given back, by its size.
  std::unordered_map<std::size_t, std::vector<Real*>> released_;
  // Where the factors of products start that are still to be made.
  std::set<const Real*> factors_;
};

}  // namespace whylight
