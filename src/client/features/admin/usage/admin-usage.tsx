import { Stack } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { daysOfPeriod, type UsagePeriod } from '~/client/lib/usage-period';
import { Button } from '~/client/ui/form/button';
import { UsageReport } from '~/client/ui/usage/usage-report';
import { usageWords as words } from '~/client/words/usage';
import { FeedbackSection } from '../feedback/feedback-section';
import { BudgetsSection } from './budgets-section';
import { UserBudgets } from './user-budgets';

/** Everyone's usage of AI models, and the budgets. A default export, as `lazy` asks for one. */
export default function AdminUsage() {
  const [period, setPeriod] = useState<UsagePeriod>('this-month');
  const days = daysOfPeriod(period);
  const summary = trpc.usage.summary.useQuery(days, { refetchOnMount: 'always', placeholderData: keepPreviousData });
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
        period={period}
        onPeriod={setPeriod}
        actions={
          Boolean(summary.data?.days.length) && (
            <Button asChild>
              <a href={`/api/admin/usage/export?${new URLSearchParams(days)}`} download>
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
