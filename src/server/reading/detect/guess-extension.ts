import { fileTypeFromBuffer } from 'file-type';

/** Containers and text, whose first bytes do not identify an allowed kind; checkFile looks inside. */
const kindOfContainer: Readonly<Record<string, string>> = { zip: 'docx', cfb: 'doc', apng: 'png', xml: 'svg' };

/** The extension of a file without a name, from its first bytes; empty for an unknown kind. */
export async function guessExtension(head: Buffer): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found) return kindOfContainer[found.ext] ?? found.ext;
  return /^\s*</.test(head.toString('latin1', 0, 1000)) ? 'svg' : '';
}
