/** npm run demo: adds three sample users with conversations and positions. */
import { askPassword } from '~/server/operator/ask-password';
import { runCommand } from '~/server/operator/command';
import { samplePeople } from '~/server/operator/demo/sample-data';
import { seedDemo } from '~/server/operator/demo/seed-demo';
import { withDeps } from '~/server/operator/open';

await runCommand({
  name: 'demo',
  summary: 'adds sample users, conversations with sources, and positions',
  notes: [
    'Everything is marked as a sample. Safe to run again: existing data is not changed. The three users share one password,\nwhich you type, pipe in, or let the command generate and show once. Stop the server first if it uses the embedded\ndatabase. Sample positions appear in the public track record, marked as samples, and cannot be removed from it.',
  ],
  options: {
    'password-stdin': { type: 'boolean', help: 'the password is the first line of standard input' },
    force: { type: 'boolean', help: 'add sample data even if there are real users' },
  },
  async run(values, io) {
    await withDeps(io, async (deps) => {
      const isComplete =
        (await deps.db.user.count({ where: { email: { in: samplePeople.map(({ email }) => email) } } })) ===
        samplePeople.length;
      // Don't ask for a password that is not needed.
      const { password, isGenerated } = isComplete
        ? { password: '', isGenerated: false }
        : await askPassword({ isPiped: values['password-stdin'] });
      const { created, conversations, positions } = await seedDemo(deps, { password, isForced: values.force });
      for (const email of created) io.print(`Account created: ${email}`);
      io.print(`Conversations: ${conversations} added`);
      io.print(`Sample positions: ${positions} added`);
      if (created.length > 0 && isGenerated) io.print(`Password of all three (shown only once): ${password}`);
      if (created.length === 0)
        io.print('The sample users already exist. Run npm run user:reset-password to set a new password.');
    });
  },
});
