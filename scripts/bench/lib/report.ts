import { execFileSync } from 'node:child_process';

/** One line of a result, with or without a target. */
export interface Result {
  name: string;
  measured: string;
  target?: string;
  isMet?: boolean;
}

export const atMost = (name: string, value: number, limit: number, unit: string, digits = 1): Result => ({
  name,
  measured: `${value.toFixed(digits)} ${unit}`,
  target: `≤ ${limit} ${unit}`,
  isMet: value <= limit,
});

export const known = (name: string, measured: string): Result => ({ name, measured });

/** The day and the commit, which docs/benchmarks.md names beside the values. */
function whenAndWhat(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return `${new Date().toISOString().slice(0, 10)}, ${commit}`;
}

/** Prints the table. The exit code is 1 if a target was missed. */
export function report(title: string, results: Result[]): void {
  const rows = results.map(({ name, target = '', measured, isMet }) => [
    name,
    target,
    measured,
    isMet === undefined ? '' : isMet ? 'met' : 'NOT MET',
  ]);
  const table = [['', 'target', 'measured', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title} (${whenAndWhat()})`);
  for (const row of table) console.log(`  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd());
  if (results.some(({ isMet }) => isMet === false)) process.exitCode = 1;
}
