export const partNames: string[];
export function staleParts(names: string[]): string[];
export function stamp(names: string[], sourcesReadAt: number): void;
export function newest(entry: string, counts?: (name: string) => boolean): number;
