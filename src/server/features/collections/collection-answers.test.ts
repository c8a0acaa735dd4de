import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOfflineAnalyst } from '~/server/features/offline-analyst/offline-analyst';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { smallestLimits } from '~/server/providers/llm/types';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const policy = 'Employees of Ruritania Holdings have 31 days of vacation a year.';
const question = 'How many vacation days do employees have?';

async function handbook(user: TestUser, options: { scope?: 'personal' | 'organization'; content?: string } = {}) {
  const { id } = await user.call.collections.create({ name: 'Handbook', scope: options.scope ?? 'personal' });
  const content = options.content ?? policy;
  const document = await user.call.collections.addDocument({ collectionId: id, title: 'Vacation', content });
  // On a busy machine the response can arrive before the document is ready.
  const reading = { collectionId: id, documentId: document.id };
  await until(async () => (await user.call.collections.document(reading)).state === 'ready');
  return { id, documentId: document.id };
}

async function send(user: TestUser, conversationId?: string, content = question) {
  return user.call.messages.send({ clientRequestId: randomUUID(), content, conversationId });
}

async function finished(user: TestUser, conversationId: string) {
  const newest = async () => (await user.call.messages.list({ conversationId })).items.at(-1);
  await until(async () => (await newest())?.metadata.processing === false);
  const answer = await newest();
  if (!answer) throw new Error('the answer is gone');
  return answer;
}

describe('the offline analyst', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ model: createOfflineAnalyst({ tokenDelayMs: 0 }) });
  });
  afterAll(() => server.close());

  it('quotes documents of collections and names the collections it used', async () => {
    const ada = await signUp(server.deps);
    const { id, documentId } = await handbook(ada);
    const { conversation } = await send(ada);
    const { content, metadata } = await finished(ada, conversation.id);
    expect(content).toContain('31 days of vacation');
    expect(metadata).toMatchObject({ numCollectionsUsed: 1, collectionsUsed: [{ id, name: 'Handbook' }] });
    expect(metadata.citations).toEqual([expect.objectContaining({ documentId, source: 'Vacation', quote: policy })]);
    const objectId = metadata.citations?.[0]?.objectId as string;
    expect(await ada.call.uploads.passage({ id: objectId, quote: policy })).toMatchObject({ quote: policy });
  });

  it('uses collections of the organization, never those of another user', async () => {
    const [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
    await handbook(ada, { content: 'Employees have vacation days until the secret palace opens.' });
    const before = await finished(bob, (await send(bob)).conversation.id);
    expect(before.content).not.toContain('palace');
    expect(before.metadata.numCollectionsUsed).toBeUndefined();
    const admin = await signUp(server.deps, { isAdmin: true });
    const { id } = await handbook(admin, { scope: 'organization' });
    const answer = await finished(bob, (await send(bob)).conversation.id);
    expect(answer.content).toContain('31 days');
    await admin.call.collections.delete({ collectionId: id });
  });

  it('ignores collections that are off, in the conversation or everywhere', async () => {
    const ada = await signUp(server.deps);
    const { id: collectionId } = await handbook(ada);
    const { id: conversationId } = await ada.call.conversations.create({});
    const off = await ada.call.collections.switch({ conversationId, collectionId, isOn: false });
    expect(off).toEqual([{ id: collectionId, name: 'Handbook', scope: 'personal', isOn: false }]);
    await send(ada, conversationId);
    expect((await finished(ada, conversationId)).content).not.toContain('31 days');
    const other = (await send(ada)).conversation.id;
    expect((await finished(ada, other)).content).toContain('31 days');
    await ada.call.collections.update({ collectionId, isEnabled: false });
    const third = (await send(ada)).conversation.id;
    expect((await finished(ada, third)).content).not.toContain('31 days');
    await ada.call.collections.switch({ conversationId: third, collectionId, isOn: true });
    await send(ada, third);
    expect((await finished(ada, third)).content).toContain('31 days');
  });

  it('uses collections switched on before the first message, if the user can read them', async () => {
    const [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
    const { id } = await handbook(ada);
    const { id: ofBob } = await handbook(bob);
    const first = (collections: { id: string; isOn: boolean }[]) =>
      ada.call.messages.send({ clientRequestId: randomUUID(), content: question, collections });
    const { conversation } = await first([
      { id, isOn: false },
      { id: ofBob, isOn: true },
      { id: randomUUID(), isOn: true },
    ]);
    expect((await finished(ada, conversation.id)).content).not.toContain('31 days');
    const switches = await ada.call.collections.switches({ conversationId: conversation.id });
    expect(switches.map((collection) => [collection.id, collection.isOn])).toEqual([[id, false]]);
    expect(await server.deps.db.collectionSwitch.count({ where: { conversationId: conversation.id } })).toBe(1);
    // An existing conversation keeps its own switches.
    const collections = [{ id, isOn: true }];
    const more = { conversationId: conversation.id, clientRequestId: randomUUID(), content: question, collections };
    await ada.call.messages.send(more);
    expect((await finished(ada, conversation.id)).content).not.toContain('31 days');
  });
});

describe('a connected model', () => {
  const model = createScriptedModel();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ model });
  });
  afterAll(() => server.close());

  it('receives passages like files, and its quotations of them are cited', async () => {
    const ada = await signUp(server.deps);
    const { id, documentId } = await handbook(ada);
    const { conversation } = await send(ada);
    const call = await model.nextCall();
    const prompt = call.request.turns.at(-1)?.content ?? '';
    expect(prompt).toMatch(/^How many vacation days.*\n\nFiles, as far as they could be read/);
    expect(prompt).toMatch(
      /<file-\w+ name="Vacation"> \(From the collection "Handbook", not attached by the user\.\)\nEmployees of Ruritania/,
    );
    await call.emit(`They have a lot: "${policy}" And more: "Employees have 99 days of vacation a year."`);
    await call.finish();
    const { metadata } = await finished(ada, conversation.id);
    expect(metadata).toMatchObject({ numCollectionsUsed: 1, collectionsUsed: [{ id, name: 'Handbook' }] });
    expect(metadata.citations?.filter((citation) => citation.documentId === documentId)).toEqual([
      expect.objectContaining({
        quote: policy,
        source: 'Vacation',
        check: expect.objectContaining({ verdict: 'quote' }),
      }),
      expect.objectContaining({ check: expect.objectContaining({ verdict: 'differs' }) }),
    ]);
  });

  it('receives passages about the subject of a follow-up, not those that share its words', async () => {
    const ada = await signUp(server.deps);
    const { id: collectionId } = await handbook(ada, { content: 'The revenue of Ruritania Holdings was 12 million.' });
    const letter = { title: 'Letter', content: 'Thanks to the staff for last year, the best year ever.' };
    const { id: documentId } = await ada.call.collections.addDocument({ collectionId, ...letter });
    await until(async () => (await ada.call.collections.document({ collectionId, documentId })).state === 'ready');
    const { conversation } = await send(ada, undefined, 'What was the revenue of Ruritania Holdings?');
    for (const next of ['And last year?', 'Thanks', undefined]) {
      const call = await model.nextCall();
      const prompt = call.request.turns.at(-1)?.content;
      expect(prompt).toContain('Ruritania Holdings was 12 million');
      expect(prompt).not.toContain('the best year ever');
      await call.emit('12 million.');
      await call.finish();
      await finished(ada, conversation.id);
      if (next) await send(ada, conversation.id, next);
    }
  });

  it('can repeat quotations later, and they are checked although no passage is given', async () => {
    const ada = await signUp(server.deps);
    const { id: collectionId, documentId } = await handbook(ada);
    const { conversation } = await send(ada);
    const first = await model.nextCall();
    await first.emit(`It says "${policy}" there.`);
    await first.finish();
    await finished(ada, conversation.id);
    // Even from a collection that is off now, because the user may still read it.
    await ada.call.collections.switch({ conversationId: conversation.id, collectionId, isOn: false });
    await send(ada, conversation.id, 'Sure?');
    const second = await model.nextCall();
    expect(second.request.turns.at(-1)?.content).toBe('Sure?');
    await second.emit(`Yes: "${policy}" And: "The lighthouse keeper retired early and happily."`);
    await second.finish();
    const { metadata } = await finished(ada, conversation.id);
    expect(metadata.citations).toEqual([
      expect.objectContaining({ documentId, quote: policy, check: expect.objectContaining({ verdict: 'quote' }) }),
      expect.objectContaining({ check: expect.objectContaining({ verdict: 'absent' }) }),
    ]);
  });

  it('has quotations checked against documents without given passages, never against those of another user', async () => {
    const [ada, bob] = [await signUp(server.deps), await signUp(server.deps)];
    const { documentId } = await handbook(ada);
    await handbook(bob, { content: 'Recipes for a cake with three eggs.' });
    const ask = async (user: TestUser) => {
      const { conversation } = await send(user, undefined, 'Hello');
      const call = await model.nextCall();
      expect(call.request.turns.at(-1)?.content).toBe('Hello');
      await call.emit(`As we know, "${policy}"`);
      await call.finish();
      return (await finished(user, conversation.id)).metadata.citations;
    };
    expect(await ask(ada)).toMatchObject([{ documentId, check: { verdict: 'quote' } }]);
    const [ofBob] = (await ask(bob)) ?? [];
    expect(ofBob).toMatchObject({ check: { verdict: 'absent' } });
    expect(ofBob).not.toHaveProperty('documentId');
  });

  it('receives only as much of a long document as a small window has room for', async () => {
    const ada = await signUp(server.deps);
    const chapter = (n: number) =>
      `Chapter ${n}. Employees have ${n} vacation days. ${'The rest is a long story. '.repeat(35)}`;
    await handbook(ada, { content: Array.from({ length: 20 }, (_, n) => chapter(n)).join('\n\n') });
    await send(ada);
    const call = await model.nextCall();
    const prompt = call.request.turns.at(-1)?.content ?? '';
    expect(prompt).toMatch(/Employees have \d+ vacation days/);
    // Half of the scripted model's window, which is the smallest: the conversation has no files.
    const [tokens] = await countTokens([prompt]);
    expect(tokens).toBeLessThan(smallestLimits.contextTokens / 2);
    await call.finish();
  });

  it('receives no passages of an irrelevant collection', async () => {
    const ada = await signUp(server.deps);
    await handbook(ada, { content: 'Recipes for a cake with three eggs.' });
    const { conversation } = await send(ada);
    const call = await model.nextCall();
    expect(call.request.turns.at(-1)?.content).toBe(question);
    await call.emit('I do not know.');
    await call.finish();
    expect((await finished(ada, conversation.id)).metadata.numCollectionsUsed).toBeUndefined();
  });

  it('saves its answer to a collection, once per request', async () => {
    const ada = await signUp(server.deps);
    const { id: collectionId } = await ada.call.collections.create({ name: 'Saved' });
    const { conversation } = await send(ada);
    const call = await model.nextCall();
    await call.emit('Rates follow inflation.');
    await call.finish();
    const { id: messageId } = await finished(ada, conversation.id);
    const saved = await ada.call.collections.addDocument({ collectionId, messageId });
    expect(saved).toMatchObject({ title: question, sourceType: 'message', summary: 'Rates follow inflation.' });
    expect(await ada.call.collections.document({ collectionId, documentId: saved.id })).toMatchObject({
      content: 'Rates follow inflation.',
      extractedFromMessageId: messageId,
    });
    const bob = await signUp(server.deps);
    const { id: theirs } = await bob.call.collections.create({ name: 'Saved' });
    await expect(bob.call.collections.addDocument({ collectionId: theirs, messageId })).rejects.toThrow(
      'Answer not found',
    );
  });
});
