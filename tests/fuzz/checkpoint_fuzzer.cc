// Checkpoints and logs of runs: one that was written is read again, one of
// which a byte has changed says the same or is refused, and what only claims to
// be one is refused.
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/format/json.h"
#include "core/format/native/sha256.h"
#include "core/format/safetensors.h"
#include "core/graph/parameter.h"
#include "core/training/data/table.h"
#include "core/training/engine/checkpoint.h"
#include "core/training/engine/run_log.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/memory_file.h"

namespace whylight {
namespace {

using nlohmann::ordered_json;

TrainingPosition PickPosition(FuzzedDataProvider* input) {
  TrainingPosition position;
  position.step = input->ConsumeIntegral<std::uint64_t>();
  position.stage = input->ConsumeIntegral<std::uint8_t>();
  position.epoch = input->ConsumeIntegralInRange(0, 1000);
  position.words = input->ConsumeIntegral<std::uint64_t>();
  position.loss_sum = input->ConsumeFloatingPointInRange(-1e9, 1e9);
  position.finished = input->ConsumeBool();
  if (input->ConsumeBool()) {
    position.best = {input->ConsumeFloatingPointInRange(-1e9, 1e9),
                     input->ConsumeIntegralInRange(0, 1000),
                     input->ConsumeIntegral<std::uint64_t>()};
  }
  return position;
}

bool IsSame(const TrainingPosition& a, const TrainingPosition& b) {
  const auto best = [](const TrainingPosition& position) {
    const BestEpoch epoch = position.best.value_or(BestEpoch());
    return std::tuple(position.best.has_value(), epoch.value, epoch.epoch,
                      epoch.step);
  };
  return std::tuple(a.step, a.stage, a.epoch, a.words, a.loss_sum,
                    a.finished) == std::tuple(b.step, b.stage, b.epoch, b.words,
                                              b.loss_sum, b.finished) &&
         best(a) == best(b);
}

void CheckRoundTrip(FuzzedDataProvider* input) {
  const TrainingPosition position = PickPosition(input);
  const ordered_json run = {{"seed", input->ConsumeIntegral<std::uint32_t>()}};
  Parameter tensor;
  tensor.name = "weights";
  tensor.value = Matrix(1, input->ConsumeIntegralInRange<Index>(0, 6));
  for (Real& number : tensor.value.reshaped()) {
    number = std::bit_cast<float>(input->ConsumeIntegral<std::uint32_t>());
  }
  std::string bytes = SerializeCheckpoint(position, run, {&tensor}).value();
  const auto changed =
      input->ConsumeIntegralInRange<std::size_t>(0, bytes.size() - 1);
  const auto mask = static_cast<char>(input->ConsumeIntegral<std::uint8_t>());
  bytes[changed] = static_cast<char>(bytes[changed] ^ mask);
  const Result<CheckpointHeader> read = ReadCheckpoint(bytes, "name");
  if (!read.ok()) {
    Expect(mask != 0, "what was written is read again");
    return ExpectError(read.error(), ErrorCode::kBadData);
  }
  Expect(IsSame(read.value().position, position) && read.value().run == run,
         "it says what it said");
  Parameter other = tensor;
  other.value.setZero();
  Expect(RestoreTensors(bytes, "name", {&other}).ok(), "it has its tensors");
  for (Index i = 0; i < tensor.value.size(); ++i) {
    Expect(std::bit_cast<std::uint32_t>(other.value(0, i)) ==
               std::bit_cast<std::uint32_t>(tensor.value(0, i)),
           "its numbers are the same");
  }
}

void CheckRead(std::string_view bytes) {
  const Result<CheckpointHeader> read = ReadCheckpoint(bytes, "name");
  if (!read.ok()) ExpectError(read.error(), ErrorCode::kBadData);
}

// With the hash that it must have.
void CheckState(std::string_view state) {
  const Result<std::string> file = SerializeSafetensors(
      {},
      {{"state", std::string(state)}, {"sha256", Sha256Hex(state).value()}});
  if (file.ok()) CheckRead(file.value());
}

void CheckLog(std::string_view bytes) {
  const MemoryFile file(bytes);
  const Result<std::vector<ordered_json>> lines = ReadRunLog(file.path());
  if (!lines.ok()) return ExpectError(lines.error(), ErrorCode::kBadData);
  const std::string table = FormatTable(lines.value());
  if (table.empty()) return;
  const MemoryFile written(table);
  Result<TableReader> reader = TableReader::Open(written.path(), {});
  Expect(reader.ok(), "a log is a table");
  std::size_t rows = 0;
  while (true) {
    const auto row = reader.value().Next();
    Expect(row.ok(), "all of it is a table");
    if (!row.value()) break;
    Expect(row.value()->problem.ok(), "every row is one of the table");
    ++rows;
  }
  Expect(rows <= lines.value().size(), "a row is a line");
}

}  // namespace
}  // namespace whylight

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  if (size == 0) return 0;
  const std::string_view bytes = AsText(data + 1, size - 1);
  FuzzedDataProvider input(data + 1, size - 1);
  switch (data[0] % 4) {
    case 0:
      CheckRead(bytes);
      break;
    case 1:
      CheckState(bytes);
      break;
    case 2:
      CheckLog(bytes);
      break;
    default:
      CheckRoundTrip(&input);
  }
  return 0;
}
