export function hashesOf(folder: string): Map<string, string>;
export function differences(one: Map<string, string>, other: Map<string, string>): string[];
export function digestOf(hashes: Map<string, string>): string;
