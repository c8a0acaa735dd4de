import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { signUp, startTestServer, type TestServer } from '~/server/testing/worlds/test-server';
import { readStartMessage } from './start-message';

let server: TestServer;
let vendor: ModelServer;
beforeAll(async () => {
  [server, vendor] = await Promise.all([startTestServer(), startModelServer()]);
});
afterAll(async () => {
  await vendor.close();
  await server.close();
});

it('names the model that administrators connected, and else how to connect one', async () => {
  const address = 'http://localhost:3000';
  const { message } = await readStartMessage(server.deps, address);
  expect(message).toContain(`${address}  –  open it and create an account.`);
  expect(message).toContain('Answers come from the built-in offline analyst. To connect a model, set XAI_API_KEY');
  const admin = await signUp(server.deps, { isAdmin: true });
  const { id } = await admin.call.models.createEndpoint({ name: 'Lab', baseUrl: vendor.baseUrl });
  await admin.call.models.add({ endpointId: id, name: 'test', displayName: 'Test' });
  expect(await readStartMessage(server.deps, address)).toEqual({
    message: `\n  ${address}  –  open it and create an account.\n  Answers come from test.\n\n`,
    modelName: 'test',
  });
});
