/** Scores of BM25 for units of a text: passages, pages or files. Pure. */

/** The usual values of BM25: how quickly repetition stops to count, and how much length does. */
const saturation = 1.2;
const lengthPart = 0.75;

/** A typed array where there are many. */
export type Numbers = Int32Array | readonly number[];

/** A term of the question with the passages that contain it, by their numbers over all files. */
export interface RankedTerm {
  weight: number;
  passages: Numbers;
  counts: Numbers;
}

export interface Units {
  /** The unit of each passage, ascending. */
  of: Int32Array;
  sizes: Float64Array;
}

/** What a term is worth that so many of all units contain. */
export const rarity = (units: number, containing: number): number =>
  Math.log(1 + (units - containing + 0.5) / (containing + 0.5));

/** The score of each unit; 0 without any term. */
export function scoreUnits(terms: readonly RankedTerm[], { of, sizes }: Units): Float64Array {
  const scores = new Float64Array(sizes.length);
  const mean = meanOf(sizes);
  for (const { weight, passages, counts } of terms) {
    const worth = weight * rarity(sizes.length, countUnits(passages, of));
    let frequency = 0;
    for (let index = 0; index < passages.length; index++) {
      const unit = of[passages[index] ?? 0] ?? 0;
      frequency += counts[index] ?? 0;
      // Passages of a unit follow each other.
      if (index + 1 < passages.length && of[passages[index + 1] ?? 0] === unit) continue;
      const length = 1 - lengthPart + (lengthPart * (sizes[unit] ?? 0)) / mean;
      const gain = (frequency * (saturation + 1)) / (frequency + saturation * length);
      scores[unit] = (scores[unit] ?? 0) + worth * gain;
      frequency = 0;
    }
  }
  return scores;
}

function meanOf(sizes: Float64Array): number {
  let sum = 0;
  for (const size of sizes) sum += size;
  return sum / Math.max(1, sizes.length);
}

function countUnits(passages: Numbers, of: Int32Array): number {
  let count = 0;
  let last = -1;
  for (const passage of passages) {
    const unit = of[passage] ?? 0;
    if (unit !== last) count++;
    last = unit;
  }
  return count;
}
