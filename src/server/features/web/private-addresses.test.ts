/** Wherever the application fetches a URL from outside, anything not on the public internet is rejected. */
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkSourcesJob } from '~/server/features/citations/pages/check-sources.job';
import { unreadableWords } from '~/server/providers/pages/types';
import { listen } from '~/server/testing/fakes/free-port';
import { type SiteServer, startSite } from '~/server/testing/fakes/site-server';
import { privateAddresses, withPort } from '~/server/testing/inputs/private-addresses';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { WebSession } from './web-session';
import { webTools } from './web-tools';

const never = new AbortController().signal;
let site: SiteServer;
let canary: Server;
let asked = 0;
let addresses: string[];
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  site = await startSite();
  canary = createServer((_request, response) => {
    asked += 1;
    response.setHeader('content-type', 'text/html').end('<p>The secret is 42.</p>');
  });
  const port = await listen(canary);
  addresses = withPort(privateAddresses, port);
  server = await startTestServer({ env: { FETCH_ALLOW_PRIVATE: site.host } });
  ada = await signUp(server.deps);
});
beforeEach(() => {
  asked = 0;
});
afterAll(async () => {
  await server.close();
  canary.closeAllConnections();
  await new Promise((resolve) => canary.close(resolve));
  await site.close();
});

it.each(['read_page', 'find_in_page'])(
  'private addresses are rejected by the tool %s, even if the user or a search has given them',
  async (name) => {
    const session = new WebSession(100_000, { searches: 0, pages: addresses.length });
    session.guard.allow(addresses);
    const tool = webTools(server.deps, session).list.find((webTool) => webTool.name === name);
    for (const url of addresses) {
      const read = Promise.resolve(tool?.run({ url, text: 'secret' }, never));
      await expect(read, url).rejects.toThrow(unreadableWords.address);
    }
    expect(session.pages).toEqual([]);
    expect(asked).toBe(0);
  },
);

it('private addresses are rejected by the check of cited pages', async () => {
  const { id: conversationId } = await ada.call.conversations.create({});
  const checkedAt = new Date().toISOString();
  const pending = addresses.map((url) => ({
    source: 'site.example',
    url,
    start: 0,
    end: 17,
    check: { verdict: 'pending', checkedAt },
  }));
  // As the report of a research run, it may cite this many pages.
  const { id } = await server.deps.db.message.create({
    data: {
      conversationId,
      role: 'assistant',
      content: 'The secret is 42.',
      metadata: { status: 'complete', researchId: conversationId, citations: pending },
    },
  });
  await server.deps.jobs.enqueue(checkSourcesJob, { messageId: id }, { key: id, userId: ada.user.id });
  await server.deps.jobs.settled();
  const { items } = await ada.call.messages.list({ conversationId });
  const citations = items.at(-1)?.metadata.citations ?? [];
  expect(citations.map(({ url, check }) => [url, check?.verdict, check?.reason])).toEqual(
    addresses.map((url) => [url, 'unreadable', unreadableWords.address]),
  );
  expect(asked).toBe(0);
});

it('private addresses are rejected when adding a web page to a collection', async () => {
  const { id: collectionId } = await ada.call.collections.create({ name: 'Pages', scope: 'personal' });
  for (const url of addresses)
    await expect(ada.call.collections.addDocument({ collectionId, url }), url).rejects.toThrow(unreadableWords.address);
  expect((await ada.call.collections.documents({ collectionId })).items).toEqual([]);
  expect(asked).toBe(0);
});
