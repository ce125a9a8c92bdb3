// Word vectors of any format: what is read is finite and whole, and written it
// is read again, to the bit.
#include <cstdint>
#include <cstring>
#include <string>

#include "core/training/vectors/vector_text.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

bool IsSame(const WordVectors& a, const WordVectors& b) {
  return a.vocabulary.Serialize() == b.vocabulary.Serialize() &&
         a.vectors.rows() == b.vectors.rows() &&
         a.vectors.cols() == b.vectors.cols() &&
         std::memcmp(
             a.vectors.data(), b.vectors.data(),
             static_cast<std::size_t>(a.vectors.size()) * sizeof(Real)) == 0;
}

bool CanBeReadAs(const WordVectors& words, VectorFormat format) {
  switch (format) {
    case VectorFormat::kWord2vecText:
      return true;
    case VectorFormat::kGlove:
      // Without a header, the first row may look like one, or start with what
      // says that a text is in UTF-8.
      return words.vectors.cols() > 1 &&
             !words.vocabulary.word(0).starts_with("\xEF\xBB\xBF");
    default:
      // Numbers whose bytes are letters and digits cannot be told from text.
      return words.vectors(0, 0) == 0;
  }
}

}  // namespace
}  // namespace whylight

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  const Result<WordVectors> read = ParseVectorFile(AsText(data, size), "name");
  if (!read.ok()) {
    ExpectError(read.error(), ErrorCode::kBadData);
    Expect(read.error().message.starts_with("name:"), "errors name the file");
    return 0;
  }
  const WordVectors& words = read.value();
  Expect(words.vectors.rows() > 0 && words.vectors.cols() > 0 &&
             words.vocabulary.size() ==
                 static_cast<std::size_t>(words.vectors.rows()),
         "each word has a vector");
  Expect(words.vectors.allFinite(), "numbers are finite");
  for (const VectorFormat format :
       {VectorFormat::kWord2vecText, VectorFormat::kWord2vecBinary,
        VectorFormat::kGlove}) {
    const std::string bytes = SerializeVectorFile(words, format).value();
    const Result<WordVectors> again = ParseVectorFile(bytes, "name");
    if (!CanBeReadAs(words, format)) continue;
    Expect(again.ok() && IsSame(again.value(), words),
           "what was written is read again");
  }
  return 0;
}
