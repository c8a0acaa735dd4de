/**
 * A strict object store on 127.0.0.1 with scripted faults. Common test servers accept any signature, so an unrestricted
 * link would pass there. This one rejects what Amazon rejects: a wrong signature, a changed signed header, an expired
 * link, a different body, an existing key.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './free-port';
import { answerCors, type CorsRule } from './s3-cors';
import { type S3Account, S3Error, split, verifySignature } from './s3-signature';
import { S3Uploads } from './s3-uploads';

export type S3Fault =
  /** 503 SlowDown. */
  | 'busy'
  /** 507, as a full disk behind the store. */
  | 'full'
  /** Half of an object, then the connection is cut. */
  | 'cut'
  /** The connection is cut after the request was carried out, before its response. */
  | 'silent'
  /** A proxy's page instead of a response. */
  | 'page'
  /** A GET returns the whole object, as stores and proxies do that ignore ranges. */
  | 'whole';

export interface S3Request {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Absent while in progress, and for a cut connection. */
  status?: number;
  /** The error code. */
  code?: string;
}

export interface S3ServerOptions {
  bucket?: string;
  cors?: CorsRule[];
  /** How the store treats If-None-Match: enforces it, returns 501, or ignores it. */
  conditions?: 'kept' | 'refused' | 'ignored';
  /** False: sizes are stored, bytes are not. */
  storesBodies?: boolean;
}

export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  readonly account: S3Account;
  readonly objects: ReadonlyMap<string, { size: number; body: Buffer; type: string | undefined }>;
  /** Ids of multipart uploads that were neither completed nor aborted. */
  readonly uploads: ReadonlyMap<string, unknown>;
  readonly requests: readonly S3Request[];
  /** Applies the fault to the next requests (of a method); 'always' until the next call, null ends it. */
  fail(fault: S3Fault | null, options?: { times?: number | 'always'; method?: string }): void;
  /** Moves the store's clock ahead. */
  advance(ms: number): void;
  close(): Promise<void>;
}

interface StoredObject {
  size: number;
  body: Buffer;
  type: string | undefined;
  etag: string;
  metadata: Record<string, string>;
  modified: Date;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  key: string;
  query: Map<string, string>;
  payloadHash: string | null;
  fault: S3Fault | null;
}

/** The settings of an installation that stores its files there. */
export const s3Settings = ({ endpoint, bucket, account }: S3Server) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: account.region,
  S3_ACCESS_KEY_ID: account.accessKeyId,
  S3_SECRET_ACCESS_KEY: account.secretAccessKey,
  S3_FORCE_PATH_STYLE: 'true',
});

export async function startS3Server(options: S3ServerOptions = {}): Promise<S3Server> {
  const { bucket = 'qinsight-test', cors = [], conditions = 'kept', storesBodies = true } = options;
  const account = { accessKeyId: 'AKIATESTTESTTEST', secretAccessKey: 'secret/of+the=test', region: 'eu-test-1' };
  const objects = new Map<string, StoredObject>();
  const uploads = new S3Uploads();
  const requests: S3Request[] = [];
  let script: { fault: S3Fault; left: number; method: string | undefined } | null = null;
  let aheadMs = 0;

  const takeFault = (method: string | undefined): S3Fault | null => {
    if (!script || script.left <= 0 || (script.method && script.method !== method)) return null;
    script.left--;
    return script.fault;
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (answerCors(cors, request, response)) return;
    const fault = takeFault(request.method);
    if (fault === 'busy') throw new S3Error(503, 'SlowDown', 'Please reduce your request rate.');
    if (fault === 'full') throw new S3Error(507, 'InsufficientStorage');
    if (fault === 'page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    const { path, pairs } = split(request.url ?? '/');
    const payloadHash = verifySignature(request, account, new Date(Date.now() + aheadMs));
    const [, name, key = ''] = /^\/([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
    if (name !== bucket) throw new S3Error(404, 'NoSuchBucket');
    const exchange = { request, response, key, query: new Map(pairs), payloadHash, fault };
    if (key === '') list(exchange);
    else if (exchange.query.has('uploads') || exchange.query.has('uploadId')) await inParts(exchange);
    else if (request.method === 'PUT') await put(exchange);
    else if (request.method === 'DELETE') {
      objects.delete(key);
      end(exchange, 204);
    } else get(exchange);
  }

  async function put(exchange: Exchange): Promise<void> {
    const { request, key, payloadHash } = exchange;
    const announced = request.headers['content-length'];
    if (announced === undefined) throw new S3Error(411, 'MissingContentLength');
    const condition = request.headers['if-none-match'];
    if (condition !== undefined && (conditions === 'refused' || condition !== '*')) {
      throw new S3Error(501, 'NotImplemented');
    }
    const { body, size, hash, etag } = await receive(request, storesBodies);
    if (size !== Number(announced)) throw new S3Error(400, 'IncompleteBody');
    if (payloadHash !== null && payloadHash !== hash) throw new S3Error(400, 'XAmzContentSHA256Mismatch');
    if (condition !== undefined && conditions === 'kept' && objects.has(key)) {
      throw new S3Error(412, 'PreconditionFailed');
    }
    const prefix = 'x-amz-meta-';
    const metadata = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => name.startsWith(prefix)) as [string, string][],
    );
    objects.set(key, { size, body, type: request.headers['content-type'], etag, metadata, modified: new Date() });
    end(exchange, 200, { etag });
  }

  async function inParts(exchange: Exchange): Promise<void> {
    const { request, response, key, query, payloadHash, fault } = exchange;
    const uploadId = query.get('uploadId') ?? '';
    if (request.method === 'DELETE') {
      uploads.drop(key, uploadId);
      return end(exchange, 204);
    }
    if (request.method === 'GET') return xml(response, 200, uploads.list(key, uploadId));
    const { body, size, hash, etag } = await receive(request, true);
    if (payloadHash !== null && payloadHash !== hash) throw new S3Error(400, 'XAmzContentSHA256Mismatch');
    if (request.method === 'PUT') {
      if (size !== Number(request.headers['content-length'])) throw new S3Error(400, 'IncompleteBody');
      uploads.put(key, uploadId, Number(query.get('partNumber')), { size, body, etag });
      return end(exchange, 200, { etag });
    }
    if (query.has('uploads')) return xml(response, 200, uploads.begin(key));
    const joined = uploads.join(key, uploadId, String(body));
    objects.set(key, { ...joined, type: undefined, metadata: {}, modified: new Date() });
    if (fault === 'silent') return void response.socket?.destroy();
    xml(response, 200, `<CompleteMultipartUploadResult><ETag>${joined.etag}</ETag></CompleteMultipartUploadResult>`);
  }

  function get(exchange: Exchange): void {
    const { request, response, key } = exchange;
    if (exchange.fault === 'silent') return void response.socket?.destroy();
    const object = objects.get(key);
    if (!object) throw new S3Error(404, 'NoSuchKey');
    const { body, size, type, etag, metadata, modified } = object;
    const range = exchange.fault === 'whole' ? null : rangeOf(request.headers.range, size);
    const bytes = range ? body.subarray(range.start, range.end + 1) : body;
    response.writeHead(range ? 206 : 200, {
      ...metadata,
      etag,
      'last-modified': modified.toUTCString(),
      'content-type': type ?? 'binary/octet-stream',
      'content-length': range ? bytes.length : size,
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
    });
    if (request.method === 'HEAD') return void response.end();
    if (exchange.fault !== 'cut') return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroySoon());
  }

  function list({ request, response, query }: Exchange): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new S3Error(405, 'MethodNotAllowed');
    const prefix = query.get('prefix') ?? '';
    const found = [...objects].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = found.map(([key, { size }]) => `<Contents><Key>${asText(key)}</Key><Size>${size}</Size></Contents>`);
    const counts = `<KeyCount>${rows.length}</KeyCount><IsTruncated>false</IsTruncated>`;
    xml(response, 200, `<ListBucketResult><Name>${bucket}</Name>${counts}${rows.join('')}</ListBucketResult>`);
  }

  const server = createServer((request, response) => {
    const record: S3Request = { method: request.method ?? '', path: request.url ?? '', headers: request.headers };
    requests.push(record);
    response.on('finish', () => {
      record.status = response.statusCode;
    });
    respond(request, response).catch((error: unknown) => {
      const s3Error = error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error));
      record.code = s3Error.code;
      if (response.headersSent) return response.destroy();
      // The rest is not read, so the connection must not be reused.
      if (!request.complete) response.setHeader('connection', 'close');
      const { status, code, message } = s3Error;
      xml(response, status, `<Error><Code>${code}</Code><Message>${asText(message)}</Message></Error>`);
    });
  });
  const port = await listen(server);

  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    account,
    objects,
    uploads: uploads.begun,
    requests,
    fail(fault, { times = 1, method } = {}) {
      script = fault && { fault, left: times === 'always' ? Number.POSITIVE_INFINITY : times, method };
    },
    advance(ms) {
      aheadMs += ms;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function end({ response, fault }: Exchange, status: number, headers: Record<string, string> = {}): void {
  if (fault === 'silent') return void response.socket?.destroy();
  response.writeHead(status, headers).end();
}

async function receive(request: IncomingMessage, storesBody: boolean) {
  const pieces: Buffer[] = [];
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    sha256.update(piece);
    md5.update(piece);
    if (storesBody) pieces.push(piece);
  }
  return { body: Buffer.concat(pieces), size, hash: sha256.digest('hex'), etag: `"${md5.digest('hex')}"` };
}

function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null {
  if (header === undefined) return null;
  const match = /^bytes=(\d+)-(\d*)$/.exec(header);
  if (!match) return null;
  const start = Number(match[1]);
  const last = match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  if (start >= size || last < start) throw new S3Error(416, 'InvalidRange');
  return { start, end: last };
}

function xml(response: ServerResponse, status: number, body: string): void {
  const bytes = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': bytes.length }).end(bytes);
}

const asText = (text: string) => text.replace(/[<>&]/g, (char) => `&#${char.charCodeAt(0)};`);
