import type { Transporter } from 'nodemailer';
import type { Mailer } from './types';

/** A mail server that does not answer is given up after this; nobody waits for it but the background. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

/** Over SMTP. The library is loaded with the first letter: most processes never write one. */
export function createSmtpMailer(settings: { url: string; from: string }): Mailer {
  let transporter: Promise<Transporter> | undefined;
  const connect = () => {
    transporter ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({ url: settings.url, ...timeouts, disableFileAccess: true, disableUrlAccess: true }),
    );
    return transporter;
  };
  return {
    kind: 'smtp',
    async send({ to, subject, text, html }) {
      // As an object an address is one address, whatever characters it holds.
      const mail = { from: settings.from, to: { name: '', address: to }, subject, text, ...(html && { html }) };
      await (await connect()).sendMail({ ...mail, headers: { 'Auto-Submitted': 'auto-generated' } });
    },
    async check() {
      await (await connect()).verify();
    },
    close() {
      transporter?.then((open) => open.close()).catch(() => {});
    },
  };
}
