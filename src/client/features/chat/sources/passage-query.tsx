import { Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { errorMessage, isTransient } from '~/client/lib/error-message';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { sourcesWords as words } from '~/client/words/sources';
import { PassageQuote } from './passage-quote';

interface PassageQueryProps<Data> {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch(): unknown };
  /** Shown alone if its context can't be loaded. */
  quote: string;
  goneText: string;
  children: (data: Data) => ReactNode;
}

/** A passage that is loaded with its context. */
export function PassageQuery<Data>({ query, quote, goneText, children }: PassageQueryProps<Data>) {
  if (query.error) {
    const isTemporary = isTransient(query.error);
    return (
      <Stack gap="2">
        <PassageQuote>
          <mark>{quote}</mark>
        </PassageQuote>
        <Flex role="alert" align="center" wrap="wrap" gap="2" textStyle="caption" color="danger">
          <Text>{isTemporary ? errorMessage(query.error) : goneText}</Text>
          {isTemporary && (
            <Button size="sm" pending={query.isFetching} onClick={() => void query.refetch()}>
              {words.retry}
            </Button>
          )}
        </Flex>
      </Stack>
    );
  }
  if (query.data !== undefined) return <PassageQuote>{children(query.data)}</PassageQuote>;
  return (
    <Stack gap="2" py="1" aria-busy role="status" aria-label={words.loadingPassage}>
      {['100%', '94%', '98%', '60%'].map((width) => (
        <Skeleton key={width} width={width} height="3.5" />
      ))}
    </Stack>
  );
}
