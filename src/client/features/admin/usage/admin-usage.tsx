import { Stack } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { atBase } from '~/client/lib/base-path';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Button } from '~/client/ui/form/button';
import { UsageReport } from '~/client/ui/usage/usage-report';
import { usageWords as words } from '~/client/words/usage';
import { daysOfPeriod, type UsagePeriod } from '~/shared/usage-period';
import { FeedbackSection } from '../feedback/feedback-section';
import { BudgetsSection } from './budgets-section';
import { type UsageFilter, UsageFilters } from './usage-filters';
import { UserBudgets } from './user-budgets';

/** Everyone's usage of AI models, and the budgets. Default export for `lazy`. */
export default function AdminUsage() {
  const [period, setPeriod] = useState<UsagePeriod>('this-month');
  const [filter, setFilter] = useState<UsageFilter>({});
  const days = daysOfPeriod(period);
  const options = { refetchOnMount: 'always', placeholderData: keepPreviousData } as const;
  // The filters offer the models and users of the whole period.
  const all = trpc.usage.summary.useQuery(days, options);
  const isFiltered = Boolean(filter.model || filter.userId);
  const filtered = trpc.usage.summary.useQuery({ ...days, ...filter }, { ...options, enabled: isFiltered });
  const summary = isFiltered ? filtered : all;
  const error = summary.isError
    ? {
        title: words.failed,
        description: errorMessage(summary.error),
        onRetry: () => void summary.refetch(),
        isRetrying: summary.isFetching,
      }
    : undefined;
  return (
    <Stack gap="10">
      <UsageReport
        usage={summary.data}
        error={error}
        isStale={summary.isPlaceholderData}
        period={period}
        onPeriod={(chosen) => {
          setPeriod(chosen);
          setFilter({});
        }}
        filters={
          all.data && all.data.days.length > 0 && <UsageFilters of={all.data} filter={filter} onFilter={setFilter} />
        }
        actions={
          Boolean(all.data?.days.length) && (
            <Button asChild>
              <a href={atBase(`/api/admin/usage/export?${new URLSearchParams(days)}`)} download>
                <Download size={16} strokeWidth={1.5} />
                {words.exportCsv}
              </a>
            </Button>
          )
        }
      />
      <FeedbackSection period={days} />
      <BudgetsSection />
      <UserBudgets />
    </Stack>
  );
}
