// Questions with the sentences that answer them and those that do not, as
// TrecQA is published (Wang et al. 2007):
//
//   @code{.unparsed}
//   <QApairs id='1.4'>
//   <question>
//   What	ethnic	group	are	Crip	members	?
//   ... lines about each word, passed over ...
//   </question>
//   <negative>
//   Prison	gangs	have	a	negotiation	system	.
//   ...
//   </negative>
//   ...
//   </QApairs>
//   @endcode
//
// It looks like XML and is none: words stand between tabs, and "&" is itself.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/training/data/line_reader.h"

namespace whylight {

struct QaPairs {
  using Words = std::vector<std::string>;

  Place place;  ///< Of the first line.
  Words question;
  std::vector<std::pair<Words, bool>> answers;  ///< Whether each is right.
};

class QaPairsReader {
 public:
  static Result<QaPairsReader> Open(const std::string& path);

  /// The next question, or nothing at the end of the file. Fails where a line
  /// is not what it should be.
  Result<std::optional<QaPairs>> Next();

 private:
  explicit QaPairsReader(LineReader lines) : lines_(std::move(lines)) {}

  // The next line, whose absence is an error.
  Result<std::string> ReadLine(const std::string& expected);
  // The words of a section whose opening tag was read.
  Result<QaPairs::Words> ReadSection(const std::string& name);

  LineReader lines_;
};

}  // namespace whylight
