/** Copies a GIF block by block, because the format is simple enough to drop metadata without re-encoding the image. */
const extension = 0x21;
const imageBlock = 0x2c;
const trailer = 0x3b;
const graphicControl = 0xf9;
const application = 0xff;
/** The only application block that affects the image: the loop count. */
const repetition = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/;

/** Removes comments, XMP and trailing data. Throws for a truncated file. */
export function gifWithoutComments(bytes: Uint8Array): Uint8Array {
  const gif = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 13 + colorTable(gif.readUInt8(10));
  const kept: Buffer[] = [gif.subarray(0, at)];
  for (;;) {
    const start = at;
    const kind = gif.readUInt8(at);
    if (kind === trailer) break;
    let isKept = true;
    if (kind === extension) {
      const label = gif.readUInt8(at + 1);
      const name = gif.toString('latin1', at + 3, at + 3 + gif.readUInt8(at + 2));
      isKept = label === graphicControl || (label === application && repetition.test(name));
      at = endOfBlocks(gif, at + 2);
    } else if (kind === imageBlock) {
      at = endOfBlocks(gif, at + 11 + colorTable(gif.readUInt8(at + 9)));
    } else {
      throw new RangeError('Not a block of a GIF');
    }
    if (isKept) kept.push(gif.subarray(start, at));
  }
  kept.push(Buffer.from([trailer]));
  return Buffer.concat(kept);
}

function colorTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
}

/** The offset after the empty block that ends a series of blocks. */
function endOfBlocks(gif: Buffer, start: number): number {
  let at = start;
  for (let length = gif.readUInt8(at); length > 0; length = gif.readUInt8(at)) at += length + 1;
  return at + 1;
}
