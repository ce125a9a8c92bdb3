// The verbs of the program, one file each. Main lists them; a verb registers
// its flags and leaves what to run when it is the one asked for.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "core/base/result.h"

namespace whylight {

/// The work of the chosen verb, done once all flags are known to be well
/// formed.
using Command = std::function<Status()>;

/// Each adds a subcommand to `app` that sets `command` when it is chosen.
void AddVectorsCommand(CLI::App& app, Command& command);
void AddPrepareCommand(CLI::App& app, Command& command);
void AddTrainCommand(CLI::App& app, Command& command);
void AddFitDomainCommand(CLI::App& app, Command& command);
void AddSweepCommand(CLI::App& app, Command& command);
void AddPlotCommand(CLI::App& app, Command& command);
void AddOptionsCommand(CLI::App& app, Command& command);
void AddEvalCommand(CLI::App& app, Command& command);
void AddProbesCommand(CLI::App& app, Command& command);
/// One for each question that a system answers.
void AddQuestionCommands(CLI::App& app, Command& command);
void AddQuestionsCommand(CLI::App& app, Command& command);
void AddIndexCommand(CLI::App& app, Command& command);
void AddSearchCommand(CLI::App& app, Command& command);
void AddImportCommand(CLI::App& app, Command& command);
void AddExportCommand(CLI::App& app, Command& command);
void AddSvmCommand(CLI::App& app, Command& command);

}  // namespace whylight
