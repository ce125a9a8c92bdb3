/// <reference lib="esnext.disposable" preserve="true" />

/** Makes `using` and `await using` call `dispose()`, where an engine knows them. */
export function declareDisposable(prototype: { dispose(): Promise<void> }): void {
  // Older engines have neither symbol.
  const define = (symbol: symbol | undefined) => {
    if (!symbol) return;
    const value = function (this: typeof prototype) {
      return this.dispose();
    };
    Object.defineProperty(prototype, symbol, { value, configurable: true, writable: true });
  };
  define(Symbol.dispose);
  define(Symbol.asyncDispose);
}
