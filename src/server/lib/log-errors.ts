import { pino } from 'pino';
import { AppError, errorTable } from './errors';

const windowMs = 60_000;
const stacksPerWindow = 5;
const maxKinds = 500;

/**
 * How errors appear in log lines. Callers' own mistakes are logged without a stack, and the same error with its stack
 * only a few times a minute, so that callers who can cause an error can't fill the disk with it.
 */
export function errorSerializer(now: () => number = () => performance.now()): (error: unknown) => unknown {
  let since = now();
  const seen = new Map<string, number>();
  return (error) => {
    if (!(error instanceof Error)) return pino.stdSerializers.err(error as Error);
    if (error instanceof AppError && errorTable[error.code].status < 500) return brief(error);
    if (now() - since > windowMs || seen.size >= maxKinds) {
      seen.clear();
      since = now();
    }
    const kind = `${error.name} ${(error.stack ?? error.message).slice(0, 500)}`;
    const times = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, times);
    return times > stacksPerWindow ? { ...brief(error), repeated: times } : whole(error);
  };
}

/**
 * The error with its stack and those of its causes. Fields that may contain user data, such as a statement's values,
 * are left out.
 */
function whole(error: Error): object {
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { ...brief(error), type, message, stack };
}

function brief(error: Error): object {
  const { code } = error as { code?: unknown };
  return { type: error.name, message: error.message, ...(code !== undefined && { code }) };
}
