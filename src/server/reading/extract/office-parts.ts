/** The parts of an office document – a zip of XML – within limits that a zip bomb meets before a library does. */
import { inMemory } from '~/server/reading/detect/byte-source';
import { openZip, type ZipEntry } from '~/server/reading/detect/zip';
import { ReadingFailure, words } from '~/server/reading/reading';

const maxEntries = 5000;
/** Everything the file claims to contain, including images. */
const maxUnpackedBytes = 512 * 1024 * 1024;
/** What is really unpacked: text and its formatting. A thousand pages of text are about 20 MB. */
const maxXmlBytes = 64 * 1024 * 1024;

export interface OfficeParts {
  names: readonly string[];
  /** The XML of a part; null where there is no such part. */
  xml(name: string): Promise<string | null>;
}

/** The claims are added up first; then each part of text is held to its claim. */
export async function openParts(bytes: Buffer): Promise<OfficeParts> {
  const { entries, read } = await openZip(inMemory(bytes));
  const texts = entries.filter(({ fileName }) => /\.(?:xml|rels)$/i.test(fileName));
  const isBomb = entries.length > maxEntries || sum(entries) > maxUnpackedBytes || sum(texts) > maxXmlBytes;
  if (isBomb) throw new ReadingFailure(words.tooComplex);
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
