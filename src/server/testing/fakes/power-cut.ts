/**
 * Simulates a power cut of a disk. An ext4 file system on a loop device is shut down at any moment, without further
 * writes: unsynced pages are lost, and the journal is replayed at the next mount.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface PowerCutDisk {
  /** Mount point. */
  readonly folder: string;
  /** From now on every access fails. Unsynced data is lost. */
  cut(): void;
  /** Mounts it again, after all processes that used it have ended. */
  restart(): void;
  remove(): void;
}

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' });
const megabytes = 700;

/** ext4's request to shut down (EXT4_IOC_SHUTDOWN) without flushing its journal. */
const shutDown = `open(my $folder, '<', $ARGV[0]) or die $!; my $flags = pack('L', 2); ioctl($folder, 0x8004587d, $flags) or die $!`;

/** Null if this account cannot create one: it requires root, loop devices, ext4 and perl. */
export function createPowerCutDisk(): PowerCutDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/dev/loop-control')) return null;
  const place = mkdtempSync(path.join(os.tmpdir(), 'qinsight-disk-'));
  const image = path.join(place, 'disk.img');
  const folder = path.join(place, 'disk');
  const mount = () => run('mount', '-o', 'loop', image, folder);
  const unmount = () => run('umount', folder);
  try {
    writeFileSync(image, '');
    truncateSync(image, megabytes * 1024 * 1024);
    run('mkfs.ext4', '-q', '-F', image);
    mkdirSync(folder);
    mount();
  } catch {
    rmSync(place, { recursive: true, force: true });
    return null;
  }
  return {
    folder,
    cut: () => void run('perl', '-e', shutDown, folder),
    restart() {
      unmount();
      // Processes that have since entered mount namespaces of their own still have the old mount.
      while (run('losetup', '-j', image).length > 0) run('sleep', '0.2');
      mount();
    },
    remove() {
      unmount();
      rmSync(place, { recursive: true, force: true });
    },
  };
}
