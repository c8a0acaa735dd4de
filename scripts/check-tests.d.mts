export function faultsOf(name: string, source: string): string[];
