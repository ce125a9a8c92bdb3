#include "core/format/safetensors.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "core/format/json.h"

namespace whylight {

using nlohmann::ordered_json;

namespace {

constexpr std::string_view kMetadata = "__metadata__";
constexpr std::size_t kLengthBytes = 8;
// As other readers of the format have it: what it says takes far more memory.
constexpr std::uint64_t kMostHeaderBytes = 100'000'000;
// The header, a tensor's entry, its shape.
constexpr std::size_t kMaxDepth = 3;

struct DtypeTraits {
  Dtype dtype;
  std::string_view name;
  std::size_t bytes;
};
constexpr DtypeTraits kDtypes[] = {
    {Dtype::kF64, "F64", 8},  {Dtype::kF32, "F32", 4},
    {Dtype::kF16, "F16", 2},  {Dtype::kBF16, "BF16", 2},
    {Dtype::kI64, "I64", 8},  {Dtype::kI32, "I32", 4},
    {Dtype::kU8, "U8", 1},    {Dtype::kI8, "I8", 1},
    {Dtype::kBool, "BOOL", 1}};

const DtypeTraits& Traits(Dtype dtype) {
  return *std::find_if(
      std::begin(kDtypes), std::end(kDtypes),
      [dtype](const DtypeTraits& traits) { return traits.dtype == dtype; });
}

Error Bad(const std::string& message) {
  return {ErrorCode::kBadModel, message};
}

// Bytes of a tensor, unless there would be more than an object can have if none
// of its extents was 0.
std::optional<std::size_t> SizeOf(const std::vector<std::size_t>& shape,
                                  Dtype dtype) {
  constexpr auto kMost = static_cast<std::size_t>(PTRDIFF_MAX);
  std::size_t size = DtypeBytes(dtype);
  bool empty = false;
  for (const std::size_t extent : shape) {
    if (extent == 0) {
      empty = true;
    } else if (size > kMost / extent) {
      return std::nullopt;
    } else {
      size *= extent;
    }
  }
  return empty ? 0 : size;
}

std::string ShapeText(const std::vector<std::size_t>& shape) {
  std::string text = "[";
  for (const std::size_t extent : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(extent);
  }
  return text + "]";
}

// A list of whole numbers that fit a size_t.
std::optional<std::vector<std::size_t>> ReadSizes(const Document& list) {
  if (!list.is(Document::Kind::kList)) return std::nullopt;
  // As a double this is 2^64, or 2^32, itself too large.
  constexpr auto kTooLarge =
      static_cast<double>(std::numeric_limits<std::size_t>::max());
  std::vector<std::size_t> sizes;
  for (const Document& entry : list.items) {
    if (!entry.IsCount() || entry.number >= kTooLarge) return std::nullopt;
    sizes.push_back(static_cast<std::size_t>(entry.number));
  }
  return sizes;
}

Result<Tensor> ReadTensor(const std::string& name, const Document& entry,
                          std::string_view data) {
  const std::string subject = "tensor " + Quote(name) + ": ";
  const Document* const type = entry.Find("dtype");
  const Document* const shape_list = entry.Find("shape");
  const Document* const offset_list = entry.Find("data_offsets");
  if (entry.items.size() != 3 || type == nullptr || shape_list == nullptr ||
      offset_list == nullptr) {
    return Bad(subject + "expected \"dtype\", \"shape\" and \"data_offsets\"");
  }
  if (!type->is(Document::Kind::kText)) {
    return Bad(subject + "expected \"dtype\" as text");
  }
  const auto* const dtype =
      std::find_if(std::begin(kDtypes), std::end(kDtypes),
                   [&](const DtypeTraits& d) { return d.name == type->text; });
  if (dtype == std::end(kDtypes)) {
    std::string names;
    for (const DtypeTraits& traits : kDtypes) {
      if (!names.empty()) names += ", ";
      names += traits.name;
    }
    return Bad(subject + "expected a dtype of " + names + "; found " +
               Quote(type->text));
  }
  const auto shape = ReadSizes(*shape_list);
  if (!shape) return Bad(subject + "expected \"shape\" as whole numbers");
  const auto offsets = ReadSizes(*offset_list);
  if (!offsets || offsets->size() != 2) {
    return Bad(subject + "expected \"data_offsets\" as two whole numbers");
  }
  const std::size_t begin = (*offsets)[0];
  const std::size_t end = (*offsets)[1];
  if (begin > end || end > data.size()) {
    return Bad(subject + "expected bytes within the " +
               std::to_string(data.size()) + " of the file's data, found " +
               std::to_string(begin) + " to " + std::to_string(end));
  }
  const auto size = SizeOf(*shape, dtype->dtype);
  if (!size || *size != end - begin) {
    return Bad(subject + "expected " +
               (size ? std::to_string(*size) : "more than all") +
               " bytes for shape " + ShapeText(*shape) + " of " + type->text +
               ", found " + std::to_string(end - begin));
  }
  return Tensor{name, dtype->dtype, *shape, data.substr(begin, end - begin)};
}

}  // namespace

std::string_view DtypeName(Dtype dtype) { return Traits(dtype).name; }

std::size_t DtypeBytes(Dtype dtype) { return Traits(dtype).bytes; }

Result<SafetensorsView> SafetensorsView::Parse(std::string_view file,
                                               std::string_view name,
                                               DocumentParser parse) {
  Result<SafetensorsView> view = ParseFile(file, parse);
  if (view.ok()) return view;
  return Error{view.error().code,
               std::string(name) + ": " + view.error().message};
}

Result<SafetensorsView> SafetensorsView::ParseFile(std::string_view file,
                                                   DocumentParser parse) {
  if (file.size() < kLengthBytes) {
    return Bad("expected at least 8 bytes, found " +
               std::to_string(file.size()));
  }
  std::uint64_t header_length = 0;
  for (std::size_t i = kLengthBytes; i-- > 0;) {
    header_length = (header_length << 8) | static_cast<unsigned char>(file[i]);
  }
  file.remove_prefix(kLengthBytes);
  if (header_length > file.size()) {
    return Bad("expected a header of " + std::to_string(header_length) +
               " bytes, found " + std::to_string(file.size()) + " in the file");
  }
  if (header_length > kMostHeaderBytes) {
    return Bad("expected a header of at most " +
               std::to_string(kMostHeaderBytes) + " bytes, found " +
               std::to_string(header_length));
  }
  const auto data_start = static_cast<std::size_t>(header_length);
  const std::string_view data = file.substr(data_start);
  if (data_start == 0 || file[0] != '{') {
    return Bad("expected a header that starts with {");
  }
  const Result<Document> header =
      parse(file.substr(0, data_start), "header", kMaxDepth);
  if (!header.ok()) return header.error();

  SafetensorsView view;
  for (std::size_t i = 0; i < header.value().keys.size(); ++i) {
    const std::string& name = header.value().keys[i];
    const Document& entry = header.value().items[i];
    if (name == kMetadata) {
      if (!entry.is(Document::Kind::kObject)) {
        return Bad("expected metadata as an object");
      }
      for (std::size_t m = 0; m < entry.keys.size(); ++m) {
        if (!entry.items[m].is(Document::Kind::kText)) {
          return Bad("expected metadata as text for key " +
                     Quote(entry.keys[m]));
        }
        view.metadata_[entry.keys[m]] = entry.items[m].text;
      }
      continue;
    }
    Result<Tensor> tensor = ReadTensor(name, entry, data);
    if (!tensor.ok()) return tensor.error();
    view.tensors_.push_back(std::move(tensor).value());
  }

  // Empty tensors come before a full one that starts at the same byte.
  const auto before = [](const Tensor& a, const Tensor& b) {
    return std::pair(a.bytes.data(), a.bytes.size()) <
           std::pair(b.bytes.data(), b.bytes.size());
  };
  // By a heap, which takes a third of the code of std::sort.
  std::make_heap(view.tensors_.begin(), view.tensors_.end(), before);
  std::sort_heap(view.tensors_.begin(), view.tensors_.end(), before);
  std::size_t expected = 0;
  for (std::size_t i = 0; i < view.tensors_.size(); ++i) {
    const Tensor& tensor = view.tensors_[i];
    const auto begin =
        static_cast<std::size_t>(tensor.bytes.data() - data.data());
    if (begin != expected) {
      return Bad("tensor " + Quote(tensor.name) + ": expected its data at " +
                 std::to_string(expected) + ", found it at " +
                 std::to_string(begin) +
                 (begin < expected ? ", inside another tensor"
                                   : ", after unused bytes"));
    }
    expected = begin + tensor.bytes.size();
  }
  if (expected != data.size()) {
    return Bad("expected " + std::to_string(expected) +
               " bytes of data, found " + std::to_string(data.size()));
  }
  return view;
}

const Tensor* SafetensorsView::Find(std::string_view name) const {
  const auto found = std::find_if(
      tensors_.begin(), tensors_.end(),
      [name](const Tensor& tensor) { return tensor.name == name; });
  return found == tensors_.end() ? nullptr : &*found;
}

Result<std::string> SerializeSafetensors(
    std::vector<Tensor> tensors,
    const std::map<std::string, std::string>& metadata) {
  std::sort(tensors.begin(), tensors.end(),
            [](const Tensor& a, const Tensor& b) {
              const std::size_t width_a = DtypeBytes(a.dtype);
              const std::size_t width_b = DtypeBytes(b.dtype);
              return width_a != width_b ? width_a > width_b : a.name < b.name;
            });
  ordered_json header = ordered_json::object();
  if (!metadata.empty()) header[std::string(kMetadata)] = metadata;
  std::size_t offset = 0;
  for (const Tensor& tensor : tensors) {
    const auto fail = [&tensor](const std::string& message) {
      return Error{ErrorCode::kInvalidArgument,
                   "tensor " + Quote(tensor.name) + ": " + message};
    };
    if (tensor.name == kMetadata || header.contains(tensor.name)) {
      return fail("expected a name of its own");
    }
    const auto size = SizeOf(tensor.shape, tensor.dtype);
    if (!size || *size != tensor.bytes.size()) {
      return fail("expected bytes for shape " + ShapeText(tensor.shape) +
                  ", found " + std::to_string(tensor.bytes.size()));
    }
    header[tensor.name] = {{"dtype", DtypeName(tensor.dtype)},
                           {"shape", tensor.shape},
                           {"data_offsets", {offset, offset + *size}}};
    offset += *size;
  }
  // The library would end the program over text that is not UTF-8; replaced,
  // it reads back as another name.
  std::string text =
      header.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  const ordered_json reread = ordered_json::parse(text, nullptr, false);
  if (reread != header) {
    return Error{ErrorCode::kInvalidArgument,
                 "expected names and metadata in UTF-8"};
  }
  text.append((kLengthBytes - text.size() % kLengthBytes) % kLengthBytes, ' ');

  std::string file;
  file.reserve(kLengthBytes + text.size() + offset);
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    file.push_back(
        static_cast<char>((std::uint64_t{text.size()} >> (8 * i)) & 0xFF));
  }
  file += text;
  for (const Tensor& tensor : tensors) file += tensor.bytes;
  return file;
}

}  // namespace whylight
