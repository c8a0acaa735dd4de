/**
 * The format of encrypted objects: a header with the object's random key, encrypted with a file key, followed by
 * frames of 64 KiB, each encrypted with AES-256-GCM. Each frame authenticates its object, its number and whether it
 * is the last. So a frame that was changed, moved, removed, truncated or taken from another object cannot be
 * decrypted, and any frame can be read on its own.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { FileDamaged } from './encrypted-errors';
import { ObjectIncomplete, ObjectTooLarge } from './types';

export const frameBytes = 64 * 1024;
const tagBytes = 16;
export const sealedFrameBytes = frameBytes + tagBytes;

const magic = Buffer.from('QIF1');
const nonceBytes = 12;
const keyBytes = 32;
const keyIdBytes = 16;
export const headerBytes = magic.length + keyIdBytes + nonceBytes + tagBytes + keyBytes;

/** A key that encrypts the keys of objects. */
export interface FileKey {
  /** A UUID, written into the header of each object. */
  id: string;
  key: Buffer;
}

/** An empty object also has one frame, which proves that the object is complete. */
const framesOf = (size: number) => Math.max(1, Math.ceil(size / frameBytes));

export const sealedSize = (size: number): number => headerBytes + size + framesOf(size) * tagBytes;

/** For an object of `sealed` stored bytes. Throws FileDamaged if no object has this length. */
export function plainSize(sealed: number): { size: number; frames: number } {
  const body = sealed - headerBytes;
  const frames = Math.ceil(body / sealedFrameBytes);
  const size = body - frames * tagBytes;
  if (frames < 1 || size < 0 || sealedSize(size) !== sealed) throw new FileDamaged();
  return { size, frames };
}

const idToBytes = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const idFromBytes = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Creates the object's key, and the header that contains it encrypted. */
export function makeHeader(objectKey: string, { id, key }: FileKey): { header: Buffer; dataKey: Buffer } {
  const dataKey = randomBytes(keyBytes);
  const start = Buffer.concat([magic, idToBytes(id)]);
  const nonce = randomBytes(nonceBytes);
  const sealed = seal(key, nonce, Buffer.concat([start, Buffer.from(objectKey)]), dataKey);
  return { header: Buffer.concat([start, nonce, ...sealed]), dataKey };
}

/** Reads the object's key from its header. `find` returns the file key with this id. */
export async function openHeader(
  objectKey: string,
  header: Buffer,
  find: (id: string) => Promise<Buffer>,
): Promise<Buffer> {
  const start = header.subarray(0, magic.length + keyIdBytes);
  if (header.length !== headerBytes || !start.subarray(0, magic.length).equals(magic)) throw new FileDamaged();
  const key = await find(idFromBytes(start.subarray(magic.length)));
  const nonce = header.subarray(start.length, start.length + nonceBytes);
  const sealed = header.subarray(start.length + nonceBytes);
  return open(key, nonce, Buffer.concat([start, Buffer.from(objectKey)]), sealed);
}

interface Identity {
  objectKey: string;
  dataKey: Buffer;
}

/** No nonce is used twice with a key, because each write has its own key. */
function frameNonce(number: number): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUInt32BE(number, nonceBytes - 4);
  return nonce;
}

const frameContext = (objectKey: string, number: number, isLast: boolean) =>
  Buffer.from(JSON.stringify([objectKey, number, isLast]));

const sealFrame = ({ objectKey, dataKey }: Identity, number: number, isLast: boolean, plain: Uint8Array) =>
  seal(dataKey, frameNonce(number), frameContext(objectKey, number, isLast), plain);

const openFrame = ({ objectKey, dataKey }: Identity, number: number, isLast: boolean, sealed: Buffer) =>
  open(dataKey, frameNonce(number), frameContext(objectKey, number, isLast), sealed);

/** Returns the encrypted bytes and the authentication tag. */
function seal(key: Buffer, nonce: Buffer, context: Buffer, plain: Uint8Array): [Buffer, Buffer] {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context);
  const sealed = cipher.update(plain);
  // Returns no bytes in GCM, but computes the tag.
  cipher.final();
  return [sealed, cipher.getAuthTag()];
}

function open(key: Buffer, nonce: Buffer, context: Buffer, sealed: Buffer): Buffer {
  if (sealed.length < tagBytes) throw new FileDamaged();
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(context).setAuthTag(sealed.subarray(sealed.length - tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()]);
  } catch (error) {
    throw new FileDamaged({ cause: error });
  }
}

export interface WriteLimits {
  maxBytes: number;
  size?: number | undefined;
}

/** Encrypts a source of at most `maxBytes`, and of exactly `size` if given. Leaves the source open. */
export async function* sealAll(
  source: Readable,
  { header, ...identity }: Identity & { header: Buffer },
  { maxBytes, size: announced }: WriteLimits,
  counted: (size: number) => void,
): AsyncGenerator<Buffer> {
  yield header;
  let size = 0;
  let number = 0;
  // One buffer for all frames, because the garbage collector would free separate ones too slowly.
  const frame = Buffer.allocUnsafe(frameBytes);
  let filled = 0;
  for await (const piece of source.iterator({ destroyOnReturn: false })) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : (piece as Buffer);
    size += bytes.length;
    if (size > maxBytes) throw new ObjectTooLarge(maxBytes);
    if (announced !== undefined && size > announced) throw new ObjectIncomplete();
    for (let at = 0; at < bytes.length; ) {
      // Only the last frame is marked as such, so a full frame waits until more bytes arrive.
      if (filled === frameBytes) {
        yield* sealFrame(identity, number++, false, frame);
        filled = 0;
      }
      const copied = bytes.copy(frame, filled, at);
      filled += copied;
      at += copied;
    }
  }
  if (announced !== undefined && size !== announced) throw new ObjectIncomplete();
  counted(size);
  yield* sealFrame(identity, number, true, frame.subarray(0, filled));
}

/** The same for bytes in memory. */
export function sealBuffer(plain: Buffer, { header, ...identity }: Identity & { header: Buffer }): Buffer {
  const last = framesOf(plain.length) - 1;
  const frames = Array.from({ length: last + 1 }, (_, number) =>
    sealFrame(identity, number, number === last, plain.subarray(number * frameBytes, (number + 1) * frameBytes)),
  );
  return Buffer.concat([header, ...frames.flat()]);
}

export interface FrameRange {
  first: number;
  /** The last frame to read. Null: read until the source ends. */
  last: number | null;
  /** Whether the last frame to read is the object's last. */
  endsObject: boolean;
  /** Bytes to skip in the first frame. */
  skip: number;
  length: number;
}

/** Decrypts frames and returns the requested range. Outputs no bytes of a frame before it is verified. */
export class FrameOpener extends Transform {
  private waiting: Buffer = Buffer.alloc(0);
  private number: number;
  private skip: number;
  private left: number;

  constructor(
    private readonly identity: Identity,
    private readonly range: FrameRange,
  ) {
    super();
    this.number = range.first;
    this.skip = range.skip;
    this.left = range.length;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.attempt(callback, () => {
      this.waiting = Buffer.concat([this.waiting, chunk]);
      let at = 0;
      for (; this.waiting.length - at > sealedFrameBytes; at += sealedFrameBytes)
        this.pass(this.waiting.subarray(at, at + sealedFrameBytes), false);
      this.waiting = this.waiting.subarray(at);
    });
  }

  override _flush(callback: TransformCallback): void {
    this.attempt(callback, () => {
      const { last, endsObject } = this.range;
      if (last !== null && this.number !== last) throw new FileDamaged();
      this.pass(this.waiting, endsObject);
    });
  }

  private pass(sealed: Buffer, isLast: boolean): void {
    const plain = openFrame(this.identity, this.number++, isLast, sealed);
    const part = plain.subarray(this.skip, this.skip + this.left);
    this.skip = 0;
    this.left -= part.length;
    if (part.length > 0) this.push(part);
  }

  private attempt(callback: TransformCallback, work: () => void): void {
    try {
      work();
      callback();
    } catch (error) {
      callback(error as Error);
    }
  }
}
