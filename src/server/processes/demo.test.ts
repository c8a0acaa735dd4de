import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiClient, signInAt, signUpAt, testPassword } from '~/server/testing/clients/api-client';
import { runAction } from '~/server/testing/clients/operator-process';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, startServer } from '~/server/testing/worlds/server-process';

let sample: ProcessDatabase;
let real: ProcessDatabase;
beforeAll(async () => {
  [sample, real] = await Promise.all([createProcessDatabase(), createProcessDatabase()]);
});
afterAll(async () => {
  await endAllServers();
  await Promise.all([sample?.drop(), real?.drop()]);
});

describe('the demo', () => {
  it('adds sample data to an empty installation, once', async () => {
    const run = () => runAction('demo', ['--password-stdin'], sample.settings, `${testPassword}\n`);
    const first = await run();
    expect(first).toMatchObject({ code: 0, warned: '' });
    expect(first.said.match(/^Account created: \w+\.sample@example\.com$/gm)).toHaveLength(3);
    expect(first.said).toContain('Conversations: 3 added\nSample positions: 6 added\n');
    const second = await run();
    expect(second.code).toBe(0);
    expect(second.said).toMatch(/^Conversations: 0 added\nSample positions: 0 added\nThe sample users already exist/);
  });

  it('has users who can sign in, and answers whose sources are shown where they are cited', async () => {
    const server = await startServer(sample.settings);
    const seen: { isAdmin: boolean; sources: number }[] = [];
    for (const name of ['ada', 'ben', 'cleo']) {
      const client = apiClient(server.url, (await signInAt(server.url, `${name}.sample@example.com`)).cookie);
      const user = await client.auth.user.query();
      expect(user).toMatchObject({ lastName: '(sample)' });
      const { items } = await client.conversations.list.query({});
      expect(items.map(({ title }) => title)).toEqual([expect.stringMatching(/\(sample\)$/)]);
      const [conversation] = items;
      const messages = (await client.messages.list.query({ conversationId: conversation?.id ?? '' })).items;
      expect(messages.map(({ role }) => role).slice(0, 2)).toEqual(['user', 'assistant']);
      const citations = messages.flatMap(({ metadata, content }) =>
        (metadata.citations ?? []).map(({ start, end, url }) => ({ url, text: content.slice(start, end) })),
      );
      for (const { url, text } of citations) {
        expect(url).toMatch(/^https:\/\//);
        expect(text).toMatch(/^[A-Zt].*\.$/);
      }
      seen.push({ isAdmin: user?.isAdmin ?? false, sources: citations.length });
      expect((await client.positions.list.query()).open).toHaveLength(6);
    }
    expect(seen.map(({ isAdmin }) => isAdmin)).toEqual([true, false, false]);
    for (const { sources } of seen) expect(sources).toBeGreaterThan(0);
    await server.end('SIGTERM');
  });

  it('fails beside real users without --force', async () => {
    const server = await startServer(real.settings);
    const { email } = await signUpAt(server.url);
    await server.end('SIGTERM');
    const refused = await runAction('demo', [], real.settings);
    expect(refused).toMatchObject({ code: 1, said: '' });
    expect(refused.warned).toContain('This database has 1 account of real users');
    const forced = await runAction('demo', ['--force'], real.settings);
    expect(forced.code).toBe(0);
    expect(forced.said).toMatch(/^Password of all three \(shown only once\): \S+$/m);
    const again = await startServer(real.settings);
    await signInAt(again.url, email);
    await again.end('SIGTERM');
  });
});
