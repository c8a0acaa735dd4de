import { expect, it } from 'vitest';
import { bitmapWithoutExtras } from './bitmap';

/** 4 × 2 pixels of 24 bits. */
function bitmap({ headerSize = 40, compression = 0, after = '' } = {}): Buffer {
  const pixels = 14 + headerSize;
  const file = Buffer.alloc(pixels + 24, 0x7f);
  file.fill(0, 0, pixels);
  file.write('BM');
  file.writeUInt32LE(pixels, 10);
  file.writeUInt32LE(headerSize, 14);
  file.writeInt32LE(4, 18);
  file.writeInt32LE(-2, 22);
  file.writeUInt16LE(24, 28);
  file.writeUInt32LE(compression, 30);
  const whole = Buffer.concat([file, Buffer.from(after)]);
  whole.writeUInt32LE(whole.length, 2);
  return whole;
}

it('keeps the pixels of a bitmap, without what follows them', () => {
  const plain = bitmap();
  expect(Buffer.from(bitmapWithoutExtras(plain)).equals(plain)).toBe(true);
  expect(Buffer.from(bitmapWithoutExtras(bitmap({ after: 'C:\\Users\\Ada' }))).equals(plain)).toBe(true);
});

it('removes a linked color profile, whose path can name the author', () => {
  const path = 'C:\\Users\\Ada\\a.icm';
  const linked = bitmap({ headerSize: 124, after: path });
  linked.write('KNIL', 70, 'latin1');
  linked.writeUInt32LE(124 + 24, 126);
  linked.writeUInt32LE(path.length, 130);
  const clean = Buffer.from(bitmapWithoutExtras(linked));
  expect(clean.includes('Ada')).toBe(false);
  expect(clean.toString('latin1', 70, 74)).toBe('BGRs');
  expect(clean.subarray(126, 134).equals(Buffer.alloc(8))).toBe(true);
});

it('rejects a truncated bitmap, and one that contains a JPEG', () => {
  const whole = bitmap();
  expect(() => bitmapWithoutExtras(whole.subarray(0, whole.length - 1))).toThrow('truncated');
  expect(() => bitmapWithoutExtras(bitmap({ compression: 4 }))).toThrow('Not a bitmap of pixels');
});
