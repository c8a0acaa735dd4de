/**
 * Idempotency-Key: a signed-in POST can be repeated without a second effect. The first request takes the key with a
 * lease and renews it, so that the key is released if the process dies. The response is stored for a day; housekeeping
 * then deletes it. An error stores nothing, so that the request can be retried.
 */
import type { Request, Response } from 'express';
import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import { sha256 } from '~/server/lib/hash';
import type { IdempotencyKind } from './http-call';

const leaseSeconds = 15;
const renewMs = 5000;
const retrySeconds = 2;

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

/**
 * A claim that this request holds. If its lease lapsed, another request may have taken the key since, at a later time:
 * so only the row with this time is renewed, deleted or changed.
 */
interface HeldClaim extends Claim {
  takenAt: Date;
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
  const { takenAt, earlier } = await take(deps, claim);
  if (earlier) {
    response.set('Idempotent-Replayed', 'true');
    return earlier.body === null ? run() : { status: earlier.status, body: earlier.body };
  }
  const held: HeldClaim = { ...claim, takenAt };
  const renewing = setInterval(() => void renew(deps, held), renewMs);
  let result: StoredResponse;
  try {
    result = await run();
  } catch (error) {
    await ignoreFailure(deps, deps.db.idempotencyKey.deleteMany({ where: { ...rowOf(held), status: null } }));
    throw error;
  } finally {
    clearInterval(renewing);
  }
  const store = async () => {
    // It may contain a user's message and its answer.
    const answer = options.kind === 'stored' ? await deps.db.texts.sealText(placeOf(claim), result.body) : null;
    const data = { status: result.status, answer, leaseUntil: null };
    await deps.db.idempotencyKey.updateMany({ where: rowOf(held), data });
  };
  await ignoreFailure(deps, store());
  return result;
}

const rowOf = ({ userId, key, takenAt }: HeldClaim) => ({ userId, key, createdAt: takenAt });

const placeOf = ({ userId, key }: Claim) => ({ row: `${userId} ${key}`, field: 'response' });

type ClaimResult =
  | { takenAt: Date; earlier?: undefined }
  /** The stored response of an earlier request. */
  | { takenAt?: undefined; earlier: { status: number; body: string | null } };

/** Throws if another request holds the key. */
async function take(deps: Deps, claim: Claim): Promise<ClaimResult> {
  const { userId, key, route, bodyHash } = claim;
  for (let attempt = 0; attempt < 3; attempt++) {
    const [taken] = await deps.db.sql<{ takenAt: Date }>`
      INSERT INTO idempotency_keys AS known (user_id, key, route, body_hash, lease_until)
      VALUES (${userId}::uuid, ${key}, ${route}, ${bodyHash}, now() + make_interval(secs => ${leaseSeconds}))
      ON CONFLICT (user_id, key) DO UPDATE
      SET route = excluded.route, body_hash = excluded.body_hash, lease_until = excluded.lease_until,
          status = NULL, answer = NULL, created_at = now()
      WHERE known.created_at < now() - interval '24 hours'
         OR (known.lease_until < now() AND known.route = excluded.route AND known.body_hash = excluded.body_hash)
      RETURNING created_at AS "takenAt"`;
    if (taken) return taken;
    const known = await deps.db.idempotencyKey.findUnique({ where: { userId_key: { userId, key } } });
    // Between the two queries, the other request failed and released the key.
    if (!known) continue;
    if (known.route !== route || known.bodyHash !== bodyHash)
      throw new AppError('conflict', 'This Idempotency-Key was already used for another request.');
    if (known.status !== null) {
      const body = known.answer === null ? null : await deps.db.texts.openText(placeOf(claim), known.answer);
      return { earlier: { status: known.status, body } };
    }
    break;
  }
  throw new AppError('conflict', 'The first request with this Idempotency-Key is still in progress.', {
    retryAfterSeconds: retrySeconds,
  });
}

const renew = (deps: Deps, { userId, key, takenAt }: HeldClaim) =>
  ignoreFailure(
    deps,
    deps.db.sql`
      UPDATE idempotency_keys SET lease_until = now() + make_interval(secs => ${leaseSeconds})
      WHERE user_id = ${userId}::uuid AND key = ${key} AND created_at = ${takenAt} AND status IS NULL`,
  );

/** The request has succeeded, so its response is sent even if it could not be stored. */
async function ignoreFailure(deps: Deps, work: Promise<unknown>): Promise<void> {
  await work.catch((error) => deps.logger.warn({ err: error }, 'failed to store an idempotency key'));
}
