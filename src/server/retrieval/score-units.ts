/** Scores of BM25 for units of a text: passages, pages or files. Pure. */

/** The usual values of BM25: how quickly repetition stops to count, and how much length does. */
const saturation = 1.2;
const lengthPart = 0.75;

/** A term of the question with the passages that contain it, by their numbers over all files. */
export interface RankedTerm {
  weight: number;
  passages: readonly number[];
  counts: readonly number[];
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
  const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
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

function countUnits(passages: readonly number[], of: Int32Array): number {
  let count = 0;
  let last = -1;
  for (const passage of passages) {
    const unit = of[passage] ?? 0;
    if (unit !== last) count++;
    last = unit;
  }
  return count;
}
