import v8 from 'node:v8';

/**
 * V8 optimizes a WebAssembly function that has run through this many bytes of code. With the default of 1.8 million, a
 * start spends a third of its CPU time optimizing functions that it hardly uses again. Functions that execute
 * statements soon reach the higher limit, too.
 */
const bytesBeforeOptimizing = 100_000_000;

/** Call this before opening an embedded database. */
export function delayWasmOptimization(): void {
  v8.setFlagsFromString(`--wasm-tiering-budget=${bytesBeforeOptimizing}`);
}
