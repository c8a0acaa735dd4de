import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipStream {
  /** The archive's bytes, produced as fast as they are read. */
  output: Readable;
  /**
   * Resolves when the entry has been read to its end. Only then is the next one opened, so that only one is in memory.
   */
  add(name: string, content: AsyncIterable<string | Buffer> | Iterable<string>, options?: EntryOptions): Promise<void>;
  /** Call after the last entry. */
  end(): void;
}

interface EntryOptions {
  mtime?: Date;
  /** False for content that is already compressed. */
  compress?: boolean;
}

/** An archive that is created while it is read. `signal` aborts it if the reader is gone. */
export function createZipStream(signal: AbortSignal): ZipStream {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // The package's types omit that it emits events.
  (zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => output.destroy(error));
  return {
    output,
    async add(name, content, options = {}) {
      // A stream inside Readable.from() stays open if it ends before its first byte was read.
      const source =
        content instanceof Readable
          ? addAbortSignal(signal, content)
          : Readable.from(content, { signal, objectMode: false });
      zip.addReadStream(source, name, options);
      await finished(source);
    },
    end: () => zip.end(),
  };
}
