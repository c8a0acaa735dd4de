import { collectionsWords as words } from '~/client/words/collections';
import { readingProgressWords } from '~/client/words/reading-progress';
import type { CollectionDocument } from '~/shared/schemas/collections';

/** Poll interval for documents that are being processed. */
export const pollMs = 2000;

type State = Pick<CollectionDocument, 'state' | 'progress'>;

export const isBusy = ({ state }: State): boolean => state === 'queued' || state === 'reading';

/** The document's state for display; empty for ready documents. */
export const stateWords = ({ state, progress }: State): string =>
  progress ? readingProgressWords(progress) : words.states[state];
