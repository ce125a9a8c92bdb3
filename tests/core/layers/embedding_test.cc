#include "core/layers/embedding.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/format/quantise.h"
#include "core/format/safetensors.h"

namespace whylight {
namespace {

const std::vector<std::int32_t> kWords = {2, 0, -1, 2};

Matrix Table() {
  Matrix table(3, 2);
  table << 0.5, -0.25, 3, 0.75, -1.5, 0.125;
  return table;
}

Matrix Look(const Embedding& embedding) {
  Graph graph(Graph::Mode::kInference);
  return graph.value(embedding.Lookup(graph, kWords));
}

// The table in the bytes of a file, and as numbers that were read from them.
struct Kept {
  Embedding embedding;
  Matrix numbers;
};

Kept Keep(Dtype dtype) {
  const EncodedMatrix encoded = EncodeMatrix(Table(), dtype).value();
  std::vector<Tensor> tensors;
  AppendTensors("v", encoded, tensors);
  auto file = std::make_shared<const std::string>(
      SerializeSafetensors(tensors).value());
  const SafetensorsView view = SafetensorsView::Parse(*file, "file").value();
  return {{file, StoredMatrix::Find(view, "v", 3, 2).value()},
          ReadMatrix(view, "v", 3, 2).value()};
}

TEST(EmbeddingTest, GivesRowsAndZeroForTheUnknown) {
  const Matrix rows = Look(Embedding(Table()));
  EXPECT_EQ(rows.row(0), Table().row(2));
  EXPECT_EQ(rows.row(1), Table().row(0));
  EXPECT_TRUE(rows.row(2).isZero(0));
  EXPECT_EQ(rows.row(3), Table().row(2));
}

TEST(EmbeddingTest, GivesTheSameOfAFilesBytes) {
  for (const Dtype dtype : {Dtype::kF32, Dtype::kF16, Dtype::kI8}) {
    const Kept kept = Keep(dtype);
    EXPECT_EQ(kept.embedding.table(), kept.numbers) << DtypeName(dtype);
    EXPECT_EQ(Look(kept.embedding), Look(Embedding(kept.numbers)))
        << DtypeName(dtype);
  }
}

TEST(EmbeddingTest, KeepsTheBytesThatItReads) {
  const Embedding embedding = Keep(Dtype::kF16).embedding;
  EXPECT_EQ(Look(embedding).row(0), embedding.table().row(2));
}

}  // namespace
}  // namespace whylight
