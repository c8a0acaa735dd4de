import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createStoredTexts } from '~/server/features/messages/create-stored-texts';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { limits } from '~/shared/limits';
import type { Citation } from '~/shared/schemas/citations';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ChatMessage } from '~/shared/schemas/messages';
import { checkSourcesJob } from './check-sources.job';
import { pageChecker } from './page-checker';
import { withPendingChecks } from './pending-checks';

const model = createScriptedModel();
let site: SiteServer;
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  site = await startSite();
  server = await startTestServer({ model, env: { FETCH_ALLOW_PRIVATE: site.host } });
  ada = await signUp(server.deps);
});
afterAll(async () => {
  await server.close();
  await site.close();
});
beforeEach(() => {
  site.requests.length = 0;
});

const titled = (text: string) =>
  `<html><head><title>Key rates</title><meta property="article:published_time" content="2026-05-01"></head>
  <body><article><p>${text}</p></article></body></html>`;

/** The URL of a test page with this text. */
function newAddress(text?: string | RequestListener): string {
  const path = `/${randomUUID()}`;
  if (text !== undefined) site.pages[path] = typeof text === 'string' ? titled(text) : text;
  return site.origin + path;
}

/** An answer of the model; `[n]` in its text cites the nth URL. Returns the message as stored at its end. */
async function answer(text: string, ...urls: string[]): Promise<ChatMessage> {
  const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Rates?' });
  const call = await model.nextCall();
  await call.emit(text);
  for (const match of text.matchAll(/\[(\d)\]/g)) {
    const url = urls[Number(match[1]) - 1] as string;
    const place = { start: match.index, end: match.index + match[0].length };
    await call.emit({ type: 'citation', citation: { source: 'site.example', url, ...place } });
  }
  await call.finish();
  const id = sent.assistantMessage.id;
  await until(async () => (await messageOf(id)).metadata.processing === false);
  return messageOf(id);
}

/** The URL of a page that is only sent once the returned function is called. */
function heldAddress(text: string): [string, () => void] {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const url = newAddress((_request, response) => {
    void released.then(() => response.setHeader('content-type', 'text/html').end(titled(text)));
  });
  return [url, release];
}

async function messageOf(id: string): Promise<ChatMessage> {
  const { db } = server.deps;
  const [message] = await db.texts.openMessages([await db.message.findUniqueOrThrow({ where: { id } })]);
  return message as unknown as ChatMessage;
}

async function checked(id: string): Promise<Citation[]> {
  await server.deps.jobs.settled();
  return (await messageOf(id)).metadata.citations ?? [];
}

const rates = 'The ECB left its deposit rate at 2.00 % on 30 October 2025. Inflation was 2.1 % in October 2025.';

describe('the sources of an answer', () => {
  it('are compared with the citing sentences after the answer has ended', async () => {
    const url = newAddress(rates);
    const { id } = await answer(
      'On 30 October 2025 the ECB left its deposit rate at 2.00% [1]. Inflation was 2.1 % in October 2025 [1]. Inflation was 3.1% [1].',
      url,
    );
    const citations = await checked(id);
    expect(citations.map(({ check }) => check?.verdict)).toEqual(['figures', 'quote', 'absent']);
    expect(citations[0]).toMatchObject({
      title: 'Key rates',
      publishedAt: '2026-05-01',
      check: { passage: 'The ECB left its deposit rate at 2.00 % on 30 October 2025.' },
    });
    const { check, sourceStart, sourceEnd } = citations[0] as Citation;
    const { text, url: readUrl } = await ada.call.messages.snapshot({
      messageId: id,
      snapshotId: check?.snapshotId ?? '',
    });
    expect([text.slice(sourceStart, sourceEnd), readUrl]).toEqual([check?.passage, url]);
    expect(citations[2]?.check).toMatchObject({ missing: ['3.1%'] });
    expect(site.requests).toHaveLength(1);
    expect((await messageOf(id)).metadata.numSourcesUsed).toBe(1);
  }, 60_000);

  it('are pending when the answer ends', async () => {
    const [url, release] = heldAddress(rates);
    const { id, metadata } = await answer('Inflation was 2.1 % in October 2025 [1].', url);
    expect(metadata).toMatchObject({ status: 'complete', citations: [{ check: { verdict: 'pending' } }] });
    release();
    expect((await checked(id))[0]?.check?.verdict).toBe('quote');
  }, 60_000);

  it('count once for all URLs of a page', async () => {
    const url = newAddress(rates);
    const text = 'Inflation was 2.1 % [1]. In October 2025 [2]. It fell [3].';
    const { id, metadata } = await answer(text, `${url}?utm_source=openai`, `${url}#rates`, url);
    expect(metadata.numSourcesUsed).toBe(1);
    await checked(id);
    expect((await messageOf(id)).metadata.numSourcesUsed).toBe(1);
  }, 60_000);

  it('have a reason if they could not be read, and do not count', async () => {
    const { id } = await answer(
      'Rates rose to 3 % [1]. Inflation was 2.1 % in October 2025 [2].',
      newAddress(),
      newAddress(rates),
    );
    const [gone, read] = await checked(id);
    expect(gone?.check).toMatchObject({ verdict: 'unreadable', reason: 'The page no longer exists.' });
    expect(gone?.check?.snapshotId).toBeUndefined();
    expect(read?.check?.verdict).toBe('quote');
    expect((await messageOf(id)).metadata.numSourcesUsed).toBe(1);
  }, 60_000);

  it('of a page that is too long to compare are not reported as missing from it', async () => {
    const filler = 'Nothing of use is said here. '.repeat(limits.snapshotCharacters / 29);
    const url = newAddress(`${rates}</p><p>${filler}</p><p>Inflation was 1.7 % in November 2025.`);
    const { id } = await answer(
      'Inflation was 2.1 % in October 2025 [1]. Inflation was 1.7 % in November 2025 [1].',
      url,
    );
    const [found, beyond] = await checked(id);
    expect(found?.check?.verdict).toBe('quote');
    expect(beyond?.check).toEqual({
      verdict: 'unreadable',
      reason: 'Only the beginning of this page was compared.',
      snapshotId: found?.check?.snapshotId,
      checkedAt: expect.any(String),
    });
    expect((await messageOf(id)).metadata.numSourcesUsed).toBe(1);
  }, 60_000);

  it('are read again later if their site is unavailable', async () => {
    const url = newAddress((_request, response) => response.writeHead(500).end());
    const { id } = await answer('Inflation was 2.1 % in October 2025 [1].', url);
    expect((await checked(id))[0]?.check?.verdict).toBe('pending');
    site.pages[new URL(url).pathname] = titled(rates);
    await server.deps.db.job.updateMany({ data: { runAt: new Date(0) } });
    expect((await checked(id))[0]?.check?.verdict).toBe('quote');
  }, 60_000);

  it('are abandoned if their site stays unavailable', async () => {
    const url = newAddress((_request, response) => response.writeHead(500).end());
    const { id } = await answer('Inflation was 2.1 % in October 2025 [1].', url);
    for (let attempt = 0; attempt < 3; attempt++) {
      await server.deps.jobs.settled();
      await server.deps.db.job.updateMany({ data: { runAt: new Date(0) } });
    }
    expect((await checked(id))[0]?.check).toMatchObject({
      verdict: 'unreadable',
      reason: 'The site returned an error.',
    });
    expect(site.requests).toHaveLength(3);
  }, 60_000);

  it('confirm a figure of a company in the portfolio; otherwise it is flagged after they were read', async () => {
    await server.deps.db.investmentPosition.create({
      data: {
        ticker: 'TSLA',
        name: 'Tesla',
        avgEntryPrice: '180.25',
        purchaseDate: new Date('2024-03-05'),
        user: { connect: { id: ada.user.id } },
      },
    });
    const [url, release] = heldAddress('Tesla shares rose 5.1% on 30 October 2025.');
    const text = 'Tesla shares rose 5.1% on 30 October 2025 [1]. Tesla shares rose 41% in May 2025 [1].';
    const { id, metadata } = await answer(text, url);
    expect(metadata.citedFigures?.map((figure) => [figure.text, figure.sources])).toEqual([
      ['5.1%', [0]],
      ['41%', [1]],
    ]);
    expect(metadata).not.toHaveProperty('unconfirmedFigures');
    release();
    await checked(id);
    const after = (await messageOf(id)).metadata;
    expect(after.unconfirmedFigures).toEqual([
      { start: text.indexOf('41%'), end: text.indexOf('41%') + 3, text: '41%' },
    ]);
    expect(after).toMatchObject({ hasUnconfirmedFigures: true, isAboutInvestments: true });
    expect(after).not.toHaveProperty('citedFigures');
    await server.deps.db.investmentPosition.deleteMany();
  }, 60_000);

  it('are compared although another cannot be, which is tried again', async () => {
    const compare = vi.spyOn(pageChecker, 'check').mockRejectedValueOnce(new TypeError('unexpected words'));
    onTestFinished(() => compare.mockRestore());
    const { id } = await answer(
      'Inflation was 2.1 % in October 2025 [1]. The deposit rate was 2.00 % [2].',
      newAddress(rates),
      newAddress(rates),
    );
    const verdicts = async () => (await checked(id)).map(({ check }) => check?.reason ?? check?.verdict).sort();
    expect(await verdicts()).toEqual(['figures', 'pending']);
    compare.mockRejectedValue(new TypeError('unexpected words'));
    for (let attempt = 1; attempt < 3; attempt++) {
      await server.deps.db.job.updateMany({ data: { runAt: new Date(0) } });
      await server.deps.jobs.settled();
    }
    expect(await verdicts()).toEqual(['This page could not be compared.', 'figures']);
  }, 60_000);

  it('are published to open pages as an event', async () => {
    const [url, release] = heldAddress(rates);
    const { id, conversationId, parentId } = await answer('Inflation was 2.1 % in October 2025 [1].', url);
    const stop = new AbortController();
    const events: ConversationEvent[] = [];
    const watching = server.deps.generation
      .watch({ conversationId, signal: stop.signal }, (_id, event) => event)
      .forEach((event) => void events.push(event));
    await until(() => events.length > 0);
    release();
    await checked(id);
    await until(() => events.length > 1);
    stop.abort();
    await watching;
    expect(events).toMatchObject([
      { type: 'ready', running: [] },
      {
        type: 'checked',
        messageId: id,
        attempt: 1,
        // A page that has not loaded the answer finds its position by the parent message.
        message: { parentId, metadata: { citations: [{ check: { verdict: 'quote' } }] } },
      },
    ]);
  }, 60_000);

  it('of an earlier version are checked where it is stored', async () => {
    const [url, release] = heldAddress(rates);
    const { id } = await answer('Inflation was 2.1 % in October 2025 [1].', url);
    const { assistantMessage: again } = await ada.call.messages.retry({ messageId: id });
    const call = await model.nextCall();
    release();
    await server.deps.jobs.settled();
    await call.emit('No source.');
    await call.finish();
    await until(async () => (await messageOf(again.id)).metadata.processing === false);
    const { items } = await ada.call.messages.versions({ messageId: id });
    expect(items[0]?.metadata.citations?.[0]?.check?.verdict).toBe('quote');
    expect((await messageOf(again.id)).metadata.citations).toBeUndefined();
  }, 60_000);

  it.each(['off', 'on'] as const)(
    'beyond the twentieth page are not read, with ENCRYPT_MESSAGES=%s',
    async (isOn) => {
      const { db, env } = server.deps;
      const { texts } = db;
      onTestFinished(() => {
        db.texts = texts;
      });
      db.texts = createStoredTexts({ ...env, ENCRYPT_MESSAGES: isOn, SECRET_KEY: 's'.repeat(40) }, db);
      const urls = Array.from({ length: 22 }, () => newAddress(rates));
      const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Rates?' });
      const call = await model.nextCall();
      await call.emit('Inflation was 2.1 % in October 2025.');
      for (const url of urls) await call.emit({ type: 'citation', citation: { source: 'site.example', url } });
      await call.finish();
      await until(async () => (await messageOf(sent.assistantMessage.id)).metadata.processing === false);
      const citations = await checked(sent.assistantMessage.id);
      expect(site.requests).toHaveLength(20);
      expect(citations.filter(({ check }) => check?.verdict === 'quote')).toHaveLength(20);
      expect(citations.slice(20).map(({ check }) => check?.verdict)).toEqual(['unreadable', 'unreadable']);
    },
    60_000,
  );

  it('of a research report are read beyond the twentieth page', async () => {
    const urls = Array.from({ length: 30 }, () => newAddress(rates));
    const { id } = await answer('Inflation was 2.1 % in October 2025.');
    const citations = withPendingChecks(urls.map((url) => ({ source: 'site.example', url })));
    const metadata = { ...(await messageOf(id)).metadata, researchId: randomUUID(), citations };
    await server.deps.db.message.update({ where: { id }, data: { metadata: { ...metadata } } });
    await server.deps.jobs.enqueue(checkSourcesJob, { messageId: id }, { key: randomUUID() });
    const verdicts = (await checked(id)).map(({ check }) => check?.verdict);
    expect(verdicts).toEqual(urls.map(() => 'quote'));
    expect(site.requests).toHaveLength(30);
  }, 60_000);
});
