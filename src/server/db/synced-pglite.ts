import path from 'node:path';
import { PGlite, type QueryOptions, type Transaction } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { DiskReserve } from './disk-reserve';
import { PreparedPGlite } from './prepared-pglite';
import { shortenParsers } from './short-parsers';
import { SyncedFolder } from './synced-folder';
import { WalSync } from './wal-sync';

/** After this much log, pages are written to the data files, and the log is reused. */
const checkpointBytes = 64 * 1024 * 1024;

/** How often a read-only database checks for disk space. */
const roomCheckMs = 1000;

/** PostgreSQL ends after such an error. Here it would continue with wrong results. */
const isPanic = (error: unknown) => (error as { severity?: unknown } | null)?.severity === 'PANIC';

/** PGlite's parameters, with syncs. `fsync` is used because `fdatasync` does nothing on PGlite's file system. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB'],
];

/**
 * PostgreSQL in this process that keeps acknowledged writes through a power cut. Every response waits until all commits
 * before it are on the disk, even for a read, because it may contain what another statement just committed.
 */
export class SyncedPGlite extends PreparedPGlite {
  private readonly folder: SyncedFolder;
  private checkpointedAt = 0;
  private isCheckpointing = false;
  private roomCheck: NodeJS.Timeout | undefined;

  private constructor(
    folder: SyncedFolder,
    private readonly onLost: (error: unknown) => void,
    initial: { loadDataDir?: Blob },
  ) {
    super({ fs: folder, startParams, extensions: { vector }, ...initial });
    this.folder = folder;
  }

  /**
   * Throws ENOSPC if the disk has no space for the reserve. After `onLost` the process must end. `initial` is for a new
   * folder only.
   */
  static async open(
    folder: string,
    onLost: (error: unknown) => void,
    initial: { loadDataDir?: Blob } = {},
  ): Promise<SyncedPGlite> {
    const reserve = new DiskReserve(path.dirname(folder));
    if (!reserve.refill(0)) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    const pglite = new SyncedPGlite(new SyncedFolder(folder, new WalSync(onLost), reserve), onLost, initial);
    await pglite.waitReady;
    shortenParsers(pglite);
    return pglite;
  }

  override query<T>(query: string, params?: unknown[], options?: QueryOptions) {
    return this.thenSettled(() => super.query<T>(query, params, options));
  }

  override exec(query: string, options?: QueryOptions) {
    return this.thenSettled(() => super.exec(query, options));
  }

  override transaction<T>(callback: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.thenSettled(() => super.transaction(callback));
  }

  override async close(): Promise<void> {
    clearInterval(this.roomCheck);
    await super.close();
  }

  private async thenSettled<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isPanic(error)) this.onLost?.(error);
      throw error;
    } finally {
      await this.settled();
    }
  }

  private async settled(): Promise<void> {
    // Undefined while PGlite's constructor runs its first statements.
    if (!this.folder) return;
    await this.folder.wal.settled();
    if (!this.folder.reserve.isWhole) this.setReadOnlyUntilSpace();
    // PostgreSQL's checkpointer is a separate process, which PGlite does not have.
    if (this.isCheckpointing || this.folder.logBytes - this.checkpointedAt < checkpointBytes) return;
    this.isCheckpointing = true;
    super
      .exec('CHECKPOINT')
      // The next statement tries again. The statements themselves report a failing disk.
      .catch(() => {})
      .finally(() => {
        this.checkpointedAt = this.folder.logBytes;
        this.isCheckpointing = false;
      });
  }

  private setReadOnlyUntilSpace(): void {
    if (this.roomCheck) return;
    const setReadOnly = (state: 'on' | 'off') => super.exec(`SET default_transaction_read_only = ${state}`);
    void setReadOnly('on').catch(() => {});
    this.roomCheck = setInterval(() => {
      if (!this.folder.reserve.refill()) return;
      clearInterval(this.roomCheck);
      this.roomCheck = undefined;
      void setReadOnly('off').catch(() => {});
    }, roomCheckMs).unref();
  }
}
