// Which instruction sets the kernels are compiled for. To be included before
// Highway, whose way of being told is a macro.
#pragma once

// AVX3 is AVX-512. The rest gains nothing over its neighbours, or has vectors
// whose width the compiler does not know.
#define HWY_DISABLED_TARGETS                                                   \
  (HWY_AVX3_DL | HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | \
   HWY_RVV)

// Without vectors, one number at a time is faster than vectors imitated.
#if defined(__EMSCRIPTEN__) && !defined(__wasm_simd128__)
#define HWY_COMPILE_ONLY_SCALAR
#endif
