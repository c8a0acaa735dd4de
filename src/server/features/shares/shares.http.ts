/**
 * The pages of shared links, at /s/<key>. They set no cookie and contain nothing about the viewer, except that the page
 * of an unknown link asks visitors to sign in. Links that do not exist, expired or were revoked all get the same
 * response.
 */
import { randomUUID } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import { readOnlyToken } from '~/server/auth/auth-errors';
import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import { createHttpContext } from '~/server/trpc/context';
import type { CurrentUser } from '~/shared/schemas/auth';
import { uuid } from '~/shared/schemas/text';
import { copyShare } from './copy-share';
import { type FoundShare, findShare, sendUnknown } from './find-share.http';
import { createShareReader, readSharedMessages } from './share-content';
import { answerError, bodyOf, isUnlocked, passwordProofs } from './share-password.http';
import { sharedFileRoutes } from './shared-files.http';
import { passwordPage, sharedPage } from './shared-page';

const longestBody = '4kb';

export function sharedPages(deps: Deps): Router {
  const router = Router();
  const proofs = passwordProofs(deps);
  const form = express.urlencoded({ extended: false, limit: longestBody });
  const read = createShareReader(deps);
  const show = async (request: Request, response: Response, share: FoundShare) => {
    const address = { key: share.key, proof: share.passwordHash ? proofs.create(share) : null };
    const content = await read(share, address);
    if (!content) return sendUnknown(deps, request, response);
    response.send(sharedPage(content, share.isCopyable ? { ...address, requestId: randomUUID() } : null));
  };
  router.get('/s/:key', headers, async (request, response) => {
    const share = await findWithinLimit(deps, request, response);
    if (!share) return;
    if (share.passwordHash) return void response.status(401).send(passwordPage());
    await show(request, response, share);
  });
  router.post('/s/:key', headers, form, async (request, response) => {
    const share = await findWithinLimit(deps, request, response);
    if (!share) return;
    if (await isUnlocked(deps, request, response, share)) await show(request, response, share);
  });
  router.post('/s/:key/continue', headers, form, async (request, response) => {
    const share = await findWithinLimit(deps, request, response);
    if (!share) return;
    const signedIn = await createHttpContext(deps, request, response).authenticate();
    if (!signedIn)
      return void response.redirect(303, `${deps.env.basePath}/auth?redirect=${encodeURIComponent(`/s/${share.key}`)}`);
    if (!signedIn.mayWrite) return answerError(response, readOnlyToken());
    const { requestId, proof } = bodyOf(request);
    // The form contains nothing of this request: it opens the page again, with a new proof.
    if (share.passwordHash && !proofs.isValid(share, proof))
      return void response.status(401).send(passwordPage({ action: `/s/${share.key}` }));
    await copy(deps, { request, response, share, by: signedIn.user, requestId });
  });
  router.use(sharedFileRoutes({ deps, proofs, headers, form }));
  return router;
}

/** Null if the response was already sent. */
async function findWithinLimit(deps: Deps, request: Request, response: Response): Promise<FoundShare | null> {
  try {
    await deps.rateLimiter.consume('sharedPagesByAddress', request.ip ?? '');
  } catch (error) {
    answerError(response, error);
    return null;
  }
  const share = await findShare(deps, request, response);
  if (!share) await sendUnknown(deps, request, response);
  return share;
}

interface Copying {
  request: Request;
  response: Response;
  share: FoundShare;
  by: CurrentUser;
  requestId: unknown;
}

async function copy(deps: Deps, { request, response, share, by, requestId }: Copying): Promise<void> {
  const { caller } = createHttpContext(deps, request, response);
  try {
    const parsed = uuid.safeParse(requestId);
    if (!parsed.success) throw new AppError('validation', 'Open the shared link again and continue from there.');
    const messages = await readSharedMessages(deps, share.id);
    const id = await copyShare(deps, { by, caller }, { ...share, messages }, parsed.data);
    response.redirect(303, `${deps.env.basePath}/qchat?c=${id}`);
  } catch (error) {
    answerError(response, error);
  }
}

const headers: RequestHandler = (_request, response, next) => {
  response.set({
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  });
  response.type('html');
  next();
};
