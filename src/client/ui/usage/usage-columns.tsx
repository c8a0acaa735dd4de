import { formatCount, formatDay } from '~/client/lib/format';
import { formatCost } from '~/client/lib/format-cost';
import type { Column } from '~/client/ui/table/data-table';
import { usageWords as words } from '~/client/words/usage';
import type { UsageOfDay, UsageOfModel, UsageOfUser, UsageSums } from '~/shared/schemas/usage';

const sumColumns: Column<UsageSums>[] = [
  { key: 'requests', header: words.requests, align: 'end', cell: ({ requests }) => formatCount(requests) },
  { key: 'inputTokens', header: words.inputTokens, align: 'end', cell: ({ inputTokens }) => formatCount(inputTokens) },
  {
    key: 'outputTokens',
    header: words.outputTokens,
    align: 'end',
    cell: ({ outputTokens }) => formatCount(outputTokens),
  },
  { key: 'cost', header: words.cost, align: 'end', cell: ({ cost }) => formatCost(cost) },
];

export const modelColumns: Column<UsageOfModel>[] = [
  { key: 'model', header: words.model, isPrimary: true, cell: ({ modelName }) => modelName },
  ...sumColumns,
];
export const dayColumns: Column<UsageOfDay>[] = [
  { key: 'day', header: words.day, isPrimary: true, cell: ({ day }) => <time dateTime={day}>{formatDay(day)}</time> },
  ...sumColumns,
];
export const userColumns: Column<UsageOfUser>[] = [
  { key: 'user', header: words.user, isPrimary: true, cell: ({ email }) => email ?? words.deletedAccounts },
  ...sumColumns,
];
