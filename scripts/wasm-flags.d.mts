export const wasmFlags: string[];
