// A system is one kind of model and the questions it answers. The programs, the
// bindings and the golden tests know systems by these tables alone: a system is
// added with a folder below systems/ and a line in its registry.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/steps.h"
#include "core/format/fields.h"
#include "core/format/model_folder.h"

namespace whylight {

/// The texts, in UTF-8, that a question is asked about.
using Texts = std::span<const std::string_view>;

/// Which texts those are.
enum class Inputs {
  kNothing,          ///< None: the question is about the model itself.
  kStart,            ///< How a text starts: one text, or none.
  kText,             ///< One text.
  kTree,             ///< One text: a tree in brackets (bracketed_tree.h).
  kTwoTexts,         ///< Two texts.
  kQuestionAndText,  ///< A question, and a text that may answer it.
  kCandidates,       ///< A query, and at least one text that may answer it.
  kDocuments,        ///< At least one text.
  kTensors,          ///< The bytes of one safetensors file, in place of a text.
  kFile,             ///< The bytes of one file, in place of a text.
  kTextAndChoice,    ///< One text and, for a choice among what the model keeps,
                     ///< one byte per item or none.
};

/// How messages and lists call them, e.g. "two texts".
std::string_view InputsName(Inputs inputs);

/// A request: texts that fit the question, and options that it has.
struct Request {
  std::string_view question;  ///< Its name, which starts messages.
  Texts texts;
  nlohmann::json options = nlohmann::json::object();
};

struct Answer {
  nlohmann::ordered_json json;
  /// The part that JSON cannot hold, if there is any: the bytes of a
  /// safetensors file.
  std::string bytes = {};
};

/// A model in memory. One thread at a time may ask it.
class Model {
 public:
  virtual ~Model() = default;

  /// Its description of itself, an object: its aspects, its labels.
  virtual nlohmann::ordered_json About() const = 0;

  /// The same model for another thread. They share what is not changed by
  /// questions.
  virtual Result<std::unique_ptr<Model>> ForAnotherThread() const = 0;
};

/// A model whose questions change nothing, so that threads share all of it.
/// `kAbout` is what it says of itself.
template <typename Value, nlohmann::ordered_json (*kAbout)(const Value&)>
class SharedModel final : public Model {
 public:
  explicit SharedModel(std::shared_ptr<const Value> value)
      : value_(std::move(value)) {}

  static Result<std::unique_ptr<Model>> Load(ModelFiles files) {
    Result<Value> loaded = Value::Load(files);
    if (!loaded.ok()) return loaded.error();
    return std::unique_ptr<Model>(std::make_unique<SharedModel>(
        std::make_shared<const Value>(std::move(loaded).value())));
  }

  const Value& value() const { return *value_; }

  nlohmann::ordered_json About() const override { return kAbout(*value_); }
  Result<std::unique_ptr<Model>> ForAnotherThread() const override {
    return std::unique_ptr<Model>(std::make_unique<SharedModel>(value_));
  }

 private:
  std::shared_ptr<const Value> value_;
};

struct Question {
  std::string name;     ///< "ngrams", say: a verb and a method, too.
  std::string summary;  ///< What the answer is, e.g. "A rating as a sum".
  Inputs inputs = Inputs::kText;
  const FieldTable* options = nullptr;  ///< Null if it has none.
  /// Of a model of the question's system, which must outlive the steps, and a
  /// request whose texts `Ask` has checked. Fails with kInvalidArgument, naming
  /// the option, and with kTextTooLong.
  Begun<Answer> (*begin)(Model& model, const Request& request) = nullptr;
  /// Another name that it goes by.
  std::string alias = {};
  /// Flags of the program in place of those that options have by their keys.
  std::map<std::string, std::string> flags = {};
  /// Whether the program repeats the text in front of a single answer, as it
  /// does in front of all answers to a file of texts.
  bool repeats_text = false;
  /// A single answer for people, where the program is not to print JSON.
  std::string (*show)(const nlohmann::ordered_json& answer) = nullptr;
  /// What the bytes of the answer are, for whoever has to name a file for them;
  /// empty if JSON holds all of it.
  std::string bytes = {};
};

/// The rest of `question`, which is answered by
///   Result<Answer> kAnswer(Kind& model, const Request&, const Options&)
/// of a kind of Model, or begun as a Begun<Answer>, with options read by
///   const Fields<Options>& kFields().
template <auto kAnswer, auto kFields>
Question Answered(Question question);

struct System {
  std::string name;   ///< The "task" of config.json.
  std::string model;  ///< How messages call one of its models, "a classifier".
  /// Reads a model from the bytes of its files. Trusts nothing in them.
  /// Messages start with the name of the file.
  Result<std::unique_ptr<Model>> (*load)(ModelFiles files);
  std::vector<Question> questions;
  /// Without files there is one model, and `load` makes it of none.
  bool needs_files = true;
  /// Asked by programs and the package alone: about something that a model
  /// keeps from one request to the next, such as an index, which they know by a
  /// number, or for a part of an answer that takes long. They are no verbs, and
  /// are not listed.
  std::vector<Question> for_programs = {};
};

using Systems = std::span<const System* const>;

/// The system that the model of these files is of. Fails with kBadModel, naming
/// those there are.
Result<const System*> FindSystem(Systems systems, const ModelFiles& files);

/// The question of that name or alias, for programs too; null if there is none.
const Question* FindQuestion(const System& system, std::string_view name);

/// The same, or kInvalidArgument with the questions there are.
Result<const Question*> RequireQuestion(const System& system,
                                        std::string_view name);

/// The question that every model answers: with {"questions": QuestionsToJson}.
inline constexpr std::string_view kQuestions = "questions";

/// Asks `model`, of `system`. Fails with kInvalidArgument where it has no such
/// question, the texts are not those that the question is about, or an option
/// is not one of its own.
Result<Answer> Ask(const System& system, Model& model, const Request& request);

/// The same in steps, which the model must outlive.
Begun<Answer> BeginAnswer(const System& system, Model& model,
                          const Request& request);

/// The options of a request from the text of a JSON object.
Result<nlohmann::json> ParseQuestionOptions(std::string_view bytes);

/// The place of `name`, which option `key` of the request says, among `names`.
/// Fails with kInvalidArgument where it is none of them.
Result<std::size_t> FindName(const Request& request, const char* key,
                             const std::string& name,
                             const std::vector<std::string>& names);

/// An option in a sentence or two, with its choices and its default.
std::string DescribeOption(const Field& option,
                           const nlohmann::ordered_json& defaults);

/// The questions as JSON, for whoever asks by program: [{"name", "summary",
/// "inputs", "alias"?, "repeatsText"?, "options": [{"name", "type", "help",
/// "flag"?, "choices"?, "default"?}]}].
nlohmann::ordered_json QuestionsToJson(const System& system);

namespace internal {

template <auto kAnswer, auto kFields>
struct Answerer;

template <typename Kind, typename Options, typename Found,
          Found (*kAnswer)(Kind&, const Request&, const Options&),
          const Fields<Options>& (*kFields)()>
struct Answerer<kAnswer, kFields> {
  static Begun<Answer> Run(Model& model, const Request& request) {
    Options options;
    Status read = kFields().Read(request.options, std::string(request.question),
                                 &options);
    if (!read.ok()) return read.error();
    Found found = kAnswer(static_cast<Kind&>(model), request, options);
    if constexpr (std::is_same_v<Found, Begun<Answer>>) {
      return found;
    } else {
      return AtOnce(std::move(found));
    }
  }
};

}  // namespace internal

template <auto kAnswer, auto kFields>
Question Answered(Question question) {
  question.options = &kFields();
  question.begin = internal::Answerer<kAnswer, kFields>::Run;
  return question;
}

}  // namespace whylight
