// The verb `run-layer`: one layer applied to tensors of one's own.
#include "core/systems/layers/run_layer.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "core/format/native/file.h"
#include "core/program/verbs.h"

namespace whylight {
namespace {

struct RunLayerFlags {
  std::string spec;
  std::string input;
  std::string output;
  bool shapes = false;
};

Status PrintShapes(const std::string& spec) {
  const Result<std::vector<WantedTensor>> wanted = LayerShapes(spec);
  if (!wanted.ok()) return wanted.error();
  for (const WantedTensor& tensor : wanted.value()) {
    fmt::print("{} {}{}\n", tensor.name, tensor.shape,
               tensor.name == "mask" ? " (if words are left out)" : "");
  }
  return {};
}

Status RunRunLayer(const RunLayerFlags& flags) {
  const Result<std::string> spec = ReadFile(flags.spec);
  if (!spec.ok()) return spec.error();
  if (flags.shapes) return PrintShapes(spec.value());
  const Result<std::string> input = ReadFile(flags.input);
  if (!input.ok()) return input.error();
  const Result<LayerOutput> output = RunLayer(spec.value(), input.value());
  if (!output.ok()) return output.error();
  for (const std::string& name : output.value().unused) {
    fmt::print(stderr, "whylight: not read: tensor \"{}\" of {}\n", name,
               flags.input);
  }
  return WriteFileAtomically(flags.output, output.value().tensors);
}

}  // namespace

void AddRunLayerCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<RunLayerFlags>();
  CLI::App* verb = app.add_subcommand(
      "run-layer",
      "Apply one layer to tensors of your own (docs/reference/layers.md)");
  verb->add_option("--spec", flags->spec,
                   "JSON file that says which layer, e.g. {\"type\": \"rcnn\", "
                   "\"order\": 2}")
      ->required();
  CLI::Option* shapes = verb->add_flag(
      "--shapes", flags->shapes,
      "Print the names and shapes of its tensors; L is the number of words, d "
      "their width, h the width of the layer");
  verb->add_option("--input", flags->input,
                   "Safetensors file with the words x [L, d] and the layer's "
                   "tensors")
      ->excludes(shapes);
  verb->add_option("--output", flags->output,
                   "Safetensors file to write: h, and an RCNN's levels and "
                   "gates")
      ->excludes(shapes);
  verb->callback([flags, &command] {
    if (!flags->shapes && (flags->input.empty() || flags->output.empty())) {
      throw CLI::RequiredError("--input and --output, or --shapes");
    }
    command = [flags] { return RunRunLayer(*flags); };
  });
}

}  // namespace whylight
