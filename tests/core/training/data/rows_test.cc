#include "core/training/data/rows.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/training/scratch_folder.h"

namespace whylight {
namespace {

using Rows = std::vector<std::string>;

// What stands before all rows, and these; or the error.
Rows ReadRows(const std::string& path, const DataOptions& options = {}) {
  Rows rows;
  const auto take = [&](std::string_view bytes) -> Status {
    rows.emplace_back(bytes);
    return {};
  };
  const Status read = VisitRows(path, options, take, take);
  if (!read.ok()) return {read.error().message};
  return rows;
}

TEST(VisitRowsTest, RecordsOfTablesStandAsTheyAre) {
  const ScratchFolder folder;
  const std::string bytes =
      "\xEF\xBB\xBFtext;label\r\n\"a;\r\n\"\"b\"\"\";1\r\n\r\n c ; \n\xE9;2";
  const Rows rows = {"\xEF\xBB\xBFtext;label\r\n", "\"a;\r\n\"\"b\"\"\";1\r\n",
                     " c ; \n", "\xE9;2"};
  EXPECT_EQ(ReadRows(folder.Write("a.csv", bytes)), rows);
  EXPECT_EQ(ReadRows(folder.WriteGzip("a.csv.gz", bytes)), rows);
  EXPECT_EQ(
      ReadRows(folder.Write("a.tsv", "a\tb\n\"1\t2\n"), {.quotes = false}),
      (Rows{"a\tb\n", "\"1\t2\n"}));
}

TEST(VisitRowsTest, LinesStandAsTheyAre) {
  const ScratchFolder folder;
  EXPECT_EQ(ReadRows(folder.Write("a.jsonl", "{ \"a\":1}\n\n{}")),
            (Rows{"", "{ \"a\":1}\n", "{}"}));
  EXPECT_EQ(ReadRows(folder.Write("a.txt", "\xEF\xBB\xBF 1\r\n\n2\n")),
            (Rows{"\xEF\xBB\xBF", " 1\r\n", "\n", "2\n"}));
}

TEST(VisitRowsTest, RefusesFormatsWithoutRows) {
  const ScratchFolder folder;
  const std::string path = folder.Write("a.conll", "a b\n");
  EXPECT_EQ(
      ReadRows(path),
      Rows{path + ": expected JSON lines, a table or a text or tree per line, "
                  "found another format"});
}

}  // namespace
}  // namespace whylight
