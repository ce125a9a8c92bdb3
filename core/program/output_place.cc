#include "core/program/output_place.h"

#include <filesystem>
#include <system_error>

#include "core/format/native/file.h"
#include "core/format/native/model_store.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;

}  // namespace

Status CheckNameIsPlain(const std::string& path) {
  if (!path.ends_with(".gz")) return {};
  return Invalid(path +
                 ": expected a name without .gz, as it is written plain");
}

Result<WriterLock> TakePlace(const std::string& path, OutputKind output) {
  const bool folder = output == OutputKind::kFolder;
  if (Status plain = CheckNameIsPlain(path); !folder && !plain.ok()) {
    return plain.error();
  }
  const Result<std::string> resolved =
      folder ? ResolveFolder(path) : ResolvePath(path);
  if (!resolved.ok()) return resolved.error();
  std::error_code unknown;
  const fs::path absolute = fs::absolute(resolved.value(), unknown);
  const fs::file_status there = fs::status(absolute, unknown);
  const bool fits =
      folder ? fs::is_directory(there) : fs::is_regular_file(there);
  if ((fs::exists(there) && !fits) || !absolute.has_filename()) {
    return Error{ErrorCode::kInvalidArgument,
                 path + (folder ? ": expected a folder, found a file"
                                : ": expected a file, found a folder or a "
                                  "device")};
  }
  if (folder) {
    if (Status place = CheckModelPlace(path); !place.ok()) return place.error();
  }
  return WriterLock::TakeOutput(path);
}

}  // namespace whylight
