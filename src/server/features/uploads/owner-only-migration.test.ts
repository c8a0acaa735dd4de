/** The text of images that earlier versions stored without a copy for other users. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readingMessages } from '~/server/reading/reading';
import { signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('says that only the owner can download HEIC and BMP images of earlier versions', async () => {
  const { db } = server.deps;
  const { user } = await signUp(server.deps);
  const stored = async (type: string, processingError: string | null, note: string | null = null) => {
    const readState = processingError ? 'failed' : 'ready';
    const id = randomUUID();
    const state = { claimedAt: new Date(), readState, processingError, note };
    await db.storedObject.create({ data: { id, userId: user.id, name: 'photo', type, ...state } });
    return id;
  };
  const old = readingMessages.imageKind;
  const ids = [
    await stored('image/heic', old),
    await stored('image/bmp', old),
    await stored('image/heic', readingMessages.damaged),
    await stored('image/heic', null, old),
    await stored('image/tiff', old),
  ];
  await db.$executeRawUnsafe(
    readFileSync('prisma/migrations/20261127190000_images_only_for_owner/migration.sql', 'utf8'),
  );
  const rows = await db.storedObject.findMany({ where: { id: { in: ids } } });
  expect(ids.map((id) => rows.find((row) => row.id === id)?.processingError)).toEqual([
    readingMessages.imageUnclean,
    readingMessages.imageUnclean,
    readingMessages.damaged,
    null,
    old,
  ]);
});
