// A pickle is read as data or refused with the byte: nothing in it is run, and
// what it takes is bounded by its size.
#include <cstdint>
#include <set>
#include <string>

#include "core/training/exchange/foreign_tensors.h"
#include "core/training/exchange/pickle.h"
#include "core/training/exchange/published_rcnn.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace whylight;
  const std::string_view bytes = AsText(data, size);
  const Result<Pickle> read = Pickle::Parse(bytes, "name");
  if (!read.ok()) {
    ExpectError(read.error(), ErrorCode::kBadData);
    Expect(read.error().message.starts_with("name: byte "),
           "errors name the file and the byte");
    return 0;
  }
  for (const Tensor& array : read.value().Arrays()) {
    std::size_t expected = DtypeBytes(array.dtype);
    for (const std::size_t extent : array.shape) expected *= extent;
    Expect(array.bytes.size() == expected, "an array has all its numbers");
    Expect(IsValidUtf8(array.name), "the name of an array is a text");
  }
  ForeignTensors tensors(read.value().Arrays());
  for (const Tensor& array : tensors.tensors()) {
    const Result<Matrix> matrix = tensors.Read(array.name);
    if (matrix.ok()) {
      Expect(matrix.value().allFinite(), "numbers are finite");
    } else {
      ExpectError(matrix.error(), ErrorCode::kBadModel);
    }
  }
  const Result<PublishedModel> model =
      ImportPublishedModel(read.value().value());
  if (model.ok()) {
    Expect(SafetensorsView::Parse(model.value().tensors, "name").ok(),
           "the tensors of a model are a file");
  } else {
    ExpectError(model.error(), ErrorCode::kBadModel);
  }
  return 0;
}
