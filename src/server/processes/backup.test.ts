import { randomUUID } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiUser, apiClient, question, signInAt, signUpAt } from '~/server/testing/clients/api-client';
import { type ActionEnd, runAction, runActions } from '~/server/testing/clients/operator-process';
import { type S3Server, s3Settings, startS3Server } from '~/server/testing/fakes/s3-server';
import { makePdf, pngOfSize } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { createProcessDatabase, databaseServer, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import {
  endAllServers,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from '~/server/testing/worlds/server-process';

interface Manifest {
  createdAt: string;
  sha256: string;
  database: {
    kind: string;
    tables: { name: string; rows: number; file: string; sha256: string }[];
    sequences: object[];
  };
  objects: { count: number; sha256: string; missing: string[] };
}

const founder = 'founder@example.com';
const odd = 'It’s “quoted” \\ back\\nslash \u{1f642} a,b;"c" \t tab \u2028 line $1 %s NULL';
let source: ProcessDatabase;
let target: ProcessDatabase;
let s3: S3Server;
let user: ApiUser;
let conversationId: string;
let files: { path: string; bytes: Buffer }[];
const backups = temporaryFolder();
const folderOf = (name: string) => path.join(backups, name);
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(path.join(folderOf(name), 'manifest.json'), 'utf8')) as Manifest;

async function upload(server: ServerProcess, name: string, bytes: Buffer) {
  const client = apiClient(server.url, user.cookie);
  const { uploadURL, headers, objectPath } = await client.uploads.create.mutate({});
  await fetch(uploadURL, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  await client.uploads.claim.mutate({ fileURL: uploadURL, name });
  const read = await fetch(server.url + objectPath, { headers: { cookie: user.cookie } });
  return { path: objectPath, bytes: Buffer.from(await read.arrayBuffer()) };
}

/** The opposite setup: an embedded database, and files in S3. */
const elsewhere = { DATA_DIR: temporaryFolder(), DATABASE_URL: '' };

beforeAll(async () => {
  [source, target, s3] = await Promise.all([createProcessDatabase(), createProcessDatabase(), startS3Server()]);
  const setup = await runAction('setup', ['--email', founder, '--create'], source.settings);
  expect(setup.code).toBe(0);
  const server = await startServer(source.settings);
  user = await signUpAt(server.url, 'ada@example.com');
  const client = apiClient(server.url, user.cookie);
  const sent = await client.messages.send.mutate(question(odd));
  conversationId = sent.conversation.id;
  await client.conversations.rename.mutate({ conversationId, title: odd });
  const isAnswered = async () =>
    !(await client.messages.list.query({ conversationId })).items.at(-1)?.metadata.processing;
  await until(isAnswered, 'the question is answered');
  files = [await upload(server, 'a.pdf', makePdf([['Rates, page one.'], ['Page two.']]))];
  files.push(await upload(server, 'b.png', pngOfSize(40, 30)));
  await apiClient(server.url).waitlist.signup.mutate({ email: 'waiting@example.com' });
  await server.end('SIGTERM');
}, 120_000);
afterAll(async () => {
  await endAllServers();
  await s3?.close();
  await Promise.all([source?.drop(), target?.drop()]);
});

const back = (name: string, settings: Record<string, string>) =>
  runAction('backup', ['--to', folderOf(name)], settings);

describe('a backup', () => {
  it('contains every table and every file, and is readable by its owner only', async () => {
    const { code, said, warned } = await back('first', source.settings);
    expect({ code, warned }).toEqual({ code: 0, warned: '' });
    expect(said).toMatch(/^Database: \d+ rows of \d+ tables\nFiles: [23], \d+ bytes\nBackup: /);
    const { database, objects } = manifestOf('first');
    expect(database.kind).toBe(databaseServer ? 'server' : 'embedded');
    const rowsOf = (table: string) => database.tables.find(({ name }) => name === table)?.rows;
    expect({ users: rowsOf('users'), messages: rowsOf('messages'), objects: rowsOf('objects') }).toEqual({
      users: 2,
      messages: 2,
      objects: 2,
    });
    expect(rowsOf('audit_events')).toBeGreaterThan(2);
    expect(rowsOf('waitlist_signups')).toBe(1);
    expect(objects.missing).toEqual([]);
    for (const { file } of database.tables)
      expect(statSync(path.join(folderOf('first'), file)).mode & 0o777).toBe(0o600);
    expect(statSync(folderOf('first')).mode & 0o777).toBe(0o700);
  });

  it('never overwrites another one', async () => {
    const { code, warned } = await back('first', source.settings);
    expect(code).toBe(1);
    expect(warned).toContain('is not empty. Choose a new folder: a backup never overwrites another.');
  });

  it('of an empty installation fails with a readable message', async () => {
    const { code, warned } = await back('nothing', { DATA_DIR: temporaryFolder() });
    expect({ code, warned }).toEqual({ code: 1, warned: expect.stringContaining('No database found in ') });
  });

  it('is restored elsewhere and back again, row by row and byte by byte', async () => {
    const there = { ...elsewhere, ...s3Settings(s3) };
    const first = await runAction('restore', ['--from', folderOf('first')], there);
    expect(first).toMatchObject({ code: 0, warned: '', said: expect.stringContaining('Restored. Start the server.') });
    expect(s3.objects.size).toBeGreaterThanOrEqual(files.length);
    expect(await back('second', there)).toMatchObject({ code: 0 });
    const second = await runAction('restore', ['--from', folderOf('second')], target.settings);
    expect(second).toMatchObject({ code: 0, warned: '' });
    expect(await back('third', target.settings)).toMatchObject({ code: 0 });
    // The same rows in the same format, compressed by the same program, have the same hash.
    const parts = (name: string) => {
      const { database, objects } = manifestOf(name);
      return { tables: database.tables, sequences: database.sequences, objects };
    };
    expect(parts('second')).toEqual(parts('first'));
    expect(parts('third')).toEqual(parts('first'));
  });

  it('is a working installation: sessions stay valid, users sign in, read their files and continue', async () => {
    const server = await startServer(target.settings);
    expect(await apiClient(server.url, user.cookie).auth.user.query()).toMatchObject({ email: user.email });
    const client = apiClient(server.url, (await signInAt(server.url, user.email)).cookie);
    expect((await client.conversations.get.query({ conversationId })).title).toBe(odd);
    const { items } = await client.messages.list.query({ conversationId });
    expect(items[0]).toMatchObject({ content: odd });
    for (const { path, bytes } of files) {
      const read = await fetch(server.url + path, { headers: { cookie: user.cookie } });
      expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
    }
    // New rows come after the old ones.
    const more = await client.messages.send.mutate(question('And now?', { conversationId }));
    await until(
      async () => (await client.messages.list.query({ conversationId })).items.at(-1)?.id === more.assistantMessage.id,
      'the new answer is the last',
    );
    await server.end('SIGTERM');
  });

  it.runIf(databaseServer)('is made while the server runs, and restored only if it does not', async () => {
    const server = await startServer(source.settings);
    expect(await back('while running', source.settings)).toMatchObject({ code: 0 });
    const refused = await runAction('restore', ['--from', folderOf('first')], source.settings);
    expect(refused.code).toBe(1);
    expect(refused.warned).toMatch(/^\d+ other connections use this database\. Stop the servers first/);
    await server.end('SIGTERM');
  });

  it.runIf(!databaseServer)('waits for the server to stop, with a message', async () => {
    const server = await startServer(source.settings);
    const refused = await back('while running', source.settings);
    expect(refused.code).toBe(1);
    expect(refused.warned).toContain('Stop the server, run this again, and start it.');
    await server.end('SIGTERM');
  });
});

describe('a restore', () => {
  const restore = (name: string, settings: Record<string, string>, ...more: string[]) =>
    runAction('restore', ['--from', folderOf(name), ...more], settings);

  it('rejects a database that is not empty, and replaces it on request', async () => {
    const { code, warned } = await restore('first', target.settings);
    expect({ code, warned }).toEqual({
      code: 1,
      warned: expect.stringMatching(/^The database is not empty: .*--force/),
    });
    // A file that exists here but not in the backup. A failed restore leaves it.
    const before = await startServer(target.settings);
    const late = await upload(before, 'late.png', pngOfSize(30, 20));
    await before.end('SIGTERM');
    const lateId = late.path.split('/').at(-1) ?? '';
    const storedFiles = () =>
      readdirSync(target.settings.DATA_DIR ?? '', { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.startsWith(lateId))
        .map(({ name }) => name);
    expect(storedFiles()).not.toEqual([]);
    cpSync(folderOf('first'), folderOf('unfit'), { recursive: true });
    rmSync(path.join(folderOf('unfit'), 'database/users.ndjson.gz'));
    expect(await restore('unfit', target.settings, '--force')).toMatchObject({ code: 1 });
    expect(storedFiles()).not.toEqual([]);
    // Since the backup, a message was added here; the audit log rejects deletions.
    expect(await restore('first', target.settings, '--force')).toMatchObject({ code: 0, warned: '' });
    expect(storedFiles()).toEqual([]);
    expect(await back('fourth', target.settings)).toMatchObject({ code: 0 });
    expect(manifestOf('fourth').database.tables).toEqual(manifestOf('first').database.tables);
    // The triggers that protect the rows are restored.
    const server = await startServer(target.settings);
    const client = apiClient(server.url, user.cookie);
    await client.conversations.delete.mutate({ conversationId });
    expect((await client.conversations.list.query({})).items).toEqual([]);
    await server.end('SIGTERM');
  });

  const damages: [string, (folder: string) => void, RegExp][] = [
    [
      'a table that was changed',
      (folder) => flip(path.join(folder, 'database/users.ndjson.gz')),
      /users\.ndjson\.gz of the backup does not match its SHA-256/,
    ],
    [
      'a table that was cut',
      (folder) => cut(path.join(folder, 'database/messages.ndjson.gz')),
      /messages\.ndjson\.gz of the backup has \d+ bytes instead of \d+/,
    ],
    [
      'a table that is gone',
      (folder) => rmSync(path.join(folder, 'database/users.ndjson.gz')),
      /users\.ndjson\.gz of the backup is missing/,
    ],
    [
      'a file that was changed',
      (folder) => flip(anObject(folder)),
      /objects\/\w\w\/[\w-]+ of the backup does not match/,
    ],
    ['a file that is gone', (folder) => rmSync(anObject(folder)), /objects\/\w\w\/[\w-]+ of the backup is missing/],
    [
      'a list of files that was changed',
      (folder) => flip(path.join(folder, 'objects.ndjson')),
      /objects\.ndjson of the backup does not match/,
    ],
    [
      'a manifest that was changed',
      (folder) => edit(folder, (text) => text.replace('"rows": 2', '"rows": 3')),
      /manifest\.json was changed or damaged/,
    ],
    [
      'a manifest that leads elsewhere',
      (folder) => edit(folder, (text) => text.replaceAll('database/users', '../../users')),
      /manifest\.json was changed or damaged/,
    ],
    ['a manifest that is none', (folder) => edit(folder, () => '{'), /manifest\.json was changed or damaged/],
    [
      'another format',
      (folder) => edit(folder, (text) => text.replace('"formatVersion": 1', '"formatVersion": 2')),
      /has format 2, but this version reads format 1/,
    ],
    ['no manifest', (folder) => rmSync(path.join(folder, 'manifest.json')), /does not contain a complete backup/],
  ];

  describe('of a damaged backup', { tags: 'once' }, () => {
    const DATA_DIR = temporaryFolder();
    let ends: ActionEnd[];
    beforeAll(async () => {
      const names = damages.map(([_what, damage]) => {
        const name = `damaged-${randomUUID()}`;
        cpSync(folderOf('first'), folderOf(name), { recursive: true });
        damage(folderOf(name));
        return name;
      });
      const settings = { DATA_DIR };
      const calls = names.map((name) => ({ action: 'restore', args: ['--from', folderOf(name)], settings }));
      ends = await runActions(calls);
    });

    it.each(damages.map(([what, _damage, words], index) => [what, words, index] as const))(
      'rejects one with %s',
      (_what, words, index) => {
        const { code, warned } = ends[index] as ActionEnd;
        expect({ code, warned }).toEqual({ code: 1, warned: expect.stringMatching(words) });
      },
    );

    it('leaves the data folder empty', () => expect(readdirSync(DATA_DIR)).toEqual([]));
  });
});

function flip(file: string): void {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

const cut = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -3));

function edit(folder: string, change: (text: string) => string): void {
  const file = path.join(folder, 'manifest.json');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

function anObject(folder: string): string {
  const [line = ''] = readFileSync(path.join(folder, 'objects.ndjson'), 'utf8').split('\n');
  const { key } = JSON.parse(line) as { key: string };
  return path.join(folder, 'objects', key.slice(0, 2), key);
}
