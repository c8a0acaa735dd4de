/** Images of a conversation as a model sees them: those of the question first, then the newest earlier ones. */
import { buffer } from 'node:stream/consumers';
import type { Deps } from '~/server/deps';
import { cleanKey } from '~/server/features/uploads/object-keys';
import type { ModelImage } from '~/server/providers/llm/types';

/** Vendors bill an image of usual size as about so many tokens. */
export const tokensPerImage = 1200;
const mostImages = 8;
/** Images further back are not looked for. */
const mostMessages = 2000;
/** Below what every known endpoint accepts in one request, also after base64. */
const mostBytes = 15_000_000;

export interface ConversationImages {
  /** By the id of the message that they belong to. */
  byMessage: ReadonlyMap<string, ModelImage[]>;
  count: number;
  /** Images of the question that did not fit. */
  leftOut: number;
}

interface ImageRow {
  id: string;
  type: string;
  size: number;
  message_id: string;
}

/** At most so many as `room` tokens can hold, but always one of the question. */
export async function readImages(deps: Deps, questionId: string, room: number): Promise<ConversationImages> {
  const rows = await deps.db.sql<ImageRow>`
    SELECT o.id, o.type, o.size, branch.id AS message_id
    FROM branch_of(${questionId}::uuid, ${mostMessages}::int) AS branch JOIN objects o ON o.message_id = branch.files_of
    WHERE o.type IN ('image/png', 'image/jpeg', 'image/webp', 'image/gif')
    ORDER BY branch.seq DESC, o.created_at, o.id LIMIT ${mostImages}::int`;
  const chosen = withinBounds(rows, room);
  const read = await Promise.all(chosen.map(async (row) => ({ ...row, image: await readImage(deps, row) })));
  const byMessage = new Map<string, ModelImage[]>();
  for (const { message_id, image } of read) {
    if (image) byMessage.set(message_id, [...(byMessage.get(message_id) ?? []), image]);
  }
  const leftOut = rows.filter((row) => row.message_id === questionId && !chosen.includes(row)).length;
  return { byMessage, count: chosen.length, leftOut };
}

function withinBounds(rows: readonly ImageRow[], room: number): ImageRow[] {
  let bytes = 0;
  const most = Math.max(1, Math.floor(room / tokensPerImage));
  const chosen: ImageRow[] = [];
  for (const row of rows) {
    bytes += row.size;
    if (chosen.length === most || bytes > mostBytes) break;
    chosen.push(row);
  }
  return chosen;
}

/** Only the copy without location and camera is sent to the provider. */
async function readImage({ store }: Deps, { id, type }: ImageRow): Promise<ModelImage | undefined> {
  if (!(await store.stat(cleanKey(id)))) return undefined;
  return { type, base64: (await buffer(await store.read(cleanKey(id)))).toString('base64') };
}
