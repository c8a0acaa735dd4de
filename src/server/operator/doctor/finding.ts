/** What one look at the house found: a line for the operator, and what to do about it. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  /** What was looked at. */
  about: string;
  words: string;
  mend?: string;
}

export const ok = (about: string, words: string): Finding => ({ state: 'ok', about, words });
export const warn = (about: string, words: string, mend: string): Finding => ({ state: 'warn', about, words, mend });
export const fail = (about: string, words: string, mend: string): Finding => ({ state: 'fail', about, words, mend });

/** The reason of a failure in one line, through what is wrapped around it. */
export function reasonOf(error: unknown): string {
  const { message, cause, code, errors } = error as Error & { code?: string; errors?: unknown[] };
  // Several addresses were tried, and each failed in its own way.
  const [first] = errors ?? [];
  const inner = first ?? cause;
  const own = (message || code || String(error)).split('\n', 1)[0] as string;
  if (!(inner instanceof Error)) return own;
  const reason = reasonOf(inner);
  return own.includes(reason) ? own : `${own.replace(/\.$/, '')}: ${reason}`;
}

/** A look that takes longer than this has found out enough. */
const patienceMs = 12_000;

export async function look(about: string, mend: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([fail(about, `no answer within ${patienceMs / 1000} seconds`, mend)]), patienceMs);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    return [fail(about, reasonOf(error), mend)];
  } finally {
    clearTimeout(timer);
  }
}
