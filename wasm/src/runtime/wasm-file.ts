// Apart from what handles modules, whose types need those of a page, which a program
// for Node may be without.
/** A module of this package. */
export interface WasmFile {
  name: string;
  /** The option of a load that says where it is. */
  option: 'wasm' | 'reasonsWasm';
  /** Where it is, unless a caller says otherwise: beside our code. */
  url(): URL;
}
