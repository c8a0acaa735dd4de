import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { addressOf, keyInUrl, type S3Settings } from './s3-address';

const account = { accessKeyId: 'AKIA', secretAccessKey: 'secret' };
const settings = (own: Partial<S3Settings>): S3Settings => ({
  ...account,
  bucket: 'insight-files',
  region: 'eu-central-1',
  forcePathStyle: false,
  ...own,
});

describe('the URL of a bucket', () => {
  it.each<[Partial<S3Settings>, string]>([
    [{}, 'https://insight-files.s3.eu-central-1.amazonaws.com/'],
    [{ region: 'us-east-1' }, 'https://insight-files.s3.us-east-1.amazonaws.com/'],
    [{ region: 'cn-north-1' }, 'https://insight-files.s3.cn-north-1.amazonaws.com.cn/'],
    [{ forcePathStyle: true }, 'https://s3.eu-central-1.amazonaws.com/insight-files/'],
    [{ bucket: 'files.insight.example' }, 'https://s3.eu-central-1.amazonaws.com/files.insight.example/'],
    [{ endpoint: 'https://s3.example.com' }, 'https://insight-files.s3.example.com/'],
    [{ endpoint: 'https://s3.example.com/' }, 'https://insight-files.s3.example.com/'],
    [{ endpoint: 'https://S3.example.com:443', forcePathStyle: true }, 'https://s3.example.com/insight-files/'],
    [{ endpoint: 'https://s3.example.com/gate/', forcePathStyle: true }, 'https://s3.example.com/gate/insight-files/'],
    [{ endpoint: 'https://s3.example.com/gate' }, 'https://insight-files.s3.example.com/gate/'],
    [{ endpoint: 'http://s3.example.com', bucket: 'My_Files' }, 'http://s3.example.com/My_Files/'],
    [{ endpoint: 'http://localhost:9000' }, 'http://insight-files.localhost:9000/'],
    [{ endpoint: 'http://127.0.0.1:9000' }, 'http://127.0.0.1:9000/insight-files/'],
    [{ endpoint: 'http://[::1]:9000' }, 'http://[::1]:9000/insight-files/'],
  ])('for %j is where the SDK sends its requests: %s', async (own, prefix) => {
    const all = settings(own);
    const address = addressOf(all);
    expect(address.prefix).toBe(prefix);
    expect(address.origin).toBe(new URL(prefix).origin);
    const client = new S3Client({
      endpoint: address.endpoint,
      region: all.region,
      forcePathStyle: address.isPathStyle,
      credentials: account,
    });
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: all.bucket, Key: 'some-key' }));
    expect(url.startsWith(`${prefix}some-key?`), url).toBe(true);
    expect(keyInUrl(address.prefix, url)).toBe('some-key');
    client.destroy();
  });
});
