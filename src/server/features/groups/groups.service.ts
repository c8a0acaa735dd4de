/**
 * Management of groups by administrators. What a group may do is decided by the features that use it: collections,
 * models, shares.
 */
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { decodeTextCursor, encodeTextCursor, pageOf } from '~/server/lib/cursor';
import { limits } from '~/shared/limits';
import type { AuditKind } from '~/shared/schemas/audit';
import type { Group, GroupPage, ListGroupsInput, OwnGroup } from '~/shared/schemas/groups';
import { groupNameTaken, groupNotFound, tooManyGroups } from './groups.errors';

export const nameKeyOf = (name: string): string => name.trim().toLowerCase();

/** Sorted by name. */
export async function listGroups(
  { db }: Pick<Deps, 'db'>,
  { search, cursor, limit }: ListGroupsInput,
): Promise<GroupPage> {
  const after = cursor ? decodeTextCursor('groups', cursor) : null;
  const rows = await db.sql<Group & { key: string }>`
    SELECT g.id, g.name, g.created_at AS "createdAt", g.name_key AS key,
           (SELECT count(*)::int FROM group_members m WHERE m.group_id = g.id) AS "memberCount"
    FROM groups g
    WHERE strpos(g.name_key, ${nameKeyOf(search ?? '')}) > 0
      AND (${after === null}::boolean OR g.name_key COLLATE "C" > ${after?.key ?? ''}::text COLLATE "C")
    ORDER BY g.name_key COLLATE "C" LIMIT ${limit + 1}::int`;
  const { items, nextCursor } = pageOf(rows, limit, ({ key, id }) => encodeTextCursor('groups', key, id));
  return { items: items.map(({ key: _, ...row }) => row), nextCursor };
}

/** The groups that a user can share with: their own, or all for administrators. Their number is limited. */
export const ownGroups = (
  { db }: Pick<Deps, 'db'>,
  { id, isAdmin }: { id: string; isAdmin: boolean },
): Promise<OwnGroup[]> => db.sql<OwnGroup>`
  SELECT id, name FROM groups
  WHERE ${isAdmin}::boolean OR id IN (SELECT group_id FROM group_members WHERE user_id = ${id}::uuid)
  ORDER BY name_key COLLATE "C"`;

/** Throws 404 for a group that the user can't share with, exactly as if it did not exist. */
export async function assertOwnGroups(
  deps: Pick<Deps, 'db'>,
  user: { id: string; isAdmin: boolean },
  groupIds: readonly string[],
): Promise<OwnGroup[]> {
  const own = await ownGroups(deps, user);
  const chosen = own.filter(({ id }) => groupIds.includes(id));
  if (chosen.length < new Set(groupIds).size) throw groupNotFound();
  return chosen;
}

export async function getGroup({ db }: Pick<Deps, 'db'>, groupId: string): Promise<Group> {
  const [row] = await db.sql<Group>`
    SELECT id, name, created_at AS "createdAt",
           (SELECT count(*)::int FROM group_members WHERE group_id = groups.id) AS "memberCount"
    FROM groups WHERE id = ${groupId}::uuid`;
  if (!row) throw groupNotFound();
  return row;
}

/**
 * `externalId` is the group's id in the directory that provisions it. `alsoChange` runs in the same transaction, also
 * in `updateGroup`.
 */
export async function createGroup(
  deps: Deps,
  acting: Acting,
  { name, externalId = null }: { name: string; externalId?: string | null | undefined },
  alsoChange?: (tx: Transaction, groupId: string) => Promise<void>,
): Promise<Group> {
  const id = await deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('groups'))::text`;
    if ((await tx.group.count()) >= limits.groups) throw tooManyGroups(limits.groups);
    await assertFree(tx, name);
    const data = { name, nameKey: nameKeyOf(name), externalId };
    const created = await tx.group.create({ data, select: { id: true } });
    await recordAudit(tx, groupAudit(acting, 'group-created', { id: created.id, name }));
    await alsoChange?.(tx, created.id);
    return created.id;
  });
  return getGroup(deps, id);
}

export async function updateGroup(
  deps: Deps,
  acting: Acting,
  { groupId, name, externalId }: { groupId: string; name: string; externalId?: string | null | undefined },
  alsoChange?: (tx: Transaction, groupId: string) => Promise<void>,
): Promise<Group> {
  await deps.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('groups'))::text`;
    const before = await tx.group.findUnique({ where: { id: groupId }, select: { name: true } });
    if (!before) throw groupNotFound();
    await assertFree(tx, name, groupId);
    const data = { name, nameKey: nameKeyOf(name), ...(externalId !== undefined && { externalId }) };
    await tx.group.update({ where: { id: groupId }, data });
    const details = { before: before.name };
    if (before.name !== name)
      await recordAudit(tx, { ...groupAudit(acting, 'group-renamed', { id: groupId, name }), details });
    await alsoChange?.(tx, groupId);
  });
  return getGroup(deps, groupId);
}

/** Also removes its access rights: what only this group could use is left to administrators or the owner. */
export async function deleteGroup(deps: Deps, acting: Acting, groupId: string): Promise<string> {
  const name = await deps.db.$transaction(async (tx) => {
    const found = await tx.group.findUnique({ where: { id: groupId }, select: { name: true } });
    const { count } = await tx.group.deleteMany({ where: { id: groupId } });
    if (!found || count === 0) throw groupNotFound();
    await recordAudit(tx, groupAudit(acting, 'group-deleted', { id: groupId, name: found.name }));
    return found.name;
  });
  deps.models.changed();
  return `The group ${name} has been deleted.`;
}

/** Group names are unique regardless of case: providers ignore case, and readers would confuse them. */
async function assertFree(tx: Transaction, name: string, except?: string): Promise<void> {
  const holder = await tx.group.findUnique({ where: { nameKey: nameKeyOf(name) }, select: { id: true } });
  if (holder && holder.id !== except) throw groupNameTaken();
}

export const groupAudit = (
  { by, caller }: Acting,
  kind: Extract<AuditKind, `group-${string}`>,
  { id, name }: { id: string; name: string },
) => ({ kind, actor: by, subject: { id, label: name }, caller });
