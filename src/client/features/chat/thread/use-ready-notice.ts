import { useEffect, useRef } from 'react';
import { noticeAnswerReady } from '~/client/lib/ready-notice';
import { answerWords as words } from '~/client/words/answers';
import type { ChatMessage } from '~/shared/schemas/messages';

/** Notifies users who are in another tab when an answer of this page ends. */
export function useReadyNotice(last: ChatMessage | undefined): void {
  const runningId = useRef<string>(undefined);
  const id = last?.id;
  const status = last?.metadata.status;
  const isRunning = last?.metadata.processing === true;
  useEffect(() => {
    if (isRunning) {
      runningId.current = id;
      return;
    }
    if (id === undefined || id !== runningId.current) return;
    runningId.current = undefined;
    // The user stopped it, so no notice is needed.
    if (status === 'stopped') return;
    noticeAnswerReady(status === 'complete' ? words.ready : words.notFinished, document.title);
  }, [id, isRunning, status]);
}
