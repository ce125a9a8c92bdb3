// The glue that Emscripten generates from wasm/bindings.
import type { CoreModule } from './core.js';

export default function createCore(options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
  locateFile(name: string): string;
  printErr(line: string): void;
}): Promise<CoreModule>;
