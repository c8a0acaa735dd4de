import type { Env } from '~/server/env';
import { AppError } from '~/server/lib/errors';

/**
 * Whether an account may be given what is meant for the owner of its email address: admin rights today, shared content
 * once there is any. Without a mail server nothing can be confirmed, and nothing is asked for.
 */
export const isEmailTrusted = ({ SMTP_URL }: Pick<Env, 'SMTP_URL'>, user: { emailConfirmedAt: Date | null }): boolean =>
  SMTP_URL === undefined || user.emailConfirmedAt !== null;

export const emailUnconfirmed = (email: string) =>
  new AppError(
    'conflict',
    `${email} is not confirmed yet. Confirm the email address before the account becomes an administrator.`,
  );
