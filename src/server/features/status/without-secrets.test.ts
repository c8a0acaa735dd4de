import { expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets';

const settings = {
  DATABASE_URL: 'postgresql://insight:pa%24sword@db.example.com/q',
  AI_HEADERS: { 'X-Team': 'team-secret' },
  AI_MODEL: 'grok-4',
  PORT: 3000,
  S3_REGION: 'eu',
  PUBLIC_URL: 'https://insight.example.com',
};
const clean = (value: unknown) => withoutSecrets(value, settings, ['AI_MODEL']);

it.each([
  ['password authentication failed for pa$sword', 'password authentication failed for [setting]'],
  ['pa%24sword', '[setting]'],
  ['cannot reach postgresql://insight:pa%24sword@db.example.com/q', 'cannot reach [setting]'],
  ['header team-secret refused', 'header [setting] refused'],
  ['grok-4 in eu on 3000', 'grok-4 in eu on 3000'],
  ['mail to ada.lovelace+x@example.co.uk failed', 'mail to [email] failed'],
])('%j becomes %j', (text, expected) => {
  expect(clean(text)).toBe(expected);
});

it('accepts a percent sign that encodes nothing', () => {
  const bare = { DATABASE_URL: 'postgresql://insight:50%off@db.example.com/q' };
  expect(withoutSecrets('login with 50%off failed', bare, [])).toBe('login with [setting] failed');
});

it('keeps the structure of its input', () => {
  const at = new Date(0);
  expect(clean({ at, list: [{ text: 'team-secret', count: 2, none: null }] })).toEqual({
    at,
    list: [{ text: '[setting]', count: 2, none: null }],
  });
});
