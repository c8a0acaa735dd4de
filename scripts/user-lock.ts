/** npm run user:lock: locks an account and ends its sessions, sockets, running answers and API tokens. */
import { setLocked } from '~/server/features/admin/admin.service';
import { operator } from '~/server/features/audit/audit.service';
import { runCommand } from '~/server/operator/command';
import { accountOf, withDeps } from '~/server/operator/open';

await runCommand({
  name: 'user:lock',
  summary: 'locks an account and ends its sessions, sockets, running answers and API tokens',
  notes: ['The last active administrator cannot be locked.'],
  options: {
    email: { type: 'string', value: 'address', help: "the account's email", isRequired: true },
  },
  async run({ email }, io) {
    await withDeps(io, async (deps) => {
      const { id: userId } = await accountOf(deps, email);
      io.print(await setLocked(deps, operator, { userId, isLocked: true }));
    });
  },
});
