/**
 * The specification's own sequence: POST /api/objects/upload, PUT the bytes, PUT /api/files with only `fileURL`, send.
 */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachmentsOf } from '~/server/features/uploads/attachments';
import { makeDocx, makePdf } from '~/server/testing/inputs/make-files';
import { makeEml, makeMsg } from '~/server/testing/inputs/make-mail';
import { until } from '~/server/testing/until';
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
async function sendBytes(bytes: Buffer, type?: string): Promise<string> {
  const created = await world.rest.call('POST', '/api/objects/upload', type === undefined ? undefined : { type }, ada);
  const { uploadURL, headers } = created.body as { uploadURL: string; headers: Record<string, string> };
  const { pathname, search } = new URL(uploadURL);
  const body = new Uint8Array(bytes);
  const sent = await fetch(world.address + pathname + search, { method: 'PUT', headers, body });
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

  it.each([
    ['text/csv', 'data.csv', Buffer.from('a,b\n1,2\n'), 'text/csv', 'csv'],
    ['text/csv; charset=utf-8', 'data.csv', Buffer.from('a,b\n1,2\n'), 'text/csv', 'csv'],
    ['Text/Plain;charset="utf-8"', 'notes.txt', Buffer.from('plain text'), 'text/plain', 'txt'],
    ['text/tab-separated-values', 'data.tsv', Buffer.from('a\tb\n1\t2\n'), 'text/tab-separated-values', 'tsv'],
    ['text/plain', 'notes.txt', Buffer.from('plain text'), 'text/plain', 'txt'],
    ['text/markdown', 'notes.md', Buffer.from('# Notes'), 'text/markdown', 'md'],
    ['application/json', 'data.json', Buffer.from('{"a":1}'), 'application/json', 'json'],
    ['text/html', 'page.html', Buffer.from('<!doctype html><p>A page.</p>'), 'text/html', 'html'],
    ['message/rfc822', 'a.eml', makeEml(['Subject: A page'], ['A page.']), 'message/rfc822', 'eml'],
    [
      'application/vnd.ms-outlook',
      'a.msg',
      makeMsg({ subject: 'A page', body: 'A page.', sender: { name: 'Ada', address: 'ada@example.com' } }),
      'application/vnd.ms-outlook',
      'msg',
    ],
  ])('needs no name for a file declared as %s', async (declared, name, bytes, type, processedType) => {
    const url = await sendBytes(bytes, declared);
    expect(await confirm(url)).toMatchObject({ status: 200, body: { type } });
    const sent = await attach({ type, name, url });
    expect(sent).toMatchObject({ status: 201, body: { userMessage: { attachments: [{ type, name }] } } });
    const { id } = (sent.body as { userMessage: { id: string } }).userMessage;
    const { deps } = world.server;
    await until(async () => (await attachmentsOf(deps, [id])).get(id)?.[0]?.state === 'ready');
    expect((await attachmentsOf(deps, [id])).get(id)).toMatchObject([{ type, name, processedType }]);
  });

  it('rejects bytes that are not of the declared type', async () => {
    const url = await sendBytes(Buffer.from('plain text'), 'application/json');
    expect(await confirm(url)).toMatchObject({ status: 415, body: { message: 'This file type is not allowed' } });
  });

  it('gets its name after an image was processed, too', async () => {
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const url = await sendBytes(photo);
    expect(await confirm(url)).toMatchObject({ status: 200, body: { type: 'image/jpeg' } });
    await world.server.deps.jobs.settled();
    expect(await attach({ type: 'application/pdf', name: 'photo.jpg', url })).toMatchObject({ status: 415 });
    const sent = await attach({ type: 'image/jpeg', name: 'photo.jpg', url });
    expect(sent).toMatchObject({ status: 201, body: { userMessage: { attachments: [{ name: 'photo.jpg' }] } } });
  });

  it('keeps the name and type that a file was confirmed with', async () => {
    const url = await sendBytes(makePdf([['A page.']]));
    const named = { fileURL: url, name: 'a.pdf' };
    expect(await world.rest.call('PUT', '/api/files', named, ada)).toMatchObject({ status: 200 });
    for (const [type, name] of [
      ['image/png', 'x.png'],
      ['application/pdf', 'x.png'],
      ['image/png', 'a.pdf'],
    ] as const)
      expect(await attach({ type, name, url })).toMatchObject({ status: 415 });
    const sent = await attach({ type: 'application/octet-stream', name: 'A.PDF', url });
    expect(sent).toMatchObject({ status: 201, body: { userMessage: { attachments: [{ name: 'a.pdf' }] } } });
  });

  it('still requires an allowed type, and a name that matches it', async () => {
    expect(await confirm(await sendBytes(Buffer.from('plain text')))).toMatchObject({ status: 415 });
    const url = await sendBytes(makePdf([['A page.']]));
    expect(await confirm(url)).toMatchObject({ status: 200 });
    expect(await attach({ type: 'application/pdf', name: 'report.png', url })).toMatchObject({ status: 415 });
    expect(await attach({ type: 'application/pdf', name: 'report.pdf', url })).toMatchObject({ status: 201 });
  });
});
