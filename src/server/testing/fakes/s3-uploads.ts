/** Multipart uploads of the scripted object store, as strict as Amazon's: sizes, tags and order are checked. */
import { createHash, randomUUID } from 'node:crypto';
import { S3Error } from './s3-signature';

export interface S3Part {
  size: number;
  body: Buffer;
  etag: string;
}

interface Upload {
  key: string;
  parts: Map<number, S3Part>;
}

/** Minimum size of all parts but the last. */
const minBytes = 5 * 1024 ** 2;

export class S3Uploads {
  readonly begun = new Map<string, Upload>();

  begin(key: string): string {
    const uploadId = `upload/${randomUUID()}`;
    this.begun.set(uploadId, { key, parts: new Map() });
    return `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`;
  }

  find(key: string, uploadId: string | undefined): Upload {
    const upload = this.begun.get(uploadId ?? '');
    if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload');
    return upload;
  }

  put(key: string, uploadId: string | undefined, number: number, part: S3Part): void {
    if (!(Number.isInteger(number) && number >= 1 && number <= 10_000)) throw new S3Error(400, 'InvalidArgument');
    this.find(key, uploadId).parts.set(number, part);
  }

  list(key: string, uploadId: string | undefined): string {
    const parts = [...this.find(key, uploadId).parts].sort(([a], [b]) => a - b);
    const rows = parts.map(
      ([number, { size, etag }]) =>
        `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${size}</Size></Part>`,
    );
    return `<ListPartsResult><IsTruncated>false</IsTruncated>${rows.join('')}</ListPartsResult>`;
  }

  /** Joins the parts listed in the request. */
  join(key: string, uploadId: string, request: string): { size: number; body: Buffer; etag: string } {
    const { parts } = this.find(key, uploadId);
    const named = [...request.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => {
      const number = Number(/<PartNumber>(\d+)</.exec(part)?.[1]);
      const etag = /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"').replaceAll('&#34;', '"');
      return { number, etag };
    });
    if (named.length === 0) throw new S3Error(400, 'MalformedXML');
    if (named.some(({ number }, index) => number <= (named[index - 1]?.number ?? 0)))
      throw new S3Error(400, 'InvalidPartOrder');
    const found = named.map(({ number, etag }) => {
      const part = parts.get(number);
      if (!part || part.etag !== etag) throw new S3Error(400, 'InvalidPart');
      return part;
    });
    if (found.slice(0, -1).some(({ size }) => size < minBytes)) throw new S3Error(400, 'EntityTooSmall');
    this.begun.delete(uploadId);
    const hash = createHash('md5');
    for (const { etag } of found) hash.update(etag);
    return {
      size: found.reduce((sum, { size }) => sum + size, 0),
      body: Buffer.concat(found.map(({ body }) => body)),
      etag: `"${hash.digest('hex')}-${found.length}"`,
    };
  }

  drop(key: string, uploadId: string): void {
    this.find(key, uploadId);
    this.begun.delete(uploadId);
  }
}
