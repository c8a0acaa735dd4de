/** The parts of BM25 that do not need postings. Pure. */

/** The usual parameters of BM25: saturation by repetition, and normalization by length. */
export const saturation = 1.2;
const lengthPart = 0.75;

/** The IDF of a term that `containing` of all units contain. */
export const inverseDocumentFrequency = (units: number, containing: number): number =>
  Math.log(1 + (units - containing + 0.5) / (containing + 0.5));

/** The part of the denominator that depends on the length of a unit. */
export function lengthNorms(sizes: Float64Array): Float32Array {
  let sum = 0;
  for (const size of sizes) sum += size;
  const mean = sum / Math.max(1, sizes.length);
  return Float32Array.from(sizes, (size) => saturation * (1 - lengthPart + (lengthPart * size) / mean));
}
