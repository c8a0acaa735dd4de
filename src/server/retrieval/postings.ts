/** Encodes lists of small numbers as variable-length bytes (seven bits each), as stored for search. Pure. */

export interface Posting {
  /** Index of the passage in its file. */
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

/** The number that starts here. Most take one byte, which loops over many postings read inline. */
export function numberAt(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let next = at, shift = 0; ; shift += 7) {
    const byte = bytes[next++] ?? 0;
    value += (byte & 127) << shift;
    if (byte <= 127) return value;
  }
}

/** The encoded length of a number in bytes. */
export const lengthOfNumber = (value: number): number => {
  let length = 1;
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++;
  return length;
};

export interface PassageShape {
  /** 0 for a file without pages. */
  page: number;
  /** Number of words. */
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
  eachPair(Buffer.from(shape, 'base64'), (page, size) => shapes.push({ page, size }));
  return shapes;
}

/** Calls `visit` for each pair of numbers, whose first ones ascend: places and counts, or pages and sizes. */
export function eachPair(bytes: Uint8Array, visit: (first: number, second: number) => void): void {
  let first = 0;
  for (let at = 0; at < bytes.length; ) {
    const step = numberAt(bytes, at);
    at += lengthOfNumber(step);
    const second = numberAt(bytes, at);
    at += lengthOfNumber(second);
    first += step;
    visit(first, second);
  }
}

function encode(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  for (let value of numbers) {
    for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
    bytes.push(value);
  }
  return Uint8Array.from(bytes);
}
