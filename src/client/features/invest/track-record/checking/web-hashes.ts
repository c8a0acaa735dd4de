/** The browser's own SHA-256, which verifies the script's. Available in secure contexts only. */
import type { LedgerEntry } from '~/shared/schemas/track-record';

const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle;

export const hasWebCrypto = (): boolean => subtle() !== undefined;

/** The number of the first entry whose text has a different hash than stated, or null. */
export async function firstWrongHash(entries: readonly LedgerEntry[]): Promise<number | null> {
  const crypto = subtle();
  if (!crypto) return null;
  const digests = await Promise.all(
    entries.map(({ body }) => crypto.digest('SHA-256', new TextEncoder().encode(body))),
  );
  const place = digests.findIndex((digest, index) => hexOf(digest) !== entries[index]?.hash);
  return entries[place]?.seq ?? null;
}

const hexOf = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
