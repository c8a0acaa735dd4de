import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionIdOf } from '~/server/lib/session-token';
import { cookieOf } from '~/server/testing/clients/http-client';
import { publishedComponent } from '~/server/testing/clients/response-schemas';
import { expectError, expectNoSecrets, readRest } from '~/server/testing/clients/rest-client';
import { until } from '~/server/testing/until';
import { type RestWorld, startRestWorld } from '~/server/testing/worlds/rest-world';
import type { TestUser } from '~/server/testing/worlds/test-server';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';

const eventSchema = publishedComponent('ConversationEvent');

let world: RestWorld;
let ada: TestUser;
beforeAll(async () => {
  world = await startRestWorld({ MAX_CONCURRENT_ANSWERS: '10' });
  ada = await world.person();
});
afterAll(() => world.server.close());

interface Stream {
  response: Response;
  events: { id: string; event: ConversationEvent }[];
  /** Resolves when the server has ended it. */
  ended: Promise<void>;
  leave(): void;
}

async function open(id: string, headers: Record<string, string>, query = ''): Promise<Stream> {
  const leave = new AbortController();
  const response = await fetch(`${world.address}/api/conversations/${id}/events${query}`, {
    headers,
    signal: leave.signal,
  });
  const events: Stream['events'] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, eventId, data] = /^id: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (!data || eventId === undefined) continue;
        const event = JSON.parse(data) as ConversationEvent;
        expectNoSecrets(data, event);
        eventSchema.parse(event);
        events.push({ id: eventId, event });
      }
    }
  };
  const ended = response.ok ? read().catch(() => {}) : Promise.resolve();
  return { response, events, ended, leave: () => leave.abort() };
}
const as = (user: TestUser) => ({ cookie: cookieOf(user.sessionToken) });
const send = (conversationId: string, content: string, user = ada) =>
  user.call.messages.send({ conversationId, clientRequestId: randomUUID(), content });
const has = (stream: Stream, type: ConversationEvent['type']) =>
  until(() => stream.events.some(({ event }) => event.type === type));
const textOf = (stream: Stream) =>
  stream.events.reduce((text, { event }) => (event.type === 'text' ? text.slice(0, event.at) + event.text : text), '');
const release = (stream: Stream) =>
  until(() => {
    world.model.release();
    return stream.events.some(({ event }) => event.type === 'finished');
  });

describe('the events of a conversation', () => {
  it('report a message, its answer as it is generated, and its end', async () => {
    const id = await world.conversationOf(ada);
    const stream = await open(id, as(ada));
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    await has(stream, 'ready');
    await send(id, 'WAIT for it');
    await until(() => textOf(stream) === 'You asked: ');
    await release(stream);
    expect(textOf(stream)).toBe('You asked: WAIT for it');
    expect(stream.events.map(({ event }) => event.type)).toEqual(['ready', 'started', 'text', 'text', 'finished']);
    stream.leave();
    await until(() => world.server.deps.generation.watchedConversations === 0);
  });

  it('resume at the client’s position', async () => {
    const id = await world.conversationOf(ada);
    const first = await open(id, as(ada));
    await has(first, 'ready');
    await send(id, 'WAIT again');
    await has(first, 'text');
    const lastEventId = first.events.at(-1)?.id as string;
    first.leave();
    const second = await open(id, { ...as(ada), 'last-event-id': lastEventId });
    const third = await open(id, as(ada), `?lastEventId=${encodeURIComponent(lastEventId)}`);
    const fresh = await open(id, { ...as(ada), 'last-event-id': 'nonsense\t{}' });
    for (const stream of [second, third, fresh]) await release(stream);
    const texts = (stream: Stream) => stream.events.flatMap(({ event }) => (event.type === 'text' ? [event.text] : []));
    for (const stream of [second, third]) expect(texts(stream).join('')).toBe('WAIT again');
    expect(texts(fresh).join('')).toBe('You asked: WAIT again');
    for (const stream of [second, third, fresh]) stream.leave();
  });

  it('end when the conversation is deleted, and are not found afterwards', async () => {
    const id = await world.conversationOf(ada);
    const stream = await open(id, as(ada));
    await has(stream, 'ready');
    await ada.call.conversations.rename({ conversationId: id, title: 'Soon gone' });
    await has(stream, 'renamed');
    await ada.call.conversations.delete({ conversationId: id });
    await stream.ended;
    expect(stream.events.at(-1)?.event).toEqual({ type: 'deleted' });
    expectError(await readRest((await open(id, as(ada))).response), 404, 'Conversation not found');
  });

  it('end with the session, with the account, and with the token that opened them', async () => {
    const [eve, admin] = [await world.person(), await world.person({ isAdmin: true })];
    const id = await world.conversationOf(eve);
    const token = await world.tokenOf(eve);
    const byToken = await open(id, { authorization: `Bearer ${token}` });
    const bySession = await open(id, as(eve));
    await Promise.all([has(byToken, 'ready'), has(bySession, 'ready')]);
    await world.rest.call('POST', '/api/logout', undefined, eve);
    await bySession.ended;
    await admin.call.admin.lock({ userId: eve.user.id, isLocked: true });
    await byToken.ended;
    expect(await world.server.deps.db.session.count({ where: { id: sessionIdOf(eve.sessionToken) } })).toBe(0);
  });

  it('fail in JSON before a stream begins', async () => {
    const id = await world.conversationOf(ada);
    expectError(await readRest((await open(id, {})).response), 401);
    expectError(await readRest((await open(id, as(await world.person()))).response), 404);
    expectError(await readRest((await open('x', as(ada))).response), 400);
    const head = await fetch(`${world.address}/api/conversations/${id}/events`, { method: 'HEAD', headers: as(ada) });
    expect({ status: head.status, type: head.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/event-stream; charset=utf-8',
    });
    await until(() => world.server.deps.generation.watchedConversations === 0);
  });
});
