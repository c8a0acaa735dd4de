/** Texts that no file outside of tests reads, one line each. */
export function unreadWords(sources: ReadonlyMap<string, string>): string[];
