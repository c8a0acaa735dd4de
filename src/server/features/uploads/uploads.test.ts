import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkAnswer } from '~/server/features/citations/check-answer';
import { readImages } from '~/server/features/context/read-images';
import { conversationLibrary } from '~/server/features/messages/conversation-library';
import { partsOfBranch } from '~/server/features/messages/conversation-passages';
import { conversationFiles } from '~/server/features/messages/search-conversation';
import { createOfflineAnalyst } from '~/server/features/offline-analyst/offline-analyst';
import { createOpenAiModel } from '~/server/providers/llm/openai';
import { cleanKey } from '~/server/providers/storage/object-keys';
import { cutPassages } from '~/server/reading/extract/passages';
import { cookieOf } from '~/server/testing/clients/http-client';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { makeDoc } from '~/server/testing/inputs/make-doc';
import { makeDocx, makePdf, makeScannedPdf, pngChunk } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { filesOf } from './attachments';
import { sweep } from './sweeper';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const fact = 'The central bank of Ruritania raised its key rate to 7.25 percent in March.';

let server: TestServer;
let base: string;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  server = await startTestServer({
    model: createOfflineAnalyst({ tokenDelayMs: 0 }),
    env: { MAX_CONCURRENT_ANSWERS: '20' },
  });
  base = await server.listen();
  ada = await signUp(server.deps);
  bob = await signUp(server.deps);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

async function put(url: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<number> {
  const address = new URL(url, base);
  const response = await fetch(new URL(address.pathname + address.search, base), {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers,
  });
  await response.arrayBuffer();
  return response.status;
}

/** Uploads a file and waits until it is read: an answer waits for that, but on a busy machine not long enough. */
async function upload(user: TestUser, name: string, type: string, bytes: Buffer) {
  const target = await user.call.uploads.create({ size: bytes.length, type });
  expect(await put(target.uploadURL, bytes, target.headers)).toBe(200);
  const file = await user.call.uploads.claim({ fileURL: target.uploadURL, name, type });
  await server.deps.jobs.settled();
  return file;
}

const attachment = (file: { name: string; type: string; size: number; objectPath: string }) => ({
  name: file.name,
  type: file.type,
  size: file.size,
  url: file.objectPath,
});

async function askAbout(user: TestUser, content: string, files: Parameters<typeof attachment>[0][], more = {}) {
  const sent = await user.call.messages.send({
    clientRequestId: randomUUID(),
    content,
    attachments: files.map(attachment),
    ...more,
  });
  const list = () => user.call.messages.list({ conversationId: sent.conversation.id });
  await until(async () => (await list()).items.at(-1)?.metadata.processing === false);
  const { items } = await list();
  return { ...sent, question: items.at(-2), answer: items.at(-1) };
}

const get = (path: string, user: TestUser | null) =>
  fetch(new URL(path, base), { headers: user ? { cookie: cookieOf(user.sessionToken) } : {} });

describe('a file', { tags: ['thorough', 'once'] }, () => {
  it('is uploaded, processed and quoted with its page, without any model', async () => {
    const pdf = makePdf([['An opening page about nothing much.'], [fact, 'More words follow here.']]);
    const file = await upload(ada, 'outlook.pdf', 'application/pdf', pdf);
    const { question, answer } = await askAbout(ada, 'What did the central bank of Ruritania do?', [file]);
    expect(question?.attachments).toEqual([
      expect.objectContaining({
        name: 'outlook.pdf',
        type: 'application/pdf',
        size: pdf.length,
        processedType: 'pdf',
        state: 'ready',
      }),
    ]);
    expect(question?.attachments[0]?.extractedText).toContain(fact);
    expect(answer?.content).toContain(fact);
    const citation = answer?.metadata.citations?.find(({ quote }) => quote?.includes(fact));
    expect(citation).toMatchObject({ objectId: file.id, page: 2, source: 'outlook.pdf' });
    expect(answer?.metadata.numSourcesUsed).toBeUndefined();
    const passage = await ada.call.uploads.passage({ id: file.id, quote: citation?.quote ?? '' });
    expect(passage).toMatchObject({ name: 'outlook.pdf', page: 2, quote: citation?.quote });
    expect(passage.before).toContain('opening page');
  });

  it.each([
    ['memo.docx', docx, makeDocx(['A memo.', fact]), 'docx'],
    ['memo.doc', 'application/msword', makeDoc(`A memo.\r${fact}\r`), 'unknown'],
    ['memo.txt', 'text/plain', Buffer.from(`A memo.\n${fact}\n`), 'txt'],
    ['memo.html', 'text/html', Buffer.from(`<html><h1>A memo</h1><p>${fact}</p></html>`), 'html'],
    ['rates.csv', 'text/csv', Buffer.from(`Decision\n${fact}\n`), 'csv'],
  ])('%s is processed too, and can be summarized', async (name, type, bytes, processedType) => {
    const file = await upload(ada, name, type, bytes);
    const { question, answer } = await askAbout(ada, 'Summarise this file', [file]);
    expect(question?.attachments[0]).toMatchObject({ processedType, state: 'ready' });
    expect(answer?.content).toContain(fact);
  });

  it('shows a verified quotation that begins in one passage and ends in the next', async () => {
    const text = Array.from({ length: 30 }, (_, n) => `The board of branch ${n} met twice to discuss its rates.`).join(
      ' ',
    );
    const file = await upload(ada, 'minutes.txt', 'text/plain', Buffer.from(text));
    const { question } = await askAbout(ada, 'What did the boards do?', [file]);
    const border = cutPassages(text)[1]?.start ?? 0;
    const [quote = ''] = /The board(?:(?!The).)*The board.*?twice/.exec(text.slice(border - 60)) ?? [];
    const [citation] = await checkAnswer(server.deps, {
      questionId: question?.id ?? '',
      text: `It says "${quote}".`,
      citations: [],
      isByModel: true,
    });
    expect(citation).toMatchObject({ objectId: file.id, check: { verdict: 'quote' } });
    const cited = { id: file.id, quote: citation?.quote ?? '', start: citation?.sourceStart };
    expect(await ada.call.uploads.passage(cited)).toMatchObject({ quote });
  });

  it("made from a long text is quoted like any other, and is served as plain text that can't be executed", async () => {
    const text = `<script>alert(1)</script>\r\n${'Filler words. '.repeat(300)}${fact}`;
    const file = await ada.call.uploads.attachText({ name: 'notes.html', text });
    expect(file).toMatchObject({ name: 'notes.html.txt', type: 'text/plain', size: Buffer.byteLength(text) });
    const { question, answer } = await askAbout(ada, 'What did the central bank of Ruritania do?', [file]);
    expect(question?.attachments[0]).toMatchObject({ name: 'notes.html.txt', processedType: 'txt', state: 'ready' });
    expect(answer?.metadata.citations?.some(({ quote }) => quote?.includes(fact))).toBe(true);
    const served = await get(file.objectPath, ada);
    expect(await served.text()).toBe(text);
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get(file.objectPath, bob)).status).toBe(404);
  });

  it('that is an image loses location and camera data, and gets a preview', async () => {
    const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .jpeg()
      .toBuffer();
    const file = await upload(ada, 'photo.jpg', 'image/jpeg', photo);
    const { question } = await askAbout(ada, '', [file]);
    expect(question?.attachments[0]).toMatchObject({ processedType: 'image', width: 900, height: 600 });
    const served = await get(file.objectPath, ada);
    expect(served.headers.get('content-disposition')).toMatch(/^inline/);
    expect(Buffer.from(await served.arrayBuffer()).toString('latin1')).not.toContain('SecretCamera');
    const preview = await get(`${file.objectPath}/preview`, ada);
    expect(preview.headers.get('content-type')).toBe('image/webp');
    expect(await server.deps.store.stat(file.id)).toBeNull();
  });

  it('that is an image is revalidated each time, and served from the browser’s cache only to its owner', async () => {
    const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const file = await upload(ada, 'chart.png', 'image/png', png);
    await askAbout(ada, '', [file]);
    for (const path of [file.objectPath, `${file.objectPath}/preview`]) {
      const first = await get(path, ada);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      const etag = first.headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      const again = (user: TestUser | null) =>
        fetch(new URL(path, base), {
          // Like a browser; Node's own fetch would add no-cache.
          headers: {
            'if-none-match': etag,
            'cache-control': 'max-age=0',
            ...(user && { cookie: cookieOf(user.sessionToken) }),
          },
        });
      const unchanged = await again(ada);
      expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
      expect((await again(null)).status).toBe(401);
      expect((await again(bob)).status).toBe(404);
    }
  });

  it('without a text layer is reported as such, without an invented answer', async () => {
    const file = await upload(ada, 'scan.pdf', 'application/pdf', makeScannedPdf());
    const { question, answer } = await askAbout(ada, 'What does this file say?', [file]);
    expect(question?.attachments[0]?.processingError).toMatch(/only scanned images/);
    expect(answer?.content).toMatch(/only scanned images/);
  });

  it('titles the conversation if the message has no text, and is found by a later message', async () => {
    const file = await upload(ada, 'rates.pdf', 'application/pdf', makePdf([[fact]]));
    const first = await askAbout(ada, '', [file]);
    expect(first.conversation.title).toBe('rates.pdf');
    const later = await askAbout(ada, 'To how many percent was the key rate raised?', [], {
      conversationId: first.conversation.id,
    });
    expect(later.answer?.content).toContain(fact);
    expect(later.answer?.metadata.citations?.[0]).toMatchObject({ objectId: file.id });
  });

  it('sent twice with one request is one message', async () => {
    const file = await upload(ada, 'once.pdf', 'application/pdf', makePdf([['Once.']]));
    const request = { clientRequestId: randomUUID(), content: 'Once?', attachments: [attachment(file)] };
    const sent = await Promise.all([1, 2, 3].map(() => ada.call.messages.send(request)));
    expect(new Set(sent.map(({ userMessage }) => userMessage.id)).size).toBe(1);
    expect((await ada.call.messages.send(request)).userMessage.id).toBe(sent[0]?.userMessage.id);
    await expect(ada.call.messages.send({ ...request, clientRequestId: randomUUID() })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});

describe('the files of a message', () => {
  it('stay in the order in which they were sent, not in that of their uploads', async () => {
    const pixel = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
    const a = await upload(ada, 'a.txt', 'text/plain', Buffer.from('First upload.'));
    const b = await upload(ada, 'b.txt', 'text/plain', Buffer.from('Second upload.'));
    const red = await upload(ada, 'red.png', 'image/png', await pixel('red'));
    const blue = await upload(ada, 'blue.png', 'image/png', await pixel('blue'));
    const { deps } = server;
    const { userMessage, question } = await askAbout(ada, 'What are these?', [blue, b, red, a]);
    await deps.jobs.settled();
    expect(userMessage.attachments.map(({ name }) => name)).toEqual(['blue.png', 'b.txt', 'red.png', 'a.txt']);
    expect(question?.attachments.map(({ name }) => name)).toEqual(['blue.png', 'b.txt', 'red.png', 'a.txt']);
    const { id, conversationId } = userMessage;
    expect(await filesOf(deps, id)).toEqual([blue, b, red, a].map((file) => file.id));
    const documents = await conversationLibrary(deps, conversationId, id).documents();
    expect(documents.map(({ objectId }) => objectId)).toEqual([blue, b, red, a].map((file) => file.id));
    const searched = await conversationFiles(deps, id);
    expect(searched.map(({ title }) => title)).toEqual(['blue.png', 'b.txt', 'red.png', 'a.txt']);
    expect((await partsOfBranch(deps, id)).flatMap(({ ids }) => ids)).toEqual([b.id, a.id]);
    const stored = async (file: { id: string }) =>
      (await buffer(await deps.store.read(cleanKey(file.id)))).toString('base64');
    const images = (await readImages(deps, id, 10_000)).byMessage.get(id);
    expect(images?.map(({ base64 }) => base64)).toEqual([await stored(blue), await stored(red)]);
  });

  it('reach AI models as a still image if they are an animated PNG', async () => {
    const still = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const control = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
    const frame = pngChunk('fdAT', Buffer.from('a frame'));
    // Behind the header, and before the end.
    const parts = [still.subarray(0, 33), control, still.subarray(33, -12), frame, still.subarray(-12)];
    const file = await upload(ada, 'moving.png', 'image/png', Buffer.concat(parts));
    const { userMessage } = await askAbout(ada, 'What is this?', [file]);
    const { id } = userMessage;
    const [image] = (await readImages(server.deps, id, 10_000)).byMessage.get(id) ?? [];
    const sent = Buffer.from(image?.base64 ?? '', 'base64');
    expect(sent.includes('acTL')).toBe(false);
    expect((await sharp(sent).stats()).dominant.r).toBeGreaterThan(200);
  });
});

it('compresses the download of a text, and sends a file that is compressed already with its size', async () => {
  const download = async (name: string, type: string, bytes: Buffer) => {
    const { objectPath } = await upload(ada, name, type, bytes);
    const { headers } = await fetch(base + objectPath, { headers: { cookie: cookieOf(ada.sessionToken) } });
    return [headers.get('content-encoding'), headers.get('content-length')];
  };
  const text = Buffer.from('Rates. '.repeat(1000));
  expect(await download('a.txt', 'text/plain', text)).toEqual([expect.stringMatching(/^(gzip|br)$/), null]);
  const noise = sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } });
  const image = await download('a.png', 'image/png', await noise.png().toBuffer());
  expect(image).toEqual([null, expect.stringMatching(/^\d{5}$/)]);
});

it('sends a file to 20 readers of one user at once; further ones wait, and other users don’t', async () => {
  const text = 'Rates.';
  const mine = await ada.call.uploads.attachText({ text });
  const theirs = await bob.call.uploads.attachText({ text });
  await server.deps.jobs.settled();
  const bodies: { key: string; body: PassThrough }[] = [];
  vi.spyOn(server.deps.store, 'read').mockImplementation(async (key) => {
    const body = new PassThrough();
    bodies.push({ key, body });
    return body;
  });
  const of = ({ id }: { id: string }) => bodies.filter(({ key }) => key === id);
  const downloads = Array.from({ length: 21 }, () => get(mine.objectPath, ada));
  await until(() => of(mine).length === 20);
  downloads.push(get(theirs.objectPath, bob));
  await until(() => of(theirs).length === 1);
  expect(of(mine)).toHaveLength(20);
  of(mine)[0]?.body.end(text);
  await until(() => of(mine).length === 21);
  for (const { body } of bodies) if (!body.writableEnded) body.end(text);
  const received = await Promise.all(downloads.map(async (download) => (await download).text()));
  expect(new Set(received)).toEqual(new Set([text]));
});

describe('an upload is rejected', () => {
  it('for missing bytes, too many, or a type that does not match the name', async () => {
    const empty = await ada.call.uploads.create({});
    const claim = (fileURL: string, name: string, type?: string) => ada.call.uploads.claim({ fileURL, name, type });
    await expect(claim(empty.uploadURL, 'a.pdf')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: "The file hasn't been uploaded yet.",
    });
    expect(await put(empty.uploadURL, Buffer.alloc(10_485_761))).toBe(413);
    expect(await put(empty.uploadURL, Buffer.from('plain words'))).toBe(200);
    expect(await put(empty.uploadURL, Buffer.from('again'))).toBe(409);
    await expect(claim(empty.uploadURL, 'a.pdf', 'application/pdf')).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'This file type is not allowed',
    });
    await expect(ada.call.uploads.create({ size: 10_485_761 })).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      message: 'File is larger than 10 MB',
    });
  });

  it('for texts that are empty, too long or not text', async () => {
    await expect(ada.call.uploads.attachText({ text: ' \n ' })).rejects.toThrow('The text is empty');
    await expect(ada.call.uploads.attachText({ text: 'x'.repeat(500_001) })).rejects.toThrow(/at most 500,000/);
    await expect(ada.call.uploads.attachText({ text: 'a\u0000b' })).rejects.toThrow(/invalid characters/);
    const binary = Buffer.from([0, 1, 2, 3, 255]);
    await expect(upload(ada, 'notes.txt', 'text/plain', binary)).rejects.toThrow(/type is not allowed/);
  });

  it("for forged, altered and other users' URLs, all with the same message", async () => {
    const theirs = await upload(bob, 'secret.pdf', 'application/pdf', makePdf([['The password is heron.']]));
    const before = await server.deps.db.message.count();
    for (const url of [
      theirs.objectPath,
      `${base}${theirs.objectPath}`,
      `/objects/${randomUUID()}`,
      '/objects/../objects.key',
      '/objects/..%2f..%2fetc%2fpasswd',
      '/etc/passwd',
      'https://evil.example/objects/x',
      `https://evil.example${theirs.objectPath}`,
      'file:///etc/passwd',
      'javascript:alert(1)',
    ]) {
      const attachments = [{ name: 'a.pdf', type: 'application/pdf', size: 3, url }];
      await expect(
        ada.call.messages.send({ clientRequestId: randomUUID(), content: 'Read it', attachments }),
        url,
      ).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'File not found: a.pdf. Unsent files are deleted after 7 days. Upload it again.',
      });
    }
    expect(await server.deps.db.message.count()).toBe(before);
    const theirPassage = ada.call.uploads.passage({ id: theirs.id, quote: 'The password is heron.' });
    await expect(theirPassage).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('for files that were deleted while their draft was open, by their names', async () => {
    const files = await Promise.all(
      ['a.txt', 'b.txt', 'c.txt'].map((name) => upload(ada, name, 'text/plain', Buffer.from('x'))),
    );
    const [a, , c] = files.map(({ id }) => id);
    await server.deps.db.storedObject.updateMany({
      where: { id: { in: [a, c] as string[] } },
      data: { claimedAt: new Date(Date.now() - 8 * 24 * 60 * 60_000) },
    });
    await sweep(server.deps);
    await expect(askAbout(ada, 'Read them', files)).rejects.toThrow(
      'Files not found: a.txt, c.txt. Unsent files are deleted after 7 days. Upload them again.',
    );
  });

  it('for another user’s file, exactly as for a missing one', async () => {
    const theirs = await upload(bob, 'theirs.pdf', 'application/pdf', makePdf([['Theirs.']]));
    const responses = await Promise.all([
      get(theirs.objectPath, ada),
      get(`/objects/${randomUUID()}`, ada),
      get('/objects/nonsense', ada),
    ]);
    const bodies = await Promise.all(
      responses.map(async (response) => ({ ...((await response.json()) as object), requestId: '' })),
    );
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(bodies[0]).toEqual(bodies[1]);
    expect((await get(theirs.objectPath, null)).status).toBe(401);
    expect((await get(theirs.objectPath, bob)).status).toBe(200);
  });

  it('over a link that was altered, or by another user', async () => {
    const { uploadURL } = await ada.call.uploads.create({});
    const altered = uploadURL.replace(/max=\d+/, 'max=99999999');
    expect(await put(altered, Buffer.from('x'))).toBe(403);
    expect(await put(uploadURL.replace(/u=[^&]+/, `u=${bob.user.id}`), Buffer.from('x'))).toBe(403);
    expect(await put(uploadURL, Buffer.from('x'), { cookie: `qinsight_session=${bob.sessionToken}` })).toBe(403);
    expect(await put(uploadURL, Buffer.from('x'), { origin: 'https://evil.example' })).toBe(403);
  });
});

describe('the storage follows the database', { tags: 'thorough' }, () => {
  const stored = async (id: string) =>
    (await Promise.all(['', '-clean', '-preview'].map((part) => server.deps.store.stat(id + part)))).filter(Boolean)
      .length;

  it('when a conversation, a draft or a user is deleted', async () => {
    const carol = await signUp(server.deps);
    const inConversation = await upload(ada, 'gone.pdf', 'application/pdf', makePdf([['Gone.']]));
    const { conversation } = await askAbout(ada, 'Read', [inConversation]);
    const draft = await upload(ada, 'draft.pdf', 'application/pdf', makePdf([['Draft.']]));
    const carols = await upload(carol, 'carol.pdf', 'application/pdf', makePdf([['Carol.']]));
    await server.deps.jobs.settled();
    await ada.call.conversations.delete({ conversationId: conversation.id });
    await ada.call.uploads.remove({ id: draft.id });
    await server.deps.db.user.delete({ where: { id: carol.user.id } });
    // The list is in the database, so if the process stops here, the next one continues.
    expect(
      await server.deps.db.objectDeletion.count({ where: { key: { in: [inConversation.id, draft.id, carols.id] } } }),
    ).toBe(3);
    await sweep(server.deps);
    for (const { id } of [inConversation, draft, carols]) expect(await stored(id)).toBe(0);
    expect(await server.deps.db.objectDeletion.count()).toBe(0);
  });

  it('when an upload is not claimed within a day', async () => {
    const target = await ada.call.uploads.create({});
    const id = target.objectPath.split('/').at(-1) as string;
    await put(target.uploadURL, Buffer.from('left behind'));
    await sweep(server.deps);
    expect(await stored(id)).toBe(1);
    await server.deps.db.storedObject.update({
      where: { id },
      data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    await sweep(server.deps);
    expect(await stored(id)).toBe(0);
    await expect(ada.call.uploads.claim({ fileURL: target.uploadURL, name: 'a.pdf' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('with a model connected', { tags: ['thorough', 'once'] }, () => {
  let upstream: ModelServer;
  let connected: TestServer;
  let eve: TestUser;

  beforeAll(async () => {
    upstream = await startModelServer();
    const model = createOpenAiModel({ apiKey: 'k', baseUrl: upstream.baseUrl, model: 'm', api: 'responses' });
    connected = await startTestServer({ model });
    await connected.listen();
    eve = await signUp(connected.deps);
  });
  afterAll(async () => {
    await connected.close();
    await upstream.close();
  });

  it('the model reads the files, sees the images, and only verified quotations become citations', async () => {
    const address = await connected.listen();
    const send = async (name: string, type: string, bytes: Buffer) => {
      const target = await eve.call.uploads.create({});
      const { pathname, search } = new URL(target.uploadURL, address);
      await fetch(address + pathname + search, { method: 'PUT', body: new Uint8Array(bytes) });
      return eve.call.uploads.claim({ fileURL: target.uploadURL, name, type });
    };
    const pdf = await send('rates.pdf', 'application/pdf', makePdf([['Page one.'], [fact]]));
    const pixels = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const picture = await send('red.png', 'image/png', pixels);
    upstream.queue({ text: `It says "${fact}" and "a sentence that stands in no file at all".` });
    const sent = await eve.call.messages.send({
      clientRequestId: randomUUID(),
      content: 'What does it say?',
      attachments: [pdf, picture].map(attachment),
    });
    const request = await upstream.request(0);
    const body = JSON.stringify(request.body);
    expect(body).toContain(fact);
    expect(body).toContain('data:image/png;base64,');
    const list = () => eve.call.messages.list({ conversationId: sent.conversation.id });
    await until(async () => (await list()).items.at(-1)?.metadata.processing === false);
    const { citations } = (await list()).items.at(-1)?.metadata ?? {};
    expect(citations).toMatchObject([
      { objectId: pdf.id, quote: fact, page: 2, check: { verdict: 'quote' } },
      { quote: 'a sentence that stands in no file at all', check: { verdict: 'absent' } },
    ]);
  });
});
