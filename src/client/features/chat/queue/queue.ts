/** Messages that wait for the end of an answer, stored in this browser for each account and conversation. */

import { useMemo, useSyncExternalStore } from 'react';
import { accountKey, readText, subscribeToTexts, writeText } from '~/client/lib/account-storage';
import type { AnswerSources } from '~/shared/answer-sources';
import { recordOf } from '~/shared/is-record';
import type { ModelParameters } from '~/shared/schemas/models';
import type { StoredFile } from '../files/stored-files';

/**
 * Queues a message, or returns false if it should be sent now. 'pressed': Send was pressed before this part was loaded.
 */
export type Queue = ((text: string) => boolean) | 'pressed' | undefined;

export const maxWaiting = 5;

export interface WaitingMessage {
  /** The same in every tab, so that the server stores the message only once. */
  requestId: string;
  content: string;
  files: StoredFile[];
  /** As chosen when the message was written, because a retry must be the same request. */
  choice: { model?: string | undefined; parameters?: ModelParameters; sources?: AnswerSources };
  /** The id of the answer whose end sends the message. */
  after: string;
}

export const queueKey = (userId: string, conversationId: string) => accountKey('queue', userId, conversationId);

const readJson = (key: string) => readText(key) ?? '[]';

function parse(text: string): WaitingMessage[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isWaitingMessage) : [];
  } catch {
    return [];
  }
}

export const readQueue = (key: string): WaitingMessage[] => parse(readJson(key));

/** Reads the stored queue again before changing it, because another tab may have changed it. */
export function changeQueue(key: string, change: (queue: WaitingMessage[]) => WaitingMessage[]): void {
  const next = change(readQueue(key));
  writeText(key, next.length > 0 ? JSON.stringify(next) : null);
}

export function useQueue(key: string): WaitingMessage[] {
  const text = useSyncExternalStore(subscribeToTexts, () => readJson(key));
  return useMemo(() => parse(text), [text]);
}

function isWaitingMessage(value: unknown): value is WaitingMessage {
  const { requestId, content, files, choice, after } = recordOf(value);
  const areTexts = [requestId, content, after].every((field) => typeof field === 'string');
  return areTexts && typeof choice === 'object' && choice !== null && Array.isArray(files) && files.every(isFile);
}

/** The path ends up in links and previews. */
const isFile = (file: unknown): boolean => /^\/objects\/[\w-]+$/.test(String(recordOf(file).objectPath));
