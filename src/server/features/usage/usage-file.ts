import Papa from 'papaparse';
import type { Deps } from '~/server/deps';
import type { UsageRow } from '~/shared/schemas/usage';
import { usageOf } from './list-usage';

const columns = [
  'day',
  'model',
  'modelName',
  'requests',
  'unknownRequests',
  'estimatedRequests',
  'inputTokens',
  'outputTokens',
  'reasoningTokens',
  'cachedTokens',
  'cost',
] as const satisfies readonly (keyof UsageRow)[];

/** A user's usage of AI models by day and model, as CSV that spreadsheets cannot run. Cost in USD. */
export async function* usageFile(deps: Deps, userId: string): AsyncGenerator<string> {
  yield usageLines([[...columns]]);
  for await (const row of usageOf(deps, userId)) yield usageLines([columns.map((column) => String(row[column] ?? ''))]);
}

const usageLines = (rows: string[][]) => `${Papa.unparse(rows, { newline: '\r\n', escapeFormulae: true })}\r\n`;
