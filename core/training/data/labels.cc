#include "core/training/data/labels.h"

#include <algorithm>

#include "core/format/json.h"
#include "core/text/characters.h"

namespace whylight {
namespace {

bool IsWholeNumber(const std::string& label) {
  const std::size_t digits = label.starts_with('-') ? 1 : 0;
  // Longer ones would overflow, and are no classes.
  constexpr std::size_t kLongest = 15;
  return label.size() > digits && label.size() <= kLongest &&
         label.find_first_not_of("0123456789", digits) == std::string::npos;
}

}  // namespace

std::vector<std::string> SortedLabels(std::vector<std::string> labels) {
  std::sort(labels.begin(), labels.end());
  if (std::all_of(labels.begin(), labels.end(), IsWholeNumber)) {
    std::stable_sort(labels.begin(), labels.end(),
                     [](const std::string& a, const std::string& b) {
                       return std::stoll(a) < std::stoll(b);
                     });
  }
  return labels;
}

std::map<std::string, std::size_t> CountLabels(
    const std::vector<std::int32_t>& of_texts,
    const std::vector<std::string>& labels) {
  std::map<std::string, std::size_t> counts;
  for (const std::string& label : labels) counts[label] = 0;
  for (const std::int32_t label : of_texts) {
    ++counts[labels[static_cast<std::size_t>(label)]];
  }
  return counts;
}

std::string ListLabels(const std::vector<std::string>& labels) {
  constexpr std::size_t kMost = 20;
  std::string list;
  for (std::size_t i = 0; i < std::min(labels.size(), kMost); ++i) {
    list.append(i == 0 ? "" : ", ").append(Quote(labels[i]));
  }
  return list + (labels.size() > kMost ? ", ..." : "");
}

Result<std::int32_t> FindLabel(const std::string& label, const Place& place,
                               const std::vector<std::string>& labels) {
  const auto found = std::find(labels.begin(), labels.end(), label);
  if (found != labels.end()) {
    return static_cast<std::int32_t>(found - labels.begin());
  }
  return place.Fail("expected a label of the model, one of " +
                    ListLabels(labels) + ", found " + Quote(label));
}

Status CheckHasLabels(const std::string& path,
                      const std::vector<std::int32_t>& of_texts,
                      const std::vector<std::string>& labels,
                      const std::string& advice) {
  std::vector<bool> found(labels.size());
  for (const std::int32_t label : of_texts) {
    found[static_cast<std::size_t>(label)] = true;
  }
  const auto missing = std::find(found.begin(), found.end(), false);
  if (missing == found.end()) return {};
  const std::string& none =
      labels[static_cast<std::size_t>(missing - found.begin())];
  const auto alike =
      std::find_if(labels.begin(), labels.end(), [&](const std::string& other) {
        return other != none && LowerCase(other) == LowerCase(none);
      });
  return Error{ErrorCode::kBadData,
               path + ": expected a text of every label, found none of " +
                   Quote(none) +
                   (alike == labels.end()
                        ? "; " + advice
                        : ", which differs from " + Quote(*alike) +
                              " only in case: join them by \"merge\"")};
}

}  // namespace whylight
