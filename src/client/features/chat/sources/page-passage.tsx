import { Flex, Stack, Text } from '@chakra-ui/react';
import { errorMessage, isTransient } from '~/client/lib/error-message';
import { formatDateTime } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { Skeleton } from '~/client/ui/feedback/skeleton';
import { Button } from '~/client/ui/form/button';
import { sourcesWords as words } from '~/client/words/sources';
import { contextAfter, contextBefore } from './passage-context';
import { PassageQuote } from './passage-quote';

interface PagePassageProps {
  messageId: string;
  snapshotId: string;
  passage: string;
  /** Offset of the passage in the text of the page. */
  start: number | undefined;
}

/** A passage in its context on the page, as it was when read. */
export function PagePassage({ messageId, snapshotId, passage, start }: PagePassageProps) {
  const snapshot = trpc.messages.snapshot.useQuery({ messageId, snapshotId }, forever);
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
    const isTemporary = isTransient(snapshot.error);
    return (
      <Stack gap="2">
        <PassageQuote>
          <mark>{passage}</mark>
        </PassageQuote>
        <Flex role="alert" align="center" wrap="wrap" gap="2" textStyle="caption" color="danger">
          <Text>{isTemporary ? errorMessage(snapshot.error) : words.snapshotGone}</Text>
          {isTemporary && (
            <Button size="sm" pending={snapshot.isFetching} onClick={() => void snapshot.refetch()}>
              {words.retry}
            </Button>
          )}
        </Flex>
      </Stack>
    );
  }
  const { text } = snapshot.data;
  const at = start ?? text.indexOf(passage);
  return (
    <PassageQuote>
      {at > 0 && contextBefore(asRead(text.slice(0, at)))}
      <mark>{passage}</mark>
      {at >= 0 && contextAfter(asRead(text.slice(at + passage.length)))}
    </PassageQuote>
  );
}

/** The text of a page without heading marks and blank lines. */
const asRead = (text: string): string => text.replace(/^#{1,6}\s+/gm, '').replace(/\n\s*\n/g, '\n');

/** When the page was read, and whether it has changed since. */
export function ReadAt({ messageId, snapshotId }: Pick<PagePassageProps, 'messageId' | 'snapshotId'>) {
  const { data } = trpc.messages.snapshot.useQuery({ messageId, snapshotId }, forever);
  if (!data) return null;
  return (
    <>
      <Text textStyle="caption" color="fg.subtle">
        {words.readAt(formatDateTime(data.readAt))}
        {data.isCut && ` · ${words.isCut}`}
      </Text>
      {data.changedAt && <Text textStyle="caption">{words.changed(formatDateTime(data.changedAt))}</Text>}
    </>
  );
}

/** A snapshot never changes. */
const forever = { staleTime: Number.POSITIVE_INFINITY };
