import type { Transporter } from 'nodemailer';
import { isPublicHost } from '~/server/lib/public-address';
import type { Mailer } from './types';

/** Timeouts of an unresponsive mail server; only background work waits for it. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

/**
 * Whether an email is sent only if the server supports STARTTLS: otherwise an attacker in between could strip the offer
 * and read the reset links. Not within one machine or private network, and not if the URL contains `?requireTLS=false`.
 */
export function requiresTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  const requireTlsParameter = searchParams.get('requireTLS');
  if (requireTlsParameter !== null) return requireTlsParameter !== 'false';
  if (protocol !== 'smtp:' || searchParams.get('ignoreTLS') === 'true') return false;
  return isPublicHost(hostname);
}

/** The sender's address in a value such as `Name <no-reply@example.com>`. */
const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';

/** Sends over SMTP. The library is loaded with the first email, because most processes never send one. */
export function createSmtpMailer(settings: { url: string; from: string }): Mailer {
  let transporter: Promise<Transporter> | undefined;
  const connect = () => {
    transporter ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: settings.url,
        requireTLS: requiresTls(settings.url),
        ...timeouts,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return transporter;
  };
  return {
    kind: 'smtp',
    async send({ to, subject, text, html, unsubscribeUrl, uniqueId }) {
      // An object is used as one address, regardless of its characters.
      const mail = { from: settings.from, to: { name: '', address: to }, subject, text, ...(html && { html }) };
      const headers = {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      };
      // As a list header, the long URL is not encoded; email clients cannot read encoded ones.
      const list = unsubscribeUrl ? { unsubscribe: unsubscribeUrl } : {};
      const messageId = uniqueId && `<${uniqueId}@${domainOf(settings.from)}>`;
      await (await connect()).sendMail({ ...mail, headers, list, ...(messageId && { messageId }) });
    },
    async check() {
      await (await connect()).verify();
    },
    close() {
      transporter?.then((open) => open.close()).catch(() => {});
    },
  };
}
