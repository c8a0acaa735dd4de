/** The label value under which all further values are counted. */
const otherValue = 'other';

/**
 * Keeps the first `max` values of a label and counts the rest together, so that names from outside cannot fill the
 * memory.
 */
export function boundedLabel(max: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= max) return otherValue;
    known.add(value);
    return value;
  };
}
