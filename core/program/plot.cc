// `whylight plot`: draws the curves of runs.
#include <memory>
#include <string>
#include <vector>

#include "core/program/checked_flags.h"
#include "core/program/line_writer.h"
#include "core/program/verbs.h"
#include "core/training/engine/run_plot.h"

namespace whylight {
namespace {

struct PlotFlags {
  std::vector<std::string> runs;
  std::vector<std::string> metrics;
  std::string output;
};

Status RunPlot(const PlotFlags& flags) {
  const Result<std::vector<LoggedRun>> runs = ReadRuns(flags.runs);
  if (!runs.ok()) return runs.error();
  Result<std::string> picture = PlotRuns(runs.value(), flags.metrics);
  if (!picture.ok()) return picture.error();
  Result<LineWriter> writer = LineWriter::Open(flags.output);
  if (!writer.ok()) return writer.error();
  picture.value().pop_back();  // The writer ends the last line itself.
  if (Status written = writer.value().Write(picture.value()); !written.ok()) {
    return written;
  }
  return writer.value().Finish();
}

}  // namespace

void AddPlotCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<PlotFlags>();
  CLI::App* verb =
      app.add_subcommand("plot", "Draw the curves of runs as an SVG picture");
  verb->add_option("RUN", flags->runs,
                   "Folders of runs, which hold a log.jsonl")
      ->required()
      ->type_name("");
  AddPath(verb, "--output", &flags->output,
          "File to write instead of standard output, such as FILE.svg");
  verb->add_option("--metric", flags->metrics,
                   "Draw this instead of the loss and what changes on dev: "
                   "loss, accuracy, dev.accuracy, ...; may be repeated")
      ->allow_extra_args(false);
  verb->callback(
      [flags, &command] { command = [flags] { return RunPlot(*flags); }; });
}

}  // namespace whylight
