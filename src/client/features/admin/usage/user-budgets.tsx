import { chakra, Grid } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useServerForm } from '~/client/hooks/use-server-form';
import { formatCost } from '~/client/lib/format-cost';
import { errorToast, toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { Button, IconButton } from '~/client/ui/form/button';
import { TextField } from '~/client/ui/form/field';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { usageWords as words } from '~/client/words/usage';
import type { UserBudget } from '~/shared/schemas/usage';
import { tableStates } from '../table-states';

/** Users who have their own monthly budget. */
export function UserBudgets() {
  const list = trpc.usage.userBudgets.useInfiniteQuery(
    {},
    { getNextPageParam: (page) => page.nextCursor, refetchOnMount: 'always' },
  );
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items), [list.data]);
  return (
    <Section title={words.exceptions} description={words.exceptionsNote}>
      <UserBudgetForm />
      <DataTable
        caption={words.exceptions}
        columns={columns}
        rows={rows}
        rowKey={({ userId }) => userId}
        loadingText={words.loadingExceptions}
        emptyText={words.noExceptions}
        {...tableStates(list, words.exceptionsFailed)}
      />
    </Section>
  );
}

function UserBudgetForm() {
  const utils = trpc.useUtils();
  const { formProps, fieldProps, onError, reset } = useServerForm({
    defaultValues: { email: '', monthlyUsd: '' },
    loadSchema: () => import('~/shared/schemas/usage').then(({ userBudgetInput }) => userBudgetInput),
    failureTitle: words.userBudgetFailed,
    onValid: (values) => save.mutate(values),
  });
  const save = trpc.usage.setUserBudget.useMutation({
    onSuccess({ message }) {
      reset();
      toast({ kind: 'success', title: words.userBudgetSaved, description: message });
      void utils.usage.userBudgets.invalidate();
    },
    onError,
  });
  return (
    <chakra.form {...formProps} aria-label={words.exceptions} maxWidth="38rem">
      <Grid templateColumns={{ base: '1fr', sm: '2fr 1fr auto' }} gap="3" alignItems="start">
        <TextField label={words.email} type="email" autoComplete="off" {...fieldProps('email')} />
        <TextField label={words.budget} inputMode="decimal" placeholder={words.noLimit} {...fieldProps('monthlyUsd')} />
        <Button type="submit" mt={{ sm: '1.625rem' }} height="11" pending={save.isPending} pendingLabel={words.saving}>
          {words.setBudget}
        </Button>
      </Grid>
    </chakra.form>
  );
}

function RemoveBudget({ userId, email }: Pick<UserBudget, 'userId' | 'email'>) {
  const utils = trpc.useUtils();
  const remove = trpc.usage.removeUserBudget.useMutation({
    onSuccess: ({ message }) => toast({ kind: 'success', title: words.userBudgetRemoved, description: message }),
    onError: (cause) => errorToast(words.removeFailed, cause),
    onSettled: () => utils.usage.userBudgets.invalidate(),
  });
  return (
    <IconButton
      size="sm"
      label={words.removeOf(email)}
      aria-disabled={remove.isPending || undefined}
      onClick={() => !remove.isPending && remove.mutate({ userId })}
    >
      <Trash2 size={16} strokeWidth={1.5} />
    </IconButton>
  );
}

const columns: Column<UserBudget>[] = [
  { key: 'email', header: words.email, isPrimary: true, cell: ({ email }) => email },
  {
    key: 'budget',
    header: words.budget,
    align: 'end',
    cell: ({ monthlyUsd }) => (monthlyUsd === null ? words.noLimit : formatCost(monthlyUsd)),
  },
  { key: 'spent', header: words.spent, align: 'end', cell: ({ spentUsd }) => formatCost(spentUsd) },
  {
    key: 'actions',
    header: words.actions,
    isActions: true,
    align: 'end',
    cell: ({ userId, email }) => <RemoveBudget userId={userId} email={email} />,
  },
];
