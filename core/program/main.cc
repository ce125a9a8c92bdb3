// The `whylight` program: finds the verb, runs it, and turns its outcome into
// an exit code: 0 done, 1 failed, 2 called wrongly, 130 interrupted.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>

#include "core/program/interrupt.h"
#include "core/program/line_writer.h"
#include "core/program/tell.h"
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

int Run(int argc, char** argv) {
  CLI::App app(
      "Trains and runs text models whose predictions come with their "
      "reasons.",
      "whylight");
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

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Prints the help or version that was asked for, or what is wrong.
    std::ostringstream asked;
    if (app.exit(error, asked) != 0) return 2;
    std::string text = asked.str();
    if (text.ends_with('\n')) text.pop_back();  // Print ends the last line.
    return Report(whylight::Print(text));
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
