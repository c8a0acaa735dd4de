/** Updates group memberships from the claim of an OpenID Connect provider at each sign-in. */
import type { Deps } from '~/server/deps';
import type { AuditCaller } from '~/server/features/audit/audit.service';
import { nameKeyOf } from './groups.service';
import { addTo, removeFrom } from './members.service';

/**
 * Adds the user to the groups named in the claim and removes memberships added by this provider that are no longer
 * named. Memberships set by administrators stay. Unknown names create no group.
 */
export async function syncGroups(
  deps: Deps,
  provider: { id: string; name: string },
  { user, groups }: { user: { id: string; email: string }; groups: readonly string[] },
  caller: AuditCaller,
): Promise<void> {
  const acting = { by: { email: provider.name }, caller };
  const source = `oidc:${provider.id}`;
  const keys = new Set(groups.map(nameKeyOf));
  await deps.db.$transaction(async (tx) => {
    // Serializes concurrent sign-ins of one user.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${user.id}::uuid FOR NO KEY UPDATE`;
    const named = await tx.group.findMany({ where: { nameKey: { in: [...keys] } }, select: { id: true, name: true } });
    for (const group of named) await addTo(tx, acting, group, [user], source);
    const left = await tx.group.findMany({
      where: { nameKey: { notIn: [...keys] }, members: { some: { userId: user.id, source } } },
      select: { id: true, name: true },
    });
    for (const group of left) await removeFrom(tx, acting, group, [user]);
  });
}
