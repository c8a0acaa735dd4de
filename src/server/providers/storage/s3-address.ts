/**
 * The URL of a bucket. Built here and not by the SDK, because the content security policy names its origin, and links
 * must be recognized, before the SDK is loaded.
 */
import { isIP } from 'node:net';
import { isObjectKey } from './types';

export interface S3Settings {
  /** Without it, Amazon's endpoint of `region`. */
  endpoint?: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is part of the path instead of the host name. */
  forcePathStyle: boolean;
}

export interface S3Address {
  endpoint: string;
  isPathStyle: boolean;
  origin: string;
  /** The URL of every object, up to its key. */
  prefix: string;
}

export function addressOf({ endpoint, bucket, region, forcePathStyle }: S3Settings): S3Address {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Certificates don't cover bucket names with dots or capitals, and IP addresses have no subdomains.
  const isPathStyle = forcePathStyle || isIP(host) !== 0 || !/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket);
  const origin = isPathStyle ? url.origin : url.origin.replace('://', `://${bucket}.`);
  const folder = url.pathname.replace(/\/+$/, '');
  const prefix = `${origin}${folder}/${isPathStyle ? `${encodeURIComponent(bucket)}/` : ''}`;
  return { endpoint: `${url.origin}${folder}`, isPathStyle, origin, prefix };
}

const objectPath = '/objects/';

/** Matches the text itself: a URL parser could normalize another URL to one of ours. */
export function keyInUrl(prefix: string, url: string): string | null {
  const start = [prefix, objectPath].find((text) => url.startsWith(text));
  if (start === undefined || /[\s#\\]/.test(url)) return null;
  const key = url.slice(start.length).split('?', 1)[0];
  return isObjectKey(key) ? key : null;
}
