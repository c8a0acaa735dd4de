export interface Verdict {
  /** The exit code: 0 none, 1 some, 3 unknown. */
  code: 0 | 1 | 3;
  lines: string[];
}
export function verdictOf(text: string): Verdict;
export function askRegistry(): Verdict;
export function report(verdict: Verdict): number;
