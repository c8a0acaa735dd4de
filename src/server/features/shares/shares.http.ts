/**
 * The pages of shared links, at /s/<key>. They set no cookie and contain nothing about the viewer. Links that do not
 * exist, expired or were revoked all get the same response.
 */
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Deps } from '~/server/deps';
import type { Paper } from '~/server/features/papers/paper';
import { AppError } from '~/server/lib/errors';
import { isPassword } from '~/server/lib/password';
import { createHttpContext } from '~/server/trpc/context';
import { limits } from '~/shared/limits';
import { errorPage, passwordPage, sharedPage, unknownPage } from './shared-page';
import { isPublicSharingOff } from './shares.service';

const longestBody = '4kb';
const keyPattern = /^[\w-]{22}$/;

export function sharedPages(deps: Deps): Router {
  const router = Router();
  router.get('/s/:key', headers, async (request, response) => {
    const share = await findShare(deps, request, response);
    if (!share) return void response.status(404).send(unknownPage());
    if (share.passwordHash) return void response.status(401).send(passwordPage());
    response.send(sharedPage(share.paper));
  });
  router.post('/s/:key', headers, express.urlencoded({ extended: false, limit: longestBody }), (request, response) =>
    unlock(deps, request, response),
  );
  return router;
}

async function unlock(deps: Deps, request: Request, response: Response): Promise<void> {
  const share = await findShare(deps, request, response);
  if (!share) return void response.status(404).send(unknownPage());
  if (!share.passwordHash) return void response.send(sharedPage(share.paper));
  const password: unknown = (request.body as { password?: unknown } | undefined)?.password;
  try {
    await deps.rateLimiter.consume('sharePasswordByAddress', request.ip ?? '');
    await deps.rateLimiter.consume('sharePasswordByLink', share.id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    response.set('Retry-After', String(error.retryAfterSeconds ?? 1));
    return void response.status(429).send(errorPage(error.message));
  }
  const isRight =
    typeof password === 'string' &&
    password.length <= limits.passwordMaxLength &&
    (await isPassword(password, share.passwordHash));
  if (!isRight) return void response.status(401).send(passwordPage('Password is incorrect'));
  await deps.rateLimiter.reset('sharePasswordByLink', share.id);
  response.send(sharedPage(share.paper));
}

interface Found {
  id: string;
  paper: Paper;
  passwordHash: string | null;
}

/** Null for every link that this viewer may not open, whatever the reason. A discarded conversation has no owner. */
async function findShare(deps: Deps, request: Request, response: Response): Promise<Found | null> {
  const { key } = request.params;
  if (typeof key !== 'string' || !keyPattern.test(key)) return null;
  const [share] = await deps.db.sql<Found & { audience: string }>`
    SELECT s.id, s.paper, s.password_hash AS "passwordHash", s.audience
    FROM shares s JOIN users u ON u.id = s.user_id
    JOIN conversations c ON c.id = s.conversation_id AND c.user_id = s.user_id
    WHERE s.key = ${key} AND (s.expires_at IS NULL OR s.expires_at > now())
      AND NOT u.is_locked AND u.deleted_at IS NULL`;
  if (!share) return null;
  const isForMembers = share.audience !== 'everybody' || isPublicSharingOff(deps);
  if (isForMembers && !(await createHttpContext(deps, request, response).authenticate())) return null;
  return share;
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
