import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { openTestDatabase } from '~/server/testing/worlds/test-db';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';

let server: TestServer;
let ada: TestUser;
let model: ReturnType<typeof createScriptedModel>;
let conversationId: string;
let seen: ConversationEvent[];
let leave: () => Promise<void>;

beforeEach(async () => {
  model = createScriptedModel();
  // As the only process it does not poll: the statement is committed already, so polling would show the message.
  server = await startTestServer({ model, database: { ...(await openTestDatabase()), isEmbedded: true } });
  ada = await signUp(server.deps);
  conversationId = (await ada.call.conversations.create({})).id;
  seen = [];
  const abort = new AbortController();
  const events = server.deps.generation.watch({ conversationId, signal: abort.signal }, (_id, event) => event);
  const reading = events.forEach((event) => void seen.push(event));
  leave = async () => {
    abort.abort();
    await reading;
  };
  await until(() => seen.length > 0);
});
afterEach(async () => {
  await leave();
  await server.close();
});

const question = () => ({ clientRequestId: randomUUID(), content: 'Well?', attachments: [], conversationId });
const types = () => seen.map(({ type }) => type);
const messages = () => server.deps.db.message.count({ where: { conversationId } });

/** The statement runs and is committed; its result is held back until `decide` is called. */
function holdCommits() {
  const { db } = server.deps;
  const { earlySql } = db;
  let decide: (error?: Error) => void = () => {};
  const held = new Promise<void>((resolve, reject) => {
    decide = (error) => (error ? reject(error) : resolve());
  });
  held.catch(() => {});
  db.earlySql = async <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) => {
    const { rows, committed } = await earlySql<Row>(parts, ...values);
    return { rows, committed: committed.then(() => held) };
  };
  return decide;
}

describe('a message whose commit is pending', () => {
  it('is already sent to the model, but no part of the answer is shown before the commit', async () => {
    const decide = holdCommits();
    const sending = ada.call.messages.send(question());
    const call = await model.nextCall();
    await call.emit('Too ');
    await call.emit('early.');
    let isSent = false;
    void sending.then(() => {
      isSent = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSent).toBe(false);
    expect(types()).toEqual(['ready']);
    decide();
    const { assistantMessage } = await sending;
    await call.finish();
    await until(() => types().includes('finished'));
    expect(types().slice(0, 3)).toEqual(['ready', 'started', 'text']);
    expect(seen.at(-1)).toMatchObject({ message: { id: assistantMessage.id, content: 'Too early.' } });
  });

  it('is sent to the model early even if the earlier messages are read after it was stored', async () => {
    const { db } = server.deps;
    const [sql, { earlySql }] = [db.sql, db];
    let store = () => {};
    const stored = new Promise<void>((resolve) => {
      store = resolve;
    });
    db.earlySql = async <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) =>
      earlySql<Row>(parts, ...values).finally(store);
    db.sql = async <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) => {
      if (parts.join('').includes('branch_of')) await stored;
      return sql<Row>(parts, ...values);
    };
    const decide = holdCommits();
    const sending = ada.call.messages.send(question());
    const call = await model.nextCall();
    expect(call.request.turns).toMatchObject([{ role: 'user' }]);
    expect(types()).toEqual(['ready']);
    decide();
    await sending;
    await call.finish();
    await until(() => types().includes('finished'));
  });

  it('sends subscribers what has arrived before it responds', async () => {
    const decide = holdCommits();
    const sending = ada.call.messages.send(question());
    const call = await model.nextCall();
    await call.emit('Here.');
    decide();
    await sending;
    expect(types()).toEqual(['ready', 'started', 'text']);
    await call.finish();
    await until(() => types().includes('finished'));
  });

  it('lets its user open the conversation while the answer is generated, but not before', async () => {
    const { generation } = server.deps;
    const decide = holdCommits();
    const sending = ada.call.messages.send(question());
    const call = await model.nextCall();
    expect(generation.isWritingFor(ada.user.id, conversationId)).toBe(false);
    decide();
    await sending;
    expect(generation.isWritingFor(ada.user.id, conversationId)).toBe(true);
    expect(generation.isWritingFor(ada.user.id, randomUUID())).toBe(false);
    const bob = await signUp(server.deps);
    expect(generation.isWritingFor(bob.user.id, conversationId)).toBe(false);
    await expect(bob.call.messages.watch({ conversationId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await call.finish();
    await until(() => generation.runningAnswers === 0);
    expect(generation.isWritingFor(ada.user.id, conversationId)).toBe(false);
  });

  it('ends its answer like any other if the model fails before', async () => {
    const decide = holdCommits();
    const sending = ada.call.messages.send(question());
    const call = await model.nextCall();
    await call.fail(new Error('no model'));
    expect(types()).toEqual(['ready']);
    decide();
    const { assistantMessage } = await sending;
    await until(() => types().includes('finished'));
    const row = await server.deps.db.message.findUniqueOrThrow({ where: { id: assistantMessage.id } });
    expect(row.metadata).toMatchObject({ processing: false, status: 'failed' });
  });

  it('closes the request to the model if the commit is not confirmed', async () => {
    const decide = holdCommits();
    const sending = ada.call.messages.send(question());
    const call = await model.nextCall();
    await call.emit('Never shown.');
    decide(new Error('Connection terminated unexpectedly'));
    await expect(sending).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await until(() => call.isAborted());
    await until(() => server.deps.generation.runningAnswers === 0);
    expect(types()).not.toContain('started');
    expect(types()).not.toContain('text');
  });

  it('fails with nothing stored if the commit fails', async () => {
    const { db } = server.deps;
    await db.sql`
      CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the disk is full' USING ERRCODE = '53100'; END $$`;
    await db.sql`
      CREATE CONSTRAINT TRIGGER refuse_commit AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse_commit()`;
    const input = question();
    await expect(ada.call.messages.send(input)).rejects.toMatchObject({ cause: { code: 'storage_full' } });
    await until(() => server.deps.generation.runningAnswers === 0);
    expect(model.calls.every((call) => call.isAborted())).toBe(true);
    expect(await messages()).toBe(0);
    expect(types()).not.toContain('started');
    // The same request succeeds once the disk has space.
    await db.sql`DROP TRIGGER refuse_commit ON messages`;
    const earlier = model.calls.length;
    await ada.call.messages.send(input);
    await until(() => model.calls.length > earlier);
    expect(await messages()).toBe(2);
    await model.calls.at(-1)?.finish();
    await until(() => types().includes('finished'));
  });
});
