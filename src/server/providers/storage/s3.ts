/**
 * Objects in any S3-compatible store. Browsers send bytes directly to it, with a presigned PUT that is bound to the
 * key, to the length and type if they are known, and to the key being unused if the store supports that.
 *
 * The bucket needs CORS for the product's origin with method PUT and headers `content-type, if-none-match`, no public
 * access, and an account that may read, write, delete and list (without list permission, a store returns 403 instead
 * of 404 for missing objects).
 */
import { randomUUID } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import type { PutObjectCommandInput } from '@aws-sdk/client-s3';
import { AppError } from '~/server/lib/errors';
import { addressOf, keyInUrl, type S3Address, type S3Settings } from './s3-address';
import { type Loaded, loadSdk, retried } from './s3-client';
import { isConditionFailed, isNotImplemented, s3Failure } from './s3-errors';
import { S3Parts } from './s3-parts';
import { withSpooled } from './spool';
import {
  type AllowedUpload,
  assertObjectKey,
  assertRange,
  assertUploadSize,
  type ByteRange,
  ObjectExists,
  ObjectMissing,
  type ObjectStore,
  type SignedUpload,
  typeHeaders,
  type UploadTerms,
  uploadMinutes,
} from './types';
import { keyInOwnUrl, signUploadLink, verifyUploadLink } from './upload-link';

/** Written by check() and by the detection of conditional writes. No object ever has this key. */
const probeKey = 'readiness';

export interface UploadRelay {
  /** Signs upload links; the same in every process. */
  secret: Buffer;
  /** Whether a URL without a path is the product's. */
  isOwnAddress(address: string): boolean;
}

export class S3Store implements ObjectStore {
  readonly kind = 's3';
  readonly browserOrigins: readonly string[];
  readonly parts: S3Parts;
  private readonly address: S3Address;
  private readonly bucket: string;
  private loaded: Promise<Loaded> | undefined;
  private condition: Promise<Condition> | undefined;
  /** When check() last wrote successfully. */
  private wroteAt = Number.NEGATIVE_INFINITY;

  /**
   * With `relay`, uploads without a declared size go through this server, which stops them at the limit, because the
   * store itself would accept five gigabytes. So do uploads that are to be encrypted.
   */
  constructor(
    private readonly settings: S3Settings,
    private readonly relay?: UploadRelay,
  ) {
    this.address = addressOf(settings);
    this.bucket = settings.bucket;
    this.browserOrigins = [this.address.origin];
    this.parts = new S3Parts({
      name: this.bucket,
      send: (work) => this.send(work),
      load: () => this.load(),
    });
  }

  async newKey(): Promise<string> {
    return randomUUID();
  }

  async signUpload(terms: UploadTerms): Promise<SignedUpload> {
    const { key, userId, maxBytes, size, type, isRelayed = false } = terms;
    assertObjectKey(key);
    assertUploadSize(size, maxBytes);
    if (this.relay && (size === undefined || isRelayed)) {
      const { path, expiresAt } = signUploadLink(this.relay.secret, {
        key,
        userId,
        maxBytes,
        ...(size !== undefined && { size }),
      });
      return { url: `${terms.baseUrl}${path}`, method: 'PUT', headers: typeHeaders(type), expiresAt };
    }
    if (isRelayed) throw new TypeError('a store without a relay takes its uploads itself');
    const condition = await this.freeKeyCondition();
    const headers = { ...typeHeaders(type), ...(condition.IfNoneMatch && { 'If-None-Match': condition.IfNoneMatch }) };
    const { sdk, presigner, client } = await this.load();
    const command = new sdk.PutObjectCommand({
      Bucket: this.bucket,
      Key: key,
      ContentLength: size,
      ContentType: type || undefined,
      ...condition,
    });
    const signingDate = new Date();
    const expiresIn = uploadMinutes * 60;
    // Only headers that browsers get: the SDK would also sign a default type if none is declared.
    const signableHeaders = new Set([
      'host',
      'content-length',
      ...Object.keys(headers).map((name) => name.toLowerCase()),
    ]);
    const url = await presigner.getSignedUrl(client, command, { expiresIn, signingDate, signableHeaders });
    return { url, method: 'PUT', headers, expiresAt: new Date(signingDate.getTime() + expiresIn * 1000) };
  }

  keyOfUpload(url: string): string | null {
    return keyInUrl(this.address.prefix, url) ?? (this.relay ? keyInOwnUrl(url, this.relay.isOwnAddress) : null);
  }

  /** For the route that receives uploads without a declared size; see DiskStore. */
  verifyUpload(url: string, now = new Date()): AllowedUpload {
    if (!this.relay) throw new ObjectMissing();
    return verifyUploadLink(this.relay.secret, url, now);
  }

  async stat(key: string): Promise<{ size: number } | null> {
    assertObjectKey(key);
    const head = await this.head(key);
    return head && { size: head.ContentLength ?? 0 };
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    assertObjectKey(key);
    if (range) assertRange(range);
    const Range = range && `bytes=${range.start}-${range.end}`;
    const answer = await this.send(({ sdk, client }) =>
      client.send(new sdk.GetObjectCommand({ Bucket: this.bucket, Key: key, Range })),
    );
    const body = answer.Body as Readable;
    // A proxy or store that ignores ranges sends the object from its first byte.
    if (range && !answer.ContentRange?.startsWith(`bytes ${range.start}-`)) {
      body.destroy();
      throw new AppError('upstream', 'The file storage returned an invalid response.');
    }
    return withStorageErrors(body);
  }

  async localPath(): Promise<null> {
    return null;
  }

  async write(key: string, source: Readable | Buffer, limits: { maxBytes: number; size?: number | undefined }) {
    assertObjectKey(key);
    const condition = await this.freeKeyCondition();
    // The only check that a store without conditional writes allows; two simultaneous writes could both pass it.
    if (!condition.IfNoneMatch && (await this.head(key))) throw new ObjectExists();
    return withSpooled(source, limits, async ({ size, body }) => {
      await this.put(key, { ContentLength: size, ...condition }, body);
      return { size };
    });
  }

  async delete(key: string): Promise<void> {
    assertObjectKey(key);
    await this.send(({ sdk, client }) => client.send(new sdk.DeleteObjectCommand({ Bucket: this.bucket, Key: key })));
  }

  /** The store keeps no incomplete writes, and the sweeper aborts uploads. */
  async removeLeftovers(): Promise<void> {}

  /** Without retries, because readiness checks don't wait long. */
  async check(maxWriteAgeMs = 0): Promise<void> {
    try {
      if (performance.now() - this.wroteAt < maxWriteAgeMs && (await this.hasProbe())) return;
      await this.putProbe({});
      this.wroteAt = performance.now();
    } catch (error) {
      this.wroteAt = Number.NEGATIVE_INFINITY;
      throw s3Failure(error, { object: false });
    }
  }

  private async put(key: string, options: Partial<PutObjectCommandInput>, body: () => Readable | Buffer) {
    const writer = randomUUID();
    try {
      await this.send((loaded) =>
        putObject(loaded, { Bucket: this.bucket, Key: key, Body: body(), Metadata: { writer }, ...options }),
      );
    } catch (error) {
      // The store may have accepted the write although its response was lost: the retry then finds this write's own
      // object.
      if (!(error instanceof ObjectExists) || (await this.head(key))?.Metadata?.writer !== writer) throw error;
    }
  }

  private async head(key: string) {
    try {
      return await this.send(({ sdk, client }) =>
        client.send(new sdk.HeadObjectCommand({ Bucket: this.bucket, Key: key })),
      );
    } catch (error) {
      if (error instanceof ObjectMissing) return null;
      throw error;
    }
  }

  private async hasProbe(): Promise<boolean> {
    const { sdk, client } = await this.load();
    try {
      await client.send(new sdk.HeadObjectCommand({ Bucket: this.bucket, Key: probeKey }));
      return true;
    } catch (error) {
      if (s3Failure(error, { object: true }) instanceof ObjectMissing) return false;
      throw error;
    }
  }

  private async putProbe(condition: Condition): Promise<void> {
    const loaded = await this.load();
    await putObject(loaded, { Bucket: this.bucket, Key: probeKey, Body: Buffer.from('ok'), ...condition });
  }

  /** The condition that prevents overwriting, or an empty one if the store doesn't support it. Detected once. */
  private freeKeyCondition(): Promise<Condition> {
    this.condition ??= this.learnCondition().catch((error) => {
      this.condition = undefined;
      throw s3Failure(error, { object: false });
    });
    return this.condition;
  }

  private async learnCondition(): Promise<Condition> {
    const condition: Condition = { IfNoneMatch: '*' };
    // The first probe may find its key unused. A store that accepts the second one as well ignores conditions.
    for (let probe = 0; probe < 2; probe++) {
      try {
        await retried(() => this.putProbe(condition));
      } catch (error) {
        if (isConditionFailed(error)) return condition;
        if (isNotImplemented(error)) return {};
        throw error;
      }
    }
    return {};
  }

  private async send<T>(work: (loaded: Loaded) => Promise<T>): Promise<T> {
    try {
      const loaded = await this.load();
      return await retried(() => work(loaded));
    } catch (error) {
      throw s3Failure(error, { object: true });
    }
  }

  private load(): Promise<Loaded> {
    this.loaded ??= loadSdk(this.settings, this.address);
    return this.loaded;
  }
}

type Condition = { IfNoneMatch?: '*' };
async function putObject({ sdk, client }: Loaded, object: PutObjectCommandInput): Promise<void> {
  const { ETag } = await client.send(new sdk.PutObjectCommand(object));
  // A server that accepts everything is not an object store, but perhaps a web page or a proxy that requires a login.
  if (!ETag) throw new AppError('upstream', 'The file storage returned an invalid response.');
}

/** Replaces the vendor's error when a body breaks off. */
function withStorageErrors(body: Readable): Readable {
  const read = new PassThrough();
  body.on('error', (error) => read.destroy(s3Failure(error, { object: true }) as Error));
  read.once('close', () => body.destroy());
  return body.pipe(read);
}
