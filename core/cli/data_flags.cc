#include "core/cli/data_flags.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "core/train/data/data_config.h"

namespace whylight {

void AddDataFlags(CLI::App* verb, DataOptions* options, bool labels) {
  verb->add_option_function<std::string>(
      "--format",
      [options](const std::string& name) {
        const Result<DataFormat> format = ParseDataFormat(name);
        if (!format.ok()) {
          throw CLI::ValidationError("--format", format.error().message);
        }
        options->format = format.value();
      },
      "jsonl, text, labelled, trees, tsv or csv, where the name of the file "
      "does not tell (docs/data.md)");
  verb->add_option("--text-key", options->text, "Key or column of the text")
      ->capture_default_str();
  if (labels) {
    verb->add_option("--label-key", options->label,
                     "Key or column of the label")
        ->capture_default_str();
    verb->add_option_function<std::vector<std::string>>(
            "--merge",
            [options](const std::vector<std::string>& renamings) {
              for (const std::string& renaming : renamings) {
                const std::size_t equals = renaming.find('=');
                if (equals == 0 || equals >= renaming.size() - 1) {
                  throw CLI::ValidationError(
                      "--merge", "expected LABEL=WANTED, found " + renaming);
                }
                options->merge[renaming.substr(0, equals)] =
                    renaming.substr(equals + 1);
              }
            },
            "LABEL=WANTED,...: what labels are to be called; texts with other "
            "labels are left out")
        ->delimiter(',');
  }
  verb->add_flag("--treebank", options->treebank,
                 "The texts are split as in the Penn Treebank (does n't): put "
                 "them back as people write (doesn't)");
  verb->add_option("--max-errors", options->max_errors,
                   "Skip up to so many bad lines of a file")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  options->on_skip = [](const Error& error) {
    fmt::print(stderr, "skipped: {}\n", error.message);
  };
}

}  // namespace whylight
