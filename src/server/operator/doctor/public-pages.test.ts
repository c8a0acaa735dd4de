import { describe, expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { checkPublicPages } from './public-pages';

const complete = {
  XAI_API_KEY: 'key',
  SCHEDULING_URL: 'https://calendar.example.org/call',
  CONTACT_EMAIL: 'hello@example.org',
};
const fixesFor = async (settings: Record<string, string>) =>
  (await checkPublicPages(parseEnv(settings))).map(({ fix }) => fix);

const addSearch = 'Set XAI_API_KEY or OPENAI_API_KEY, or a search provider such as SEARXNG_URL for another model.';

describe('the check of the public pages', () => {
  it('passes if a model searches the web, and the calendar and the contact email are set', async () => {
    expect(await checkPublicPages(parseEnv(complete))).toEqual([
      { state: 'ok', check: 'public pages', message: 'every promise matches the settings' },
    ]);
  });

  it('warns about each promise that the default settings do not keep', async () => {
    expect(await fixesFor({})).toEqual([addSearch, 'Set SCHEDULING_URL to your calendar.', 'Set CONTACT_EMAIL.']);
  });

  it('warns about Live Search if neither the model endpoint nor a provider offers it', async () => {
    const { XAI_API_KEY: _, ...others } = complete;
    const local = { ...others, AI_BASE_URL: 'http://localhost:11434/v1', AI_MODEL: 'llama3.3' };
    expect(await fixesFor(local)).toEqual([addSearch]);
    expect(await fixesFor({ ...local, SEARXNG_URL: 'http://localhost:8888' })).toEqual([undefined]);
  });
});
