/** Lists of small numbers as bytes, seven bits each, as they are stored for search. Pure. */

export interface Posting {
  /** The number of the passage in its file. */
  place: number;
  /** How often it contains the term. */
  count: number;
}

/** Places must ascend. */
export function encodePostings(postings: readonly Posting[]): Uint8Array {
  let last = 0;
  const numbers: number[] = [];
  for (const { place, count } of postings) {
    numbers.push(place - last, count);
    last = place;
  }
  return encode(numbers);
}

/** Calls `visit` for each posting of the bytes from `start` up to `end`. */
export function eachPosting(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (place: number, count: number) => void,
): void {
  let place = 0;
  let isPlace = true;
  let value = 0;
  let shift = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    if (isPlace) place += value;
    else visit(place, value);
    isPlace = !isPlace;
    value = 0;
    shift = 0;
  }
}

export interface PassageShape {
  /** 0 for a file without pages. */
  page: number;
  /** How many words it has. */
  size: number;
}

/** As base64, which the embedded database reads much faster than bytes. Pages must not descend. */
export function encodeShape(shapes: readonly PassageShape[]): string {
  let last = 0;
  const numbers: number[] = [];
  for (const { page, size } of shapes) {
    numbers.push(page - last, size);
    last = page;
  }
  return Buffer.from(encode(numbers)).toString('base64');
}

export function decodeShape(shape: string): PassageShape[] {
  const shapes: PassageShape[] = [];
  eachShape(Buffer.from(shape, 'base64'), (page, size) => shapes.push({ page, size }));
  return shapes;
}

export const eachShape = (bytes: Uint8Array, visit: (page: number, size: number) => void): void =>
  eachPosting(bytes, 0, bytes.length, visit);

function encode(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let value of numbers) {
    for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
    bytes.push(value);
  }
  return Uint8Array.from(bytes);
}
