#include "core/training/data/aspects.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Strings = std::vector<std::string>;

// All sentences of a file, or the error in it after its path.
Result<std::vector<AspectSentence>> ReadAspects(const std::string& content) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.xml", content);
  auto reader = AspectReader::Open(path);
  if (!reader.ok()) return reader.error();
  std::vector<AspectSentence> sentences;
  while (true) {
    auto read = reader.value().Next();
    if (!read.ok()) {
      return Error{read.error().code,
                   read.error().message.substr(path.size() + 1)};
    }
    if (!read.value()) return sentences;
    sentences.push_back(std::move(*read.value()));
  }
}

// As "6-11 positive".
Strings TermsOf(const AspectSentence& sentence) {
  Strings terms;
  for (const AspectSentence::Term& term : sentence.terms) {
    terms.push_back(std::to_string(term.span.start) + "-" +
                    std::to_string(term.span.end) + " " + term.polarity);
  }
  return terms;
}

TEST(AspectReaderTest, ReadsTermsAsOfTwentyFourteen) {
  const auto read = ReadAspects(
      "<?xml version=\"1.0\"?>\n<!-- a > b --><sentences>\n"
      "  <sentence id='1'>\n<text>Caf&#233; &amp; bar: great\npizza</text>\n"
      "<aspectTerms>\n"
      "<aspectTerm term=\"pizza\" polarity='positive' from=\"18\" to=\"23\"/>\n"
      "<aspectTerm\n term = \"Caf\u00e9 &#x26; bar\" polarity=\"neutral\"\n"
      "from=\"0\" to=\"10\" /></aspectTerms>\n"
      "<aspectCategories><aspectCategory category=\"food\" "
      "polarity=\"positive\"/></aspectCategories></sentence>\n"
      "<sentence id='2'><text>Nothing.</text></sentence></sentences>\n");
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read.value().size(), 2u);
  const AspectSentence& first = read.value()[0];
  ASSERT_TRUE(first.problem.ok()) << first.problem.error().message;
  EXPECT_EQ(first.text, "Caf\u00e9 & bar: great\npizza");
  EXPECT_EQ(first.place.line, 3u);
  EXPECT_EQ(TermsOf(first), (Strings{"0-10 neutral", "18-23 positive"}));
  EXPECT_EQ(read.value()[1].text, "Nothing.");
  EXPECT_TRUE(read.value()[1].terms.empty());
}

TEST(AspectReaderTest, ReadsOpinionsAsOfLaterYears) {
  const auto read = ReadAspects(
      "<Reviews><Review><sentences><sentence><text>Nice wine list</text>"
      "<Opinions>"
      "<Opinion target=\"wine\" category=\"A\" polarity=\"neutral\" "
      "from=\"5\" to=\"9\"/>"
      "<Opinion target=\"NULL\" category=\"B\" polarity=\"negative\" "
      "from=\"0\" to=\"0\"/>"
      "<Opinion target=\"wine list\" category=\"C\" polarity=\"positive\" "
      "from=\"5\" to=\"14\"/>"
      "</Opinions></sentence></sentences></Review></Reviews>");
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read.value().size(), 1u);
  EXPECT_EQ(TermsOf(read.value()[0]), Strings{"5-9 neutral"});
}

TEST(AspectReaderTest, NamesWhatIsWrongWithATerm) {
  const auto problem = [](const std::string& term) {
    const auto read = ReadAspects("<sentence>\n<text>Good food</text>\n" +
                                  term + "\n</sentence>");
    EXPECT_TRUE(read.ok()) << term;
    if (!read.ok() || read.value().size() != 1) return std::string("no");
    const Status& status = read.value()[0].problem;
    if (status.ok()) return std::string("nothing");
    const std::string& message = status.error().message;
    return message.substr(message.find(".xml:") + 5);
  };
  EXPECT_EQ(problem("<aspectTerm term='food' polarity='x' from='5' to='9'/>"),
            "nothing");
  EXPECT_EQ(problem("<aspectTerm term='food' from='5' to='9'/>"),
            "3: expected \"polarity\" of <aspectTerm>, found none");
  EXPECT_EQ(problem("<Opinion term='food' polarity='x' from='5' to='9'/>"),
            "3: expected \"target\" of <Opinion>, found none");
  EXPECT_EQ(problem("<aspectTerm term='food' polarity='x' from='4' to='8'/>"),
            "3: expected \"food\" from 4 to 8, found \" foo\"");
  EXPECT_EQ(problem("<aspectTerm term='food' polarity='x' from='-5' to='9'/>"),
            "3: expected a whole number as \"from\", found \"-5\"");
  for (const char* place : {"from='9' to='5'", "from='5' to='5'",
                            "from='5' to='99'", "from='99' to='100'"}) {
    EXPECT_NE(problem("<aspectTerm term='' polarity='x' " + std::string(place) +
                      "/>"),
              "nothing")
        << place;
  }
}

TEST(AspectReaderTest, NamesWhatIsNoXml) {
  const auto problem = [](const std::string& content) {
    const auto read = ReadAspects(content);
    return read.ok() ? "nothing" : read.error().message;
  };
  EXPECT_EQ(problem("<sentence>\n<text>a & b</text></sentence>"),
            "2: expected the reference of a character, found \"& b\"");
  EXPECT_EQ(problem("<sentence><text>a &#xD800; b</text></sentence>"),
            "1: expected the reference of a character, found \"&#xD800; b\"");
  EXPECT_EQ(problem("<sentence><text>a</text>"),
            "1: expected </sentence>, found the end of the file");
  EXPECT_EQ(problem("<sentence>\n<sentence>"),
            "2: expected </sentence>, found <sentence>");
  EXPECT_EQ(problem("</sentence>"),
            "1: expected <sentence>, found </sentence>");
  EXPECT_EQ(problem("<a"), "1: expected \">\", found the end of the file");
  EXPECT_EQ(problem("<!-- a"),
            "1: expected \"-->\", found the end of the file");
  EXPECT_EQ(problem("< a>"), "1: expected the name of a tag, found \"< a>\"");
  for (const char* tag : {"<a b>", "<a b=c>", "<a b='c>", "<a ='c'>"}) {
    EXPECT_EQ(problem(tag).find("1: expected an attribute as name=\"value\""),
              0u)
        << tag;
  }
  EXPECT_EQ(problem("a text"), "1: expected a tag, found \"a text\\x0a\"");
  EXPECT_EQ(problem("<sentence>\n<text><![CDATA[a]]></text></sentence>"),
            "2: expected text without CDATA, found some");
  EXPECT_EQ(problem(" \n\n"), "nothing");
}

TEST(AspectReaderTest, PiecesMayStandOnAnyLines) {
  const auto read = ReadAspects(
      "<?xml\nversion='1.0'?><!-- a\n> -->\n<sentence\nid='1'\n>\n<text>The "
      "bar\nis dim.</text\n></sentence><sentence><text>Fine."
      "</text></sentence>");
  ASSERT_TRUE(read.ok()) << read.error().message;
  ASSERT_EQ(read.value().size(), 2u);
  EXPECT_EQ(read.value()[0].text, "The bar\nis dim.");
  EXPECT_EQ(read.value()[1].text, "Fine.");
}

}  // namespace
}  // namespace whylight
