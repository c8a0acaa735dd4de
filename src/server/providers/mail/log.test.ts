import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { describeMailerContract } from './contract-suite';
import { createMailer } from './create-mailer';
import { createLogMailer } from './log';

interface Line {
  level: number;
  to: string;
  subject: string;
  text: string;
}

const lines: Line[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)) as Line);
    done();
  },
});
const logger = pino({ level: 'warn' }, sink);
const mailer = createLogMailer(logger);

describeMailerContract('The log', () => ({
  mailer,
  delivered: async (address) => lines.filter(({ to }) => to === address),
}));

describe('the mailer of the settings', () => {
  it('is the log without SMTP_URL, also at a quiet log level', async () => {
    const chosen = createMailer(parseEnv({}), logger);
    expect(chosen.kind).toBe('log');
    await chosen.send({ to: 'lin@example.com', subject: 'S', text: 'T' });
    expect(lines.at(-1)).toMatchObject({ to: 'lin@example.com', level: 40 });
  });

  it('is SMTP with SMTP_URL', () => {
    expect(createMailer(parseEnv({ SMTP_URL: 'smtp://localhost:25' }), logger).kind).toBe('smtp');
  });
});
