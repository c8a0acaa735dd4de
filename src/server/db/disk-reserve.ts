/**
 * Disk space reserved for the log and the checkpoints of the embedded database. PostgreSQL ends if it cannot write
 * them; inside this process it would continue with wrong results. So on a full disk they may use the reserve, and until
 * it is restored the database is read-only.
 */
import { closeSync, openSync, rmSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';

/** The size of one log file. */
const stepBytes = 16 * 1024 * 1024;
const reserveBytes = 2 * stepBytes;

export class DiskReserve {
  private readonly file: string;
  private size: number;

  constructor(private readonly folder: string) {
    this.file = path.join(folder, 'disk-reserve');
    this.size = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
  }

  get isWhole(): boolean {
    return this.size >= reserveBytes;
  }

  /** Frees a part of the reserve, enough for one log file. False if nothing is left. */
  release(): boolean {
    if (this.size === 0) return false;
    this.size = Math.max(0, this.size - stepBytes);
    truncateSync(this.file, this.size);
    return true;
  }

  /** Restores the reserve if that leaves `spareBytes` on the disk. Returns whether it is complete. */
  refill(spareBytes = reserveBytes): boolean {
    if (this.isWhole) return true;
    const { bavail, bsize } = statfsSync(this.folder);
    if (bavail * bsize < reserveBytes - this.size + spareBytes) return false;
    const descriptor = openSync(this.file, 'a', 0o600);
    try {
      // Written zeros allocate space on the disk; truncating to a length does not.
      const zeros = Buffer.alloc(1024 * 1024);
      while (!this.isWhole) this.size += writeSync(descriptor, zeros);
    } catch {
      rmSync(this.file, { force: true });
      this.size = 0;
    } finally {
      closeSync(descriptor);
    }
    return this.isWhole;
  }
}
