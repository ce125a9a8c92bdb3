# shellcheck shell=bash
# The files that the C++ tools look at; lint.sh and format.sh read this list.

# cpp_sources: every C++ file, separated by NUL.
cpp_sources() {
  find core wasm/bindings tests -type f \( -name '*.cc' -o -name '*.h' \) \
    -not -path '*/node_modules/*' -print0
}
