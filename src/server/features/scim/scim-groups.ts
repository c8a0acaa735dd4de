/** Groups over SCIM: all groups of this installation, including those that an administrator created. */
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import type { Acting } from '~/server/features/audit/audit.service';
import { createGroup, deleteGroup, getGroup, nameKeyOf, updateGroup } from '~/server/features/groups/groups.service';
import { addTo, removeFrom } from '~/server/features/groups/members.service';
import { AppError } from '~/server/lib/errors';
import { invalidValue, notFound, notUnique } from './scim-errors';
import type { GroupChange, NewGroup } from './scim-input';
import type { Filter, Paging, ScimList } from './scim-query';
import { takeOverNewMembers } from './take-over';

export const groupFilters = ['displayname', 'externalid', 'id'] as const;

interface Row {
  id: string;
  name: string;
  externalId: string | null;
  createdAt: Date;
  updatedAt: Date;
  members: { value: string; display: string }[] | null;
}

export type ScimGroup = ReturnType<typeof toScimGroup>;
interface View {
  withMembers: boolean;
}

export async function listScimGroups(
  deps: Deps,
  filter: Filter | undefined,
  { startIndex, count }: Paging,
  view: View,
): Promise<ScimList<ScimGroup>> {
  const attribute = filter?.attribute ?? null;
  const value = filter?.value ?? '';
  const rows = await deps.db.sql<{ id: string }>`
    SELECT id FROM groups WHERE CASE ${attribute}::text
      WHEN 'displayname' THEN name_key = ${nameKeyOf(value)}::text WHEN 'externalid' THEN external_id = ${value}::text
      WHEN 'id' THEN id::text = lower(${value}::text) ELSE true END
    ORDER BY created_at, id`;
  // Their number is limited, so the total needs no separate statement.
  const ids = rows.slice(startIndex - 1, startIndex - 1 + count).map(({ id }) => id);
  return { totalResults: rows.length, rows: await read(deps, ids, view) };
}

export async function getScimGroup(deps: Deps, id: string, view: View): Promise<ScimGroup> {
  const [group] = await read(deps, [id], view);
  if (!group) throw notFound('Group', id);
  return group;
}

async function read({ db, env }: Pick<Deps, 'db' | 'env'>, ids: string[], { withMembers }: View): Promise<ScimGroup[]> {
  if (ids.length === 0) return [];
  const rows = await db.sql<Row>`
    SELECT g.id, g.name, g.external_id AS "externalId", g.created_at AS "createdAt", g.updated_at AS "updatedAt",
           CASE WHEN ${withMembers}::boolean THEN coalesce(
             (SELECT jsonb_agg(jsonb_build_object('value', u.id, 'display', u.email) ORDER BY u.email)
              FROM group_members m JOIN users u ON u.id = m.user_id
              WHERE m.group_id = g.id AND u.deleted_at IS NULL AND u.directory_deleted_at IS NULL), '[]') END AS members
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted(id, place) JOIN groups g ON g.id = wanted.id
    ORDER BY wanted.place`;
  return rows.map((row) => toScimGroup(row, env.publicUrl));
}

const toScimGroup = ({ id, name, externalId, createdAt, updatedAt, members }: Row, publicUrl: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  id,
  ...(externalId !== null && { externalId }),
  displayName: name,
  ...(members && { members }),
  meta: {
    resourceType: 'Group',
    created: createdAt.toISOString(),
    lastModified: updatedAt.toISOString(),
    location: `${publicUrl}/scim/v2/Groups/${id}`,
  },
});

export async function createScimGroup(deps: Deps, acting: Acting, input: NewGroup): Promise<ScimGroup> {
  const { name, externalId, members = [] } = input;
  await assertUsers(deps, members);
  await takeOverNewMembers(deps, acting, { ids: members, groupId: null });
  const addMembers = (tx: Transaction, groupId: string) =>
    changeMembers(tx, acting, groupId, { added: members, removed: [] });
  const { id } = await withScimErrors('', () => createGroup(deps, acting, { name, externalId }, addMembers));
  return getScimGroup(deps, id, { withMembers: true });
}

/** Also used for PUT, whose members replace all others. */
export async function changeScimGroup(deps: Deps, acting: Acting, id: string, change: GroupChange): Promise<void> {
  const named = [...(change.members ?? []), ...change.added];
  await assertUsers(deps, named);
  const before = await withScimErrors(id, () => getGroup(deps, id));
  await takeOverNewMembers(deps, acting, { ids: named, groupId: id });
  const { name = before.name, externalId } = change;
  const changeInside = (tx: Transaction) => changeMembers(tx, acting, id, change);
  if (name === before.name && externalId === undefined) await deps.db.$transaction(changeInside);
  else await withScimErrors(id, () => updateGroup(deps, acting, { groupId: id, name, externalId }, changeInside));
}

export const deleteScimGroup = (deps: Deps, acting: Acting, id: string) =>
  withScimErrors(id, () => deleteGroup(deps, acting, id));

async function changeMembers(
  tx: Transaction,
  acting: Acting,
  id: string,
  { members, added, removed }: Pick<GroupChange, 'members' | 'added' | 'removed'>,
): Promise<void> {
  if (!members && added.length === 0 && removed.length === 0) return;
  // Serializes changes of one group, because clients send several at once.
  const [group] = await tx.$queryRaw<{ id: string; name: string }[]>`
    SELECT id, name FROM groups WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  if (!group) throw notFound('Group', id);
  const people = (ids: string[]) =>
    tx.user.findMany({ where: { id: { in: ids }, deletedAt: null }, select: { id: true, email: true } });
  if (members) {
    const memberIds = new Set(members);
    const now = await tx.groupMember.findMany({ where: { groupId: id }, select: { userId: true } });
    const gone = now.map(({ userId }) => userId).filter((userId) => !memberIds.has(userId));
    await removeFrom(tx, acting, group, await people(gone));
    await addTo(tx, acting, group, await people(members), 'scim');
  }
  await addTo(tx, acting, group, await people(added), 'scim');
  await removeFrom(tx, acting, group, await people(removed));
  await tx.group.update({ where: { id }, data: { updatedAt: new Date() } });
}

async function assertUsers({ db }: Pick<Deps, 'db'>, ids: string[]): Promise<void> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return;
  const count = await db.user.count({ where: { id: { in: unique }, deletedAt: null, directoryDeletedAt: null } });
  if (count < unique.length) throw invalidValue('members contains an id that belongs to no user');
}

/** Converts errors of the groups service to SCIM errors. */
async function withScimErrors<Result>(id: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw notFound('Group', id);
    if (error instanceof AppError && error.field === 'name')
      throw notUnique('A group with this displayName already exists');
    throw error;
  }
}
