import { createHash } from 'node:crypto';

type Data = string | Uint8Array;

/** SHA-256 as 64 hexadecimal digits. */
export const sha256 = (data: Data): string => createHash('sha256').update(data).digest('hex');

/** SHA-256 as bytes: hashes have equal length, so timingSafeEqual can compare them. */
export const sha256Bytes = (data: Data): Buffer => createHash('sha256').update(data).digest();
