/**
 * Uploads and downloads of file bytes. Uploads use signed links; with S3 only those without a declared size come here.
 * Downloads are only for the owner, whatever the storage, and never contain anything that a browser would execute.
 */
import { type Request, type Response, Router } from 'express';
import { readOnlyToken } from '~/server/auth/auth-errors';
import type { Deps } from '~/server/deps';
import { forbidden, signedOut } from '~/server/lib/errors';
import { createKeyedSemaphore, type KeyedSemaphore } from '~/server/lib/semaphore';
import { isUuid } from '~/server/lib/uuid';
import { cleanKey, firstStored, previewKey, wholeFileKeys } from '~/server/providers/storage/object-keys';
import { readPartKey } from '~/server/providers/storage/parts';
import { createInnerContext, credentialsOf } from '~/server/trpc/context';
import { contentDisposition, nameFor, showsInline } from './image-inline';
import { sendFileBody } from './send-file.http';
import { fileNotFound, onlyForOwner } from './uploads.errors';
import { isReadable } from './uploads.service';

/** Downloads of one user. Further ones wait, because a conversation may show many images at once. */
const perUser = { slots: 20, queueLength: 200, message: 'Too many downloads in progress. Try again in a moment.' };

export function uploadRoutes(deps: Deps): Router {
  const router = Router();
  const semaphore = createKeyedSemaphore(perUser);
  const send = (request: Request, response: Response, part: Part) =>
    sendToReader(deps, semaphore, { request, response, part });
  router.put('/objects/:key', (request, response) => receive(deps, request, response));
  router.get('/objects/:id', (request, response) => send(request, response, 'whole'));
  router.get('/objects/:id/preview', (request, response) => send(request, response, 'preview'));
  return router;
}

async function receive(deps: Deps, request: Request, response: Response): Promise<void> {
  const { store } = deps;
  const { key, userId, maxBytes, size } = store.verifyUpload(request.originalUrl);
  // The link alone authorizes the upload, unless the browser is signed in as another user.
  const signedIn = await createInnerContext(deps, credentialsOf(request, deps.env)).authenticate();
  if (signedIn && signedIn.user.id !== userId) throw forbidden();
  if (signedIn && !signedIn.mayWrite) throw readOnlyToken();
  const part = readPartKey(key);
  const id = part?.key ?? key;
  const isAwaited = async () => {
    // A claimed file was inspected and counted, so its link stores nothing more.
    const where = { id, userId, claimedAt: null };
    const row = await deps.db.storedObject.findFirst({ where, select: { uploadId: true } });
    // A part of an already complete file is rejected.
    return row !== null && (!part || row.uploadId !== null);
  };
  if (!(await isAwaited())) throw fileNotFound();
  try {
    await store.write(key, request, { maxBytes, ...(size !== undefined && { size }) });
  } catch (error) {
    // The rest of a rejected upload is not received.
    response.set('Connection', 'close');
    throw error;
  }
  // The upload was completed, claimed or deleted while these bytes arrived.
  if (!(await isAwaited())) {
    if (part || !(await isRead(deps, id))) await store.delete(key);
    throw fileNotFound();
  }
  response.status(200).end();
}

/** False if the bytes under the key of the original belong to no file, or to an image that has a clean copy. */
async function isRead({ db, store }: Deps, id: string): Promise<boolean> {
  return (await db.storedObject.count({ where: { id } })) > 0 && (await store.stat(cleanKey(id))) === null;
}

/** Other users get only the copy without location and camera data. Drawings (SVG) have neither, and no copy. */
const isPhoto = (type: string) => type.startsWith('image/') && type !== 'image/svg+xml';

type Part = 'whole' | 'preview';

interface Download {
  request: Request;
  response: Response;
  part: Part;
}

async function sendToReader(deps: Deps, semaphore: KeyedSemaphore, download: Download): Promise<void> {
  const { request, response, part } = download;
  const signedIn = await createInnerContext(deps, credentialsOf(request, deps.env)).authenticate();
  if (!signedIn) throw signedOut();
  const { id } = request.params;
  if (typeof id !== 'string' || !isUuid(id)) throw fileNotFound();
  const row = await deps.db.storedObject.findFirst({
    where: { id, claimedAt: { not: null } },
    select: { userId: true, documentId: true, name: true, type: true, hasPreview: true },
  });
  if (!row || (part === 'preview' && !row.hasPreview)) throw fileNotFound();
  if (!(await isReadable(deps, signedIn.user.id, row))) throw fileNotFound();
  const release = await semaphore.acquire(signedIn.user.id);
  try {
    if (!response.closed) await send(deps, download, { ...row, id, isOwn: row.userId === signedIn.user.id });
  } finally {
    release();
  }
}

async function send(
  deps: Deps,
  { request, response, part }: Download,
  { id, name, type: ownType, isOwn }: { id: string; name: string; type: string; isOwn: boolean },
): Promise<void> {
  const found = await firstStored(deps.store, part === 'preview' ? [previewKey(id)] : wholeFileKeys(id));
  if (!found) throw fileNotFound();
  if (found.key === id && !isOwn && isPhoto(ownType)) throw onlyForOwner();
  const type = part === 'preview' ? 'image/webp' : ownType;
  if (showsInline(type)) {
    // The browser may cache the image but must revalidate it: after sign-out the response is 401, not the cached image.
    response.set({ 'Cache-Control': 'private, no-cache', ETag: `"${found.key}-${found.size}"` });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
  } else response.set('Cache-Control', 'private, no-store');
  response.set({
    'Content-Type': type,
    'Content-Length': String(found.size),
    'Content-Disposition': contentDisposition(nameFor(name, type), type),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  });
  await sendFileBody(deps, response, found.key, { objectId: id });
}
