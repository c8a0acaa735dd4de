/** npm run demo: three sample people with conversations and positions, to look around with. */
import { askPassword } from '~/server/operator/ask-password';
import { runCommand } from '~/server/operator/command';
import { furnish } from '~/server/operator/demo/furnish';
import { samplePeople } from '~/server/operator/demo/sample-house';
import { withDeps } from '~/server/operator/open';

await runCommand({
  name: 'demo',
  summary: 'adds sample people, conversations with sources and positions',
  notes: [
    'All of it says that it is a sample. Safe to run again: what is there already stays as it is. The three share one\npassword, which is asked for, read from standard input, or made and shown once. With the embedded database the server\nmust be stopped.',
  ],
  options: {
    'password-stdin': { type: 'boolean', help: 'the password is the first line of standard input' },
    force: { type: 'boolean', help: 'also among the accounts of real people' },
  },
  async run(values, io) {
    await withDeps(io, async (deps) => {
      const isComplete =
        (await deps.db.user.count({ where: { email: { in: samplePeople.map(({ email }) => email) } } })) ===
        samplePeople.length;
      // Nobody is asked for a password that would go nowhere.
      const { password, isGenerated } = isComplete
        ? { password: '', isGenerated: false }
        : await askPassword({ isPiped: values['password-stdin'] });
      const { created, conversations, positions } = await furnish(deps, { password, isForced: values.force });
      for (const email of created) io.say(`Account created: ${email}`);
      io.say(`Conversations: ${conversations} added`);
      io.say(`Sample positions: ${positions} added`);
      if (created.length > 0 && isGenerated) io.say(`Their password, shown this once: ${password}`);
      if (created.length === 0)
        io.say('The sample people were there already; npm run user:reset-password gives one a new password.');
    });
  },
});
