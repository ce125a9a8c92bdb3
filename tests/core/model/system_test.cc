#include "core/model/system.h"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace whylight {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// A system with a question for each kind of inputs, whose answers repeat what
// was asked.
struct Parrot {
  static Result<Parrot> Load(const ModelFiles& files) {
    if (files.vocabulary == "bad") {
      return Error{ErrorCode::kBadModel, "vocab.txt: expected words"};
    }
    return Parrot{files.vocabulary};
  }
  std::string name;
};

ordered_json AboutParrot(const Parrot& parrot) {
  return {{"name", parrot.name}};
}

using ParrotAnswers = SharedModel<Parrot, AboutParrot>;

struct Manner {
  bool loud = false;
  std::size_t often = 1;
};

const Fields<Manner>& LoudFields() {
  static const auto fields =
      Fields<Manner>().Flag("loud", &Manner::loud, "Louder.");
  return fields;
}

const Fields<Manner>& MannerFields() {
  static const auto fields =
      Fields<Manner>()
          .Flag("loud", &Manner::loud, "Louder.")
          .Count("often", &Manner::often, {1, 9}, "How often.");
  return fields;
}

Result<Answer> Repeat(ParrotAnswers& /*model*/, const Request& request,
                      const Manner& manner) {
  return Answer{ordered_json{
      {"texts",
       std::vector<std::string>(request.texts.begin(), request.texts.end())},
      {"loud", manner.loud},
      {"often", manner.often}}};
}

Begun<Answer> RepeatPlainly(Model& model, const Request& request) {
  return AtOnce(Repeat(static_cast<ParrotAnswers&>(model), request, {}));
}

const System& Parrots() {
  static const System system = [] {
    System parrots{"parrot", "a parrot", ParrotAnswers::Load, {}};
    const auto add = [&](const char* name, Inputs inputs) -> Question& {
      return parrots.questions.emplace_back(Question{.name = name,
                                                     .summary = "What was said",
                                                     .inputs = inputs,
                                                     .begin = RepeatPlainly});
    };
    add("greet", Inputs::kNothing);
    add("finish", Inputs::kStart);
    add("echo", Inputs::kText).alias = "repeat";
    add("compare", Inputs::kTwoTexts);
    add("rank", Inputs::kCandidates);
    add("index", Inputs::kDocuments);
    Question& echo = parrots.questions[2];
    echo = Answered<Repeat, MannerFields>(std::move(echo));
    Question& compare = parrots.questions[3];
    compare = Answered<Repeat, LoudFields>(std::move(compare));
    return parrots;
  }();
  return system;
}

Result<Answer> AskParrot(std::string_view question,
                         const std::vector<std::string_view>& texts,
                         const char* options = "{}") {
  const auto model = Parrots().load({"", "", "Polly"});
  return Ask(Parrots(), *model.value(),
             {question, texts, json::parse(options)});
}

std::string ErrorOf(const Result<Answer>& answer) {
  if (answer.ok()) return "none";
  EXPECT_EQ(answer.error().code, ErrorCode::kInvalidArgument);
  return answer.error().message;
}

TEST(SystemTest, AQuestionGetsItsTextsAndOptions) {
  EXPECT_EQ(
      AskParrot("echo", {"hello"}, R"({"loud": true})").value().json,
      ordered_json::parse(R"({"texts": ["hello"], "loud": true, "often": 1})"));
  EXPECT_EQ(AskParrot("repeat", {"hello"}).value().json,
            AskParrot("echo", {"hello"}).value().json);
  for (const auto& [question, counts] :
       std::vector<std::pair<const char*, std::vector<std::size_t>>>{
           {"greet", {0}},
           {"finish", {0, 1}},
           {"echo", {1}},
           {"compare", {2}},
           {"rank", {2, 3, 9}},
           {"index", {1, 2, 9}}}) {
    for (const std::size_t count : counts) {
      const std::vector<std::string_view> texts(count, "hello");
      EXPECT_TRUE(AskParrot(question, texts).ok()) << question << count;
    }
  }
}

TEST(SystemTest, ErrorsSayWhichTextsAQuestionIsAbout) {
  const struct {
    const char* question;
    std::size_t count;
    const char* error;
  } cases[] = {
      {"greet", 1, "greet: expected no text, found 1 text"},
      {"finish", 2, "finish: expected a text or none, found 2 texts"},
      {"echo", 0, "echo: expected one text, found none"},
      {"echo", 2, "echo: expected one text, found 2 texts"},
      {"repeat", 2, "repeat: expected one text, found 2 texts"},
      {"compare", 1, "compare: expected two texts, found 1 text"},
      {"compare", 3, "compare: expected two texts, found 3 texts"},
      {"rank", 0, "rank: expected a query and its candidates, found none"},
      {"rank", 1, "rank: expected a query and its candidates, found 1 text"},
      {"index", 0, "index: expected documents, found none"},
  };
  for (const auto& [question, count, error] : cases) {
    const std::vector<std::string_view> texts(count, "hello");
    EXPECT_EQ(ErrorOf(AskParrot(question, texts)), error);
  }
}

TEST(SystemTest, ErrorsNameTheQuestionsAndOptionsThereAre) {
  EXPECT_EQ(ErrorOf(AskParrot("sing", {"hello"})),
            "question: expected one of \"greet\", \"finish\", \"echo\", "
            "\"compare\", \"rank\", \"index\", which a parrot answers, found "
            "\"sing\"");
  EXPECT_EQ(ErrorOf(AskParrot("echo", {"hello"}, R"({"soft": true})")),
            "echo: unknown key \"soft\", expected one of: loud, often");
  EXPECT_EQ(ErrorOf(AskParrot("compare", {"a", "b"}, R"({"often": 3})")),
            "compare: unknown key \"often\", expected one of: loud; it is an "
            "option of echo");
  EXPECT_EQ(ErrorOf(AskParrot("greet", {}, R"({"loud": true})")),
            "greet: unknown key \"loud\", expected no options; it is an option "
            "of echo, compare");
  EXPECT_EQ(ErrorOf(AskParrot("echo", {"hello"}, "[]")),
            "echo: expected an object, found []");
  EXPECT_EQ(ParseQuestionOptions("{").error().message.substr(0, 22),
            "options: expected JSON");
}

TEST(SystemTest, OptionsAreDescribedWithTheirChoicesAndDefaults) {
  const ordered_json questions = QuestionsToJson(Parrots());
  EXPECT_EQ(questions[2],
            ordered_json::parse(R"({"name": "echo", "summary": "What was said",
                "inputs": "one text", "alias": "repeat", "options": [
                {"name": "loud", "type": "boolean", "help": "Louder.",
                 "default": false},
                {"name": "often", "type": "number", "help": "How often.",
                 "default": 1}]})"));
  // A model lists them itself.
  EXPECT_EQ(AskParrot("questions", {}).value().json.at("questions"), questions);
  const std::vector<Field> options = MannerFields().Describe();
  EXPECT_EQ(DescribeOption(options[0], MannerFields().Defaults()), "Louder.");
  EXPECT_EQ(DescribeOption(options[1], MannerFields().Defaults()),
            "How often. Default: 1.");
  Field colour{"colour", FieldKind::kChoice, "Which."};
  colour.choices = {"red", "blue"};
  EXPECT_EQ(DescribeOption(colour, {{"colour", "red"}}),
            "Which. One of red, blue. Default: red.");
}

TEST(SystemTest, AModelIsOfTheSystemThatItsConfigNames) {
  const auto find = [](const std::string& config) {
    const System* const systems[] = {&Parrots()};
    return FindSystem(
        systems,
        {R"({"format": "whylight", "version": 1)" + config + "}", {}, {}});
  };
  ASSERT_TRUE(find(R"(, "task": "parrot")").ok());
  EXPECT_EQ(find(R"(, "task": "parrot")").value(), &Parrots());
  EXPECT_EQ(find(R"(, "task": "owl")").error().message,
            "config.json: \"task\": expected \"parrot\", found \"owl\"");
  EXPECT_EQ(find(R"(, "task": 3)").error().message,
            "config.json: \"task\": expected \"parrot\", found 3");
  EXPECT_EQ(find("").error().message,
            "config.json: \"task\": expected \"parrot\", found none");
  EXPECT_EQ(find("").error().code, ErrorCode::kBadModel);
}

TEST(SystemTest, AModelSaysTheSameOnAnotherThread) {
  const auto model = Parrots().load({"", "", "Polly"});
  ASSERT_TRUE(model.ok());
  EXPECT_EQ(model.value()->About().dump(), R"({"name":"Polly"})");
  const auto another = model.value()->ForAnotherThread();
  ASSERT_TRUE(another.ok());
  EXPECT_EQ(another.value()->About(), model.value()->About());
  EXPECT_EQ(Parrots().load({"", "", "bad"}).error().message,
            "vocab.txt: expected words");
}

}  // namespace
}  // namespace whylight
