import { describe, expect, it } from 'vitest';
import { apiClient, question, signUpAt } from '~/server/testing/clients/api-client';
import { scriptedTokens } from '~/server/testing/fakes/model-script';
import { until } from '~/server/testing/until';
import { processWorld } from '~/server/testing/worlds/process-world';
import { npmStart, type ServerProcess, startServer, statusOf } from '~/server/testing/worlds/server-process';

const world = processWorld();
const tokens = scriptedTokens(30);

const count = (server: ServerProcess, message: string) => server.log().split(`"msg":"${message}`).length - 1;

/** A server started by npm, with an answer whose rest is held back. */
async function answering() {
  const server = await npmStart(world.settings());
  const { cookie } = await signUpAt(server.url);
  world.model.queue({ text: tokens, pauseAfterTokens: 10 });
  const index = world.model.requests.length;
  const sent = await apiClient(server.url, cookie).messages.send.mutate(question());
  await world.model.request(index);
  return { server, cookie, conversationId: sent.conversation.id };
}

/** Expects on a later server that the answer was finished before the first one ended. */
async function expectWholeAnswer({ cookie, conversationId }: { cookie: string; conversationId: string }) {
  const next = await startServer(world.settings());
  const { items } = await apiClient(next.url, cookie).messages.list.query({ conversationId });
  expect(items[1]).toMatchObject({ content: tokens.join(''), metadata: { status: 'complete' } });
  expect(await next.end('SIGTERM')).toEqual({ code: 0, signal: null });
}

describe('npm start', () => {
  it('lets answers finish and exits with 0 if only npm receives the stop signal', async () => {
    const { server, ...asked } = await answering();
    const stopped = server.end('SIGTERM');
    await until(() => count(server, 'stopping') === 1, 'the server hears of it');
    expect(await statusOf(`${server.url}/readyz`)).toBe(503);
    world.model.release();
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect(count(server, 'stopped')).toBe(1);
    await expectWholeAnswer(asked);
  });

  it('handles Ctrl-C, which reaches both npm and the server, as one signal', async () => {
    const { server, ...asked } = await answering();
    const stopped = server.endGroup('SIGINT');
    await until(() => count(server, 'stopping') === 1, 'the server hears of it');
    world.model.release();
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect([count(server, 'stopping'), count(server, 'stopped')]).toEqual([1, 1]);
    await expectWholeAnswer(asked);
  });

  it.each(['SIGKILL', 'SIGHUP'] as const)('stops in the same way if %s ends npm', async (signal) => {
    const { server, ...asked } = await answering();
    // Resolves when the server, which shares the pipes, has ended as well.
    const ended = server.end(signal);
    await until(() => count(server, 'stopping') === 1, 'the server sees that npm is gone');
    world.model.release();
    expect(await ended).toEqual({ code: null, signal });
    expect(count(server, 'stopped')).toBe(1);
    await expectWholeAnswer(asked);
  });
});
