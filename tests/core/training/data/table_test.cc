#include "core/training/data/table.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Fields = std::vector<std::string>;

// All records of a table; problems take the place of their fields.
std::vector<Fields> Read(const std::string& path,
                         const TableOptions& options = {}) {
  Result<TableReader> table = TableReader::Open(path, options);
  if (!table.ok()) return {{table.error().message}};
  std::vector<Fields> records;
  while (true) {
    Result<std::optional<TableRecord>> record = table.value().Next();
    if (!record.ok()) {
      records.push_back({record.error().message});
      return records;
    }
    if (!record.value()) return records;
    records.push_back(record.value()->problem.ok()
                          ? record.value()->fields
                          : Fields{record.value()->problem.error().message});
  }
}

TEST(TableReaderTest, ReadsQuotedFieldsWithAllThatMayBeInThem) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.csv",
                                        "\xEF\xBB\xBF\"a\",b\r\n"
                                        "1,2\r\n"
                                        "\"x, y\",\"say \"\"hop\"\"\"\r\n"
                                        "\"two\r\nlines\n\",\"\"\r\n"
                                        "\r\n"
                                        "5\" disk,last");
  EXPECT_EQ(Read(path), (std::vector<Fields>{{"1", "2"},
                                             {"x, y", "say \"hop\""},
                                             {"two\nlines\n", ""},
                                             {"5\" disk", "last"}}));
}

TEST(TableReaderTest, TakesQuotesAsTheyAreWhenToldSo) {
  const ScratchFolder folder;
  EXPECT_EQ(Read(folder.Write("a.tsv", "a\tb\n\"x\t\"y\"\n"),
                 {.separator = '\t', .quotes = false}),
            (std::vector<Fields>{{"\"x", "\"y\""}}));
}

TEST(TableReaderTest, FindsTheSeparatorInTheHeader) {
  const ScratchFolder folder;
  EXPECT_EQ(Read(folder.Write("a.csv", "a;b\n1,5;2\n")),
            std::vector<Fields>({{"1,5", "2"}}));
  EXPECT_EQ(Read(folder.Write("b.csv", "a\tb\n1,5\t2;3\n")),
            std::vector<Fields>({{"1,5", "2;3"}}));
  EXPECT_EQ(Read(folder.Write("c.csv", "a;x,b\n1;5,2\n")),
            std::vector<Fields>({{"1;5", "2"}}));
  // Only what is outside of quotes separates, also where these hold lines.
  EXPECT_EQ(
      Read(folder.Write("d.csv", "\"a, b\";\"c\r\nd\te\"\r\n1,5;\"2;3\"\r\n")),
      std::vector<Fields>({{"1,5", "2;3"}}));
  EXPECT_EQ(Read(folder.Write("e.csv", "\"a;b\tc,d\"\n1\n")),
            std::vector<Fields>({{"1"}}));
  EXPECT_EQ(Read(folder.Write("f.tsv", "a;b\n1;2\n"), {.separator = '\t'}),
            std::vector<Fields>({{"1;2"}}));
}

TEST(TableReaderTest, NamesTheColumnsThatASeparatorGives) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.csv", "\n\"a,\n1\";b\n1;2;3\n");
  const Result<TableReader> table = TableReader::Open(path, {});
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table.value().columns(), (Fields{"a,\n1", "b"}));
  EXPECT_EQ(Read(path),
            std::vector<Fields>({{path + ":4: expected 2 fields as in the "
                                         "header, found 3"}}));
}

TEST(TableReaderTest, RecordsHaveTheirTextAsItStands) {
  const ScratchFolder folder;
  const std::string header = "\xEF\xBB\xBF\"a\nb\";c\r\n";
  const std::string first = "\"1;\r\n\"\"2\";3\n";
  const std::string last = "4;5";
  Result<TableReader> table = TableReader::Open(
      folder.Write("a.csv", header + first + "\r\n" + last), {});
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table.value().header(), header);
  EXPECT_EQ(table.value().Next().value()->text, first);
  EXPECT_EQ(table.value().Next().value()->text, last);
}

TEST(TableReaderTest, ErrorsNameTheFirstLineOfTheRecord) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.csv",
                                        "a,b\n"
                                        "\"1\n2\",3\n"
                                        "\"4\n5\"\n"
                                        "\"6\"7,8\n"
                                        "9,10\n"
                                        "\"11,\n12\n");
  const std::vector<Fields> records = Read(path);
  ASSERT_EQ(records.size(), 5u);
  EXPECT_EQ(records[0], (Fields{"1\n2", "3"}));
  EXPECT_EQ(records[1],
            Fields{path + ":4: expected 2 fields as in the header, found 1"});
  EXPECT_EQ(records[2],
            Fields{path + ":6: expected a separator or the end of the "
                          "line after a quoted field, found \"7\""});
  EXPECT_EQ(records[3], (Fields{"9", "10"}));
  EXPECT_EQ(
      records[4],
      Fields{path + ":8: expected a closing quote, found the end of the file; "
                    "with \"quotes\": false quotes are characters like any "
                    "other"});
}

TEST(TableReaderTest, ColumnsAreFoundByTheirNames) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.csv", "id,text\n");
  const Result<TableReader> table = TableReader::Open(path, {});
  ASSERT_TRUE(table.ok());
  ASSERT_TRUE(table.value().Find("text").ok());
  EXPECT_EQ(table.value().Find("text").value(), 1u);
  ASSERT_FALSE(table.value().Find("body").ok());
  EXPECT_EQ(table.value().Find("body").error().message,
            path + ":1: expected a column \"body\", found \"id\", \"text\"");
}

TEST(TableReaderTest, RefusesAHeaderThatIsMissingOrRepeatsAName) {
  const ScratchFolder folder;
  const std::string empty = folder.Write("a.csv", "\n");
  EXPECT_EQ(
      Read(empty),
      std::vector<Fields>{Fields{
          empty + ":1: expected a header with names of columns, found none"}});
  const std::string twice = folder.Write("b.csv", "a,b,a\n1,2,3\n");
  EXPECT_EQ(Read(twice),
            std::vector<Fields>{Fields{
                twice +
                ":1: expected distinct names of columns, found \"a\" twice"}});
}

}  // namespace
}  // namespace whylight
