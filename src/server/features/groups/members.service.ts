/** Group members. Access rights are read with every request, so that a change takes effect with the next one. */
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { emailUnconfirmed, isEmailTrusted } from '~/server/features/auth/confirmed-email';
import { decodeTextCursor, encodeTextCursor, pageOf } from '~/server/lib/cursor';
import type { GroupMemberRow, ListMembersInput, MemberInput, MemberPage, MemberSource } from '~/shared/schemas/groups';
import { groupNotFound, memberNotFound } from './groups.errors';
import { getGroup, groupAudit } from './groups.service';

/** More search words would only make the query slower. */
const maxWords = 8;

/** Sorted by email. */
export async function listMembers(
  deps: Pick<Deps, 'db'>,
  { groupId, search = '', cursor, limit }: ListMembersInput,
): Promise<MemberPage> {
  const { id, name } = await getGroup(deps, groupId);
  const after = cursor ? decodeTextCursor('members', cursor) : null;
  const words = search.split(/\s+/).filter(Boolean).slice(0, maxWords);
  const rows = await deps.db.sql<Omit<GroupMemberRow, 'source'> & { source: string; key: string }>`
    SELECT u.id AS "userId", u.email, concat_ws(' ', u.first_name, u.last_name) AS name, m.source,
           m.created_at AS "createdAt", lower(u.email) AS key
    FROM group_members m JOIN users u ON u.id = m.user_id
    WHERE m.group_id = ${groupId}::uuid AND u.deleted_at IS NULL
      AND (${after === null}::boolean
           OR (lower(u.email) COLLATE "C", u.id) > (${after?.key ?? null}::text COLLATE "C", ${after?.id ?? null}::uuid))
      AND NOT EXISTS (
        SELECT FROM jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) AS word
        WHERE strpos(lower(u.email) || ' ' || name_key(u.first_name, u.last_name), name_key(word, NULL)) = 0)
    ORDER BY lower(u.email) COLLATE "C", u.id LIMIT ${limit + 1}::int`;
  const { items, nextCursor } = pageOf(rows, limit, ({ key, userId }) => encodeTextCursor('members', key, userId));
  const members = items.map(({ key: _, source, ...row }) => ({ ...row, source: sourceOf(source) }));
  return { items: members, nextCursor, group: { id, name } };
}

const sourceOf = (source: string): MemberSource => {
  if (source === 'manual' || source === 'scim') return source;
  return 'provider';
};

/** For a member added by a provider, the membership becomes permanent: the provider no longer removes it. */
export async function addMember(deps: Deps, acting: Acting, { groupId, userId }: MemberInput): Promise<string> {
  return deps.db.$transaction(async (tx) => {
    const { group, user } = await find(tx, groupId, userId);
    if (!isEmailTrusted(deps.env, user)) throw emailUnconfirmed(user.email, 'joins a group');
    await addTo(tx, acting, group, [user], 'manual');
    return `${user.email} is now a member of ${group.name}.`;
  });
}

export async function removeMember(deps: Deps, acting: Acting, { groupId, userId }: MemberInput): Promise<string> {
  return deps.db.$transaction(async (tx) => {
    const { group, user } = await find(tx, groupId, userId);
    if ((await removeFrom(tx, acting, group, [user])) === 0) throw memberNotFound();
    return `${user.email} is no longer a member of ${group.name}.`;
  });
}

interface Named {
  id: string;
  name: string;
}

interface Person {
  id: string;
  email: string;
}

/**
 * Adds users and records those who were not members yet. An administrator takes over each existing membership, and SCIM
 * those of sign-in providers, so that the next sign-in keeps them.
 */
export async function addTo(
  tx: Transaction,
  acting: Acting,
  group: Named,
  people: readonly Person[],
  source: string,
): Promise<void> {
  const ids = people.map(({ id }) => id);
  const before = await tx.groupMember.findMany({
    where: { groupId: group.id, userId: { in: ids } },
    select: { userId: true },
  });
  const known = new Set(before.map(({ userId }) => userId));
  const added = people.filter(({ id }) => !known.has(id));
  await tx.groupMember.createMany({
    data: added.map(({ id: userId }) => ({ groupId: group.id, userId, source })),
    skipDuplicates: true,
  });
  if (source === 'manual' || source === 'scim')
    await tx.groupMember.updateMany({
      where: {
        groupId: group.id,
        userId: { in: [...known] },
        ...(source === 'scim' && { source: { startsWith: 'oidc:' } }),
      },
      data: { source },
    });
  await recordAudit(tx, traces(acting, 'group-member-added', group, added));
}

/** Returns the number of removed members. */
export async function removeFrom(
  tx: Transaction,
  acting: Acting,
  group: Named,
  people: readonly Person[],
): Promise<number> {
  const where = { groupId: group.id, userId: { in: people.map(({ id }) => id) } };
  const members = new Set(
    (await tx.groupMember.findMany({ where, select: { userId: true } })).map((one) => one.userId),
  );
  const removed = people.filter(({ id }) => members.has(id));
  const { count } = await tx.groupMember.deleteMany({ where });
  await recordAudit(tx, traces(acting, 'group-member-removed', group, removed));
  return count;
}

const traces = (
  acting: Acting,
  kind: 'group-member-added' | 'group-member-removed',
  group: Named,
  people: readonly Person[],
) =>
  people.map(({ id, email }) => ({
    ...groupAudit(acting, kind, group),
    subject: { id, label: email },
    details: { group: group.name },
  }));

async function find(tx: Transaction, groupId: string, userId: string) {
  const [group, user] = [
    await tx.group.findUnique({ where: { id: groupId }, select: { id: true, name: true } }),
    await tx.user.findFirst({
      where: { id: userId, deletedAt: null },
      select: { id: true, email: true, emailConfirmedAt: true },
    }),
  ];
  if (!group) throw groupNotFound();
  if (!user) throw memberNotFound();
  return { group, user };
}
