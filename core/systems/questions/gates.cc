#include "core/systems/questions/gates.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace whylight {
namespace {

// How many of the first layers read and give a vector a word. Within another,
// recurrences may read something else.
std::size_t CountLayersOverWords(const LayerList& layers) {
  std::size_t count = 0;
  while (count < layers.size() &&
         layers[count]->word_output() != WordOutput::kOther) {
    ++count;
  }
  return count;
}

void Append(const std::vector<Real>& more, std::vector<Real>* numbers) {
  numbers->insert(numbers->end(), more.begin(), more.end());
}

}  // namespace

Result<std::vector<RecurrenceGates>> ReadGates(const Retriever& model,
                                               std::string_view text) {
  const std::vector<Token> tokens = Tokenize(text);
  UnknownWords unknown = model.NoUnknownWords();
  const QuestionWords words = model.Read(tokens, unknown);
  const auto title_end =
      words.ids.begin() + static_cast<std::ptrdiff_t>(words.title);
  std::vector<WordIds> parts = {{words.ids.begin(), title_end},
                                {title_end, words.ids.end()}};
  std::erase_if(parts, [](const WordIds& part) { return part.empty(); });
  std::vector<RecurrenceGates> found;
  std::size_t first = 0;
  for (const WordIds& part : parts) {
    Graph graph(Graph::Mode::kInference);
    const WordIds* const ids = &part;
    const WordBatch batch = MakeWordBatch({&ids, 1});
    Sequences sequences{model.Lookup(graph, batch.words, unknown),
                        batch.sequences, std::nullopt};
    std::size_t place = 0;
    // Those that read something else than words, windows say, have no gates at
    // words.
    for (std::size_t k = 0; k < CountLayersOverWords(model.layers()); ++k) {
      std::vector<RcnnTrace> traces;
      sequences = model.layers()[k]->ApplyTraced(graph, sequences, &traces);
      for (const RcnnTrace& trace : traces) {
        if (!trace.run.decays) continue;
        Result<GateProfile> profile =
            ProfileGates(graph.value(*trace.run.decays));
        if (!profile.ok()) return profile.error();
        if (place == found.size()) {
          found.push_back({k, trace.reversed, {}, {}});
        }
        RecurrenceGates& gates = found[place++];
        for (std::vector<Real>* numbers :
             {&profile.value().mean, &profile.value().max,
              &profile.value().memory}) {
          // From the order in which it read.
          if (trace.reversed) std::reverse(numbers->begin(), numbers->end());
        }
        Append(profile.value().mean, &gates.profile.mean);
        Append(profile.value().max, &gates.profile.max);
        Append(profile.value().memory, &gates.profile.memory);
        for (std::size_t t = 0; t < part.size(); ++t) {
          gates.words.push_back(tokens[first + t].span);
        }
      }
    }
    first += part.size();
  }
  if (!found.empty() || words.ids.empty()) return found;
  return Invalid(
      "expected a model with recurrent convolutions over words, which have "
      "gates, found one without");
}

}  // namespace whylight
