/**
 * The path prefix of this installation, such as /insight, or empty. The server writes it into the page. Read on each
 * use, because prerendering at build time has no document.
 */
export const basePath = (): string => globalThis.document?.documentElement.dataset.base ?? '';

/** Prefixes a path with the base path. URLs of other sites are returned unchanged. */
export const atBase = (address: string): string => (address.startsWith('/') ? basePath() + address : address);
