/** Collections selected before the first message of a chat. The server stores them with the conversation. */

import { useSyncExternalStore } from 'react';
import { createListeners } from '~/client/lib/listeners';
import type { SendMessageInput } from '~/shared/schemas/messages';

type Switches = NonNullable<SendMessageInput['collections']>;

const none: Switches = [];
const listeners = createListeners();
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
  listeners.notify();
}

export const useNewChatCollections = (userId: string): Switches =>
  useSyncExternalStore(listeners.subscribe, () => newChatCollections(userId));
