/** The contract on a real S3 server instead of our fake. Skipped unless TEST_S3_URL is set; see environment.ts. */
import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { testS3Url } from '~/server/testing/environment';
import { describeLinkContract } from './contract-links';
import { describePartContract } from './contract-parts';
import { type Abilities, describeStoreContract, type StoreHarness } from './contract-suite';
import { S3Store } from './s3';

const address = testS3Url();

describe.runIf(address)('another S3 server', () => {
  const url = new URL(address || 'http://127.0.0.1/none');
  const lacks = (url.searchParams.get('lacks') ?? '').split(',');
  const can: Abilities = {
    hasClock: false,
    hasConditions: !lacks.includes('conditions'),
    checksLinks: !lacks.includes('links'),
    joinsOnce: !lacks.includes('joins'),
  };
  const store = new S3Store({
    endpoint: url.origin,
    bucket: url.pathname.slice(1),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    forcePathStyle: true,
  });
  const harness = (): StoreHarness => ({
    store,
    discardingStore: store,
    baseUrl: `https://${randomUUID()}.example`,
    advance: () => {
      throw new Error('The clock of another server cannot be set.');
    },
    send: async (link, body, headers) =>
      (await fetch(link, { method: 'PUT', body: new Uint8Array(body), headers: headers ?? {} })).status,
  });
  describeStoreContract('it', harness, can);
  describeLinkContract('it', harness, can);
  describePartContract('it', harness, can);
});
