#include "core/program/help_format.h"

#include <cstddef>

namespace whylight {

HelpFormat::HelpFormat() { label("SUBCOMMAND", "VERB"); }

std::string HelpFormat::make_subcommands(const CLI::App* app,
                                         CLI::AppFormatMode mode) const {
  return CLI::detail::find_and_replace(
      CLI::Formatter::make_subcommands(app, mode), "\nSubcommands:\n",
      "\nVerbs:\n");
}

// "--min-count,--min_count" -> "--min-count".
std::string HelpFormat::make_option_name(const CLI::Option* option,
                                         bool is_positional) const {
  std::string names = CLI::Formatter::make_option_name(option, is_positional);
  const std::size_t underscore = names.find('_');
  if (underscore == std::string::npos) return names;
  return names.substr(0, names.rfind(',', underscore));
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  const std::string& said = option->get_description();
  return said.empty() || said.ends_with('.') ? said : said + '.';
}

}  // namespace whylight
