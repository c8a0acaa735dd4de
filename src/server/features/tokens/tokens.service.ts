/** Personal API tokens: created and revoked in a browser, sent by programs as `Authorization: Bearer qi_…`. */
import { randomBytes } from 'node:crypto';
import { hashToken, scopeOf } from '~/server/auth/api-token';
import { transactionLimits } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type ActingUser, recordAudit } from '~/server/features/audit/audit.service';
import { wrongPassword } from '~/server/features/auth/auth.errors';
import { confirmUser } from '~/server/features/auth/confirm-user';
import type { SessionToken } from '~/server/lib/session-token';
import { limits } from '~/shared/limits';
import type { ApiTokenSummary, CreatedApiToken, CreateTokenInput } from '~/shared/schemas/tokens';
import { tokenNotFound, tooManyTokens } from './tokens.errors';

/** 256 random bits, with a prefix for secret scanners. */
const newToken = () => `qi_${randomBytes(32).toString('base64url')}`;

const summary = { id: true, name: true, scope: true, createdAt: true, lastUsedAt: true, expiresAt: true } as const;

export async function listTokens(deps: Deps, userId: string): Promise<ApiTokenSummary[]> {
  const rows = await deps.db.apiToken.findMany({
    where: { userId },
    select: summary,
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  return rows.map((row) => ({ ...row, scope: scopeOf(row) }));
}

export async function createToken(
  deps: Deps,
  { by, caller, sessionToken }: ActingUser & { sessionToken?: SessionToken },
  input: CreateTokenInput,
): Promise<CreatedApiToken> {
  const userId = by.id;
  await deps.rateLimiter.consume('tokensByAccount', userId);
  const passwordHash = await confirmUser(deps, { userId, sessionToken }, input.password);
  const token = newToken();
  const expiresAt = input.expiresAt === undefined ? new Date(Date.now() + limits.tokenLifetimeMs) : input.expiresAt;
  const created = await deps.db.$transaction(async (tx) => {
    // Locked until the end: tokens created concurrently are counted one after another, and a concurrent lock or new
    // password either comes first and is seen here, or comes later and also deletes this token.
    const [owner] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM users WHERE id = ${userId}::uuid AND password = ${passwordHash} AND NOT is_locked
      FOR NO KEY UPDATE`;
    if (!owner) throw wrongPassword();
    const [row] = await tx.$queryRaw<ApiTokenSummary[]>`
      INSERT INTO api_tokens (user_id, name, scope, token_hash, expires_at)
      SELECT ${userId}::uuid, ${input.name}, ${input.scope}, ${hashToken(token)}, ${expiresAt}
      WHERE (SELECT count(*) FROM api_tokens WHERE user_id = ${userId}::uuid) < ${limits.tokensPerUser}
      RETURNING id, name, scope, created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt"`;
    if (!row) throw tooManyTokens();
    const subject = { id: row.id, label: row.name };
    const details = { scope: row.scope, expiresAt: row.expiresAt?.toISOString() ?? null };
    await recordAudit(tx, { kind: 'api-token-created', actor: by, subject, details, caller });
    return row;
  }, transactionLimits.short);
  return { ...created, token };
}

/** Rejected from the next request. */
export async function revokeToken(deps: Deps, { by, caller }: ActingUser, id: string): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const row = await tx.apiToken.findFirst({ where: { id, userId: by.id }, select: { name: true } });
    const { count } = await tx.apiToken.deleteMany({ where: { id, userId: by.id } });
    if (!row || count === 0) throw tokenNotFound();
    await recordAudit(tx, { kind: 'api-token-revoked', actor: by, subject: { id, label: row.name }, caller });
  });
}
