// Reads training and input files: plain or gzip, a document a line. Every
// complaint names the file and the line, what was expected and what was found.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/math/matrix.h"

struct gzFile_s;  // zlib's handle, so that its header stays in the .cc file

namespace whylight {

/// In place of a path: what is piped in.
inline constexpr std::string_view kStandardInput = "-";

/// Reads a file line by line. Whether it is gzip is seen from its content, not
/// its name. Lines have any length and end with "\n" or "\r\n"; a byte order
/// mark at the start is dropped.
class LineReader {
 public:
  static Result<LineReader> Open(const std::string& path);

  /// The next line without its end, or nothing at the end of the file. The
  /// view holds until the next call.
  Result<std::optional<std::string_view>> Next();

  /// The number of the line read last, from 1.
  std::size_t line() const { return line_; }

  /// "path:line: message", for complaints about the line read last.
  Error Complain(const std::string& message) const;

 private:
  struct Closer {
    void operator()(gzFile_s* file) const;
  };

  LineReader(std::string path, gzFile_s* file);
  // Reads on into buffer_, whose unread part is kept; sets end_of_file_.
  Status Fill();

  std::string path_;
  std::unique_ptr<gzFile_s, Closer> file_;
  std::string buffer_;
  std::size_t position_ = 0;  // of the first unread byte in buffer_
  std::size_t line_ = 0;
  bool end_of_file_ = false;
};

struct Review {
  std::string text;
  std::vector<Real> ratings;  ///< In [0, 1]; one for each wanted aspect.
};

/// Reads reviews, a JSON object a line:
/// `{"text": "...", "ratings": {"aroma": 0.7, ...}}`. Every aspect in `aspects`
/// must be rated; other keys are ignored, and blank lines passed over. Texts
/// beyond kMaxWords are an error.
Result<std::vector<Review>> ReadReviews(
    const std::string& path, const std::vector<std::string>& aspects);

/// Gets a text and the number of its line, from 1. The view holds during the
/// call. An error ends the visit.
using TextVisitor = std::function<Status(std::string_view, std::size_t)>;

/// Calls `visit` with each text of a file: the field `text` of each line of
/// NAME.jsonl[.gz] or of standard input ("-"), blank ones passed over; each
/// line of NAME.txt[.gz]. Texts beyond kMaxWords are an error.
Status VisitTexts(const std::string& path, const TextVisitor& visit);

}  // namespace whylight
