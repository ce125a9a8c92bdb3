// The glue that Emscripten generates from wasm/bindings for each module. The system that
// imports one says what its bindings export.
declare module '*.mjs' {
  const glue: unknown;
  export default glue;
}
