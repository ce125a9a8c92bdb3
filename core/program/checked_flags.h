// Options that all verbs check alike. A count is digits, no number is NaN or
// infinite, and the name of a file is not empty, as a variable is that was
// never set: what else is typed is a wrong call.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "core/base/result.h"

namespace whylight {

/// Whole numbers, by default all that a config can hold.
struct CountRange {
  std::uint64_t low = 0;
  std::uint64_t high = std::uint64_t{1} << 53;
};

/// Finite numbers, by default all.
struct NumberRange {
  double low = std::numeric_limits<double>::lowest();
  double high = std::numeric_limits<double>::max();
};

inline constexpr NumberRange kShares{0, 1};
inline constexpr NumberRange kPositive{
    std::numeric_limits<double>::denorm_min(),
    std::numeric_limits<double>::max()};
inline constexpr CountRange kThreads{1, 256};

/// The number that `text` is. Throws a CLI::ValidationError, which ends the
/// program as a wrong call does, if it is none in the range.
std::uint64_t ReadCount(const std::string& flag, const std::string& text,
                        const CountRange& range);
double ReadNumber(const std::string& flag, const std::string& text,
                  const NumberRange& range);

/// Adds an option to `verb` whose number goes to `take`.
CLI::Option* AddCountTo(CLI::App* verb, const std::string& flag,
                        const CountRange& range, const std::string& help,
                        std::function<void(std::uint64_t)> take);
CLI::Option* AddNumberTo(CLI::App* verb, const std::string& flag,
                         const NumberRange& range, const std::string& help,
                         std::function<void(double)> take);

/// An option whose number is kept in `value`. What is there is the default,
/// and help says so; a number out of the range stands for none.
template <typename Whole>
CLI::Option* AddCount(CLI::App* verb, const std::string& flag, Whole* value,
                      const CountRange& range, const std::string& help) {
  static_assert(std::is_integral_v<Whole>);
  CLI::Option* option = AddCountTo(
      verb, flag, range, help,
      [value](std::uint64_t count) { *value = static_cast<Whole>(count); });
  const auto given = static_cast<std::uint64_t>(*value);
  if (given >= range.low && given <= range.high) {
    option->default_str(std::to_string(given));
  }
  return option;
}

template <typename Whole>
CLI::Option* AddCount(CLI::App* verb, const std::string& flag,
                      std::optional<Whole>* value, const CountRange& range,
                      const std::string& help) {
  return AddCountTo(verb, flag, range, help, [value](std::uint64_t count) {
    *value = static_cast<Whole>(count);
  });
}

CLI::Option* AddNumber(CLI::App* verb, const std::string& flag, double* value,
                       const NumberRange& range, const std::string& help);

/// The name of a file or folder, which is kept in `path`.
CLI::Option* AddPath(CLI::App* verb, const std::string& flag, std::string* path,
                     const std::string& help);

/// Fails if what `flag` names, and the verb reads twice, can be read only once:
///
///   --input: expected a file, which is read twice, found "-"
Status CheckReadTwice(const std::string& flag, const std::string& path);

/// --threads.
CLI::Option* AddThreadsFlag(CLI::App* verb, int* threads);

}  // namespace whylight
