/** Asks for and checks the password of a link. The page only keeps a proof. */
import type { Request, Response } from 'express';
import type { Deps } from '~/server/deps';
import { AppError, errorTable } from '~/server/lib/errors';
import { createSeal } from '~/server/lib/installation-key';
import { isPassword } from '~/server/lib/password';
import { limits } from '~/shared/limits';
import type { FoundShare } from './find-share.http';
import { errorPage, passwordPage } from './shared-page';

const proofMs = 60 * 60 * 1000;

export type PasswordProofs = ReturnType<typeof passwordProofs>;

/** Proves that the password was entered within the last hour, without the password itself. */
export function passwordProofs({ env }: Pick<Deps, 'env'>) {
  const seal = createSeal(env, 'shared link passwords');
  return {
    create: ({ id }: Pick<FoundShare, 'id'>) => seal.seal(id, String(Date.now() + proofMs)),
    isValid({ id }: Pick<FoundShare, 'id'>, proof: unknown): boolean {
      const opened = typeof proof === 'string' && proof.length < 500 ? seal.open(id, proof) : null;
      return opened !== null && Number(opened.text) > Date.now();
    },
  };
}

/** Whether the link has no password or the right one was entered. Otherwise the response is already sent. */
export async function isUnlocked(
  deps: Deps,
  request: Request,
  response: Response,
  share: FoundShare,
): Promise<boolean> {
  if (!share.passwordHash) return true;
  const { password } = bodyOf(request);
  try {
    await deps.rateLimiter.consume('sharePasswordByAddress', request.ip ?? '');
    await deps.rateLimiter.consume('sharePasswordByLink', share.id);
  } catch (error) {
    answerError(response, error);
    return false;
  }
  const isRight =
    typeof password === 'string' &&
    password.length <= limits.passwordMaxLength &&
    (await isPassword(password, share.passwordHash));
  if (isRight) await deps.rateLimiter.reset('sharePasswordByLink', share.id);
  else response.status(401).send(passwordPage({ problem: 'Password is incorrect' }));
  return isRight;
}

export const bodyOf = (request: Request) => (request.body ?? {}) as Record<string, unknown>;

export function answerError(response: Response, error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  if (error.retryAfterSeconds) response.set('Retry-After', String(error.retryAfterSeconds));
  response.status(errorTable[error.code].status).send(errorPage(error.message));
}
