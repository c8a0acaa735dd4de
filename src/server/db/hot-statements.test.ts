/**
 * Every statement of everyday use finds its rows by an index, however many users and conversations there are. The
 * statements are recorded during use, and planned again with sequential scans disabled unless PostgreSQL has no other
 * way. Full index scans are not detected here, because they depend on the rows.
 */
import { randomUUID } from 'node:crypto';
import type { PGlite, QueryOptions, Transaction } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { purgeAccounts } from '~/server/features/admin/purge-accounts';
import { jobKinds } from '~/server/features/job-kinds';
import { readUpload } from '~/server/features/uploads/read-upload';
import { testDatabaseUrl } from '~/server/testing/environment';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { validInputs } from '~/server/testing/inputs/valid-inputs';
import { until } from '~/server/testing/until';
import { borrowDatabase } from '~/server/testing/worlds/embedded-pool';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { embeddedDatabase } from './client';

interface Recorded {
  text: string;
  values: unknown[] | undefined;
  options: QueryOptions | undefined;
}

/** Statements by text, with the values of their first use. */
const recorded = new Map<string, Recorded>();
let isRecording = false;

function recording<T extends PGlite | Transaction>(connection: T): T {
  return new Proxy(connection, {
    get(target, name) {
      if (name === 'query')
        return (text: string, values?: unknown[], options?: QueryOptions) => {
          if (isRecording && !recorded.has(text)) recorded.set(text, { text, values, options });
          return target.query(text, values, options);
        };
      if (name === 'transaction')
        return (work: (tx: Transaction) => unknown) =>
          (target as PGlite).transaction((tx) => work(recording(tx)) as never);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** The tables that a plan scans completely. */
const wholeTables = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? '?'] : []),
  ...(plan.Plans ?? []).flatMap(wholeTables),
];

/** Plans for tables of a million rows each: the statistics are changed within this transaction only. */
async function tablesReadWhole(pglite: PGlite, { text, values, options }: Recorded): Promise<string[]> {
  const { rows } = await pglite.transaction(async (tx) => {
    await tx.exec(`
      SET LOCAL enable_seqscan = off;
      UPDATE pg_class SET reltuples = 1e6, relpages = 1
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0`);
    const { serializers } = options ?? {};
    const explained = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
      serializers && { serializers },
    );
    await tx.rollback();
    return explained;
  });
  return rows.flatMap((row) => wholeTables(row['QUERY PLAN'][0].Plan));
}

/** Tables with a row per setting, group, process, backup or position of the portfolio: they do not grow with users. */
const smallTables = new Set([
  'model_endpoints',
  'search_providers',
  'search_defaults',
  'investment_positions',
  'groups',
  'server_processes',
  'server_errors',
  'backups',
  'close_differences',
]);

interface ForeignKey {
  name: string;
  table: string;
  /** Columns of the referring table, with a value of the right type each. */
  columns: string;
}

/** The queries that PostgreSQL runs for foreign keys when a row is deleted. None of our statements contains them. */
const foreignKeys = `
  SELECT c.conname AS name, c.conrelid::regclass::text AS table,
         string_agg(format('%I = %L::%s', a.attname,
           CASE t.typname WHEN 'uuid' THEN '00000000-0000-0000-0000-000000000000' ELSE '1' END,
           format_type(a.atttypid, a.atttypmod)), ' AND ') AS columns
  FROM pg_constraint c
  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
  GROUP BY c.oid`;

const model = createScriptedModel();
const onServer = Boolean(testDatabaseUrl());
let pglite: PGlite;
let server: TestServer;
let ada: TestUser;
let root: TestUser;

describe.runIf(!onServer)('the statements of', () => {
  beforeAll(async () => {
    pglite = await borrowDatabase(inject('embeddedImage'));
    const env = { RETENTION_CONVERSATIONS_DAYS: '30', RETENTION_RESEARCH_DAYS: '30', RETENTION_USAGE_DAYS: '60' };
    const database = { ...embeddedDatabase(recording(pglite), PrismaPGlite), applied: [], vectorProblem: null };
    server = await startTestServer({ model, database, env });
    ada = await signUp(server.deps);
    root = await signUp(server.deps, { isAdmin: true });
  });
  afterAll(() => server.close());

  async function readWhole(work: () => Promise<void>): Promise<string[]> {
    recorded.clear();
    isRecording = true;
    await work().finally(() => {
      isRecording = false;
    });
    const statements = [...recorded.values()].filter(({ text }) =>
      /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text),
    );
    expect(statements.length).toBeGreaterThan(3);
    const found: string[] = [];
    for (const statement of statements) {
      const tables = (await tablesReadWhole(pglite, statement)).filter((table) => !smallTables.has(table));
      if (tables.length > 0)
        found.push(`${tables.join(', ')}: ${statement.text.replace(/\s+/g, ' ').trim().slice(0, 300)}`);
    }
    return found;
  }

  it('a message, its answer, a retry and a search use an index', async () => {
    const found = await readWhole(async () => {
      const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'What moves rates?' });
      const conversationId = sent.conversation.id;
      const call = await model.nextCall();
      await call.emit('Expectations.');
      await until(
        async () =>
          (await pglite.query('SELECT 1 FROM messages WHERE content = $1', ['Expectations.'])).rows.length > 0,
      );
      await call.finish();
      const isEnded = async () => {
        const { items } = await ada.call.messages.list({ conversationId });
        return items.at(-1)?.metadata.processing === false;
      };
      await until(isEnded);
      await ada.call.messages.retry({ messageId: sent.assistantMessage.id });
      await (await model.nextCall()).finish();
      await until(isEnded);
      await ada.call.messages.versions({ messageId: sent.assistantMessage.id });
      await ada.call.conversations.list({});
      await ada.call.conversations.get({ conversationId });
      await ada.call.conversations.rename({ conversationId, title: 'Rates' });
      await ada.call.conversations.list({ search: 'rates' } as never);
      await ada.call.conversations.list({ through: conversationId } as never);
      await ada.call.conversations.delete({ conversationId });
    });
    expect(found).toEqual([]);
  });

  it('processing a file of a sent message uses an index', async () => {
    const file = { name: 'a.txt', text: 'Rates rose.' };
    const { id, objectPath: url, type, size } = await ada.call.uploads.attachText(file);
    await server.deps.jobs.settled();
    const attachments = [{ name: file.name, type, size, url }];
    const sent = await ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Why?', attachments });
    await (await model.nextCall()).finish();
    await server.deps.db.storedObject.update({ where: { id }, data: { readState: 'queued' } });
    const { signal } = new AbortController();
    const announced: string[] = [];
    server.deps.bus.subscribe(`conversation:${sent.conversation.id}`, (event) => {
      if (event.type === 'attachments') announced.push(event.messageId);
    });
    const found = await readWhole(() => readUpload(server.deps, id, { signal, attempt: 1, isLastAttempt: false }));
    expect(announced).toEqual([sent.userMessage.id]);
    expect(found).toEqual([]);
  });

  it('the lists and searches of all features use an index', async () => {
    const found = await readWhole(async () => {
      for (const [path, input] of Object.entries(validInputs)) {
        const [feature = '', procedure = ''] = path.split('.');
        if (!/^(?:list|get|search|summary|overview|page)/.test(procedure)) continue;
        const calls = root.call as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
        // Only the first page, because a made-up cursor is rejected before any query.
        const { cursor: _, ...rest } = input;
        // These ids do not exist, so some requests fail after the query that looks for them.
        await calls[feature]?.[procedure]?.(rest).catch(() => {});
      }
    });
    expect(found).toEqual([]);
  });

  it('the recurring jobs use an index', async () => {
    const found = await readWhole(async () => {
      const { signal } = new AbortController();
      const context = { signal, attempt: 1, isLastAttempt: false };
      for (const { everyMs, run } of jobKinds) if (everyMs !== undefined) await run(server.deps, {}, context);
    });
    expect(found).toEqual([]);
  });

  it('deleting an account uses an index', async () => {
    const { db } = server.deps;
    const grace = await signUp(server.deps);
    const userId = grace.user.id;
    const { id: conversationId } = await grace.call.conversations.create({ title: 'Rates' });
    await db.message.create({ data: { conversationId, role: 'user', content: 'Why?' } });
    await db.storedObject.create({ data: { id: randomUUID(), userId, size: 1 } });
    const found = await readWhole(async () => {
      await root.call.admin.delete({ userId });
      await purgeAccounts(server.deps, new AbortController().signal);
    });
    const purged = [...recorded.keys()].join();
    for (const table of ['messages', 'conversations', 'objects', 'users'])
      expect(purged).toContain(`DELETE FROM ${table} `);
    expect(found).toEqual([]);
  });

  it('rows that refer to a deleted one are found by an index', async () => {
    const { rows: keys } = await pglite.query<ForeignKey>(foreignKeys);
    expect(keys.length).toBeGreaterThan(60);
    const found: string[] = [];
    for (const { name, table, columns } of keys) {
      const text = `SELECT 1 FROM ONLY ${table} WHERE ${columns} FOR KEY SHARE`;
      const whole = await tablesReadWhole(pglite, { text, values: undefined, options: undefined });
      if (whole.some((table) => !smallTables.has(table))) found.push(name);
    }
    expect(found).toEqual([]);
  });

  it('signing in, accounts and actions of administrators use an index', async () => {
    const found = await readWhole(async () => {
      await ada.call.auth.user();
      await ada.call.sessions.list();
      await ada.call.tokens.list();
      const other = await signUp(server.deps);
      await root.call.admin.lock({ userId: other.user.id, isLocked: true });
      await root.call.audit.list({});
      await other.call.auth.user();
    });
    expect(found).toEqual([]);
  });
});
