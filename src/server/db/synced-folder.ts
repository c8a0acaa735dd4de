/**
 * The folder of the embedded database, with working syncs. PGlite starts PostgreSQL without fsync, and its file system
 * has none. This one adds fsync, so PostgreSQL's own guarantees hold: log before data, data before the log is reused.
 * Only the sync of the log at a commit is delayed, see wal-sync.ts.
 */
import { fsyncSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { DiskReserve } from './disk-reserve';
import type { WalSync } from './wal-sync';

/** Parts of Emscripten's file system that PGlite's types leave out. */
interface Node {
  name: string;
  parent: Node;
  mode: number;
}
interface Stream {
  node: Node;
  nfd: number;
}
type Write = (stream: Stream, buffer: unknown, offset: number, length: number, position?: number) => number;
type Operations = Record<string, (...args: never[]) => unknown>;
interface Emscripten {
  FS: { ErrnoError: new (code: number) => Error };
  NODEFS: { stream_ops: Operations; node_ops: Operations };
}

/** Emscripten's error numbers. */
const ioError = 29;
const noSpace = 51;
const isFolder = ({ mode }: Node) => (mode & 0o170000) === 0o040000;
const isLogSegment = ({ name, parent }: Node) => parent.name === 'pg_wal' && /^[0-9A-F]{24}$/.test(name);
/** A table that cannot grow fails one statement. A log or checkpoint that cannot be written ends PostgreSQL. */
const isOfTable = (node: Node): boolean =>
  ['base', 'global'].includes(node.name) || (node.parent !== node && isOfTable(node.parent));

export class SyncedFolder extends NodeFS {
  /** Bytes written to the log. */
  logBytes = 0;

  constructor(
    folder: string,
    readonly wal: WalSync,
    readonly reserve: DiskReserve,
  ) {
    super(folder);
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const addSyncs = (module: unknown) => this.addSyncs(module as Emscripten);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSyncs] } };
  }

  private addSyncs({ FS, NODEFS }: Emscripten): void {
    // Reports a failed sync to PostgreSQL as an I/O error, which it handles.
    const orIoError = (work: () => void) => {
      try {
        work();
      } catch {
        throw new FS.ErrnoError(ioError);
      }
    };
    const flushLog = () => orIoError(() => this.wal.flushNow());

    const { stream_ops: streams, node_ops: nodes } = NODEFS;
    streams.fsync = (stream: Stream) => {
      if (isLogSegment(stream.node)) this.wal.request(this.pathOf(stream.node));
      else orIoError(() => syncOne(stream));
      return 0;
    };
    const write = streams.write as Write;
    /** A full disk accepts only a part, or nothing. The rest is written to space freed from the reserve. */
    const writeWithReserve: Write = (stream, buffer, offset, length, position) => {
      for (let written = 0; ; ) {
        try {
          const from = position === undefined ? position : position + written;
          written += write(stream, buffer, offset + written, length - written, from);
          if (written >= length) return written;
        } catch (error) {
          if ((error as { errno?: number }).errno !== noSpace) throw error;
        }
        if (!this.reserve.release()) throw new FS.ErrnoError(noSpace);
      }
    };
    streams.write = ((stream: Stream, buffer: unknown, offset: number, length: number, position?: number) => {
      if (isLogSegment(stream.node)) this.logBytes += length;
      else flushLog();
      return (isOfTable(stream.node) ? write : writeWithReserve)(stream, buffer, offset, length, position);
    }) as Operations[string];
    before(streams, 'setattr', flushLog);
    for (const name of ['setattr', 'rename', 'unlink', 'rmdir']) before(nodes, name, flushLog);
  }

  private pathOf(node: Node): string {
    const names: string[] = [];
    for (let at = node; at.parent !== at; at = at.parent) names.unshift(at.name);
    return path.join(this.rootDir, ...names);
  }
}

function before(operations: Operations, name: string, first: () => void): void {
  const operation = operations[name] as (...args: unknown[]) => unknown;
  operations[name] = ((...args: unknown[]) => {
    first();
    return operation(...args);
  }) as Operations[string];
}

function syncOne({ node, nfd }: Stream): void {
  try {
    fsyncSync(nfd);
  } catch (error) {
    // Some systems cannot sync a folder; PostgreSQL accepts that, too.
    if (!isFolder(node)) throw error;
  }
}
