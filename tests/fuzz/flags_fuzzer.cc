// The flags of the program: whatever the arguments, they are refused as a wrong
// call or give options that are what help says of them.
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/program/checked_flags.h"
#include "core/program/data_flags.h"
#include "core/program/option_flags.h"
#include "core/systems/classifier/system.h"
#include "core/systems/language_model/system.h"
#include "core/systems/pairs/system.h"
#include "core/systems/questions/system.h"
#include "core/systems/rationale/fast/system.h"
#include "core/training/vectors/options.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

using nlohmann::json;

// A verb with the options of some questions, and all flags for data.
struct Verb {
  explicit Verb(std::vector<SystemOptions> all) : systems(std::move(all)) {
    AddOptionFlags(&app, systems, &given);
    AddDataFlags(&app, &reading, /*labels=*/true);
    AddRatingFlags(&app, &reading);
    AddThreadsFlag(&app, &threads);
    AddNumber(&app, "--share", &share, kShares, "A share.");
    AddPath(&app, "--path", &path, "A path.");
  }

  void Parse(std::vector<std::string> arguments) {
    given = json::object();
    reading = DataOptions();
    std::reverse(arguments.begin(), arguments.end());
    try {
      app.parse(arguments);
    } catch (const CLI::ParseError& error) {
      Expect(error.get_name() == "CallForHelp" ||
                 !std::string(error.what()).empty(),
             "a wrong call is told what is wrong");
      return;
    }
    Check();
  }

  void Check() const {
    Expect(threads >= 1 && threads <= 256, "a count is in its range");
    Expect(share >= 0 && share <= 1, "a number is in its range");
    for (const auto& [word, value] : reading.values) {
      Expect(!word.empty() && value >= 0 && value <= 1, "a rating is a share");
    }
    for (const auto& [label, wanted] : reading.merge) {
      Expect(!label.empty() && !wanted.empty(), "a pair has two parts");
    }
    std::size_t known = 0;
    for (const SystemOptions& system : systems) {
      if (CheckOptionFlags(systems, system, given).ok()) ++known;
    }
    Expect(known > 0 || systems.size() > 1, "options are those of a system");
    const auto renewed = systems[0].options->Renew(given, "name");
    if (!renewed.ok()) {
      ExpectError(renewed.error(), ErrorCode::kInvalidArgument);
    }
  }

  std::vector<SystemOptions> systems;
  CLI::App app{"Fuzzed.", "fuzz"};
  json given = json::object();
  DataOptions reading;
  int threads = 1;
  double share = 0;
  std::string path;
};

std::vector<std::unique_ptr<Verb>> AllVerbs() {
  std::vector<std::unique_ptr<Verb>> verbs;
  verbs.push_back(std::make_unique<Verb>(
      std::vector<SystemOptions>{{"word vectors", &VectorFields(), {}}}));
  for (const System* system :
       {&FastRationaleSystem(), &ClassifierSystem(), &LanguageModelSystem(),
        &QuestionsSystem(), &PairsSystem()}) {
    for (const Question& question : system->questions) {
      if (question.options == nullptr) continue;
      verbs.push_back(std::make_unique<Verb>(std::vector<SystemOptions>{
          {system->model, question.options, question.flags}}));
    }
  }
  return verbs;
}

}  // namespace
}  // namespace whylight

// The verb, and an argument a line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  static const std::vector<std::unique_ptr<Verb>> verbs = AllVerbs();
  if (size == 0) return 0;
  std::string_view lines = AsText(data + 1, size - 1);
  std::vector<std::string> arguments;
  while (!lines.empty()) arguments.emplace_back(TakeUntil('\n', lines));
  verbs[data[0] % verbs.size()]->Parse(std::move(arguments));
  return 0;
}
