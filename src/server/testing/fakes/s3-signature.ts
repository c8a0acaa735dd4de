/** The server side of AWS Signature Version 4: verifies that a request was signed by the only account. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface S3Account {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

export class S3Error extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message = code,
  ) {
    super(message);
  }
}

interface Claim {
  credential: string;
  date: string;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
  expiresSeconds?: number;
}

const denied = (code: string, message?: string) => new S3Error(403, code, message);
const skewMs = 15 * 60 * 1000;
const unsigned = 'UNSIGNED-PAYLOAD';

/**
 * Throws S3Error unless the request's signature is valid. Returns the SHA-256 that the body must have, or null if the
 * body is not signed.
 */
export function verifySignature(request: IncomingMessage, account: S3Account, now = new Date()): string | null {
  const { path, pairs } = split(request.url ?? '/');
  const query = new Map(pairs);
  const claim = query.has('X-Amz-Signature') ? claimInQuery(query) : claimInHeader(request);
  const { date, signedHeaders } = claim;
  if (query.has('X-Amz-Signature') && request.headers.authorization) throw new S3Error(400, 'InvalidArgument');

  const scope = [date.slice(0, 8), account.region, 's3', 'aws4_request'];
  const [accessKeyId, ...claimedScope] = claim.credential.split('/');
  if (accessKeyId !== account.accessKeyId) throw denied('InvalidAccessKeyId');
  if (claimedScope.join('/') !== scope.join('/')) throw denied('AuthorizationHeaderMalformed', 'wrong scope');

  checkTime(claim, now);
  checkHeaders(request, signedHeaders);

  const canonicalHeaders = signedHeaders.map((name) => `${name}:${headerOf(request, name)}\n`).join('');
  const canonicalQuery = pairs
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
    .map((pair) => pair.join('='))
    .join('&');
  const canonicalRequest = [
    request.method,
    path.split('/').map(encode).join('/'),
    canonicalQuery,
    canonicalHeaders,
    signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonicalRequest)].join('\n');
  const signingKey = scope.reduce<Buffer | string>((key, part) => hmac(key, part), `AWS4${account.secretAccessKey}`);
  if (!isSame(hmac(signingKey, toSign).toString('hex'), claim.signature)) throw denied('SignatureDoesNotMatch');
  return claim.payloadHash === unsigned ? null : claim.payloadHash;
}

/** The decoded path and query pairs, in order. */
export function split(url: string): { path: string; pairs: [name: string, value: string][] } {
  const [path = '/', text = ''] = url.split(/\?(.*)/s, 2);
  const pairs = text
    .split('&')
    .filter((part) => part !== '')
    .map((part): [string, string] => {
      const [name = '', value = ''] = part.split(/=(.*)/s, 2);
      return [decode(name), decode(value)];
    });
  return { path: decode(path), pairs };
}

function claimInQuery(query: Map<string, string>): Claim {
  const get = (name: string) => {
    const value = query.get(name);
    if (value === undefined) throw new S3Error(400, 'AuthorizationQueryParametersError', `${name} is missing`);
    return value;
  };
  if (get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw new S3Error(400, 'AuthorizationQueryParametersError');
  return {
    credential: get('X-Amz-Credential'),
    date: get('X-Amz-Date'),
    signedHeaders: get('X-Amz-SignedHeaders').split(';'),
    signature: get('X-Amz-Signature'),
    payloadHash: unsigned,
    expiresSeconds: Number(get('X-Amz-Expires')),
  };
}

const authorization = /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/;

function claimInHeader(request: IncomingMessage): Claim {
  const [, credential = '', signedHeaders = '', signature = ''] =
    authorization.exec(request.headers.authorization ?? '') ?? [];
  if (!credential) throw denied('AccessDenied', 'not signed');
  const payloadHash = headerOf(request, 'x-amz-content-sha256');
  if (payloadHash !== unsigned && !/^[0-9a-f]{64}$/.test(payloadHash)) throw new S3Error(501, 'NotImplemented');
  const date = headerOf(request, 'x-amz-date');
  return { credential, date, signedHeaders: signedHeaders.split(';'), signature, payloadHash };
}

function checkTime({ date, expiresSeconds }: Claim, now: Date): void {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const [year = Number.NaN, month = 0, day, hour, minute, second] = parts.map(Number);
  const signedAt = Date.UTC(year, month - 1, day, hour, minute, second);
  if (Number.isNaN(signedAt)) throw denied('AccessDenied', 'not a date');
  if (expiresSeconds === undefined) {
    if (Math.abs(now.getTime() - signedAt) > skewMs) throw denied('RequestTimeTooSkewed');
    return;
  }
  const isPeriod = Number.isInteger(expiresSeconds) && expiresSeconds >= 1 && expiresSeconds <= 604_800;
  if (!isPeriod) throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires');
  if (now.getTime() < signedAt - skewMs) throw denied('AccessDenied', 'Request is not yet valid');
  if (now.getTime() > signedAt + expiresSeconds * 1000) throw denied('AccessDenied', 'Request has expired');
}

/** Host and all of Amazon's headers must be signed, in order, and present. */
function checkHeaders(request: IncomingMessage, signedHeaders: string[]): void {
  const isSorted = signedHeaders.every((name, at) => at === 0 || compare(signedHeaders[at - 1] ?? '', name) < 0);
  if (!isSorted || signedHeaders.some((name) => name !== name.toLowerCase())) throw denied('SignatureDoesNotMatch');
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  if (mustBeSigned.some((name) => !signedHeaders.includes(name))) {
    throw denied('AccessDenied', 'There were headers present in the request which were not signed');
  }
  if (signedHeaders.some((name) => request.headers[name] === undefined)) throw denied('SignatureDoesNotMatch');
}

const headerOf = (request: IncomingMessage, name: string) =>
  String(request.headers[name] ?? '')
    .trim()
    .replace(/ +/g, ' ');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI');
  }
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
