import type { Env } from '~/server/env';
import { AppError } from '~/server/lib/errors';

/**
 * Whether an account may receive what is meant for the owner of its email, such as admin rights. Without a mail server
 * no email can be confirmed, so every email is trusted.
 */
export const isEmailTrusted = ({ SMTP_URL }: Pick<Env, 'SMTP_URL'>, user: { emailConfirmedAt: Date | null }): boolean =>
  SMTP_URL === undefined || user.emailConfirmedAt !== null;

export const emailUnconfirmed = (email: string, step: 'becomes an administrator' | 'joins a group') =>
  new AppError('conflict', `${email} is not confirmed yet. Confirm the email address before the account ${step}.`);
