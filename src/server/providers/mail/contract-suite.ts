/** The contract of every mailer, tested for each of them. */
import { describe, expect, it } from 'vitest';
import type { Mail, Mailer } from './types';

export interface MailerHarness {
  mailer: Mailer;
  /** Emails that were delivered to an address, newest last. */
  delivered(to: string): Promise<Pick<Mail, 'to' | 'subject' | 'text'>[]>;
}

export function describeMailerContract(name: string, harness: () => MailerHarness): void {
  const mail = (more: Partial<Mail> = {}): Mail => ({
    to: 'ada@example.com',
    subject: 'A subject',
    text: 'One line.\n\nhttp://localhost:3000/reset-password#token=abc_DEF-123\n',
    ...more,
  });

  describe(`${name} keeps the contract of a mailer`, () => {
    it('passes on address, subject and text unchanged', async () => {
      const { mailer, delivered } = harness();
      await mailer.send(mail());
      const [got] = (await delivered('ada@example.com')).slice(-1);
      expect(got).toMatchObject({ to: 'ada@example.com', subject: 'A subject' });
      expect(got?.text).toContain('http://localhost:3000/reset-password#token=abc_DEF-123');
    });

    it('preserves emails in all alphabets and long lines', async () => {
      const { mailer, delivered } = harness();
      const text = `Grüße – здравствуйте – こんにちは ${'long '.repeat(300)}http://x.example/#token=${'t'.repeat(200)}`;
      await mailer.send(mail({ to: 'grace@example.com', text }));
      const [got] = (await delivered('grace@example.com')).slice(-1);
      expect(got?.text.trim()).toBe(text);
    });

    it('treats a recipient as one address, regardless of its characters', async () => {
      const { mailer, delivered } = harness();
      const odd = '"a,b"@example.com';
      await mailer.send(mail({ to: odd })).catch(() => {});
      expect(await delivered('b"@example.com')).toEqual([]);
      expect(await delivered('eve@example.com')).toEqual([]);
    });

    it('passes its check', async () => {
      await expect(harness().mailer.check()).resolves.toBeUndefined();
    });
  });
}
