import type { ServerResponse } from 'node:http';

export interface ReaderBounds {
  periodMs: number;
  bytes: number;
}

const standard: ReaderBounds = { periodMs: 60_000, bytes: 64 * 1024 };

/**
 * Cuts the connection of a client that reads less than this per period, because a download keeps a file or a connection
 * to the file storage open. A response without data to send is not cut, because then the storage is slow.
 */
export function cutSlowReader(response: ServerResponse, { periodMs, bytes }: ReaderBounds = standard): void {
  if (response.closed) return;
  const written = () => response.socket?.bytesWritten ?? 0;
  let before = written();
  const timer = setInterval(() => {
    const now = written();
    if (response.writableLength > 0 && now - before < bytes) response.destroy();
    before = now;
  }, periodMs);
  response.once('close', () => clearInterval(timer));
}
