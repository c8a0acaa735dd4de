/** The files of a shared link: downloads, and the passages that its sources cite. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Deps } from '~/server/deps';
import { contentDisposition, nameFor } from '~/server/features/uploads/image-inline';
import { sendFileBody } from '~/server/features/uploads/send-file.http';
import { addressKey } from '~/server/lib/address-key';
import { createKeyedSemaphore, type KeyedSemaphore } from '~/server/lib/semaphore';
import { firstStored, wholeFileKeys } from '~/server/providers/storage/object-keys';
import { findShare, sendUnknown } from './find-share.http';
import type { SharedFile } from './frozen-files';
import { answerError, bodyOf, isUnlocked, type PasswordProofs } from './share-password.http';
import { passagePage } from './shared-file-parts';
import { passwordPage } from './shared-page';

/** Downloads from one IP address, which the users of a company may share. Further ones wait. */
const perAddress = { slots: 40, queueLength: 200, message: 'Too many downloads in progress. Try again in a moment.' };

interface Handling {
  deps: Deps;
  proofs: PasswordProofs;
  headers: RequestHandler;
  form: RequestHandler;
}

/** The same access rules as for the link: a user without access gets the response of an unknown link. */
export function sharedFileRoutes({ deps, proofs, headers, form }: Handling): Router {
  const router = Router();
  const semaphore = createKeyedSemaphore(perAddress);
  const open = (request: Request, response: Response) => openFile({ deps, proofs, semaphore }, request, response);
  for (const path of ['/s/:key/files/:file', '/s/:key/files/:file/passages/:at']) {
    router.get(path, headers, open);
    router.post(path, headers, form, open);
  }
  return router;
}

interface Opening {
  deps: Deps;
  proofs: PasswordProofs;
  semaphore: KeyedSemaphore;
}

async function openFile({ deps, proofs, semaphore }: Opening, request: Request, response: Response): Promise<void> {
  try {
    await deps.rateLimiter.consume('shareFilesByAddress', request.ip ?? '');
  } catch (error) {
    return answerError(response, error);
  }
  const share = await findShare(deps, request, response);
  const file = share?.files.find(({ id }) => id === request.params.file);
  const passage = file?.passages.find(({ at }) => String(at) === request.params.at);
  if (!share || !file || (request.params.at !== undefined && !passage)) return sendUnknown(deps, request, response);
  if (share.passwordHash && !proofs.isValid(share, bodyOf(request).proof)) {
    if (request.method !== 'POST' || bodyOf(request).password === undefined)
      return void response.status(401).send(passwordPage());
    if (!(await isUnlocked(deps, request, response, share))) return;
  }
  if (passage) {
    const proof = share.passwordHash ? proofs.create(share) : null;
    response.send(passagePage({ key: share.key, proof }, file, passage));
    return;
  }
  const release = await semaphore.acquire(addressKey(request.ip ?? '')).catch((error) => answerError(response, error));
  if (!release) return;
  try {
    if (!response.closed) await sendFile(deps, request, response, file);
  } finally {
    release();
  }
}

/** Always a download, with a type that no browser executes. */
async function sendFile(deps: Deps, request: Request, response: Response, file: SharedFile): Promise<void> {
  const found = await firstStored(deps.store, wholeFileKeys(file.objectId));
  if (!found) return sendUnknown(deps, request, response);
  response.set({
    'Cache-Control': 'private, no-store',
    'Content-Type': file.type,
    'Content-Length': String(found.size),
    'Content-Disposition': contentDisposition(nameFor(file.name, file.type), file.type, 'attachment'),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
  });
  await sendFileBody(deps, response, found.key, { shareFileId: file.id });
}
