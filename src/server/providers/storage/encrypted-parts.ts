/**
 * Parts of an encrypted upload: each is an encrypted object of its own until they are joined. They always come through
 * this server, because nothing else can encrypt them.
 */
import { Readable } from 'node:stream';
import { limits } from '~/shared/limits';
import {
  areParts,
  JoinOnce,
  type PartedUpload,
  type PartStore,
  type PartTarget,
  type PartTerms,
  partKey,
  type StoredPart,
} from './parts';
import { assertObjectKey, ObjectExists, ObjectIncomplete, type ObjectStore } from './types';

/** A store can't list its objects, so every possible part is checked. */
const maxParts = Math.ceil((limits.largestFileMegabytes * 1024 ** 2) / limits.uploadPartBytes);

export class EncryptedParts implements PartStore {
  private readonly joinOnce = new JoinOnce();

  constructor(private readonly store: Pick<ObjectStore, 'stat' | 'read' | 'write' | 'delete' | 'signUpload'>) {}

  /** The key is enough to find the parts. */
  async begin(key: string): Promise<string> {
    assertObjectKey(key);
    return 'parts';
  }

  async sign({ key }: PartedUpload, { number, size, userId, baseUrl }: PartTerms): Promise<PartTarget> {
    const terms = { key: partKey(key, number), userId, maxBytes: size, size, baseUrl };
    const { url, headers } = await this.store.signUpload(terms);
    return { url, headers };
  }

  async list({ key }: PartedUpload): Promise<StoredPart[]> {
    assertObjectKey(key);
    const found = await Promise.all(
      numbers.map(async (number) => ({ number, size: (await this.store.stat(partKey(key, number)))?.size })),
    );
    return found.flatMap(({ number, size }) => (size === undefined ? [] : [{ number, size }]));
  }

  join(upload: PartedUpload, sizes: readonly number[]): Promise<void> {
    return this.joinOnce.run(upload.key, () => this.write(upload, sizes));
  }

  async drop({ key }: PartedUpload): Promise<void> {
    assertObjectKey(key);
    await Promise.all(numbers.map((number) => this.store.delete(partKey(key, number))));
  }

  private async write(upload: PartedUpload, sizes: readonly number[]): Promise<void> {
    if (!areParts(await this.list(upload), sizes)) throw new ObjectIncomplete();
    const size = sizes.reduce((sum, one) => sum + one, 0);
    const source = Readable.from(this.bytesOf(upload.key, sizes.length), { objectMode: false });
    try {
      await this.store.write(upload.key, source, { maxBytes: size, size });
    } catch (error) {
      // An earlier attempt ended after the whole file was stored, so its parts are no longer needed.
      if (error instanceof ObjectExists) await this.drop(upload);
      throw error;
    } finally {
      source.destroy();
    }
    await this.drop(upload);
  }

  private async *bytesOf(key: string, count: number): AsyncGenerator<Buffer> {
    for (let number = 1; number <= count; number++)
      yield* (await this.store.read(partKey(key, number))) as AsyncIterable<Buffer>;
  }
}

const numbers = Array.from({ length: maxParts }, (_, index) => index + 1);
