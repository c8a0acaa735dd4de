/**
 * Uploads interrupted by a kill while files are encrypted: no plaintext stays on disk, and the upload can be repeated
 * or continued. The test has its own folder for temporary files, so that nothing else writes to it.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, apiClient, signUpAt } from '~/server/testing/clients/api-client';
import { makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import {
  endAllServers,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from '~/server/testing/worlds/server-process';
import { limits } from '~/shared/limits';

let database: ProcessDatabase;
beforeAll(async () => {
  database = await createProcessDatabase();
});
afterAll(async () => {
  await endAllServers();
  await database?.drop();
});

const marker = 'MARKER-of-Ruritania';
const memo = Buffer.from(`${marker}, again and again. `.repeat(40_000));
const csv = { size: memo.length, type: 'text/csv' };
/** Starts like a PDF, which is all that is checked before an upload is claimed. */
const large = Buffer.concat([
  Buffer.from(`%PDF-1.4\n%${marker}\n`),
  randomBytes(limits.uploadPartBytes),
  Buffer.from(`${marker} `.repeat(20_000)),
]);

const entriesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const filesIn = (folder: string) =>
  entriesIn(folder).map(({ parentPath, name }) => ({ name, bytes: readFileSync(path.join(parentPath, name)) }));
const readable = (folder: string) => filesIn(folder).filter(({ bytes }) => bytes.includes(marker));

const sent: ClientRequest[] = [];
/** Starts an upload whose rest never arrives. */
function sendHalf(server: ServerProcess, uploadURL: string, bytes: Buffer, headers: Record<string, string>): void {
  const { pathname, search } = new URL(uploadURL, server.url);
  const half = request(server.url + pathname + search, {
    method: 'PUT',
    headers: { ...headers, 'content-length': bytes.length },
  });
  half.on('error', () => {});
  half.write(bytes.subarray(0, Math.floor(bytes.length * 0.7)));
  sent.push(half);
}

async function send(server: ServerProcess, uploadURL: string, bytes: Buffer, headers = {}): Promise<void> {
  const { pathname, search } = new URL(uploadURL, server.url);
  const body = new Uint8Array(bytes);
  expect((await fetch(server.url + pathname + search, { method: 'PUT', headers, body })).ok).toBe(true);
}

async function bytesOf(server: ServerProcess, cookie: string, objectPath: string): Promise<Buffer> {
  const response = await fetch(server.url + objectPath, { headers: { cookie } });
  return Buffer.from(await response.arrayBuffer());
}

const part = (number: number) => large.subarray((number - 1) * limits.uploadPartBytes, number * limits.uploadPartBytes);
const linkOf = async (client: ApiClient, id: string, number: number) =>
  (await client.uploads.signPart.query({ id, part: number })).uploadURL;

it('leave no plaintext after a kill, and are repeated or continued', async () => {
  const TMPDIR = temporaryFolder();
  const settings = {
    ...database.settings,
    TMPDIR,
    ENCRYPT_FILES: 'on',
    SECRET_KEY: 'k'.repeat(40),
    KNOWLEDGE_FILE_MB: '20',
  };
  const objects = path.join(database.settings.DATA_DIR, 'objects');
  const before = await startServer(settings);
  const user = await signUpAt(before.url);
  const first = apiClient(before.url, user.cookie);

  const whole = await first.uploads.create.mutate(csv);
  const { id } = await first.uploads.createParts.mutate({ size: large.length });
  await send(before, await linkOf(first, id, 1), part(1));
  sendHalf(before, whole.uploadURL, memo, whole.headers);
  sendHalf(before, await linkOf(first, id, 2), part(2), {});
  // A frame of each is on the disk.
  const begun = () =>
    filesIn(objects).filter(({ name, bytes }) => name.startsWith('.upload-') && bytes.length > 65_536);
  await until(() => begun().length === 2, 'both uploads are being stored', { details: before.log });
  // A third one is being processed, so a plaintext copy of it exists.
  const lines = Array.from({ length: 40 }, (_, line) => `Line ${line} of ${marker}.`);
  const pdf = makePdf(Array.from({ length: 100 }, () => lines));
  const report = await first.uploads.create.mutate({ size: pdf.length, type: 'application/pdf' });
  await send(before, report.uploadURL, pdf, report.headers);
  const claim = { fileURL: report.uploadURL, name: 'report.pdf', type: 'application/pdf' };
  const hasBegun = async () => (await first.uploads.claim.mutate(claim)).state !== 'queued';
  await until(hasBegun, 'it is being read', { details: before.log });
  await before.end('SIGKILL');
  for (const half of sent) half.destroy();
  expect(readable(objects)).toEqual([]);

  const after = await startServer(settings);
  const second = apiClient(after.url, user.cookie);
  // The link of the interrupted upload is still valid.
  await send(after, whole.uploadURL, memo, whole.headers);
  const file = await second.uploads.claim.mutate({ fileURL: whole.uploadURL, name: 'memo.csv', type: csv.type });
  expect((await bytesOf(after, user.cookie, file.objectPath)).equals(memo)).toBe(true);

  expect(await second.uploads.parts.query({ id })).toEqual({ parts: [1] });
  await send(after, await linkOf(second, id, 2), part(2));
  const joined = await second.uploads.completeParts.mutate({ id });
  expect(joined.objectPath).toContain(id);

  const isRead = async () => (await second.uploads.claim.mutate(claim)).state === 'ready';
  await until(isRead, 'the third file is processed again', { withinMs: 120_000, details: after.log });
  expect(readable(objects)).toEqual([]);
  // The copy of the killed process is deleted, and so is that of the second attempt.
  // Only their names, because they may be removed at this moment.
  await until(() => entriesIn(TMPDIR).every(({ name }) => name === 'lock'), 'no copy is left', { details: after.log });
});
