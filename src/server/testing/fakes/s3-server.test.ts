import { createHash } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from './s3-server';

let server: S3Server;
let client: S3Client;
const clientOf = (own: Partial<S3Server['account']> = {}) => {
  const { region, ...credentials } = { ...server.account, ...own };
  return new S3Client({
    endpoint: server.endpoint,
    forcePathStyle: true,
    region,
    credentials,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
};
const put = (Key: string, Body = 'hello') => new PutObjectCommand({ Bucket: server.bucket, Key, Body });
const lastCode = () => server.requests.at(-1)?.code;

beforeEach(async () => {
  server = await startS3Server();
  client = clientOf();
});
afterEach(async () => {
  client.destroy();
  await server.close();
});

describe('the strict object store of the tests', () => {
  it('accepts, lists and returns what the account signed', async () => {
    await client.send(put('a key/with (odd) signs+ü.txt'));
    await client.send(put('b'));
    const list = await client.send(new ListObjectsV2Command({ Bucket: server.bucket, Prefix: 'a' }));
    expect(list.Contents).toMatchObject([{ Key: 'a key/with (odd) signs+ü.txt', Size: 5 }]);
    const got = await client.send(new GetObjectCommand({ Bucket: server.bucket, Key: 'b', Range: 'bytes=1-2' }));
    expect(await got.Body?.transformToString()).toBe('el');
    expect(got.ContentRange).toBe('bytes 1-2/5');
  });

  it.each<[string, Partial<S3Server['account']>, string]>([
    ['another secret', { secretAccessKey: 'x' }, 'SignatureDoesNotMatch'],
    ['another account', { accessKeyId: 'x' }, 'InvalidAccessKeyId'],
    ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
  ])('rejects %s', async (_what, own, code) => {
    await expect(clientOf(own).send(put('k'))).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    expect(lastCode()).toBe(code);
    expect(server.objects.size).toBe(0);
  });

  it('rejects unsigned requests, and a clock that is far off', async () => {
    expect((await fetch(`${server.endpoint}/${server.bucket}/k`)).status).toBe(403);
    server.advance(16 * 60_000);
    await expect(client.send(put('k'))).rejects.toThrow();
    expect(lastCode()).toBe('RequestTimeTooSkewed');
  });

  it('rejects a body other than the signed one', async () => {
    const hash = createHash('sha256').update('hello').digest('hex');
    client.middlewareStack.add(
      (next) => (args) => {
        const { headers } = args.request as { headers: Record<string, string> };
        headers['x-amz-content-sha256'] = hash;
        return next(args);
      },
      { step: 'build' },
    );
    await client.send(put('same'));
    await expect(client.send(put('other', 'HELLO'))).rejects.toThrow();
    expect(lastCode()).toBe('XAmzContentSHA256Mismatch');
    expect([...server.objects.keys()]).toEqual(['same']);
  });

  it('limits a link to its length, type, time and headers', async () => {
    const command = new PutObjectCommand({ Bucket: server.bucket, Key: 'k', ContentLength: 5, ContentType: 'a/b' });
    const signableHeaders = new Set(['content-length', 'content-type']);
    const url = await getSignedUrl(client, command, { expiresIn: 900, signableHeaders });
    const type = { 'content-type': 'a/b' };
    const send = async (body: string | ReadableStream, headers: Record<string, string> = type) => {
      const options = { method: 'PUT', body, headers, duplex: 'half' };
      const { status } = await fetch(url, options as RequestInit);
      return [status, lastCode()];
    };
    expect(await send('123456')).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await send('12345', { 'content-type': 'a/c' })).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await send('12345', { ...type, 'x-amz-acl': 'public-read' })).toEqual([403, 'AccessDenied']);
    expect(await send(new Blob(['12345']).stream())).toEqual([403, 'SignatureDoesNotMatch']);
    server.advance(901_000);
    expect(await send('12345')).toEqual([403, 'AccessDenied']);
    server.advance(-901_000);
    expect(await send('12345')).toEqual([200, undefined]);
    expect(server.objects.get('k')).toMatchObject({ size: 5, type: 'a/b' });
  });

  it('requires the length of a body', async () => {
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: server.bucket, Key: 'k' }));
    const options = { method: 'PUT', body: new Blob(['12345']).stream(), duplex: 'half' };
    expect((await fetch(url, options as RequestInit)).status).toBe(411);
  });

  it('preserves an existing key, and supports no other condition', async () => {
    const once = (IfNoneMatch: string) =>
      client.send(new PutObjectCommand({ Bucket: server.bucket, Key: 'k', Body: 'x', IfNoneMatch }));
    await once('*');
    await expect(once('*')).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(once('"etag"')).rejects.toMatchObject({ name: 'NotImplemented' });
  });
});
