import { describe, expect, it } from 'vitest';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { ToolError } from '~/server/providers/llm/types';
import { type PageReading, type ReadPage, unreadable } from '~/server/providers/pages/types';
import { WebSession } from './web-session';

const pageAt = (url: string): ReadPage => ({
  state: 'read',
  url,
  canonicalUrl: url,
  title: 'A page',
  site: 'site.example',
  text: 'Words.',
  contentHash: 'hash',
  readAt: new Date(0),
});
const url = 'https://site.example/a';

describe('the budgets of an answer', () => {
  it('limit searches', () => {
    const session = new WebSession(100_000, { searches: 2, pages: 2 });
    for (let n = 0; n < 2; n++) session.countSearch();
    expect(() => session.countSearch()).toThrow(ToolError);
    expect(() => session.countSearch()).toThrow('This answer has used up its budget of searches.');
  });

  it('limit pages, and count a page that is requested again once', () => {
    const session = new WebSession(100_000, { searches: 2, pages: 2 });
    for (let n = 0; n < 2; n++) session.countPage(`${url}${n}`);
    session.countPage(`${url}0`);
    expect(() => session.countPage(`${url}2`)).toThrow('budget of pages');
    expect(() => session.countPage(`${url}1`)).not.toThrow();
  });

  it('limit texts to a part of the context window, and a call to a part of that', () => {
    const session = new WebSession(10_000);
    const page = 'x'.repeat(100_000);
    expect(session.excerptOf(page, 5)).toHaveLength(3000);
    for (let n = 0; n < 4; n++) session.spend(session.excerptOf(page, 0));
    expect(() => session.spend('x')).toThrow('budget of text');
  });

  it('count tokens, so a page in Chinese spends as many as it has', async () => {
    const session = new WebSession(32_768);
    const page = '港口在五月进行了疏浚，预算有所增加。'.repeat(2000);
    let text = '';
    for (let from = 0; ; from = text.length) {
      const part = session.excerptOf(page, from);
      if (part === '') break;
      text += session.spend(part);
    }
    const [tokens = 0] = await countTokens([text]);
    expect(tokens).toBeGreaterThan(32_768 * 0.2);
    expect(tokens).toBeLessThan(32_768 * 0.4);
  });

  it('limit texts to what the rest of the request leaves', () => {
    const session = new WebSession(32_000);
    expect(session.reservedTokens).toBe(4000);
    session.fitBeside(-100);
    let characters = 0;
    const page = 'x'.repeat(100_000);
    for (let part = session.excerptOf(page, 0); part !== ''; part = session.excerptOf(page, 0)) {
      characters += session.spend(part).length;
    }
    expect(characters).toBe(16_000);
    expect(() => session.spend('x')).toThrow('budget of text');
  });
});

describe('a page', () => {
  it('is read and stored once, even for two concurrent calls', async () => {
    const session = new WebSession(100_000);
    const kept: string[] = [];
    session.saveWith(async (asked) => void kept.push(asked));
    let reads = 0;
    const read = async (): Promise<PageReading> => {
      reads += 1;
      return pageAt(url);
    };
    await Promise.all([session.readOnce(url, read), session.readOnce(url, read)]);
    await session.readOnce(url, read);
    expect([reads, kept, session.pages.length]).toEqual([1, [url], 1]);
  });

  it('that could not be read is retried, and one with two URLs counts once', async () => {
    const session = new WebSession(100_000);
    expect(await session.readOnce(url, async () => unreadable(url, 'timed_out'))).toMatchObject({
      state: 'unreadable',
    });
    expect(session.pages).toEqual([]);
    await session.readOnce(url, async () => pageAt(url));
    await session.readOnce(`${url}?from=search`, async () => ({ ...pageAt(`${url}?from=search`), canonicalUrl: url }));
    expect(session.pages).toHaveLength(1);
  });
});
