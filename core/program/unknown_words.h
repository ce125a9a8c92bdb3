// Words of a command line that no verb knows, and what they were meant to be.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace whylight {

/// What is wrong with the first word that was no verb where one was expected,
/// once `app` has parsed the command line or failed to; empty if there is none.
///
///   unknown verb "trian"; did you mean "train"?
std::string UnknownVerb(const CLI::App& app);

/// The same of words that the chosen verb does not take, unless it takes any.
///
///   explain: unknown option --modle; did you mean --model?
std::string UnknownArgument(const CLI::App& app);

}  // namespace whylight
