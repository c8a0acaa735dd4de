/** The name of a process in a lock file: its pid and its start time, because pids are reused. */

import { readFileSync } from 'node:fs';
import { codeOf } from '~/server/lib/caught';

const nameOf = (pid: number) => `${pid} ${startOfProcess(pid)}`;

export const nameOfThisProcess = () => nameOf(process.pid);

/** The start time in a name, or '-' when it has none. */
export const startOf = (name: string) => name.split(' ')[1] ?? '-';

/** True if another process with this name runs here. Processes in other containers are not visible. */
export function isAlive(name: string): boolean {
  const pid = Number.parseInt(name, 10);
  // In a container, every first process has pid 1.
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is running under another account.
    if (codeOf(error) !== 'EPERM') return false;
  }
  return name === nameOf(pid);
}

/** Clock ticks between boot and the start of the process (Linux), or '-' if the system does not report it. */
function startOfProcess(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}
