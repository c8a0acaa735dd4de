/** The header of an age file: how its key is wrapped, and a MAC against changes. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  AgeError,
  type AgeIdentity,
  derive,
  passphraseKey,
  unwrap,
  unwrappingKey,
  WrongPassphrase,
  wrap,
  wrappingKeyFor,
} from './age-keys';

const version = 'age-encryption.org/v1';
const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
/** Same as the age program: about a second and 256 MB. */
const usualWorkFactor = 18;
/** A file with a higher factor would take minutes. */
const maxWorkFactor = 20;
const maxBytes = 64 * 1024;

const code = (fileKey: Buffer, start: string) =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(start)
    .digest();

function headerOf(fileKey: Buffer, stanza: string, wrapped: Buffer): Buffer {
  const start = `${version}\n-> ${stanza}\n${b64(wrapped)}\n---`;
  return Buffer.from(`${start} ${b64(code(fileKey, start))}\n`);
}

export function headerFor(recipient: Buffer, fileKey: Buffer): Buffer {
  const { share, key } = wrappingKeyFor(recipient);
  return headerOf(fileKey, `X25519 ${b64(share)}`, wrap(key, fileKey));
}

export async function headerForPassphrase(
  passphrase: string,
  fileKey: Buffer,
  workFactor = usualWorkFactor,
): Promise<Buffer> {
  const salt = randomBytes(16);
  const key = await passphraseKey(passphrase, salt, workFactor);
  return headerOf(fileKey, `scrypt ${b64(salt)} ${workFactor}`, wrap(key, fileKey));
}

interface Header {
  /** Lines from `->` on. */
  stanza: string[];
  wrapped: Buffer;
  /** The part covered by the MAC. */
  start: string;
  mac: Buffer;
  length: number;
}

/** Null while more bytes are needed. Supports headers with one stanza, as in backups. */
export function parseHeader(bytes: Buffer): Header | null {
  const text = bytes.subarray(0, maxBytes).toString('latin1');
  const found = /^(age-encryption\.org\/v1\n-> ([^\n]+)\n([A-Za-z0-9+/]+)\n---) ([A-Za-z0-9+/]{43})\n/.exec(text);
  if (found) {
    const [all, start = '', stanza = '', wrapped = '', mac = ''] = found;
    return {
      stanza: stanza.split(' '),
      wrapped: Buffer.from(wrapped, 'base64'),
      start,
      mac: Buffer.from(mac, 'base64'),
      length: all.length,
    };
  }
  const isStart = `${version}\n`.startsWith(text.slice(0, version.length + 1));
  if (!isStart || bytes.length >= 2048) throw new AgeError('The file does not start like a file of age.');
  return null;
}

function verified(header: Header, fileKey: Buffer): Buffer {
  if (!timingSafeEqual(code(fileKey, header.start), header.mac)) throw new AgeError('The header was changed.');
  return fileKey;
}

export function openHeader(header: Header, identity: AgeIdentity): Buffer {
  const [kind, share = ''] = header.stanza;
  const raw = Buffer.from(share, 'base64');
  if (kind !== 'X25519' || raw.length !== 32) throw new AgeError('The file is not encrypted for a key of this kind.');
  const fileKey = unwrap(unwrappingKey(identity, raw), header.wrapped);
  if (!fileKey) throw new AgeError('The file is encrypted for another key.');
  return verified(header, fileKey);
}

export async function openHeaderWithPassphrase(header: Header, passphrase: string): Promise<Buffer> {
  const [kind, salt = '', factor = ''] = header.stanza;
  if (kind !== 'scrypt' || !/^\d{1,2}$/.test(factor))
    throw new AgeError('The file is not encrypted with a passphrase.');
  if (Number(factor) > maxWorkFactor) throw new AgeError(`The work factor ${factor} of the passphrase is too high.`);
  const key = await passphraseKey(passphrase, Buffer.from(salt, 'base64'), Number(factor));
  const fileKey = unwrap(key, header.wrapped);
  if (!fileKey) throw new WrongPassphrase('The passphrase is wrong.');
  return verified(header, fileKey);
}
