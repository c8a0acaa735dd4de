/** Links to a conversation, or to one message, as it was when it was shared. */

import { randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, type ActingUser, recordAudit } from '~/server/features/audit/audit.service';
import { assertKept } from '~/server/features/conversations/temporary-conversations';
import { freezeDocument } from '~/server/features/exports/exports.service';
import { assertOwnGroups } from '~/server/features/groups/groups.service';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { fileNotFound } from '~/server/features/uploads/uploads.errors';
import { createdCursor, decodeCursor, type PageRequest, pageOf } from '~/server/lib/cursor';
import { hashPassword } from '~/server/lib/password';
import { nilUuid } from '~/server/lib/uuid';
import { limits } from '~/shared/limits';
import type { CreateShareInput, Share } from '~/shared/schemas/shares';
import { dayMs } from '~/shared/utc-day';
import { chooseFiles, type FrozenFile, withFiles } from './frozen-files';
import { sharedMessages } from './frozen-messages';
import { isPublicSharingOff } from './public-sharing';
import { nothingToShare, publicSharingOff, shareNotFound, tooManyShares } from './shares.errors';

type ActingMember = Acting & { by: { id: string; isAdmin: boolean } };
interface ShareRow extends Omit<Share, 'url'> {
  key: string;
}

const keyBytes = 16;

export async function createShare(deps: Deps, { by, caller }: ActingMember, input: CreateShareInput): Promise<Share> {
  const { audience, groupIds, conversationId, messageId, expiresInDays, password, fileIds } = input;
  if (audience === 'everybody' && isPublicSharingOff(deps)) throw publicSharingOff();
  const groups = audience === 'groups' ? await assertOwnGroups(deps, by, groupIds) : [];
  const files = await chooseFiles(deps, by.id, { conversationId, messageId }, fileIds);
  const target = { ...(conversationId && { conversationId }), ...(messageId && { messageId }) };
  const frozen = await freezeDocument(deps, by.id, target, (message) => withFiles(files, message));
  await assertKept(deps, by.id, frozen.conversationId);
  if (frozen.isEmpty) throw nothingToShare();
  const key = randomBytes(keyBytes).toString('base64url');
  const passwordHash = password ? await hashPassword(password) : null;
  const expiresAt = expiresInDays ? new Date(Date.now() + expiresInDays * dayMs) : null;
  const id = randomUUID();
  const stored = await frozenJson(deps, id, frozen.json, sharedMessages(frozen.messages, files));
  return deps.db.$transaction(async (tx) => {
    // Locked until the end, so that links created concurrently are counted one after another.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${by.id}::uuid FOR NO KEY UPDATE`;
    if ((await tx.share.count({ where: { userId: by.id } })) >= limits.sharesPerUser) throw tooManyShares();
    const row = await tx.share.create({
      data: {
        id,
        key,
        userId: by.id,
        conversationId: frozen.conversationId,
        messageId: messageId ?? null,
        title: frozen.title,
        audience: audience === 'everybody' ? 'everybody' : 'members',
        isForGroups: audience === 'groups',
        groups: { create: groups.map(({ id: groupId }) => ({ groupId })) },
        ...stored,
        passwordHash,
        expiresAt,
      },
    });
    await storeFiles(tx, row, [...files.values()]);
    const names = groups.map(({ name }) => name);
    const details = {
      audience,
      ...(names.length > 0 && { groups: names.join(', ') }),
      expiresAt: expiresAt?.toISOString() ?? null,
      isProtected: passwordHash !== null,
      ...(files.size > 0 && { files: files.size }),
    };
    await recordAudit(tx, {
      kind: 'share-created',
      actor: by,
      subject: { id: row.id, label: row.title },
      details,
      caller,
    });
    const shown = [...files.values()].map(({ name, type, size }) => ({ name, type, size }));
    return toShare(deps, { ...row, audience, groups: names, isProtected: passwordHash !== null, files: shown });
  });
}

/** Encrypted before the transaction, so that the transaction does not wait for the key. */
async function frozenJson({ db }: Deps, id: string, document: unknown, messages: unknown) {
  const stored = {
    paper: await db.texts.sealJson(id, 'paper', document),
    messages: await db.texts.sealJson(id, 'messages', messages),
  };
  return JSON.parse(JSON.stringify(stored));
}

/** The bytes are not copied. A file deleted in the meantime is reported as not found. */
async function storeFiles(tx: Transaction, share: { id: string; userId: string }, files: FrozenFile[]): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ objectId }) => objectId);
  // Locked until the end, so that a later deletion or change of the owner sees that this link needs the bytes.
  const held = await tx.$queryRaw<unknown[]>`
    SELECT id FROM objects WHERE id = ANY(${ids}::uuid[]) AND user_id = ${share.userId}::uuid FOR SHARE`;
  if (held.length < files.length) throw fileNotFound();
  await tx.shareFile.createMany({
    data: files.map(({ text: _, passages, ...file }, place) => ({
      ...file,
      place,
      passages: JSON.parse(JSON.stringify(passages)),
      shareId: share.id,
      ownerId: share.userId,
    })),
  });
}

/** Newest first, without links to discarded conversations. */
export async function listShares(
  deps: Deps,
  userId: string,
  page: PageRequest,
): Promise<{ items: Share[]; nextCursor: string | null }> {
  const after = page.cursor ? decodeCursor(page.cursor) : null;
  const rows = await deps.db.sql<ShareRow>`
    SELECT id, key, title, conversation_id AS "conversationId", message_id AS "messageId",
           CASE WHEN is_for_groups THEN 'groups' ELSE audience END AS audience,
           ARRAY(SELECT g.name FROM share_groups s JOIN groups g ON g.id = s.group_id WHERE s.share_id = shares.id ORDER BY g.name_key COLLATE "C") AS groups,
           password_hash IS NOT NULL AS "isProtected",
           coalesce((SELECT jsonb_agg(jsonb_build_object('name', f.name, 'type', f.type, 'size', f.size) ORDER BY f.place)
                     FROM share_files f WHERE f.share_id = shares.id), '[]') AS files,
           created_at AS "createdAt", expires_at AS "expiresAt"
    FROM shares
    WHERE user_id = ${userId}::uuid
      AND EXISTS (SELECT FROM conversations c WHERE c.id = shares.conversation_id AND c.user_id = shares.user_id)
      AND (created_at, id) < (coalesce(${after?.time ?? null}, 'infinity'::timestamptz), ${after?.id ?? nilUuid}::uuid)
    ORDER BY created_at DESC, id DESC LIMIT ${page.limit + 1}`;
  const { items, nextCursor } = pageOf(rows, page.limit, createdCursor);
  return { items: items.map((row) => toShare(deps, row)), nextCursor };
}

/** The link stops working with the next request. */
export async function revokeShare(deps: Deps, { by, caller }: ActingUser, id: string): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const row = await tx.share.findFirst({ where: { id, userId: by.id }, select: { title: true } });
    const { count } = await tx.share.deleteMany({ where: { id, userId: by.id } });
    if (!row || count === 0) throw shareNotFound();
    await recordAudit(tx, { kind: 'share-revoked', actor: by, subject: { id, label: row.title }, caller });
  });
  sweepSoon(deps);
}

function toShare({ env }: Pick<Deps, 'env'>, row: ShareRow): Share {
  const { id, key, title, conversationId, messageId, audience, groups, isProtected, files, createdAt, expiresAt } = row;
  const url = `${env.publicUrl}/s/${key}`;
  return { id, url, title, conversationId, messageId, audience, groups, isProtected, files, createdAt, expiresAt };
}
