import type { UsageSums } from '~/shared/schemas/usage';

/** Sums as returned by the driver: integers as strings. */
export type SumRow = Record<Exclude<keyof UsageSums, 'cost'>, string> & { cost: string | null };

export const sumsOf = (row: SumRow): UsageSums => ({
  requests: Number(row.requests),
  unknownRequests: Number(row.unknownRequests),
  unpricedRequests: Number(row.unpricedRequests),
  estimatedRequests: Number(row.estimatedRequests),
  inputTokens: Number(row.inputTokens),
  outputTokens: Number(row.outputTokens),
  reasoningTokens: Number(row.reasoningTokens),
  cachedTokens: Number(row.cachedTokens),
  cost: row.cost,
});
