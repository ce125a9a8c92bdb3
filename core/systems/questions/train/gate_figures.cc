#include "core/systems/questions/train/gate_figures.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/systems/questions/gates.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

struct Position {
  std::size_t n = 0;
  double mean = 0;
  double max = 0;
};

struct Recurrence {
  std::size_t layer = 0;
  bool reversed = false;
  std::vector<Position> positions;
};

}  // namespace

Result<ordered_json> GatesByPosition(const Retriever& model,
                                     const QueryFile& file, ThreadPool& pool) {
  std::vector<std::vector<RecurrenceGates>> of_texts(file.texts.size());
  std::vector<std::string> problems(file.texts.size());
  pool.ParallelFor(file.texts.size(), [&](std::size_t i) {
    Result<std::vector<RecurrenceGates>> read = ReadGates(model, file.texts[i]);
    if (read.ok()) {
      of_texts[i] = std::move(read).value();
    } else {
      problems[i] = read.error().message;
    }
  });
  std::vector<Recurrence> all;
  for (std::size_t i = 0; i < of_texts.size(); ++i) {
    if (!problems[i].empty()) return Invalid("eval: gates: " + problems[i]);
    all.resize(std::max(all.size(), of_texts[i].size()));
    for (std::size_t r = 0; r < of_texts[i].size(); ++r) {
      const RecurrenceGates& gates = of_texts[i][r];
      all[r].layer = gates.layer;
      all[r].reversed = gates.reversed;
      std::vector<Position>& positions = all[r].positions;
      positions.resize(std::max(positions.size(), gates.words.size()));
      for (std::size_t t = 0; t < gates.words.size(); ++t) {
        ++positions[t].n;
        positions[t].mean += static_cast<double>(gates.profile.mean[t]);
        positions[t].max += static_cast<double>(gates.profile.max[t]);
      }
    }
  }
  ordered_json list = ordered_json::array();
  for (const Recurrence& recurrence : all) {
    ordered_json positions = ordered_json::array();
    for (const Position& position : recurrence.positions) {
      const auto n = static_cast<double>(position.n);
      positions.push_back({{"n", position.n},
                           {"mean", position.mean / n},
                           {"max", position.max / n}});
    }
    list.push_back({{"layer", recurrence.layer + 1},
                    {"direction", recurrence.reversed ? "backward" : "forward"},
                    {"positions", std::move(positions)}});
  }
  return list;
}

}  // namespace whylight
