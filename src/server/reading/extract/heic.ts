/**
 * Blanks the metadata of a HEIC image in place, because this decoder has no HEVC and so cannot encode the image again.
 * No byte of the image moves. The format is ISO/IEC 23008-12: boxes, and items whose bytes a table locates.
 */
interface Box {
  type: string;
  start: number;
  /** Where its content begins. */
  body: number;
  end: number;
}

const topLevel = new Set(['ftyp', 'meta', 'mdat', 'moov']);
const inMeta = new Set(['hdlr', 'pitm', 'iinf', 'iref', 'iprp', 'iloc', 'idat', 'dinf', 'grpl']);
/** Items that are images. Any other coding, such as `jpeg`, is rejected: the image in it would be lost. */
const images = new Set(['hvc1', 'hev1', 'lhv1', 'avc1', 'av01', 'vvc1', 'j2k1', 'grid', 'iovl', 'iden', 'tmap']);
/** Items that are metadata: Exif, XMP and other data of cameras. */
const metadata = new Set(['Exif', 'mime', 'uri ']);
/** Texts of the author, among the properties of items. */
const texts = new Set(['udes', 'altt', 'uuid', 'free', 'skip']);
const movieParts = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
const movieTexts = new Set(['udta', 'meta', 'uuid', 'free', 'skip']);
/** Tracks that are images. A track of positions, for example, has another kind. */
const imageTracks = new Set(['pict', 'auxv', 'vide']);
/** An Exif block without entries: four bytes before the header, and the header of a TIFF file. */
const emptyExif = Buffer.from('000000004d4d002a00000008000000000000', 'hex');

/** Throws for a file whose metadata cannot be located. */
export function heicWithoutMetadata(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes);
  const top = boxesIn(file, 0, file.length);
  const meta = top.find(({ type }) => type === 'meta');
  if (!meta) throw new RangeError('Not an image');
  for (const box of top) if (!topLevel.has(box.type)) blank(file, box);
  // After the box's version and flags.
  const parts = boxesIn(file, meta.body + 4, meta.end);
  for (const box of parts) {
    if (!inMeta.has(box.type)) blank(file, box);
    else if (box.type === 'iprp') blankProperties(file, box);
  }
  blankItems(file, parts);
  for (const box of top) if (box.type === 'moov') blankMovie(file, box);
  return file;
}

function boxesIn(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const size = file.readUInt32BE(at);
    const isLarge = size === 1;
    const body = at + (isLarge ? 16 : 8);
    // A size of 0 means up to the end.
    const end = size === 0 ? to : at + (isLarge ? Number(file.readBigUInt64BE(at + 8)) : size);
    if (end < body || end > to) throw new RangeError('Not a box');
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), start: at, body, end });
    at = end;
  }
  return boxes;
}

/** A box of free space takes its place, so that nothing moves. */
function blank(file: Buffer, { start, body, end }: Box): void {
  file.write('free', start + 4, 'latin1');
  file.fill(0, body, end);
}

function blankProperties(file: Buffer, properties: Box): void {
  for (const list of boxesIn(file, properties.body, properties.end)) {
    if (list.type !== 'ipco') continue;
    for (const box of boxesIn(file, list.body, list.end)) if (texts.has(box.type)) blank(file, box);
  }
}

function blankItems(file: Buffer, parts: readonly Box[]): void {
  const part = (type: string) => parts.find((box) => box.type === type);
  const [info, location] = [part('iinf'), part('iloc')];
  if (!info || !location) throw new RangeError('No items');
  const types = itemTypes(file, info);
  for (const { id, start, end } of extentsOf(file, location, part('idat'))) {
    const type = types.get(id);
    if (type !== undefined && images.has(type)) continue;
    if (type === undefined || !metadata.has(type)) throw new RangeError('Unknown item');
    file.fill(0, start, end);
    if (type === 'Exif' && end - start >= emptyExif.length) emptyExif.copy(file, start);
  }
}

function itemTypes(file: Buffer, info: Box): Map<number, string> {
  const types = new Map<number, string>();
  const isShort = file.readUInt8(info.body) === 0;
  for (const { type, body } of boxesIn(file, info.body + (isShort ? 6 : 8), info.end)) {
    const version = file.readUInt8(body);
    if (type !== 'infe' || version < 2) throw new RangeError('Unknown item');
    const id = version === 2 ? file.readUInt16BE(body + 4) : file.readUInt32BE(body + 4);
    // The id is followed by two bytes about protection.
    const at = body + (version === 2 ? 8 : 10);
    types.set(id, file.toString('latin1', at, at + 4));
  }
  return types;
}

interface Extent {
  id: number;
  start: number;
  end: number;
}

/** The bytes of each item. They are in the file itself, or in the box `data`. */
function extentsOf(file: Buffer, location: Box, data: Box | undefined): Extent[] {
  let at = location.body;
  const read = (size: number): number => {
    const value = size === 0 ? 0 : size === 8 ? Number(file.readBigUInt64BE(at)) : file.readUIntBE(at, size);
    at += size;
    return value;
  };
  const version = read(1);
  read(3);
  const [sizes, baseSizes] = [read(1), read(1)];
  const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 4, sizes & 15, baseSizes >> 4, baseSizes & 15];
  const idSize = version < 2 ? 2 : 4;
  const extents: Extent[] = [];
  for (let items = read(idSize); items > 0; items--) {
    const id = read(idSize);
    const method = version === 0 ? 0 : read(2) & 15;
    const isElsewhere = read(2) !== 0;
    const origin = method === 1 ? data : { body: 0, end: file.length };
    if (isElsewhere || method > 1 || !origin) throw new RangeError('An item in another place');
    const base = origin.body + read(baseSize);
    for (let count = read(2); count > 0; count--) {
      if (version > 0) read(indexSize);
      const start = base + read(offsetSize);
      const length = read(lengthSize);
      if (length === 0 || start + length > origin.end) throw new RangeError('An item outside of the file');
      extents.push({ id, start, end: start + length });
    }
  }
  if (at > location.end) throw new RangeError('Not a table of items');
  return extents;
}

/** For image sequences, whose frames stay. Throws for any other kind of track, which cannot be removed. */
function blankMovie(file: Buffer, movie: Box): void {
  for (const box of boxesIn(file, movie.body, movie.end)) {
    if (movieTexts.has(box.type)) blank(file, box);
    else if (movieParts.has(box.type)) blankMovie(file, box);
    else if (box.type === 'hdlr' && movie.type === 'mdia' && !imageTracks.has(trackKind(file, box)))
      throw new RangeError('A track that is not an image');
  }
}

const trackKind = (file: Buffer, { body }: Box) => file.toString('latin1', body + 8, body + 12);
