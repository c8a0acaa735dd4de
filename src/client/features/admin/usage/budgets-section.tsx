import { chakra, Grid, Stack } from '@chakra-ui/react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { formatCost } from '~/client/lib/format-cost';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { usageWords as words } from '~/client/words/usage';
import type { Budgets } from '~/shared/schemas/usage';

/** The monthly budgets of the installation and of each user. */
export function BudgetsSection() {
  const budgets = trpc.usage.budgets.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Section title={words.budgets} description={words.budgetsNote}>
      {budgets.data ? (
        <BudgetsForm budgets={budgets.data} />
      ) : budgets.isPending ? (
        <Skeleton height="32" />
      ) : (
        <QueryError title={words.budgetsFailedToLoad} query={budgets} />
      )}
    </Section>
  );
}

function BudgetsForm({ budgets }: { budgets: Budgets }) {
  const utils = trpc.useUtils();
  const saved = { installationUsd: budgets.installationUsd ?? '', userUsd: budgets.userUsd ?? '' };
  const { formProps, fieldProps, watch, onError } = useServerForm({
    defaultValues: saved,
    values: saved,
    loadSchema: () => import('~/shared/schemas/usage').then(({ budgetsInput }) => budgetsInput),
    failureTitle: words.budgetsFailed,
    onValid: (values) => save.mutate(values),
  });
  const save = trpc.usage.setBudgets.useMutation({
    onSuccess(now) {
      utils.usage.budgets.setData(undefined, now);
      void utils.usage.budget.invalidate();
      toast({ kind: 'success', title: words.budgetsSaved });
    },
    onError,
  });
  const [installationUsd, userUsd] = watch(['installationUsd', 'userUsd']);
  const isChanged = installationUsd !== saved.installationUsd || userUsd !== saved.userUsd;
  return (
    <chakra.form {...formProps} aria-label={words.budgets} maxWidth="38rem">
      <Stack gap="5">
        <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap={{ base: '5', sm: '3' }} alignItems="start">
          <TextField
            label={words.installationBudget}
            inputMode="decimal"
            placeholder={words.noLimit}
            hint={words.spentOf(formatCost(budgets.spentUsd))}
            {...fieldProps('installationUsd')}
          />
          <TextField
            label={words.userBudget}
            inputMode="decimal"
            placeholder={words.noLimit}
            {...fieldProps('userUsd')}
          />
        </Grid>
        <Button
          type="submit"
          variant="primary"
          alignSelf="start"
          inactive={!isChanged}
          pending={save.isPending}
          pendingLabel={words.saving}
        >
          {words.saveBudgets}
        </Button>
      </Stack>
    </chakra.form>
  );
}
