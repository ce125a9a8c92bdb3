// The `whylight` program: finds the verb, runs it, and turns its outcome into
// an exit code: 0 done, 1 failed, 2 called wrongly, 130 interrupted.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

#include "core/program/interrupt.h"
#include "core/program/verbs.h"

namespace {

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
  whylight::AddSweepCommand(app, command);
  whylight::AddPlotCommand(app, command);
  whylight::AddOptionsCommand(app, command);
  whylight::AddEvalCommand(app, command);
  whylight::AddProbesCommand(app, command);
  whylight::AddQuestionsCommand(app, command);
  whylight::AddQuestionCommands(app, command);
  whylight::AddIndexCommand(app, command);
  whylight::AddSearchCommand(app, command);
  whylight::AddExportCommand(app, command);
  whylight::AddSvmCommand(app, command);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Prints the help or version that was asked for, or what is wrong.
    return app.exit(error) == 0 ? 0 : 2;
  }

  const whylight::Status status = command();
  if (status.ok()) return 0;
  fmt::print(stderr, "error: [{}] {}\n",
             whylight::ErrorCodeName(status.error().code),
             status.error().message);
  return status.error().code == whylight::ErrorCode::kInterrupted
             ? whylight::kInterruptedExitCode
             : 1;
}

}  // namespace

int main(int argc, char** argv) {
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
