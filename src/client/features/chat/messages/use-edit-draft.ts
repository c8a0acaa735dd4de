import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { accountKey } from '~/client/lib/account-storage';
import { trpc, trpcClient } from '~/client/lib/trpc';
import type { ChatMessage } from '~/shared/schemas/messages';

type EditedMessage = Pick<ChatMessage, 'id' | 'conversationId' | 'content'>;

/** The unsent edit of a question, which survives a reload. Signing out deletes it. */
function useEditDraft({ id, conversationId, content }: EditedMessage) {
  const { data: user } = trpc.auth.user.useQuery();
  const key = accountKey('draft', user?.id ?? '', `${conversationId}:${id}`);
  return useMemo(() => {
    /** An empty or unchanged text is not a draft. */
    const write = (text: string) => put(key, text.trim() === '' || text === content ? undefined : text);
    return { read: () => read(key), write, forget: () => put(key, undefined) };
  }, [key, content]);
}

/** Calls `onFound` if the question has an unsent edit. If a version contains the edit, only the response was lost. */
export function useUnsentText(message: EditedMessage, onFound: () => void): void {
  const { id: messageId } = message;
  const { read, forget } = useEditDraft(message);
  const found = useEffectEvent(onFound);
  useEffect(() => {
    const text = read();
    if (text === undefined) return;
    let isLeft = false;
    const check = (isSent: boolean) => {
      if (isLeft) return;
      if (isSent) forget();
      else found();
    };
    trpcClient.messages.versions.query({ messageId }).then(
      ({ items }) => check(items.some(({ content }) => content === text)),
      () => check(false),
    );
    return () => {
      isLeft = true;
    };
  }, [messageId, read, forget]);
}

/** The text in the box, stored with each change. */
export function useEditedText(message: EditedMessage) {
  const { read, write, forget } = useEditDraft(message);
  const [text, setText] = useState(() => read() ?? message.content);
  const change = (next: string) => {
    setText(next);
    write(next);
  };
  return { text, change, forget };
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // Storage may be forbidden; the draft then lasts until the question is unmounted.
    return undefined;
  }
}

function put(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // As above: forbidden or full storage must not prevent typing.
  }
}
