/**
 * Limits processes to a share of a core, so that a machine with few cores shows how a program scales on more of them:
 * what the processes together use stays below what the machine has. Uses the bandwidth control of Linux (cgroups,
 * version 1) and needs root.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { childrenOf } from './child';

const controller = '/sys/fs/cgroup/cpu';
const periodUs = 20_000;
const groups: string[] = [];

process.on('exit', () => {
  for (const group of groups) {
    try {
      rmdirSync(group);
    } catch {
      // A process in it is still ending. The group then stays until the machine restarts, which costs nothing.
    }
  }
});

/** Limits one process with all its threads to this many percent of a core. */
export function limitCpu(pid: number, percent: number): void {
  if (!existsSync(path.join(controller, 'cpu.cfs_quota_us')))
    throw new Error(`Limiting processes needs the cpu controller of cgroups version 1 in ${controller}, and root.`);
  const group = path.join(controller, `qinsight-bench-${pid}`);
  mkdirSync(group);
  groups.push(group);
  writeFileSync(path.join(group, 'cpu.cfs_period_us'), String(periodUs));
  writeFileSync(path.join(group, 'cpu.cfs_quota_us'), String(Math.round((periodUs * percent) / 100)));
  writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
}

/** The processes that handle requests: the workers of a supervisor, or the process itself. */
export function servingProcesses(pid: number): number[] {
  const workers = childrenOf(pid).filter((child) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('--worker='),
  );
  return workers.length > 0 ? workers : [pid];
}
