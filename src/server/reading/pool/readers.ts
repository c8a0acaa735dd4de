import { type ReaderOptions, type ReaderProcess, startReader } from './reader-process';

export type Readers = ReturnType<typeof createReaders>;

/** The processes that read files. An idle one is kept for a while for the next file. */
export function createReaders({ idleMs, ...options }: ReaderOptions & { idleMs: number }) {
  const readers = new Set<ReaderProcess>();
  const idle: { reader: ReaderProcess; timer: NodeJS.Timeout }[] = [];
  let isClosed = false;

  function acquire(): ReaderProcess {
    const idleReader = idle.pop();
    if (idleReader) {
      clearTimeout(idleReader.timer);
      return idleReader.reader;
    }
    return start();
  }

  function start(): ReaderProcess {
    const reader = startReader(options);
    readers.add(reader);
    void reader.ended.then(() => {
      readers.delete(reader);
      const place = idle.findIndex((entry) => entry.reader === reader);
      if (place >= 0) clearTimeout(idle.splice(place, 1)[0]?.timer);
    });
    return reader;
  }

  function release(reader: ReaderProcess, isUsedUp: boolean): void {
    if (isUsedUp || isClosed) reader.end();
    // Start a replacement now, so that the next file does not wait for it.
    if (!isClosed) rest(isUsedUp ? start() : reader);
  }

  function rest(reader: ReaderProcess): void {
    reader.rest();
    idle.push({ reader, timer: setTimeout(() => reader.end(), idleMs).unref() });
  }

  return {
    acquire,
    release,
    /** Starts a reader in advance, unless there is one: starting takes longer than reading most files. */
    prepare() {
      if (readers.size === 0 && !isClosed) rest(start());
    },
    async close() {
      isClosed = true;
      const ending = [...readers];
      for (const reader of ending) reader.end();
      await Promise.all(ending.map((reader) => reader.ended));
    },
  };
}
