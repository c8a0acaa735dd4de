/** Models accept different efforts: GPT-5.1 has no "minimal", GPT-5 chat models only "medium". */
import type { ModelParameters } from './types';

export type Effort = NonNullable<ModelParameters['effort']>;

/** Weakest first. */
const efforts: readonly Effort[] = ['minimal', 'low', 'medium', 'high'];

/**
 * The values that an error lists: "Supported values are: 'none', 'low', and 'high'", `must be "high" or "low"`.
 * Undefined if it lists none.
 */
export function effortsIn(message: string): readonly string[] | undefined {
  const list =
    /(?:supported values are|must be(?: one of)?|should be|expected one of)\b(.*)/is.exec(message)?.[1] ?? '';
  const values = [...list.matchAll(/['"`](\w+)['"`]/g)].map(([, value = '']) => value);
  return values.length > 0 ? values : undefined;
}

/** The supported effort closest to the wanted one, the stronger of two; undefined if there is none. */
export function closestEffort(requested: Effort, supported: readonly string[]): Effort | undefined {
  const distance = (effort: Effort) => Math.abs(efforts.indexOf(effort) - efforts.indexOf(requested));
  return efforts
    .filter((effort) => supported.includes(effort))
    .reverse()
    .sort((a, b) => distance(a) - distance(b))[0];
}
