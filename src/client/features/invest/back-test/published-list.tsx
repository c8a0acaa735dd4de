import { HStack } from '@chakra-ui/react';
import { useState } from 'react';
import { atBase } from '~/client/lib/base-path';
import { errorMessage } from '~/client/lib/error-message';
import { formatDate, formatDay } from '~/client/lib/format';
import { toast } from '~/client/lib/toast';
import { trpc } from '~/client/lib/trpc';
import { Badge } from '~/client/ui/content/badge';
import { Section } from '~/client/ui/content/card';
import { Button } from '~/client/ui/form/button';
import { ConfirmDialog } from '~/client/ui/overlay/confirm-dialog';
import { TextLink } from '~/client/ui/page/text-link';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { backTestWords as words } from '~/client/words/back-test';
import type { PublishedBacktest } from '~/shared/schemas/published-backtests';
import { Gain } from '../book/gain-button';

/** Everyone can read published runs; administrators select the one for the home page and unpublish. */
export function PublishedList({ isAdmin }: { isAdmin: boolean }) {
  const { data, error, isFetching, refetch } = trpc.backtest.listPublished.useQuery();
  const change = useChange();
  const [leaving, setLeaving] = useState<PublishedBacktest>();
  const choose = trpc.backtest.choose.useMutation({
    ...change,
    onSuccess: (run) => change.onDone(run.isChosen ? words.chosen : words.unchosen),
  });
  const unpublish = trpc.backtest.unpublish.useMutation({
    ...change,
    onSuccess() {
      setLeaving(undefined);
      change.onDone(words.unpublished);
    },
  });
  // The method is shown below, so visitors need no empty state.
  if (data?.length === 0 && !isAdmin) return null;
  return (
    <Section title={words.publishedTitle} description={words.publishedNote}>
      <DataTable
        caption={words.publishedTitle}
        columns={columnsOf(isAdmin, {
          pendingId: choose.isPending ? choose.variables.id : undefined,
          onChoose: ({ id, isChosen }) => choose.mutate({ id, isChosen: !isChosen }),
          onUnpublish: setLeaving,
        })}
        rows={data}
        rowKey={({ id }) => id}
        loadingText={words.loadingPublished}
        emptyText={words.nonePublished}
        error={
          error
            ? {
                title: words.couldNotLoadPublished,
                description: errorMessage(error),
                onRetry: () => void refetch(),
                isRetrying: isFetching,
              }
            : undefined
        }
      />
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={words.unpublish}
        body={leaving && words.unpublishBody(leaving.title)}
        confirmLabel={words.unpublish}
        pending={unpublish.isPending}
        pendingLabel={words.unpublishing}
        onConfirm={() => leaving && unpublish.mutate({ id: leaving.id })}
        onClose={() => setLeaving(undefined)}
      />
    </Section>
  );
}

function useChange() {
  const utils = trpc.useUtils();
  return {
    onDone(description: string) {
      toast({ kind: 'success', title: words.success, description });
      void utils.backtest.listPublished.invalidate();
    },
    onError(cause: unknown) {
      toast({ kind: 'error', title: words.error, description: errorMessage(cause, words.changeFailed) });
      void utils.backtest.listPublished.invalidate();
    },
  };
}

interface Actions {
  pendingId: string | undefined;
  onChoose: (run: PublishedBacktest) => void;
  onUnpublish: (run: PublishedBacktest) => void;
}

function columnsOf(isAdmin: boolean, { pendingId, onChoose, onUnpublish }: Actions): Column<PublishedBacktest>[] {
  const columns: Column<PublishedBacktest>[] = [
    {
      key: 'title',
      header: words.runTitle,
      isPrimary: true,
      cell: ({ id, title, isChosen }) => (
        <HStack gap="2" flexWrap="wrap">
          <TextLink href={atBase(`/back-tests/${id}`)}>{title}</TextLink>
          {isChosen && <Badge>{words.onHomePage}</Badge>}
        </HStack>
      ),
    },
    {
      key: 'period',
      header: words.period,
      cell: ({ input }) => words.periodOf(formatDay(input.fromDay), formatDay(input.toDay)),
    },
    {
      key: 'return',
      header: words.returned,
      align: 'end',
      cell: ({ returnPercent }) => <Gain percent={returnPercent} />,
    },
    {
      key: 'benchmark',
      header: words.comparedWith,
      align: 'end',
      cell: ({ benchmarkReturnPercent }) => <Gain percent={benchmarkReturnPercent} />,
    },
    { key: 'published', header: words.publishedOn, cell: ({ publishedAt }) => formatDate(publishedAt) },
  ];
  if (!isAdmin) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      header: words.actions,
      align: 'end',
      cell: (run) => (
        <HStack gap="1" justify="flex-end" flexWrap="wrap">
          <Button size="sm" pending={pendingId === run.id} pendingLabel={words.choosing} onClick={() => onChoose(run)}>
            {run.isChosen ? words.removeFromHomePage : words.choose}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onUnpublish(run)}>
            {words.unpublish}
          </Button>
        </HStack>
      ),
    },
  ];
}
