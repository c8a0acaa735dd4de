import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { startXaiServer, type XaiServer } from '~/server/testing/fakes/xai-server';
import { checkMirror } from './mirror';

let xai: XaiServer;
beforeAll(async () => {
  xai = await startXaiServer();
});
afterAll(() => xai.close());
const states = async (settings: Record<string, string>) =>
  (await checkMirror(parseEnv(settings))).map(({ state }) => state);

it('both keys of the mirror are checked', async () => {
  expect(await states({})).toEqual(['ok']);
  expect(await states({ XAI_MANAGEMENT_KEY: 'k' })).toEqual(['fail']);
  expect(await states(xai.env)).toEqual(['ok', 'ok']);
  const [management, files] = await checkMirror(parseEnv({ ...xai.env, XAI_MANAGEMENT_KEY: 'wrong-key' }));
  expect([management?.state, files?.state]).toEqual(['fail', 'ok']);
  expect(management?.message).toContain('rejected the key of this installation (401)');
  expect(JSON.stringify(management)).not.toContain('wrong-key');
});
