import { reasonOf } from '~/server/lib/caught';

/** The result of one check. `npm run doctor -- --json` prints these, so the field names are public. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  check: string;
  message: string;
  fix?: string;
}

export const ok = (check: string, message: string): Finding => ({ state: 'ok', check, message });
export const warn = (check: string, message: string, fix: string): Finding => ({ state: 'warn', check, message, fix });
export const fail = (check: string, message: string, fix: string): Finding => ({ state: 'fail', check, message, fix });

/** A slower check has failed, unless it is known to be slow. */
const timeoutMs = 12_000;

export async function runCheck(
  check: string,
  fix: string,
  work: () => Promise<Finding[]>,
  withinMs = timeoutMs,
): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([fail(check, `no response within ${withinMs / 1000} seconds`, fix)]), withinMs);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    return [fail(check, reasonOf(error), fix)];
  } finally {
    clearTimeout(timer);
  }
}
