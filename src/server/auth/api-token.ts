/** The owner of an API token. features/tokens creates and revokes tokens. */

import type { Database } from '~/server/db/client';
import { sha256 } from '~/server/lib/hash';
import type { CurrentUser } from '~/shared/schemas/auth';
import type { TokenScope } from '~/shared/token-scopes';
import { publicFields } from './current-user';

export const tokenPattern = /^Bearer +(qi_[\w-]{1,200})$/i;
/** A fast hash is enough: a token has 256 random bits and cannot be guessed. */
export const hashToken = (token: string) => sha256(token);

/** Every scope but `write` is read-only. */
export const scopeOf = ({ scope }: { scope: string }): TokenScope => (scope === 'write' ? 'write' : 'read');

/** The time of last use is updated at most this often. */
const usedWithinMs = 60_000;

/** The token's owner with their current rights, and its scope. Null if the token is unknown or expired. */
export async function ownerOfToken(
  db: Database,
  token: string,
): Promise<{ user: CurrentUser; scope: TokenScope } | null> {
  const found = await db.apiToken.findUnique({
    where: { tokenHash: hashToken(token) },
    select: { id: true, scope: true, expiresAt: true, lastUsedAt: true, user: { select: publicFields } },
  });
  if (!found || (found.expiresAt && found.expiresAt.getTime() <= Date.now())) return null;
  if (!found.lastUsedAt || Date.now() - found.lastUsedAt.getTime() > usedWithinMs) {
    // Not `update`, which throws if the token has been revoked since.
    await db.apiToken.updateMany({ where: { id: found.id }, data: { lastUsedAt: new Date() } });
  }
  return { user: found.user, scope: scopeOf(found) };
}
