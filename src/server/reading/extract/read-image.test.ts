import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultBounds, max } from '~/server/reading/reading';
import { readImage } from './read-image';

afterEach(() => void Object.assign(max, defaultBounds));

/** A TIFF of blank pages. */
async function fax(pages: number): Promise<Buffer> {
  const page = { create: { width: 40, height: 30, channels: 3, background: 'white' } } as const;
  const images = await Promise.all(Array.from({ length: pages }, () => sharp(page).png().toBuffer()));
  return sharp(images, { join: { animated: true } })
    .tiff()
    .toBuffer();
}

describe('an image with more pages than are read', () => {
  const kept =
    'This image has 5 pages and may contain location data, so only its owner can download it. AI models get its text only.';

  it('says so beyond the limit of pages', async () => {
    max.pages = 3;
    const { reading, scanned } = await readImage(await fax(5), 'image/tiff', { wantsOcr: true, deadline: Infinity });
    expect(reading.note).toBe(`${kept} Only the first 3 of 5 pages were read.`);
    expect(scanned).toEqual([1, 2, 3]);
  });

  it('says so when its time is over, and keeps the first page and the preview', async () => {
    const { reading, scanned } = await readImage(await fax(5), 'image/tiff', { wantsOcr: true, deadline: 0 });
    expect(reading.note).toBe(`${kept} Only the first of 5 pages was read.`);
    expect(reading.image?.preview).toBeDefined();
    expect(scanned).toEqual([1]);
  });

  it('has no such note if its text is not read anyway', async () => {
    const { reading } = await readImage(await fax(5), 'image/tiff', { wantsOcr: false, deadline: 0 });
    expect(reading.note).toBe(kept);
  });
});
