/** Collections selected before the first message of a chat. The server stores them with the conversation. */
import { useSyncExternalStore } from 'react';
import type { SendMessageInput } from '~/shared/schemas/messages';

type Switches = NonNullable<SendMessageInput['collections']>;

const none: Switches = [];
const listeners = new Set<() => void>();
/** Keyed by account, so that another account on the same page starts with none. */
const switchesByUser = new Map<string, Switches>();

export const newChatCollections = (userId: string): Switches => switchesByUser.get(userId) ?? none;

export function switchInNewChat(userId: string, id: string, isOn: boolean): void {
  put(userId, [...newChatCollections(userId).filter((other) => other.id !== id), { id, isOn }]);
}

/** Called once the server has stored them with the conversation. */
export const forgetNewChatCollections = (userId: string): void => put(userId, none);

function put(userId: string, switches: Switches): void {
  switchesByUser.set(userId, switches);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useNewChatCollections = (userId: string): Switches =>
  useSyncExternalStore(subscribe, () => newChatCollections(userId));
