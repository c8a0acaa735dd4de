/** npm run jobs: lists background jobs that failed permanently, and retries them. */
import { countJobs, readDeadJobs, reviveJobs } from '~/server/jobs/job-store';
import { runCommand } from '~/server/operator/command';
import { withDeps } from '~/server/operator/open';

const maxListed = 50;

await runCommand({
  name: 'jobs',
  summary: 'lists background jobs that failed permanently, and retries them',
  notes: ['Failed jobs are kept for 30 days.'],
  options: {
    retry: { type: 'boolean', help: 'retry all failed jobs' },
  },
  async run({ retry }, io) {
    await withDeps(io, async ({ db }) => {
      if (retry) {
        io.print(`Retrying ${await reviveJobs(db, 'all')} failed jobs. A running server starts them within a minute.`);
        return;
      }
      for (const { kind, state, count } of await countJobs(db)) io.print(`${kind}: ${count} ${state}`);
      const dead = await readDeadJobs(db, maxListed);
      if (dead.length === 0) io.print('No failed jobs.');
      for (const { kind, key, attempts, error, updatedAt } of dead)
        io.print(`${updatedAt.toISOString()}  ${kind} ${key}, ${attempts} attempts: ${error ?? 'unknown error'}`);
    });
  },
});
