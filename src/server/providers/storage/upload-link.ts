/** Upload links of our own: what they allow is written in them, and an HMAC keeps it as it was written. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '~/server/lib/errors';
import { sha256Bytes } from '~/server/lib/hash';
import {
  type AllowedUpload,
  assertObjectKey,
  assertUploadSize,
  isObjectKey,
  type UploadTerms,
  uploadMinutes,
} from './types';

const parameters = ['u', 'max', 'size', 'expires', 'signature'] as const;
const userPattern = /^[\w-]{1,64}$/;
const numberPattern = /^(0|[1-9]\d{0,14})$/;

const notValid = () => new AppError('forbidden', 'This upload link is not valid.');
const expired = () => new AppError('forbidden', 'This upload link has expired.');

/** The path and query of a link, and when it stops working. */
export function signUploadLink(
  secret: Buffer,
  { key, userId, maxBytes, size }: Omit<UploadTerms, 'baseUrl' | 'type'>,
  now = new Date(),
): { path: string; expiresAt: Date } {
  assertObjectKey(key);
  assertUploadSize(size, maxBytes);
  // Ours, both: a mistake here is a mistake in the program.
  if (!userPattern.test(userId) || !numberPattern.test(String(maxBytes)))
    throw new TypeError('not the terms of an upload');
  const expires = Math.floor(now.getTime() / 1000) + uploadMinutes * 60;
  const terms = { key, u: userId, max: String(maxBytes), size: size?.toString(), expires: String(expires) };
  const query = new URLSearchParams({ u: terms.u, max: terms.max });
  if (terms.size !== undefined) query.set('size', terms.size);
  query.set('expires', terms.expires);
  query.set('signature', signatureOf(secret, terms));
  return { path: `/objects/${key}?${query}`, expiresAt: new Date(expires * 1000) };
}

/**
 * What a link allows. `url` is the request's path with its query, or a whole URL, whose host is not looked at. Throws
 * `forbidden`; only a link that was ours is told that it is too old.
 */
export function verifyUploadLink(secret: Buffer, url: string, now = new Date()): AllowedUpload {
  const { key, query } = parse(url);
  const { u, max, size, expires, signature } = query;
  const isComplete =
    isObjectKey(key) && u !== undefined && max !== undefined && expires !== undefined && signature !== undefined;
  if (!isComplete) throw notValid();
  const expected = signatureOf(secret, { key, u, max, size, expires });
  if (!timingSafeEqual(sha256Bytes(signature), sha256Bytes(expected))) throw notValid();
  if (now.getTime() > Number(expires) * 1000) throw expired();
  return { key, userId: u, maxBytes: Number(max), ...(size !== undefined && { size: Number(size) }) };
}

const isParameter = (name: string) => (parameters as readonly string[]).includes(name);

type Query = Partial<Record<(typeof parameters)[number], string>>;

function parse(url: string): { key: string | undefined; query: Query } {
  const [address = '', text = ''] = url.split(/\?(.*)/s, 2);
  const key = /(?:^|\/)objects\/([a-z0-9-]{1,80})$/.exec(address)?.[1];
  const pairs = [...new URLSearchParams(text)];
  const names = new Set(pairs.map(([name]) => name));
  // A parameter said twice would be read one way here and another way elsewhere.
  if (names.size !== pairs.length || pairs.some(([name]) => !isParameter(name))) throw notValid();
  return { key, query: Object.fromEntries(pairs) as Query };
}

function signatureOf(
  secret: Buffer,
  terms: { key: string; u: string; max: string; size: string | undefined; expires: string },
): string {
  // As JSON, so that no two sets of terms are the same text.
  const text = JSON.stringify(['upload', terms.key, terms.u, terms.max, terms.size ?? null, terms.expires]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

const ownUrl = /^(https?:\/\/[^/?#\\\s]+(?:\/[^?#\\\s]*)?)?\/objects\/([a-z0-9-]{1,80})(?:\?[^#\s]*)?$/;

/** The key in a link of ours or an object path; null for anything else. */
export function keyInOwnUrl(url: string, isOwnAddress: (address: string) => boolean): string | null {
  // On the text as it is: a URL parser could turn other text into one of ours.
  const [, address, key] = ownUrl.exec(url) ?? [];
  if (key === undefined) return null;
  return address === undefined || isOwnAddress(address) ? key : null;
}
