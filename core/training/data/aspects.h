// Sentences of reviews with what they speak of and how, as SemEval published
// them in 2014 ("aspectTerm") and later ("Opinion"), and MAMS after it:
//
//   @code{.unparsed}
//   <sentence id="7">
//     <text>Great pizza, slow staff.</text>
//     <aspectTerms>
//       <aspectTerm term="pizza" polarity="positive" from="6" to="11"/>
//       <aspectTerm term="staff" polarity="negative" from="18" to="23"/>
//     </aspectTerms>
//   </sentence>
//   @endcode
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/span.h"
#include "core/training/data/xml_reader.h"

namespace whylight {

struct AspectSentence {
  struct Term {
    Span span;
    std::string polarity;
  };

  Place place;  ///< Of its tag.
  std::string text;
  std::vector<Term> terms;  ///< From left to right; none overlap.
  /// The error in the sentence, if there is one; the rest is then of no use.
  Status problem;
};

/// Opinions on no word ("NULL") are passed over. Of terms that overlap the one
/// that begins first counts, and of those that begin together the first:
/// a word is named once for each of its categories.
class AspectReader {
 public:
  static Result<AspectReader> Open(const std::string& path);

  /// The next sentence, or nothing at the end of the file. Fails where the file
  /// is no XML or cannot be read on.
  Result<std::optional<AspectSentence>> Next();

 private:
  explicit AspectReader(XmlReader xml) : xml_(std::move(xml)) {}

  XmlReader xml_;
};

}  // namespace whylight
