import sharp from 'sharp';
import { expect, it } from 'vitest';
import { heicWithoutMetadata } from './heic';

const place = {
  IFD0: { Artist: 'Ada Sample' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
};
const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Ada Sample, photographer</a></x:xmpmeta>';
/** AVIF has the same structure as HEIC, and this decoder can write and read it. */
const photo = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
    .withExif(place)
    .withXmp(xmp)
    .avif()
    .toBuffer();
const box = (type: string, ...content: (Buffer | string)[]) => {
  const body = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

it('removes the Exif block and XMP, and leaves the image as it is', async () => {
  const before = await photo();
  expect(before.includes('Ada Sample')).toBe(true);
  expect(before.includes('adobe:ns:meta')).toBe(true);
  const after = Buffer.from(heicWithoutMetadata(before));
  expect(after).toHaveLength(before.length);
  expect(after.includes('Ada Sample')).toBe(false);
  expect(after.includes('adobe:ns:meta')).toBe(false);
  const pixelsOf = async (bytes: Buffer) => (await sharp(bytes).raw().toBuffer()).toString('hex');
  expect(await pixelsOf(after)).toBe(await pixelsOf(before));
});

it('removes what cameras add after the image, such as a film', async () => {
  const before = Buffer.concat([await photo(), box('mpvd', 'Ada Sample, 51.5 N'), box('free', 'Ada Sample')]);
  const after = Buffer.from(heicWithoutMetadata(before));
  expect(after).toHaveLength(before.length);
  expect(after.includes('Ada Sample')).toBe(false);
  expect(await sharp(after).metadata()).toMatchObject({ width: 90, height: 60 });
});

it('removes texts of a sequence, and rejects one with a track that is not an image', async () => {
  const track = (kind: string) =>
    box('trak', box('mdia', box('hdlr', Buffer.alloc(8), kind, Buffer.alloc(12)), box('minf', box('stbl'))));
  const sequence = async (kind: string) =>
    Buffer.concat([await photo(), box('moov', box('udta', 'Ada Sample'), track('pict'), track(kind))]);
  expect(Buffer.from(heicWithoutMetadata(await sequence('auxv'))).includes('Ada Sample')).toBe(false);
  const withPlaces = await sequence('meta');
  expect(() => heicWithoutMetadata(withPlaces)).toThrow('not an image');
});

it('rejects a file whose metadata cannot be located', async () => {
  const whole = await photo();
  expect(() => heicWithoutMetadata(Buffer.alloc(0))).toThrow(RangeError);
  expect(() => heicWithoutMetadata(whole.subarray(0, whole.length - 1))).toThrow(RangeError);
  expect(() => heicWithoutMetadata(box('ftyp', 'heic'))).toThrow(RangeError);
  expect(() => heicWithoutMetadata(box('meta', Buffer.alloc(4)))).toThrow(RangeError);
});

it('rejects an item in an unknown coding, because its image would be lost', async () => {
  const whole = await photo();
  const entry = whole.indexOf('infe');
  const at = whole.indexOf('av01', entry);
  expect(at - entry).toBe(12);
  whole.write('jpeg', at, 'latin1');
  expect(() => heicWithoutMetadata(whole)).toThrow(RangeError);
});

it('ends on every damaged file', async () => {
  const whole = await photo();
  for (let at = 0; at < Math.min(whole.length, 700); at++) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    try {
      expect(heicWithoutMetadata(damaged)).toHaveLength(whole.length);
    } catch (error) {
      expect(error).toBeInstanceOf(RangeError);
    }
  }
});
