import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDoc } from '~/server/testing/inputs/make-doc';
import {
  makeDocx,
  makeFormPdf,
  makeMixedPdf,
  makePdf,
  makeStampedPdf,
  pngChunk,
} from '~/server/testing/inputs/make-files';
import type { FileKind } from '~/shared/file-kinds';
import { findProgram } from './extract/ocr';
import { createReaderPool, type ReaderPool } from './pool/reader-pool';
import type { Reading } from './reading';

let pool: ReaderPool;
const faults: string[] = [];
beforeAll(() => {
  const onFault = ({ error }: { error: string }) => faults.push(error);
  pool = createReaderPool({ workers: 1, timeoutMs: 120_000, ocrProgram: 'no-such-program', onFault });
});
afterAll(() => pool.close());

const read = (kind: FileKind, bytes: Uint8Array, type = ''): Promise<Reading> =>
  pool.read({ kind, type, name: 'a', bytes });

describe('a PDF', () => {
  it('is read page by page, with the correct start of each page', async () => {
    const reading = await read(
      'pdf',
      makePdf([['Growth (real) was 2%.', 'It slowed.', '', 'Prices fell.'], ['Risks'], ['Outlook']]),
    );
    expect(reading).toEqual({
      processedType: 'pdf',
      extractedText: 'Growth (real) was 2%.\nIt slowed.\n\nPrices fell.\n\nRisks\n\nOutlook',
      pages: [
        { page: 1, start: 0 },
        { page: 2, start: 48 },
        { page: 3, start: 55 },
      ],
    });
  });

  it('reports how many of its pages are images', async () => {
    const reading = await read('pdf', makePdf([['One'], [], []]));
    expect(reading).toMatchObject({ extractedText: 'One', note: '2 pages have no text layer.' });
  });

  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();

  it('reports how many of its pages are images with a stamp', async () => {
    const stamps = ['Filed 03/02/2026 Page 1 of 2', 'Filed 03/02/2026 Page 2 of 2'];
    expect(await read('pdf', makeStampedPdf(stamps, await photo(600, 800), 600, 800))).toEqual({
      processedType: 'pdf',
      extractedText: stamps.join('\n\n'),
      pages: [
        { page: 1, start: 0 },
        { page: 2, start: 30 },
      ],
      note: '2 pages have little text beside a large image, which was not read.',
    });
  });

  it('recognizes images in strips, scaled, rotated, clipped or in a form', async () => {
    const strips = Array.from({ length: 8 }, (_, strip) => `q 595 0 0 100 0 ${strip * 100} cm /Im0 Do Q`).join(' ');
    const scaled = '.24 0 0 .24 0 0 cm q 0 3300 -2480 0 2480 0 cm /Im0 Do Q';
    const clipped = 'q 0 0 595 800 re W n 595 0 0 800 0 0 cm /Im0 Do Q';
    for (const drawn of [strips, scaled, clipped, '/Fm0 Do']) {
      const { note } = await read('pdf', makeStampedPdf(['Filed'], await photo(600, 800), 600, 800, drawn));
      expect(note).toBe('1 page has little text beside a large image, which was not read.');
    }
  });

  it('has no such page where the image is a logo or the text is long', async () => {
    const logo = makeStampedPdf(['Agenda'], await photo(600, 800), 600, 800, 'q 200 0 0 200 40 600 cm /Im0 Do Q');
    expect(await read('pdf', logo)).not.toHaveProperty('note');
    const long = ['ill '.repeat(65)];
    expect(await read('pdf', makeStampedPdf(long, await photo(600, 800), 600, 800))).not.toHaveProperty('note');
  });

  const field = (type: string, name: string, more: string) => `/Subtype /Widget /FT /${type} /T (${name}) ${more}`;
  const box = (state: string) => `/V /${state} /AS /${state} /AP << /N << /Yes 5 0 R /Off 5 0 R >> >>`;

  it('that is a form keeps what is filled in and typed on it, and nothing hidden', async () => {
    const bytes = makeFormPdf(
      ['Annual return'],
      [
        field('Tx', 'f1_01', '/TU (Net revenue) /V (48,213)'),
        '/Subtype /FreeText /DA (/Helv 10 Tf) /Contents (Restated in March.)',
        field('Ch', 'currency', '/Ff 131072 /V (eur) /Opt [[(usd) (US dollars)] [(eur) (Euro)]]'),
        field('Btn', 'audited', box('Yes')),
        field('Btn', 'estimated', box('Off')),
        field('Tx', 'empty', ''),
        field('Tx', 'password', '/Ff 8192 /V (secret)'),
        field('Tx', 'hidden', '/F 2 /V (secret)'),
        '/Subtype /FreeText /F 2 /DA (/Helv 10 Tf) /Contents (secret)',
        '/Subtype /Text /Contents (A comment)',
      ],
    );
    expect((await read('pdf', bytes)).extractedText).toBe(
      'Annual return\n\nRestated in March.\nNet revenue: 48,213\ncurrency: Euro\naudited: selected',
    );
  });

  it('without a form keeps what is typed on it', async () => {
    const bytes = makeFormPdf(['Invoice'], ['/Subtype /FreeText /DA (/Helv 10 Tf) /Contents (Paid.)']);
    expect((await read('pdf', bytes)).extractedText).toBe('Invoice\n\nPaid.');
  });

  it('without a text layer is read if a form on it is filled in', async () => {
    expect(await read('pdf', makeFormPdf([], [field('Tx', 'revenue', '/V (48,213)')]))).toEqual({
      processedType: 'pdf',
      extractedText: 'revenue: 48,213',
      pages: [{ page: 1, start: 0 }],
    });
  });

  it('of a hundred pages is read whole', async () => {
    const pages = Array.from({ length: 100 }, (_, page) =>
      Array.from({ length: 40 }, (_, line) => `Page ${page + 1}, line ${line + 1}.`),
    );
    const { extractedText = '', pages: starts = [], note } = await read('pdf', makePdf(pages));
    expect({ count: starts.length, note }).toEqual({ count: 100, note: undefined });
    for (const { page, start } of starts)
      expect(extractedText.slice(start)).toMatch(new RegExp(`^Page ${page}, line 1\\.`));
  });
});

describe('a Word file', () => {
  it('is read as text, compressed or not', async () => {
    expect(await read('docx', makeDocx(['Müller & Söhne', 'Second <paragraph>  here']))).toEqual({
      processedType: 'docx',
      extractedText: 'Müller & Söhne\n\nSecond <paragraph> here',
    });
  });

  it('of the old format is read too, with its quotation marks as typed', async () => {
    expect(await read('doc', makeDoc('Dear board,\n“profits” rose – again.'))).toEqual({
      processedType: 'unknown',
      extractedText: 'Dear board,\n“profits” rose – again.',
    });
  });

  it('keeps the hyphens of .doc files', async () => {
    const words = 'Umsatz\u001fer\u001fl\u00f6se von \u001e5 % in Baden\u001eW\u00fcrttemberg, undefined behavior';
    const { extractedText } = await read('doc', makeDoc(words));
    expect(extractedText).toBe('Umsatzerl\u00f6se von -5 % in Baden-W\u00fcrttemberg, undefined behavior');
  });

  it('of the old format with the maximum size is read up to the text limit', async () => {
    const { extractedText, note } = await read('doc', makeDoc(`${'word '.repeat(900_000)}end`));
    expect(extractedText).toHaveLength(1_999_999);
    expect(note).toBe('Only the beginning of this document was read.');
  });

  it('without text reports that and is not an error', async () => {
    expect(await read('docx', makeDocx([]))).toEqual({
      processedType: 'docx',
      note: 'This document contains no text.',
    });
  });
});

describe('an image', () => {
  const noise = { type: 'gaussian', mean: 120, sigma: 20 } as const;
  const pixels = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'teal', noise } });
  const place = {
    IFD0: { Artist: 'Ada Sample' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  };

  it.each([
    ['image/jpeg', () => pixels(900, 600).withMetadata({ orientation: 6, exif: place }).jpeg().toBuffer()],
    ['image/png', () => pixels(900, 600).withMetadata({ orientation: 6, exif: place }).png().toBuffer()],
    ['image/webp', () => pixels(900, 600).withMetadata({ orientation: 6, exif: place }).webp().toBuffer()],
  ])('of type %s loses place and author, and is upright', async (type, make) => {
    const photo = await make();
    expect(photo.includes('Ada Sample')).toBe(true);
    const { processedType, image, note } = await read('image', photo, type);
    expect({ processedType, width: image?.width, height: image?.height, type: image?.cleanedType, note }).toEqual({
      processedType: 'image',
      width: 600,
      height: 900,
      type,
      note: "This server can't read text in images.",
    });
    const cleaned = Buffer.from(image?.cleaned ?? []);
    const { format, width, height, exif, xmp, orientation } = await sharp(cleaned).metadata();
    expect({ format: `image/${format}`, width, height, exif, xmp, orientation }).toEqual({
      format: type,
      width: 600,
      height: 900,
    });
    expect(cleaned.includes('Ada Sample')).toBe(false);
    const preview = await sharp(Buffer.from(image?.preview ?? [])).metadata();
    expect({ format: preview.format, width: preview.width, height: preview.height }).toEqual({
      format: 'webp',
      width: 341,
      height: 512,
    });
  });

  it.each([
    ['image/tiff', 'image/jpeg', () => pixels(90, 60).tiff().toBuffer()],
    ['image/avif', 'image/jpeg', () => pixels(90, 60).avif().toBuffer()],
    ['image/tiff', 'image/webp', () => pixels(90, 60).ensureAlpha(0.5).tiff({ compression: 'lzw' }).toBuffer()],
  ])('of type %s becomes %s', async (type, cleanedType, make) => {
    expect((await read('image', await make(), type)).image).toMatchObject({ width: 90, height: 60, cleanedType });
  });

  it('of several pages is kept with all of them', async () => {
    const pages = await Promise.all([pixels(90, 60), pixels(90, 60)].map((page) => page.png().toBuffer()));
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff()
      .toBuffer();
    const { image, note } = await read('image', tiff, 'image/tiff');
    expect(image).toEqual({ width: 90, height: 60, preview: expect.anything() });
    expect(note).toBe(
      "This image has 2 pages and may contain location data, so only its owner can download it. AI models get its text only. This server can't read text in images.",
    );
  });

  it('that is animated stays animated, without its metadata', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 20, height: 10, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ loop: 3, delay: [100, 200] })
      .toBuffer();
    const at = gif.indexOf('!\xff\x0bNETSCAPE', 0, 'latin1');
    const animation = Buffer.concat([
      gif.subarray(0, at),
      Buffer.from('!\xfe\x0aAda Sample\0', 'latin1'),
      gif.subarray(at),
      Buffer.from('Ada Sample'),
    ]);
    const { image } = await read('image', animation, 'image/gif');
    expect(Buffer.from(image?.cleaned ?? []).equals(gif)).toBe(true);
  });

  it('that is an animated PNG keeps its frames', async () => {
    const png = await pixels(40, 30).png().toBuffer();
    const control = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    const frame = pngChunk('fdAT', Buffer.from('a frame'));
    // Behind the header, and before the end.
    const parts = [png.subarray(0, 33), control, png.subarray(33, -12), frame, png.subarray(-12)];
    const text = pngChunk('tEXt', Buffer.from('Author\0Ada Sample'));
    const animation = Buffer.concat([...parts.slice(0, 4), text, parts[4] ?? png, Buffer.from('Ada Sample')]);
    const { image } = await read('image', animation, 'image/png');
    expect(image).toMatchObject({ width: 40, height: 30, cleanedType: 'image/png' });
    const cleaned = Buffer.from(image?.cleaned ?? []);
    for (const part of [control, frame]) expect(cleaned.includes(part)).toBe(true);
    expect(cleaned.includes('Ada Sample')).toBe(false);
    expect((await sharp(cleaned).raw().toBuffer()).equals(await sharp(png).raw().toBuffer())).toBe(true);
  });

  it('that is animated may have more pixels in all of its frames than a single image', async () => {
    const frames = await Promise.all(
      ['red', 'lime', 'blue', 'teal', 'navy', 'gold', 'gray'].map((background) =>
        sharp({ create: { width: 3000, height: 3000, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .withMetadata({ exif: place })
      .webp({ loop: 3, delay: 100, effort: 0, minSize: false, quality: 10 })
      .toBuffer();
    expect(animation.includes('Ada Sample')).toBe(true);
    const { image } = await read('image', Buffer.concat([animation, Buffer.from('Ada Sample')]), 'image/webp');
    expect(image).toMatchObject({ width: 3000, height: 3000, cleanedType: 'image/webp' });
    const cleaned = Buffer.from(image?.cleaned ?? []);
    expect(cleaned.includes('Ada Sample')).toBe(false);
    const { pages, loop, delay, exif, hasProfile } = await sharp(cleaned).metadata();
    expect({ pages, loop, exif, hasProfile }).toEqual({ pages: 7, loop: 3, hasProfile: false });
    expect(delay).toEqual(Array.from({ length: 7 }, () => 100));
    const last = await sharp(cleaned, { page: 6 }).raw().toBuffer();
    expect([...last.subarray(0, 3)]).toEqual([
      ...(await sharp(animation, { page: 6 }).raw().toBuffer()).subarray(0, 3),
    ]);
  });

  it('of a format that cannot be decoded reports its size, and loses what is not pixels', async () => {
    const bitmap = Buffer.alloc(54 + 8 * 4);
    bitmap.write('BM');
    bitmap.writeUInt32LE(bitmap.length, 2);
    bitmap.writeUInt32LE(54, 10);
    bitmap.writeUInt32LE(40, 14);
    bitmap.writeInt32LE(2, 18);
    bitmap.writeInt32LE(-4, 22);
    bitmap.writeUInt16LE(24, 28);
    const { image, ...reading } = await read('image', Buffer.concat([bitmap, Buffer.from('Ada Sample')]), 'image/bmp');
    expect(reading).toEqual({
      processedType: 'image',
      note: 'Images of this type can be downloaded, but not previewed or searched.',
    });
    expect(image).toMatchObject({ width: 2, height: 4, cleanedType: 'image/bmp' });
    expect(Buffer.from(image?.cleaned ?? []).equals(bitmap)).toBe(true);
  });

  it('whose metadata cannot be removed reports its size and why others can’t get it', async () => {
    const bitmap = Buffer.alloc(60);
    bitmap.write('BM');
    bitmap.writeUInt32LE(40, 14);
    bitmap.writeInt32LE(640, 18);
    bitmap.writeInt32LE(-480, 22);
    expect(await read('image', bitmap, 'image/bmp')).toEqual({
      processedType: 'image',
      image: { width: 640, height: 480 },
      processingError:
        "This image's location and camera data can't be removed, so only its owner can download it. Convert it to JPEG to share it.",
    });
  });

  it('that is a drawing is kept and not rendered', async () => {
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><use href="#a"/><circle r="2"/></svg>');
    expect(await read('image', drawing, 'image/svg+xml')).toEqual({
      processedType: 'image',
      note: 'SVG files can be downloaded, but not previewed or searched.',
    });
  });
});

it('logs why a file is damaged, and nothing about valid files', async () => {
  expect(faults).toEqual([]);
  const broken = makeDocx([], { parts: [{ name: 'word/document.xml', data: 'no XML' }] });
  expect((await read('docx', broken)).processingError).toBe("This file is damaged and can't be processed.");
  expect(faults).toEqual([expect.stringMatching(/^TypeError: .*'tagName'/)]);
});

const tesseract = await findProgram('tesseract');

describe('the words in an image', () => {
  const words = 'Revenue grew by 12 percent in March.';
  const picture = (text = words) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="160"><rect width="900" height="160" fill="white"/>
         <text x="30" y="95" font-size="40" font-family="Liberation Sans, DejaVu Sans, sans-serif">${text}</text></svg>`,
      ),
    )
      .png()
      .toBuffer();

  it.runIf(tesseract)('are recognized by the real program if it is installed', async () => {
    const reader = createReaderPool({ workers: 1, timeoutMs: 120_000, onFault: () => {} });
    const { extractedText } = await reader.read({
      kind: 'image',
      type: 'image/png',
      name: 'a.png',
      bytes: await picture(),
    });
    await reader.close();
    expect(extractedText).toBe(words);
  });

  it.runIf(tesseract)('are recognized on each of its pages', async () => {
    const pages = [await picture(), await picture(''), await picture('Costs fell by 4 percent in May.')];
    const bytes = await sharp(pages, { join: { animated: true } })
      .tiff()
      .toBuffer();
    const reader = createReaderPool({ workers: 1, timeoutMs: 120_000, onFault: () => {} });
    const { image, ...reading } = await reader.read({ kind: 'image', type: 'image/tiff', name: 'a.tiff', bytes });
    await reader.close();
    expect(reading).toEqual({
      processedType: 'image',
      extractedText: `${words}\n\nCosts fell by 4 percent in May.`,
      pages: [
        { page: 1, start: 0 },
        { page: 2, start: 36 },
        { page: 3, start: 38 },
      ],
      note: 'This image has 3 pages and may contain location data, so only its owner can download it. AI models get its text only.',
    });
  });

  it.runIf(tesseract)('on the scanned pages of a PDF are recognized page by page, beside those with text', async () => {
    const scan = await sharp(await picture())
      .jpeg()
      .toBuffer();
    const reader = createReaderPool({ workers: 1, timeoutMs: 120_000, onFault: () => {} });
    const bytes = makeMixedPdf('Typed.', scan, 900, 160);
    const mixed = await reader.read({ kind: 'pdf', type: '', name: 'a.pdf', bytes });
    await reader.close();
    expect(mixed).toEqual({
      processedType: 'pdf',
      extractedText: `Typed.\n\n${words}`,
      pages: [
        { page: 1, start: 0 },
        { page: 2, start: 8 },
      ],
      note: 'The text of 1 page was recognized in its image.',
    });
    expect(await read('pdf', bytes)).toMatchObject({ extractedText: 'Typed.', note: '1 page has no text layer.' });
  });

  it.runIf(tesseract)('below a stamp are recognized, and the stamp stays', async () => {
    const page = sharp(await picture()).extend({ top: 100, bottom: 300, background: 'white' });
    const reader = createReaderPool({ workers: 1, timeoutMs: 120_000, onFault: () => {} });
    const bytes = makeStampedPdf(['Filed 03/02/2026'], await page.jpeg().toBuffer(), 900, 560);
    const stamped = await reader.read({ kind: 'pdf', type: '', name: 'a.pdf', bytes });
    await reader.close();
    expect(stamped).toEqual({
      processedType: 'pdf',
      extractedText: `Filed 03/02/2026\n\n${words}`,
      pages: [{ page: 1, start: 0 }],
      note: 'The text of 1 page was recognized in its image.',
    });
  });

  it.runIf(tesseract)('have no note for a large image without words', async () => {
    const blank = await sharp({ create: { width: 900, height: 560, channels: 3, background: 'white' } })
      .jpeg()
      .toBuffer();
    const reader = createReaderPool({ workers: 1, timeoutMs: 120_000, onFault: () => {} });
    const bytes = makeStampedPdf(['Our team'], blank, 900, 560);
    const read = await reader.read({ kind: 'pdf', type: '', name: 'a.pdf', bytes });
    await reader.close();
    expect(read).toMatchObject({ extractedText: 'Our team' });
    expect(read).not.toHaveProperty('note');
  });

  it('are reported as unread if it is not', async () => {
    const { extractedText, note } = await read('image', await picture(), 'image/png');
    expect({ extractedText, note }).toEqual({
      extractedText: undefined,
      note: "This server can't read text in images.",
    });
  });
});

describe('a still image for AI models', () => {
  const frame = (alpha: number) => ({
    create: { width: 2100, height: 30, channels: 4 as const, background: { r: 255, g: 0, b: 0, alpha } },
  });
  it.each([
    ['a GIF', 'image/gif', 'image/png', () => sharp(frame(0.5)).gif().toBuffer()],
    ['a WebP', 'image/webp', 'image/jpeg', () => sharp(frame(1)).removeAlpha().webp().toBuffer()],
    ['a transparent WebP', 'image/webp', 'image/png', () => sharp(frame(0.5)).webp().toBuffer()],
  ])('of %s is its first frame as PNG or JPEG, of limited size', async (_name, type, expected, make) => {
    const { image } = await pool.read({ kind: 'image', name: 'a', type, bytes: await make(), wantsStill: true });
    expect(image?.still?.type).toBe(expected);
    const { format, width, height, pages } = await sharp(image?.still?.bytes).metadata();
    expect({ type: `image/${format}`, width, height, pages }).toEqual({
      type: expected,
      width: 2048,
      height: 29,
      pages: undefined,
    });
    expect(image?.cleaned).toBeUndefined();
  });
});
