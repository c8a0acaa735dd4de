import type { ReactNode } from 'react';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';

interface LoadedProps<T> {
  query: { data: T | undefined; isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown };
  failureTitle: string;
  /** The height of the placeholder while loading. */
  height: string;
  children: (data: T) => ReactNode;
}

/** The data of a query, a placeholder while it is loading, or an error with a Retry button. */
export function Loaded<T>({ query, failureTitle, height, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <Skeleton height={height} />;
  return <QueryError title={failureTitle} query={query} />;
}
