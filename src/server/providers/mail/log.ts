import type { Logger } from '~/server/lib/logger';
import type { Mailer } from './types';

/** The mailer without SMTP_URL: writes emails to the server's log, for the operator to forward. */
export function createLogMailer(logger: Logger): Mailer {
  return {
    kind: 'log',
    async send({ to, subject, text }) {
      // A warning, so that it is logged at all but the quietest levels: the link is available nowhere else.
      logger.warn({ to, subject, text }, 'email not sent: SMTP_URL is not set');
    },
    async check() {},
    close() {},
  };
}
