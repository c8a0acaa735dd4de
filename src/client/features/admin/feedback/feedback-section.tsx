import { chakra } from '@chakra-ui/react';
import { keepPreviousData } from '@tanstack/react-query';
import { errorMessage } from '~/client/lib/error-message';
import { formatCount, formatDate } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Section } from '~/client/ui/content/card';
import { StaleContent } from '~/client/ui/feedback/stale-content';
import { type Column, DataTable } from '~/client/ui/table/data-table';
import { feedbackWords as words } from '~/client/words/feedback';
import { type FeedbackReason, feedbackReasons } from '~/shared/feedback-reasons';
import type { FeedbackComment, FeedbackOfModel } from '~/shared/schemas/feedback';
import type { Period } from '~/shared/schemas/usage';
import { tableStates } from '../table-states';

/** Totals of the ratings of each model's answers, and the users' comments. */
export function FeedbackSection({ period }: { period: Period }) {
  const summary = trpc.feedback.summary.useQuery(period, {
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  const comments = trpc.feedback.comments.useInfiniteQuery(period, {
    getNextPageParam: (page) => page.nextCursor,
    refetchOnMount: 'always',
  });
  const error = summary.isError
    ? {
        title: words.loadFailed,
        description: errorMessage(summary.error),
        onRetry: () => void summary.refetch(),
        isRetrying: summary.isFetching,
      }
    : undefined;
  const rows = comments.data?.pages.flatMap(({ items }) => items);
  const hasFeedback = Boolean(summary.data?.models.length);
  return (
    <Section title={words.section} description={words.sectionNote}>
      <StaleContent isStale={summary.isPlaceholderData} loadingText={words.loading} gap="4">
        <DataTable
          caption={words.section}
          columns={modelColumns}
          rows={summary.data?.models}
          rowKey={({ model }) => model}
          loadingText={words.loading}
          emptyText={words.none}
          error={error}
        />
        {hasFeedback && (
          <DataTable
            caption={words.comments}
            columns={commentColumns}
            rows={rows}
            rowKey={({ id }) => id}
            loadingText={words.loadingComments}
            emptyText={words.noComments}
            {...tableStates(comments, words.commentsFailed)}
          />
        )}
      </StaleContent>
    </Section>
  );
}

const modelColumns: Column<FeedbackOfModel>[] = [
  { key: 'model', header: words.model, isPrimary: true, cell: ({ modelName }) => modelName },
  { key: 'up', header: words.ups, align: 'end', cell: ({ up }) => formatCount(up) },
  { key: 'down', header: words.downs, align: 'end', cell: ({ down }) => formatCount(down) },
  {
    key: 'reasons',
    header: words.choose,
    cell: ({ reasons }) =>
      listed(
        feedbackReasons.filter((reason) => reasons[reason] > 0),
        (reason) => `${words.reasons[reason]} (${formatCount(reasons[reason])})`,
      ),
  },
];

/** Comments have up to 1,000 characters and may have no spaces. */
const Comment = chakra('span', { base: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } });

const commentColumns: Column<FeedbackComment>[] = [
  {
    key: 'comment',
    header: words.commentText,
    isPrimary: true,
    cell: ({ comment }) => <Comment dir="auto">{comment}</Comment>,
  },
  { key: 'reasons', header: words.choose, cell: ({ reasons }) => listed(reasons, (reason) => words.reasons[reason]) },
  { key: 'model', header: words.model, cell: ({ modelName }) => modelName },
  { key: 'date', header: words.date, cell: ({ updatedAt }) => formatDate(updatedAt) },
];

const listed = (reasons: readonly FeedbackReason[], textOf: (reason: FeedbackReason) => string) =>
  reasons.map(textOf).join(', ') || '–';
