import v8 from 'node:v8';

/**
 * V8 optimizes a WebAssembly function that has run through this many bytes of code. With its own 1.8 million, a start
 * spends a third of its processor time on optimizing functions that it hardly uses again; those of statements get there soon.
 */
const bytesBeforeOptimizing = 100_000_000;

/** For an embedded database that is about to be opened. */
export function optimizeLate(): void {
  v8.setFlagsFromString(`--wasm-tiering-budget=${bytesBeforeOptimizing}`);
}
