/**
 * Where a bucket lives. Decided here instead of inside the SDK, because the pages' policy must name the origin, and
 * links must be recognised, before the SDK is loaded.
 */
import { isIP } from 'node:net';
import { isObjectKey } from './types';

export interface S3Settings {
  /** Absent: Amazon's own, in `region`. */
  endpoint?: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path instead of the host name. */
  forcePathStyle: boolean;
}

export interface S3Address {
  endpoint: string;
  isPathStyle: boolean;
  origin: string;
  /** What every object's URL begins with, up to the key. */
  prefix: string;
}

export function addressOf({ endpoint, bucket, region, forcePathStyle }: S3Settings): S3Address {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A name with dots or capitals is no part of a host name that a certificate covers, and an address has no parts.
  const isPathStyle = forcePathStyle || isIP(host) !== 0 || !/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket);
  const origin = isPathStyle ? url.origin : url.origin.replace('://', `://${bucket}.`);
  const folder = url.pathname.replace(/\/+$/, '');
  const prefix = `${origin}${folder}/${isPathStyle ? `${encodeURIComponent(bucket)}/` : ''}`;
  return { endpoint: `${url.origin}${folder}`, isPathStyle, origin, prefix };
}

const objectPath = '/objects/';

/** On the text as it is: what a URL parser would first turn into one of ours is none. */
export function keyInUrl(prefix: string, url: string): string | null {
  const start = [prefix, objectPath].find((text) => url.startsWith(text));
  if (start === undefined || /[\s#\\]/.test(url)) return null;
  const key = url.slice(start.length).split('?', 1)[0];
  return isObjectKey(key) ? key : null;
}
