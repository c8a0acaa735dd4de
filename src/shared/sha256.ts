import { sha256 as hash } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The SHA-256 of a text in UTF-8, as 64 hexadecimal digits. Web Crypto is not used, because browsers only provide it
 * over HTTPS and on localhost, and the ledger must also be verifiable on a plain HTTP intranet.
 */
export const sha256 = (text: string): string => bytesToHex(hash(utf8ToBytes(text)));
