/**
 * Hostile files through the whole server: rejected, or processed without harm and served as a download. One file per
 * kind and outcome; the readers' own test uses every file.
 */
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cookieOf } from '~/server/testing/clients/http-client';
import type { HostileFile } from '~/server/testing/inputs/hostile-file';
import { hostileFiles } from '~/server/testing/inputs/hostile-files';
import { until } from '~/server/testing/until';
import { startWithReaders } from '~/server/testing/worlds/reading-world';
import { signUp, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

let server: TestServer;
let base: string;
let ada: TestUser;

beforeAll(async () => {
  // Some never finish. A shorter timeout gives the same result.
  server = await startWithReaders({ timeoutMs: 2000 });
  base = await server.listen();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const kindOf = ({ name, end, declaredType }: HostileFile) => `${path.extname(name)} ${end} ${declaredType}`;
const oneOfEachKind = [...new Map(hostileFiles.map((file) => [kindOf(file), file])).values()];

it.each(oneOfEachKind.map((file) => [file.what, file] as const))(
  'does no harm as an upload: %s',
  async (_name, file) => {
    // There are more test files than a user may upload in a minute, or leave unsent.
    await server.deps.rateLimiter.reset('uploadsByAccount', ada.user.id);
    await server.deps.db.storedObject.deleteMany({ where: { userId: ada.user.id } });
    const target = await ada.call.uploads.create({});
    const address = new URL(target.uploadURL, base);
    const { status } = await fetch(new URL(address.pathname + address.search, base), {
      method: 'PUT',
      body: new Uint8Array(file.make()),
    });
    if (status !== 200) return expect(status).toBeLessThan(500);
    const claim = {
      fileURL: target.uploadURL,
      name: file.name,
      ...(file.declaredType !== undefined && { type: file.declaredType }),
    };
    const claimed = await ada.call.uploads.claim(claim).catch((error) => error);
    if (claimed instanceof Error)
      return expect(['BAD_REQUEST', 'UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE']).toContain(
        (claimed as Error & { code: string }).code,
      );
    const readRow = () => server.deps.db.storedObject.findUniqueOrThrow({ where: { id: claimed.id } });
    // A crashed reader is retried once, after a pause.
    await until(async () => ['ready', 'failed'].includes((await readRow()).readState));
    const row = await readRow();
    expect(row.extractedText ?? '').not.toMatch(/root:/);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const served = await fetch(new URL(claimed.objectPath, base), { headers: { cookie: cookieOf(ada.sessionToken) } });
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    if (!/^image\/(png|jpeg|gif|webp|avif)$/.test(row.type))
      expect(served.headers.get('content-disposition')).toMatch(/^attachment/);
    await served.arrayBuffer();
  },
);
