/**
 * Uploads in parts, as S3 multipart uploads. Browsers send each part directly to the store. They need no ETags,
 * because the store lists them when the parts are joined.
 */
import { AppError } from '~/server/lib/errors';
import { areParts, type PartedUpload, type PartStore, type PartTarget, type PartTerms, type StoredPart } from './parts';
import type { Loaded } from './s3-client';
import { assertObjectKey, ObjectIncomplete, ObjectMissing, uploadMinutes } from './types';

/** The bucket and a function that sends requests with retries, and throws errors for users. */
export interface S3Bucket {
  name: string;
  send<T>(work: (loaded: Loaded) => Promise<T>): Promise<T>;
  load(): Promise<Loaded>;
}

interface TaggedPart extends StoredPart {
  tag: string | undefined;
}

export class S3Parts implements PartStore {
  constructor(private readonly bucket: S3Bucket) {}

  async begin(key: string): Promise<string> {
    assertObjectKey(key);
    const { UploadId } = await this.bucket.send(({ sdk, client }) =>
      client.send(new sdk.CreateMultipartUploadCommand({ Bucket: this.bucket.name, Key: key })),
    );
    if (!UploadId) throw new AppError('upstream', 'The file storage returned an invalid response.');
    return UploadId;
  }

  async sign(upload: PartedUpload, { number, size }: PartTerms): Promise<PartTarget> {
    const { sdk, presigner, client } = await this.bucket.load();
    const command = new sdk.UploadPartCommand({ ...this.inputOf(upload), PartNumber: number, ContentLength: size });
    const url = await presigner.getSignedUrl(client, command, {
      expiresIn: uploadMinutes * 60,
      signableHeaders: new Set(['host', 'content-length']),
    });
    return { url, headers: {} };
  }

  async list(upload: PartedUpload): Promise<StoredPart[]> {
    return (await this.tagged(upload)).map(({ number, size }) => ({ number, size }));
  }

  async join(upload: PartedUpload, sizes: readonly number[]): Promise<void> {
    const parts = await this.tagged(upload);
    if (!areParts(parts, sizes)) throw new ObjectIncomplete();
    const MultipartUpload = { Parts: parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag })) };
    await this.bucket.send(({ sdk, client }) =>
      client.send(new sdk.CompleteMultipartUploadCommand({ ...this.inputOf(upload), MultipartUpload })),
    );
  }

  async drop(upload: PartedUpload): Promise<void> {
    try {
      await this.bucket.send(({ sdk, client }) =>
        client.send(new sdk.AbortMultipartUploadCommand(this.inputOf(upload))),
      );
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
    }
  }

  /** One page of the list has 1000 parts, more than any of our uploads. */
  private async tagged(upload: PartedUpload): Promise<TaggedPart[]> {
    const { Parts = [] } = await this.bucket.send(({ sdk, client }) =>
      client.send(new sdk.ListPartsCommand(this.inputOf(upload))),
    );
    return Parts.map(({ PartNumber = 0, Size = 0, ETag }) => ({ number: PartNumber, size: Size, tag: ETag })).sort(
      (a, b) => a.number - b.number,
    );
  }

  private inputOf({ key, uploadId }: PartedUpload) {
    assertObjectKey(key);
    return { Bucket: this.bucket.name, Key: key, UploadId: uploadId };
  }
}
