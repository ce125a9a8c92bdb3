// The `whylight` program: finds the verb, runs it, and turns its outcome into
// an exit code: 0 done, 1 failed, 2 called wrongly, 130 interrupted.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "core/program/help_format.h"
#include "core/program/interrupt.h"
#include "core/program/line_writer.h"
#include "core/program/lost_input.h"
#include "core/program/tell.h"
#include "core/program/unknown_words.h"
#include "core/program/verbs.h"

namespace {

// The exit code of what was done, which is said if it failed.
int Report(const whylight::Status& status) {
  if (status.ok()) return 0;
  whylight::Tell("error: [{}] {}\n",
                 whylight::ErrorCodeName(status.error().code),
                 status.error().message);
  return status.error().code == whylight::ErrorCode::kInterrupted
             ? whylight::kInterruptedExitCode
             : 1;
}

// The words of the command line, the last one first. `help VERB` stands for
// `VERB --help`.
std::vector<std::string> WordsOf(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  std::reverse(words.begin(), words.end());
  return words;
}

// Prints the help or version that was asked for, or what is wrong.
int ReportParse(const CLI::App& app, const CLI::ParseError& error) {
  const bool asked = error.get_exit_code() == 0;
  // What is required may be there, but misspelled.
  std::string wrong = whylight::UnknownVerb(app);
  if (wrong.empty() && !asked) wrong = whylight::UnknownArgument(app);
  if (wrong.empty() && !asked && app.get_subcommands().empty()) {
    wrong = "expected a verb";
  }
  if (!wrong.empty()) {
    whylight::Tell("{}\nRun with --help for more information.\n", wrong);
    return 2;
  }
  std::ostringstream text;
  if (app.exit(error, text) != 0) return 2;
  std::string help = text.str();
  if (help.ends_with('\n')) help.pop_back();  // Print ends the last line.
  return Report(whylight::Print(help));
}

int Run(int argc, char** argv) {
  CLI::App app(
      "Trains and runs text models that give reasons for their predictions.",
      "whylight");
  // Verbs that are added get it, too.
  app.formatter(std::make_shared<whylight::HelpFormat>());
  app.set_version_flag("--version", std::string("whylight ") + WHYLIGHT_VERSION,
                       "Print the version and exit");
  app.require_subcommand(1);
  whylight::Command command;
  whylight::AddVectorsCommand(app, command);
  whylight::AddPrepareCommand(app, command);
  whylight::AddTrainCommand(app, command);
  whylight::AddFitDomainCommand(app, command);
  whylight::AddSweepCommand(app, command);
  whylight::AddPlotCommand(app, command);
  whylight::AddOptionsCommand(app, command);
  whylight::AddEvalCommand(app, command);
  whylight::AddProbesCommand(app, command);
  whylight::AddQuestionsCommand(app, command);
  whylight::AddQuestionCommands(app, command);
  whylight::AddIndexCommand(app, command);
  whylight::AddSearchCommand(app, command);
  whylight::AddImportCommand(app, command);
  whylight::AddExportCommand(app, command);
  whylight::AddSvmCommand(app, command);
  app.add_subcommand("help", "Print this help, or that of a verb")
      ->callback([] { throw CLI::CallForHelp(); });

  try {
    app.parse(WordsOf(argc, argv));
  } catch (const CLI::ParseError& error) {
    return ReportParse(app, error);
  }

  if (const whylight::Status kept = whylight::CheckNoInputIsLost(app);
      !kept.ok()) {
    return Report(kept);
  }
  return Report(command());
}

// A stream that is closed leaves its number to the next file that is opened,
// which would get what is meant for the stream. So something of no use takes
// it.
void KeepNumbersOfStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1) continue;
    ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

int main(int argc, char** argv) {
  KeepNumbersOfStreams();
  // Who no longer reads standard error ends nothing (LineWriter is for output).
  std::signal(SIGPIPE, SIG_IGN);
  // Our code returns its errors; what still arrives here is a library's, or
  // memory that ran out.
  try {
    return Run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "error: not enough memory\n");
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
