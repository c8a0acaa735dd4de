import { randomUUID } from 'node:crypto';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { deleteUnattached } from '~/server/features/uploads/sweeper';
import { tooManyConversations, tooManyMessages } from '~/server/generation/generation.errors';
import { sha256 } from '~/server/lib/hash';
import { copyFiles, placesOf, withCopies } from './copy-files';
import type { SharedFile } from './frozen-files';
import type { SharedMessage } from './frozen-messages';
import { notCopyable } from './shares.errors';

const noQuestion = '(The shared link contains no question.)';

export interface CopiedShare {
  id: string;
  title: string;
  messages: readonly SharedMessage[] | null;
  files: readonly SharedFile[];
}

/**
 * Copies the content of a link into a new conversation of the user. Idempotent per request id, because the
 * conversation's id is derived from it.
 */
export async function copyShare(
  deps: Deps,
  { by, caller }: Acting & { by: { id: string } },
  share: CopiedShare,
  requestId: string,
): Promise<string> {
  if (!share.messages) throw notCopyable();
  const messages = withQuestion(share.messages);
  await deps.rateLimiter.consume('shareCopiesByAccount', by.id);
  const id = copyId(by.id, share.id, requestId);
  if ((await deps.db.conversation.count({ where: { id } })) > 0) return id;
  const copies = await copyFiles(deps, by.id, share.files);
  try {
    await createCopy(deps, { by, caller }, { id, share, messages, copies });
  } finally {
    // Deletes the copies of a failed request, or of one that lost a race; all others belong to messages.
    await deleteUnattached(deps, by.id, [...copies.values()]);
  }
  return id;
}

/** The link of a single answer has no question, but every answer of a conversation follows one. */
function withQuestion(messages: readonly SharedMessage[]): readonly SharedMessage[] {
  const [first] = messages;
  if (first?.role !== 'assistant') return messages;
  const { createdAt } = first;
  const metadata = { imported: { source: 'shared' } } as const;
  return [{ role: 'user', content: noQuestion, attachments: [], metadata, createdAt }, ...messages];
}

interface NewCopy {
  id: string;
  share: CopiedShare;
  messages: readonly SharedMessage[];
  copies: ReadonlyMap<string, string>;
}

async function createCopy(
  deps: Deps,
  { by, caller }: Acting & { by: { id: string } },
  { id, share, messages, copies }: NewCopy,
): Promise<void> {
  const { texts } = deps.db;
  const rows = messages.map((message, index) => ({ ...withCopies(message, copies), id: randomUUID(), index }));
  const placed = await Promise.all(
    rows.map(async (row, index) => ({
      ...row,
      parentId: rows[index - 1]?.id ?? id,
      content: await texts.seal(row.id, row.content),
      metadata: await texts.sealMetadata(row.id, row.metadata),
    })),
  );
  const { QUOTA_USER_CONVERSATIONS: maxConversations, QUOTA_USER_MESSAGES: maxMessages } = deps.env;
  await deps.db.$transaction(async (tx) => {
    // Locked until the end, so that copies created concurrently are counted one after another.
    const [used] = await tx.$queryRaw<{ conversations: number; messages: number }[]>`
      SELECT conversations, messages FROM account_usage WHERE user_id = ${by.id}::uuid FOR UPDATE`;
    if ((await tx.conversation.count({ where: { id } })) > 0) return;
    if (maxConversations > 0 && (used?.conversations ?? 0) >= maxConversations)
      throw tooManyConversations(maxConversations);
    if (maxMessages > 0 && (used?.messages ?? 0) + messages.length > maxMessages) throw tooManyMessages(maxMessages);
    await tx.conversation.create({ data: { id, userId: by.id, title: share.title } });
    await tx.$executeRaw`
      INSERT INTO messages (id, conversation_id, parent_id, role, content, attachments, metadata, created_at)
      SELECT m.id, ${id}::uuid, m."parentId", m.role, m.content, m.attachments, m.metadata, m."createdAt"
      FROM jsonb_to_recordset(${JSON.stringify(placed)}::jsonb)
        AS m(id uuid, "parentId" uuid, role text, content text, attachments jsonb, metadata jsonb, "createdAt" timestamptz, index int)
      ORDER BY m.index`;
    const places = placesOf(rows, copies);
    await tx.$executeRaw`
      UPDATE objects SET message_id = p."messageId"
      FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS p("objectId" uuid, "messageId" uuid)
      WHERE objects.id = p."objectId" AND objects.user_id = ${by.id}::uuid`;
    await recordAudit(tx, {
      kind: 'share-copied',
      actor: by,
      subject: { id: share.id, label: share.title },
      details: { conversationId: id },
      caller,
    });
  });
}

/** Always the same UUID for the same user, link and request. */
function copyId(...parts: string[]): string {
  const hex = sha256(parts.join(' '));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
