/** Bearer tokens of directories: created and revoked by administrators, shown once, stored as SHA-256. */
import { randomBytes } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { AppError } from '~/server/lib/errors';
import { sha256 } from '~/server/lib/hash';
import { limits } from '~/shared/limits';
import type { CreatedScimToken, ScimTokenRow } from '~/shared/schemas/scim';

const select = { id: true, name: true, createdAt: true, lastUsedAt: true } as const;
const tokenNotFound = () => new AppError('not_found', 'SCIM token not found');
const tooManyTokens = () =>
  new AppError('conflict', `There can be at most ${limits.scimTokens} SCIM tokens. Revoke one that is no longer used.`);

/** Newest first. Their number is limited. */
export const listScimTokens = ({ db }: Pick<Deps, 'db'>): Promise<ScimTokenRow[]> =>
  db.scimToken.findMany({ select, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] });

export async function createScimToken(deps: Deps, acting: Acting, name: string): Promise<CreatedScimToken> {
  // 256 random bits, with a prefix for secret scanners.
  const token = `qscim_${randomBytes(32).toString('base64url')}`;
  const row = await deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('scim tokens'))::text`;
    if ((await tx.scimToken.count()) >= limits.scimTokens) throw tooManyTokens();
    const created = await tx.scimToken.create({ data: { name, tokenHash: sha256(token) }, select });
    await recordAudit(tx, traceOf(acting, 'scim-token-created', created));
    return created;
  });
  return { ...row, token, url: `${deps.env.publicUrl}/scim/v2` };
}

/** Rejected from the next request. */
export async function revokeScimToken(deps: Deps, acting: Acting, id: string): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const row = await tx.scimToken.findUnique({ where: { id }, select });
    const { count } = await tx.scimToken.deleteMany({ where: { id } });
    if (!row || count === 0) throw tokenNotFound();
    await recordAudit(tx, traceOf(acting, 'scim-token-revoked', row));
  });
}

const traceOf = (
  { by, caller }: Acting,
  kind: 'scim-token-created' | 'scim-token-revoked',
  { id, name }: { id: string; name: string },
) => ({ kind, actor: by, subject: { id, label: name }, caller });

/** The time of last use is updated at most this often. */
const usedWithinMs = 60_000;
export const scimTokenPattern = /^Bearer +(qscim_[\w-]{1,100})$/i;

/** The acting directory for the audit log. Null for an invalid token. */
export async function directoryOf({ db }: Pick<Deps, 'db'>, authorization: string | undefined) {
  const token = scimTokenPattern.exec(authorization ?? '')?.[1];
  if (!token) return null;
  const found = await db.scimToken.findUnique({ where: { tokenHash: sha256(token) }, select });
  if (!found) return null;
  if (!found.lastUsedAt || Date.now() - found.lastUsedAt.getTime() > usedWithinMs)
    await db.scimToken.updateMany({ where: { id: found.id }, data: { lastUsedAt: new Date() } });
  return { email: `SCIM (${found.name})` };
}
