#include "core/systems/reader/train/targets.h"

#include <algorithm>
#include <vector>

namespace whylight {

SpanTarget TargetOf(const AnsweredQuestion& question, Index longest,
                    bool votes) {
  if (question.places.empty()) return {};
  SpanTarget target{{}, 0};
  for (const WordRange& place : question.places) {
    const WordRange cut = {place.begin,
                           std::min(place.end, place.begin + longest)};
    std::vector<WordRange>& spans = target.spans;
    if (std::find(spans.begin(), spans.end(), cut) == spans.end()) {
      spans.push_back(cut);
    }
  }
  if (votes) {
    const auto none = static_cast<double>(question.no_answer_votes);
    target.none = none / (none + static_cast<double>(question.answers.size()));
  }
  return target;
}

}  // namespace whylight
