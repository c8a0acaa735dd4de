import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiClient, signUpAt } from '~/server/testing/clients/api-client';
import { startXaiServer, type XaiServer } from '~/server/testing/fakes/xai-server';
import { until } from '~/server/testing/until';
import { createProcessDatabase, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, startServer } from '~/server/testing/worlds/server-process';

let xai: XaiServer;
let database: ProcessDatabase;

beforeAll(async () => {
  [xai, database] = await Promise.all([startXaiServer(), createProcessDatabase()]);
});
afterAll(async () => {
  await endAllServers();
  await xai?.close();
  await database?.drop();
});

it('a server killed while it uploads a document to xAI finishes after the restart, without duplicates', async () => {
  const settings = { ...database.settings, ...xai.env };
  // xAI stores the file, but its response does not arrive while the first server runs.
  xai.fail({ on: /^POST \/v1\/files$/, with: 'stuck', times: 1 });
  const before = await startServer(settings);
  const user = await signUpAt(before.url);
  const first = apiClient(before.url, user.cookie);
  const { id: collectionId } = await first.collections.create.mutate({ name: 'Handbook' });
  await first.collections.setMirror.mutate({ collectionId, isOn: true });
  await first.collections.addDocument.mutate({ collectionId, title: 'Vacation', content: 'Employees have 31 days.' });
  await until(() => xai.files.size === 1, 'the file is being uploaded', { details: before.log });
  await before.end('SIGKILL');

  const after = await startServer(settings);
  const second = apiClient(after.url, user.cookie);
  const isMirrored = async () => (await second.collections.mirror.query({ collectionId })).mirrored === 1;
  await until(isMirrored, 'the document is mirrored', { withinMs: 120_000, details: after.log });
  expect([...xai.collections.values()].map(({ documents }) => [...documents])).toEqual([[...xai.files.keys()]]);
  expect([...xai.files.values()].map(({ text }) => text)).toEqual(['Employees have 31 days.']);
});
