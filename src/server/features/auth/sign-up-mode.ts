/** SIGN_UP: who can create an account with a password, and the errors for everyone else. */
import type { Env } from '~/server/env';
import { AppError } from '~/server/lib/errors';
import type { SignUpMode } from '~/shared/sign-up-modes';
import { signUpClosed } from './auth.errors';

type SignUpSettings = Pick<Env, 'SIGN_UP' | 'PASSWORD_SIGN_IN'>;

/** The effective mode: without password sign-in, no account can be created with a password. */
export const signUpModeOf = ({ SIGN_UP, PASSWORD_SIGN_IN }: SignUpSettings): SignUpMode =>
  PASSWORD_SIGN_IN ? SIGN_UP : 'closed';

const words: Record<Exclude<SignUpMode, 'open' | 'closed'>, string> = {
  invitation: 'Sign-up is by invitation only. Ask an administrator of this service for an invitation.',
  domain: 'Sign-up needs a link that is sent to your email address. Request it on the sign-up page.',
  waitlist: 'Sign-up is by waitlist. Leave your email address on the sign-up page.',
};

/** Throws unless accounts can be created without an invitation link. */
export function checkOpenSignUp(env: SignUpSettings): void {
  const mode = signUpModeOf(env);
  if (mode === 'open') return;
  throw mode === 'closed' ? signUpClosed() : new AppError('forbidden', words[mode]);
}
