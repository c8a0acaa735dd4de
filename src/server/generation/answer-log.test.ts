import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createScriptedModel } from '~/server/testing/fakes/scripted-model';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const model = createScriptedModel();
let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer({ model });
  ada = await signUp(server.deps);
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

const secret = 'Should I sell my house?';
const send = () => ada.call.messages.send({ clientRequestId: randomUUID(), content: secret });

/** Captures the log from here on; returns the fields of its "answer ended" lines. */
function watchLog(): () => Record<string, unknown>[] {
  const info = vi.spyOn(server.deps.logger, 'info');
  return () => {
    const calls = info.mock.calls as unknown as [Record<string, unknown>, string][];
    return calls.flatMap(([fields, message]) => (message === 'answer ended' ? [fields] : []));
  };
}

describe('the log line of an answer that has ended', () => {
  it('contains its request, model, outcome, times and tokens, and none of its text', async () => {
    const lines = watchLog();
    const sent = await send();
    const call = await model.nextCall();
    await call.emit('A very private answer.');
    await call.finish();
    await until(() => lines().length === 1);
    expect(lines()[0]).toMatchObject({
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      messageId: sent.assistantMessage.id,
      attempt: 1,
      model: expect.any(String),
      outcome: 'complete',
      ms: expect.any(Number),
      firstTextMs: expect.any(Number),
    });
    expect(JSON.stringify(lines()[0])).not.toMatch(/private|house/);
  });

  it('contains that it was stopped, and the number of the attempt', async () => {
    const lines = watchLog();
    const sent = await send();
    await model.nextCall();
    await ada.call.messages.stop({ messageId: sent.assistantMessage.id });
    await until(() => lines().length === 1);
    expect(lines()[0]).toMatchObject({ outcome: 'stopped', attempt: 1 });
    expect(lines()[0]?.firstTextMs).toBeUndefined();
    await ada.call.messages.retry({ messageId: sent.assistantMessage.id });
    const again = await model.nextCall();
    await again.finish();
    await until(() => lines().length === 2);
    expect(lines()[1]).toMatchObject({ outcome: 'complete', attempt: 2 });
  });
});
