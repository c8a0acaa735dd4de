import { collectionsWords as words } from '~/client/words/collections';
import { readingProgressWords } from '~/client/words/reading-progress';
import type { CollectionDocument } from '~/shared/schemas/collections';

/** How often a document that is being processed is read again. */
export const lookMs = 2000;

type State = Pick<CollectionDocument, 'state' | 'progress'>;

export const isBusy = ({ state }: State): boolean => state === 'queued' || state === 'reading';

/** Empty for a document that is ready. */
export const stateWords = ({ state, progress }: State): string =>
  progress ? readingProgressWords(progress) : words.states[state];
