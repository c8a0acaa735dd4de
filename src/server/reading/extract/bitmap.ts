/** Reads bitmaps (BMP), which the image decoder doesn't know. */
import { ReadingFailure, readingMessages } from '~/server/reading/reading';

const fileHeader = 14;
const oldHeader = 12;
const newestHeader = 124;
/** Uncompressed, run-length encoded, and with color masks. Others contain a JPEG or a PNG with its own metadata. */
const compressions = new Set([0, 1, 2, 3, 6]);
const uncompressed = new Set([0, 3, 6]);

/** Sizes in the header are signed, because a negative height means "from the top". */
export function sizeOfBitmap(bytes: Uint8Array): { width: number; height: number } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 26 || file.toString('latin1', 0, 2) !== 'BM') throw new ReadingFailure(readingMessages.damaged);
  const isOld = file.readUInt32LE(fileHeader) === oldHeader;
  const width = isOld ? file.readUInt16LE(18) : file.readInt32LE(18);
  const height = isOld ? file.readUInt16LE(20) : Math.abs(file.readInt32LE(22));
  if (width <= 0 || height <= 0) throw new ReadingFailure(readingMessages.damaged);
  return { width, height };
}

/** Only the headers, colors and pixels: without a color profile and trailing data. Throws for a truncated file. */
export function bitmapWithoutExtras(bytes: Uint8Array): Uint8Array {
  const { width, height } = sizeOfBitmap(bytes);
  const file = Buffer.from(bytes);
  const headerSize = file.readUInt32LE(fileHeader);
  const isOld = headerSize === oldHeader;
  const bits = file.readUInt16LE(isOld ? 24 : 28);
  const compression = isOld ? 0 : file.readUInt32LE(30);
  const isKnown = compressions.has(compression) && [1, 2, 4, 8, 16, 24, 32].includes(bits);
  if (!isKnown) throw new RangeError('Not a bitmap of pixels');
  const pixels = file.readUInt32LE(10);
  const length = uncompressed.has(compression) ? Math.ceil((width * bits) / 32) * 4 * height : file.readUInt32LE(34);
  const end = pixels + length;
  if (pixels < fileHeader + headerSize || end > file.length) throw new RangeError('A truncated bitmap');
  file.writeUInt32LE(end, 2);
  file.fill(0, 6, 10);
  if (headerSize >= newestHeader) withoutProfile(file);
  return file.subarray(0, end);
}

/** A profile can be linked by its path on the author's computer. */
function withoutProfile(file: Buffer): void {
  const kind = file.readUInt32LE(70);
  const isLinkedOrEmbedded = kind === 0x4c494e4b || kind === 0x4d424544;
  if (isLinkedOrEmbedded) file.writeUInt32LE(0x73524742, 70);
  file.fill(0, 126, 134);
}
