/**
 * The specification's own sequence: POST /api/objects/upload, PUT the bytes, PUT /api/files with only `fileURL`, send.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocx, makePdf } from '~/server/testing/inputs/make-files';
import { type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';

let world: RestWorld;
let ada: TestUser;
beforeAll(async () => {
  world = await startRestWorld();
  ada = await world.person();
});
afterAll(() => world.server.close());

/** Sends bytes and returns their URL, as the first two steps do. */
async function sendBytes(bytes: Buffer): Promise<string> {
  const created = await world.rest.call('POST', '/api/objects/upload', undefined, ada);
  const { uploadURL } = created.body as { uploadURL: string };
  const { pathname, search } = new URL(uploadURL);
  const sent = await fetch(world.address + pathname + search, { method: 'PUT', body: new Uint8Array(bytes) });
  expect(sent.status).toBe(200);
  return uploadURL;
}
const confirm = (fileURL: string) => world.rest.call('PUT', '/api/files', { fileURL }, ada);

async function attach(attachment: { type: string; name: string; url: string }) {
  const path = `/api/conversations/${await world.conversationOf(ada)}/messages`;
  return world.rest.call('POST', path, { content: 'What is this?', attachments: [{ size: 1, ...attachment }] }, ada);
}

describe('an upload as the specification describes it', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

  it.each([
    ['application/pdf', 'report.pdf', makePdf([['A page.']])],
    [docx, 'report.docx', makeDocx(['A page.'])],
  ])('needs no name for %s, and the attachment gets one', async (type, name, bytes) => {
    const url = await sendBytes(bytes);
    expect(await confirm(url)).toMatchObject({ status: 200, body: { type, size: bytes.length } });
    const sent = await attach({ type, name, url });
    expect(sent).toMatchObject({ status: 201, body: { userMessage: { attachments: [{ type, name }] } } });
  });

  it('still requires an allowed type, and a name that matches it', async () => {
    expect(await confirm(await sendBytes(Buffer.from('plain text')))).toMatchObject({ status: 415 });
    const url = await sendBytes(makePdf([['A page.']]));
    expect(await confirm(url)).toMatchObject({ status: 200 });
    expect(await attach({ type: 'application/pdf', name: 'report.png', url })).toMatchObject({ status: 415 });
    expect(await attach({ type: 'application/pdf', name: 'report.pdf', url })).toMatchObject({ status: 201 });
  });
});
