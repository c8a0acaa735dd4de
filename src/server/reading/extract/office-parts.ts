/**
 * Unpacks the parts of an Office document (a zip of XML) within limits that stop a zip bomb before it reaches a
 * library.
 */
import { inMemory } from '~/server/reading/detect/byte-source';
import { openZip, type ZipEntry } from '~/server/reading/detect/zip';
import { ReadingFailure, readingMessages } from '~/server/reading/reading';

const maxEntries = 5000;
/** Claimed total size of the file's parts, including images. */
const maxUnpackedBytes = 512 * 1024 * 1024;
/** Limit of actually unpacked text and formatting. A thousand pages of text are about 20 MB. */
const maxXmlBytes = 64 * 1024 * 1024;

export interface OfficeParts {
  names: readonly string[];
  /** The XML of a part; null if there is no such part. */
  xml(name: string): Promise<string | null>;
}

/** First adds up the claimed sizes; later limits each part to its claim. */
export async function openParts(bytes: Buffer): Promise<OfficeParts> {
  const { entries, read } = await openZip(inMemory(bytes));
  const texts = entries.filter(({ fileName }) => /\.(?:xml|rels)$/i.test(fileName));
  const isBomb = entries.length > maxEntries || sum(entries) > maxUnpackedBytes || sum(texts) > maxXmlBytes;
  if (isBomb) throw new ReadingFailure(readingMessages.tooComplex);
  for (const entry of texts) await read(entry, maxXmlBytes);
  const byName = new Map(texts.map((entry) => [entry.fileName, entry]));
  return {
    names: [...byName.keys()],
    async xml(name) {
      const entry = byName.get(name);
      return entry ? new TextDecoder().decode(await read(entry, maxXmlBytes)) : null;
    },
  };
}

const sum = (entries: readonly ZipEntry[]): number =>
  entries.reduce((total, entry) => total + entry.uncompressedSize, 0);
