import { Flex, Stack, Text } from '@chakra-ui/react';
import { errorMessage, isTransient } from '~/client/lib/error-message';
import { trpc } from '~/client/lib/trpc';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { sourcesWords as words } from '~/client/words/sources';
import { contextAfter, contextBefore } from './passage-context';
import { PassageQuote } from './passage-quote';

interface FilePassageProps {
  objectId: string;
  quote: string;
  /** Offset of the quote in the text of the file. */
  start?: number | undefined;
}

/** A quoted passage with its context in a file of the user. */
export function FilePassage({ objectId, quote, start }: FilePassageProps) {
  const passage = trpc.uploads.passage.useQuery({ id: objectId, quote, start });
  if (passage.isPending) {
    return (
      <Stack gap="2" py="1" aria-busy role="status" aria-label={words.loadingPassage}>
        {['100%', '94%', '98%', '60%'].map((width) => (
          <Skeleton key={width} width={width} height="3.5" />
        ))}
      </Stack>
    );
  }
  if (passage.isError) {
    const isTemporary = isTransient(passage.error);
    return (
      <Stack gap="2">
        <PassageQuote>
          <mark>{quote}</mark>
        </PassageQuote>
        <Flex role="alert" align="center" wrap="wrap" gap="2" textStyle="caption" color="danger">
          <Text>{isTemporary ? errorMessage(passage.error) : words.passageGone}</Text>
          {isTemporary && (
            <Button size="sm" pending={passage.isFetching} onClick={() => void passage.refetch()}>
              {words.retry}
            </Button>
          )}
        </Flex>
      </Stack>
    );
  }
  const { before, after } = passage.data;
  return (
    <PassageQuote>
      {contextBefore(before)}
      <mark>{passage.data.quote}</mark>
      {contextAfter(after)}
    </PassageQuote>
  );
}
