/**
 * Reads an image: its size, a copy without metadata, a small preview, and one for text recognition. Drawings (SVG) can
 * contain programs, so they are never rendered.
 */
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import {
  count,
  max,
  onlyFirstPages,
  type ReadImage,
  type Reading,
  ReadingFailure,
  readingMessages,
} from '~/server/reading/reading';
import { bitmapWithoutExtras, sizeOfBitmap } from './bitmap';
import { gifWithoutComments } from './gif';
import { heicWithoutMetadata } from './heic';
import { isAnimatedPng, pngWithoutMetadata } from './png';
import { webpWithoutMetadata } from './webp';

/** Allows a 50-megapixel photograph, but not a small file that unpacks to gigabytes. */
const maxPixels = 52_000_000;
const previewPixels = 512;
/** Enough for small print on a page, small enough to be recognized in time. */
const ocrPixels = 2400;
/** AI models scale larger images down. */
const stillPixels = 2048;
const quality = 90;
/** The default effort takes longer for a photograph than a reader's time limit. */
const webp = { quality, effort: 1 };

export interface ImageReading {
  reading: Reading;
  /** For text recognition; stays inside the pool. */
  ocr?: Uint8Array;
  /** If it has several pages: those whose words are to be recognized. */
  scanned?: number[];
}

// One image at a time without caching, because the next one may need the memory.
sharp.concurrency(1);
sharp.cache(false);
// Only formats that passed the byte check are decoded, never by a loader of documents or drawings.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadTiff',
    'VipsForeignLoadHeif',
  ],
});

interface ImageOptions {
  wantsOcr: boolean;
  /** A value of performance.now(): of an image with many pages, those found by then are returned, with a note. */
  deadline: number;
}

export async function readImage(bytes: Uint8Array, type: string, options: ImageOptions): Promise<ImageReading> {
  if (type === 'image/svg+xml') return { reading: readDrawing(bytes) };
  const image = type === 'image/bmp' ? sizeOfBitmap(bytes) : await sizeOf(bytes);
  if (image.width * image.height > maxPixels) {
    const size = `${count(image.width)} × ${count(image.height)} pixels`;
    throw new ReadingFailure(`This image is too large to process: ${size}.`);
  }
  if (type === 'image/bmp') return { reading: withoutPreview(image, type, () => bitmapWithoutExtras(bytes)) };
  return decode(bytes, type, image, options);
}

/** A page of an image with several, as a PNG for text recognition. */
export function imageOfPage(bytes: Uint8Array, number: number): Promise<Uint8Array> {
  return forOcr(open(bytes, { page: number - 1 }));
}

const forOcr = (image: Sharp): Promise<Uint8Array> =>
  image.resize(within(ocrPixels)).flatten({ background: 'white' }).greyscale().png().toBuffer();

const within = (pixels: number) =>
  ({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true }) as const;

const previewOf = (bytes: Uint8Array): Promise<Uint8Array> =>
  open(bytes).resize(within(previewPixels)).webp({ quality: 80 }).toBuffer();

async function sizeOf(bytes: Uint8Array): Promise<ReadImage> {
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch (error) {
    throw new ReadingFailure(readingMessages.damaged, { cause: error });
  }
}

async function decode(
  bytes: Uint8Array,
  type: string,
  size: ReadImage,
  { wantsOcr, deadline }: ImageOptions,
): Promise<ImageReading> {
  try {
    const pages = type === 'image/tiff' ? await pagesOfTiff(bytes, deadline) : undefined;
    if (pages && pages.total > 1) return await decodePages(bytes, size, pages, wantsOcr);
    // Smaller ones are made from the clean copy, because some formats take seconds to decode.
    const { cleaned, cleanedType } = await clean(bytes, type);
    const image = { ...size, cleaned, cleanedType, preview: await previewOf(cleaned) };
    const reading: Reading = { processedType: 'image', image };
    return wantsOcr ? { reading, ocr: await forOcr(open(cleaned)) } : { reading };
  } catch (error) {
    // This decoder has no HEVC, so only the size of iPhone images is known.
    if (/^image\/hei[cf]/.test(type)) return { reading: withoutPreview(size, type, () => heicWithoutMetadata(bytes)) };
    throw new ReadingFailure(readingMessages.damaged, { cause: error });
  }
}

const pagesOf = async (bytes: Uint8Array): Promise<number> =>
  (await sharp(bytes, { limitInputPixels: false }).metadata()).pages ?? 1;

interface TiffPages {
  /** The numbers of the pages. Excludes previews, which are at most half as large as the first page. */
  numbers: number[];
  /** How many pages were read, and how many there are. Previews count only if pages were left out. */
  read: number;
  total: number;
}

/** The more pages there are, the longer each takes to open. Half of the time is left to create the preview. */
async function pagesOfTiff(bytes: Uint8Array, deadline: number): Promise<TiffPages> {
  const sizeOfPage = (page: number) => sharp(bytes, { limitInputPixels: false, page }).metadata();
  const now = performance.now();
  const end = now + (deadline - now) / 2;
  const first = await sizeOfPage(0);
  const total = first.pages ?? 1;
  const numbers = [1];
  let read = 1;
  while (read < Math.min(total, max.pages) && performance.now() < end) {
    const { width, height } = await sizeOfPage(read);
    read += 1;
    if (width * 2 > first.width + 1 || height * 2 > first.height + 1) numbers.push(read);
  }
  return read < total ? { numbers, read, total } : { numbers, read: numbers.length, total: numbers.length };
}

/** A copy without metadata would lose all pages but the first, so there is none. */
async function decodePages(
  bytes: Uint8Array,
  size: ReadImage,
  { numbers, read, total }: TiffPages,
  wantsOcr: boolean,
): Promise<ImageReading> {
  const image = { ...size, preview: await previewOf(bytes) };
  const note = `This image has ${count(total)} pages and may contain location data, so only its owner can download it. AI models get its text only.`;
  const reading: Reading = { processedType: 'image', image, note };
  if (!wantsOcr) return { reading };
  if (read < total) reading.note = `${note} ${onlyFirstPages(read, total)}`;
  return { reading, scanned: numbers };
}

/** Some vendors accept only PNG and JPEG, and no vendor plays an animation. */
export async function readStillImage(bytes: Uint8Array): Promise<Reading> {
  const size = await sizeOf(bytes);
  const { hasAlpha } = await sharp(bytes).metadata();
  const image = open(bytes).resize(within(stillPixels));
  const still = hasAlpha
    ? { type: 'image/png', bytes: await image.png().toBuffer() }
    : { type: 'image/jpeg', bytes: await image.jpeg({ quality }).toBuffer() };
  return { processedType: 'image', image: { ...size, still } };
}

function open(bytes: Uint8Array, options: SharpOptions = {}): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', ...options }).autoOrient();
}

/**
 * Re-encodes the image, which drops everything but the pixels; an animation is filtered instead, to keep its frames.
 */
async function clean(bytes: Uint8Array, type: string): Promise<{ cleaned: Uint8Array; cleanedType: string }> {
  if (type === 'image/gif') return { cleaned: gifWithoutComments(bytes), cleanedType: type };
  if (type === 'image/webp') {
    const isAnimated = (await pagesOf(bytes)) > 1;
    return {
      cleaned: isAnimated ? webpWithoutMetadata(bytes) : await open(bytes).webp(webp).toBuffer(),
      cleanedType: type,
    };
  }
  if (type === 'image/png') {
    const cleaned = isAnimatedPng(bytes) ? pngWithoutMetadata(bytes) : await open(bytes).png().toBuffer();
    return { cleaned, cleanedType: type };
  }
  const isSeeThrough = type !== 'image/jpeg' && (await sharp(bytes).metadata()).hasAlpha;
  if (isSeeThrough) return { cleaned: await open(bytes).webp(webp).toBuffer(), cleanedType: 'image/webp' };
  return { cleaned: await open(bytes).jpeg({ quality }).toBuffer(), cleanedType: 'image/jpeg' };
}

/**
 * For images that can't be decoded: the same bytes without metadata. If that fails too, only the owner can open the
 * file.
 */
function withoutPreview(size: ReadImage, type: string, clean: () => Uint8Array): Reading {
  try {
    const image = { ...size, cleaned: clean(), cleanedType: type };
    return { processedType: 'image', image, note: readingMessages.imageKind };
  } catch {
    return { processedType: 'image', image: size, processingError: readingMessages.imageUnclean };
  }
}

/** Anything that could run or load something when the downloaded file is opened. */
const active =
  /<(?:[\w-]+:)?(?:script|foreignObject|iframe|handler|listener)\b|\son[a-z]{2,30}\s?=|javascript:|<!ENTITY|@import|(?:href|src)\s?=\s?["']\s?(?!#|data:image\/(?:png|jpeg|gif|webp))/i;

function readDrawing(bytes: Uint8Array): Reading {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (active.test(text)) return { processedType: 'image', processingError: readingMessages.svgActive };
  return { processedType: 'image', note: readingMessages.svgKept };
}
