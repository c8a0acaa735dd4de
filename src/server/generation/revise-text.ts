/** Corrects a complete answer while users see its first text, which is kept if the correction fails. */

import type { Database } from '~/server/db/client';
import type { Logger } from '~/server/lib/logger';
import { pause } from '~/server/lib/wait';
import type { Activity, MessageMetadata } from '~/shared/schemas/messages';
import { endMetadata } from './answer-end';
import { answerKey } from './answer-key';
import { withActivity } from './answer-progress';
import { saveRunningMetadata } from './answer-store';
import type { LiveAnswer } from './live-answer';
import type { CorrectAnswer, PlaceInText, WrittenAnswer } from './prepared-answer';

const savePollMs = 20;

interface AnswerId {
  messageId: string;
  attempt: number;
}

interface Revision {
  turn: AnswerId;
  live: LiveAnswer;
  signal: AbortSignal;
  place: PlaceInText;
  /** Whether checkpoints have stored the whole live text. */
  isSaved(): boolean;
}

interface Settings {
  db: Database;
  logger: Logger;
  owner: string;
}

export async function reviseText(
  settings: Settings,
  correct: CorrectAnswer,
  first: WrittenAnswer,
  { turn, live, signal, place, isSaved }: Revision,
): Promise<WrittenAnswer> {
  const { messageId } = turn;
  const { activities, citations } = live;
  let saved: Promise<void> | undefined;
  const announce = (label: string) => {
    live.progress(withActivity(activities, { kind: 'book', label, state: 'running' }), citations);
    // A first text without the model's recalled thoughts differs from the checkpoints.
    if (first.content === live.text) saved = saveFirstVersion(settings, live, first, { isSaved, signal, activities });
  };
  try {
    return await correct(first, { key: `${answerKey(turn)}:correction`, signal, place, announce });
  } catch (error) {
    settings.logger.warn({ err: error, messageId }, 'an answer could not be corrected');
    return first;
  } finally {
    live.progress(activities, citations);
    await saved;
  }
}

/**
 * Stores the review of the first text beside its checkpoints. Only here can a running row have unconfirmed figures: if
 * this process ends now, the row is closed as a complete answer with its marks. The lock prevents another process from
 * closing the row first: the review would then mark it as running for ever.
 */
async function saveFirstVersion(
  { db, logger, owner }: Settings,
  answer: AnswerId,
  { metadata, citations }: WrittenAnswer,
  { isSaved, signal, activities }: Pick<Revision, 'isSaved' | 'signal'> & { activities: Activity[] },
): Promise<void> {
  while (!isSaved()) {
    if (signal.aborted) return;
    await pause(savePollMs);
  }
  // A status would mean to clients that the answer has ended.
  const { status: _status, ...end } = endMetadata({ reason: null, error: undefined, citations, activities });
  const { messageId } = answer;
  const running: MessageMetadata = { ...metadata, ...end, processing: true };
  try {
    await saveRunningMetadata(db, owner, answer, running);
  } catch (error) {
    logger.warn({ err: error, messageId }, 'the first text of an answer could not be marked');
  }
}
