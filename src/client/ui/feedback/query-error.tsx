import { errorMessage, isUnknownId } from '~/client/lib/error-message';
import { ErrorState } from './error-state';

interface QueryErrorProps {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Shown without a retry if the server does not know the id that was queried. */
  missing?: { title: string; note: string };
}

/** A failed query, with its error message and a button that repeats it. */
export function QueryError({ title, query, missing }: QueryErrorProps) {
  if (missing && isUnknownId(query.error)) return <ErrorState title={missing.title} description={missing.note} />;
  return (
    <ErrorState
      title={title}
      description={errorMessage(query.error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
