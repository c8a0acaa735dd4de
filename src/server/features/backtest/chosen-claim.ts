/**
 * Caches the published back-test for the home page, whose response must neither wait for the database nor fail with it.
 */
import type { Deps } from '~/server/deps';
import { isLoss, shownPercent } from '~/shared/figure-text';
import { readChosen } from './published-backtests';
import { periodText } from './run-words';

export interface ChosenClaim {
  figure: string;
  tone: 'gain' | 'loss';
  period: string;
  id: string;
}

/** How long other processes may still show the previous choice. */
const freshMs = 2000;

interface CachedClaim {
  claim: ChosenClaim | null;
  readAt: number;
  reading?: Promise<void> | undefined;
}
const cachedClaims = new WeakMap<object, CachedClaim>();

/** Waits for the database only on the first call and after `forgetChosenClaim`. */
export async function readChosenClaim(deps: Deps): Promise<ChosenClaim | null> {
  const before = cachedClaims.get(deps.db);
  const state: CachedClaim = before ?? { claim: null, readAt: 0 };
  cachedClaims.set(deps.db, state);
  if (Date.now() - state.readAt > freshMs) state.reading ??= read(deps, state);
  if (state.readAt === 0) await state.reading;
  return state.claim;
}

/** Call this in the process in which an administrator has just changed the choice. */
export function forgetChosenClaim({ db }: Pick<Deps, 'db'>): void {
  cachedClaims.delete(db);
}

async function read(deps: Deps, state: CachedClaim): Promise<void> {
  try {
    const chosen = await readChosen(deps);
    state.claim = chosen && {
      id: chosen.id,
      figure: shownPercent(chosen.returnPercent),
      tone: isLoss(chosen.returnPercent) ? 'loss' : 'gain',
      period: periodText(chosen.input),
    };
  } catch (error) {
    deps.logger.warn({ err: error }, 'failed to read the published back-test for the home page');
  } finally {
    state.readAt = Date.now();
    state.reading = undefined;
  }
}
