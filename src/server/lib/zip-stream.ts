import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipStream {
  /** The archive's bytes, as fast as they are read. */
  output: Readable;
  /** Resolves when the entry has been read to its end; only then the next is opened, so that one is in memory. */
  add(name: string, content: AsyncIterable<string | Buffer> | Iterable<string>, options?: EntryOptions): Promise<void>;
  /** No entry follows. */
  end(): void;
}

interface EntryOptions {
  mtime?: Date;
  /** False for what is compressed already. */
  compress?: boolean;
}

/** An archive that is written while it is read. `signal` ends it in the middle, when nobody reads any longer. */
export function createZipStream(signal: AbortSignal): ZipStream {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // Its types leave out that it emits events.
  (zip as unknown as NodeJS.EventEmitter).on('error', (error: Error) => output.destroy(error));
  return {
    output,
    async add(name, content, options = {}) {
      // A stream inside Readable.from() stays open when it ends before its first byte was asked for.
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
