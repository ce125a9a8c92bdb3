#include <gtest/gtest.h>

#include <string>

#include "core/retrieval/document_index.h"
#include "tests/core/retrieval/random_documents.h"

namespace whylight {
namespace {

std::string TermsFor(const DocumentIndex& index, std::string_view text,
                     std::size_t limit = 10) {
  std::string all;
  for (const Suggestions::Term& term : index.Suggest(text, limit).terms) {
    all += (all.empty() ? "" : "|") + term.text + ":" +
           std::to_string(term.documents);
  }
  return all;
}

std::string DocumentsFor(const DocumentIndex& index, std::string_view text,
                         std::size_t limit = 10) {
  std::string all;
  for (const auto& document : index.Suggest(text, limit).documents) {
    all += (all.empty() ? "" : " ") + document.id;
  }
  return all;
}

DocumentIndex Questions() {
  return IndexOfTexts({"How do I mount a disk?", "How do I mute a disco?",
                       "A disk that I cannot mount", "Mount Everest",
                       "disk, disk and disk"});
}

TEST(IndexSuggestTest, TermsCompleteTheLastWord) {
  const DocumentIndex index = Questions();
  EXPECT_EQ(TermsFor(index, "Mo"), "mount:3");
  EXPECT_EQ(TermsFor(index, "dis"), "disk:3|disco:1");
  EXPECT_EQ(TermsFor(index, "dis", 1), "disk:3");
  // Of the documents that have what stands before it.
  EXPECT_EQ(TermsFor(index, "How do I m"), "How do I mount:1|How do I mute:1");
  EXPECT_EQ(TermsFor(index, "everest mo"), "everest mount:1");
  // Words that no document has say nothing.
  EXPECT_EQ(TermsFor(index, "\u00e9\U0001F37A xyz dis"),
            "\u00e9\U0001F37A xyz disk:3|\u00e9\U0001F37A xyz disco:1");
}

TEST(IndexSuggestTest, AWordThatIsCompleteIsNotCompleted) {
  const DocumentIndex index = Questions();
  EXPECT_EQ(TermsFor(index, "disk"), "");
  EXPECT_EQ(TermsFor(index, "dis "), "");
  EXPECT_EQ(TermsFor(index, ""), "");
  EXPECT_EQ(TermsFor(index, "?"), "");
  EXPECT_EQ(TermsFor(index, "zzz"), "");
  EXPECT_EQ(TermsFor(index, "dis", 0), "");
}

TEST(IndexSuggestTest, DocumentsThatStartAsTypedComeFirst) {
  const DocumentIndex index = Questions();
  EXPECT_EQ(DocumentsFor(index, "how do i m"), "1 0");
  EXPECT_EQ(DocumentsFor(index, "mount"), "3 0 2");
  EXPECT_EQ(DocumentsFor(index, "mou di"), "");
  EXPECT_EQ(DocumentsFor(index, "mount di"), "0 2");
  EXPECT_EQ(DocumentsFor(index, "disk"), "4 0 2");
  EXPECT_EQ(DocumentsFor(index, "disk", 2), "4 0");
  EXPECT_EQ(DocumentsFor(index, "dis "), "");
  EXPECT_EQ(index.Suggest("mount e", 1).documents[0].text, "Mount Everest");
}

TEST(IndexSuggestTest, RemovedDocumentsAreForgotten) {
  DocumentIndex index = Questions();
  ASSERT_TRUE(index.Remove("0").ok());
  EXPECT_EQ(TermsFor(index, "How do I m"), "How do I mute:1");
  EXPECT_EQ(DocumentsFor(index, "how do i m"), "1");
  EXPECT_EQ(TermsFor(IndexOfTexts({}), "a"), "");
}

}  // namespace
}  // namespace whylight
