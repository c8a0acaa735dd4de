/**
 * Names of the copies at xAI. A name ends in a mark of this installation and the id of the original, so that an upload
 * whose response was lost is found by its name, and leftovers can be identified as this installation's.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '~/server/db/client';
import { textStart } from '~/shared/text-start';

const maxNameCharacters = 80;

/** Two installations can share a team at xAI, and must not delete each other's copies. */
export async function readMark(db: Database): Promise<string> {
  const [row] = await db.sql<{ mark: string }>`SELECT mark FROM xai_marks`;
  if (row) return row.mark;
  // If two processes create it concurrently, the second reads the mark of the first.
  await db.sql`INSERT INTO xai_marks (id, mark) VALUES (1, ${randomBytes(6).toString('hex')}) ON CONFLICT DO NOTHING`;
  return readMark(db);
}

export const mirroredName = (mark: string, { id, name }: { id: string; name: string }): string =>
  `${shorten(name)} [qinsight ${mark} ${id}]`;

/** The text of a document is sent as Markdown. `objectId` identifies one version of it. */
export const mirroredFileName = (mark: string, { objectId, title }: { objectId: string; title: string }): string =>
  `${shorten(title)} [qinsight ${mark} ${objectId}].md`;

/** The id in a name with this mark. */
export function markedId(mark: string, name: string): string | undefined {
  const [, found, id] =
    /\[qinsight ([\da-f]{12}) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\](?:\.md)?$/.exec(name) ?? [];
  return found === mark ? id : undefined;
}

const shorten = (name: string) =>
  textStart(name.replace(/[\p{Cc}/\\]+/gu, ' '), maxNameCharacters)
    .toWellFormed()
    .trim();
