import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, type ApiUser, apiClient, question, signUpAt, until } from '~/server/testing/api-client';
import { type ModelServer, startModelServer } from '~/server/testing/model-server';
import { databaseServer } from '~/server/testing/process-database';
import { endAllServers, type ServerProcess, startServer, temporaryFolder } from '~/server/testing/server-process';
import type { SendMessageInput } from '~/shared/schemas/messages';

const kills = 20;
const writers = 6;

let model: ModelServer;
let settings: Record<string, string>;
let user: ApiUser;

beforeAll(async () => {
  model = await startModelServer({ script: { text: 'Done.' } });
  settings = {
    DATA_DIR: temporaryFolder(),
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'test',
    MAX_CONCURRENT_ANSWERS: '100',
  };
});
afterAll(async () => {
  await endAllServers();
  await model?.close();
});

/** What the server said it has: conversations by title, questions by text; and questions it never answered for. */
const acknowledged = { titles: new Set<string>(), questions: new Map<string, string>() };
let unanswered: SendMessageInput[] = [];

/** Writes as quickly as it goes until the server is gone. */
async function write(client: ApiClient, name: string, conversationId: string) {
  for (let n = 0; ; n++) {
    const title = `${name}-${n}`;
    const message = question(title, { conversationId });
    try {
      await client.conversations.create.mutate({ title });
      acknowledged.titles.add(title);
      unanswered.push(message);
      const sent = await client.messages.send.mutate(message);
      acknowledged.questions.set(title, sent.userMessage.id);
      unanswered = unanswered.filter((other) => other !== message);
    } catch {
      return;
    }
  }
}

async function allTitles(client: ApiClient): Promise<string[]> {
  const titles: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.conversations.list.query({ cursor, limit: 100 });
    titles.push(...page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  }
  return titles;
}

async function allQuestions(client: ApiClient, conversationId: string): Promise<{ id: string; content: string }[]> {
  const questions: { id: string; content: string }[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.messages.list.query({ conversationId, cursor, limit: 100 });
    questions.push(...page.items.filter(({ role }) => role === 'user'));
    cursor = page.nextCursor;
  }
  return questions;
}

const skipped = databaseServer ? ' (skipped: this run is about a PostgreSQL server)' : '';

it.runIf(!databaseServer)(
  `loses no acknowledged row of the embedded database in twenty kills, and opens after each${skipped}`,
  async () => {
    let server: ServerProcess = await startServer(settings);
    user = await signUpAt(server.url);
    const { id: conversationId } = await apiClient(server.url, user.cookie).conversations.create.mutate({});

    for (let round = 0; round < kills; round++) {
      const client = apiClient(server.url, user.cookie);
      const writing = Array.from({ length: writers }, (_, n) => write(client, `${round}.${n}`, conversationId));
      const enough = acknowledged.titles.size + 1 + Math.floor(Math.random() * 40);
      await until(() => acknowledged.titles.size >= enough, `the writes of round ${round}`);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      await server.end('SIGKILL');
      await Promise.all(writing);

      server = await startServer(settings);
      const again = apiClient(server.url, user.cookie);
      // Whoever got no answer asks again with the same id; that must not make a second message.
      for (const message of unanswered.splice(0)) {
        const sent = await again.messages.send.mutate(message);
        acknowledged.questions.set(message.content, sent.userMessage.id);
      }
      const questions = await allQuestions(again, conversationId);
      expect(new Set(questions.map(({ content }) => content)).size, `round ${round}`).toBe(questions.length);
      const stored = new Map(questions.map(({ content, id }) => [content, id]));
      const lost = [...acknowledged.questions].filter(([content, id]) => stored.get(content) !== id);
      expect(lost, `round ${round}`).toEqual([]);
      const titles = new Set(await allTitles(again));
      expect(
        [...acknowledged.titles].filter((title) => !titles.has(title)),
        `round ${round}`,
      ).toEqual([]);
    }
    expect(acknowledged.titles.size).toBeGreaterThan(kills);
    expect(acknowledged.questions.size).toBeGreaterThan(kills);
  },
  // Twenty starts take half a minute on an idle machine, and much longer on a busy one.
  300_000,
);
