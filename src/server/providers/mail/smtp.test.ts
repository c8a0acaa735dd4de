import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '~/server/testing/fakes/mail-server';
import { describeMailerContract } from './contract-suite';
import { createSmtpMailer, requiresTls } from './smtp';
import type { Mailer } from './types';

let mailServer: MailServer;
let mailer: Mailer;
beforeAll(async () => {
  mailServer = await startMailServer();
  mailer = createSmtpMailer({ url: mailServer.url, from: 'The product <no-reply@example.com>' });
});
afterAll(async () => {
  mailer.close();
  await mailServer.close();
});

describeMailerContract('SMTP', () => ({
  mailer,
  delivered: async (to) => mailServer.to(to).map(({ headers, text }) => ({ to, subject: headers.subject ?? '', text })),
}));

describe('SMTP', () => {
  const letter = { to: 'ada@example.com', subject: 'Hello', text: 'Words', html: '<p>Words</p>' };

  it('names the sender, is marked as automatic, and has a text and an HTML version', async () => {
    await mailer.send(letter);
    const mail = mailServer.mails.at(-1);
    expect(mail?.from).toBe('no-reply@example.com');
    expect(mail?.headers).toMatchObject({
      from: 'The product <no-reply@example.com>',
      'auto-submitted': 'auto-generated',
    });
    expect(mail?.html).toBe('<p>Words</p>');
  });

  it('throws if the server rejects an email, and sends the next one', async () => {
    mailServer.reject(1);
    const before = mailServer.mails.length;
    await expect(mailer.send(letter)).rejects.toThrow(/Try again later/);
    await mailer.send(letter);
    expect(mailServer.mails).toHaveLength(before + 1);
  });

  it('is encrypted unless the server is on this machine or its network, or the URL says otherwise', () => {
    const required = (url: string) => requiresTls(url);
    for (const url of ['smtp://u:p@mail.example.com:587', 'smtp://8.8.8.8', 'smtp://10.0.0.5?requireTLS=true'])
      expect({ url, is: required(url) }).toEqual({ url, is: true });
    for (const url of [
      'smtps://mail.example.com',
      'smtp://localhost:25',
      'smtp://127.0.0.1:25',
      'smtp://[::1]:25',
      'smtp://10.0.0.5',
      'smtp://mailpit:1025',
      'smtp://mail.internal',
      'smtp://mail.example.com?requireTLS=false',
    ])
      expect({ url, is: required(url) }).toEqual({ url, is: false });
  });

  it('is not sent if encryption is required and the server does not support it', async () => {
    const strict = createSmtpMailer({ url: `${mailServer.url}?requireTLS=true`, from: 'a@example.com' });
    const before = mailServer.mails.length;
    await expect(strict.send(letter)).rejects.toThrow(/TLS|STARTTLS/i);
    expect(mailServer.mails).toHaveLength(before);
    strict.close();
  });

  it('throws if the recipient does not exist', async () => {
    const probe = createServer();
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const lost = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'a@example.com' });
    await expect(lost.send(letter)).rejects.toThrow(/ECONNREFUSED/);
    await expect(lost.check()).rejects.toThrow();
    lost.close();
  });
});
