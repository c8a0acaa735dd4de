/**
 * Keys of the age file format (https://age-encryption.org/v1), with the primitives of Node.js: every file has its own
 * random key, which its header contains wrapped with an X25519 key or a passphrase.
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  scrypt,
} from 'node:crypto';
import { decodeBech32, encodeBech32 } from './bech32';

/** The file was changed, or is for another key. `message` says which. */
export class AgeError extends Error {
  override readonly name = 'AgeError';
}

/** Thrown if the passphrase does not match the file. */
export class WrongPassphrase extends AgeError {}

export interface AgeIdentity {
  secret: Buffer;
  /** The public key, which can only encrypt. */
  recipient: Buffer;
}

const secretPrefix = 'age-secret-key-';
// The DER prefixes of a 32-byte key in the encodings that Node.js reads.
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const spki = Buffer.from('302a300506032b656e032100', 'hex');
const privateKey = (raw: Buffer) =>
  createPrivateKey({ key: Buffer.concat([pkcs8, raw]), format: 'der', type: 'pkcs8' });
const publicKey = (raw: Buffer) => createPublicKey({ key: Buffer.concat([spki, raw]), format: 'der', type: 'spki' });
const rawPublic = (secret: Buffer) =>
  createPublicKey(privateKey(secret)).export({ format: 'der', type: 'spki' }).subarray(spki.length);

export function createIdentity(): AgeIdentity {
  const { privateKey: made } = generateKeyPairSync('x25519');
  const secret = made.export({ format: 'der', type: 'pkcs8' }).subarray(pkcs8.length);
  return { secret, recipient: rawPublic(secret) };
}

export const identityText = ({ secret }: AgeIdentity): string => encodeBech32(secretPrefix, secret).toUpperCase();

/** Parses a file of age-keygen: one key, and comments. */
export function readIdentity(text: string): AgeIdentity {
  const line = text.split('\n').find((one) => one.trim() !== '' && !one.startsWith('#')) ?? '';
  const secret = decodeBech32(secretPrefix, line.trim());
  if (secret?.length !== 32) throw new AgeError('The file contains no key of age.');
  return { secret, recipient: rawPublic(secret) };
}

export const derive = (key: Buffer, salt: Buffer, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, 32));

/** The nonce can be constant, because each wrapping key is used once. */
const nonce = Buffer.alloc(12);
const tagBytes = 16;
const cipherName = 'chacha20-poly1305';

export function wrap(key: Buffer, fileKey: Buffer): Buffer {
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
}

/** Null if it was wrapped with another key. */
export function unwrap(key: Buffer, wrapped: Buffer): Buffer | null {
  const end = wrapped.length - tagBytes;
  if (end !== 16) return null;
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(wrapped.subarray(end));
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(0, end)), decipher.final()]);
  } catch {
    return null;
  }
}

const x25519Info = 'age-encryption.org/v1/X25519';

/** The wrapping key for a recipient, from an ephemeral secret of one file. */
export function wrappingKeyFor(recipient: Buffer): { share: Buffer; key: Buffer } {
  const { secret, recipient: share } = createIdentity();
  const shared = diffieHellman({ privateKey: privateKey(secret), publicKey: publicKey(recipient) });
  return { share, key: derive(shared, Buffer.concat([share, recipient]), x25519Info) };
}

export function unwrappingKey({ secret, recipient }: AgeIdentity, share: Buffer): Buffer {
  const shared = diffieHellman({ privateKey: privateKey(secret), publicKey: publicKey(share) });
  return derive(shared, Buffer.concat([share, recipient]), x25519Info);
}

/** `workFactor`: the base-2 logarithm of scrypt's cost. */
export function passphraseKey(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const cost = { N: 2 ** workFactor, r: 8, p: 1, maxmem: 2 ** (workFactor + 11) };
  const fullSalt = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), salt]);
  return new Promise((resolve, reject) => {
    scrypt(passphrase, fullSalt, 32, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
