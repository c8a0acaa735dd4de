import type { Deps } from '~/server/deps';
import { formulaSafeCsv } from '~/server/lib/csv';
import type { UsageRow } from '~/shared/schemas/usage';
import { usageOf } from './list-usage';

const columns = [
  'day',
  'model',
  'modelName',
  'requests',
  'unknownRequests',
  'unpricedRequests',
  'estimatedRequests',
  'inputTokens',
  'outputTokens',
  'reasoningTokens',
  'cachedTokens',
  'cost',
] as const satisfies readonly (keyof UsageRow)[];

/** A user's usage of AI models by day and model, as CSV that is safe to open in spreadsheets. Cost in USD. */
export async function* userUsageCsv(deps: Deps, userId: string): AsyncGenerator<string> {
  yield formulaSafeCsv([[...columns]]);
  for await (const row of usageOf(deps, userId))
    yield formulaSafeCsv([columns.map((column) => String(row[column] ?? ''))]);
}
