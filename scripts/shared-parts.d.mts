export const laterFiles: readonly string[];
export function isSharedPart(id: string): boolean;
