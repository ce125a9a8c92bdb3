#include "core/retrieval/document_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "tests/core/retrieval/random_documents.h"

namespace whylight {
namespace {

// All there is to tell two indexes apart from outside, but for numbers.
void ExpectSameAnswers(const DocumentIndex& a, const DocumentIndex& b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(a.ToBytes(), b.ToBytes());
  for (std::uint64_t i = 0; i < 6; ++i) {
    const std::string text = RandomWords(3, 70 + i);
    const std::vector<float> vector = RandomVector(70 + i);
    const IndexQuery query{.text = text,
                           .vector = vector,
                           .options = {.limit = 1000,
                                       .prefix = PrefixTokens::kLast,
                                       .fuzzy = static_cast<double>(i % 2)}};
    const std::vector<Hit> found = a.Search(query).value();
    const std::vector<Hit> expected = b.Search(query).value();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      ASSERT_EQ(found[k].id, expected[k].id);
      ASSERT_EQ(found[k].score, expected[k].score);
      ASSERT_EQ(found[k].terms.size(), expected[k].terms.size());
      ASSERT_EQ(found[k].stored, expected[k].stored);
    }
  }
}

TEST(DocumentIndexTest, AnyChangesLeaveWhatTheListOfDocumentsHas) {
  const CounterRandom random(4, RandomPurpose::kSample);
  DocumentIndex index = MakeTestIndex();
  std::vector<IndexedDocument> list;
  std::size_t most = 0;
  bool filled = false;
  for (std::uint64_t step = 0; step < 1500; ++step) {
    const std::string id = "d" + std::to_string(random.Below(4 * step, 40));
    const IndexedDocument document = RandomDocument(id, step);
    const auto same = std::find_if(
        list.begin(), list.end(),
        [&](const IndexedDocument& other) { return other.id == id; });
    const bool there = same != list.end();
    ASSERT_EQ(index.Has(id), there);
    if (there) list.erase(same);
    switch (random.Below(4 * step + 1, 3)) {
      case 0:
        ASSERT_EQ(index.Remove(id).ok(), there);
        break;
      case 1:
        ASSERT_EQ(index.Replace(document).ok(), there);
        if (there) list.push_back(document);
        break;
      default:
        if (there) {
          ASSERT_FALSE(index.Add(document).ok());
          ASSERT_TRUE(index.Remove(id).ok());
        }
        ASSERT_TRUE(index.Add(document).ok());
        list.push_back(document);
        break;
    }
    filled = filled || index.numbers() < most;
    most = std::max(most, index.numbers());
    if (step % 300 != 299) continue;
    DocumentIndex plain = MakeTestIndex();
    for (const IndexedDocument& each : list) {
      ASSERT_TRUE(plain.Add(each).ok());
    }
    ExpectSameAnswers(index, plain);
    std::size_t present = 0;
    for (std::uint32_t i = 0; i < index.numbers(); ++i) {
      if (index.Find(i) != nullptr) {
        EXPECT_EQ(index.Find(i)->id, list[present++].id);
      }
    }
    EXPECT_EQ(present, list.size());
  }
  EXPECT_TRUE(filled);
  EXPECT_LT(most, 400u);
  EXPECT_EQ(index.Find(static_cast<std::uint32_t>(index.numbers())), nullptr);
}

TEST(DocumentIndexTest, RemovingAllLeavesAnEmptyIndex) {
  DocumentIndex index = RandomIndex(700);
  for (std::size_t i = 0; i < 700; ++i) {
    ASSERT_TRUE(index.Remove("d" + std::to_string(i)).ok());
  }
  EXPECT_EQ(index.size(), 0u);
  ExpectSameAnswers(index, MakeTestIndex());
  ASSERT_TRUE(index.Add(RandomDocument("d5", 5)).ok());
  DocumentIndex fresh = MakeTestIndex();
  ASSERT_TRUE(fresh.Add(RandomDocument("d5", 5)).ok());
  ExpectSameAnswers(index, fresh);
}

TEST(DocumentIndexTest, WhatFailsChangesNothing) {
  DocumentIndex index = RandomIndex(5);
  const std::string before = index.ToBytes();
  const auto message = [](const Status& status) {
    return status.ok() ? "no error" : status.error().message;
  };
  const IndexedDocument good = RandomDocument("d9", 9);
  const IndexedDocument known = RandomDocument("d2", 9);
  EXPECT_EQ(message(index.Add(known)),
            "expected documents of different ids, found \"d2\" twice");
  EXPECT_EQ(message(index.Replace(good)),
            "expected the id of a document, found \"d9\"");
  EXPECT_EQ(message(index.Remove("d9")),
            "expected the id of a document, found \"d9\"");
  for (const IndexedDocument& base : {good, known}) {
    const bool replace = base.id == "d2";
    const auto put = [&](const IndexedDocument& document) {
      return message(replace ? index.Replace(document) : index.Add(document));
    };
    const std::string where = "document \"" + base.id + "\": ";
    IndexedDocument bad = base;
    bad.id.clear();
    EXPECT_EQ(put(bad), "document: expected an id, found an empty text");
    bad = base;
    bad.texts.pop_back();
    EXPECT_EQ(put(bad), where + "expected 2 texts, one a field, found 1");
    bad = base;
    bad.vector.pop_back();
    EXPECT_EQ(put(bad), where + "expected a vector of 20 numbers, found 19");
    bad = base;
    bad.vector[3] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(put(bad),
              where + "expected a vector of finite numbers, found nan");
  }
  EXPECT_EQ(index.ToBytes(), before);
  EXPECT_TRUE(index.Replace(known).ok());
  EXPECT_NE(index.ToBytes(), before);
}

TEST(DocumentIndexTest, OptionsOutsideTheirRangeAreRefused) {
  const auto message = [](const IndexOptions& options,
                          std::size_t width = 0) -> std::string {
    const Result<DocumentIndex> made = DocumentIndex::Make(options, "m", width);
    if (made.ok()) return "no error";
    EXPECT_EQ(made.error().code, ErrorCode::kInvalidArgument);
    return made.error().message;
  };
  EXPECT_EQ(message({{{"a", 1}}}), "no error");
  EXPECT_EQ(message({}), "index: expected from 1 to 255 fields, found 0");
  EXPECT_EQ(message({{{"a", 1}, {"b", 1}, {"a", 1}}}),
            "index: expected fields of different names, found \"a\" twice");
  EXPECT_EQ(message({{{"id", 1}}}),
            "index: expected an id that is no field, found the field \"id\"");
  EXPECT_NE(message({{{"a", 0}}}).find("boost"), std::string::npos);
  EXPECT_NE(message({{{"", 1}}}).find("name"), std::string::npos);
  EXPECT_NE(message({{{"\xFF", 1}}}).find("UTF-8"), std::string::npos);
  EXPECT_NE(message({.fields = {{"a", 1}}, .bm25 = {-1, 0}}).find("k1"),
            std::string::npos);
  EXPECT_NE(message({{{"a", 1}}}, 65537).find("65536"), std::string::npos);
  EXPECT_EQ(message({std::vector<IndexField>(256, {"a", 1})}),
            "index: expected from 1 to 255 fields, found 256");
}

TEST(DocumentIndexTest, MemoryGrowsWithWhatIsInIt) {
  const std::size_t empty = RandomIndex(0).Memory();
  const std::size_t some = RandomIndex(100).Memory();
  EXPECT_GT(some, empty + 100 * kTestWidth);
  EXPECT_GT(RandomIndex(1000).Memory(), 5 * some);
}

}  // namespace
}  // namespace whylight
