// `whylight options`: every option of configs and layers, for people, for docs
// and for TypeScript.
#include "core/training/vectors/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/format/field_docs.h"
#include "core/format/fields.h"
#include "core/format/json.h"
#include "core/model/layer_spec.h"
#include "core/program/line_writer.h"
#include "core/program/verbs.h"
#include "core/systems/registry.h"
#include "core/training/engine/checkpoint_options.h"

namespace whylight {
namespace {

using Tables = std::vector<std::pair<std::string, const FieldTable*>>;

struct OptionsFlags {
  std::string name;
  bool markdown = false;
  bool typescript = false;
};

// Adds what `table` refers to by name.
void AddNamed(const FieldTable& table, Tables* tables) {
  for (const Field& field : table.Describe()) {
    for (const FieldTable* part : {field.part, field.included}) {
      if (part == nullptr || part == &table) continue;
      const bool known = std::any_of(
          tables->begin(), tables->end(),
          [&](const auto& one) { return one.first == part->name(); });
      if (!part->name().empty() && !known) {
        tables->emplace_back(part->name(), part);
      }
      AddNamed(*part, tables);
    }
  }
}

// Everything that has options: systems, what they have in common, and layers.
Tables AllTables() {
  Tables tables;
  for (const TrainableSystem* system : TrainableSystems()) {
    tables.emplace_back(system->system->name, &system->config());
  }
  const Tables systems = tables;
  for (const auto& [name, table] : systems) AddNamed(*table, &tables);
  tables.emplace_back("checkpoints", &CheckpointFields());
  tables.emplace_back("vectors", &VectorFields());
  for (const auto& layer : LayerTypes()) tables.push_back(layer);
  return tables;
}

// "tensor_conv" -> "TensorConvSpec".
std::string SpecName(const std::string& type) {
  std::string name;
  bool start = true;
  for (const char c : type) {
    if (c != '_') {
      name +=
          start ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
                : c;
    }
    start = c == '_';
  }
  return name + "Spec";
}

// The types of all layers, and that of any of them.
std::string LayersToTypeScript() {
  std::string text;
  std::string any;
  for (const auto& [type, table] : LayerTypes()) {
    text += FieldsToTypeScript(SpecName(type), *table) + "\n";
    any += "\n  | " + SpecName(type);
  }
  return text +
         "/** A layer, and those of its options that differ from the default. "
         "*/\nexport type LayerSpec =" +
         any + ";";
}

// A section for each layer.
std::string LayersToMarkdown() {
  std::string text;
  for (const auto& [type, table] : LayerTypes()) {
    text += "### " + type + "\n\n" + table->summary() + "\n\n" +
            FieldsToMarkdown(*table) + "\n";
  }
  return text;
}

// The name of the system that `name` is short for, in configs and for --task;
// otherwise `name`.
std::string LongName(const std::string& name) {
  for (const TrainableSystem* system : TrainableSystems()) {
    if (!name.empty() && name == system->short_name) {
      return system->system->name;
    }
  }
  return name;
}

Result<std::string> Describe(const OptionsFlags& flags) {
  if (flags.name == "layers" && flags.typescript) return LayersToTypeScript();
  if (flags.name == "layers" && flags.markdown) return LayersToMarkdown();
  const Tables tables = AllTables();
  const std::string wanted = LongName(flags.name);
  std::string names;
  for (const auto& [name, table] : tables) {
    if (name == wanted) {
      if (flags.markdown) return FieldsToMarkdown(*table);
      if (flags.typescript) return FieldsToTypeScript(SpecName(name), *table);
      return table->summary() + "\n\n" + FieldsToHelp(*table);
    }
    names += (names.empty() ? "" : ", ") + name;
  }
  if (flags.name.empty()) {
    std::string list;
    for (const auto& [name, table] : tables) {
      list += fmt::format("{:<16} {}\n", name, table->summary());
    }
    return list;
  }
  return Error{
      ErrorCode::kInvalidArgument,
      "options: expected one of " + names + ", found " + Quote(flags.name)};
}

Status RunOptions(const OptionsFlags& flags) {
  Result<std::string> text = Describe(flags);
  if (!text.ok()) return text.error();
  while (text.value().ends_with('\n')) text.value().pop_back();
  return Print(text.value());
}

}  // namespace

void AddOptionsCommand(CLI::App& app, Command& command) {
  auto flags = std::make_shared<OptionsFlags>();
  CLI::App* verb = app.add_subcommand(
      "options",
      "List the options of a config or a layer, with values and defaults");
  verb->add_option("NAME", flags->name,
                   "A system, a part that configs share, or a type of layer; "
                   "without it, the names are listed. With --markdown or "
                   "--typescript also `layers`, all of them")
      ->type_name("");
  auto* markdown =
      verb->add_flag("--markdown", flags->markdown, "Print a Markdown table");
  verb->add_flag("--typescript", flags->typescript,
                 "Print a TypeScript interface")
      ->excludes(markdown);
  verb->callback(
      [flags, &command] { command = [flags] { return RunOptions(*flags); }; });
}

}  // namespace whylight
