#include "core/program/output_place.h"

#include <filesystem>
#include <system_error>

#include "core/format/native/file.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<WriterLock> TakePlace(const std::string& path, OutputKind output) {
  const bool folder = output == OutputKind::kFolder;
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
  return WriterLock::TakeOutput(path);
}

}  // namespace whylight
