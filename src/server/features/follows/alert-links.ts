/**
 * URLs that work without a session: the private feed, and the unsubscribe link of alert emails. Their keys are in the
 * query, which is never logged.
 */
import { randomBytes } from 'node:crypto';
import { createSeal, type SecretSettings } from '~/server/lib/installation-key';

export const feedPath = '/qinvest/feed.atom';
export const unsubscribePath = '/qinvest/unsubscribe';

export const feedUrl = (publicUrl: string, key: string) => `${publicUrl}${feedPath}?key=${key}`;
/** 256 random bits. */
export const newFeedKey = (): string => randomBytes(32).toString('base64url');

const purpose = 'alert mails';
const context = 'unsubscribe';
const longestKey = 500;

/** Contains the encrypted account id, so that links in old emails keep working. Can only turn off emails. */
export function unsubscribeUrl(env: SecretSettings & { publicUrl: string }, userId: string): string {
  const key = createSeal(env, purpose).seal(context, userId);
  return `${env.publicUrl}${unsubscribePath}?key=${encodeURIComponent(key)}`;
}

/** The account of an unsubscribe key; null if the key is invalid. */
export function userOfKey(env: SecretSettings, key: unknown): string | null {
  if (typeof key !== 'string' || key.length > longestKey) return null;
  return createSeal(env, purpose).open(context, key)?.text ?? null;
}
