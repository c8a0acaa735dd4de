import type { ReactNode } from 'react';
import { errorMessage } from '~/client/lib/error-message';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';

interface LoadedProps<T> {
  query: { data: T | undefined; isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown };
  failureTitle: string;
  /** Of the placeholder while the data is loaded. */
  height: string;
  children: (data: T) => ReactNode;
}

/** The data of a query, a placeholder until it is there, or an error with a button to try again. */
export function Loaded<T>({ query, failureTitle, height, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Skeleton height={height} />;
  return (
    <ErrorState
      title={failureTitle}
      description={errorMessage(query.error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
