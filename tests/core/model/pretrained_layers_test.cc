#include "core/model/pretrained_layers.h"

#include <gtest/gtest.h>

#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

using nlohmann::json;

const json kLearnedSpec = {
    {"type", "rcnn"}, {"hidden", 4}, {"mapping", "multiplicative"}};

PretrainedLayers TwoLearnedLayers() {
  return PretrainedLayers::Make(
             Vocabulary::FromWords({"good", "bad", "hop"}).value(),
             RandomMatrix(3, 5, "vectors"), {kLearnedSpec, kLearnedSpec}, 1)
      .value();
}

LayerList FreshLayers(const std::vector<json>& specs) {
  return MakeNewLayers(specs, "layers", 5, "layers", 2).value();
}

bool AreSame(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

bool HasLearned(SequenceLayer& layer, const SequenceLayer& learned,
                const std::string& prefix = "") {
  const auto theirs = const_cast<SequenceLayer&>(learned).Tensors();
  std::size_t same = 0;
  for (const LayerTensor& tensor : layer.Tensors()) {
    for (const LayerTensor& other : theirs) {
      if (tensor.name == prefix + other.name &&
          AreSame(TensorValue(tensor), TensorValue(other))) {
        ++same;
      }
    }
  }
  return same == theirs.size();
}

TEST(PretrainedLayersTest, GiveForwardLayersWhatWasLearnedAtTheirDepth) {
  const PretrainedLayers learned = TwoLearnedLayers();
  const std::vector<json> specs = {kLearnedSpec, kLearnedSpec};
  LayerList layers = FreshLayers(specs);
  ASSERT_TRUE(learned.CopyInto(layers, specs, "lm").ok());
  EXPECT_TRUE(HasLearned(*layers[0], *learned.forward[0]));
  EXPECT_TRUE(HasLearned(*layers[1], *learned.forward[1]));
}

TEST(PretrainedLayersTest, GiveBidirectionalStacksBothDirections) {
  const PretrainedLayers learned = TwoLearnedLayers();
  const std::vector<json> specs = {
      {{"type", "bidirectional"},
       {"layer",
        {{"type", "stacked"}, {"layers", {kLearnedSpec, kLearnedSpec}}}}}};
  LayerList layers = FreshLayers(specs);
  ASSERT_TRUE(learned.CopyInto(layers, specs, "lm").ok());
  EXPECT_TRUE(HasLearned(*layers[0], *learned.forward[1], "forward.2."));
  EXPECT_TRUE(HasLearned(*layers[0], *learned.backward[0], "backward.1."));
}

TEST(PretrainedLayersTest, LeaveLayersAboveThatDiffer) {
  const PretrainedLayers learned = TwoLearnedLayers();
  json wider = kLearnedSpec;
  wider["hidden"] = 6;
  const std::vector<json> specs = {kLearnedSpec, wider};
  LayerList layers = FreshLayers(specs);
  ASSERT_TRUE(learned.CopyInto(layers, specs, "lm").ok());
  EXPECT_TRUE(HasLearned(*layers[0], *learned.forward[0]));
  EXPECT_FALSE(HasLearned(*layers[1], *learned.forward[1]));
}

TEST(PretrainedLayersTest, NumbersBesideVectorsCountForNothingAtFirst) {
  const PretrainedLayers learned = TwoLearnedLayers();
  const std::vector<json> specs = {kLearnedSpec, kLearnedSpec};
  LayerList layers = MakeNewLayers(specs, "layers", 7, "layers", 2).value();
  EXPECT_FALSE(learned.CopyInto(layers, specs, "lm").ok());
  ASSERT_TRUE(learned.CopyInto(layers, specs, "lm", 2).ok());
  EXPECT_TRUE(HasLearned(*layers[1], *learned.forward[1]));
  const SequenceBatch batch = {{3}, 3, {0, 1, 2}};
  const Matrix vectors = RandomMatrix(3, 5, "vectors");
  Matrix wider = RandomMatrix(3, 7, "numbers");
  wider.leftCols(5) = vectors;
  Graph graph(Graph::Mode::kInference);
  const auto read = [&](const SequenceLayer& layer, const Matrix& words) {
    return graph.value(
        layer.Apply(graph, {graph.Constant(words), batch, {}}).words);
  };
  EXPECT_TRUE(
      AreSame(read(*layers[0], wider), read(*learned.forward[0], vectors)));
}

TEST(PretrainedLayersTest, SayHowTheFirstLayerDiffers) {
  const PretrainedLayers learned = TwoLearnedLayers();
  json other = kLearnedSpec;
  other["mapping"] = "additive";
  json wider = kLearnedSpec;
  wider["hidden"] = 6;
  for (const auto& [spec, expected, found] :
       {std::tuple(other, "multiplicative", "additive"),
        std::tuple(wider, "of width 4", "of width 6")}) {
    LayerList layers = FreshLayers({spec});
    const Status copied = learned.CopyInto(layers, {spec}, "lm");
    ASSERT_FALSE(copied.ok());
    EXPECT_EQ(copied.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(copied.error().message.find(expected), std::string::npos);
    EXPECT_NE(copied.error().message.find(found), std::string::npos);
  }
}

TEST(PretrainedLayersTest, StartBothHalvesOfARecurrentConvolution) {
  const PretrainedLayers learned = TwoLearnedLayers();
  RcnnOptions options;
  options.inputs = 5;
  options.hidden = 4;
  options.form.mapping = Mapping::kMultiplicative;
  BidirectionalRcnn reader("encoder", options, 7);
  ASSERT_TRUE(learned.CopyInto(reader.Parameters(), options, "lm").ok());
  const auto values = [](std::vector<Parameter*> parameters) {
    std::vector<Matrix> all;
    for (const Parameter* each : parameters) all.push_back(each->value);
    return all;
  };
  std::vector<Matrix> expected = values(learned.forward[0]->Parameters());
  for (Matrix& each : values(learned.backward[0]->Parameters())) {
    expected.push_back(std::move(each));
  }
  EXPECT_EQ(values(reader.Parameters()), expected);

  options.form.activation = Activation::kRelu;
  const Status copied = learned.CopyInto(reader.Parameters(), options, "lm");
  ASSERT_FALSE(copied.ok());
  EXPECT_NE(copied.error().message.find("\"relu\""), std::string::npos);
}

TEST(PretrainedLayersTest, ReadOnlyTheWordsTheyLearnedWith) {
  const PretrainedLayers learned = TwoLearnedLayers();
  const auto refused = [&](const std::vector<std::string>& words,
                           const Matrix& vectors) {
    const Status checked =
        learned.CheckWords(Vocabulary::FromWords(words).value(), vectors, "lm");
    return checked.ok() ? std::string() : checked.error().message;
  };
  // Some of the words, rounded.
  Matrix two = learned.vectors.topRows(2) * Real(1.005);
  EXPECT_EQ(refused({"good", "bad"}, two), "");
  EXPECT_EQ(refused({"good", "malt"}, two),
            "\"start\": lm: vocabulary: expected its words, found \"malt\"");
  EXPECT_EQ(refused({"good", "bad"}, learned.vectors.topLeftCorner(2, 3)),
            "\"start\": lm: word vectors: expected a width of 5, found 3");
  EXPECT_EQ(refused({"bad", "good"}, two),
            "\"start\": lm: word vectors: expected those it was trained with, "
            "found another one of \"bad\"");
}

}  // namespace
}  // namespace whylight
