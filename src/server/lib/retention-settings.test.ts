import { expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { retentionWords } from './retention-settings';

const parse = (settings: Record<string, string>) => parseEnv({ DATA_DIR: '/tmp/unused', ...settings });

it('only the activity log is deleted by age by default, and the privacy page names nothing else', () => {
  const env = parse({});
  expect([env.RETENTION_CONVERSATIONS_DAYS, env.RETENTION_RESEARCH_DAYS, env.RETENTION_USAGE_DAYS]).toEqual([0, 0, 0]);
  expect(retentionWords(env)).toBe(' The activity log keeps your email address for 365 days.');
});

it('the privacy page states how long each kind of data is kept', () => {
  const some = parse({
    AUDIT_RETENTION_DAYS: '3650',
    RETENTION_CONVERSATIONS_DAYS: '1',
    RETENTION_USAGE_DAYS: '1095',
  });
  expect(retentionWords(some)).toBe(
    ' The activity log keeps your email address for 3,650 days. Conversations are deleted 1 day after their last message, pinned and archived ones too. Your usage of AI models is made anonymous after 1,095 days.',
  );
  expect(retentionWords(parse({ RETENTION_RESEARCH_DAYS: '90' }))).toContain('90 days after it ends');
});

it.each(['31', '-1', '1.5', 'forever'])('usage of %s days is rejected', (RETENTION_USAGE_DAYS) => {
  expect(() => parse({ RETENTION_USAGE_DAYS })).toThrow('RETENTION_USAGE_DAYS');
});

it('usage of a month and a day is enough for monthly budgets', () => {
  expect(parse({ RETENTION_USAGE_DAYS: '32' }).RETENTION_USAGE_DAYS).toBe(32);
});
