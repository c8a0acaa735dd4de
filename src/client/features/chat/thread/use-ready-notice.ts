import { useEffect, useRef } from 'react';
import { noticeAnswerReady } from '~/client/lib/ready-notice';
import { answerWords as words } from '~/client/words/answers';
import type { ChatMessage } from '~/shared/schemas/messages';

/** Tells a user who looks elsewhere that the answer has ended which was being written here. */
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
    // The user has stopped it, and knows.
    if (status === 'stopped') return;
    noticeAnswerReady(status === 'complete' ? words.ready : words.notFinished, document.title);
  }, [id, isRunning, status]);
}
