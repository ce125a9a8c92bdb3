#include "core/systems/tagger/bio.h"

#include <limits>
#include <set>

#include "core/format/json.h"

namespace whylight {
namespace {

constexpr std::string_view kOutside = "O";
constexpr std::size_t kPrefix = 2;  // "B-"

}  // namespace

bool IsBioTag(std::string_view tag) {
  return tag == kOutside || (tag.size() > kPrefix &&
                             (tag.starts_with("B-") || tag.starts_with("I-")));
}

bool GoesOn(std::string_view tag) { return tag.starts_with("I-"); }

std::string_view SpanLabel(std::string_view tag) {
  return tag == kOutside ? std::string_view() : tag.substr(kPrefix);
}

std::string TagThatGoesOn(std::string_view tag) {
  if (tag == kOutside) return std::string(tag);
  return "I-" + std::string(SpanLabel(tag));
}

bool MayFollow(std::string_view before, std::string_view tag) {
  return !GoesOn(tag) || SpanLabel(before) == SpanLabel(tag);
}

std::string FindProblemOfBio(const std::vector<std::string>& tags) {
  const std::set<std::string_view> all(tags.begin(), tags.end());
  for (const std::string& tag : tags) {
    if (!IsBioTag(tag)) {
      return "expected \"O\", \"B-\" or \"I-\" and a label, found " +
             Quote(tag);
    }
    if (tag == kOutside) continue;
    const std::string other =
        (GoesOn(tag) ? "B-" : "I-") + std::string(SpanLabel(tag));
    if (all.contains(other)) continue;
    return "expected " + Quote(other) + " beside " + Quote(tag) +
           ", found none";
  }
  return {};
}

TagBarriers BarriersOfBio(const std::vector<std::string>& tags) {
  constexpr auto kForbidden = -std::numeric_limits<Real>::infinity();
  const auto count = static_cast<Index>(tags.size());
  TagBarriers barriers{Matrix::Zero(1, count), Matrix::Zero(count, count)};
  for (Index k = 0; k < count; ++k) {
    const std::string& tag = tags[static_cast<std::size_t>(k)];
    if (!MayFollow(kOutside, tag)) barriers.start(0, k) = kForbidden;
    for (Index j = 0; j < count; ++j) {
      if (MayFollow(tags[static_cast<std::size_t>(j)], tag)) continue;
      barriers.between(j, k) = kForbidden;
    }
  }
  return barriers;
}

std::vector<LabelledRun> RunsOfBio(const std::vector<std::int32_t>& tags,
                                   const std::vector<std::string>& names) {
  std::vector<LabelledRun> runs;
  for (std::size_t t = 0; t < tags.size(); ++t) {
    const std::string_view tag = names[static_cast<std::size_t>(tags[t])];
    if (tag == kOutside) continue;
    const bool goes_on = GoesOn(tag) && !runs.empty() && runs.back().end == t &&
                         runs.back().label == SpanLabel(tag);
    if (goes_on) {
      runs.back().end = t + 1;
    } else {
      runs.push_back({t, t + 1, SpanLabel(tag)});
    }
  }
  return runs;
}

}  // namespace whylight
