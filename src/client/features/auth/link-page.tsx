import { Stack } from '@chakra-ui/react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { errorMessage, isTransient } from '~/client/lib/error-message';
import { QueryError } from '~/client/ui/feedback/query-error';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { authWords } from '~/client/words/auth';
import { AuthFrame } from './auth-frame';
import { AuthLink } from './auth-link';

/** The layout of pages opened from links in emails. */
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
 * Checks a link before the user fills in its form. `open` calls a mutation, although nothing changes, because the token
 * must not be in a URL. Not refetched, because a link that was just used would be reported as invalid.
 */
export const useLink = <Opened,>(kind: string, token: string, open: () => Promise<Opened>) =>
  useQuery({ queryKey: [kind, token], queryFn: open, gcTime: 0, staleTime: Number.POSITIVE_INFINITY });

interface OpenedLinkProps<Opened> {
  link: UseQueryResult<Opened>;
  failedTitle: string;
  /** Shown instead of the form if the link doesn't work. */
  unusable: (reason: string) => ReactNode;
  children: (opened: NonNullable<Opened>) => ReactNode;
}

export function OpenedLink<Opened>({ link, failedTitle, unusable, children }: OpenedLinkProps<Opened>) {
  if (link.data) return children(link.data);
  if (link.isPending) return <Skeleton height="15rem" />;
  if (!isTransient(link.error)) return unusable(errorMessage(link.error));
  return <QueryError title={failedTitle} query={link} />;
}
