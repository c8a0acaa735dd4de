import type { z } from 'zod';
import type { FileOfParts } from '~/server/http/send-parts';
import { formulaSafeCsv } from '~/server/lib/csv';
import type { usagePage } from '~/shared/schemas/usage';
import { utcDay } from '~/shared/utc-day';

const usageColumns = {
  day: 'Day',
  email: 'User',
  model: 'Model',
  modelName: 'Name',
  requests: 'Requests',
  unknownRequests: 'Unknown',
  unpricedRequests: 'Without price',
  estimatedRequests: 'Estimated',
  inputTokens: 'Input tokens',
  outputTokens: 'Output tokens',
  reasoningTokens: 'Reasoning tokens',
  cachedTokens: 'Cached tokens',
  cost: 'Cost (USD)',
} as const;
const usageFields = Object.keys(usageColumns) as (keyof typeof usageColumns)[];

type UsageRow = Pick<z.infer<typeof usagePage>['items'][number], keyof typeof usageColumns>;

export const usageHeader = formulaSafeCsv([Object.values(usageColumns)]);
export const usageRows = (rows: readonly UsageRow[]): string =>
  formulaSafeCsv(rows.map((row) => usageFields.map((column) => String(row[column] ?? ''))));

export const usageDownload = (): FileOfParts<z.infer<typeof usagePage>> => ({
  fileName: `ai-usage-${utcDay(new Date())}.csv`,
  mediaType: 'text/csv; charset=utf-8',
  first: usageHeader,
  write: ({ items }) => usageRows(items),
  last: '',
});
