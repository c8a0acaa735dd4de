/** Copies an animated PNG chunk by chunk, because the image decoder knows its first frame only. */
const signatureLength = 8;
/** The length and name of a chunk, and its checksum. */
const chunkFrame = 12;
const kept = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA sRGB sBIT bKGD pHYs acTL fcTL fdAT'.split(' '));

export const isAnimatedPng = (bytes: Uint8Array): boolean => chunksOf(bytes).some(({ name }) => name === 'acTL');

/** Removes texts, Exif, times, the color profile, unknown chunks and trailing data. Throws for a truncated file. */
export function pngWithoutMetadata(bytes: Uint8Array): Uint8Array {
  const chunks = chunksOf(bytes).filter(({ name }) => kept.has(name));
  if (chunks.at(-1)?.name !== 'IEND') throw new RangeError('A truncated PNG');
  return Buffer.concat([bytes.subarray(0, signatureLength), ...chunks.map(({ data }) => data)]);
}

/** All whole chunks up to the last one. */
function chunksOf(bytes: Uint8Array): { name: string; data: Buffer }[] {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: { name: string; data: Buffer }[] = [];
  for (let at = signatureLength; at + chunkFrame <= png.length && chunks.at(-1)?.name !== 'IEND'; ) {
    const end = at + chunkFrame + png.readUInt32BE(at);
    if (end > png.length) break;
    chunks.push({ name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at, end) });
    at = end;
  }
  return chunks;
}
