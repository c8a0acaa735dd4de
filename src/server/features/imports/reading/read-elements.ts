/** Reads an export conversation by conversation, starting at a position. */
import { readDraft } from '~/server/features/imports/formats/read-draft';
import { type ImportedConversation, importedRows } from '~/server/features/imports/tree/imported-rows';
import { textStart } from '~/shared/text-start';
import { ImportProblem } from './import-problem';
import { jsonElements } from './json-elements';
import { jsonFiles } from './json-files';

/** Far more than a book, and small enough that its parsed form fits into the thread's memory. */
const bounds = { bytes: 24 * 1024 * 1024, depth: 100 };
const maxElements = 100_000;

export interface Unreadable {
  title: string;
  reason: string;
}

/** `position` is the number of elements already read from the file. */
export type ReadElement = { position: number } & ({ conversation: ImportedConversation } | { unreadable: Unreadable });

export async function* readElements(path: string, userId: string, from: number): AsyncGenerator<ReadElement> {
  let position = 0;
  let isKnown = false;
  for await (const file of jsonFiles(path))
    for await (const element of jsonElements(file, bounds)) {
      position++;
      if (position > maxElements) throw new ImportProblem('too much');
      if (position <= from) continue;
      const read = 'leftOut' in element ? leftOut(element.leftOut) : readOne(element.bytes, userId);
      isKnown ||= from > 0 || 'conversation' in read || read.isKnown;
      yield 'conversation' in read ? { position, ...read } : { position, unreadable: read.unreadable };
    }
  if (!isKnown && position > from) throw new ImportProblem('nothing');
  if (position === 0) throw new ImportProblem('nothing');
}

const leftOut = (why: 'too large' | 'too deep') => ({
  isKnown: true,
  unreadable: {
    title: '',
    reason: why === 'too large' ? 'It is larger than 24 MB' : 'It is nested more than 100 levels deep',
  },
});

type ReadOne = { conversation: ImportedConversation } | { isKnown: boolean; unreadable: Unreadable };

const decoder = new TextDecoder('utf-8', { fatal: true });

function readOne(bytes: Buffer, userId: string): ReadOne {
  const unreadable = (reason: string, title = '', isKnown = false) => ({ isKnown, unreadable: { title, reason } });
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch (error) {
    return unreadable(error instanceof SyntaxError ? 'It is not valid JSON' : 'It is not encoded in UTF-8');
  }
  const draft = readDraft(value);
  if (!draft) return unreadable('Its format is unknown');
  const rows = importedRows(draft, userId);
  return 'reason' in rows ? unreadable(rows.reason, textStart(draft.title, 200), true) : { conversation: rows };
}
