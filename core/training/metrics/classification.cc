#include "core/training/metrics/classification.h"

#include <numeric>

namespace whylight {
namespace {

struct Counts {
  std::size_t right = 0;
  std::size_t both = 0;  // Examples of the class and examples taken for it.
};

Counts CountClass(const Confusion& confusion, std::size_t own) {
  Counts counts{.right = confusion[own][own]};
  for (std::size_t other = 0; other < confusion.size(); ++other) {
    counts.both += confusion[own][other] + confusion[other][own];
  }
  return counts;
}

double Share(std::size_t part, std::size_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

double F1(const Counts& counts) {
  if (counts.both == 0) return 0;
  return 2 * static_cast<double>(counts.right) /
         static_cast<double>(counts.both);
}

}  // namespace

Confusion CountConfusion(std::span<const std::int32_t> actual,
                         std::span<const std::int32_t> predicted,
                         std::size_t classes) {
  Confusion confusion(classes, std::vector<std::size_t>(classes));
  for (std::size_t i = 0; i < actual.size(); ++i) {
    ++confusion[static_cast<std::size_t>(actual[i])]
               [static_cast<std::size_t>(predicted[i])];
  }
  return confusion;
}

double Accuracy(const Confusion& confusion) {
  std::size_t right = 0;
  std::size_t all = 0;
  for (std::size_t i = 0; i < confusion.size(); ++i) {
    right += confusion[i][i];
    for (const std::size_t count : confusion[i]) all += count;
  }
  return Share(right, all);
}

double ClassPrecision(const Confusion& confusion, std::size_t own) {
  std::size_t taken = 0;
  for (const std::vector<std::size_t>& actual : confusion) taken += actual[own];
  return Share(confusion[own][own], taken);
}

double ClassRecall(const Confusion& confusion, std::size_t own) {
  const std::vector<std::size_t>& actual = confusion[own];
  return Share(actual[own],
               std::accumulate(actual.begin(), actual.end(), std::size_t{0}));
}

double ClassF1(const Confusion& confusion, std::size_t own) {
  return F1(CountClass(confusion, own));
}

double MacroF1(const Confusion& confusion) {
  double sum = 0;
  double classes = 0;
  for (std::size_t own = 0; own < confusion.size(); ++own) {
    const Counts counts = CountClass(confusion, own);
    if (counts.both == 0) continue;
    sum += F1(counts);
    classes += 1;
  }
  return classes > 0 ? sum / classes : 0;
}

double MicroF1(const Confusion& confusion,
               std::span<const std::size_t> classes) {
  Counts sum;
  for (const std::size_t own : classes) {
    const Counts counts = CountClass(confusion, own);
    sum.right += counts.right;
    sum.both += counts.both;
  }
  return F1(sum);
}

}  // namespace whylight
