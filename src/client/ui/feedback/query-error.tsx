import { errorMessage } from '~/client/lib/error-message';
import { ErrorState } from './error-state';

interface QueryErrorProps {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

/** A failed query, with its error message and a button that repeats it. */
export function QueryError({ title, query }: QueryErrorProps) {
  return (
    <ErrorState
      title={title}
      description={errorMessage(query.error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
