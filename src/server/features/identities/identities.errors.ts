import type { Env } from '~/server/env';
import { AppError } from '~/server/lib/errors';
import type { SignInProblem } from '~/shared/sign-in-problems';

/** Thrown to end a sign-in at a provider; the sign-in page shows the reason. */
export class SignInRejected extends Error {
  override readonly name = 'SignInRejected';
  constructor(
    readonly problem: SignInProblem,
    cause?: unknown,
  ) {
    super(`sign-in refused: ${problem}`, { cause });
  }
}

export const providerNotFound = () => new AppError('not_found', 'Sign-in provider not found');
export const identityNotFound = () => new AppError('not_found', 'Sign-in method not found');
export const providerUnavailable = (name: string, cause: unknown) =>
  new AppError('upstream', `${name} cannot be reached. Try again in a moment.`, { cause });
export const onlySignInMethod = ({ PASSWORD_SIGN_IN }: Pick<Env, 'PASSWORD_SIGN_IN'>) =>
  new AppError(
    'conflict',
    `This is the only way to sign in to your account. ${PASSWORD_SIGN_IN ? 'Set a password' : 'Connect another provider'} first.`,
  );
export const alreadyConnected = (name: string) =>
  new AppError('conflict', `Your account is already connected to ${name}.`);
