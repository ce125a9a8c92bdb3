// How `--help` looks.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace whylight {

/// As CLI11 has it, but: what is said of an option ends with a full stop; of
/// two spellings of an option the one of configs, with underscores, goes
/// without saying; and the words after the program's name are verbs.
class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();

  std::string make_subcommands(const CLI::App* app,
                               CLI::AppFormatMode mode) const override;
  std::string make_option_name(const CLI::Option* option,
                               bool is_positional) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace whylight
