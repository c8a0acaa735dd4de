/** The images of a conversation for a model: of the current message first, then the newest earlier ones. */
import { buffer } from 'node:stream/consumers';
import type { Deps } from '~/server/deps';
import { withLocalFile } from '~/server/features/uploads/with-local-file';
import type { ModelImage } from '~/server/providers/llm/types';
import { cleanKey } from '~/server/providers/storage/object-keys';
import { isAnimatedPng } from '~/server/reading/extract/png';

/** Approximate cost of an image of usual size at the providers. */
export const tokensPerImage = 1200;
const maxImages = 8;
/** Images of older messages are not searched. */
const maxMessages = 2000;
/** Below the request limit of every known endpoint, including base64 overhead. */
const maxBytes = 15_000_000;
/** Gemini and xAI reject GIF, xAI and some local servers WebP. Like animated PNG, they are sent as a still PNG or JPEG. */
const movingTypes = new Set(['image/gif', 'image/webp']);
/** A PNG says before its pixels whether it is animated. */
const pngStartBytes = 65_536;
/** The answer waits for it. */
const maxStillMs = 20_000;
/** Follow-ups send the same images again. */
const stills = new Map<string, ModelImage>();
const maxStills = 16;

export interface ConversationImages {
  /** By the id of their message. */
  byMessage: ReadonlyMap<string, ModelImage[]>;
  count: number;
  /** Number of images of the current message that did not fit. */
  leftOut: number;
  /** By object id, all images of the conversation that could be sent. */
  places: ReadonlyMap<string, ImagePlace>;
}

export interface ImagePlace {
  messageId: string;
  /** Its number among the images of the message, from 1. Absent if it is not sent. */
  number?: number;
}

interface ImageRow {
  id: string;
  type: string;
  size: number;
  message_id: string;
}

interface Candidate extends ImageRow {
  /** Only the copy without location and camera data is sent to the provider. */
  hasCopy: boolean;
  /** What is sent instead of an image that may be animated. */
  still: ModelImage | undefined;
}

/** As many images as fit into `room` tokens, but at least one of the current message. */
export async function readImages(deps: Deps, questionId: string, room: number): Promise<ConversationImages> {
  const rows = await deps.db.sql<ImageRow>`
    SELECT o.id, o.type, o.size, branch.id AS message_id
    FROM branch_of(${questionId}::uuid, ${maxMessages}::int) AS branch JOIN objects o ON o.message_id = branch.files_of
    WHERE o.type IN ('image/png', 'image/jpeg', 'image/webp', 'image/gif')
    ORDER BY branch.seq DESC, attachment_place(o.message_id, o.id), o.created_at, o.id`;
  const first = rows.slice(0, Math.min(maxImages, Math.max(1, Math.floor(room / tokensPerImage))));
  // What counts is what is sent: a still image is mostly far smaller than the file.
  const candidates = await Promise.all(first.map((row) => findStill(deps, row)));
  const chosen = withinBounds(candidates);
  const read = await Promise.all(
    chosen.map(async (candidate) => ({ ...candidate, image: await readImage(deps, candidate) })),
  );
  const byMessage = new Map<string, ModelImage[]>();
  const places = new Map<string, ImagePlace>(rows.map((row) => [row.id, { messageId: row.message_id }]));
  for (const { id, message_id: messageId, image } of read) {
    if (!image) continue;
    const images = [...(byMessage.get(messageId) ?? []), image];
    byMessage.set(messageId, images);
    places.set(id, { messageId, number: images.length });
  }
  const leftOut = rows.slice(chosen.length).filter((row) => row.message_id === questionId).length;
  return { byMessage, count: chosen.length, leftOut, places };
}

/** By object id. `isSent` says which messages are in the request. */
export function imageNotesOf(
  { places }: Pick<ConversationImages, 'places'>,
  questionId: string,
  isSent: (messageId: string) => boolean,
): Map<string, string> {
  const noteOf = ({ messageId, number }: ImagePlace) => {
    const isOfQuestion = messageId === questionId;
    if (number !== undefined && (isOfQuestion || isSent(messageId)))
      return `Image ${number} of ${isOfQuestion ? 'this' : 'an earlier'} message.`;
    return isOfQuestion
      ? 'Image that did not fit: you cannot see it.'
      : 'Image of an earlier message that you no longer see. If the question needs it, ask the user to attach it again.';
  };
  return new Map([...places].map(([id, place]) => [id, noteOf(place)]));
}

function withinBounds(rows: readonly Candidate[]): Candidate[] {
  let bytes = 0;
  const end = rows.findIndex(({ still, size }) => {
    bytes += still ? Buffer.byteLength(still.base64, 'base64') : size;
    return bytes > maxBytes;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}

async function findStill(deps: Deps, row: ImageRow): Promise<Candidate> {
  const hasCopy = (await deps.store.stat(cleanKey(row.id))) !== null;
  const isMoving = hasCopy && (movingTypes.has(row.type) || (await isMovingPng(deps, row)));
  return { ...row, hasCopy, still: isMoving ? await readStill(deps, row) : undefined };
}

const isMovingPng = async ({ store }: Deps, { id, type }: ImageRow): Promise<boolean> =>
  type === 'image/png' &&
  isAnimatedPng(await buffer(await store.read(cleanKey(id), { start: 0, end: pngStartBytes - 1 })));

async function readImage({ store }: Deps, { id, type, hasCopy, still }: Candidate): Promise<ModelImage | undefined> {
  if (still || !hasCopy) return still;
  // A file that the reader can't decode in time may still be one that the model accepts.
  return asModelImage(type, await buffer(await store.read(cleanKey(id))));
}

async function readStill(deps: Deps, row: ImageRow): Promise<ModelImage | undefined> {
  const { id } = row;
  const still = stills.get(id) ?? (await stillOf(deps, row).catch(() => undefined));
  if (!still) return undefined;
  stills.delete(id);
  stills.set(id, still);
  const [oldest] = stills.keys();
  if (stills.size > maxStills && oldest !== undefined) stills.delete(oldest);
  return still;
}

async function stillOf({ store, readers }: Deps, { id, type, size }: ImageRow): Promise<ModelImage | undefined> {
  const signal = AbortSignal.timeout(maxStillMs);
  const { image } = await withLocalFile(store, cleanKey(id), signal, (path) =>
    readers.read({ kind: 'image', name: '', type, size, path, wantsStill: true }, signal),
  );
  return image?.still && asModelImage(image.still.type, Buffer.from(image.still.bytes));
}

const asModelImage = (type: string, bytes: Buffer): ModelImage => ({ type, base64: bytes.toString('base64') });
