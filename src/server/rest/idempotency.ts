/**
 * Idempotency-Key: a signed-in POST that may be sent again without being done again. The first request holds its key
 * with a lease that it renews, so that a process that dies lets it go; what was answered is kept for a day. A refusal
 * changes nothing and keeps nothing: the same request may be tried again.
 */
import type { Request, Response } from 'express';
import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import { sha256 } from '~/server/lib/hash';
import type { Route } from './route';

const leaseSeconds = 15;
const renewMs = 5000;
const retrySeconds = 2;
const sweepMs = 10 * 60_000;

/** A status and the JSON text that goes with it. */
export interface Answer {
  status: number;
  body: string;
}

interface Claim {
  userId: string;
  key: string;
  /** Method and path. */
  route: string;
  bodyHash: string;
}

/** The request's key, or null when it has none. */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.get('idempotency-key');
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError('validation', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  return key;
}

/** Runs the request, or gives the answer that its key had before. */
export async function onlyOnce(
  deps: Deps,
  asked: { userId: string; key: string; kind: NonNullable<Route['idempotency']>; request: Request; response: Response },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { userId, key, request, response } = asked;
  const route = `${request.method} ${request.baseUrl}${request.path}`;
  const claim: Claim = { userId, key, route, bodyHash: response.locals.bodyHash ?? sha256('') };
  await sweepNowAndThen(deps);
  const earlier = await take(deps, claim);
  if (earlier) {
    response.set('Idempotent-Replayed', 'true');
    return earlier.body === null ? run() : { status: earlier.status, body: earlier.body };
  }
  const renewing = setInterval(() => void renew(deps, claim), renewMs);
  let answer: Answer;
  try {
    answer = await run();
  } catch (error) {
    await ignoreFailure(deps, deps.db.idempotencyKey.deleteMany({ where: { userId, key, status: null } }));
    throw error;
  } finally {
    clearInterval(renewing);
  }
  const data = { status: answer.status, answer: asked.kind === 'stored' ? answer.body : null, leaseUntil: null };
  await ignoreFailure(deps, deps.db.idempotencyKey.updateMany({ where: { userId, key }, data }));
  return answer;
}

/** Null when the key is this request's now; else what was answered before. Throws when it is another's, or still runs. */
async function take(deps: Deps, claim: Claim): Promise<{ status: number; body: string | null } | null> {
  const { userId, key, route, bodyHash } = claim;
  for (let attempt = 0; attempt < 3; attempt++) {
    const taken = await deps.db.sql`
      INSERT INTO idempotency_keys AS known (user_id, key, route, body_hash, lease_until)
      VALUES (${userId}::uuid, ${key}, ${route}, ${bodyHash}, now() + make_interval(secs => ${leaseSeconds}))
      ON CONFLICT (user_id, key) DO UPDATE
      SET route = excluded.route, body_hash = excluded.body_hash, lease_until = excluded.lease_until,
          status = NULL, answer = NULL, created_at = now()
      WHERE known.created_at < now() - interval '24 hours'
         OR (known.lease_until < now() AND known.route = excluded.route AND known.body_hash = excluded.body_hash)
      RETURNING key`;
    if (taken.length > 0) return null;
    const known = await deps.db.idempotencyKey.findUnique({ where: { userId_key: { userId, key } } });
    // Between the two the other request was refused and has let the key go.
    if (!known) continue;
    if (known.route !== route || known.bodyHash !== bodyHash)
      throw new AppError('conflict', 'This Idempotency-Key was already used for another request.');
    if (known.status !== null) return { status: known.status, body: known.answer };
    break;
  }
  throw new AppError('conflict', 'The first request with this Idempotency-Key is still being answered.', {
    retryAfterSeconds: retrySeconds,
  });
}

const renew = (deps: Deps, { userId, key }: Claim) =>
  ignoreFailure(
    deps,
    deps.db.sql`
      UPDATE idempotency_keys SET lease_until = now() + make_interval(secs => ${leaseSeconds})
      WHERE user_id = ${userId}::uuid AND key = ${key} AND status IS NULL`,
  );

/** What was done is done: its answer goes out, even if it could not be noted. */
async function ignoreFailure(deps: Deps, work: Promise<unknown>): Promise<void> {
  await work.catch((error) => deps.logger.warn({ err: error }, 'an idempotency key could not be noted'));
}

const sweptAt = new WeakMap<Deps, number>();

/** Keys older than a day stand for nothing; those who use keys clear them away. */
async function sweepNowAndThen(deps: Deps): Promise<void> {
  if (Date.now() - (sweptAt.get(deps) ?? 0) < sweepMs) return;
  sweptAt.set(deps, Date.now());
  await deps.db.sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`;
}
