/** Caches token counts of messages and passages, whose texts do not change. */
import { countTokens, maxTokens } from '~/server/lib/tokens/count-tokens';

const maxRemembered = 50_000;
const maxConversations = 1000;
/** Fallback if the counter fails; most texts have more bytes per token. */
const bytesPerToken = 3;

const remembered = new Map<string, number>();
/** Conversations so long that their messages had to be counted. */
const longConversations = new Set<string>();

export interface Countable {
  /** Identifies the text as long as it does not change. */
  key?: string;
  text: string;
}

/** Message texts never change once the message is complete. */
export const messageText = (id: string, text: string): Countable & { key: string } => ({
  key: `${id}:${text.length}`,
  text,
});

export function announceCount(conversationId: string): void {
  longConversations.delete(conversationId);
  longConversations.add(conversationId);
  if (longConversations.size > maxConversations) evictOldest(longConversations);
}

/** Counts a new message of a long conversation now, so that the next request does not wait for it. */
export function countInBackground(conversationId: string, message: ReturnType<typeof messageText>): void {
  if (longConversations.has(conversationId)) void sizesOf([message]);
}

/** Returns the tokens of each text. Only counts the texts that are not cached. */
export async function sizesOf(texts: readonly Countable[]): Promise<number[]> {
  const known = texts.map(({ key }) => (key === undefined ? undefined : remembered.get(key)));
  const unknown = texts.flatMap((countable, index) => (known[index] === undefined ? [{ ...countable, index }] : []));
  const counts = await countOrEstimate(unknown.map(({ text }) => text));
  unknown.forEach(({ key, index }, place) => {
    const count = counts[place] ?? 0;
    known[index] = count;
    if (key !== undefined) remember(key, count);
  });
  return known.map((count) => count ?? 0);
}

function countOrEstimate(texts: string[]): Promise<number[]> {
  return countTokens(texts).catch(() => texts.map((text) => Math.ceil(maxTokens(text) / bytesPerToken)));
}

/** Evicts the oldest entries. */
function remember(key: string, count: number): void {
  remembered.set(key, count);
  if (remembered.size > maxRemembered) evictOldest(remembered);
}

function evictOldest(kept: Map<string, unknown> | Set<string>): void {
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}
