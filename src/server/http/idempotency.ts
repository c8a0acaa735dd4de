/**
 * Idempotency-Key: a signed-in POST can be repeated without a second effect. The first request takes the key with a
 * lease and renews it, so that the key is released if the process dies. The response is stored for a day. An error
 * stores nothing, so that the request can be retried.
 */
import type { Request, Response } from 'express';
import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import { sha256 } from '~/server/lib/hash';
import type { IdempotencyKind } from './http-call';

const leaseSeconds = 15;
const renewMs = 5000;
const retrySeconds = 2;
const sweepMs = 10 * 60_000;

/** A status and its JSON text. */
export interface StoredResponse {
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

/** The request's key, or null without one. */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.get('idempotency-key');
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError('validation', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  return key;
}

/** Runs the request, or returns the response stored under its key. */
export async function withIdempotency(
  deps: Deps,
  options: {
    userId: string;
    key: string;
    kind: IdempotencyKind;
    request: Request;
    response: Response;
  },
  run: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { userId, key, request, response } = options;
  const route = `${request.method} ${request.baseUrl}${request.path}`;
  const claim: Claim = { userId, key, route, bodyHash: response.locals.bodyHash ?? sha256('') };
  await sweepOccasionally(deps);
  const earlier = await take(deps, claim);
  if (earlier) {
    response.set('Idempotent-Replayed', 'true');
    return earlier.body === null ? run() : { status: earlier.status, body: earlier.body };
  }
  const renewing = setInterval(() => void renew(deps, claim), renewMs);
  let result: StoredResponse;
  try {
    result = await run();
  } catch (error) {
    await ignoreFailure(deps, deps.db.idempotencyKey.deleteMany({ where: { userId, key, status: null } }));
    throw error;
  } finally {
    clearInterval(renewing);
  }
  const store = async () => {
    // It may contain a user's message and its answer.
    const answer = options.kind === 'stored' ? await deps.db.texts.sealText(placeOf(claim), result.body) : null;
    const data = { status: result.status, answer, leaseUntil: null };
    await deps.db.idempotencyKey.updateMany({ where: { userId, key }, data });
  };
  await ignoreFailure(deps, store());
  return result;
}

const placeOf = ({ userId, key }: Claim) => ({ row: `${userId} ${key}`, field: 'response' });

/** Null if this request now holds the key, else the stored response. Throws if another request holds it. */
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
    // Between the two queries, the other request failed and released the key.
    if (!known) continue;
    if (known.route !== route || known.bodyHash !== bodyHash)
      throw new AppError('conflict', 'This Idempotency-Key was already used for another request.');
    if (known.status !== null) {
      const body = known.answer === null ? null : await deps.db.texts.openText(placeOf(claim), known.answer);
      return { status: known.status, body };
    }
    break;
  }
  throw new AppError('conflict', 'The first request with this Idempotency-Key is still in progress.', {
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

/** The request has succeeded, so its response is sent even if it could not be stored. */
async function ignoreFailure(deps: Deps, work: Promise<unknown>): Promise<void> {
  await work.catch((error) => deps.logger.warn({ err: error }, 'failed to store an idempotency key'));
}

const sweptAt = new WeakMap<Deps, number>();

/** Deletes keys older than a day. Runs with some of the requests that have a key. */
async function sweepOccasionally(deps: Deps): Promise<void> {
  if (Date.now() - (sweptAt.get(deps) ?? 0) < sweepMs) return;
  sweptAt.set(deps, Date.now());
  await deps.db.sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`;
}
