#include "core/training/exchange/pickle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/format/json.h"
#include "core/text/utf8.h"

namespace whylight {
namespace {

using Value = PickleValue;
using Kind = PickleValue::Kind;

// How deep `Arrays` looks, and how many dimensions an array may have.
constexpr std::size_t kMaxDepth = 16;
constexpr std::size_t kMaxDimensions = 32;
// Each array's name repeats the keys on the way to it.
constexpr std::size_t kLongestName = 256;
// Values take a hundred times as many bytes as the file has for them.
constexpr std::size_t kMostValues = std::size_t{1} << 22;

// The functions and types that a pickle of arrays names, by all modules they
// were ever in.
enum class Known {
  kReconstruct,
  kFromBuffer,
  kScalar,
  kNdarray,
  kDtype,
  kEncode,
  kNamespace,
  kReconstructor,
  kObject,
  kBytes,
  kOrderedDict,
};

struct KnownName {
  std::string_view name;
  Known known;
};

constexpr std::array kKnownNames = {
    KnownName{"numpy.core.multiarray._reconstruct", Known::kReconstruct},
    KnownName{"numpy._core.multiarray._reconstruct", Known::kReconstruct},
    KnownName{"numpy.core.numeric._frombuffer", Known::kFromBuffer},
    KnownName{"numpy._core.numeric._frombuffer", Known::kFromBuffer},
    KnownName{"numpy.core.multiarray.scalar", Known::kScalar},
    KnownName{"numpy._core.multiarray.scalar", Known::kScalar},
    KnownName{"numpy.ndarray", Known::kNdarray},
    KnownName{"numpy.dtype", Known::kDtype},
    KnownName{"_codecs.encode", Known::kEncode},
    KnownName{"argparse.Namespace", Known::kNamespace},
    KnownName{"copy_reg._reconstructor", Known::kReconstructor},
    KnownName{"copyreg._reconstructor", Known::kReconstructor},
    KnownName{"__builtin__.object", Known::kObject},
    KnownName{"builtins.object", Known::kObject},
    KnownName{"__builtin__.bytes", Known::kBytes},
    KnownName{"builtins.bytes", Known::kBytes},
    KnownName{"collections.OrderedDict", Known::kOrderedDict},
};

const KnownName* FindKnown(std::string_view name) {
  const auto* found =
      std::find_if(kKnownNames.begin(), kKnownNames.end(),
                   [&](const KnownName& one) { return one.name == name; });
  return found == kKnownNames.end() ? nullptr : found;
}

bool Is(const Value& value, Known known) {
  if (value.kind != Kind::kName) return false;
  const KnownName* const found = FindKnown(value.text);
  return found != nullptr && found->known == known;
}

// NumPy's names of the types of numbers that we read.
std::optional<Dtype> FindDtype(std::string_view name) {
  if (name == "f8") return Dtype::kF64;
  if (name == "f4") return Dtype::kF32;
  if (name == "f2") return Dtype::kF16;
  if (name == "i8") return Dtype::kI64;
  if (name == "i4") return Dtype::kI32;
  if (name == "u1") return Dtype::kU8;
  if (name == "i1") return Dtype::kI8;
  if (name == "b1") return Dtype::kBool;
  return std::nullopt;
}

std::string_view KindName(Kind kind) {
  switch (kind) {
    case Kind::kNone:
      return "None";
    case Kind::kBool:
      return "a truth value";
    case Kind::kWhole:
      return "a whole number";
    case Kind::kNumber:
      return "a number";
    case Kind::kText:
      return "a text";
    case Kind::kList:
      return "a list";
    case Kind::kDict:
      return "a dictionary";
    case Kind::kOptions:
      return "options";
    case Kind::kArray:
      return "an array";
    case Kind::kName:
      return "a name";
    case Kind::kDtype:
      return "a type of numbers";
  }
  return "nothing";
}

// The number of bytes of an array; nothing where no file holds as many.
std::optional<std::size_t> BytesOf(const std::vector<std::size_t>& shape,
                                   Dtype dtype) {
  std::size_t bytes = DtypeBytes(dtype);
  for (const std::size_t extent : shape) {
    if (extent > 0 && bytes > std::numeric_limits<std::size_t>::max() / extent)
      return std::nullopt;
    bytes *= extent;
  }
  return bytes;
}

// The numbers of an array that stand column by column, row by row.
std::string RowMajor(std::string_view data,
                     const std::vector<std::size_t>& shape, std::size_t size) {
  std::string rows(data.size(), '\0');
  std::vector<std::size_t> place(shape.size(), 0);
  for (std::size_t i = 0; i * size < data.size(); ++i) {
    std::size_t row_major = 0;
    for (std::size_t k = 0; k < shape.size(); ++k) {
      row_major = row_major * shape[k] + place[k];
    }
    std::memcpy(rows.data() + row_major * size, data.data() + i * size, size);
    for (std::size_t k = 0; k < shape.size(); ++k) {
      if (++place[k] < shape[k]) break;
      place[k] = 0;
    }
  }
  return rows;
}

}  // namespace

// The machine that a pickle is a program for.
class PickleMachine {
 public:
  PickleMachine(std::string_view bytes, Pickle* pickle)
      : bytes_(bytes), pickle_(*pickle) {}

  // The message starts with the byte where it stopped.
  Status Run() {
    while (true) {
      start_ = at_;
      std::string_view opcode;
      if (Status read = Take(1, &opcode); !read.ok()) return At(read);
      if (opcode[0] == '.') break;
      if (Status done = Do(static_cast<unsigned char>(opcode[0])); !done.ok()) {
        return At(done);
      }
    }
    if (stack_.size() != 1 || stack_[0] == nullptr) {
      return At(Invalid("expected one value at the end, found " +
                        std::to_string(stack_.size())));
    }
    pickle_.value_ = stack_[0];
    return {};
  }

 private:
  Error At(const Status& status) const {
    return {ErrorCode::kBadData,
            "byte " + std::to_string(start_) + ": " + status.error().message};
  }

  // --- What the file says.

  Status Take(std::size_t count, std::string_view* taken) {
    if (count > bytes_.size() - at_) {
      return Invalid("expected " + std::to_string(count) +
                     " more bytes, found " +
                     std::to_string(bytes_.size() - at_));
    }
    *taken = bytes_.substr(at_, count);
    at_ += count;
    return {};
  }

  // Little-endian.
  Status TakeCount(std::size_t width, std::uint64_t* count) {
    std::string_view raw;
    if (Status taken = Take(width, &raw); !taken.ok()) return taken;
    *count = 0;
    for (std::size_t i = width; i-- > 0;) {
      *count = *count << 8 | static_cast<unsigned char>(raw[i]);
    }
    return {};
  }

  // Bytes that follow their number.
  Status TakeCounted(std::size_t width, std::string_view* taken) {
    std::uint64_t count = 0;
    if (Status read = TakeCount(width, &count); !read.ok()) return read;
    if (count > bytes_.size() - at_) {
      return Invalid("expected " + std::to_string(count) +
                     " more bytes, found " +
                     std::to_string(bytes_.size() - at_));
    }
    return Take(static_cast<std::size_t>(count), taken);
  }

  Status TakeLine(std::string_view* line) {
    const std::size_t end = bytes_.find('\n', at_);
    if (end == std::string_view::npos) {
      return Invalid("expected a line, found no end of it");
    }
    *line = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return {};
  }

  // --- What is kept.

  // All copies of bytes together are at most as large as the file twice: each
  // is of a part of it, which a hostile file would name again and again.
  Status Keep(std::string copy, std::string_view* kept) {
    copied_ += copy.size();
    if (copied_ > 2 * bytes_.size()) {
      return Invalid(
          "expected no more data than the file has, found it used "
          "again and again");
    }
    pickle_.bytes_.push_back(std::move(copy));
    *kept = pickle_.bytes_.back();
    return {};
  }

  Status Push(Value value) {
    if (pickle_.values_.size() >= kMostValues) {
      return Invalid("expected at most " + std::to_string(kMostValues) +
                     " values, found more");
    }
    pickle_.values_.push_back(std::move(value));
    stack_.push_back(&pickle_.values_.back());
    return {};
  }
  Status PushText(std::string_view text) {
    return Push({.kind = Kind::kText, .text = text});
  }
  Status PushWhole(std::int64_t whole) {
    return Push({.kind = Kind::kWhole, .whole = whole});
  }

  // The last value. Null stands for a mark, and is none.
  Status Pop(Value** value) {
    if (stack_.empty() || stack_.back() == nullptr) {
      return Invalid("expected a value before it, found none");
    }
    *value = stack_.back();
    stack_.pop_back();
    return {};
  }

  // The values after the last mark, which goes, too.
  Status PopToMark(std::vector<const Value*>* values) {
    std::size_t mark = stack_.size();
    while (mark > 0 && stack_[mark - 1] != nullptr) --mark;
    if (mark == 0) return Invalid("expected a mark before it, found none");
    values->assign(stack_.begin() + static_cast<std::ptrdiff_t>(mark),
                   stack_.end());
    stack_.resize(mark - 1);
    return {};
  }

  Status PopCount(std::size_t count, std::vector<const Value*>* values) {
    values->resize(count);
    for (std::size_t i = count; i-- > 0;) {
      Value* value = nullptr;
      if (Status popped = Pop(&value); !popped.ok()) return popped;
      (*values)[i] = value;
    }
    return {};
  }

  // --- The instructions.

  Status Do(unsigned char opcode) {
    std::vector<const Value*> values;
    std::string_view text;
    std::uint64_t count = 0;
    Status read;
    switch (opcode) {
      case 0x80:  // PROTO
        if (read = TakeCount(1, &count); !read.ok()) return read;
        if (count <= 5) return {};
        return Invalid("expected a protocol from 0 to 5, found " +
                       std::to_string(count));
      case 0x95:  // FRAME
        return TakeCount(8, &count);
      case '(':
        stack_.push_back(nullptr);
        return {};
      case '0': {
        Value* value = nullptr;
        if (!stack_.empty() && stack_.back() == nullptr) {
          stack_.pop_back();
          return {};
        }
        return Pop(&value);
      }
      case '1':
        return PopToMark(&values);
      case '2':
        if (stack_.empty() || stack_.back() == nullptr) {
          return Invalid("expected a value before it, found none");
        }
        stack_.push_back(stack_.back());
        return {};
      case 'N':
        return Push({});
      case 0x88:
        return Push({.kind = Kind::kBool, .whole = 1});
      case 0x89:
        return Push({.kind = Kind::kBool, .whole = 0});
      case 'K':
        return DoCount(1);
      case 'M':
        return DoCount(2);
      case 'J':
        if (read = TakeCount(4, &count); !read.ok()) return read;
        return PushWhole(static_cast<std::int32_t>(count));
      case 'I':
      case 'L':
        return DoWholeLine();
      case 0x8A:
        read = TakeCounted(1, &text);
        return read.ok() ? DoLong(text) : read;
      case 0x8B:
        read = TakeCounted(4, &text);
        return read.ok() ? DoLong(text) : read;
      case 'F':
        return DoNumberLine();
      case 'G':
        return DoNumber();
      case 'S':
        return DoQuotedLine();
      case 'V':
        return DoUnicodeLine();
      case 'U':   // SHORT_BINSTRING
      case 'C':   // SHORT_BINBYTES
      case 0x8C:  // SHORT_BINUNICODE
        read = TakeCounted(1, &text);
        return read.ok() ? PushText(text) : read;
      case 'T':  // BINSTRING
      case 'B':  // BINBYTES
      case 'X':  // BINUNICODE
        read = TakeCounted(4, &text);
        return read.ok() ? PushText(text) : read;
      case 0x8D:  // BINUNICODE8
      case 0x8E:  // BINBYTES8
      case 0x96:  // BYTEARRAY8
        read = TakeCounted(8, &text);
        return read.ok() ? PushText(text) : read;
      case ']':
      case ')':
        return Push({.kind = Kind::kList});
      case '}':
        return Push({.kind = Kind::kDict});
      case 'l':
      case 't':
        if (read = PopToMark(&values); !read.ok()) return read;
        return Push({.kind = Kind::kList, .items = std::move(values)});
      case 0x85:
      case 0x86:
      case 0x87:
        if (read = PopCount(opcode - std::size_t{0x84}, &values); !read.ok()) {
          return read;
        }
        return Push({.kind = Kind::kList, .items = std::move(values)});
      case 'd':
        if (read = PopToMark(&values); !read.ok()) return read;
        if (read = Push({.kind = Kind::kDict}); !read.ok()) return read;
        return Extend(Kind::kDict, values);
      case 'a':
        read = PopCount(1, &values);
        return read.ok() ? Extend(Kind::kList, values) : read;
      case 'e':
        read = PopToMark(&values);
        return read.ok() ? Extend(Kind::kList, values) : read;
      case 's':
        read = PopCount(2, &values);
        return read.ok() ? Extend(Kind::kDict, values) : read;
      case 'u':
        read = PopToMark(&values);
        return read.ok() ? Extend(Kind::kDict, values) : read;
      case 'p':
      case 'g':
        if (read = TakeLine(&text); !read.ok()) return read;
        if (read = ReadDigits(text, &count); !read.ok()) return read;
        return opcode == 'p' ? Put(count) : Get(count);
      case 'q':
        read = TakeCount(1, &count);
        return read.ok() ? Put(count) : read;
      case 'r':
        read = TakeCount(4, &count);
        return read.ok() ? Put(count) : read;
      case 0x94:
        return Put(memo_.size());
      case 'h':
        read = TakeCount(1, &count);
        return read.ok() ? Get(count) : read;
      case 'j':
        read = TakeCount(4, &count);
        return read.ok() ? Get(count) : read;
      case 'c':
      case 'i':
        return DoName(opcode == 'i');
      case 0x93:
        return DoStackName();
      case 'R':
      case 0x81:
        return DoCall(opcode == 0x81);
      case 'b':
        return DoBuild();
      default:
        return Invalid(
            "expected what makes arrays, numbers, texts, lists and "
            "dictionaries, found the instruction " +
            Quote(std::string(1, static_cast<char>(opcode))) +
            ", which is refused");
    }
  }

  Status DoCount(std::size_t width) {
    std::uint64_t count = 0;
    if (Status read = TakeCount(width, &count); !read.ok()) return read;
    return PushWhole(static_cast<std::int64_t>(count));
  }

  static Status ReadDigits(std::string_view text, std::uint64_t* count) {
    const char* const end = text.data() + text.size();
    const auto [rest, failed] = std::from_chars(text.data(), end, *count);
    if (failed == std::errc() && rest == end && !text.empty()) return {};
    return Invalid("expected a whole number, found " + Quote(text));
  }

  Status DoWholeLine() {
    std::string_view line;
    if (Status read = TakeLine(&line); !read.ok()) return read;
    if (line == "00" || line == "01") {
      return Push({.kind = Kind::kBool, .whole = line == "01" ? 1 : 0});
    }
    if (line.ends_with('L')) line.remove_suffix(1);
    std::int64_t whole = 0;
    const char* const end = line.data() + line.size();
    const auto [rest, failed] = std::from_chars(line.data(), end, whole);
    if (failed != std::errc() || rest != end || line.empty()) {
      return Invalid("expected a whole number of 64 bits, found " +
                     Quote(line));
    }
    return PushWhole(whole);
  }

  // Two's complement, little-endian.
  Status DoLong(std::string_view raw) {
    if (raw.size() > 8) {
      return Invalid("expected a whole number of 64 bits, found one of " +
                     std::to_string(8 * raw.size()));
    }
    const bool negative =
        !raw.empty() && (static_cast<unsigned char>(raw.back()) & 0x80) != 0;
    std::uint64_t bits = negative ? ~std::uint64_t{0} : 0;
    for (std::size_t i = raw.size(); i-- > 0;) {
      bits = bits << 8 | static_cast<unsigned char>(raw[i]);
    }
    return PushWhole(static_cast<std::int64_t>(bits));
  }

  Status DoNumberLine() {
    std::string_view line;
    if (Status read = TakeLine(&line); !read.ok()) return read;
    double number = 0;
    const char* const end = line.data() + line.size();
    const auto [rest, failed] = std::from_chars(line.data(), end, number);
    if (failed != std::errc() || rest != end || line.empty()) {
      return Invalid("expected a number, found " + Quote(line));
    }
    return Push({.kind = Kind::kNumber, .number = number});
  }

  // Big-endian.
  Status DoNumber() {
    std::string_view raw;
    if (Status read = Take(8, &raw); !read.ok()) return read;
    std::uint64_t bits = 0;
    for (const char byte : raw) {
      bits = bits << 8 | static_cast<unsigned char>(byte);
    }
    return Push({.kind = Kind::kNumber, .number = std::bit_cast<double>(bits)});
  }

  // Python's way to write a string: 'it\'s', '\x00\n'.
  Status DoQuotedLine() {
    std::string_view line;
    if (Status read = TakeLine(&line); !read.ok()) return read;
    if (line.size() < 2 || (line[0] != '\'' && line[0] != '"') ||
        line.back() != line[0]) {
      return Invalid("expected a text in quotes, found " + Quote(line));
    }
    line = line.substr(1, line.size() - 2);
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] != '\\') {
        text.push_back(line[i]);
        continue;
      }
      constexpr std::string_view kLetters = "\\'\"abfnrtv";
      constexpr std::string_view kMeanings = "\\'\"\a\b\f\n\r\t\v";
      if (++i == line.size()) {
        return Invalid("expected a character after the last \\");
      }
      if (const std::size_t letter = kLetters.find(line[i]);
          letter != std::string_view::npos) {
        text.push_back(kMeanings[letter]);
        continue;
      }
      unsigned code = 0;
      const bool hexadecimal = line[i] == 'x';
      const std::string_view digits =
          hexadecimal ? line.substr(i + 1, 2) : line.substr(i, 3);
      const char* const end = digits.data() + digits.size();
      const auto [rest, failed] =
          std::from_chars(digits.data(), end, code, hexadecimal ? 16 : 8);
      if (failed != std::errc() || code > 0xFF ||
          (hexadecimal && rest != end)) {
        return Invalid("expected an escape such as \\n or \\x00, found " +
                       Quote(line.substr(i - 1, 4)));
      }
      text.push_back(static_cast<char>(code));
      i += static_cast<std::size_t>(rest - digits.data()) -
           (hexadecimal ? 0 : 1);
    }
    std::string_view kept;
    if (Status done = Keep(std::move(text), &kept); !done.ok()) return done;
    return PushText(kept);
  }

  // The bytes are characters, but for \uXXXX and \UXXXXXXXX.
  Status DoUnicodeLine() {
    std::string_view line;
    if (Status read = TakeLine(&line); !read.ok()) return read;
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::uint32_t code = static_cast<unsigned char>(line[i]);
      const std::string_view after = line.substr(i + 1);
      if (line[i] == '\\' &&
          (after.starts_with('u') || after.starts_with('U'))) {
        const std::size_t width = after[0] == 'u' ? 4 : 8;
        const std::string_view digits = after.substr(1, width);
        const char* const end = digits.data() + digits.size();
        const auto [rest, failed] =
            std::from_chars(digits.data(), end, code, 16);
        if (failed != std::errc() || rest != end || digits.size() != width ||
            code > 0x10FFFF) {
          return Invalid("expected an escape such as \\u0020, found " +
                         Quote(line.substr(i, 2 + width)));
        }
        i += 1 + width;
      }
      AppendUtf8(static_cast<char32_t>(code), text);
    }
    std::string_view kept;
    if (Status done = Keep(std::move(text), &kept); !done.ok()) return done;
    return PushText(kept);
  }

  // To the list or dictionary that is the last value.
  Status Extend(Kind kind, const std::vector<const Value*>& values) {
    if (stack_.empty() || stack_.back() == nullptr ||
        stack_.back()->kind != kind) {
      return Invalid("expected " + std::string(KindName(kind)) +
                     " to add to, found another value");
    }
    if (kind == Kind::kDict && values.size() % 2 != 0) {
      return Invalid("expected a value for each key, found one short");
    }
    std::vector<const Value*>& items = stack_.back()->items;
    items.insert(items.end(), values.begin(), values.end());
    return {};
  }

  Status Put(std::uint64_t place) {
    if (stack_.empty() || stack_.back() == nullptr) {
      return Invalid("expected a value to remember, found none");
    }
    memo_[place] = stack_.back();
    return {};
  }

  Status Get(std::uint64_t place) {
    const auto found = memo_.find(place);
    if (found == memo_.end()) {
      return Invalid("expected a value remembered as " + std::to_string(place) +
                     ", found none");
    }
    stack_.push_back(found->second);
    return {};
  }

  Status PushName(std::string_view module, std::string_view name) {
    const std::string full = std::string(module) + "." + std::string(name);
    const KnownName* const known = FindKnown(full);
    if (known == nullptr) {
      return Invalid(
          "expected arrays, numbers, texts, lists and dictionaries, found the "
          "name " +
          Quote(full) + ", which Python would run or make; it is refused");
    }
    return Push({.kind = Kind::kName, .text = known->name});
  }

  Status DoName(bool instance) {
    std::string_view module;
    std::string_view name;
    if (Status read = TakeLine(&module); !read.ok()) return read;
    if (Status read = TakeLine(&name); !read.ok()) return read;
    if (Status pushed = PushName(module, name); !pushed.ok() || !instance) {
      return pushed;
    }
    // An instance made at once, as protocol 0 has it of old classes.
    return Invalid("expected no instance of a class, found one of " +
                   Quote(stack_.back()->text) + "; it is refused");
  }

  Status DoStackName() {
    std::vector<const Value*> names;
    if (Status popped = PopCount(2, &names); !popped.ok()) return popped;
    if (names[0]->kind != Kind::kText || names[1]->kind != Kind::kText) {
      return Invalid("expected two texts that are a name, found other values");
    }
    return PushName(names[0]->text, names[1]->text);
  }

  // --- What the known functions would do.

  Status DoCall(bool makes_object) {
    std::vector<const Value*> parts;
    if (Status popped = PopCount(2, &parts); !popped.ok()) return popped;
    const Value& function = *parts[0];
    if (function.kind != Kind::kName || parts[1]->kind != Kind::kList) {
      return Invalid("expected a function and a list of arguments, found " +
                     std::string(KindName(function.kind)) + " and " +
                     std::string(KindName(parts[1]->kind)));
    }
    const std::vector<const Value*>& arguments = parts[1]->items;
    const auto has = [&](std::size_t place, Kind kind) {
      return place < arguments.size() && arguments[place]->kind == kind;
    };
    switch (FindKnown(function.text)->known) {
      case Known::kNamespace:
        if (makes_object && arguments.empty()) {
          return Push({.kind = Kind::kOptions});
        }
        break;
      case Known::kReconstructor:
        if (!makes_object && arguments.size() == 3 &&
            Is(*arguments[0], Known::kNamespace) &&
            Is(*arguments[1], Known::kObject)) {
          return Push({.kind = Kind::kOptions});
        }
        break;
      case Known::kOrderedDict:
        if (makes_object || arguments.size() > 1) break;
        return MakeOrderedDict(arguments);
      case Known::kBytes:
        // How Python 3 writes no bytes for Python 2.
        if (makes_object || !arguments.empty()) break;
        return PushText({});
      case Known::kEncode:
        if (makes_object || !has(0, Kind::kText) || !has(1, Kind::kText) ||
            arguments.size() != 2 || arguments[1]->text != "latin1") {
          break;
        }
        return EncodeLatin1(arguments[0]->text);
      case Known::kDtype:
        if (makes_object || !has(0, Kind::kText)) break;
        return MakeDtype(arguments[0]->text);
      case Known::kReconstruct:
        if (makes_object || arguments.empty() ||
            !Is(*arguments[0], Known::kNdarray)) {
          break;
        }
        // Without numbers until they are set.
        return Push({.kind = Kind::kArray, .array = {{}, Dtype::kU8, {0}, {}}});
      case Known::kScalar:
        if (makes_object || arguments.size() != 2 || !has(0, Kind::kDtype) ||
            !has(1, Kind::kText)) {
          break;
        }
        return MakeScalar(*arguments[0], arguments[1]->text);
      case Known::kFromBuffer:
        if (makes_object || arguments.size() != 4 || !has(0, Kind::kText) ||
            !has(1, Kind::kDtype) || !has(2, Kind::kList) ||
            !has(3, Kind::kText)) {
          break;
        }
        if (Status pushed = Push({.kind = Kind::kArray}); !pushed.ok()) {
          return pushed;
        }
        return SetArray(*arguments[2], *arguments[1], arguments[0]->text,
                        arguments[3]->text == "F", stack_.back());
      case Known::kNdarray:
      case Known::kObject:
        break;
    }
    return Invalid("expected a call that makes an array or a number, found " +
                   std::string(function.text) +
                   " with other arguments; it is refused");
  }

  // Of nothing, or of a list of pairs.
  Status MakeOrderedDict(const std::vector<const Value*>& arguments) {
    Value dict{.kind = Kind::kDict};
    if (!arguments.empty()) {
      for (const Value* pair : arguments[0]->items) {
        if (arguments[0]->kind != Kind::kList || pair->kind != Kind::kList ||
            pair->items.size() != 2) {
          return Invalid("expected a list of pairs, found another value");
        }
        dict.items.insert(dict.items.end(), pair->items.begin(),
                          pair->items.end());
        // A list of pairs costs nothing to name again.
        copied_ += 2 * sizeof(Value*);
      }
      std::string_view nothing;
      if (Status kept = Keep({}, &nothing); !kept.ok()) return kept;
    }
    return Push(std::move(dict));
  }

  // How Python 3 writes bytes for Python 2: each as the character of its
  // number.
  Status EncodeLatin1(std::string_view text) {
    std::string raw;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if (byte < 0x80) {
        raw.push_back(text[i]);
        continue;
      }
      const bool two = (byte == 0xC2 || byte == 0xC3) && i + 1 < text.size() &&
                       (static_cast<unsigned char>(text[i + 1]) & 0xC0) == 0x80;
      if (!two)
        return Invalid("expected characters up to U+00FF, found others");
      raw.push_back(static_cast<char>(
          (byte & 3) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3F)));
    }
    std::string_view kept;
    if (Status done = Keep(std::move(raw), &kept); !done.ok()) return done;
    return PushText(kept);
  }

  Status MakeDtype(std::string_view name) {
    const bool swapped = name.starts_with('>');
    if (name.starts_with('<') || name.starts_with('|') || swapped) {
      name.remove_prefix(1);
    }
    const std::optional<Dtype> dtype = FindDtype(name);
    if (!dtype) {
      return Invalid(
          "expected an array of numbers, of type f2, f4, f8, i1, "
          "i4, i8, u1 or b1, found " +
          Quote(name));
    }
    return Push({.kind = Kind::kDtype,
                 .array = {{}, *dtype, {}, {}},
                 .swapped = swapped});
  }

  Status MakeScalar(const Value& dtype, std::string_view data) {
    Value scalar{.kind = Kind::kArray};
    const Value no_shape{.kind = Kind::kList};
    if (Status set = SetArray(no_shape, dtype, data, false, &scalar);
        !set.ok()) {
      return set;
    }
    return Push(std::move(scalar));
  }

  Status DoBuild() {
    Value* state = nullptr;
    if (Status popped = Pop(&state); !popped.ok()) return popped;
    if (stack_.empty() || stack_.back() == nullptr) {
      return Invalid("expected a value to set, found none");
    }
    Value& target = *stack_.back();
    switch (target.kind) {
      case Kind::kOptions:
        if (state->kind != Kind::kDict) break;
        target.items = state->items;
        copied_ += target.items.size() * sizeof(Value*);
        {
          std::string_view nothing;
          return Keep({}, &nothing);
        }
      case Kind::kDtype:
        // (version, order of bytes, ...)
        if (state->kind != Kind::kList || state->items.size() < 2 ||
            state->items[1]->kind != Kind::kText) {
          break;
        }
        target.swapped = state->items[1]->text == ">";
        return {};
      case Kind::kArray:
        // (version, shape, type, whether by columns, data)
        if (state->kind != Kind::kList || state->items.size() != 5 ||
            state->items[1]->kind != Kind::kList ||
            state->items[2]->kind != Kind::kDtype ||
            (state->items[3]->kind != Kind::kBool &&
             state->items[3]->kind != Kind::kWhole) ||
            state->items[4]->kind != Kind::kText) {
          break;
        }
        return SetArray(*state->items[1], *state->items[2],
                        state->items[4]->text, state->items[3]->whole != 0,
                        &target);
      default:
        break;
    }
    return Invalid("expected the state of an array, found that of " +
                   std::string(KindName(target.kind)) + "; it is refused");
  }

  Status SetArray(const Value& shape, const Value& dtype, std::string_view data,
                  bool by_columns, Value* target) {
    std::vector<std::size_t> extents;
    for (const Value* extent : shape.items) {
      if (extent->kind != Kind::kWhole || extent->whole < 0 ||
          extents.size() == kMaxDimensions) {
        return Invalid("expected up to " + std::to_string(kMaxDimensions) +
                       " sizes of an array, found another value");
      }
      extents.push_back(static_cast<std::size_t>(extent->whole));
    }
    const Dtype type = dtype.array.dtype;
    const std::optional<std::size_t> bytes = BytesOf(extents, type);
    if (!bytes || *bytes != data.size()) {
      return Invalid("expected an array of " +
                     (bytes ? std::to_string(*bytes) : "too many") +
                     " bytes, found " + std::to_string(data.size()));
    }
    const std::size_t size = DtypeBytes(type);
    if (by_columns && extents.size() > 1) {
      if (Status kept = Keep(RowMajor(data, extents, size), &data);
          !kept.ok()) {
        return kept;
      }
    }
    if (dtype.swapped && size > 1) {
      std::string turned(data);
      for (std::size_t i = 0; i < turned.size(); i += size) {
        std::reverse(turned.begin() + static_cast<std::ptrdiff_t>(i),
                     turned.begin() + static_cast<std::ptrdiff_t>(i + size));
      }
      if (Status kept = Keep(std::move(turned), &data); !kept.ok()) {
        return kept;
      }
    }
    target->array = {{}, type, std::move(extents), data};
    return {};
  }

  std::string_view bytes_;
  Pickle& pickle_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;   // Of the instruction.
  std::size_t copied_ = 0;  // Bytes.
  std::vector<Value*> stack_;
  std::unordered_map<std::uint64_t, Value*> memo_;
};

const PickleValue* PickleValue::Find(std::string_view key) const {
  if (kind != Kind::kDict && kind != Kind::kOptions) return nullptr;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i]->kind == Kind::kText && items[i]->text == key) {
      return items[i + 1];
    }
  }
  return nullptr;
}

Result<Pickle> Pickle::Parse(std::string_view bytes, const std::string& name) {
  Pickle pickle;
  const Status run = PickleMachine(bytes, &pickle).Run();
  if (run.ok()) return pickle;
  return Error{run.error().code, name + ": " + run.error().message};
}

std::vector<Tensor> Pickle::Arrays() const {
  std::vector<Tensor> arrays;
  std::set<const PickleValue*> seen;
  // The values on the way from the whole to the one looked at, and which of
  // each one's items is next.
  struct Step {
    const PickleValue* value;
    std::string name;
    std::size_t next = 0;
  };
  std::vector<Step> way = {{value_, ""}};
  while (!way.empty()) {
    Step& step = way.back();
    const PickleValue& value = *step.value;
    if (step.next == 0 && !seen.insert(&value).second) {
      way.pop_back();
      continue;
    }
    if (value.kind == Kind::kArray) {
      arrays.push_back(value.array);
      arrays.back().name = step.name.empty() ? "array" : step.name;
    }
    const bool pairs =
        value.kind == Kind::kDict || value.kind == Kind::kOptions;
    if (step.next >= value.items.size() || way.size() > kMaxDepth) {
      way.pop_back();
      continue;
    }
    std::string key = std::to_string(step.next);
    const PickleValue* inner = value.items[step.next];
    if (pairs) {
      const PickleValue& said = *inner;
      inner = value.items[step.next + 1];
      if (said.kind == Kind::kWhole) key = std::to_string(said.whole);
      if (said.kind == Kind::kText &&
          step.name.size() + said.text.size() <= kLongestName &&
          IsValidUtf8(said.text)) {
        key = said.text;
      }
    }
    step.next += pairs ? 2 : 1;
    std::string name = step.name.empty() ? key : step.name + "." + key;
    way.push_back({inner, std::move(name)});
  }
  return arrays;
}

}  // namespace whylight
