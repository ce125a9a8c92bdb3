#include "core/program/prepare_split.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/random.h"
#include "core/format/json.h"
#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/line_writer.h"
#include "core/training/data/rows.h"

namespace whylight {
namespace {

struct SplitFlags {
  std::string input;
  std::string train;
  std::string dev;
  double share = 0.2;
  std::uint64_t seed = 1;
  DataOptions reading;
};

bool IsSameFile(const std::string& one, const std::string& other) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(one, ignored) ==
         std::filesystem::weakly_canonical(other, ignored);
}

Error WrongFlag(const std::string& flag, const std::string& expected,
                const std::string& found) {
  return {ErrorCode::kInvalidArgument,
          flag + ": expected " + expected + ", found " + Quote(found)};
}

Status CheckSplitFiles(const SplitFlags& flags) {
  if (Status twice = CheckReadTwice("--input", flags.input); !twice.ok()) {
    return twice;
  }
  for (const auto& [flag, path] :
       {std::pair("--train", flags.train), std::pair("--dev", flags.dev)}) {
    if (IsSameFile(path, flags.input)) {
      return WrongFlag(flag, "another file than the input", path);
    }
    if (path.ends_with(".gz")) {
      return WrongFlag(flag, "a name without .gz, as rows are written plain",
                       path);
    }
  }
  if (!IsSameFile(flags.train, flags.dev)) return {};
  return WrongFlag("--dev", "another file than --train", flags.dev);
}

Result<std::size_t> CountRows(const SplitFlags& flags) {
  std::size_t rows = 0;
  const Status read = VisitRows(
      flags.input, flags.reading, [](std::string_view) -> Status { return {}; },
      [&](std::string_view) -> Status {
        ++rows;
        return {};
      });
  if (!read.ok()) return read.error();
  return rows;
}

Status RunSplit(const SplitFlags& flags) {
  if (Status right = CheckSplitFiles(flags); !right.ok()) return right;
  const Result<std::size_t> rows = CountRows(flags);
  if (!rows.ok()) return rows.error();
  const auto in_dev = static_cast<std::size_t>(
      std::llround(flags.share * static_cast<double>(rows.value())));
  if (in_dev == 0 || in_dev >= rows.value()) {
    return Error{ErrorCode::kBadData,
                 flags.input + ": expected rows enough for both files, found " +
                     std::to_string(rows.value()) + ", of which " +
                     std::to_string(in_dev) + " would go to --dev"};
  }
  Result<LineWriter> train = LineWriter::Open(flags.train);
  if (!train.ok()) return train.error();
  Result<LineWriter> dev = LineWriter::Open(flags.dev);
  if (!dev.ok()) return dev.error();
  const CounterRandom random(flags.seed, RandomPurpose::kShuffle);
  std::size_t row = 0;
  std::size_t missing = in_dev;
  Status split = VisitRows(
      flags.input, flags.reading,
      [&](std::string_view start) {
        Status written = train.value().WriteBytes(start);
        return written.ok() ? dev.value().WriteBytes(start) : written;
      },
      // Of the rows that are left every choice of those missing is as likely.
      [&](std::string_view bytes) {
        const bool chosen = random.Below(row, rows.value() - row) < missing;
        ++row;
        if (chosen) --missing;
        return (chosen ? dev : train).value().WriteBytes(bytes);
      });
  if (split.ok()) split = train.value().Finish();
  if (split.ok()) split = dev.value().Finish();
  if (!split.ok()) return split;
  return Print(DumpJson(nlohmann::ordered_json{{"train", rows.value() - in_dev},
                                               {"dev", in_dev}}));
}

}  // namespace

void AddSplitCommand(CLI::App* prepare, Command& command) {
  auto flags = std::make_shared<SplitFlags>();
  CLI::App* split = prepare->add_subcommand(
      "split",
      "Split a file into one to train on and one to tune on, with rows "
      "unchanged and in order; prints the number of rows in each as JSON");
  split
      ->add_option("--input", flags->input,
                   "JSON lines, a table, or lines of texts or trees, plain or "
                   ".gz (docs/guides/data.md)")
      ->required();
  AddNumber(split, "--share", &flags->share, kShares,
            "The share of the rows that --dev gets, chosen at random");
  AddPath(split, "--train", &flags->train, "Where the other rows go")
      ->required();
  AddPath(split, "--dev", &flags->dev, "Where this share goes")->required();
  AddCount(split, "--seed", &flags->seed, {}, "Seed of the random numbers");
  AddDataFormat(split, &flags->reading);
  AddQuotesFlag(split, &flags->reading);
  split->callback(
      [flags, &command] { command = [flags] { return RunSplit(*flags); }; });
}

}  // namespace whylight
