#include "core/systems/layers/run_layer.h"

#include <gtest/gtest.h>

#include <list>
#include <map>

#include "core/format/quantise.h"
#include "core/format/safetensors.h"
#include "tests/core/random_matrix.h"

namespace whylight {
namespace {

// A safetensors file made step by step.
class File {
 public:
  File& Add(const std::string& name, const Matrix& value) {
    encoded_.push_back(EncodeMatrix(value, Dtype::kF32).value());
    AppendTensors(name, encoded_.back(), tensors_);
    return *this;
  }
  File& AddVector(const std::string& name, const Matrix& row) {
    Add(name, row);
    tensors_.back().shape.erase(tensors_.back().shape.begin());
    return *this;
  }
  std::string Bytes() const { return SerializeSafetensors(tensors_).value(); }

 private:
  std::list<EncodedMatrix> encoded_;
  std::vector<Tensor> tensors_;
};

constexpr Index kLength = 4;
constexpr Index kInputs = 3;
constexpr Index kHidden = 2;

// Words, and what a bigram RCNN with a constant decay reads.
File BigramFile() {
  File file;
  file.Add("x", RandomMatrix(kLength, kInputs, "x"))
      .Add("W.1", RandomMatrix(kHidden, kInputs, "W1"))
      .Add("W.2", RandomMatrix(kHidden, kInputs, "W2"))
      .AddVector("b", RandomMatrix(1, kHidden, "b"));
  return file;
}

constexpr const char* kBigram =
    R"({"type": "rcnn", "order": 2, "decay": {"type": "constant"}})";

std::string MessageOf(const Result<LayerOutput>& output) {
  return output.ok() ? "no error" : output.error().message;
}

std::string ErrorOf(const std::string& spec, const File& file) {
  const Result<LayerOutput> output = RunLayer(spec, file.Bytes());
  if (!output.ok()) {
    EXPECT_EQ(output.error().code, ErrorCode::kInvalidArgument);
  }
  return MessageOf(output);
}

std::string SpecErrorOf(const std::string& spec) {
  const Result<std::vector<WantedTensor>> shapes = LayerShapes(spec);
  if (!shapes.ok()) {
    EXPECT_EQ(shapes.error().code, ErrorCode::kInvalidArgument);
  }
  return shapes.ok() ? "no error" : shapes.error().message;
}

Matrix Read(const LayerOutput& output, const std::string& name) {
  const Result<SafetensorsView> view =
      SafetensorsView::Parse(output.tensors, "output");
  const Tensor* tensor = view.value().Find(name);
  EXPECT_NE(tensor, nullptr) << name;
  return tensor == nullptr ? Matrix() : TensorToMatrix(*tensor).value();
}

TEST(RunLayerTest, GivesStatesLevelsAndGates) {
  const Result<LayerOutput> output = RunLayer(kBigram, BigramFile().Bytes());
  ASSERT_TRUE(output.ok()) << MessageOf(output);
  const Matrix x = RandomMatrix(kLength, kInputs, "x");
  const Matrix u1 = x * RandomMatrix(kHidden, kInputs, "W1").transpose();
  const Matrix u2 = x * RandomMatrix(kHidden, kInputs, "W2").transpose();
  Matrix c1 = Matrix::Zero(1, kHidden);
  Matrix c2 = Matrix::Zero(1, kHidden);
  for (Index t = 0; t < kLength; ++t) {
    const Matrix z2 = c1 + u2.row(t);
    c2 = Real{0.5f} * (c2 + z2);
    c1 = Real{0.5f} * (c1 + u1.row(t));
    const Matrix h = (c2 + RandomMatrix(1, kHidden, "b")).array().tanh();
    const auto expect = [&](const char* name, const Matrix& row) {
      EXPECT_LT((Read(output.value(), name).row(t) - row).cwiseAbs().maxCoeff(),
                1e-6)
          << name;
    };
    expect("h", h);
    expect("c.1", c1);
    expect("c.2", c2);
    expect("z.1", u1.row(t));
    expect("z.2", z2);
    expect("gate", Matrix::Constant(1, kHidden, Real{0.5f}));
  }
  EXPECT_TRUE(output.value().unused.empty());
}

TEST(RunLayerTest, MaskedWordsRepeatTheWordBefore) {
  Matrix mask(1, kLength);
  mask << 1, 0, 1, 0;
  File masked = BigramFile();
  masked.AddVector("mask", mask);
  const Result<LayerOutput> output = RunLayer(kBigram, masked.Bytes());
  ASSERT_TRUE(output.ok()) << MessageOf(output);

  Matrix selected(2, kInputs);
  selected << RandomMatrix(kLength, kInputs, "x").row(0),
      RandomMatrix(kLength, kInputs, "x").row(2);
  File alone;
  alone.Add("x", selected)
      .Add("W.1", RandomMatrix(kHidden, kInputs, "W1"))
      .Add("W.2", RandomMatrix(kHidden, kInputs, "W2"))
      .AddVector("b", RandomMatrix(1, kHidden, "b"));
  const Result<LayerOutput> expected = RunLayer(kBigram, alone.Bytes());
  ASSERT_TRUE(expected.ok());
  for (const char* name : {"h", "c.1", "c.2", "z.1", "z.2"}) {
    const Matrix all = Read(output.value(), name);
    const Matrix rows = Read(expected.value(), name);
    for (Index t = 0; t < kLength; ++t) {
      EXPECT_EQ(all.row(t), rows.row(t / 2)) << name << ", word " << t;
    }
  }
}

TEST(RunLayerTest, SaysWhichTensorsItDidNotRead) {
  File file = BigramFile();
  file.Add("O", RandomMatrix(kHidden, kHidden, "O"));
  const Result<LayerOutput> output = RunLayer(kBigram, file.Bytes());
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output.value().unused, std::vector<std::string>{"O"});
}

TEST(RunLayerTest, NamesTheOptionThatIsWrong) {
  EXPECT_EQ(SpecErrorOf(R"({"type": "rcnn", "order": 0})"),
            "spec: \"order\": expected a whole number from 1 to 16, found 0");
  EXPECT_EQ(SpecErrorOf(R"({"type": "rcnn",
                "decay": {"type": "constant", "value": 1.5}})"),
            "spec: decay: \"value\": expected a number from 0.0 to 1.0, found "
            "1.5");
  EXPECT_EQ(SpecErrorOf(R"({"type": "rcnn",
                "decay": {"type": "constant", "value": 1}})"),
            "decay value: expected λ of at least 0 and below 1, found 1");
  EXPECT_EQ(SpecErrorOf(R"({"type": "rcnn", "pooling": "max"})"),
            "pooling: expected a constant decay with max-pooling, found one "
            "that learns");
  EXPECT_EQ(SpecErrorOf(R"({"type": "rcnn", "same_step": true})"),
            "same_step: expected a multiplicative mapping, found an additive "
            "one");
  EXPECT_EQ(SpecErrorOf(R"({"type": "rcnn", "state": "h"})"),
            "spec: \"state\": expected one of \"c\", \"z\", \"sum_c\", "
            "\"sum_z\", \"mix\", found \"h\"");
  EXPECT_EQ(SpecErrorOf(R"({"type": "rcnn", "hiddn": 3})")
                .rfind("spec: unknown key \"hiddn\"", 0),
            0u);
  EXPECT_EQ(SpecErrorOf("{}"), "spec: expected a \"type\", found none");
  EXPECT_NE(SpecErrorOf("[]"), "no error");
  EXPECT_NE(SpecErrorOf("{"), "no error");
  EXPECT_EQ(SpecErrorOf(R"({"type": "bidirectional", "layer":
                {"type": "stacked", "layers": [{"type": "lstm"},
                                               {"type": "nothing"}]}})")
                .rfind("spec: layer.layers[1]: \"type\": expected one of", 0),
            0u);
}

TEST(RunLayerTest, NamesTheTensorThatIsWrong) {
  EXPECT_EQ(ErrorOf(kBigram, File()),
            "input: tensor \"x\": expected the words [L, d], found no such "
            "tensor");
  EXPECT_EQ(ErrorOf(kBigram, File().Add("x", Matrix(0, kInputs))),
            "input: tensor \"x\": expected [L, d] with at least one word, "
            "found [0, 3]");
  EXPECT_EQ(ErrorOf(kBigram, File().Add("x", Matrix::Ones(2, kInputs))),
            "input: tensor \"W.1\": expected [h, 3] with h from 1 to 4096, "
            "found no such tensor");
  EXPECT_EQ(
      ErrorOf(R"({"type": "rcnn", "decay": {"type": "x"}})", BigramFile()),
      "input: tensor \"gate.W\": expected [2, 3] [h, d], found no such "
      "tensor");
  EXPECT_EQ(ErrorOf(R"({"type": "rcnn", "bias": false, "output_matrix": true,
                        "decay": {"type": "constant"}})",
                    BigramFile().Add("O", Matrix::Ones(3, 2))),
            "input: tensor \"O\": expected [2, 2] [h, h], found [3, 2]");
  EXPECT_EQ(ErrorOf(R"({"type": "rcnn", "highway": true,
                        "decay": {"type": "constant"}})",
                    BigramFile()),
            "highway: expected as many inputs as hidden units, found 3 and 2");
}

TEST(RunLayerTest, HeadsNeedAWidthThatTheyDivideOnceThereIsOne) {
  const std::string spec =
      R"({"type": "stacked", "layers": [
          {"type": "self_attention", "heads": 3}]})";
  const Result<std::vector<WantedTensor>> shapes = LayerShapes(spec);
  ASSERT_TRUE(shapes.ok()) << shapes.error().message;
  EXPECT_EQ(shapes.value()[2].name, "1.q.W");
  EXPECT_EQ(shapes.value()[2].shape, "[h.1, d]");
  File file;
  file.Add("x", Matrix::Ones(2, kInputs))
      .Add("1.v.W", Matrix::Ones(4, kInputs));
  EXPECT_EQ(ErrorOf(spec, file),
            "self_attention: \"heads\": expected a number that divides the "
            "width 4, found 3");
  EXPECT_EQ(SpecErrorOf(R"({"type": "self_attention", "heads": 0})"),
            "spec: \"heads\": expected a whole number from 1 to 4096, found "
            "0");
}

// 64 layers of this width would be four gigabytes.
TEST(RunLayerTest, MissesALayerBeforeItTakesMemoryForAll) {
  File file;
  file.Add("x", Matrix::Ones(2, 1)).Add("1.W", Matrix::Ones(4096, 1));
  EXPECT_EQ(ErrorOf(R"({"type": "dan", "layers": 64})", file),
            "input: tensor \"2.W\": expected [h, 4096] with h from 1 to 4096, "
            "found no such tensor");
  File stack;
  stack.Add("x", Matrix::Ones(2, 1)).Add("1.W.1", Matrix::Ones(4096, 1));
  EXPECT_EQ(ErrorOf(R"({"type": "tensor_conv", "layers": 64})", stack),
            "input: tensor \"2.W.1\": expected [h, 4096] with h from 1 to "
            "4096, found no such tensor");
}

// They have no tensors, which would say how many there are.
TEST(RunLayerTest, RefusesLayersThatMultiplyWithoutBounds) {
  std::string spec = R"({"type": "positions"})";
  for (int i = 0; i < 4; ++i) {
    spec = R"({"type": "rcrn", "layer": )" + spec + "}";
  }
  EXPECT_EQ(SpecErrorOf(spec),
            "spec: layer.layer.layer: expected at most 64 copies of a layer, "
            "found 81");
  std::string wide = R"({"type": "bidirectional", "layer": {"type": "bag"}})";
  for (int i = 1; i < 64; ++i) {
    wide += R"(, {"type": "bidirectional", "layer": {"type": "bag"}})";
  }
  EXPECT_EQ(SpecErrorOf(R"({"type": "stacked", "layers": [)" + wide + "]}"),
            "spec: layers[14]: expected at most 65536 numbers at each word, "
            "found 131072");
}

TEST(RunLayerTest, RefusesMasksThatSelectNothing) {
  const auto error_of = [](const Matrix& mask, const char* spec = kBigram) {
    return ErrorOf(spec, BigramFile().AddVector("mask", mask));
  };
  EXPECT_EQ(error_of(Matrix::Zero(1, kLength)),
            "input: tensor \"mask\": expected at least one selected word, "
            "found an empty selection");
  EXPECT_EQ(error_of(Matrix::Ones(1, kLength + 1)),
            "input: tensor \"mask\": expected [4], a number a word, found [5]");
  EXPECT_EQ(error_of(Matrix::Constant(1, kLength, -1)),
            "input: tensor \"mask\": expected numbers from 0 to 1, found "
            "another");
  EXPECT_EQ(error_of(Matrix::Constant(1, kLength, Real{0.5f}),
                     R"({"type": "rcnn", "pooling": "max",
                         "decay": {"type": "constant"}})"),
            "input: tensor \"mask\": expected 0 or 1 with max-pooling, found "
            "another number");
}

TEST(RunLayerTest, ListsNamesAndShapes) {
  const auto shapes = LayerShapes(
      R"({"type": "rcnn", "order": 3, "state": "mix", "output_gate": true,
          "decay": {"type": "xh", "scalar": true}})");
  ASSERT_TRUE(shapes.ok());
  std::map<std::string, std::string> by_name;
  for (const WantedTensor& tensor : shapes.value()) {
    by_name[tensor.name] = tensor.shape;
  }
  const std::map<std::string, std::string> expected = {
      {"x", "[L, d]"},     {"mask", "[L]"},         {"W.1", "[h, d]"},
      {"W.2", "[h, d]"},   {"W.3", "[h, d]"},       {"b", "[h]"},
      {"mix", "[3]"},      {"gate.W", "[1, d]"},    {"gate.U", "[1, h]"},
      {"gate.b", "[1]"},   {"outgate.W", "[h, d]"}, {"outgate.U", "[h, h]"},
      {"outgate.b", "[h]"}};
  EXPECT_EQ(by_name, expected);
}

TEST(RunLayerTest, RefusesWhatIsNoSafetensorsFile) {
  for (const std::string bytes : {"", "12345678", "\xFF\xFF"}) {
    const Result<LayerOutput> output = RunLayer(kBigram, bytes);
    ASSERT_FALSE(output.ok());
    EXPECT_EQ(output.error().code, ErrorCode::kBadModel);
    EXPECT_EQ(output.error().message.rfind("input: ", 0), 0u);
  }
}

}  // namespace
}  // namespace whylight
