/**
 * Room on the disk that is kept for the log and the checkpoints of the embedded database. PostgreSQL ends when it
 * cannot write them; inside this process it would go on and give wrong answers. So when the disk is full they may use
 * the reserve, and until the reserve is whole again the database only reads.
 */
import { closeSync, openSync, rmSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs';
import path from 'node:path';

/** One file of the log. */
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

  /** Gives up a part of it, enough for one file of the log. False when nothing is left. */
  release(): boolean {
    if (this.size === 0) return false;
    this.size = Math.max(0, this.size - stepBytes);
    truncateSync(this.file, this.size);
    return true;
  }

  /** Takes the room again, if that leaves `spareBytes` on the disk. Returns whether the reserve is whole. */
  refill(spareBytes = reserveBytes): boolean {
    if (this.isWhole) return true;
    const { bavail, bsize } = statfsSync(this.folder);
    if (bavail * bsize < reserveBytes - this.size + spareBytes) return false;
    const descriptor = openSync(this.file, 'a', 0o600);
    try {
      // Zeros that are written take room on the disk; a length that is only declared does not.
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
