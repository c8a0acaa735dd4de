import { fileTypeFromBuffer } from 'file-type';

/** Containers and text whose bytes alone do not say which allowed kind they are; checkFile looks inside. */
const kindOfContainer: Readonly<Record<string, string>> = { zip: 'docx', cfb: 'doc', apng: 'png', xml: 'svg' };

/** The extension of a file without a name, from its first bytes; empty if they are of no known kind. */
export async function guessExtension(head: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found) return kindOfContainer[found.ext] ?? found.ext;
  return /^\s*</.test(head.toString('latin1', 0, 1000)) ? 'svg' : '';
}
