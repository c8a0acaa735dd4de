export function unusedExports(sources: ReadonlyMap<string, string>): string[];
