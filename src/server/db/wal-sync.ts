import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const dataSync = promisify(fdatasync);

/**
 * Group commit for the write-ahead log of the embedded database. PostgreSQL requests a sync at each commit; it runs off
 * the event loop, and one sync serves every commit written before it started. Until it is done, two things must wait:
 * the response to any statement (`settled`), and any change to a data file (`flushNow`), because data files must never
 * be ahead of the log.
 */
export class WalSync {
  private requested = 0;
  private synced = 0;
  /** Files that must be synced, and those being synced. */
  private readonly waiting = new Set<string>();
  private readonly inProgress = new Set<string>();
  private running: Promise<void> | null = null;
  private failure: unknown = null;

  /** Called after a failed sync. From then on the state of the disk is unknown, and every wait fails. */
  constructor(private readonly onFailure: (error: unknown) => void = () => {}) {}

  get isPending(): boolean {
    return this.synced < this.requested;
  }

  request(file: string): void {
    this.requested++;
    this.waiting.add(file);
  }

  /** Syncs at once, blocking the event loop. */
  flushNow(): void {
    if (!this.isPending) return;
    try {
      for (const file of new Set([...this.waiting, ...this.inProgress])) withDescriptor(file, fdatasyncSync);
    } catch (error) {
      throw this.fail(error);
    }
    this.waiting.clear();
    this.synced = this.requested;
  }

  /** Resolves when every sync requested before is done. */
  async settled(): Promise<void> {
    const target = this.requested;
    while (this.synced < target) {
      if (this.failure) throw this.failure;
      this.running ??= this.flush().finally(() => {
        this.running = null;
      });
      await this.running;
    }
    if (this.failure) throw this.failure;
  }

  private async flush(): Promise<void> {
    const upTo = this.requested;
    const files = [...this.waiting];
    this.waiting.clear();
    for (const file of files) this.inProgress.add(file);
    try {
      await Promise.all(files.map((file) => withDescriptorAsync(file)));
    } catch (error) {
      throw this.fail(error);
    } finally {
      this.inProgress.clear();
    }
    this.synced = Math.max(this.synced, upTo);
  }

  private fail(error: unknown): unknown {
    if (!this.failure) {
      this.failure = error;
      this.onFailure(error);
    }
    return error;
  }
}

function withDescriptor(file: string, work: (descriptor: number) => void): void {
  const descriptor = openSync(file, 'r+');
  try {
    work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Opens the file at once, because its name may be reused for another one later. */
async function withDescriptorAsync(file: string): Promise<void> {
  const descriptor = openSync(file, 'r+');
  try {
    await dataSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
