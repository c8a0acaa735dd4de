/**
 * Node's arguments for tests. V8 optimizes the WebAssembly of the embedded database in the background. In a process
 * that ends within minutes this takes more CPU time than the optimized code saves.
 */
export const wasmFlags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
