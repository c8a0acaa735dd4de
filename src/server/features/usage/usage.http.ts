import type { z } from 'zod';
import type { FileOfParts } from '~/server/http/send-parts';
import { formulaSafeCsv } from '~/server/lib/csv';
import type { usagePage } from '~/shared/schemas/usage';

const usageColumns = {
  day: 'Day',
  email: 'User',
  model: 'Model',
  modelName: 'Name',
  requests: 'Requests',
  unknownRequests: 'Unknown',
  estimatedRequests: 'Estimated',
  inputTokens: 'Input tokens',
  outputTokens: 'Output tokens',
  reasoningTokens: 'Reasoning tokens',
  cachedTokens: 'Cached tokens',
  cost: 'Cost (USD)',
} as const;
const usageFields = Object.keys(usageColumns) as (keyof typeof usageColumns)[];

export const usageFile = (): FileOfParts<z.infer<typeof usagePage>> => ({
  fileName: `ai-usage-${new Date().toISOString().slice(0, 10)}.csv`,
  mediaType: 'text/csv; charset=utf-8',
  first: formulaSafeCsv([Object.values(usageColumns)]),
  write: ({ items }) => formulaSafeCsv(items.map((row) => usageFields.map((column) => String(row[column] ?? '')))),
  last: '',
});
