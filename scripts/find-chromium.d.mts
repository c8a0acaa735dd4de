/** The path of a Chromium to test with; null when none can be had. */
export function findChromium(): Promise<string | null>;
