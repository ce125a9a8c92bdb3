// Flags that tell how data files are read.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <optional>
#include <string>

#include "core/training/data/data_options.h"

namespace whylight {

/// Adds --max-errors, which says nothing where it is not given.
void AddMaxErrors(CLI::App* verb, std::optional<std::size_t>* max_errors,
                  const std::string& help);

/// Adds --format, or the `flag` that a verb with another --format has instead.
void AddDataFormat(CLI::App* verb, DataOptions* options,
                   const std::string& flag = "--format");

/// Adds --max-errors. Lines that are skipped are told on standard error.
void AddSkipFlag(CLI::App* verb, DataOptions* options);

/// Adds --format, --no-quotes and --max-errors.
void AddFormatFlags(CLI::App* verb, DataOptions* options,
                    const std::string& format_flag = "--format");

/// Adds --no-quotes.
void AddQuotesFlag(CLI::App* verb, DataOptions* options);

/// Adds --text-key.
void AddTextKeyFlag(CLI::App* verb, DataOptions* options);

/// Adds --first-key and --second-key.
void AddPairFlags(CLI::App* verb, DataOptions* options);

/// Adds the flags of AddFormatFlags, --text-key and --treebank; with `labels`
/// also --label-key, --merge and what pairs are read by.
void AddDataFlags(CLI::App* verb, DataOptions* options, bool labels,
                  const std::string& format_flag = "--format");

/// Adds --ratings-key, --rationales-key, --columns, --values, --scale and
/// --skip-unrated: what reviews are read by (reviews.h).
void AddRatingFlags(CLI::App* verb, DataOptions* options);

}  // namespace whylight
