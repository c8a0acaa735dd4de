/**
 * The ledger of model usage. Every model request first reserves a part of the budgets and then records its usage:
 * answers through Generation, other features with `reserveBudget` and `recordUsage` of usage.service.ts.
 */
import type { Database } from '~/server/db/client';
import { rethrowBudgetError } from '~/server/generation/rethrow-budget-error';
import type { RecordedUse, UsageLedger } from '~/server/generation/usage-ledger-types';
import type { Metrics } from '~/server/metrics/metrics';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { costOf, estimatedCost, isOrdinary } from './cost';

export function createUsageLedger(db: Database, metrics: Metrics): UsageLedger {
  return {
    reservationFor(purpose, chosen, size) {
      const usd = estimatedCost(chosen, size);
      return usd === null ? null : { purpose, model: chosen.id, modelName: chosen.displayName, usd };
    },
    async raise({ key, userId, chosen }, size) {
      const usd = isOrdinary(size) ? null : estimatedCost(chosen, size);
      if (usd === null) return;
      await db.sql`SELECT raise_reservation(${key}, ${userId}::uuid, ${usd}::numeric)`.catch(rethrowBudgetError);
    },
    async record(use, tokens) {
      const { prices } = use.chosen;
      const usage: AnswerUsage | undefined = tokens && { ...tokens, ...(prices && { cost: costOf(tokens, prices) }) };
      await store(db, use, usage);
      metrics.modelUsed({ model: use.chosen.id, purpose: use.purpose, usage });
      return usage;
    },
    async release(key) {
      await db.sql`DELETE FROM usage_events WHERE key = ${key} AND settled_at IS NULL`;
    },
    async closeAbandoned(keys) {
      await db.sql`
        SELECT record_usage(key, user_id, purpose, model, model_name, NULL, NULL, NULL, NULL, NULL, false)
        FROM usage_events WHERE key = ANY(${[...keys]}::text[]) AND settled_at IS NULL`;
    },
  };
}

async function store(db: Database, use: RecordedUse, usage: AnswerUsage | undefined): Promise<void> {
  const { key, userId, purpose, chosen } = use;
  await db.sql`
    SELECT record_usage(
      ${key}, ${userId}::uuid, ${purpose}, ${chosen.id}, ${chosen.displayName}, ${usage?.inputTokens ?? null}::int,
      ${usage?.outputTokens ?? null}::int, ${usage?.reasoningTokens ?? null}::int, ${usage?.cachedTokens ?? null}::int,
      ${usage?.cost ?? null}::numeric, ${usage?.isEstimated ?? false})`;
}
