// JSON of any bytes: what is read is what was written, no deeper than allowed,
// and whoever parses it reads the same. Any text can be put into XML.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "core/format/document.h"
#include "core/format/json.h"
#include "core/text/utf8.h"
#include "core/text/xml.h"
#include "core/training/data/json_line.h"
#include "tests/fuzz/fuzz.h"

namespace whylight {
namespace {

std::size_t DepthOf(const nlohmann::json& json) {
  std::size_t depth = 0;
  for (const nlohmann::json& item : json) {
    if (item.is_structured()) depth = std::max(depth, DepthOf(item));
  }
  return json.is_structured() ? depth + 1 : 0;
}

void CheckJson(std::string_view bytes, std::size_t max_depth) {
  const Result<nlohmann::json> json = ParseJson(bytes, "name", max_depth);
  const Result<Document> document = ParseDocument(bytes, "name", max_depth);
  const Result<nlohmann::json> config =
      ParseConfigJson(bytes, "name", max_depth);
  Expect(document.ok() == json.ok(), "both parsers take the same");
  if (!config.ok()) {
    Expect(!json.ok(), "comments are all that configs have besides JSON");
    ExpectError(config.error(), ErrorCode::kInvalidArgument);
  }
  if (!json.ok()) {
    ExpectError(json.error(), ErrorCode::kBadModel);
    Expect(document.error().message == json.error().message,
           "both parsers say the same");
    Expect(json.error().message.starts_with("name: expected "),
           "errors name the file");
    return;
  }
  Expect(config.value() == json.value(), "a config is read as JSON");
  Expect(DepthOf(json.value()) <= max_depth, "it is no deeper than allowed");
  Expect(ToJson(document.value()) == json.value(), "a document is its JSON");
  const Result<nlohmann::json> again =
      ParseJson(DumpJson(json.value()), "name", max_depth);
  Expect(again.ok() && again.value() == json.value(),
         "what was written is read again");
}

void CheckLine(std::string_view line) {
  const Result<nlohmann::json> json = ParseJsonLine(line, {"name", 1});
  if (!json.ok()) return ExpectError(json.error(), ErrorCode::kBadData);
  Expect(json.value().is_object(), "a line is an object");
  Expect(IsValidUtf8(DumpJson(json.value())), "its texts are texts");
  Expect(Describe(json.value()).size() < 200, "a description is short");
}

void CheckXml(std::string_view text) {
  std::string_view escaped;
  const std::string xml = EscapeXml(text);
  Expect(IsValidUtf8(xml), "XML is a text");
  for (std::size_t at = 0; at < xml.size(); ++at) {
    const auto byte = static_cast<unsigned char>(xml[at]);
    Expect(byte >= 0x20 && byte != '<' && byte != '>' && byte != '"',
           "nothing in it ends a text");
    if (byte != '&') continue;
    escaped = std::string_view(xml).substr(at);
    Expect(escaped.starts_with("&amp;") || escaped.starts_with("&lt;") ||
               escaped.starts_with("&gt;") || escaped.starts_with("&quot;"),
           "& starts a name");
  }
}

void CheckQuote(std::string_view text) {
  for (const char c : Quote(text)) {
    Expect(c >= 0x20 && c < 0x7F, "a quote is printable");
  }
}

}  // namespace
}  // namespace whylight

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  if (size == 0) return 0;
  const std::string_view bytes = AsText(data + 1, size - 1);
  CheckJson(bytes, data[0] % 18u);
  CheckLine(bytes);
  CheckXml(bytes);
  CheckQuote(bytes);
  return 0;
}
