/** Stores parts of uploads as files beside their object. */

import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '~/server/lib/caught';
import { findFile, openFile, prepareFile, removeFile, unreachable, writeFileOnce, writingFailed } from './disk-folder';
import {
  areParts,
  JoinOnce,
  type PartedUpload,
  type PartStore,
  type PartTarget,
  type PartTerms,
  partKey,
  readPartKey,
  type StoredPart,
} from './parts';
import { assertObjectKey, ObjectIncomplete } from './types';
import { signUploadLink } from './upload-link';
import { writeWithin } from './write-within';

interface PartSettings {
  root: string;
  secret: Buffer;
}

export class DiskParts implements PartStore {
  private readonly root: string;
  private readonly secret: Buffer;
  private readonly joinOnce = new JoinOnce();

  constructor({ root, secret }: PartSettings) {
    this.root = root;
    this.secret = secret;
  }

  /** The key is enough to find the parts. */
  async begin(): Promise<string> {
    return 'parts';
  }

  async sign({ key }: PartedUpload, { number, size, userId, baseUrl }: PartTerms): Promise<PartTarget> {
    const terms = { key: partKey(key, number), userId, maxBytes: size, size };
    return { url: `${baseUrl}${signUploadLink(this.secret, terms).path}`, headers: {} };
  }

  async list({ key }: PartedUpload): Promise<StoredPart[]> {
    assertObjectKey(key);
    try {
      const found = await this.filesOf(key);
      const parts = await Promise.all(
        found.map(async ({ number, name }) => ({ number, size: (await lstat(name)).size })),
      );
      return parts.sort((a, b) => a.number - b.number);
    } catch (error) {
      throw unreachable(error);
    }
  }

  join(upload: PartedUpload, sizes: readonly number[]): Promise<void> {
    return this.joinOnce.run(upload.key, () => this.write(upload, sizes));
  }

  async drop({ key }: PartedUpload): Promise<void> {
    assertObjectKey(key);
    try {
      for (const { name } of await this.filesOf(key)) await removeFile(name);
    } catch (error) {
      throw unreachable(error);
    }
  }

  /** Deletes the parts after the whole file is synced. If the process ends in between, both remain. */
  private async write(upload: PartedUpload, sizes: readonly number[]): Promise<void> {
    if (!areParts(await this.list(upload), sizes)) throw new ObjectIncomplete();
    const size = sizes.reduce((sum, one) => sum + one, 0);
    try {
      const name = await prepareFile(this.root, upload.key);
      const source = Readable.from(this.bytesOf(upload.key, sizes.length), { objectMode: false });
      await writeFileOnce(name, (file) => writeWithin(file, source, { maxBytes: size, size })).finally(() =>
        source.destroy(),
      );
    } catch (error) {
      throw writingFailed(error);
    }
    await this.drop(upload);
  }

  private async *bytesOf(key: string, count: number): AsyncGenerator<Buffer> {
    for (let number = 1; number <= count; number++) {
      const { file } = await openFile(this.root, partKey(key, number));
      yield* file.createReadStream() as AsyncIterable<Buffer>;
    }
  }

  private async filesOf(key: string): Promise<{ number: number; name: string }[]> {
    const file = await findFile(this.root, key);
    if (!file) return [];
    const folder = path.dirname(file);
    const names = await readdir(folder).catch((error) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    return names.flatMap((name) => {
      const part = readPartKey(name);
      return part?.key === key ? [{ number: part.number, name: path.join(folder, name) }] : [];
    });
  }
}
