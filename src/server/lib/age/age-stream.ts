/**
 * Encrypts and decrypts age files as streams. The content is encrypted in chunks of 64 KiB, each authenticated with its
 * number and whether it is the last: missing, moved or changed chunks are detected, and so is a truncated file.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { headerFor, headerForPassphrase, openHeader, openHeaderWithPassphrase, parseHeader } from './age-header';
import { AgeError, type AgeIdentity, derive } from './age-keys';

const chunkBytes = 64 * 1024;
const tagBytes = 16;
const nonceBytes = 16;
const cipherName = 'chacha20-poly1305';
const newFileKey = () => randomBytes(16);

function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(place), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function sealChunk(key: Buffer, place: number, chunk: Buffer, isLast: boolean): Buffer {
  const cipher = createCipheriv(cipherName, key, nonceOf(place, isLast), { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(key: Buffer, place: number, sealed: Buffer, isLast: boolean): Buffer {
  const end = sealed.length - tagBytes;
  if (end < 0 || (end === 0 && place > 0)) throw new AgeError('The file ends too early.');
  const decipher = createDecipheriv(cipherName, key, nonceOf(place, isLast), { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch (cause) {
    const what = isLast ? 'The file ends too early or was changed.' : 'The file was changed.';
    throw new AgeError(what, { cause });
  }
}

/** Emits full chunks as data arrives, and the rest at the end. */
abstract class Chunked extends Transform {
  protected pending: Buffer = Buffer.alloc(0);
  protected place = 0;

  protected abstract handle(isEnd: boolean): void;

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.pending = this.pending.length === 0 ? bytes : Buffer.concat([this.pending, bytes]);
    this.attempt(false, done);
  }

  override _flush(done: TransformCallback): void {
    this.attempt(true, done);
  }

  /** Emits all chunks but the newest, which could turn out to be the last. */
  protected each(size: number, isEnd: boolean, change: (chunk: Buffer, isLast: boolean) => Buffer): void {
    let from = 0;
    for (; this.pending.length - from > size; from += size)
      this.push(change(this.pending.subarray(from, from + size), false));
    this.pending = this.pending.subarray(from);
    if (isEnd) this.push(change(this.pending, true));
  }

  private attempt(isEnd: boolean, done: TransformCallback): void {
    try {
      this.handle(isEnd);
      done();
    } catch (error) {
      done(error as Error);
    }
  }
}

class Encrypting extends Chunked {
  private readonly key: Buffer;
  private start: Buffer | null;

  constructor(header: Buffer, fileKey: Buffer) {
    super();
    const nonce = randomBytes(nonceBytes);
    this.key = derive(fileKey, nonce, 'payload');
    this.start = Buffer.concat([header, nonce]);
  }

  protected override handle(isEnd: boolean): void {
    if (this.start) this.push(this.start);
    this.start = null;
    this.each(chunkBytes, isEnd, (chunk, isLast) => sealChunk(this.key, this.place++, chunk, isLast));
  }
}

class Decrypting extends Chunked {
  private key: Buffer | null = null;

  constructor(private readonly identity: AgeIdentity) {
    super();
  }

  protected override handle(isEnd: boolean): void {
    this.key ??= this.readStart();
    const { key } = this;
    if (key) this.each(chunkBytes + tagBytes, isEnd, (sealed, isLast) => openChunk(key, this.place++, sealed, isLast));
    else if (isEnd) throw new AgeError('The file ends too early.');
  }

  private readStart(): Buffer | null {
    const header = parseHeader(this.pending);
    if (!header || this.pending.length < header.length + nonceBytes) return null;
    const nonce = this.pending.subarray(header.length, header.length + nonceBytes);
    this.pending = this.pending.subarray(header.length + nonceBytes);
    return derive(openHeader(header, this.identity), nonce, 'payload');
  }
}

export function encryptingFor({ recipient }: Pick<AgeIdentity, 'recipient'>): Transform {
  const fileKey = newFileKey();
  return new Encrypting(headerFor(recipient, fileKey), fileKey);
}

export const decryptingWith = (identity: AgeIdentity): Transform => new Decrypting(identity);

/** Encrypts a short text with a passphrase. */
export async function sealWithPassphrase(passphrase: string, text: string, workFactor?: number): Promise<Buffer> {
  const fileKey = newFileKey();
  const header = await headerForPassphrase(passphrase, fileKey, workFactor);
  const nonce = randomBytes(nonceBytes);
  const key = derive(fileKey, nonce, 'payload');
  return Buffer.concat([header, nonce, sealChunk(key, 0, Buffer.from(text), true)]);
}

/** Throws WrongPassphrase, or AgeError for a file that was changed. */
export async function openWithPassphrase(passphrase: string, bytes: Buffer): Promise<string> {
  const header = parseHeader(bytes);
  if (!header) throw new AgeError('The file ends too early.');
  const fileKey = await openHeaderWithPassphrase(header, passphrase);
  const nonce = bytes.subarray(header.length, header.length + nonceBytes);
  const sealed = bytes.subarray(header.length + nonceBytes);
  return openChunk(derive(fileKey, nonce, 'payload'), 0, sealed, true).toString('utf8');
}
