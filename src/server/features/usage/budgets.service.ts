/** Monthly budgets in USD, per user and for the installation. The database function reserve_usage() enforces them. */

import type { Deps } from '~/server/deps';
import { type Acting, recordAudit } from '~/server/features/audit/audit.service';
import { decodeTextCursor, encodeTextCursor, type PageRequest, pageOf } from '~/server/lib/cursor';
import { AppError } from '~/server/lib/errors';
import type {
  BudgetState,
  Budgets,
  BudgetsInput,
  UserBudget,
  UserBudgetInput,
  UserBudgetPage,
} from '~/shared/schemas/usage';
import { utcDay } from '~/shared/utc-day';

/** The first day of the next month in UTC. */
function renewsOn(now = new Date()): string {
  return utcDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)));
}

interface StateRow {
  monthlyUsd: string | null;
  spentUsd: string;
  isNear: boolean;
  isUsed: boolean;
  totalIsNear: boolean;
  totalIsUsed: boolean;
}

/** How much of their budget a user has left, and whether the installation's budget is nearly used up. */
export async function readBudgetState({ db }: Pick<Deps, 'db'>, userId: string): Promise<BudgetState> {
  const [row] = await db.sql<StateRow>`
    SELECT own.usd::text AS "monthlyUsd", trim_scale(spent.own)::text AS "spentUsd",
           coalesce(spent.own >= own.usd * 0.8, false) AS "isNear", coalesce(spent.own >= own.usd, false) AS "isUsed",
           coalesce(spent.total >= total.usd * 0.8, false) AS "totalIsNear", coalesce(spent.total >= total.usd, false) AS "totalIsUsed"
    FROM (
      SELECT CASE WHEN mine.user_id IS NULL THEN everyone.monthly_usd ELSE mine.monthly_usd END AS usd
      FROM budgets everyone LEFT JOIN user_budgets mine ON mine.user_id = ${userId}::uuid WHERE everyone.scope = 'user'
    ) AS own, (SELECT monthly_usd AS usd FROM budgets WHERE scope = 'installation') AS total,
    LATERAL (
      SELECT spent_usd(${userId}::uuid) AS own, CASE WHEN total.usd IS NULL THEN 0 ELSE spent_usd(NULL) END AS total
    ) AS spent`;
  if (!row) throw new Error('The rows of budgets are missing');
  const { isNear, isUsed, totalIsNear, totalIsUsed, monthlyUsd, spentUsd } = row;
  const hasBudget = monthlyUsd !== null;
  return {
    state: isUsed || totalIsUsed ? 'used' : isNear || totalIsNear ? 'near' : hasBudget ? 'free' : 'none',
    monthlyUsd,
    spentUsd,
    isOfInstallation: isUsed ? false : totalIsUsed || (totalIsNear && !isNear),
    renewsOn: renewsOn(),
  };
}

export async function readBudgets({ db }: Pick<Deps, 'db'>): Promise<Budgets> {
  const [row] = await db.sql<Omit<Budgets, 'renewsOn'>>`
    SELECT (SELECT monthly_usd::text FROM budgets WHERE scope = 'installation') AS "installationUsd",
           (SELECT monthly_usd::text FROM budgets WHERE scope = 'user') AS "userUsd",
           trim_scale(spent_usd(NULL))::text AS "spentUsd"`;
  if (!row) throw new Error('The budgets could not be read');
  return { ...row, renewsOn: renewsOn() };
}

export async function setBudgets(deps: Deps, { by, caller }: Acting, input: BudgetsInput): Promise<Budgets> {
  const { installationUsd, userUsd } = input;
  await deps.db.$transaction(async (tx) => {
    await tx.budget.update({ where: { scope: 'installation' }, data: { monthlyUsd: installationUsd } });
    await tx.budget.update({ where: { scope: 'user' }, data: { monthlyUsd: userUsd } });
    await recordAudit(tx, { kind: 'budgets-changed', actor: by, details: { installationUsd, userUsd }, caller });
  });
  return readBudgets(deps);
}

/** The users with a budget of their own, sorted by email. */
export async function listUserBudgets(
  { db }: Pick<Deps, 'db'>,
  { cursor, limit }: PageRequest,
): Promise<UserBudgetPage> {
  const after = cursor ? decodeTextCursor('user-budgets', cursor) : null;
  const rows = await db.sql<UserBudget>`
    SELECT b.user_id AS "userId", u.email, b.monthly_usd::text AS "monthlyUsd",
           trim_scale(spent_usd(b.user_id))::text AS "spentUsd"
    FROM user_budgets b JOIN users u ON u.id = b.user_id AND u.deleted_at IS NULL
    WHERE ${after === null} OR u.email COLLATE "C" > ${after?.key ?? null}::text COLLATE "C"
    ORDER BY u.email COLLATE "C" LIMIT ${limit + 1}`;
  return pageOf(rows, limit, ({ email, userId }) => encodeTextCursor('user-budgets', email, userId));
}

export async function setUserBudget(deps: Deps, { by, caller }: Acting, input: UserBudgetInput): Promise<string> {
  const { email, monthlyUsd } = input;
  await deps.db.$transaction(async (tx) => {
    const user = await tx.user.findFirst({ where: { email, deletedAt: null }, select: { id: true } });
    if (!user) throw new AppError('not_found', 'No account has this email.', { field: 'email' });
    await tx.userBudget.upsert({
      where: { userId: user.id },
      create: { userId: user.id, monthlyUsd },
      update: { monthlyUsd },
    });
    const subject = { id: user.id, label: email };
    await recordAudit(tx, { kind: 'user-budget-changed', actor: by, subject, details: { monthlyUsd }, caller });
  });
  return monthlyUsd === null ? `${email} has no budget limit.` : `The monthly budget for ${email} is $${monthlyUsd}.`;
}

/** Removes the user's own budget, so that the default budget applies again. */
export async function removeUserBudget(deps: Deps, { by, caller }: Acting, userId: string): Promise<string> {
  return deps.db.$transaction(async (tx) => {
    const row = await tx.userBudget.findUnique({ where: { userId }, select: { user: { select: { email: true } } } });
    const { count } = await tx.userBudget.deleteMany({ where: { userId } });
    if (!row || count === 0) throw new AppError('not_found', 'User not found');
    const subject = { id: userId, label: row.user.email };
    await recordAudit(tx, { kind: 'user-budget-removed', actor: by, subject, caller });
    return `${row.user.email} now has the budget for all users.`;
  });
}
