import { Stack, Text } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { formatDay } from '~/client/lib/format';
import { formatCost } from '~/client/lib/format-cost';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { UsageReport } from '~/client/ui/usage/usage-report';
import { usageWords as words } from '~/client/words/usage';
import { daysOfPeriod, type UsagePeriod } from '~/shared/usage-period';

/** The user's own usage of AI models, and their remaining budget. Default export for `lazy`. */
export default function UsageTab() {
  const [period, setPeriod] = useState<UsagePeriod>('this-month');
  const own = trpc.usage.own.useQuery(daysOfPeriod(period), {
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  const budget = own.data?.budget;
  const error = own.isError
    ? {
        title: words.failed,
        description: errorMessage(own.error),
        onRetry: () => void own.refetch(),
        isRetrying: own.isFetching,
      }
    : undefined;
  return (
    <Stack mt="8">
      <Section title={words.heading} description={words.note}>
        {budget?.monthlyUsd && (
          <Text color="fg.muted">
            {words.budgetLeft(formatCost(budget.spentUsd), formatCost(budget.monthlyUsd), formatDay(budget.renewsOn))}
          </Text>
        )}
        <UsageReport
          usage={own.data}
          error={error}
          isStale={own.isPlaceholderData}
          period={period}
          onPeriod={setPeriod}
        />
      </Section>
    </Stack>
  );
}
