#include "core/format/native/sha256.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/core/format/native/temporary_folder.h"

namespace whylight {
namespace {

TEST(Sha256Test, HashesAsTheStandardSays) {
  // FIPS 180-2, appendix B.1.
  EXPECT_EQ(Sha256Hex("abc").value(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256Test, HashesAFileOfManyPiecesAsItsBytes) {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "large").string();
  const std::string bytes(3'000'001, 'x');
  std::ofstream(path) << bytes;
  const Result<FileHash> hash = HashFile(path);
  ASSERT_TRUE(hash.ok());
  EXPECT_EQ(hash.value().bytes, bytes.size());
  EXPECT_EQ(hash.value().sha256, Sha256Hex(bytes).value());
}

TEST(Sha256Test, NamesAFileThatIsNotThere) {
  const Result<FileHash> hash = HashFile("no/such/file");
  ASSERT_FALSE(hash.ok());
  EXPECT_EQ(hash.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace whylight
