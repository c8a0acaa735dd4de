import type { trpc } from '~/client/lib/trpc';
import { EmptyState } from '~/client/ui/feedback/empty-state';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { QueryError } from '~/client/ui/feedback/query-error';
import { conversationsWords as words } from '~/client/words/conversations';
import { projectListWords as emptyWords } from '~/client/words/project-list';
import type { ListInput } from './list-input';

interface ListNoticesProps {
  list: ReturnType<typeof trpc.conversations.list.useInfiniteQuery>;
  input: ListInput;
  isEmpty: boolean;
}

/** Loading, empty and error states of the list and of its next page. */
export function ListNotices({ list, input, isEmpty }: ListNoticesProps) {
  if (list.isFetchNextPageError)
    return (
      <ErrorState title={words.couldNotLoadMore} onRetry={() => void list.fetchNextPage()} retrying={list.isFetching} />
    );
  if (!isEmpty) return null;
  if (list.isError) return <QueryError title={words.loadFailed} query={list} />;
  const { title, hint } = emptyWords[emptyOf(input)];
  return <EmptyState title={title} description={hint} />;
}

function emptyOf(input: ListInput) {
  if ('archived' in input) return 'archiveEmpty';
  return input.projectId === 'none' ? 'noneYet' : 'projectEmpty';
}
