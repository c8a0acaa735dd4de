import type { Logger } from '~/server/lib/logger';
import type { Mailer } from './types';

/** Where no mail server is set: the letter stands in the server's log, for the operator to hand on. */
export function createLogMailer(logger: Logger): Mailer {
  return {
    kind: 'log',
    async send({ to, subject, text }) {
      // A warning, so that it is written at all but the quietest levels: nobody else gets to see the link.
      logger.warn({ to, subject, text }, 'email not sent: SMTP_URL is not set');
    },
    async check() {},
    close() {},
  };
}
