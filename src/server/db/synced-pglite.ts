import { PGlite, type QueryOptions, type Transaction } from '@electric-sql/pglite';
import { SyncedFolder } from './synced-folder';
import { WalSync } from './wal-sync';

/** After this much log its pages are written to the data files, and the log is reused. */
const checkpointBytes = 64 * 1024 * 1024;

/** PGlite's own, with syncs. `fsync` is used because `fdatasync` does nothing on PGlite's file system. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'max_wal_size=128MB', '-c', 'min_wal_size=32MB'],
];

/**
 * PostgreSQL in this process that keeps what it acknowledged through a power cut. Every response waits until all
 * commits before it are on the disk – also a read, because it may show what another statement just committed.
 */
export class SyncedPGlite extends PGlite {
  private readonly folder: SyncedFolder;
  private checkpointedAt = 0;
  private isCheckpointing = false;

  private constructor(folder: SyncedFolder) {
    super({ fs: folder, startParams });
    this.folder = folder;
  }

  static async open(folder: string, onSyncFailure: (error: unknown) => void): Promise<SyncedPGlite> {
    const pglite = new SyncedPGlite(new SyncedFolder(folder, new WalSync(onSyncFailure)));
    await pglite.waitReady;
    return pglite;
  }

  override async query<T>(query: string, params?: unknown[], options?: QueryOptions) {
    try {
      return await super.query<T>(query, params, options);
    } finally {
      await this.settled();
    }
  }

  override async exec(query: string, options?: QueryOptions) {
    try {
      return await super.exec(query, options);
    } finally {
      await this.settled();
    }
  }

  override async transaction<T>(callback: (tx: Transaction) => Promise<T>): Promise<T> {
    try {
      return await super.transaction(callback);
    } finally {
      await this.settled();
    }
  }

  private async settled(): Promise<void> {
    // Undefined while the constructor of PGlite runs its first statements.
    if (!this.folder) return;
    await this.folder.wal.settled();
    // PostgreSQL leaves this to a process of its own, which PGlite does not have.
    if (this.isCheckpointing || this.folder.logBytes - this.checkpointedAt < checkpointBytes) return;
    this.isCheckpointing = true;
    super
      .exec('CHECKPOINT')
      // The next statement tries again. A disk that fails is reported by the statements themselves.
      .catch(() => {})
      .finally(() => {
        this.checkpointedAt = this.folder.logBytes;
        this.isCheckpointing = false;
      });
  }
}
