import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseEnv } from '~/server/env';
import { createTestFolder } from '~/server/testing/test-folder';
import { createObjectStore } from './create-store';

const folder = createTestFolder();
const store = (env: Record<string, string> = {}) => createObjectStore(parseEnv({ DATA_DIR: folder, ...env }));
const s3 = { S3_BUCKET: 'insight', S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret' };

describe('the store of the settings', () => {
  it('is the disk without S3 settings, with a secret that survives a restart', async () => {
    const first = store();
    expect(first.kind).toBe('disk');
    expect(first.browserOrigins).toEqual([]);
    expect(statSync(path.join(folder, 'objects.key')).mode & 0o777).toBe(0o600);
    const { url } = await first.signUpload({ key: 'k', userId: 'u', maxBytes: 1, baseUrl: 'http://localhost:3000' });
    const second = store();
    if (second.kind !== 'disk') throw new Error('not the disk');
    expect(second.verifyUpload(url)).toEqual({ key: 'k', userId: 'u', maxBytes: 1 });
  });

  it('is S3 with S3 settings, and creates no secret', () => {
    const data = path.join(folder, 'unused');
    const chosen = store({ ...s3, S3_ENDPOINT: 'https://s3.example.com', DATA_DIR: data });
    expect(chosen.kind).toBe('s3');
    expect(chosen.browserOrigins).toEqual(['https://insight.s3.example.com']);
    expect(store(s3).browserOrigins).toEqual(['https://insight.s3.us-east-1.amazonaws.com']);
    expect(() => statSync(data)).toThrow('ENOENT');
  });

  it.each<[Record<string, string>, string, boolean]>([
    [{}, 'http://localhost:3000', true],
    [{}, 'http://127.0.0.1:3000', true],
    [{}, 'http://[::1]:3000', true],
    [{}, 'http://localhost:3001', false],
    [{}, 'http://localhost', false],
    [{}, 'https://localhost:3000', false],
    [{}, 'http://localhost:3000/gate', false],
    [{}, 'http://localhost.evil.example:3000', false],
    [{ PORT: '80' }, 'http://localhost', true],
    [{ PORT: '0' }, 'http://127.0.0.1:45678', true],
    [{ PUBLIC_URL: 'https://insight.example' }, 'https://insight.example', true],
    [{ PUBLIC_URL: 'https://Insight.example:443/' }, 'https://insight.example', true],
    [{ PUBLIC_URL: 'https://insight.example' }, 'http://localhost:3000', false],
    [{ PUBLIC_URL: 'https://insight.example' }, 'http://insight.example', false],
  ])('with %j finds the key in an upload URL at %s: %s', (env, address, isKnown) => {
    expect(store(env).keyOfUpload(`${address}/objects/some-key?u=1`)).toBe(isKnown ? 'some-key' : null);
  });
});
