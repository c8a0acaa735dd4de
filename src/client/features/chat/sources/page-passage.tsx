import { chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { errorMessage, isPassing } from '~/client/lib/error-message';
import { formatDateTime } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { sourcesWords as words } from '~/client/words/sources';
import { contextAfter, contextBefore } from './passage-context';
import { PassageQuote } from './passage-quote';
import { withTextFragment } from './text-fragment';

interface PagePassageProps {
  messageId: string;
  snapshotId: string;
  passage: string;
  /** Where the passage begins in the text of the page. */
  start: number | undefined;
}

/** A passage as it stood on the page when it was read, and the way to the page as it is now. */
export function PagePassage({ messageId, snapshotId, passage, start }: PagePassageProps) {
  const snapshot = trpc.messages.snapshot.useQuery({ messageId, snapshotId }, { staleTime: Number.POSITIVE_INFINITY });
  if (snapshot.isPending) {
    return (
      <Stack gap="2" py="1" aria-busy role="status" aria-label={words.loadingPassage}>
        {['100%', '94%', '98%', '60%'].map((width) => (
          <Skeleton key={width} width={width} height="3.5" />
        ))}
      </Stack>
    );
  }
  if (snapshot.isError) {
    const mayPass = isPassing(snapshot.error);
    return (
      <Stack gap="2">
        <PassageQuote>
          <mark>{passage}</mark>
        </PassageQuote>
        <Flex role="alert" align="center" wrap="wrap" gap="2" textStyle="caption" color="danger">
          <Text>{mayPass ? errorMessage(snapshot.error) : words.snapshotGone}</Text>
          {mayPass && (
            <Button size="sm" pending={snapshot.isFetching} onClick={() => void snapshot.refetch()}>
              {words.retry}
            </Button>
          )}
        </Flex>
      </Stack>
    );
  }
  const { text, url, readAt, isCut } = snapshot.data;
  const at = start ?? text.indexOf(passage);
  return (
    <Stack gap="1.5">
      <PassageQuote>
        {at > 0 && contextBefore(text.slice(0, at))}
        <mark>{passage}</mark>
        {at >= 0 && contextAfter(text.slice(at + passage.length))}
      </PassageQuote>
      <Text textStyle="caption" color="fg.subtle">
        {words.readAt(formatDateTime(readAt))}
        {isCut && ` · ${words.isCut}`}
        {' · '}
        <chakra.a
          href={withTextFragment(url, passage)}
          target="_blank"
          rel="noopener noreferrer nofollow"
          color="accent"
          _hover={{ textDecoration: 'underline' }}
        >
          {words.livePage}
        </chakra.a>
      </Text>
    </Stack>
  );
}
