/**
 * Users over SCIM. The userName is the email. Deactivating locks the account and ends its sessions, API tokens and
 * sockets. DELETE does the same and hides the user from SCIM, but deletes nothing: only administrators delete accounts.
 * `active` is the directory's own decision, whether or not an administrator has locked the account.
 */
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import { setLocked } from '~/server/features/admin/admin.service';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { noPassword } from '~/server/lib/password';
import { isUuid, nilUuid } from '~/server/lib/uuid';
import { emailTaken, notFound } from './scim-errors';
import type { NewUser, UserChange } from './scim-input';
import type { Filter, Paging, ScimList } from './scim-query';
import { replaceOwner, takeOver } from './take-over';

export const userFilters = ['username', 'externalid', 'id', 'emails.value'] as const;

interface Row {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  externalId: string | null;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
  groups: { value: string; display: string }[];
}

export type ScimUser = ReturnType<typeof toScimUser>;

export async function listScimUsers(
  deps: Deps,
  filter: Filter | undefined,
  { startIndex, count }: Paging,
): Promise<ScimList<ScimUser>> {
  const where = { ...visible, ...(filter && comparisons[filter.attribute as UserFilter](filter.value)) };
  const totalResults = await deps.db.user.count({ where });
  if (count === 0) return { totalResults, rows: [] };
  const found = await deps.db.user.findMany({
    where,
    select: { id: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    skip: startIndex - 1,
    take: count,
  });
  return {
    totalResults,
    rows: await read(
      deps,
      found.map(({ id }) => id),
    ),
  };
}

/** Users deleted by a directory are not visible to it until it creates them again. */
const visible = { deletedAt: null, directoryDeletedAt: null };

type UserFilter = (typeof userFilters)[number];

/** Each filter has an index, because directories query every user one by one. */
const comparisons: Record<UserFilter, (value: string) => { id: string } | { email: string } | { externalId: string }> =
  {
    username: (value) => ({ email: value.toLowerCase() }),
    'emails.value': (value) => ({ email: value.toLowerCase() }),
    externalid: (externalId) => ({ externalId }),
    id: (value) => ({ id: isUuid(value.toLowerCase()) ? value.toLowerCase() : nilUuid }),
  };

export async function getScimUser(deps: Deps, id: string): Promise<ScimUser> {
  const [user] = await read(deps, [id]);
  if (!user) throw notFound('User', id);
  return user;
}

/** Sorted by id. */
async function read({ db, env }: Pick<Deps, 'db' | 'env'>, ids: string[]): Promise<ScimUser[]> {
  if (ids.length === 0) return [];
  const rows = await db.sql<Row>`
    SELECT u.id, u.email, u.first_name AS "firstName", u.last_name AS "lastName", u.external_id AS "externalId",
           u.deactivated_at IS NULL AS "isActive", u.created_at AS "createdAt", u.updated_at AS "updatedAt",
           coalesce((SELECT jsonb_agg(jsonb_build_object('value', g.id, 'display', g.name) ORDER BY g.name_key)
                     FROM group_members m JOIN groups g ON g.id = m.group_id WHERE m.user_id = u.id), '[]') AS groups
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted(id, place) JOIN users u ON u.id = wanted.id
    WHERE u.deleted_at IS NULL AND u.directory_deleted_at IS NULL ORDER BY wanted.place`;
  return rows.map((row) => toScimUser(row, env.publicUrl));
}

function toScimUser(row: Row, publicUrl: string) {
  const { id, email, firstName, lastName, externalId, isActive, createdAt, updatedAt, groups } = row;
  const formatted = [firstName, lastName].filter(Boolean).join(' ');
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id,
    ...(externalId !== null && { externalId }),
    userName: email,
    name: {
      ...(firstName && { givenName: firstName }),
      ...(lastName && { familyName: lastName }),
      ...(formatted && { formatted }),
    },
    displayName: formatted || email,
    emails: [{ value: email, type: 'work', primary: true }],
    active: isActive,
    groups,
    meta: {
      resourceType: 'User',
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${publicUrl}/scim/v2/Users/${id}`,
    },
  };
}

/**
 * Creates an account without a password: the user signs in with the provider, or sets one with a password reset link. A
 * user whom a directory deleted earlier keeps the id and all data.
 */
export async function createScimUser(deps: Deps, acting: Acting, input: NewUser): Promise<ScimUser> {
  const { userName: email, externalId = null, active = true, firstName = null, lastName = null } = input;
  const now = new Date();
  const id = await deps.db.$transaction(async (tx) => {
    const [user] = await tx.user.createManyAndReturn({
      data: {
        email,
        password: noPassword(),
        firstName: firstName || null,
        lastName: lastName || null,
        externalId,
        // Confirmed, because the directory is the company's own list of emails.
        emailConfirmedAt: now,
        provisionedAt: now,
        ...(!active && { isLocked: true, deactivatedAt: now }),
      },
      select: { id: true },
      skipDuplicates: true,
    });
    if (!user) return undefined;
    await tx.invitation.deleteMany({ where: { email, acceptedAt: null } });
    const subject = { id: user.id, label: email };
    await recordAudit(tx, { kind: 'user-provisioned', actor: acting.by, subject, caller: acting.caller });
    return user.id;
  });
  return id === undefined ? recreate(deps, acting, input) : getScimUser(deps, id);
}

/** For an account that the directory deleted, or whose email was never confirmed. */
async function recreate(deps: Deps, acting: Acting, input: NewUser): Promise<ScimUser> {
  const { userName: email, externalId = null, active = true, firstName, lastName } = input;
  const { id, isTakenOver } = await deps.db.$transaction(async (tx) => {
    const found = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!found) throw emailTaken();
    const isTakenOver = await takeOver(tx, deps, acting, found.id);
    const { count } = await tx.user.updateMany({
      where: { id: found.id, email, deletedAt: null, ...(!isTakenOver && { directoryDeletedAt: { not: null } }) },
      data: {
        directoryDeletedAt: null,
        externalId,
        ...(firstName !== undefined && { firstName: firstName || null }),
        ...(lastName !== undefined && { lastName: lastName || null }),
      },
    });
    if (count === 0) throw emailTaken();
    const subject = { id: found.id, label: email };
    await recordAudit(tx, { kind: 'user-provisioned', actor: acting.by, subject, caller: acting.caller });
    return { id: found.id, isTakenOver };
  });
  if (isTakenOver) deps.bus.publish('accounts', { type: 'sessions-ended', userId: id });
  await setActive(deps, acting, id, active);
  return getScimUser(deps, id);
}

/** Absent fields stay unchanged, even with PUT, because clients omit what they don't manage. */
export async function changeScimUser(deps: Deps, acting: Acting, id: string, change: UserChange): Promise<ScimUser> {
  let isTakenOver = false;
  let replacedId: string | null = null;
  const changeInside = async (tx: Transaction) => {
    ({ isTakenOver, replacedId } = await changeFields(tx, deps, acting, { id, change }));
  };
  const isDone = change.active !== undefined && (await setActive(deps, acting, id, change.active, changeInside));
  if (!isDone) await deps.db.$transaction(changeInside);
  if (isTakenOver) deps.bus.publish('accounts', { type: 'sessions-ended', userId: id });
  if (replacedId) deps.bus.publish('accounts', { type: 'account-closed', userId: replacedId });
  return getScimUser(deps, id);
}

interface Fields {
  email: string;
  externalId: string | null;
  firstName: string | null;
  lastName: string | null;
}

/**
 * Directories often send a whole user, so that most fields are the stored ones. With their first `externalId` they
 * adopt the account. Returns whether it was taken over, and the id of another account that had to give up its email.
 */
async function changeFields(
  tx: Transaction,
  deps: Deps,
  acting: Acting,
  { id, change }: { id: string; change: UserChange },
): Promise<{ isTakenOver: boolean; replacedId: string | null }> {
  const [before] = await tx.$queryRaw<Fields[]>`
    SELECT email, external_id AS "externalId", first_name AS "firstName", last_name AS "lastName"
    FROM users WHERE id = ${id}::uuid AND deleted_at IS NULL AND directory_deleted_at IS NULL FOR NO KEY UPDATE`;
  if (!before) throw notFound('User', id);
  const { userName: email = before.email, externalId = before.externalId } = change;
  const { firstName = before.firstName, lastName = before.lastName } = change;
  const isMoved = email !== before.email;
  const replacedId = isMoved ? await replaceOwner(tx, deps, acting, email) : null;
  const data = {
    ...(isMoved && { email, emailConfirmedAt: new Date() }),
    ...(externalId !== before.externalId && { externalId }),
    ...((firstName || null) !== before.firstName && { firstName: firstName || null }),
    ...((lastName || null) !== before.lastName && { lastName: lastName || null }),
  };
  if (Object.keys(data).length === 0) return { isTakenOver: false, replacedId };
  const isGiven = isMoved || (externalId !== null && externalId !== before.externalId);
  const isTakenOver = isGiven && (await takeOver(tx, deps, acting, id));
  await tx.user.update({ where: { id }, data });
  // Links sent to the old email no longer belong to the user.
  if (isMoved) await tx.emailLink.deleteMany({ where: { userId: id } });
  const details = { fields: Object.keys(data).join(', '), ...(isMoved && { before: before.email }) };
  const subject = { id, label: email };
  await recordAudit(tx, { kind: 'user-changed', actor: acting.by, subject, details, caller: acting.caller });
  return { isTakenOver, replacedId };
}

/** Returns whether the state differed. `alsoChange` runs only in that case, in the same transaction. */
async function setActive(
  deps: Deps,
  acting: Acting,
  id: string,
  active: boolean,
  alsoChange?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  const user = await deps.db.user.findFirst({ where: { id, ...visible }, select: { deactivatedAt: true } });
  if (!user) throw notFound('User', id);
  // Almost every change of a user repeats its state. setLocked() checks again, under a lock.
  if ((user.deactivatedAt === null) === active) return false;
  await setLocked(deps, acting, { userId: id, isLocked: !active, isByDirectory: true }, alsoChange);
  return true;
}

/** Deactivates the account and hides it from SCIM. Its data and id stay. */
export async function deleteScimUser(deps: Deps, acting: Acting, id: string): Promise<void> {
  await setActive(deps, acting, id, false);
  // Unless another request of the directory has activated the account in between.
  await deps.db.user.updateMany({
    where: { id, deactivatedAt: { not: null } },
    data: { directoryDeletedAt: new Date() },
  });
}
