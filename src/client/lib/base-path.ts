/**
 * The path below which this installation runs, such as /insight. The server writes it into the page; without one it is
 * empty. Read at each use: a look at one attribute costs nothing, and a build draws pages without a document.
 */
export const basePath = (): string => globalThis.document?.documentElement.dataset.base ?? '';

/** The address of a path of this installation. Addresses of other sites stay as they are. */
export const atBase = (address: string): string => (address.startsWith('/') ? basePath() + address : address);
