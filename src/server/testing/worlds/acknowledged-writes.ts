/**
 * Writes questions, titles, files, positions and imports as fast as a server accepts them, and checks afterwards that
 * every acknowledged write is stored exactly once, and none in part.
 */
import { createHash } from 'node:crypto';
import { type ApiClient, type ApiUser, apiClient, question, signUpAt } from '~/server/testing/clients/api-client';
import { makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { checkChain } from '~/shared/ledger-chain';
import type { SendMessageInput } from '~/shared/schemas/messages';

const setupToken = 'setup-token-of-the-test';
export const adminSettings = { SETUP_ADMIN_EMAIL: 'admin@example.com', SETUP_TOKEN: setupToken };
const rowsOfAnImport = 40;

export interface Acknowledged {
  titles: Set<string>;
  /** Text → id of the stored message. */
  questions: Map<string, string>;
  /** Object path → SHA-256 of the bytes. */
  files: Map<string, string>;
  positions: Set<string>;
  /** Names that all rows of an import share. */
  imports: Set<string>;
}

export interface AcknowledgedWrites {
  readonly acknowledged: Acknowledged;
  /** Writes until the server has ended. Resolves when every writer has failed. */
  write(url: string, round: number): Promise<void>;
  /** Writes that this server has lost, duplicated, stored in part, or not finished. Empty if there are none. */
  problems(url: string): Promise<string[]>;
}

/** Signs up the administrator who writes; the server runs with `adminSettings`. */
export async function createAcknowledgedWrites(url: string): Promise<AcknowledgedWrites> {
  const user = await signUpAt(url, adminSettings.SETUP_ADMIN_EMAIL);
  const client = apiClient(url, user.cookie);
  await client.setup.run.mutate({ seedPositions: false, token: setupToken });
  const { id: conversationId } = await client.conversations.create.mutate({});
  const acknowledged: Acknowledged = {
    titles: new Set(),
    questions: new Map(),
    files: new Map(),
    positions: new Set(),
    imports: new Set(),
  };
  let tickers = 0;
  const nextTicker = () => `T${(tickers++).toString(36).toUpperCase()}`;
  /** Questions whose answer never arrived: a browser sends them again with the same id. */
  const unanswered = new Map<string, SendMessageInput>();

  const writers: ((client: ApiClient, name: string) => Promise<void>)[] = [
    async (client, name) => {
      await client.conversations.create.mutate({ title: name });
      acknowledged.titles.add(name);
    },
    async (client, name) => {
      const message = question(name, { conversationId });
      unanswered.set(name, message);
      const sent = await client.messages.send.mutate(message);
      acknowledged.questions.set(name, sent.userMessage.id);
      unanswered.delete(name);
    },
    async (client, name) => {
      const bytes = makePdf([[name]]);
      const { uploadURL, headers, objectPath } = await client.uploads.create.mutate({ size: bytes.length });
      const put = await fetch(uploadURL, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      if (!put.ok) throw new Error(`the upload was refused: ${put.status}`);
      await client.uploads.claim.mutate({ fileURL: uploadURL, name: `${name}.pdf` });
      acknowledged.files.set(objectPath, hash(bytes));
    },
    async (client, name) => {
      const purchaseDate = '2024-01-02T00:00:00Z';
      await client.positions.add.mutate({ name, ticker: 'TEST', avgEntryPrice: '10.00', purchaseDate });
      acknowledged.positions.add(name);
    },
    async (client, name) => {
      // An import skips existing positions, so every row needs its own ticker.
      const rows = Array.from({ length: rowsOfAnImport }, () => `${name},${nextTicker()},10.00,2024-01-02`);
      const text = ['Name,Ticker,Entry price,Date', ...rows].join('\n');
      await client.positions.import.mutate({ format: 'csv', text, dryRun: false });
      acknowledged.imports.add(name);
    },
  ];

  return {
    acknowledged,
    async write(url, round) {
      const client = apiClient(url, user.cookie);
      await Promise.all(
        writers.map(async (write, kind) => {
          for (let n = 0; ; n++) {
            const isOver = await write(client, `${round}.${kind}.${n}`).then(
              () => false,
              () => true,
            );
            if (isOver) return;
          }
        }),
      );
    },
    async problems(url) {
      const client = apiClient(url, user.cookie);
      for (const [name, message] of unanswered) {
        acknowledged.questions.set(name, (await client.messages.send.mutate(message)).userMessage.id);
        unanswered.delete(name);
      }
      return [
        ...(await problemsOfMessages(client, conversationId, acknowledged)),
        ...(await problemsOfTitles(client, acknowledged)),
        ...(await problemsOfFiles(url, user, acknowledged)),
        ...(await problemsOfPositions(client, acknowledged)),
      ];
    },
  };
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** All rows of a list with cursors. */
async function all<T>(page: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>) {
  const items: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const next = await page(cursor);
    items.push(...next.items);
    cursor = next.nextCursor;
  }
  return items;
}

async function problemsOfMessages(client: ApiClient, conversationId: string, { questions }: Acknowledged) {
  const read = () => all((cursor) => client.messages.list.query({ conversationId, cursor, limit: 100 }));
  const isAtRest = async () => (await read()).every(({ metadata }) => !metadata.processing);
  await until(isAtRest, 'every answer has ended');
  const stored = (await read()).filter(({ role }) => role === 'user');
  const ids = new Map(stored.map(({ content, id }) => [content, id]));
  const lost = [...questions].filter(([content, id]) => ids.get(content) !== id).map(([content]) => `lost: ${content}`);
  return ids.size === stored.length ? lost : [...lost, 'a question is stored twice'];
}

async function problemsOfTitles(client: ApiClient, { titles }: Acknowledged) {
  const stored = await all((cursor) => client.conversations.list.query({ cursor, limit: 100 }));
  const known = new Set(stored.map(({ title }) => title));
  return [...titles].filter((title) => !known.has(title)).map((title) => `lost conversation: ${title}`);
}

async function problemsOfFiles(url: string, user: ApiUser, { files }: Acknowledged) {
  const problems: string[] = [];
  for (const [path, expected] of files) {
    const response = await fetch(url + path, { headers: { cookie: user.cookie } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!response.ok || hash(bytes) !== expected) problems.push(`file ${path}: ${response.status}`);
  }
  return problems;
}

async function problemsOfPositions(client: ApiClient, { positions, imports }: Acknowledged) {
  const { open } = await client.positions.list.query();
  const times = new Map<string, number>();
  for (const { name } of open) times.set(name, (times.get(name) ?? 0) + 1);
  const entries = await all(async (cursor) => {
    const { entries: items, nextCursor } = await client.trackRecord.ledger.query({ cursor });
    return { items, nextCursor };
  });
  const { brokenAt } = checkChain(entries);
  return [
    ...[...positions].filter((name) => times.get(name) !== 1).map((name) => `position ${name}: ${times.get(name)}`),
    ...[...imports].filter((name) => times.get(name) !== rowsOfAnImport).map((name) => `import ${name} is not whole`),
    // An import that was not acknowledged is stored completely or not at all.
    ...[...times]
      .filter(([, rows]) => rows !== 1 && rows !== rowsOfAnImport)
      .map(([name]) => `half an import: ${name}`),
    ...(brokenAt ? [`the ledger is broken: ${JSON.stringify(brokenAt)}`] : []),
    ...(entries.length === open.length ? [] : [`${entries.length} ledger entries for ${open.length} positions`]),
  ];
}
