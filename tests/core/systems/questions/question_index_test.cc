#include "core/systems/questions/question_index.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/systems/questions/system.h"
#include "tests/core/systems/questions/made_up_retriever.h"

namespace whylight {
namespace {

using nlohmann::json;

const json kLinearRcnn = {
    {"type", "rcnn"}, {"hidden", 5}, {"activation", "identity"}};

std::shared_ptr<const Retriever> MakeModel(RetrieverOptions options = {
                                               .layers = {kLinearRcnn},
                                               .title_and_body = true}) {
  options.subwords.buckets = 64;
  return std::make_shared<const Retriever>(
      Retriever::Load(MadeUpRetriever(std::move(options))
                          .Save(Dtype::kF32, Dtype::kF32, "{}")
                          .value())
          .value());
}

const std::vector<json> kDocuments = {
    {{"id", "reset"}, {"title", "How do I reset my password?"}},
    {{"id", "late"}, {"title", "Was the train late?"}, {"body", "My train."}},
    {{"id", 7}, {"title", "Can I change the train?"}, {"topic", "travel"}},
    {{"id", "caf\u00e9 \U0001F37A"},
     {"title", "\U0001F37A I forgot my password"},
     {"body", "How can I change the password?"}}};

QuestionIndex MakeIndex(std::shared_ptr<const Retriever> model = MakeModel()) {
  QuestionIndex index =
      QuestionIndex::Make(std::move(model),
                          {.fields = {{"title", 2}, {"body"}}})
          .value();
  const Status added = index.AddAll(kDocuments);
  EXPECT_TRUE(added.ok()) << added.error().message;
  return index;
}

std::vector<Hit> Search(const QuestionIndex& index, std::string_view text,
                        SearchOptions options = {}) {
  return index.Search({.text = text, .options = options}).value();
}

TEST(QuestionIndexTest, DocumentsComeBackAsTheyWere) {
  const QuestionIndex index = MakeIndex();
  ASSERT_EQ(index.index().size(), 4u);
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(index.DocumentOf(i), kDocuments[i]);
  }
  EXPECT_TRUE(index.index().Has("7"));
  EXPECT_TRUE(index.DocumentOf(4).is_null());
}

TEST(QuestionIndexTest, AKeyInPlaceOfAMissingFieldComesBackToo) {
  QuestionIndex index =
      QuestionIndex::Make(MakeModel(), {.fields = {{"title"}, {"body"}}})
          .value();
  const json document = {{"id", "a"}, {"title", "train"}, {"topic", "travel"}};
  ASSERT_TRUE(index.AddAll({document}).ok());
  EXPECT_EQ(index.DocumentOf(0), document);
}

TEST(QuestionIndexTest, ADocumentAsAQueryIsItsOwnFirstHit) {
  const QuestionIndex index = MakeIndex();
  for (const SearchMode mode :
       {SearchMode::kModel, SearchMode::kBm25, SearchMode::kHybrid}) {
    const auto hits =
        Search(index, "Was the train late?\nMy train.", {.mode = mode});
    ASSERT_FALSE(hits.empty());
    EXPECT_EQ(hits[0].id, "late");
    // What is compared are bytes.
    EXPECT_NEAR(hits[0].cosine, 1, 0.01);
  }
}

TEST(QuestionIndexTest, AHitHasTheCosineThatTheModelGives) {
  const auto model = MakeModel();
  const QuestionIndex index = MakeIndex(model);
  const std::string query = "Can I reset the password?";
  for (const Hit& hit : Search(index, query, {.mode = SearchMode::kModel})) {
    const HitReasons reasons = index.Explain(query, hit.id, 5).value();
    EXPECT_NEAR(reasons.match.score, hit.cosine, 0.02);
    EXPECT_LT(reasons.match.error(), 1e-5);
    EXPECT_EQ(reasons.hit.id, hit.id);
    EXPECT_DOUBLE_EQ(reasons.hit.cosine, hit.cosine);
  }
}

TEST(QuestionIndexTest, ReasonsPointIntoTheFields) {
  const QuestionIndex index = MakeIndex();
  const std::string id = kDocuments[3]["id"];
  const HitReasons reasons = index.Explain("reset my password", id, 20).value();
  // Two fields, each with "password"; an emoji takes two units.
  std::vector<std::string> found;
  for (const MatchedWord& word : reasons.match.text_words) {
    const FieldSpan place = index.Locate(reasons.hit.number, word.span);
    if (place.span.end - place.span.start != 8) continue;
    found.push_back(std::to_string(place.field) + ":" +
                    std::to_string(place.span.start));
  }
  EXPECT_EQ(found, (std::vector<std::string>{"0:15", "1:21"}));
}

TEST(QuestionIndexTest, OnlyEncodedFieldsAreReadByTheModel) {
  const auto model = MakeModel();
  QuestionIndex index =
      QuestionIndex::Make(
          model, {.fields = {{"title"}, {.name = "body", .encoded = false}}})
          .value();
  ASSERT_TRUE(index.AddAll(kDocuments).ok());
  const auto hits =
      Search(index, "Was the train late?", {.mode = SearchMode::kModel});
  EXPECT_EQ(hits[0].id, "late");
  EXPECT_NEAR(hits[0].cosine, 1, 0.01);
}

TEST(QuestionIndexTest, WithoutEncodedFieldsItIsOfWords) {
  QuestionIndex index =
      QuestionIndex::Make(MakeModel({.similarity = Similarity::kPoincare}),
                          {.fields = {{.name = "title", .encoded = false}}})
          .value();
  ASSERT_TRUE(index.AddAll(kDocuments).ok());
  const auto hits = Search(index, "train late", {.mode = SearchMode::kBm25});
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].id, "late");
  EXPECT_FALSE(index.Probability(hits[0]).has_value());
  EXPECT_FALSE(index.Search({.text = "train"}).ok());
  EXPECT_FALSE(index.Explain("train", "late", 1).ok());
  EXPECT_FALSE(
      QuestionIndex::Make(MakeModel({.similarity = Similarity::kPoincare}),
                          {.fields = {{"title"}}})
          .ok());
}

TEST(QuestionIndexTest, BadDocumentsAreNamedAndNothingIsAdded) {
  QuestionIndex index = MakeIndex();
  const std::string before = index.index().ToBytes();
  const struct {
    json documents;
    const char* problem;
  } cases[] = {
      {json::parse(R"([{"id": "a"}, 3])"),
       "documents[1]: expected an object, found 3"},
      {json::parse(R"([{"title": "x"}])"),
       "documents[0]: expected the id \"id\", found none"},
      {json::parse(R"([{"id": ""}])"),
       "documents[0]: \"id\": expected a text that is not empty, or a whole "
       "number, found \"\""},
      {json::parse(R"([{"id": 1.5}])"),
       "documents[0]: \"id\": expected a text that is not empty, or a whole "
       "number, found 1.5"},
      {json::parse(R"([{"id": "a"}, {"id": "a"}])"),
       "documents[1]: expected an id that no other document has, found \"a\" "
       "again"},
      {json::parse(R"([{"id": "a"}, {"id": "late"}])"),
       "documents[1]: expected an id that no other document has, found "
       "\"late\" again"},
      {json::parse(R"([{"id": "a", "title": ["x"]}])"),
       "documents[0]: \"title\": expected a text, found [\"x\"]"},
  };
  for (const auto& [documents, problem] : cases) {
    const Status added = index.AddAll({documents.begin(), documents.end()});
    ASSERT_FALSE(added.ok());
    EXPECT_EQ(added.error().message, problem);
    EXPECT_EQ(index.index().ToBytes(), before);
  }
  EXPECT_EQ(index.Replace({{"id", "nobody"}}).error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(index.RemoveAll({"late", "nobody"}).error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(index.index().ToBytes(), before);
}

TEST(QuestionIndexTest, ReplacedAndRemovedDocumentsAreNoHits) {
  QuestionIndex index = MakeIndex();
  ASSERT_TRUE(
      index.Replace({{"id", "late"}, {"title", "How do I reset it?"}}).ok());
  ASSERT_TRUE(index.RemoveAll({"7", "7"}).ok());
  EXPECT_EQ(index.index().size(), 3u);
  EXPECT_TRUE(Search(index, "train", {.mode = SearchMode::kBm25}).empty());
}

TEST(QuestionIndexTest, ItsFileBelongsToItsModel) {
  const auto model = MakeModel();
  const QuestionIndex index = MakeIndex(model);
  const std::string bytes = index.index().ToBytes();
  const auto read = QuestionIndex::FromBytes(model, bytes);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().DocumentOf(2), kDocuments[2]);
  EXPECT_EQ(read.value().index().options().id, "id");

  const auto other = QuestionIndex::FromBytes(MakeModel({}), bytes);
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.error().message.find(model->name()), std::string::npos);
}

TEST(QuestionIndexTest, WeightsThatAreReadOtherwiseAreAnotherModel) {
  const auto model = MakeModel({.title_and_body = true});
  const std::string bytes = MakeIndex(model).index().ToBytes();
  // Of the same tensors and words.
  EXPECT_FALSE(QuestionIndex::FromBytes(MakeModel({}), bytes).ok());
  // What is made of a vector is not what it is.
  const auto calibrated = MakeModel(
      {.title_and_body = true, .weight = 0.3, .calibration = {.slope = 5}});
  EXPECT_TRUE(QuestionIndex::FromBytes(calibrated, bytes).ok());
}

TEST(QuestionIndexTest, LeavingOutAWordIsSearchingWithoutIt) {
  const QuestionIndex index = MakeIndex();
  const std::string query = "How late, \U0001F37A train?";
  for (const SearchMode mode :
       {SearchMode::kModel, SearchMode::kBm25, SearchMode::kHybrid}) {
    const LeftOutWords left =
        index.LeaveOutWords({.text = query, .options = {.mode = mode}}, "late")
            .value();
    const auto place = [&](const std::string& text) {
      const auto hits = Search(index, text, {.mode = mode});
      for (std::size_t i = 0; i < hits.size(); ++i) {
        if (hits[i].id == "late") {
          return std::pair(i + 1, hits[i].score);
        }
      }
      return std::pair(std::size_t{0}, 0.0);
    };
    EXPECT_EQ(std::pair(left.rank, left.score), place(query));
    const std::vector<std::string> without = {
        " late, \U0001F37A train?", "How , \U0001F37A train?",
        "How late,  train?", "How late, \U0001F37A ?"};
    ASSERT_EQ(left.words.size(), without.size());
    for (std::size_t i = 0; i < without.size(); ++i) {
      const auto [rank, score] = place(without[i]);
      EXPECT_EQ(left.words[i].rank, rank) << without[i];
      EXPECT_NEAR(left.words[i].score, score, 1e-6) << without[i];
    }
    EXPECT_EQ(left.words[2].span.start, 10u);
    EXPECT_EQ(left.words[2].span.end, 12u);
  }
  EXPECT_EQ(index.LeaveOutWords({.text = query}, "nobody").error().code,
            ErrorCode::kNotFound);
}

TEST(QuestionIndexTest, DuplicatesAreFoundInPieces) {
  QuestionIndex index = MakeIndex();
  ASSERT_TRUE(index
                  .AddAll({{{"id", "again"},
                            {"title", "Was the train late?"},
                            {"body", "My train."}}})
                  .ok());
  DuplicateFinder* finder = index.AdvanceDuplicates(0.99, true, 1).value();
  EXPECT_FALSE(finder->done());
  while (!finder->done()) {
    finder = index.AdvanceDuplicates(0.99, false, 1).value();
  }
  const auto clusters = finder->Take();
  ASSERT_EQ(clusters.size(), 1u);
  EXPECT_EQ(clusters[0].documents, (std::vector<std::uint32_t>{1, 4}));
  // A change starts over.
  ASSERT_TRUE(index.RemoveAll({"again"}).ok());
  finder = index.AdvanceDuplicates(0.99, false, 1000).value();
  EXPECT_TRUE(finder->Take().empty());
}

// The same by requests.
class KeptIndexTest : public testing::Test {
 protected:
  KeptIndexTest()
      : model_(QuestionsSystem()
                   .load(MadeUpRetriever({.layers = {kLinearRcnn},
                                          .subwords = {.buckets = 64},
                                          .calibration = {.hits = {8, 2, -4}}})
                             .Save(Dtype::kF32, Dtype::kF32, "{}")
                             .value())
                   .value()) {}

  Result<Answer> AskOf(std::string_view question,
                       std::vector<std::string_view> texts, json options) {
    return Ask(QuestionsSystem(), *model_,
               {question, texts, std::move(options)});
  }

  json Get(std::string_view question, std::vector<std::string_view> texts,
           json options) {
    const Result<Answer> answer =
        AskOf(question, std::move(texts), std::move(options));
    EXPECT_TRUE(answer.ok()) << (answer.ok() ? "" : answer.error().message);
    return answer.ok() ? json(answer.value().json) : json();
  }

  json Create() {
    const json made =
        Get("index-create", {},
            {{"fields", {{{"name", "title"}, {"boost", 2}}}}, {"k1", 1.5}});
    const std::string documents = json(kDocuments).dump();
    EXPECT_EQ(Get("index-add", {documents}, {{"index", made["index"]}})["size"],
              4);
    return made["index"];
  }

  std::unique_ptr<Model> model_;
};

TEST_F(KeptIndexTest, AnIndexIsMadeSearchedAndClosed) {
  const json index = Create();
  const json hits =
      Get("index-search", {"reset password"},
          {{"index", index}, {"limit", 2}, {"weight", 0.4}})["hits"];
  ASSERT_EQ(hits.size(), 2u);
  const json& best = hits[0];
  EXPECT_EQ(best["id"], "reset");
  EXPECT_EQ(best["document"], kDocuments[0]);
  EXPECT_EQ(best["spans"]["title"], json::parse(R"([{"start": 9, "end": 14},
                                                    {"start": 18, "end": 26}])"));
  EXPECT_NEAR(best["parts"]["model"].get<double>() +
                  best["parts"]["bm25"].get<double>(),
              best["score"].get<double>(), 1e-12);
  EXPECT_NEAR(best["parts"]["model"].get<double>(),
              0.4 * best["cosine"].get<double>(), 1e-12);
  EXPECT_NEAR(best["probability"].get<double>(),
              1 / (1 + std::exp(4 - 8 * best["cosine"].get<double>() -
                                2 * best["share"].get<double>())),
              1e-9);
  EXPECT_EQ(model_->About()["threshold"], 0.5);
  EXPECT_EQ(best["terms"][1]["query"], "password");

  const json reasons = Get("index-explain", {"reset password"},
                           {{"index", index}, {"id", "reset"}, {"pairs", 3}});
  EXPECT_EQ(reasons["strongest"].size(), 3u);
  EXPECT_EQ(reasons["documentWords"][3]["field"], "title");
  EXPECT_LT(reasons["error"].get<double>(), 1e-5);

  const json left = Get("index-without-words", {"reset password"},
                        {{"index", index}, {"id", "reset"}});
  EXPECT_EQ(left["rank"], 1);
  EXPECT_EQ(left["words"].size(), 2u);

  const json prefer =
      Get("index-prefer", {"reset password"},
          {{"index", index}, {"id", "reset"}, {"other", "late"}});
  EXPECT_LT(prefer["error"].get<double>(), 1e-5);

  EXPECT_EQ(
      Get("index-suggest", {"pass"}, {{"index", index}})["terms"][0]["term"],
      "password");
  EXPECT_EQ(Get("index-documents", {}, {{"index", index}, {"count", 3}}),
            (json{{"documents", {kDocuments[0], kDocuments[1], kDocuments[2]}},
                  {"next", 3}}));
  EXPECT_EQ(Get("index-about", {}, {{"index", index}})["size"], 4);

  Get("index-close", {}, {{"index", index}});
  const Result<Answer> closed = AskOf("index-about", {}, {{"index", index}});
  EXPECT_EQ(closed.error().code, ErrorCode::kNotFound);
}

TEST_F(KeptIndexTest, ItsBytesOpenAnotherOne) {
  const json index = Create();
  const std::string bytes =
      AskOf("index-bytes", {}, {{"index", index}}).value().bytes;
  const json opened = Get("index-open", {bytes}, json::object());
  EXPECT_NE(opened["index"], index);
  EXPECT_EQ(opened["size"], 4);
  EXPECT_EQ(opened["options"]["fields"][0]["boost"], 2);
  EXPECT_EQ(AskOf("index-open", {"whyindex"}, json::object()).error().code,
            ErrorCode::kBadData);
}

TEST_F(KeptIndexTest, AChoiceIsOfThePresentDocuments) {
  const json index = Create();
  Get("index-remove", {}, {{"index", index}, {"ids", {"reset"}}});
  const std::string choice("\0\1\1", 3);
  const json hits =
      Get("index-search", {"change train", choice}, {{"index", index}})["hits"];
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0]["id"], "7");
  EXPECT_NE(hits[1]["id"], "late");
  const Result<Answer> wrong =
      AskOf("index-search", {"train", "\1"}, {{"index", index}});
  EXPECT_EQ(wrong.error().message,
            "index-search: expected a choice of 3 bytes, found 1");
}

TEST_F(KeptIndexTest, AThresholdLeavesOutWhatIsNotProbable) {
  const json index = Create();
  const json all = Get("index-search", {"reset password"},
                       {{"index", index}, {"mode", "model"}})["hits"];
  const json some =
      Get("index-search", {"reset password"},
          {{"index", index}, {"mode", "model"}, {"threshold", 0.5}})["hits"];
  ASSERT_LT(some.size(), all.size());
  for (const json& hit : some) EXPECT_GE(hit["probability"], 0.5);
  EXPECT_LT(all[some.size()]["probability"], 0.5);
}

TEST_F(KeptIndexTest, VectorsAreThoseOfTheModel) {
  const json index = Create();
  Get("index-remove", {}, {{"index", index}, {"ids", {"late"}}});
  std::vector<float> all;
  json ids = json::array();
  for (json next = 0; !next.is_null();) {
    const Answer answer =
        AskOf("index-vectors", {},
              {{"index", index}, {"from", next}, {"count", 2}})
            .value();
    std::vector<float> some(answer.bytes.size() / sizeof(float));
    std::memcpy(some.data(), answer.bytes.data(), answer.bytes.size());
    all.insert(all.end(), some.begin(), some.end());
    for (const auto& id : answer.json["ids"])
      ids.push_back(id.get<std::string>());
    next = answer.json.contains("next") ? json(answer.json["next"]) : json();
  }
  EXPECT_EQ(ids, (json{"reset", "7", kDocuments[3]["id"]}));
  const json embedded =
      Get("embed", {"Can I change the train?"}, json::object())["vector"];
  ASSERT_EQ(all.size(), 3 * embedded.size());
  for (std::size_t k = 0; k < embedded.size(); ++k) {
    EXPECT_NEAR(all[embedded.size() + k], embedded[k].get<double>(), 1e-6);
  }
}

TEST_F(KeptIndexTest, ItsQuestionsAreNotListed) {
  for (const auto& question : QuestionsToJson(QuestionsSystem())) {
    EXPECT_NE(question["name"].get<std::string>().rfind("index-", 0), 0u);
  }
}

}  // namespace
}  // namespace whylight
