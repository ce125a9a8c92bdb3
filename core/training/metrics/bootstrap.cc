#include "core/training/metrics/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "core/base/random.h"
#include "core/training/metrics/check_numbers.h"

namespace whylight {
namespace {

// Fails unless there is something to sample from: as many of each, none NaN.
Status CheckExamples(std::initializer_list<std::span<const double>> figures,
                     std::size_t samples) {
  const std::size_t examples = figures.begin()->size();
  for (const auto& numbers : figures) {
    if (Status checked = CheckNumbers(numbers, examples); !checked.ok()) {
      return checked;
    }
  }
  if (examples == 0 || samples == 0) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected at least one example and one sample, found " +
                     std::to_string(examples) + " and " +
                     std::to_string(samples)};
  }
  return {};
}

// What samples of the examples tell of a difference that is `mean` over all of
// them. `difference` is told which examples a sample holds: draw(i) is its
// i-th.
template <typename Difference>
PairedDifference Sample(std::size_t examples, std::size_t samples,
                        std::uint64_t seed, double mean,
                        const Difference& difference) {
  PairedDifference found{.mean = mean, .samples = samples};
  std::vector<double> differences;
  std::size_t not_above = 0;
  std::size_t not_below = 0;
  for (std::size_t s = 0; s < samples; ++s) {
    const CounterRandom random(seed, RandomPurpose::kBootstrap, s);
    differences.push_back(difference([&](std::size_t i) {
      return static_cast<std::size_t>(random.Below(i, examples));
    }));
    if (differences.back() <= 0) ++not_above;
    if (differences.back() >= 0) ++not_below;
  }
  std::sort(differences.begin(), differences.end());
  const auto at = [&](double share) {
    const auto place = static_cast<std::size_t>(
        share * static_cast<double>(differences.size() - 1) + 0.5);
    return differences[place];
  };
  found.low = at(0.025);
  found.high = at(0.975);
  found.p =
      std::min(1.0, 2 * static_cast<double>(std::min(not_above, not_below)) /
                        static_cast<double>(samples));
  return found;
}

// The sums that the correlations of two figures with a third one are made of.
class CorrelationSums {
 public:
  void Add(double first, double second, double wanted) {
    ++n_;
    first_.Add(first, wanted);
    second_.Add(second, wanted);
    wanted_ += wanted;
    wanted_squared_ += wanted * wanted;
  }

  double Difference() const {
    return Correlation(first_) - Correlation(second_);
  }

 private:
  struct Sums {
    double sum = 0;
    double squared = 0;
    double product = 0;

    void Add(double x, double wanted) {
      sum += x;
      squared += x * x;
      product += x * wanted;
    }
  };

  double Correlation(const Sums& x) const {
    const double spread = n_ * x.squared - x.sum * x.sum;
    const double wanted = n_ * wanted_squared_ - wanted_ * wanted_;
    // Rounding makes something of nothing.
    if (spread <= 1e-12 * n_ * x.squared ||
        wanted <= 1e-12 * n_ * wanted_squared_) {
      return 0;
    }
    return (n_ * x.product - x.sum * wanted_) / std::sqrt(spread * wanted);
  }

  double n_ = 0;
  Sums first_;
  Sums second_;
  double wanted_ = 0;
  double wanted_squared_ = 0;
};

}  // namespace

Result<PairedDifference> PairedBootstrap(std::span<const double> first,
                                         std::span<const double> second,
                                         std::size_t samples,
                                         std::uint64_t seed) {
  if (Status checked = CheckExamples({first, second}, samples); !checked.ok()) {
    return checked.error();
  }
  const auto count = static_cast<double>(first.size());
  std::vector<double> differences;
  double mean = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    differences.push_back(first[i] - second[i]);
    mean += differences.back() / count;
  }
  return Sample(first.size(), samples, seed, mean, [&](const auto& draw) {
    double sum = 0;
    for (std::size_t i = 0; i < differences.size(); ++i) {
      sum += differences[draw(i)];
    }
    return sum / count;
  });
}

Result<PairedDifference> BootstrapCorrelations(std::span<const double> first,
                                               std::span<const double> second,
                                               std::span<const double> wanted,
                                               std::size_t samples,
                                               std::uint64_t seed) {
  if (Status checked = CheckExamples({first, second, wanted}, samples);
      !checked.ok()) {
    return checked.error();
  }
  const auto difference = [&](const auto& draw) {
    CorrelationSums sums;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const std::size_t drawn = draw(i);
      sums.Add(first[drawn], second[drawn], wanted[drawn]);
    }
    return sums.Difference();
  };
  return Sample(wanted.size(), samples, seed,
                difference([](std::size_t i) { return i; }), difference);
}

nlohmann::ordered_json PairedDifferenceToJson(const PairedDifference& found,
                                              double scale) {
  return {{"difference", scale * found.mean},
          {"interval", {scale * found.low, scale * found.high}},
          {"p", found.p},
          {"samples", found.samples}};
}

}  // namespace whylight
