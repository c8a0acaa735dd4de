/** Separate namespaces for processes, as in containers. Requires root on Linux. */
import { spawnSync } from 'node:child_process';

/** The prefix that makes a command process 1 of its own process namespace. It ends with `unshare`. */
export const inContainer = (namespaces: string[] = []) => [
  'unshare',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
  ...namespaces,
];

export function hasContainers(): boolean {
  const [program = '', ...args] = [...inContainer(['--net']), 'true'];
  return spawnSync(program, args).status === 0;
}
