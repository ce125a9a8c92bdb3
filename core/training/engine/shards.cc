#include "core/training/engine/shards.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/math/matrix_sums.h"

namespace whylight {
namespace {

// Elements that are worth handing to a thread.
constexpr Index kPartSize = Index{1} << 15;

template <typename Number>
std::string_view BytesOf(const Number* numbers, std::size_t count) {
  return {reinterpret_cast<const char*>(numbers), count * sizeof(Number)};
}

// Unlike memcpy it may be told to copy nothing to nowhere, as of a rank that
// computed no numbers.
template <typename Number>
void CopyBytes(std::string_view bytes, Number* numbers) {
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(numbers));
}

Error UnequalRanks() {
  return {ErrorCode::kInvalidArgument,
          "expected the same data and options on every rank, found ranks that "
          "compute numbers of different shapes"};
}

// Calls `merge(bytes)` with what each rank below this one in the tree has, and
// tells whether this rank is to hand its own numbers up, and to which.
template <typename Merge>
Result<std::optional<int>> ClimbTree(Communicator& ranks, const Merge& merge) {
  for (int width = 1; width < ranks.size(); width *= 2) {
    if (ranks.rank() % (2 * width) == width) {
      return std::optional<int>(ranks.rank() - width);
    }
    const Result<std::string> bytes = ranks.Receive(ranks.rank() + width);
    if (!bytes.ok()) return bytes.error();
    if (Status merged = merge(bytes.value()); !merged.ok()) {
      return merged.error();
    }
  }
  return std::optional<int>();
}

// Adds what is in `parts` in pairs, pairs of pairs and so on; `add(left,
// right)` adds right to left. Empty parts are passed over.
template <typename Part, typename Add>
void AddInTree(std::vector<std::optional<Part>>& parts, const Add& add) {
  for (std::size_t width = 1; width < parts.size(); width *= 2) {
    for (std::size_t s = 0; s + width < parts.size(); s += 2 * width) {
      std::optional<Part>& right = parts[s + width];
      if (!right) continue;
      if (parts[s]) {
        add(parts[s], right);
      } else {
        parts[s].emplace(*right);
      }
      right.reset();
    }
  }
}

Gradient NewGradient(Index rows, Index cols) {
  auto storage = std::make_shared<Matrix>(Matrix::Zero(rows, cols));
  const MatrixView values(storage->data(), rows, cols);
  return {values, std::nullopt, std::move(storage)};
}

// The sum of two sparse gradients, in storage of its own.
Gradient Union(const Gradient& left, const Gradient& right) {
  std::vector<std::int32_t> rows;
  std::set_union(left.rows->begin(), left.rows->end(), right.rows->begin(),
                 right.rows->end(), std::back_inserter(rows));
  Gradient sum =
      NewGradient(static_cast<Index>(rows.size()), left.values.cols());
  for (const Gradient* part : {&left, &right}) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < part->rows->size(); ++i) {
      while (rows[at] != (*part->rows)[i]) ++at;
      sum.values.row(static_cast<Index>(at)) +=
          part->values.row(static_cast<Index>(i));
    }
  }
  sum.rows = std::move(rows);
  return sum;
}

void AddRows(const Gradient& sparse, MatrixView dense) {
  for (std::size_t i = 0; i < sparse.rows->size(); ++i) {
    dense.row((*sparse.rows)[i]) += sparse.values.row(static_cast<Index>(i));
  }
}

// left + right, in the memory of `left` where that is large enough.
Gradient Plus(const Gradient& left, const Gradient& right, Index rows) {
  if (left.rows && right.rows) return Union(left, right);
  if (left.rows) {
    Gradient sum = NewGradient(rows, left.values.cols());
    AddRows(left, sum.values);
    sum.values += right.values;
    return sum;
  }
  Gradient sum = left;
  if (right.rows) {
    AddRows(right, sum.values);
  } else {
    sum.values += right.values;
  }
  return sum;
}

// Of one use of some rows, in their order.
Gradient RowGradient(Graph& graph, const Graph::RowUse& use) {
  std::vector<std::pair<std::int32_t, Index>> order;
  for (std::size_t i = 0; i < use.rows.size(); ++i) {
    if (use.rows[i] >= 0) {
      order.emplace_back(use.rows[i], static_cast<Index>(i));
    }
  }
  std::sort(order.begin(), order.end());
  const MatrixView all = graph.Gradient(use.var);
  Gradient sorted = NewGradient(static_cast<Index>(order.size()), all.cols());
  sorted.rows.emplace();
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted.rows->push_back(order[i].first);
    sorted.values.row(static_cast<Index>(i)) = all.row(order[i].second);
  }
  return sorted;
}

// What a shard says of a parameter: the sum of all of these.
struct ShardGradient {
  std::optional<MatrixView> sum;
  std::vector<Graph::GradientProduct> products;
  std::optional<Gradient> rows;

  bool empty() const { return !dense() && !rows; }
  bool dense() const { return sum || !products.empty(); }
};

ShardGradient GradientIn(Graph& graph, const Parameter& parameter) {
  ShardGradient gradient;
  if (graph.Uses(parameter)) {
    const Var var = graph.Use(parameter);
    gradient.products = graph.TakeGradientProducts(var);
    if (gradient.products.empty() || graph.HasGradient(var)) {
      gradient.sum.emplace(graph.Gradient(var));
    }
  }
  for (const Graph::RowUse& use : graph.RowUses()) {
    if (use.parameter != &parameter || !graph.HasGradient(use.var)) continue;
    const Gradient rows = RowGradient(graph, use);
    const Gradient all = gradient.rows ? Union(*gradient.rows, rows) : rows;
    gradient.rows.emplace(all);
  }
  return gradient;
}

// The rows `part` of a shard's gradient, as a term of the sum over shards.
MatrixTerm<Real> TermOf(const ShardGradient& gradient,
                        const GradientPart& part) {
  const Index count = part.end - part.begin;
  MatrixTerm<Real> term;
  if (gradient.sum) term.start = &gradient.sum->coeffRef(part.begin, 0);
  for (const auto& [a, b] : gradient.products) {
    term.products.push_back(
        {{&a.coeffRef(0, part.begin), a.rows(), count, a.cols()},
         {b.data(), b.rows(), b.cols(), b.cols()}});
  }
  if (!gradient.rows) return term;
  term.rows.resize(static_cast<std::size_t>(count));
  const std::vector<std::int32_t>& numbers = *gradient.rows->rows;
  for (auto row = std::lower_bound(numbers.begin(), numbers.end(), part.begin);
       row != numbers.end() && *row < part.end; ++row) {
    term.rows[static_cast<std::size_t>(*row - part.begin)] =
        &gradient.rows->values.coeffRef(std::distance(numbers.begin(), row), 0);
  }
  return term;
}

// The sum of what the shards of this rank say of a parameter, if all of them
// speak of some rows alone.
std::optional<Gradient> SumOfRows(std::span<const ShardGradient> gradients) {
  std::vector<std::optional<Gradient>> parts;
  for (const ShardGradient& gradient : gradients) {
    parts.push_back(gradient.rows);
  }
  AddInTree(parts, [](std::optional<Gradient>& left,
                      const std::optional<Gradient>& right) {
    const Gradient sum = Union(*left, *right);
    left.emplace(sum);
  });
  return parts[0];
}

// What the shards of this rank say of each parameter, added up. Dense sums are
// shared out to the threads, and made in memory of the first graph that knows
// of the parameter.
std::vector<std::optional<Gradient>> AddShards(
    const std::vector<Parameter*>& parameters,
    std::span<const std::unique_ptr<Graph>> graphs, std::span<const bool> used,
    ThreadPool& pool) {
  std::vector<std::optional<Gradient>> sums;
  std::vector<std::vector<ShardGradient>> dense_terms;
  std::vector<Gradient> dense;
  for (const Parameter* parameter : parameters) {
    std::vector<ShardGradient> terms(graphs.size());
    Graph* first = nullptr;
    bool is_dense = false;
    for (std::size_t s = 0; s < graphs.size(); ++s) {
      if (!used[s]) continue;
      terms[s] = GradientIn(*graphs[s], *parameter);
      if (first == nullptr && !terms[s].empty()) first = graphs[s].get();
      is_dense = is_dense || terms[s].dense();
    }
    if (!is_dense) {
      sums.push_back(SumOfRows(terms));
      continue;
    }
    dense.push_back({first->GradientToWrite(first->Use(*parameter)).values});
    dense_terms.push_back(std::move(terms));
    sums.push_back(dense.back());
  }
  const std::vector<GradientPart> parts = CutIntoParts(dense);
  pool.ParallelFor(parts.size(), [&](std::size_t i) {
    const GradientPart& part = parts[i];
    std::vector<MatrixTerm<Real>> terms;
    for (const ShardGradient& gradient : dense_terms[part.parameter]) {
      terms.push_back(TermOf(gradient, part));
    }
    SumTerms<Real>(terms, dense[part.parameter].values.middleRows(
                              part.begin, part.end - part.begin));
  });
  return sums;
}

// A gradient as one rank sends it to another: how many rows follow (or -1 if
// it is dense, or -2 if there is none), their numbers, and the values.
constexpr std::int64_t kDense = -1;
constexpr std::int64_t kNone = -2;

std::string Pack(const std::optional<Gradient>& gradient) {
  std::int64_t count = kNone;
  if (gradient) {
    count = gradient->rows ? std::ssize(*gradient->rows) : kDense;
  }
  std::string bytes(BytesOf(&count, 1));
  if (!gradient) return bytes;
  if (gradient->rows) {
    bytes += BytesOf(gradient->rows->data(), gradient->rows->size());
  }
  bytes += BytesOf(gradient->values.data(),
                   static_cast<std::size_t>(gradient->values.size()));
  return bytes;
}

Result<std::optional<Gradient>> Unpack(const std::string& bytes, Index rows,
                                       Index cols) {
  std::int64_t count = kNone;
  if (bytes.size() < sizeof(count)) return UnequalRanks();
  std::memcpy(&count, bytes.data(), sizeof(count));
  if (count == kNone) return std::optional<Gradient>();
  const std::size_t numbers =
      count == kDense ? 0 : static_cast<std::size_t>(count);
  Gradient gradient =
      NewGradient(count == kDense ? rows : static_cast<Index>(count), cols);
  const std::size_t values =
      static_cast<std::size_t>(gradient.values.size()) * sizeof(Real);
  const std::size_t start = sizeof(count) + numbers * sizeof(std::int32_t);
  if (bytes.size() != start + values) return UnequalRanks();
  if (count != kDense) {
    gradient.rows.emplace(numbers);
    CopyBytes(std::string_view(bytes).substr(sizeof(count),
                                             numbers * sizeof(std::int32_t)),
              gradient.rows->data());
  }
  CopyBytes(std::string_view(bytes).substr(start), gradient.values.data());
  return std::optional<Gradient>(gradient);
}

// The sum over the ranks of what each of them has, on every rank.
Status AddOverRanks(const Parameter& parameter, Communicator& ranks,
                    std::optional<Gradient>* sum) {
  if (ranks.size() == 1) return {};
  const Index rows = parameter.value.rows();
  const Index cols = parameter.value.cols();
  const Result<std::optional<int>> up =
      ClimbTree(ranks, [&](const std::string& bytes) -> Status {
        const Result<std::optional<Gradient>> other = Unpack(bytes, rows, cols);
        if (!other.ok()) return other.error();
        if (!other.value()) return {};
        if (*sum) {
          const Gradient both = Plus(**sum, *other.value(), rows);
          sum->emplace(both);
        } else {
          sum->emplace(*other.value());
        }
        return {};
      });
  if (!up.ok()) return up.error();
  std::string bytes = Pack(*sum);
  if (up.value()) {
    if (Status sent = ranks.Send(bytes, *up.value()); !sent.ok()) return sent;
  }
  if (Status told = ranks.Broadcast(&bytes); !told.ok()) return told;
  const Result<std::optional<Gradient>> total = Unpack(bytes, rows, cols);
  if (!total.ok()) return total.error();
  sum->reset();
  if (total.value()) sum->emplace(*total.value());
  return {};
}

}  // namespace

Result<std::vector<double>> SumNumbers(const ShardNumbers& numbers,
                                       Communicator& ranks) {
  const ShardRange own = ShardRange::Of(ranks);
  std::vector<std::optional<std::vector<double>>> parts(own.count);
  for (std::size_t s = 0; s < own.count; ++s) {
    if (!numbers[own.first + s].empty()) parts[s] = numbers[own.first + s];
  }
  const auto add = [](std::vector<double>& left,
                      const std::vector<double>& right) {
    for (std::size_t i = 0; i < left.size(); ++i) left[i] += right[i];
  };
  AddInTree(parts, [&](auto& left, const auto& right) { add(*left, *right); });
  std::vector<double> sum;
  if (parts[0]) sum = std::move(*parts[0]);
  if (ranks.size() == 1) return sum;

  const Result<std::optional<int>> up =
      ClimbTree(ranks, [&](const std::string& bytes) -> Status {
        std::vector<double> other(bytes.size() / sizeof(double));
        CopyBytes(bytes, other.data());
        if (other.empty()) return {};
        if (sum.empty()) {
          sum = std::move(other);
          return {};
        }
        if (other.size() != sum.size()) return UnequalRanks();
        add(sum, other);
        return {};
      });
  if (!up.ok()) return up.error();
  std::string bytes(BytesOf(sum.data(), sum.size()));
  if (up.value()) {
    if (Status sent = ranks.Send(bytes, *up.value()); !sent.ok()) {
      return sent.error();
    }
  }
  if (Status told = ranks.Broadcast(&bytes); !told.ok()) return told.error();
  sum.resize(bytes.size() / sizeof(double));
  CopyBytes(bytes, sum.data());
  return sum;
}

std::vector<GradientPart> CutIntoParts(std::span<const Gradient> gradients) {
  std::vector<GradientPart> parts;
  for (std::size_t p = 0; p < gradients.size(); ++p) {
    const MatrixView& values = gradients[p].values;
    const Index rows =
        std::max<Index>(1, kPartSize / std::max<Index>(1, values.cols()));
    for (Index begin = 0; begin < values.rows(); begin += rows) {
      parts.push_back({p, begin, std::min(begin + rows, values.rows())});
    }
  }
  return parts;
}

Result<std::vector<Gradient>> SumGradients(
    const std::vector<Parameter*>& parameters, const ShardGraphs& graphs,
    const std::array<bool, kShards>& used, Communicator& ranks,
    ThreadPool& pool) {
  const ShardRange own = ShardRange::Of(ranks);
  std::vector<std::optional<Gradient>> own_sums =
      AddShards(parameters, std::span(graphs).subspan(own.first, own.count),
                std::span(used).subspan(own.first, own.count), pool);
  std::vector<Gradient> sums;
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    std::optional<Gradient>& sum = own_sums[p];
    if (Status added = AddOverRanks(*parameters[p], ranks, &sum); !added.ok()) {
      return added.error();
    }
    if (!sum) {
      // No shard came by it.
      Graph& graph = *graphs[own.first];
      sum.emplace(Gradient{graph.Gradient(graph.Use(*parameters[p]))});
    }
    sums.push_back(*sum);
  }
  return sums;
}

}  // namespace whylight
