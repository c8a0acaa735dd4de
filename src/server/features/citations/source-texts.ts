/**
 * The texts in which quotations are looked up, in windows short enough to fold at once. Each kind of source implements
 * `SourceTexts`, so that the lookup is independent of where a text comes from.
 */
import type { Database } from '~/server/db/client';
import type { Deps } from '~/server/deps';
import { type PassagePart, partsOfBranch } from '~/server/features/messages/conversation-passages';

export interface SourceFile {
  name: string;
  objectId?: string;
  documentId?: string;
}

export interface SourceWindow {
  file: SourceFile;
  /** Offset of the window in the text of the file. */
  start: number;
  text: string;
  /** Offsets in the file's text at which pages begin, within the window; empty for a file without pages. */
  pages: readonly { page: number; start: number }[];
}

export interface SourceTexts {
  files: readonly SourceFile[];
  /** From the first file to the last. Windows of a file overlap, so that a quotation at a border is found. */
  windows(): AsyncGenerator<SourceWindow>;
}

export const joinedTexts = (first: SourceTexts, second: SourceTexts): SourceTexts => ({
  files: [...first.files, ...second.files],
  async *windows() {
    yield* first.windows();
    yield* second.windows();
  },
});

const passagesAtOnce = 200;

/** Longer than any quotation. */
const overlap = 6000;

/** The files of a conversation on the branch of a message, up to that message. */
export async function conversationTexts(deps: Pick<Deps, 'db'>, messageId: string): Promise<SourceTexts> {
  const parts = await partsOfBranch(deps, messageId);
  const ids = [...new Set(parts.flatMap((part) => part.ids))];
  const rows = await deps.db.sql<{ id: string; name: string }>`
    SELECT id, name FROM objects WHERE id = ANY(${ids}::uuid[])`;
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const files = ids.flatMap((objectId) => {
    const name = names.get(objectId);
    return name === undefined ? [] : [{ objectId, name }];
  });
  return {
    files,
    async *windows() {
      const joiner = new WindowJoiner();
      for (const part of parts) yield* joiner.windowsOf(await readPart(deps, part));
    },
  };
}

/** Whole files, a few passages at a time. */
export function objectTexts(
  { db }: { db: Pick<Database, 'sql'> },
  files: readonly (SourceFile & { objectId: string })[],
): SourceTexts {
  return {
    files,
    async *windows() {
      for (const file of files) {
        const joiner = new WindowJoiner();
        for (let from = 0; ; from += passagesAtOnce) {
          const rows = await readPart({ db }, { ids: [file.objectId], from: [from], to: [from + passagesAtOnce] });
          for (const window of joiner.windowsOf(rows)) yield { ...window, file };
          if (rows.length < passagesAtOnce) break;
        }
      }
    },
  };
}

interface PassageRow {
  id: string;
  name: string;
  page: number | null;
  start: number;
  text: string;
}

const readPart = (
  { db }: { db: Pick<Database, 'sql'> },
  { ids, from, to }: PassagePart,
): Promise<PassageRow[]> => db.sql<PassageRow>`
  SELECT o.id, o.name, p.page, p.start, p.text
  FROM unnest(${ids}::uuid[], ${from}::int[], ${to}::int[]) WITH ORDINALITY AS part(id, low, high, place)
  JOIN objects o ON o.id = part.id
  JOIN object_passages p ON p.object_id = part.id AND p.place >= part.low AND p.place < part.high
  ORDER BY part.place, p.place`;

/** Joins passages into the text they were cut from: only white space is missing between them. */
class WindowJoiner {
  private id = '';
  private start = 0;
  private text = '';
  private pages: { page: number; start: number }[] = [];

  *windowsOf(rows: readonly PassageRow[]): Generator<SourceWindow> {
    let window: SourceWindow | undefined;
    for (const row of rows) {
      if (row.id !== this.id) {
        if (window) yield window;
        this.begin(row);
      }
      this.add(row);
      const { start, text, pages } = this;
      window = { file: { objectId: row.id, name: row.name }, start, text, pages };
    }
    if (window) yield window;
    this.keepTail();
  }

  private begin({ id, start }: PassageRow): void {
    this.id = id;
    this.start = start;
    this.text = '';
    this.pages = [];
  }

  private add({ page, start, text }: PassageRow): void {
    const missing = start - this.start - this.text.length;
    // Stored passages are contiguous; a passage that is not starts a new text.
    if (missing < 0 || missing > overlap) {
      this.start = start;
      this.text = '';
    } else this.text += '\n'.repeat(missing);
    this.text += text;
    if (page !== null && this.pages.at(-1)?.page !== page) this.pages.push({ page, start });
  }

  private keepTail(): void {
    const cut = this.text.length - overlap;
    if (cut <= 0) return;
    this.text = this.text.slice(cut);
    this.start += cut;
    const first = this.pages.findLastIndex(({ start }) => start <= this.start);
    this.pages = this.pages.slice(Math.max(0, first));
  }
}
