#include "core/train/engine/shards.h"

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace whylight {
namespace {

// Elements that are worth handing to a thread.
constexpr Index kPartSize = Index{1} << 15;

template <typename Number>
std::string_view BytesOf(const Number* numbers, std::size_t count) {
  return {reinterpret_cast<const char*>(numbers), count * sizeof(Number)};
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
        add(*parts[s], *right);
      } else {
        parts[s].swap(right);
      }
    }
  }
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
  AddInTree(parts, add);
  std::vector<double> sum;
  if (parts[0]) sum = std::move(*parts[0]);
  if (ranks.size() == 1) return sum;

  const Result<std::optional<int>> up =
      ClimbTree(ranks, [&](const std::string& bytes) -> Status {
        std::vector<double> other(bytes.size() / sizeof(double));
        std::memcpy(other.data(), bytes.data(), bytes.size());
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
  std::memcpy(sum.data(), bytes.data(), bytes.size());
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
  // What each shard says of each parameter, then their sum in the first.
  std::vector<std::vector<std::optional<MatrixView>>> all;
  bool any = false;
  for (Parameter* parameter : parameters) {
    std::vector<std::optional<MatrixView>>& parts = all.emplace_back(own.count);
    for (std::size_t s = 0; s < own.count; ++s) {
      if (!used[own.first + s]) continue;
      Graph& graph = *graphs[own.first + s];
      parts[s] = graph.Gradient(graph.Use(*parameter));
      any = true;
    }
  }
  // A rank without examples adds zeros, where the others expect numbers.
  if (!any) {
    Graph& graph = *graphs[own.first];
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      all[p][0] = graph.Gradient(graph.Use(*parameters[p]));
    }
  }
  std::vector<Gradient> first;
  for (const auto& parts : all) {
    for (const auto& part : parts) {
      if (!part) continue;
      first.push_back({*part, std::nullopt});
      break;
    }
  }
  const std::vector<GradientPart> cuts = CutIntoParts(first);
  pool.ParallelFor(cuts.size(), [&](std::size_t i) {
    const GradientPart& cut = cuts[i];
    std::vector<std::optional<MatrixView>> parts = all[cut.parameter];
    AddInTree(parts, [&](MatrixView& left, const MatrixView& right) {
      left.middleRows(cut.begin, cut.end - cut.begin) +=
          right.middleRows(cut.begin, cut.end - cut.begin);
    });
  });
  if (ranks.size() == 1) return first;

  for (Gradient& gradient : first) {
    MatrixView& values = gradient.values;
    const auto count = static_cast<std::size_t>(values.size());
    const Result<std::optional<int>> up =
        ClimbTree(ranks, [&](const std::string& bytes) -> Status {
          if (bytes.size() != count * sizeof(Real)) return UnequalRanks();
          Matrix other(values.rows(), values.cols());
          std::memcpy(other.data(), bytes.data(), bytes.size());
          values += other;
          return {};
        });
    if (!up.ok()) return up.error();
    std::string bytes(BytesOf(values.data(), count));
    if (up.value()) {
      if (Status sent = ranks.Send(bytes, *up.value()); !sent.ok()) {
        return sent.error();
      }
    }
    if (Status told = ranks.Broadcast(&bytes); !told.ok()) return told.error();
    std::memcpy(values.data(), bytes.data(), bytes.size());
  }
  return first;
}

}  // namespace whylight
