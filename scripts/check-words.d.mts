export function faultsOfCode(name: string, source: string): string[];
export function faultsOfComments(name: string, source: string): string[];
export function faultsOfProse(name: string, source: string): string[];
