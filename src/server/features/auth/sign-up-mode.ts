/** Who can create an account with a password: SIGN_UP, in the words of errors. */
import type { Env } from '~/server/env';
import { AppError } from '~/server/lib/errors';
import type { SignUpMode } from '~/shared/sign-up-modes';
import { signUpClosed } from './auth.errors';

type SignUpSettings = Pick<Env, 'SIGN_UP' | 'PASSWORD_SIGN_IN'>;

/** The mode that applies: without password sign-in, no account is created with a password. */
export const signUpModeOf = ({ SIGN_UP, PASSWORD_SIGN_IN }: SignUpSettings): SignUpMode =>
  PASSWORD_SIGN_IN ? SIGN_UP : 'closed';

const words: Record<Exclude<SignUpMode, 'open' | 'closed'>, string> = {
  invitation: 'Sign-up is by invitation only. Ask an administrator of this service for an invitation.',
  domain: 'Sign-up needs a link that is sent to your email address. Request it on the sign-up page.',
  waitlist: 'Sign-up is by waitlist. Leave your email address on the sign-up page.',
};

/** For an account that is created without a link. */
export function checkOpenSignUp(env: SignUpSettings): void {
  const mode = signUpModeOf(env);
  if (mode === 'open') return;
  throw mode === 'closed' ? signUpClosed() : new AppError('forbidden', words[mode]);
}
