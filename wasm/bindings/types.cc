// The types that cross to JavaScript, of which Embind's JavaScript has to know.
// Embind's own list, in whose place this one is linked, has three times as
// many, and would take as much code for each. A call with another type throws.
#include <emscripten/bind.h>
#include <emscripten/em_macros.h>

#include <cstdint>
#include <limits>
#include <string>

// They are declared there.
using namespace emscripten::internal;

namespace {

using emscripten::memory_view;

// Places in the list of typed arrays of Embind's JavaScript.
enum TypedArray {
  kUint8Array = 1,
  kUint32Array = 5,
  kFloat32Array,
  kFloat64Array
};

template <typename T>
void RegisterInteger(const char* name) {
  _embind_register_integer(
      TypeID<T>::get(), name, sizeof(T),
      static_cast<long>(std::numeric_limits<T>::min()),
      static_cast<unsigned long>(std::numeric_limits<T>::max()));
}

template <typename T>
void RegisterView(TypedArray array, const char* name) {
  _embind_register_memory_view(TypeID<memory_view<T>>::get(), array, name);
}

}  // namespace

extern "C" {

// Before any EMSCRIPTEN_BINDINGS, which name these types.
EMSCRIPTEN_KEEPALIVE __attribute__((constructor(101))) void
__embind_register_native_and_builtin_types() {
  // By their names Embind tells functions apart, and which integers have no
  // sign.
  _embind_register_void(TypeID<void>::get(), "void");
  RegisterInteger<int>("int");
  RegisterInteger<unsigned long>("unsigned long");
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
  _embind_register_std_string(TypeID<std::string>::get(), "std::string");
  _embind_register_emval(TypeID<emscripten::val>::get(), "emscripten::val");
  RegisterView<unsigned char>(kUint8Array, "uint8s");
  RegisterView<std::uint32_t>(kUint32Array, "uint32s");
  RegisterView<float>(kFloat32Array, "floats");
  RegisterView<double>(kFloat64Array, "doubles");
}

// For messages about types that are not in the list; they are not named.
EMSCRIPTEN_KEEPALIVE const char* __getTypeName(const void*) { return nullptr; }
}
