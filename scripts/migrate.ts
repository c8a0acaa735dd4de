/** npm run migrate: applies new migrations without starting the server. */
import { runCommand } from '~/server/operator/command';
import { withDeps } from '~/server/operator/open';

await runCommand({
  name: 'migrate',
  summary: 'applies new migrations without starting the server',
  notes: ['A start applies them as well. With a PostgreSQL server the previous version keeps running. Back up first.'],
  options: {},
  async run(_values, io) {
    await withDeps(io, async ({ database }) => {
      if (database.applied.length === 0) io.print('No new migrations.');
    });
  },
});
