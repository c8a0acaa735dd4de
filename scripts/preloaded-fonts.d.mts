export function preloadedFonts(files: string[]): string[];
