/** The image of a scanned page, for text recognition: a scan is one image over the page, or a column of strips. */
import sharp from 'sharp';
import { getResolvedPDFJS } from 'unpdf';
import { openPdf } from './open-pdf';

/** A page at 600 dpi has 35 million pixels. */
const maxPixels = 52_000_000;
/** Smaller images are logos and lines. */
const minPixels = 40_000;
/** Enough for small print, small enough to be recognized in time. */
const ocrPixels = 2400;

interface Picture {
  width: number;
  height: number;
  /** One, three or four bytes per pixel. */
  pixels: Uint8Array;
}

/** An image of the PDF library: rows of bytes; in the smallest kind, a byte has eight pixels. */
interface PdfImage {
  width: number;
  height: number;
  data?: Uint8Array | Uint8ClampedArray;
}

/** A PNG; null if the page has no image that could be a scan. */
export async function pdfPageImage(bytes: Uint8Array, number: number): Promise<Uint8Array | null> {
  const pdf = await openPdf(bytes, maxPixels);
  try {
    const page = await pdf.getPage(number);
    const { OPS } = await getResolvedPDFJS();
    const { fnArray, argsArray } = await page.getOperatorList();
    const pictures: Picture[] = [];
    for (const [index, operator] of fnArray.entries()) {
      if (operator !== OPS.paintImageXObject) continue;
      const key = argsArray[index]?.[0] as string;
      const store = key.startsWith('g_') ? page.commonObjs : page.objs;
      const image = await new Promise<PdfImage | null>((resolve) => store.get(key, resolve));
      const picture = image && pictureOf(image);
      if (picture) pictures.push(picture);
    }
    const scan = joined(pictures);
    return scan && (await toPng(scan, page.rotate));
  } finally {
    await pdf.destroy();
  }
}

function pictureOf({ width, height, data }: PdfImage): Picture | null {
  if (!data || width * height < minPixels) return null;
  const channels = data.length / (width * height);
  if ([1, 3, 4].includes(channels)) return { width, height, pixels: new Uint8Array(data) };
  const rowBytes = Math.ceil(width / 8);
  if (data.length !== rowBytes * height) return null;
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const column = at % width;
    const byte = data[Math.floor(at / width) * rowBytes + (column >> 3)] ?? 0;
    pixels[at] = (byte >> (7 - (column & 7))) & 1 ? 255 : 0;
  }
  return { width, height, pixels };
}

/** Strips of equal width belong together; otherwise the largest image is the page. */
function joined(pictures: readonly Picture[]): Picture | null {
  const [first] = pictures;
  if (!first) return null;
  const channels = (picture: Picture) => picture.pixels.length / (picture.width * picture.height);
  const areStrips = pictures.every((one) => one.width === first.width && channels(one) === channels(first));
  const height = pictures.reduce((sum, one) => sum + one.height, 0);
  if (areStrips && first.width * height <= maxPixels) {
    return { width: first.width, height, pixels: Buffer.concat(pictures.map(({ pixels }) => pixels)) };
  }
  return pictures.reduce((best, one) => (one.width * one.height > best.width * best.height ? one : best));
}

function toPng({ width, height, pixels }: Picture, rotation: number): Promise<Buffer> {
  const channels = (pixels.length / (width * height)) as 1 | 3 | 4;
  return sharp(pixels, { raw: { width, height, channels } })
    .rotate(rotation)
    .flatten({ background: 'white' })
    .greyscale()
    .resize({ width: ocrPixels, height: ocrPixels, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
}
