import { useEffect, useRef } from 'react';
import { noticeAnswerReady } from '~/client/lib/ready-notice';
import type { ChatMessage } from '~/shared/schemas/messages';
import { endedTitle } from '../messages/ended-title';

/** Notifies users who are in another tab when an answer of this page ends. */
export function useReadyNotice(last: ChatMessage | undefined): void {
  const runningId = useRef<string>(undefined);
  const { id, conversationId } = last ?? {};
  const status = last?.metadata.status;
  const isRunning = last?.metadata.processing === true;
  useEffect(() => {
    if (isRunning) {
      runningId.current = id;
      return;
    }
    if (id === undefined || conversationId === undefined || id !== runningId.current) return;
    runningId.current = undefined;
    const title = endedTitle(status);
    if (title) noticeAnswerReady({ title, body: document.title, conversationId });
  }, [id, conversationId, isRunning, status]);
}
