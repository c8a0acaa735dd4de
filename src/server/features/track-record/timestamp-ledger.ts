/**
 * Requests signatures from timestamp authorities for the ledger's latest hash. One signature covers all entries up to
 * it, because each contains the previous hash. Failures are stored like successes, and readers see both.
 */
import type { Deps } from '~/server/deps';
import { type Timestamp, type TimestampAuthority, TimestampError } from '~/server/providers/timestamps/types';

type TimestampDeps = Pick<Deps, 'db' | 'timestampAuthorities'>;

interface Latest {
  seq: string;
  hash: string;
  body: string;
}

/** Throws if an authority failed, so that it is retried; authorities that have signed this hash are skipped. */
export async function timestampLedger(deps: TimestampDeps, signal: AbortSignal): Promise<void> {
  const [latest] = await deps.db.sql<Latest>`
    SELECT seq::text AS seq, hash, body FROM ledger_events ORDER BY ledger_events.seq DESC LIMIT 1`;
  if (!latest) return;
  const done = await deps.db.sql<{ authority: string }>`
    SELECT authority FROM ledger_timestamps WHERE hash = ${latest.hash} AND response IS NOT NULL`;
  const due = deps.timestampAuthorities.filter(({ name }) => !done.some(({ authority }) => authority === name));
  const failures = await Promise.all(due.map((authority) => stampWith(deps, authority, latest, signal)));
  const words = failures.filter((failure) => failure !== null);
  if (words.length > 0) throw new TimestampError(words.join(' '));
}

/** Returns the reason of a failure. */
async function stampWith(
  { db }: TimestampDeps,
  { name, stamp }: TimestampAuthority,
  { seq, hash, body }: Latest,
  signal: AbortSignal,
): Promise<string | null> {
  let result: Timestamp | TimestampError;
  try {
    result = await stamp(body, signal);
  } catch (error) {
    if (!(error instanceof TimestampError)) throw error;
    result = error;
  }
  const signed = result instanceof TimestampError ? null : result;
  const failure = result instanceof TimestampError ? result.message : null;
  const response = signed && Buffer.from(signed.response).toString('base64');
  await db.sql`
    INSERT INTO ledger_timestamps AS known (seq, hash, authority, requested_at, response, time, failures, failure)
    VALUES (${seq}::bigint, ${hash}, ${name}, now(), decode(${response}::text, 'base64'),
            ${signed?.time ?? null}::timestamptz, ${failure === null ? 0 : 1}::int, ${failure}::text)
    ON CONFLICT (authority, hash) DO UPDATE SET
      requested_at = excluded.requested_at, response = excluded.response, time = excluded.time,
      failures = known.failures + excluded.failures, failure = coalesce(excluded.failure, known.failure)
    WHERE known.response IS NULL`;
  return failure && `${name}: ${failure}`;
}
