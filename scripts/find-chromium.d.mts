/** The path of a Chromium for tests, or null if there is none. */
export function findChromium(): Promise<string | null>;
