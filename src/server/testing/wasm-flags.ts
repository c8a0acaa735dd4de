/**
 * Node's arguments about WebAssembly that vitest.config.ts gave this worker: the programs of the tests get the same.
 */
export const wasmFlags = process.execArgv.filter((argument) => argument.includes('wasm'));
