import type { Env } from '~/server/env';
import type { Logger } from '~/server/lib/logger';
import { brand } from '~/shared/brand';
import { createLogMailer } from './log';
import { createSmtpMailer } from './smtp';
import type { Mailer } from './types';

export function createMailer(env: Env, logger: Logger): Mailer {
  if (!env.SMTP_URL) return createLogMailer(logger);
  const from = env.MAIL_FROM ?? `${brand.company} <no-reply@${new URL(env.publicUrl).hostname}>`;
  return createSmtpMailer({ url: env.SMTP_URL, from });
}
