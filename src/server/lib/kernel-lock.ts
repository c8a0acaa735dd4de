/** Advisory locks of the kernel: open file description locks on Linux, flock on macOS, LockFileEx on Windows. */

import { createRequire } from 'node:module';
import { codeOf } from './caught';

interface Binary {
  tryLock(descriptor: number, offset: number, length: number, isExclusive: boolean): void;
}

let binary: Binary | undefined;

/** False if another descriptor holds the lock. The lock ends when the descriptor is closed or the process ends. */
export function tryLock(descriptor: number): boolean {
  binary ??= load();
  try {
    binary.tryLock(descriptor, 0, 0, true);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return false;
    throw error;
  }
}

/**
 * Loaded with the first lock, because many processes take none. On Alpine, the package's own entry requires a binary
 * that it does not contain; this one needs only libc, so it works there too.
 */
function load(): Binary {
  const require = createRequire(import.meta.url);
  return require(`fs-native-extensions/prebuilds/${process.platform}-${process.arch}/fs-native-extensions.node`);
}
