/**
 * For features that call a model themselves: `reserveBudget` before the request, `recordUsage` after it, however it
 * ended. Answers of conversations do both through Generation.
 */
import type { Deps } from '~/server/deps';
import type { RequestSize } from '~/server/generation/request-size';
import { rethrowBudgetError } from '~/server/generation/rethrow-budget-error';
import type { ModelUse } from '~/server/generation/usage-ledger-types';
import type { AnswerUsage } from '~/shared/schemas/messages';

/** How long a reservation counts if its process stops without recording. */
const reservedSeconds = 3600;

/** Reserves the expected cost of the request. Throws AppError 'budget_used' if a budget is used up. */
export async function reserveBudget(
  { db, usage }: Pick<Deps, 'db' | 'usage'>,
  use: ModelUse,
  size?: RequestSize,
): Promise<void> {
  const reservation = usage.reservationFor(use.purpose, use.chosen, size);
  if (!reservation) return;
  const { purpose, model, modelName, usd } = reservation;
  await db.sql`
    SELECT reserve_usage(${use.key}, ${use.userId}::uuid, ${purpose}, ${model}, ${modelName}, ${usd}::numeric,
                         ${reservedSeconds})`.catch(rethrowBudgetError);
}

/**
 * Records the tokens of all rounds of a request, and returns them with their cost. If the endpoint reported none, the
 * request counts with unknown tokens. Idempotent: each key counts once.
 */
export const recordUsage = (
  { usage }: Pick<Deps, 'usage'>,
  use: ModelUse,
  tokens: AnswerUsage | undefined,
): Promise<AnswerUsage | undefined> => usage.record(use, tokens);

/** Releases a reservation if the request was not made or was rejected. */
export const releaseBudget = ({ usage }: Pick<Deps, 'usage'>, use: Pick<ModelUse, 'key'>): Promise<void> =>
  usage.release(use.key);
