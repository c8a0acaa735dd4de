/** Collections for groups in the export of their creator, who may no longer be an administrator. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cookieOf } from '~/server/testing/clients/http-client';
import { sendFile } from '~/server/testing/clients/send-file';
import { unzipped } from '~/server/testing/clients/unzipped';
import {
  signUp,
  startTestServer,
  type TestServer,
  type TestUser,
  testPassword,
} from '~/server/testing/worlds/test-server';

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
});
afterAll(() => server.close());

async function exportOf({ sessionToken }: TestUser): Promise<{ everything: string; collections: string }> {
  const headers = { cookie: cookieOf(sessionToken) };
  const response = await fetch(`${address}/api/user/export`, { method: 'POST', headers });
  expect(response.status).toBe(200);
  const entries = await unzipped(Buffer.from(await response.arrayBuffer()));
  const everything = [...entries].map(([name, bytes]) => `${name}\n${bytes}`).join('\n');
  return { everything, collections: String(entries.get('collections/collections.json')) };
}
const textFile = (name: string, text: string) => ({ name, type: 'text/plain', bytes: Buffer.from(text) });

it('leaves out what a former administrator may no longer read, later documents included', async () => {
  const [admin, alice] = [await signUp(server.deps, { isAdmin: true }), await signUp(server.deps, { isAdmin: true })];
  const editor = await signUp(server.deps);
  const group = await admin.call.groups.create({ name: `Board ${randomUUID()}` });
  await admin.call.groups.addMember({ groupId: group.id, userId: editor.user.id });
  const { id: collectionId } = await alice.call.collections.create({ name: 'Minutes', scope: 'groups' });
  await alice.call.collections.shareWithGroup({ collectionId, groupId: group.id, access: 'edit' });
  const { id: ownId } = await alice.call.collections.create({ name: 'Recipes' });
  const recipe = await sendFile(address, alice, textFile('cake.txt', 'flour and sugar'));
  await alice.call.collections.addDocument({ collectionId: ownId, objectPath: recipe.objectPath });

  await admin.call.admin.setAdmin({ userId: alice.user.id, isAdmin: false, password: testPassword });
  await editor.call.collections.addDocument({ collectionId, title: 'Spring session', content: 'The merger is on.' });
  const plan = await sendFile(address, editor, textFile('layoffs.txt', 'Close the plant.'));
  await editor.call.collections.addDocument({ collectionId, objectPath: plan.objectPath });

  const { everything, collections } = await exportOf(alice);
  for (const secret of ['merger', 'Spring session', 'layoffs', 'Close the plant'])
    expect(everything).not.toContain(secret);
  expect(collections).not.toContain('Minutes');
  expect(collections).toContain('Recipes');
  for (const own of ['cake', 'flour and sugar']) expect(everything).toContain(own);

  await admin.call.groups.addMember({ groupId: group.id, userId: alice.user.id });
  const asMember = await exportOf(alice);
  expect(asMember.collections).toContain('Minutes');
  for (const readable of ['The merger is on.', 'Close the plant.']) expect(asMember.everything).toContain(readable);
});
