import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a text in UTF-8, as 64 hexadecimal digits. Not Web Crypto: browsers offer it only to pages that came over
 * HTTPS or from this machine, and a ledger must be checkable on an office network too.
 */
export const sha256 = (text: string): string => bytesToHex(hash(utf8ToBytes(text)));
