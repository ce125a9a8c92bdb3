#include "core/format/native/model_store.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/format/native/file.h"
#include "tests/core/format/native/temporary_folder.h"

namespace whylight {
namespace {

namespace fs = std::filesystem;

ModelFiles Example(char letter, std::size_t size = 1000) {
  return {R"({"format": "whylight", "version": 1, "task": "test"})",
          std::string(size, letter), std::string(1, letter) + "\n"};
}

class ModelStoreTest : public testing::Test {
 protected:
  std::string Path(const std::string& name) const {
    return (folder_.path() / name).string();
  }
  void Write(const std::string& name, const std::string& bytes) const {
    ASSERT_TRUE(WriteFileAtomically(Path(name), bytes).ok());
  }
  std::string Read(const std::string& name) const {
    const Result<std::string> bytes = ReadFile(Path(name));
    return bytes.ok() ? bytes.value() : bytes.error().message;
  }
  // Tells which model is at `name`, by its letter.
  std::string Letter(const std::string& name) const {
    const Result<ModelFiles> files = ReadModelFolder(Path(name));
    return files.ok() ? files.value().vocabulary.substr(0, 1)
                      : files.error().message;
  }
  Error ReadError(const std::string& name) const {
    const Result<ModelFiles> files = ReadModelFolder(Path(name));
    EXPECT_FALSE(files.ok());
    return files.ok() ? Error{} : files.error();
  }

  TemporaryFolder folder_;
};

TEST_F(ModelStoreTest, ReadsBackWhatItWrites) {
  ASSERT_TRUE(WriteModelFolder(Path("new/deep/m"), Example('a')).ok());
  const Result<ModelFiles> files = ReadModelFolder(Path("new/deep/m"));
  ASSERT_TRUE(files.ok()) << files.error().message;
  EXPECT_EQ(files.value().tensors, Example('a').tensors);
  EXPECT_EQ(files.value().vocabulary, "a\n");
  const Result<nlohmann::json> config = ParseModelConfig(files.value());
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config.value()["task"], "test");
  const auto& vocabulary = config.value()["files"]["vocab.txt"];
  EXPECT_EQ(vocabulary["bytes"], 2);
  // printf 'a\n' | sha256sum
  EXPECT_EQ(vocabulary["sha256"],
            "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7");
}

TEST_F(ModelStoreTest, SaysWhereTheModelOfARunIs) {
  ASSERT_TRUE(WriteModelFolder(Path("run/model"), Example('a')).ok());
  Write("run/config.json", "{}");
  const Error found = ReadError("run");
  EXPECT_EQ(found.code, ErrorCode::kNotFound);
  EXPECT_EQ(found.message,
            Path("run") +
                ": expected the folder of a model, found that of a "
                "run, whose model is in " +
                Path("run/model"));
  EXPECT_EQ(Letter("run/model"), "a");
}

TEST_F(ModelStoreTest, WritesWhatItReadWithOtherTensors) {
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('a')).ok());
  Result<ModelFiles> files = ReadModelFolder(Path("m"));
  ASSERT_TRUE(files.ok());
  // Its config still has the sizes and hashes of the old ones.
  files.value().vocabulary = "bcd\n";
  ASSERT_TRUE(WriteModelFolder(Path("m/"), files.value()).ok());
  EXPECT_EQ(Letter("m"), "b");
}

TEST_F(ModelStoreTest, KeepsTheOtherFilesOfTheFolder) {
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('a')).ok());
  Write("m/README.md", "card");
  fs::create_directories(Path("m/plots/old"));
  Write("m/plots/old/p.svg", "<svg/>");
  fs::create_symlink("README.md", Path("m/link"));
  fs::permissions(Path("m"), fs::perms(0750));
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('b')).ok());
  EXPECT_EQ(Letter("m"), "b");
  EXPECT_EQ(Read("m/README.md"), "card");
  EXPECT_EQ(Read("m/plots/old/p.svg"), "<svg/>");
  EXPECT_TRUE(fs::is_symlink(Path("m/link")));
  EXPECT_EQ(fs::status(Path("m")).permissions(), fs::perms(0750));
  EXPECT_EQ(folder_.Names(), std::vector<std::string>{"m"});
}

TEST_F(ModelStoreTest, AddsAModelToAFolderWithoutOne) {
  fs::create_directory(Path("m"));
  Write("m/train.log", "started");
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('a')).ok());
  EXPECT_EQ(Letter("m"), "a");
  EXPECT_EQ(Read("m/train.log"), "started");
  EXPECT_EQ(folder_.Names(), std::vector<std::string>{"m"});
}

TEST_F(ModelStoreTest, ReplacesNoFileThatIsOfNoModel) {
  const std::vector<std::pair<std::string, std::string>> foreign = {
      {"config.json", R"({"port": 8080})"},
      {"config.json", R"({"format": "other"})"},
      {"config.json", "[]"},
      {"config.json", "{"},
      {"vocab.txt", "my words\n"}};
  for (const auto& [name, bytes] : foreign) {
    SCOPED_TRACE(bytes);
    const TemporaryFolder own;
    const std::string file = (own.path() / name).string();
    ASSERT_TRUE(WriteFileAtomically(file, bytes).ok());
    const Status status = WriteModelFolder(own.path().string(), Example('a'));
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(
        status.error().message,
        own.path().string() +
            ": expected the folder of a model, or one without \"" + name +
            "\", found one that belongs to no model; give another folder");
    EXPECT_EQ(ReadFile(file).value(), bytes);
    EXPECT_EQ(own.Names(), std::vector<std::string>{name});
  }
  // A model whose config went first, as that of a run that began anew.
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('a')).ok());
  fs::remove(Path("m/config.json"));
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('b')).ok());
  EXPECT_EQ(Letter("m"), "b");
}

TEST_F(ModelStoreTest, FollowsALinkToTheFolder) {
  ASSERT_TRUE(WriteModelFolder(Path("m1"), Example('a')).ok());
  fs::create_directory_symlink("m1", Path("latest"));
  ASSERT_TRUE(WriteModelFolder(Path("latest"), Example('b')).ok());
  EXPECT_TRUE(fs::is_symlink(Path("latest")));
  EXPECT_EQ(Letter("m1"), "b");
}

TEST_F(ModelStoreTest, LeavesTheOldModelWhenTheDiskIsFull) {
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('a')).ok());
  Write("m/README.md", "card");
  {
    const FileSizeLimit limit(2000);
    const Status status = WriteModelFolder(Path("m"), Example('b', 5000));
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kIo);
    EXPECT_FALSE(WriteModelFolder(Path("n"), Example('b', 5000)).ok());
  }
  EXPECT_EQ(Letter("m"), "a");
  EXPECT_EQ(Read("m/README.md"), "card");
  EXPECT_EQ(folder_.Names(), std::vector<std::string>{"m"});
}

TEST_F(ModelStoreTest, RefusesToWriteWhatItCouldNotRead) {
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('a')).ok());
  ModelFiles files = Example('b');
  for (const char* const config :
       {"", "{", "[]", "{\"format\": \"other\", \"version\": 1}",
        "{\"format\": \"whylight\", \"version\": 2}"}) {
    files.config = config;
    const Status status = WriteModelFolder(Path("m"), files);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().message.find(Path("m/config.json")), 0u);
  }
  Write("file", "x");
  EXPECT_FALSE(WriteModelFolder(Path("file"), Example('b')).ok());
  EXPECT_FALSE(WriteModelFolder(Path("file/m"), Example('b')).ok());
  EXPECT_FALSE(WriteModelFolder("", Example('b')).ok());
  EXPECT_EQ(Letter("m"), "a");
  EXPECT_EQ(folder_.Names(), (std::vector<std::string>{"file", "m"}));
}

TEST_F(ModelStoreTest, LeavesAReadableModelWhenKilled) {
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('a')).ok());
  Write("m/README.md", "card");
  for (int round = 0; round < 40; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (int i = 0;; ++i) {
        const auto letter = static_cast<char>('a' + i % 26);
        if (!WriteModelFolder(Path("m"), Example(letter, 100000)).ok()) {
          ::_exit(1);
        }
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500 + 700 * round));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "a write failed";
    ASSERT_EQ(Letter("m").size(), 1u) << Letter("m");
    ASSERT_EQ(Read("m/README.md"), "card");
  }
}

TEST_F(ModelStoreTest, NamesTheFileThatIsMissing) {
  for (const char* const name :
       {"config.json", "model.safetensors", "vocab.txt"}) {
    ASSERT_TRUE(WriteModelFolder(Path("m"), Example('a')).ok());
    fs::remove(Path("m") + "/" + name);
    const Error error = ReadError("m");
    EXPECT_EQ(error.code, ErrorCode::kNotFound);
    EXPECT_EQ(error.message,
              Path("m") + "/" + name + ": expected a file, found none");
  }
  EXPECT_EQ(ReadError("nowhere").code, ErrorCode::kNotFound);
}

TEST_F(ModelStoreTest, NamesTheFileThatWasDamaged) {
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('a')).ok());
  Write("m/model.safetensors", std::string(999, 'a'));
  EXPECT_EQ(ReadError("m").message,
            Path("m/model.safetensors") + ": expected 1000 bytes, found 999");
  Write("m/model.safetensors", std::string(999, 'a') + "b");
  const Error damaged = ReadError("m");
  EXPECT_EQ(damaged.code, ErrorCode::kBadModel);
  EXPECT_EQ(damaged.message.find(Path("m/model.safetensors") +
                                 ": expected SHA-256 \""),
            0u);
  Write("m/config.json", "<html>404</html>");
  EXPECT_EQ(ReadError("m").message,
            Path("m/config.json") +
                ": expected JSON, found an HTML page; is the model at this "
                "address?");
  Write("m/config.json", Example('a').config);
  EXPECT_EQ(
      ReadError("m").message,
      Path("m/config.json") + ": expected \"files\" with sizes and hashes");
}

TEST_F(ModelStoreTest, ReadsAModelThatWasCutAnywhereOnlyWithAnError) {
  ASSERT_TRUE(WriteModelFolder(Path("m"), Example('a', 100)).ok());
  for (const char* const name :
       {"m/config.json", "m/model.safetensors", "m/vocab.txt"}) {
    const std::string whole = Read(name);
    // The last byte of config.json is a newline, which JSON does not need.
    const std::size_t needed =
        whole.size() - (std::string(name) == "m/config.json" ? 1 : 0);
    for (std::size_t length = 0; length < needed; ++length) {
      fs::resize_file(Path(name), length);
      EXPECT_EQ(ReadError("m").message.find(Path(name)), 0u);
      fs::remove(Path(name));
      ASSERT_TRUE(WriteNewFile(Path(name), whole).ok());
    }
  }
}

}  // namespace
}  // namespace whylight
