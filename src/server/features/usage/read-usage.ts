/** Totals of usage_days by day, model and user. Days are in UTC. */
import type { Deps } from '~/server/deps';
import type { OwnUsage, Period, UsageSummary, UsageSums } from '~/shared/schemas/usage';
import { readBudgetState } from './budgets.service';
import { type SumRow, sumsOf } from './usage-sums';

const usersOfSummary = 100;

/** PostgreSQL's grouping(day, model, user_id) bits: the columns by which a row is not grouped. */
const groupings = { total: 7, day: 3, model: 5, user: 6 } as const;

interface GroupRow extends SumRow {
  grouping: number;
  day: string;
  model: string;
  modelName: string;
  userId: string;
  email: string | null;
}

export async function readOwnUsage(deps: Deps, userId: string, period: Period): Promise<OwnUsage> {
  const [groups, budget] = await Promise.all([readGroups(deps, period, { userId }), readBudgetState(deps, userId)]);
  const { users: _, ...own } = summaryOf(period, groups);
  return { ...own, budget };
}

/** Limits the result to one user, one model, or both. */
interface Filter {
  userId?: string | undefined;
  model?: string | undefined;
}

export async function readUsageSummary(deps: Deps, input: Period & Filter): Promise<UsageSummary> {
  return summaryOf(input, await readGroups(deps, input, input));
}

const nothing: UsageSums = {
  requests: 0,
  unknownRequests: 0,
  unpricedRequests: 0,
  estimatedRequests: 0,
  inputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  cachedTokens: 0,
  cost: null,
};

function summaryOf({ from, to }: Period, groups: GroupRow[]): UsageSummary {
  const by = (grouping: number) => groups.filter((row) => row.grouping === grouping);
  const [total] = by(groupings.total);
  return {
    from,
    to,
    total: total ? sumsOf(total) : nothing,
    days: by(groupings.day).map((row) => ({ day: row.day, ...sumsOf(row) })),
    models: by(groupings.model).map((row) => ({ model: row.model, modelName: row.modelName, ...sumsOf(row) })),
    users: by(groupings.user).map((row) => ({ userId: row.userId, email: row.email, ...sumsOf(row) })),
  };
}

/** All totals of a period in one statement. Days in order, models and users by cost. */
async function readGroups(
  { db }: Pick<Deps, 'db'>,
  { from, to }: Period,
  { userId = undefined, model = undefined }: Filter,
): Promise<GroupRow[]> {
  return db.sql<GroupRow>`
    SELECT grouped.*, u.email FROM (
      SELECT grouping(day, model, user_id) AS grouping, day::text AS day, model, user_id AS "userId",
             max(model_name) AS "modelName", sum(requests)::text AS requests,
             sum(unknown_requests)::text AS "unknownRequests", sum(unpriced_requests)::text AS "unpricedRequests",
             sum(estimated_requests)::text AS "estimatedRequests",
             sum(input_tokens)::text AS "inputTokens", sum(output_tokens)::text AS "outputTokens",
             sum(reasoning_tokens)::text AS "reasoningTokens", sum(cached_tokens)::text AS "cachedTokens",
             trim_scale(sum(cost))::text AS cost,
             row_number() OVER (
               PARTITION BY grouping(day, model, user_id)
               ORDER BY day, sum(cost) DESC NULLS LAST, sum(requests) DESC, model, user_id
             ) AS place
      FROM usage_days
      WHERE day BETWEEN ${from}::date AND ${to}::date 
        AND (${userId ?? null}::uuid IS NULL OR user_id = ${userId ?? null}::uuid)
        AND (${model ?? null}::text IS NULL OR model = ${model ?? null}::text)
      GROUP BY GROUPING SETS ((day), (model), (user_id), ())
      HAVING count(*) > 0
    ) AS grouped LEFT JOIN users u ON u.id = grouped."userId" AND u.deleted_at IS NULL
    WHERE grouping <> ${groupings.user} OR place <= ${usersOfSummary}
    ORDER BY place`;
}
