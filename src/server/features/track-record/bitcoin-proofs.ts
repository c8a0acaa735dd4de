/**
 * Submits the ledger's hash at the end of each day to the configured calendars, and requests upgrades of each proof
 * until it leads to a Bitcoin block. Failures are counted like successes, and readers see both.
 */

import type { Deps } from '~/server/deps';
import { CalendarError } from '~/server/providers/calendars/types';
import { utcDay } from '~/shared/utc-day';

type ProofDeps = Pick<Deps, 'db' | 'calendars'>;

/** A limit per run, so that slow proofs don't delay the others. */
const upgradesAtOnce = 50;

/** Throws if a calendar failed, so that the job is retried. */
export async function proveInBitcoin(deps: ProofDeps, signal: AbortSignal, now = new Date()): Promise<void> {
  if (deps.calendars.names.length === 0) return;
  const failures = [...(await submitHead(deps, signal, now)), ...(await upgradeProofs(deps, signal))];
  if (failures.length > 0) throw new CalendarError(failures.join(' '));
}

/** The hash at the end of the last finished day: the last line of the daily hashes that never changes again. */
async function submitHead({ db, calendars }: ProofDeps, signal: AbortSignal, now: Date): Promise<string[]> {
  const today = new Date(`${utcDay(now)}T00:00:00Z`);
  const [head] = await db.sql<{ seq: string; hash: string }>`
    SELECT seq::text AS seq, hash FROM ledger_events WHERE at < ${today}::timestamptz
    ORDER BY ledger_events.seq DESC LIMIT 1`;
  if (!head) return [];
  const done = await db.sql<{ calendar: string }>`
    SELECT calendar FROM bitcoin_proofs WHERE hash = ${head.hash} AND proof IS NOT NULL`;
  const due = calendars.names.filter((name) => !done.some(({ calendar }) => calendar === name));
  const results = await Promise.all(
    due.map(async (name) => {
      const { value: proof, failure } = await attempt(calendars.submit(name, head.hash, signal));
      await db.sql`
        INSERT INTO bitcoin_proofs AS known (seq, hash, calendar, requested_at, submitted_at, proof, failures, failure)
        VALUES (${head.seq}::bigint, ${head.hash}, ${name}, now(), CASE WHEN ${failure}::text IS NULL THEN now() END,
                decode(${proof?.toString('base64') ?? null}::text, 'base64'), ${failure === null ? 0 : 1}::int, ${failure}::text)
        ON CONFLICT (calendar, hash) DO UPDATE SET
          requested_at = excluded.requested_at, submitted_at = excluded.submitted_at, proof = excluded.proof,
          failures = known.failures + excluded.failures, failure = excluded.failure
        WHERE known.proof IS NULL`;
      return failure && `${name}: ${failure}`;
    }),
  );
  return results.filter((words) => words !== null);
}

interface Unfinished {
  id: string;
  hash: string;
  calendar: string;
  proof: string;
}

/** One after another, because calendars are run by volunteers. */
async function upgradeProofs({ db, calendars }: ProofDeps, signal: AbortSignal): Promise<string[]> {
  const rows = await db.sql<Unfinished>`
    SELECT id::text AS id, hash, calendar, encode(proof, 'base64') AS proof FROM bitcoin_proofs
    WHERE proof IS NOT NULL AND block IS NULL ORDER BY requested_at, bitcoin_proofs.id LIMIT ${upgradesAtOnce}::int`;
  const failures: string[] = [];
  for (const { id, hash, calendar, proof } of rows) {
    const { value: upgraded, failure } = await attempt(calendars.upgrade(hash, Buffer.from(proof, 'base64'), signal));
    await db.sql`
      UPDATE bitcoin_proofs SET
        requested_at = now(), block = ${upgraded?.block ?? null}::int,
        proof = coalesce(decode(${upgraded?.proof.toString('base64') ?? null}::text, 'base64'), proof),
        failures = failures + ${failure === null ? 0 : 1}::int, failure = ${failure}::text
      WHERE id = ${id}::bigint AND block IS NULL`;
    if (failure) failures.push(`${calendar}: ${failure}`);
  }
  return failures;
}

async function attempt<Value>(work: Promise<Value>): Promise<{ value: Value | null; failure: string | null }> {
  try {
    return { value: await work, failure: null };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return { value: null, failure: error.message };
  }
}
