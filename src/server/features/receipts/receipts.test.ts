import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeSnapshot } from '~/server/features/citations/pages/snapshot-store';
import { exportFile } from '~/server/features/exports/exports.service';
import { createTestFolder } from '~/server/testing/test-folder';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { AnswerReceipt } from '~/shared/schemas/receipts';

const url = 'https://example.org/rates';
const script = path.resolve('public/receipts/verify.mjs');

let server: TestServer;
let ada: TestUser;
const folder = createTestFolder();
let receipt: AnswerReceipt;

beforeAll(async () => {
  server = await startTestServer();
  ada = await signUp(server.deps);
  receipt = await ada.call.messages.receipt({ messageId: await answerOf(ada) });
});
afterAll(() => server.close());

async function answerOf(user: TestUser): Promise<string> {
  const { db } = server.deps;
  const { id: conversationId } = await user.call.conversations.create({});
  await db.message.create({ data: { conversationId, role: 'user', content: 'Where do rates stand?' } });
  const answer = await db.message.create({
    data: { conversationId, role: 'assistant', content: 'The rate is 2.00%.', metadata: {} },
  });
  const page = { url, canonicalUrl: url, title: 'Rates', site: 'Example', readAt: new Date() };
  const snapshot = await storeSnapshot(db, answer.id, { ...page, text: 'Today:\nthe rate is  2.00% again.' });
  const check = { verdict: 'quote', passage: 'the rate is 2.00%', snapshotId: snapshot?.id, checkedAt: page.readAt };
  const metadata = {
    status: 'complete',
    model: 'm',
    activities: [{ kind: 'web_page', label: 'Reading example.org', state: 'done' }],
    citations: [{ source: 'example.org', url, start: 0, end: 18, check }],
  };
  await db.message.update({ where: { id: answer.id }, data: { metadata: JSON.parse(JSON.stringify(metadata)) } });
  return answer.id;
}

const verify = (given: unknown, ...more: string[]) => verifyFile('receipt.json', JSON.stringify(given, null, 2), more);

async function verifyFile(name: string, text: string, more: string[] = []): Promise<{ code: number; said: string }> {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return promisify(execFile)(process.execPath, [script, file, ...more]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

describe('the receipt of an answer', () => {
  it('has the message, the answer, its steps, and snapshots of its pages', () => {
    expect(receipt).toMatchObject({
      question: 'Where do rates stand?',
      answer: { text: 'The rate is 2.00%.', model: 'm', status: 'complete' },
      steps: [{ label: 'Reading example.org' }],
      citations: [{ url, check: { verdict: 'quote' } }],
      pages: [{ url, title: 'Rates', text: 'Today:\nthe rate is  2.00% again.' }],
    });
  });

  it('is verified offline by the script, also against a saved hash', async () => {
    const { code, said } = await verify(receipt, receipt.hash);
    expect(code).toBe(0);
    expect(said).toContain(`Receipt verified: ${receipt.hash}`);
    expect(said).toContain('Citations, quote: 1');
    expect((await verify(receipt, 'a'.repeat(64))).said).toContain('the saved hash is that of another receipt');
  });

  it('that was changed is not verified', async () => {
    const changed = { ...receipt, answer: { ...receipt.answer, text: 'The rate is 3.00%.' } };
    expect(await verify(changed)).toMatchObject({ code: 1, said: expect.stringContaining('the receipt was changed') });
    expect((await verify({ format: 'other' })).said).toContain('not a receipt');
  });

  it.each([
    [
      'text of a page',
      (page: AnswerReceipt['pages'][number]) => ({ ...page, text: 'The rate is 3.00%.' }),
      "doesn't match",
    ],
    ['page itself', () => undefined, 'is missing'],
  ])('that was recreated with another %s is not verified', async (_name, change, words) => {
    const { hash: _hash, ...content } = receipt;
    const pages = content.pages.flatMap((page) => change(page) ?? []);
    const { sha256 } = await import('~/server/lib/hash');
    const forged = { ...content, pages };
    expect((await verify({ ...forged, hash: sha256(JSON.stringify(forged)) })).said).toContain(words);
  });

  it('is also available as a page, with the complete receipt and the same verification script', async () => {
    const { deps } = server;
    const asked = { messageId: receipt.answer.id, format: 'html' as const };
    const parts: Uint8Array[] = [];
    for await (const part of exportFile(deps, ada.user.id, asked, AbortSignal.timeout(60_000)))
      parts.push(Buffer.from(part));
    const page = Buffer.concat(parts).toString('utf8');
    expect(page).toContain('<h2>Question</h2><p class="lines" dir="auto">Where do rates stand?</p>');
    expect(page).toContain('Today:\n<mark>the rate is  2.00%</mark> again.');
    expect(page).toContain('Verified quote, read ');
    expect(await verifyFile('receipt.html', page)).toMatchObject({
      code: 0,
      said: expect.stringContaining(`Receipt verified: ${receipt.hash}`),
    });
    const changed = page.replace('"text":"The rate is 2.00%."', '"text":"The rate is 3.00%."');
    expect(await verifyFile('receipt.html', changed)).toMatchObject({
      code: 1,
      said: expect.stringContaining('the receipt was changed'),
    });
  });

  it('is only for its owner', async () => {
    const bob = await signUp(server.deps);
    await expect(bob.call.messages.receipt({ messageId: receipt.answer.id })).rejects.toThrow('not found');
  });
});
