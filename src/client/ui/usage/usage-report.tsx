import { Flex, Grid, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { formatCount } from '~/client/lib/format';
import { formatCost } from '~/client/lib/format-cost';
import { Card } from '~/client/ui/content/card';
import { type TabItem, Tabs } from '~/client/ui/content/tabs';
import { StaleContent, type StaleContentProps } from '~/client/ui/feedback/stale-content';
import { Select } from '~/client/ui/form/select';
import { DataTable } from '~/client/ui/table/data-table';
import type { TableFailure } from '~/client/ui/table/table-columns';
import { usageWords as words } from '~/client/words/usage';
import type { UsageSummary, UsageSums } from '~/shared/schemas/usage';
import { type UsagePeriod, usagePeriods } from '~/shared/usage-period';
import { CostChart } from './cost-chart';
import { dayColumns, modelColumns, userColumns } from './usage-columns';

/** Contains users only for administrators. */
type ReportedUsage = Omit<UsageSummary, 'users'> & Partial<Pick<UsageSummary, 'users'>>;

interface UsageReportProps extends Pick<StaleContentProps, 'isStale'> {
  /** undefined while loading. */
  usage: ReportedUsage | undefined;
  error: TableFailure | undefined;
  period: UsagePeriod;
  onPeriod: (period: UsagePeriod) => void;
  /** Shown beside the period. */
  filters?: ReactNode;
  actions?: ReactNode;
}

type View = 'models' | 'days' | 'users';

/** Usage of AI models in a period: totals, a cost chart, and a table by model, day or user. */
export function UsageReport({ usage, error, isStale, period, onPeriod, filters, actions }: UsageReportProps) {
  return (
    <Stack gap="5">
      <Flex gap="3" wrap="wrap" justify="space-between" align="center">
        <Flex gap="3" wrap="wrap" flexGrow={{ base: 1, sm: 0 }}>
          <Flex width={{ base: 'full', sm: '48' }}>
            <Select
              aria-label={words.period}
              value={period}
              // The value is one of the options below.
              onChange={({ currentTarget }) => onPeriod(currentTarget.value as UsagePeriod)}
            >
              {usagePeriods.map((value) => (
                <option key={value} value={value}>
                  {words.periods[value]}
                </option>
              ))}
            </Select>
          </Flex>
          {filters}
        </Flex>
        {actions}
      </Flex>
      <StaleContent isStale={isStale} loadingText={words.loading} gap="5">
        {usage && usage.days.length > 0 && (
          <>
            <Totals total={usage.total} />
            {usage.days.length > 1 && (
              <Card>
                <CostChart usage={usage} />
              </Card>
            )}
          </>
        )}
        <UsageTables usage={usage} error={error} />
      </StaleContent>
    </Stack>
  );
}

/** Shows only the table by model while there is no data. */
function UsageTables({ usage, error }: Pick<UsageReportProps, 'usage' | 'error'>) {
  const [view, setView] = useState<View>('models');
  const table = { loadingText: words.loading, emptyText: words.none, error };
  const models = (
    <DataTable
      {...table}
      caption={words.models}
      columns={modelColumns}
      rows={usage?.models}
      rowKey={({ model }) => model}
    />
  );
  if (!usage || usage.days.length === 0) return models;
  const days = (
    <DataTable
      {...table}
      caption={words.days}
      columns={dayColumns}
      rows={usage.days.toReversed()}
      rowKey={({ day }) => day}
    />
  );
  const users = usage.users && (
    <DataTable
      {...table}
      caption={words.users}
      columns={userColumns}
      rows={usage.users}
      rowKey={({ userId }) => userId}
    />
  );
  const items: TabItem<View>[] = [
    { value: 'models', label: words.models, content: <Part>{models}</Part> },
    { value: 'days', label: words.days, content: <Part>{days}</Part> },
    ...(users ? [{ value: 'users' as const, label: words.users, content: <Part>{users}</Part> }] : []),
  ];
  return (
    <div>
      <Tabs label={words.tables} value={view} onChange={setView} items={items} />
    </div>
  );
}

const Part = ({ children }: { children: ReactNode }) => <Stack mt="4">{children}</Stack>;

function Totals({ total }: { total: UsageSums }) {
  const figures = [
    [words.cost, formatCost(total.cost)],
    [words.requests, formatCount(total.requests)],
    [words.inputTokens, formatCount(total.inputTokens)],
    [words.outputTokens, formatCount(total.outputTokens)],
  ] as const;
  return (
    <Stack gap="2">
      <Grid as="dl" templateColumns={{ base: '1fr 1fr', sm: 'repeat(4, max-content)' }} columnGap="10" rowGap="3">
        {figures.map(([name, value]) => (
          <div key={name}>
            <Text as="dt" textStyle="caption" color="fg.muted">
              {name}
            </Text>
            <Text as="dd" textStyle="heading" data-numeric>
              {value}
            </Text>
          </div>
        ))}
      </Grid>
      {total.unknownRequests > 0 && (
        <Text textStyle="caption" color="fg.muted">
          {words.unknown(formatCount(total.unknownRequests), total.unknownRequests === 1)}
        </Text>
      )}
      {/* If no request has a cost, there is no sum that could be incomplete. */}
      {total.cost !== null && total.unpricedRequests > 0 && (
        <Text textStyle="caption" color="fg.muted">
          {words.unpriced(formatCount(total.unpricedRequests), total.unpricedRequests === 1)}
        </Text>
      )}
    </Stack>
  );
}
