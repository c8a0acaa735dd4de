import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callHttp, sessionFrom } from '~/server/testing/clients/http-client';
import { openedSocket } from '~/server/testing/clients/socket-client';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import type { CurrentUser } from '~/shared/schemas/auth';

const password = 'correct horse';
const model = createScriptedModel();
let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer({ model });
  address = await server.listen();
});
afterAll(() => server.close());
beforeEach(() => server.deps.rateLimiter.reset('registerByAddress', '127.0.0.1'));

async function account() {
  const email = `person-${randomUUID()}@example.com`;
  const response = await callHttp(address, 'mutation', 'auth.register', { email, password });
  return { email, id: (response.data as CurrentUser).id, sessionToken: sessionFrom(response.headers) as string };
}
const call = (sessionToken: string, path: string, input?: object) =>
  callHttp(address, 'mutation', path, input, { sessionToken });

describe('custom instructions', () => {
  it('are stored trimmed and only for their user, and removed by an empty text', async () => {
    const [ada, grace] = [await signUp(server.deps), await signUp(server.deps)];
    expect(await ada.call.account.instructions()).toEqual({ instructions: '' });
    const saved = await ada.call.account.saveInstructions({ instructions: '  Be brief.\nUse euros. ' });
    expect(saved).toEqual({ instructions: 'Be brief.\nUse euros.' });
    expect(await ada.call.account.instructions()).toEqual(saved);
    expect(await grace.call.account.instructions()).toEqual({ instructions: '' });
    await ada.call.account.saveInstructions({ instructions: '   ' });
    expect(await ada.call.account.instructions()).toEqual({ instructions: '' });
  });

  it('are limited by the same character count as in the form', async () => {
    const ada = await signUp(server.deps);
    const save = (instructions: string) => ada.call.account.saveInstructions({ instructions });
    await save('x'.repeat(2000));
    await save(` ${'é'.repeat(2000)} `);
    for (const text of ['x'.repeat(2001), '😀'.repeat(1001)])
      await expect(save(text)).rejects.toThrow('Instructions must be 2000 characters or fewer');
    for (const text of ['a\u0000', '\ud800']) await expect(save(text)).rejects.toThrow('invalid characters');
  });

  it('are sent to the model with each message and each retry, after the rules, but never to other users', async () => {
    const [ada, grace] = [await signUp(server.deps), await signUp(server.deps)];
    await ada.call.account.saveInstructions({ instructions: 'Answer in rhymes.' });
    const send = (user: typeof ada) =>
      user.call.messages.send({ clientRequestId: randomUUID(), content: 'What moves rates?' });
    const sent = await send(ada);
    const asked = await model.nextCall();
    expect(asked.request.systemPrompt).toContain('Never invent a source');
    expect(asked.request.systemPrompt).not.toContain('rhymes');
    expect(asked.request.personalization).toMatch(/keep this in mind[^\n]*\nAnswer in rhymes\.$/);
    await asked.fail(new Error('away'));
    await until(
      async () =>
        (await server.deps.db.generation.findFirst({ where: { messageId: sent.assistantMessage.id } }))?.slot === null,
    );
    await ada.call.messages.retry({ messageId: sent.assistantMessage.id });
    const again = await model.nextCall();
    expect(again.request.personalization).toContain('Answer in rhymes.');
    await again.finish();
    await send(grace);
    const other = await model.nextCall();
    expect(JSON.stringify(other.request)).not.toContain('rhymes');
    await other.finish();
  });

  it('are not included in any list of users', async () => {
    const admin = await signUp(server.deps, { isAdmin: true });
    const ada = await signUp(server.deps);
    await ada.call.account.saveInstructions({ instructions: 'a private wish' });
    const { text } = await callHttp(address, 'query', 'admin.userPage', {}, admin);
    expect(text).toContain(ada.user.email);
    expect(text).not.toContain('a private wish');
  });
});

describe('deleting your own account', () => {
  it("requires the typed email and the password, and deletes all of the user's data at once", async () => {
    const { email, id, sessionToken } = await account();
    const elsewhere = sessionFrom((await callHttp(address, 'mutation', 'auth.login', { email, password })).headers);
    const socket = await openedSocket(address, { sessionToken: elsewhere });
    await call(sessionToken, 'messages.send', { clientRequestId: randomUUID(), content: 'A long one' });
    const running = await model.nextCall();
    await running.emit('It begins');
    const response = await call(sessionToken, 'account.delete', { email: ` ${email.toUpperCase()} `, password });
    expect(response).toMatchObject({ status: 200, data: { message: 'Your account has been deleted.' } });
    expect(response.headers.getSetCookie()[0]).toMatch(/^qinsight_session=;.*Max-Age=0/);
    expect(await socket.closed).toBe(4401);
    await until(() => running.isAborted());
    const { db } = server.deps;
    for (const count of [
      db.user.count({ where: { id } }),
      db.session.count({ where: { userId: id } }),
      db.conversation.count({ where: { userId: id } }),
      db.generation.count({ where: { userId: id } }),
    ])
      expect(await count).toBe(0);
    expect((await callHttp(address, 'mutation', 'auth.login', { email, password })).status).toBe(401);
    expect(await db.auditEvent.findMany({ where: { kind: 'account-deleted', actorId: id } })).toHaveLength(1);
  });

  it.each([
    [{ email: 'other@example.com', password }, "This isn't your account's email"],
    [{ password: 'wrong' }, 'Password is incorrect'],
    [{ password: '' }, 'Password is required'],
    [{ password: 'x'.repeat(257) }, 'Password is incorrect'],
  ])('is rejected with %j', async (wrong, words) => {
    const { email, id, sessionToken } = await account();
    const response = await call(sessionToken, 'account.delete', { email, ...wrong });
    expect(response).toMatchObject({ status: 400, message: words });
    expect(await server.deps.db.user.count({ where: { id } })).toBe(1);
  });

  it('is rejected after too many wrong passwords', async () => {
    const { email, sessionToken } = await account();
    for (let n = 0; n < 10; n++) await call(sessionToken, 'account.delete', { email, password: 'wrong' });
    expect((await call(sessionToken, 'account.delete', { email, password })).status).toBe(429);
  });

  it('is not allowed with an API token', async () => {
    const { email, sessionToken } = await account();
    const { token } = (await call(sessionToken, 'tokens.create', { name: 'x', scope: 'write', password })).data as {
      token: string;
    };
    const headers = { authorization: `Bearer ${token}` };
    const response = await callHttp(address, 'mutation', 'account.delete', { email, password }, { headers });
    expect(response.status).toBe(403);
  });

  it('passes positions to another administrator', async () => {
    const newOwner = await signUp(server.deps, { isAdmin: true });
    const { email, id, sessionToken } = await account();
    const { db } = server.deps;
    await db.user.update({ where: { id }, data: { isAdmin: true } });
    const values = { ticker: 'TSLA', name: 'Tesla', avgEntryPrice: '1.00', purchaseDate: new Date(0) };
    const position = await db.investmentPosition.create({ data: { userId: id, ...values } });
    expect((await call(sessionToken, 'account.delete', { email, password })).status).toBe(200);
    const kept = await db.investmentPosition.findUniqueOrThrow({ where: { id: position.id }, include: { user: true } });
    expect(kept.user).toMatchObject({ isAdmin: true, isLocked: false });
    await db.investmentPosition.delete({ where: { id: position.id } });
    expect(newOwner.user.isAdmin).toBe(true);
  });

  it('is not allowed for the last active administrator, or for authors without a successor', async () => {
    const { db } = server.deps;
    await db.user.updateMany({ where: { isAdmin: true }, data: { isAdmin: false } });
    const { email, id, sessionToken } = await account();
    await db.user.update({ where: { id }, data: { isAdmin: true } });
    expect(await call(sessionToken, 'account.delete', { email, password })).toMatchObject({
      status: 409,
      message: 'At least one active administrator is required. Make another user an administrator first.',
    });
    await db.user.update({ where: { id }, data: { isAdmin: false } });
    const values = { ticker: 'TSLA', name: 'Tesla', avgEntryPrice: '1.00', purchaseDate: new Date(0) };
    await db.investmentPosition.create({ data: { userId: id, ...values } });
    expect(await call(sessionToken, 'account.delete', { email, password })).toMatchObject({ status: 409 });
    expect(await db.user.count({ where: { id } })).toBe(1);
    await db.investmentPosition.deleteMany({ where: { userId: id } });
    expect((await call(sessionToken, 'account.delete', { email, password })).status).toBe(200);
  });

  it('keeps one of two administrators who delete their accounts concurrently', async () => {
    const { db } = server.deps;
    await db.user.updateMany({ where: { isAdmin: true }, data: { isAdmin: false } });
    const both = [await account(), await account()];
    await db.user.updateMany({ where: { id: { in: both.map(({ id }) => id) } }, data: { isAdmin: true } });
    const responses = await Promise.all(
      both.map(({ email, sessionToken }) => call(sessionToken, 'account.delete', { email, password })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await db.user.count({ where: { isAdmin: true } })).toBe(1);
  });
});
