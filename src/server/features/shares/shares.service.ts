/** Links that show a conversation, or one message, as it was when it was shared. */
import { randomBytes } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { assertKept } from '~/server/features/conversations/temporary-conversations';
import { frozenPaper } from '~/server/features/papers/papers.service';
import { decodeCursor, encodeCursor } from '~/server/lib/cursor';
import { hashPassword } from '~/server/lib/password';
import { limits } from '~/shared/limits';
import type { CreateShareInput, Share } from '~/shared/schemas/shares';
import { nothingToShare, publicSharingOff, shareNotFound, tooManyShares } from './shares.errors';

type ActingPerson = Acting & { by: { id: string } };
interface ShareRow extends Omit<Share, 'url'> {
  key: string;
}

const keyBytes = 16;
const lowestId = '00000000-0000-0000-0000-000000000000';

export const isPublicSharingOff = ({ env }: Pick<Deps, 'env'>): boolean => env.PUBLIC_SHARING === 'off';

export async function createShare(deps: Deps, { by, caller }: ActingPerson, input: CreateShareInput): Promise<Share> {
  const { audience, conversationId, messageId, expiresInDays, password } = input;
  if (audience === 'everybody' && isPublicSharingOff(deps)) throw publicSharingOff();
  const frozen = await frozenPaper(deps, by.id, {
    ...(conversationId && { conversationId }),
    ...(messageId && { messageId }),
  });
  await assertKept(deps, by.id, frozen.conversationId);
  if (frozen.isEmpty) throw nothingToShare();
  const key = randomBytes(keyBytes).toString('base64url');
  const passwordHash = password ? await hashPassword(password) : null;
  const expiresAt = expiresInDays ? new Date(Date.now() + expiresInDays * 86_400_000) : null;
  return deps.db.$transaction(async (tx) => {
    // Held until the end, so that links created at the same time are counted one after the other.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${by.id}::uuid FOR NO KEY UPDATE`;
    if ((await tx.share.count({ where: { userId: by.id } })) >= limits.sharesPerPerson) throw tooManyShares();
    const row = await tx.share.create({
      data: {
        key,
        userId: by.id,
        conversationId: frozen.conversationId,
        messageId: messageId ?? null,
        title: frozen.title,
        audience,
        paper: frozen.json,
        passwordHash,
        expiresAt,
      },
    });
    const details = { audience, expiresAt: expiresAt?.toISOString() ?? null, isProtected: passwordHash !== null };
    await recordAudit(tx, {
      kind: 'share-created',
      actor: by,
      subject: { id: row.id, label: row.title },
      details,
      caller,
    });
    return toShare(deps, { ...row, audience, isProtected: passwordHash !== null });
  });
}

/** Newest first. */
export async function listShares(
  deps: Deps,
  userId: string,
  page: { cursor?: string | null | undefined; limit: number },
): Promise<{ items: Share[]; nextCursor: string | null }> {
  const after = page.cursor ? decodeCursor(page.cursor) : null;
  const rows = await deps.db.sql<ShareRow>`
    SELECT id, key, title, conversation_id AS "conversationId", message_id AS "messageId", audience,
           password_hash IS NOT NULL AS "isProtected", created_at AS "createdAt", expires_at AS "expiresAt"
    FROM shares
    WHERE user_id = ${userId}::uuid
      AND (created_at, id) < (coalesce(${after?.time ?? null}, 'infinity'::timestamptz), ${after?.id ?? lowestId}::uuid)
    ORDER BY created_at DESC, id DESC LIMIT ${page.limit + 1}`;
  const items = rows.slice(0, page.limit).map((row) => toShare(deps, row));
  const last = items.at(-1);
  return { items, nextCursor: rows.length > page.limit && last ? encodeCursor(last.createdAt, last.id) : null };
}

/** The link shows nothing from the next request. */
export async function revokeShare(deps: Deps, { by, caller }: ActingPerson, id: string): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const row = await tx.share.findFirst({ where: { id, userId: by.id }, select: { title: true } });
    const { count } = await tx.share.deleteMany({ where: { id, userId: by.id } });
    if (!row || count === 0) throw shareNotFound();
    await recordAudit(tx, { kind: 'share-revoked', actor: by, subject: { id, label: row.title }, caller });
  });
}

function toShare({ env }: Pick<Deps, 'env'>, row: ShareRow): Share {
  const { id, key, title, conversationId, messageId, audience, isProtected, createdAt, expiresAt } = row;
  const url = `${env.publicUrl}/s/${key}`;
  return { id, url, title, conversationId, messageId, audience, isProtected, createdAt, expiresAt };
}
