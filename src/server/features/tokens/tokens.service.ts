/** Personal API tokens: made and revoked in a browser, sent by programs as `Authorization: Bearer qi_…`. */
import { randomBytes } from 'node:crypto';
import type { Database } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { publicFields } from '~/server/features/auth/auth.service';
import { AppError } from '~/server/lib/errors';
import { hashText } from '~/server/lib/hash';
import { limits } from '~/shared/limits';
import type { CurrentUser } from '~/shared/schemas/auth';
import type { ApiTokenSummary, CreatedApiToken, CreateTokenInput } from '~/shared/schemas/tokens';

/** 256 random bits, recognisable to those who look for secrets in repositories. */
const newToken = () => `qi_${randomBytes(32).toString('base64url')}`;
export const tokenPattern = /^Bearer +(qi_[\w-]{1,200})$/i;
/** Stored instead of the token: with so many random bits there is nothing to guess, so nothing slower is needed. */
const hashOf = (token: string) => hashText(token).toString('hex');

/** How exactly it is known when a token was used last. */
const usedWithinMs = 60_000;

const summary = { id: true, name: true, createdAt: true, lastUsedAt: true, expiresAt: true } as const;

export const listTokens = (deps: Deps, userId: string): Promise<ApiTokenSummary[]> =>
  deps.db.apiToken.findMany({
    where: { userId },
    select: summary,
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });

type ActingPerson = Acting & { by: { id: string } };

export async function createToken(
  deps: Deps,
  { by, caller }: ActingPerson,
  input: CreateTokenInput,
): Promise<CreatedApiToken> {
  const userId = by.id;
  await deps.rateLimiter.consume('tokensByAccount', userId);
  const count = await deps.db.apiToken.count({ where: { userId } });
  if (count >= limits.tokensPerPerson)
    throw new AppError('conflict', `You can have at most ${limits.tokensPerPerson} tokens. Revoke one you do not use.`);
  const token = newToken();
  const data = { userId, name: input.name, expiresAt: input.expiresAt ?? null, tokenHash: hashOf(token) };
  const created = await deps.db.$transaction(async (tx) => {
    const row = await tx.apiToken.create({ data, select: summary });
    const subject = { id: row.id, label: row.name };
    await recordAudit(tx, { kind: 'api-token-created', actor: by, subject, caller });
    return row;
  });
  return { ...created, token };
}

/** From the next request on nobody gets in with it. */
export async function revokeToken(deps: Deps, { by, caller }: ActingPerson, id: string): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const row = await tx.apiToken.findFirst({ where: { id, userId: by.id }, select: { name: true } });
    const { count } = await tx.apiToken.deleteMany({ where: { id, userId: by.id } });
    if (!row || count === 0) throw new AppError('not_found', 'Token not found');
    await recordAudit(tx, { kind: 'api-token-revoked', actor: by, subject: { id, label: row.name }, caller });
  });
}

/** The person a token speaks for, with the rights they have now; null when it is unknown or expired. */
export async function ownerOfToken(db: Database, token: string): Promise<CurrentUser | null> {
  const found = await db.apiToken.findUnique({
    where: { tokenHash: hashOf(token) },
    select: { id: true, expiresAt: true, lastUsedAt: true, user: { select: publicFields } },
  });
  if (!found || (found.expiresAt && found.expiresAt.getTime() <= Date.now())) return null;
  if (!found.lastUsedAt || Date.now() - found.lastUsedAt.getTime() > usedWithinMs) {
    // Not `update`: it may have been revoked since.
    await db.apiToken.updateMany({ where: { id: found.id }, data: { lastUsedAt: new Date() } });
  }
  return found.user;
}
