import type { Deps } from '~/server/deps';
import type { StoredPreview } from './import-store';

/** Why an import does not fit into the account, with the amount that does; null if it fits. */
export async function quotaErrorOf(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  userId: string,
  adds: Pick<StoredPreview, 'conversations' | 'messages'>,
): Promise<string | null> {
  const [used] = await db.sql<{ conversations: number; messages: number }>`
    SELECT conversations, messages FROM account_usage WHERE user_id = ${userId}::uuid`;
  const remaining = {
    conversations: left(env.QUOTA_USER_CONVERSATIONS, used?.conversations ?? 0),
    messages: left(env.QUOTA_USER_MESSAGES, used?.messages ?? 0),
  };
  if (adds.conversations <= remaining.conversations && adds.messages <= remaining.messages) return null;
  return `The file adds ${counted(adds)}. Your account has room for ${counted(remaining)}. Delete conversations you no longer need.`;
}

const left = (max: number, used: number) => (max === 0 ? Infinity : Math.max(0, max - used));

function counted({ conversations, messages }: { conversations: number; messages: number }): string {
  const parts = [
    conversations < Infinity && `${conversations.toLocaleString('en-US')} conversations`,
    messages < Infinity && `${messages.toLocaleString('en-US')} messages`,
  ];
  return parts.filter(Boolean).join(' and ');
}
