/** Copies an animated WebP chunk by chunk: encoded again, all of its frames would be in memory at once. */
const riffHeader = 12;
const chunkHeader = 8;
/** Position, size and duration of a frame, before its chunks. */
const frameHeader = 16;
const keptInFile = new Set(['VP8X', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
const keptInFrame = new Set(['ALPH', 'VP8 ', 'VP8L']);
/** In the first byte of VP8X: a color profile, Exif and XMP. */
const metadataFlags = 0x20 | 0x08 | 0x04;

/** Removes Exif, XMP, the color profile, unknown chunks and trailing data. Throws for a truncated file. */
export function webpWithoutMetadata(bytes: Uint8Array): Uint8Array {
  const webp = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = chunkHeader + webp.readUInt32LE(4);
  if (end > webp.length) throw new RangeError('A truncated WebP');
  const chunks = chunksOf(webp.subarray(riffHeader, end), keptInFile);
  const header = Buffer.from(webp.subarray(0, riffHeader));
  header.writeUInt32LE(riffHeader - chunkHeader + chunks.length, 4);
  return Buffer.concat([header, chunks]);
}

function chunksOf(data: Buffer, kept: ReadonlySet<string>): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < data.length; ) {
    const name = data.toString('latin1', at, at + 4);
    const size = data.readUInt32LE(at + 4);
    const end = at + chunkHeader + size;
    if (end > data.length) throw new RangeError('A truncated WebP');
    if (kept.has(name)) chunks.push(chunkOf(name, data.subarray(at + chunkHeader, end)));
    at = end + (size % 2);
  }
  return Buffer.concat(chunks);
}

function chunkOf(name: string, data: Buffer): Buffer {
  const content = Buffer.concat(
    name === 'ANMF' ? [data.subarray(0, frameHeader), chunksOf(data.subarray(frameHeader), keptInFrame)] : [data],
  );
  if (name === 'VP8X') content.writeUInt8(content.readUInt8(0) & ~metadataFlags, 0);
  const header = Buffer.alloc(chunkHeader);
  header.write(name, 'latin1');
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}
