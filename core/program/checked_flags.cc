#include "core/program/checked_flags.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "core/format/json.h"
#include "core/training/data/line_reader.h"

namespace whylight {
namespace {

// "", " in [0 - 1]" or " above 0": what help says of the numbers of a range.
std::string RangeInHelp(const NumberRange& range) {
  if (range.high < std::numeric_limits<double>::max()) {
    return fmt::format(" in [{} - {}]", range.low, range.high);
  }
  return range.low > 0 ? " above 0" : "";
}

std::string RangeInError(const NumberRange& range) {
  if (range.high < std::numeric_limits<double>::max()) {
    return fmt::format(" from {} to {}", range.low, range.high);
  }
  return range.low > 0 ? " above 0" : "";
}

template <typename Number>
std::optional<Number> Parse(const std::string& text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

// "--min-count,--min_count" -> "--min-count".
std::string FirstName(const std::string& flag) {
  return flag.substr(0, flag.find(','));
}

CLI::ValidationError NotA(const std::string& expected, const std::string& flag,
                          const std::string& text) {
  return CLI::ValidationError(
      FirstName(flag),
      "expected " + expected + ", found " + (text.empty() ? "none" : text));
}

}  // namespace

std::uint64_t ReadCount(const std::string& flag, const std::string& text,
                        const CountRange& range) {
  const auto count = Parse<std::uint64_t>(text);
  if (count && *count >= range.low && *count <= range.high) return *count;
  throw NotA(fmt::format("a whole number from {} to {}", range.low, range.high),
             flag, text);
}

double ReadNumber(const std::string& flag, const std::string& text,
                  const NumberRange& range) {
  // A NaN is within no range, and an infinity beyond all.
  const auto number = Parse<double>(text);
  if (number && *number >= range.low && *number <= range.high) return *number;
  throw NotA("a number" + RangeInError(range), flag, text);
}

CLI::Option* AddCountTo(CLI::App* verb, const std::string& flag,
                        const CountRange& range, const std::string& help,
                        std::function<void(std::uint64_t)> take) {
  const bool bounded = range.high < CountRange{}.high;
  return verb
      ->add_option_function<std::string>(
          flag,
          [flag, range, take = std::move(take)](const std::string& text) {
            take(ReadCount(flag, text, range));
          },
          help)
      ->type_name(bounded
                      ? fmt::format("UINT in [{} - {}]", range.low, range.high)
                      : "UINT");
}

CLI::Option* AddNumberTo(CLI::App* verb, const std::string& flag,
                         const NumberRange& range, const std::string& help,
                         std::function<void(double)> take) {
  return verb
      ->add_option_function<std::string>(
          flag,
          [flag, range, take = std::move(take)](const std::string& text) {
            take(ReadNumber(flag, text, range));
          },
          help)
      ->type_name("FLOAT" + RangeInHelp(range));
}

CLI::Option* AddNumber(CLI::App* verb, const std::string& flag, double* value,
                       const NumberRange& range, const std::string& help) {
  return AddNumberTo(verb, flag, range, help,
                     [value](double number) { *value = number; })
      ->default_str(fmt::format("{}", *value));
}

CLI::Option* AddPath(CLI::App* verb, const std::string& flag, std::string* path,
                     const std::string& help) {
  return verb->add_option_function<std::string>(
      flag,
      [flag, path](const std::string& name) {
        if (name.empty()) throw NotA("a name", flag, name);
        *path = name;
      },
      help);
}

Status CheckReadTwice(const std::string& flag, const std::string& path) {
  if (!IsReadOnce(path)) return {};
  return Invalid(flag + ": expected a file, which is read twice, found " +
                 Quote(path));
}

CLI::Option* AddThreadsFlag(CLI::App* verb, int* threads) {
  return AddCount(verb, "--threads", threads, kThreads,
                  "Threads to use; they do not change the result");
}

}  // namespace whylight
