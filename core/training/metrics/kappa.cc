#include "core/training/metrics/kappa.h"

namespace whylight {
namespace {

double Share(double part, double whole) { return whole > 0 ? part / whole : 0; }

}  // namespace

MarkCounts& MarkCounts::operator+=(const MarkCounts& other) {
  all += other.all;
  first += other.first;
  second += other.second;
  both += other.both;
  return *this;
}

double MarkPrecision(const MarkCounts& counts) {
  return Share(counts.both, counts.first);
}

double MarkRecall(const MarkCounts& counts) {
  return Share(counts.both, counts.second);
}

double CohenKappa(const MarkCounts& counts) {
  if (counts.all == 0) return 0;
  const double first = counts.first / counts.all;
  const double second = counts.second / counts.all;
  const double both = counts.both / counts.all;
  const double agreement = 1 - first - second + 2 * both;
  const double chance = first * second + (1 - first) * (1 - second);
  return chance < 1 ? (agreement - chance) / (1 - chance) : 0;
}

}  // namespace whylight
