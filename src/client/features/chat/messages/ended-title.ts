import { answerWords as words } from '~/client/words/answers';
import type { MessageMetadata } from '~/shared/schemas/messages';

/** What a notification says about an answer that has ended; undefined if the user stopped it. */
export function endedTitle(status: MessageMetadata['status']): string | undefined {
  if (status === 'stopped') return undefined;
  return status === 'complete' ? words.ready : words.notFinished;
}
