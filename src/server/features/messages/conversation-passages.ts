/**
 * The passages of the files on a branch of a conversation, in parts small enough for one statement each. The embedded
 * database runs on the server's thread, so other requests run between two statements.
 */
import type { Deps } from '~/server/deps';

const passagesPerPart = 100;
/** About 10 MB of text. If a conversation has more, only passages of its newest files are searched. */
export const maxPassages = 10_000;
/** Files of older messages are not searched. */
export const maxMessages = 20_000;

/**
 * Ranges of passages as parallel arrays: each range contains the passages `from` (inclusive) to `to` (exclusive) of the
 * file `id`.
 */
export interface PassagePart {
  ids: string[];
  from: number[];
  to: number[];
}

/** Up to a message, in branch order: the files of the first message come first. */
export async function partsOfBranch({ db }: Pick<Deps, 'db'>, messageId: string): Promise<PassagePart[]> {
  const files = await db.sql<{ id: string; passages: number }>`
    SELECT o.id, (SELECT max(p.place) + 1 FROM object_passages p WHERE p.object_id = o.id) AS passages
    FROM branch_of(${messageId}::uuid, ${maxMessages}::int) AS m JOIN objects o ON o.message_id = m.files_of
    ORDER BY m.seq DESC, attachment_place(o.message_id, o.id) DESC, o.created_at DESC, o.id DESC`;
  let left = maxPassages;
  const ranges: { id: string; from: number; to: number }[] = [];
  for (const { id, passages } of files) {
    const end = Math.min(passages ?? 0, left);
    left -= end;
    for (let to = end; to > 0; to -= passagesPerPart) ranges.push({ id, from: Math.max(0, to - passagesPerPart), to });
  }
  return joined(ranges.reverse());
}

/** Short files share a part. */
function joined(ranges: readonly { id: string; from: number; to: number }[]): PassagePart[] {
  const parts: PassagePart[] = [];
  let remainingPassages = 0;
  for (const { id, from, to } of ranges) {
    let part = parts.at(-1);
    if (!part || remainingPassages < to - from) {
      part = { ids: [], from: [], to: [] };
      parts.push(part);
      remainingPassages = passagesPerPart;
    }
    part.ids.push(id);
    part.from.push(from);
    part.to.push(to);
    remainingPassages -= to - from;
  }
  return parts;
}
