import type { Deps } from '~/server/deps';
import { limits } from '~/shared/limits';
import type { Memory, MemoryOverview, MemorySettings } from '~/shared/schemas/memory';
import { memoryNotFound, tooManyMemories } from './memory.errors';

/** A conversation is only included while its owner can see it: a discarded one has no owner. */
const columns = {
  id: true,
  text: true,
  createdAt: true,
  updatedAt: true,
  conversation: { select: { id: true, title: true, userId: true } },
} as const;
type Row = Omit<Memory, 'conversation'> & { conversation: { id: string; title: string; userId: string | null } | null };

/** Newest first. Not paged, because their number is limited. */
export async function readMemory({ db }: Pick<Deps, 'db'>, userId: string): Promise<MemoryOverview> {
  const [{ usesMemory }, rows] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: userId }, select: { usesMemory: true } }),
    db.memory.findMany({ where: { userId }, select: columns, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] }),
  ]);
  return { isEnabled: usesMemory, facts: rows.map((row) => toMemory(row, userId)) };
}

export async function saveMemorySettings(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { isEnabled }: MemorySettings,
): Promise<MemorySettings> {
  await db.user.update({ where: { id: userId }, data: { usesMemory: isEnabled } });
  return { isEnabled };
}

/** Does nothing if the text is already remembered. */
export async function addMemory(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { text, conversationId = null }: { text: string; conversationId?: string | null },
): Promise<Memory> {
  const row = await db.$transaction(async (tx) => {
    // Locks in a separate statement, so that the next one also counts facts added by earlier holders of the lock.
    await tx.$queryRaw`SELECT 1 FROM account_usage WHERE user_id = ${userId}::uuid FOR UPDATE`;
    const known = await tx.memory.findFirst({ where: { userId, text }, select: columns });
    if (known) return known;
    if ((await tx.memory.count({ where: { userId } })) >= limits.memories) throw tooManyMemories();
    return tx.memory.create({ data: { userId, text, conversationId }, select: columns });
  });
  return toMemory(row, userId);
}

export async function updateMemory(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { memoryId, text }: { memoryId: string; text: string },
): Promise<Memory> {
  const [row] = await db.memory.updateManyAndReturn({
    where: { id: memoryId, userId },
    data: { text },
    select: columns,
  });
  if (!row) throw memoryNotFound();
  return toMemory(row, userId);
}

export async function deleteMemory({ db }: Pick<Deps, 'db'>, userId: string, memoryId: string): Promise<void> {
  const { count } = await db.memory.deleteMany({ where: { id: memoryId, userId } });
  if (count === 0) throw memoryNotFound();
}

/** Returns the number of deleted memories. */
export async function deleteMemories({ db }: Pick<Deps, 'db'>, userId: string): Promise<number> {
  return (await db.memory.deleteMany({ where: { userId } })).count;
}

/** For the export of a user's data. */
export const exportedMemory = ({ db }: Pick<Deps, 'db'>, userId: string) =>
  db.memory.findMany({
    where: { userId },
    select: { id: true, text: true, conversationId: true, createdAt: true, updatedAt: true },
    orderBy: { createdAt: 'asc' },
  });

function toMemory({ conversation, ...row }: Row, userId: string): Memory {
  const isOwn = conversation?.userId === userId;
  return { ...row, conversation: isOwn ? { id: conversation.id, title: conversation.title } : null };
}
