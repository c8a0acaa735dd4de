import { Stack } from '@chakra-ui/react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { errorMessage, isPassing } from '~/client/lib/error-message';
import { ErrorState } from '~/client/ui/feedback/error-state';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { authWords } from '~/client/words/auth';
import { AuthFrame } from './auth-frame';
import { AuthLink } from './auth-link';

/** The frame of a page that a link in an email opens. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthFrame title={title}>
      <Stack gap="5">
        {children}
        <AuthLink asChild alignSelf="center">
          <Link to="/auth">{authWords.backToSignIn}</Link>
        </AuthLink>
      </Stack>
    </AuthFrame>
  );
}

/**
 * Checks a link before its form is filled in. The token goes in a mutation's body although it changes nothing, so that
 * no URL contains it. A link that was just used is not read again: it would be reported as unusable.
 */
export const useLink = <Opened,>(kind: string, token: string, open: () => Promise<Opened>) =>
  useQuery({ queryKey: [kind, token], queryFn: open, gcTime: 0, staleTime: Number.POSITIVE_INFINITY });

interface OpenedLinkProps<Opened> {
  link: UseQueryResult<Opened>;
  failedTitle: string;
  /** Shown in place of the form for a link that doesn't work. */
  unusable: (reason: string) => ReactNode;
  children: (opened: NonNullable<Opened>) => ReactNode;
}

export function OpenedLink<Opened>({ link, failedTitle, unusable, children }: OpenedLinkProps<Opened>) {
  if (link.data) return children(link.data);
  if (link.isPending) return <Skeleton height="15rem" />;
  if (!isPassing(link.error)) return unusable(errorMessage(link.error));
  return (
    <ErrorState
      title={failedTitle}
      description={errorMessage(link.error)}
      onRetry={() => void link.refetch()}
      retrying={link.isFetching}
    />
  );
}
